/* command/changes.c - upper bounds of what commands change, from their arguments and what stands under their key.
 *
 * What would take long to count is counted up to a little more than what is ever let pass (engine/way.h). */
#include "command/changes.h"

#include "base/number.h"
#include "command/zset_bounds.h"
#include "data/lists.h"
#include "data/stream_group.h"
#include "data/zset.h"
#include "engine/preimage.h"

enum { COUNTED_MAX = PREIMAGE_ELEMENTS + 1 };
static const uint64_t anything = UINT64_MAX;

static uint64_t at_most(uint64_t changes, uint64_t count) {
    return changes < count ? changes : count;
}

/* A count: 0 if it is none, or negative. */
static uint64_t count_at(const struct bytes *argv, unsigned index) {
    int64_t count;
    return number_parse_i64(argv[index], &count) && count > 0 ? (uint64_t)count : 0;
}

uint64_t changes_of_pop(const struct bytes *argv, unsigned argc, const struct entry *value) {
    (void)value;
    return argc > 2 ? count_at(argv, 2) : 1;
}

uint64_t changes_of_count(const struct bytes *argv, unsigned argc, const struct entry *value) {
    (void)value;
    bool has_count = argc > 2 && bytes_is(argv[argc - 2], "count");
    return has_count ? count_at(argv, argc - 1) : 1;
}

uint64_t changes_of_setrange(const struct bytes *argv, unsigned argc, const struct entry *value) {
    (void)argc;
    (void)value;
    return argv[3].len / PREIMAGE_PAGE + 2; /* it begins and ends within pages */
}

/* ---- lists ---- */

uint64_t changes_of_lrem(const struct bytes *argv, unsigned argc, const struct entry *value) {
    enum { NOTED_FOR_ONE = 64 }; /* its neighbours (engine/preimage_list.c) */
    int64_t number;
    (void)argc;
    if ((value && entry_type(value) != VALUE_LIST) || !number_parse_i64(argv[2], &number)) {
        return 0;
    }
    uint64_t count = value ? lists_count(value) : anything;
    uint64_t wanted = number < 0 ? -(uint64_t)number : (uint64_t)number;
    bool is_all = wanted == 0 || wanted > count / NOTED_FOR_ONE;
    return is_all ? count : wanted * NOTED_FOR_ONE;
}

static int64_t from_start(int64_t index, int64_t count) {
    return index < 0 ? index + count : index;
}

uint64_t changes_of_ltrim(const struct bytes *argv, unsigned argc, const struct entry *value) {
    int64_t start, stop;
    (void)argc;
    if (!value) {
        return anything;
    }
    if (entry_type(value) != VALUE_LIST || !number_parse_i64(argv[2], &start) ||
        !number_parse_i64(argv[3], &stop)) {
        return 0;
    }
    int64_t count = (int64_t)lists_count(value);
    start = from_start(start, count);
    stop = from_start(stop, count);
    start = start < 0 ? 0 : start;
    stop = stop >= count ? count - 1 : stop;
    return (uint64_t)(start > stop ? count : count - (stop - start + 1));
}

/* ---- sorted sets ---- */

static uint64_t changes_of_range(const struct bytes *argv, enum zset_bounds_kind kind,
                                 const struct entry *value) {
    struct zset_bounds bounds;
    if (!value) {
        return anything;
    }
    if (entry_type(value) != VALUE_ZSET || !zset_bounds_read(argv[2], argv[3], kind, &bounds)) {
        return 0;
    }
    struct zset_interval found = zset_bounds_find(&bounds, value);
    return found.end - found.first;
}

uint64_t changes_of_zremrangebyrank(const struct bytes *argv, unsigned argc,
                                    const struct entry *value) {
    (void)argc;
    return changes_of_range(argv, ZSET_BY_RANK, value);
}

uint64_t changes_of_zremrangebyscore(const struct bytes *argv, unsigned argc,
                                     const struct entry *value) {
    (void)argc;
    return changes_of_range(argv, ZSET_BY_SCORE, value);
}

