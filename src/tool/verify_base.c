/* tool/verify_base.c - a base: batches from 1 on, units that follow each other, each behind its records,
 * and a last mark that counts them. */
#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/base.h"
#include "log/effect.h"
#include "log/files.h"
#include "log/log_batch.h"
#include "log/mark.h"
#include "log/region.h"
#include "log/segment.h"
#include "tool/text.h"
#include "tool/verify_files.h"

struct base_check {
    const struct manifest_base *base;
    struct mark unit; /* at hand; op 0: none yet */
    /* Records of the unit whose mark comes behind them. */
    uint64_t pending, least, greatest; /* how many, and their spots */
    unsigned pending_db;
    uint64_t units, keys;
    uint64_t begin, end; /* spots of the base */
    bool has_ended;
    const char *problem;
};

static bool refuse(struct base_check *check, const char *problem) {
    check->problem = problem;
    return false;
}

static bool check_unit(struct base_check *check, struct mark mark) {
    uint64_t lsn;
    bool is_first = check->unit.op == 0;
    bool begins_database = is_first || check->unit.end == check->end;
    unsigned db = is_first ? 0 : begins_database ? check->unit.db + 1 : check->unit.db;
    if (mark.db != db || mark.from != (begins_database ? check->begin : check->unit.end) ||
        mark.end > check->end)
        return refuse(check, "a unit does not follow the one before it");
    if (check->pending > 0 &&
        (check->pending_db != mark.db || check->least < mark.from || check->greatest >= mark.end))
        return refuse(check, "a record is not of its unit");
    check->pending = 0;
    struct mark left = mark;
    for (unsigned i = mark_partition(mark.from); i <= mark_partition(mark.end - 1); i++) {
        if (!mark_next_lsn(&left, &lsn)) return refuse(check, "a unit has too few LSNs");
    }
    if (left.lsns.len > 0) return refuse(check, "a unit has too many LSNs");
    check->unit = mark;
    check->units++;
    return true;
}

static bool check_mark(struct base_check *check, struct bytes record) {
    struct mark mark;
    if (!mark_read(record, &mark)) return refuse(check, "a mark is malformed");
    if (mark.op == MARK_UNIT) return check_unit(check, mark);
    if (mark.op != MARK_BASE_END) return refuse(check, "a mark of transactions is in a base");
    check->has_ended = true;
    if (mark.units != check->units || check->pending > 0 || check->unit.op == 0 ||
        check->unit.end != check->end)
        return refuse(check, "units are missing");
    return true;
}

static bool is_of_base(enum effect_op op) {
    return op == EFFECT_SET || op == EFFECT_VALUE || op == EFFECT_BEGIN || op == EFFECT_PART ||
           op == EFFECT_END;
}

static bool check_record(struct base_check *check, struct bytes record) {
    struct effect effect;
    if (check->has_ended) return refuse(check, "records follow the last one");
    if (mark_is(record)) return check_mark(check, record);
    if (!effect_decode(record, &effect)) return refuse(check, "a record is malformed");
    struct key key = key_of(effect.key);
    uint64_t spot = region_spot_of(&key);
    if (!is_of_base(effect.op)) return refuse(check, "a record is none of a base");
    if (check->pending++ == 0) {
        check->pending_db = effect.db;
        check->least = check->greatest = spot;
    }
    if (effect.db != check->pending_db) return refuse(check, "a unit has two databases");
    if (spot < check->least) check->least = spot;
    if (spot > check->greatest) check->greatest = spot;
    check->keys += effect.op != EFFECT_BEGIN && effect.op != EFFECT_PART;
    return true;
}

static bool check_batch(struct base_check *check, const struct log_batch_head *head,
                        struct bytes records, uint64_t number) {
    struct bytes record;
    uint32_t count = 0;
    if (head->number != number) return refuse(check, "a batch has another number than it should");
    for (; log_batch_next(&records, &record); count++) {
        if (!check_record(check, record)) return false;
    }
    if (records.len > 0 || count != head->record_count)
        return refuse(check, "a batch has not as many records as it says");
    return true;
}

/* Returns where it ends, or where the problem is. */
static uint64_t check_batches(struct base_check *check, struct bytes file, uint32_t id, size_t at) {
    struct log_batch_head head;
    struct bytes records;
    for (uint64_t number = 1; at < file.len; number++) {
        struct bytes rest = bytes_of(file.data + at, file.len - at);
        if (!log_batch_read(rest, id, &head, &records)) {
            refuse(check, "it is damaged: no good batch is there");
            return at;
        }
        if (!check_batch(check, &head, records, number)) return at;
        at += head.length;
    }
    if (!check->has_ended) refuse(check, "it ends too early");
    return at;
}

static const char *head_problem(const struct verifying *verifying, const struct base_check *check,
                                enum segment_state state, const struct segment_head *head) {
    const struct manifest *manifest = verifying->manifest;
    if (state == SEGMENT_TOO_NEW) return "it has a newer format than this version knows";
    if (state == SEGMENT_MISPLACED) return "it is another base under this name";
    if (state != SEGMENT_GOOD) return "its head is damaged";
    if (head->core != manifest->core || head->cores != manifest->cores)
        return "it is of another core";
    if (head->partition_first != check->base->partition_first ||
        head->partition_count != check->base->partition_count)
        return "it is of other partitions than the manifest says";
    return NULL;
}

static void tell(struct verifying *verifying, const char *name, const struct base_check *check,
                 uint64_t bytes) {
    char size[TEXT_SIZE_MAX], keys[TEXT_SIZE_MAX];
    verifying->history_files += verifying->is_history;
    verifying->history_bytes += verifying->is_history ? bytes : 0;
    if (verifying->is_history) return;
    text_count(size, bytes);
    text_count(keys, check->keys);
    output_printf(verifying->output,
                  "core %u  %s  %13s bytes  partitions %u to %u, %s keys in %" PRIu64 " units\n",
                  verifying->core, name, size, check->base->partition_first,
                  check->base->partition_first + check->base->partition_count - 1, keys,
                  check->units);
}

void verify_base(struct verifying *verifying, const struct manifest_base *base) {
    struct base_check check = {.base = base, .begin = region_spot(base->partition_first)};
    struct segment_head *head = memory_alloc_zeroed(sizeof *head);
    struct buffer file = {0};
    char name[BASE_NAME_MAX];
    check.end = region_spot(base->partition_first + base->partition_count);
    base_name(base->number, name);
    int result = files_read(verifying->place->paths[verifying->core], name, UINT64_MAX, &file);
    uint64_t at = 0;
    if (result < 0) {
        check.problem = strerror(-result);
    } else {
        enum segment_state state = segment_head_read(buffer_view(&file), base->number, head);
        check.problem = head_problem(verifying, &check, state, head);
        if (check.problem == NULL && file.len != base->bytes)
            check.problem = "it is not as long as the manifest says";
        if (check.problem == NULL)
            at = check_batches(&check, buffer_view(&file), head->id,
                               segment_head_size(head->partition_count));
    }
    if (check.problem)
        verify_problem(verifying, name, at, "%s", check.problem);
    else
        tell(verifying, name, &check, file.len);
    buffer_clear(&file);
    memory_free(head);
}