uint64_t changes_of_zremrangebylex(const struct bytes *argv, unsigned argc,
                                   const struct entry *value) {
    (void)argc;
    return changes_of_range(argv, ZSET_BY_LEX, value);
}

/* ---- streams ---- */

static uint64_t count_entries(const struct entry *stream, struct stream_id first,
                              struct stream_id last) {
    struct stream_walk walk;
    uint64_t count = 0;
    stream_walk(stream, first, last, false, &walk);
    while (count < COUNTED_MAX && stream_next(&walk)) {
        count++;
    }
    return count;
}

/* Before this ID. */
static uint64_t count_before(const struct entry *stream, struct bytes text) {
    struct stream_id id;
    bool has_seq;
    bool is_some = stream_id_parse(text, 0, &id, &has_seq) && stream_id_step_down(&id);
    return is_some ? count_entries(stream, STREAM_ID_MIN, id) : 0;
}

uint64_t changes_of_stream_trim(const struct bytes *argv, unsigned argc,
                                const struct entry *value) {
    unsigned at = 2;
    if (value && entry_type(value) != VALUE_STREAM) {
        return 0;
    }
    at += at < argc && bytes_is(argv[at], "nomkstream");
    bool is_by_id = at < argc && bytes_is(argv[at], "minid");
    if (at + 1 >= argc || (!is_by_id && !bytes_is(argv[at], "maxlen"))) {
        return 1;
    }
    if (!value) {
        return anything;
    }
    at++;
    at += at + 1 < argc && (bytes_is(argv[at], "~") || bytes_is(argv[at], "="));
    if (is_by_id) {
        return 1 + count_before(value, argv[at]);
    }
    uint64_t length = stream_length(value) + 1, kept = count_at(argv, at);
    return 1 + (length > kept ? length - kept : 0);
}

/* ---- groups ---- */

uint64_t changes_of_xreadgroup(const struct bytes *argv, unsigned argc, const struct entry *value) {
    enum { OPTIONS = 4 };
    uint64_t wanted = anything;
    if ((value && entry_type(value) != VALUE_STREAM) || argc <= OPTIONS) {
        return 0;
    }
    for (unsigned i = OPTIONS; i + 1 < argc && !bytes_is(argv[i], "streams"); i++) {
        if (bytes_is(argv[i], "count") && count_at(argv, i + 1) > 0) {
            wanted = count_at(argv, i + 1);
        }
    }
    if (!value) {
        return wanted;
    }
    const struct stream_group *group = stream_group_find(value, argv[2]);
    struct stream_id first = group ? group->last_id : STREAM_ID_MAX;
    bool has_more = stream_id_step_up(&first);
    return has_more ? at_most(count_entries(value, first, STREAM_ID_MAX), wanted) : 0;
}

uint64_t changes_of_xautoclaim(const struct bytes *argv, unsigned argc, const struct entry *value) {
    enum { USUAL = 100, OPTIONS = 6 };
    (void)value;
    for (unsigned i = OPTIONS; i + 1 < argc; i++) {
        if (bytes_is(argv[i], "count")) {
            return count_at(argv, i + 1);
        }
    }
    return USUAL;
}

static const struct stream_group *group_at(const struct bytes *argv, const struct entry *value) {
    return entry_type(value) == VALUE_STREAM ? stream_group_find(value, argv[3]) : NULL;
}

uint64_t changes_of_group_destroy(const struct bytes *argv, unsigned argc,
                                  const struct entry *value) {
    if (!value) {
        return anything;
    }
    const struct stream_group *group = group_at(argv, value);
    (void)argc;
    return group ? group->pending.count : 0;
}

uint64_t changes_of_consumer_destroy(const struct bytes *argv, unsigned argc,
                                     const struct entry *value) {
    if (!value) {
        return anything;
    }
    const struct stream_group *group = group_at(argv, value);
    const struct stream_consumer *consumer = group ? stream_consumer_find(group, argv[4]) : NULL;
    (void)argc;
    return consumer ? consumer->pending.count : 0;
}
