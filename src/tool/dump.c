/* tool/dump.c - records in words.
 *
 *     base-0000000007 batch 3 @16472 core 0 part 12 at 45      K VALUE db 0 "s" set, 120 bytes
 *     log-0000000012 batch 97 @4096 core 0 part 12 lsn 46      F FIELD db 0 "s" set "member" */
#include "tool/dump.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/glob.h"
#include "base/memory.h"
#include "data/stream_id.h"
#include "tool/text.h"
#include "tool/walk.h"

/* ---- parts ---- */

static const char *class_of(const struct effect *effect) {
    switch (effect->op) {
    case EFFECT_SET:
    case EFFECT_DELETE:
    case EFFECT_VALUE:
    case EFFECT_BEGIN:
    case EFFECT_PART:
    case EFFECT_END:
        return "K";
    case EFFECT_PAGE:
    case EFFECT_FIELD:
        return "F";
    case EFFECT_BOUND:
        return "B";
    case EFFECT_EXPIRE:
        return "T";
    case EFFECT_DELTA:
        return "D";
    case EFFECT_FLUSH:
    case EFFECT_SWAP:
    case EFFECT_MEMBERS:
        return "G";
    }
    return "?";
}

static const char *op_name(enum effect_op op) {
    static const char *const names[] = {
        [EFFECT_SET] = "SET",       [EFFECT_DELETE] = "DELETE",  [EFFECT_PAGE] = "PAGE",
        [EFFECT_EXPIRE] = "EXPIRE", [EFFECT_FLUSH] = "FLUSH",    [EFFECT_SWAP] = "SWAP",
        [EFFECT_VALUE] = "VALUE",   [EFFECT_BEGIN] = "BEGIN",    [EFFECT_PART] = "PART",
        [EFFECT_END] = "END",       [EFFECT_FIELD] = "FIELD",    [EFFECT_BOUND] = "BOUND",
        [EFFECT_DELTA] = "DELTA",   [EFFECT_MEMBERS] = "MEMBERS"};
    return names[op]; /* effect_decode knows no others */
}

static const char *kind_name(enum effect_kind kind) {
    static const char *const names[] = {[KIND_SET_MEMBER] = "set member",
                                        [KIND_HASH_FIELD] = "hash field",
                                        [KIND_ZSET_MEMBER] = "zset member",
                                        [KIND_LIST_ELEMENT] = "list element",
                                        [KIND_LIST_INSERT] = "list insert",
                                        [KIND_LIST_REMOVE] = "list remove",
                                        [KIND_STREAM_ENTRY] = "stream entry",
                                        [KIND_STREAM_HEAD] = "stream head",
                                        [KIND_STREAM_GROUP] = "stream group",
                                        [KIND_STREAM_CONSUMER] = "stream consumer",
                                        [KIND_STREAM_PENDING] = "stream pending entry"};
    unsigned number = (unsigned)kind;
    bool is_known = number > 0 && number < sizeof names / sizeof names[0];
    return is_known ? names[number] : "unknown kind";
}

static uint64_t number_at(struct bytes bytes, size_t at) {
    uint64_t number = 0;
    if (bytes.len >= at + sizeof number) memcpy(&number, bytes.data + at, sizeof number);
    return number;
}

static void describe_field(struct buffer *out, const struct effect *effect, size_t shown_max) {
    switch (effect->kind) {
    case KIND_LIST_ELEMENT:
        buffer_printf(out, " %" PRId64, (int64_t)number_at(effect->field, 0));
        break;
    case KIND_STREAM_ENTRY:
        buffer_printf(out, " %" PRIu64 "-%" PRIu64, number_at(effect->field, 0),
                      number_at(effect->field, 8));
        break;
    case KIND_STREAM_PENDING:
        buffer_printf(out, " of group %" PRIu64 " %" PRIu64 "-%" PRIu64,
                      number_at(effect->field, 0), number_at(effect->field, 8),
                      number_at(effect->field, 16));
        break;
    case KIND_STREAM_HEAD:
        break;
    default:
        buffer_append_text(out, " ");
        text_quote(out, effect->field, shown_max);
    }
}

static void describe_state(struct buffer *out, const struct effect *effect, size_t shown_max) {
    double score;
    if (effect->flags & EFFECT_IS_ABSENT) {
        buffer_append_text(out, " absent");
    } else if (effect->kind == KIND_ZSET_MEMBER && effect->body.len == sizeof score) {
        memcpy(&score, effect->body.data, sizeof score);
        buffer_printf(out, " %.17g", score);
    } else if (effect->body.len > 0) {
        buffer_append_text(out, " ");
        text_quote(out, effect->body, shown_max);
    }
}

static void describe_body(struct buffer *out, const struct effect *effect, size_t shown_max) {
    switch (effect->op) {
    case EFFECT_SET:
        buffer_append_text(out, " ");
        text_quote(out, effect->body, shown_max);
        break;
    case EFFECT_VALUE:
    case EFFECT_PART: {
        unsigned type = effect->body.len > 1 ? (unsigned char)effect->body.data[1] : VALUE_TYPES;
        buffer_printf(out, " %s, %zu bytes",
                      type < VALUE_TYPES ? value_type_name((enum value_type)type) : "unknown type",
                      effect->body.len);
        break;
    }
    case EFFECT_PAGE:
        buffer_printf(out, " page %" PRIu64 " of %" PRIu64 " bytes ", effect->page, effect->total);
        text_quote(out, effect->body, shown_max);
        break;
    case EFFECT_FIELD:
        buffer_printf(out, " %s", kind_name(effect->kind));
        describe_field(out, effect, shown_max);
        describe_state(out, effect, shown_max);
        break;
    case EFFECT_BOUND:
        buffer_printf(out, " %s %" PRId64 " %" PRId64, kind_name(effect->kind), effect->first,
                      effect->end);
        break;
    case EFFECT_DELTA:
        buffer_printf(out, " %s at %" PRIu64 " ", kind_name(effect->kind), effect->number);
        if (effect->kind == KIND_LIST_REMOVE)
            buffer_printf(out, "count %" PRIu64, number_at(effect->body, 0));
        else
            text_quote(out, effect->body, shown_max);
        break;
    case EFFECT_MEMBERS:
        buffer_append_text(out, " ");
        text_quote(out, effect->body, shown_max);
        break;
    default:
        break;
    }
}

static void describe_effect(struct buffer *out, const struct effect *effect, size_t shown_max) {
    char time[TEXT_TIME_MAX];
    buffer_printf(out, "%s %s db %u", class_of(effect), op_name(effect->op), effect->db);
    if (effect->op == EFFECT_SWAP) buffer_printf(out, " with db %u", effect->db_other);
    if (!effect_is_global(effect)) {
        buffer_append_text(out, " ");
        text_quote(out, effect->key, shown_max);
    }
    describe_body(out, effect, shown_max);
    if (effect->op == EFFECT_EXPIRE && effect->expire_ms == EXPIRE_ABSENT)
        buffer_append_text(out, " never");
    if (effect->flags & EFFECT_IS_EXPIRY) buffer_append_text(out, " because it expired");
    if (effect->expire_ms == EXPIRE_ABSENT) return;
    text_time(time, effect->expire_ms);
    buffer_printf(out, " expires %" PRId64 " (%s)", effect->expire_ms, time);
}

static void describe_mark(struct buffer *out, const struct mark *mark) {
    switch (mark->op) {
    case MARK_TX_BEGIN:
        buffer_printf(out, "- TX-BEGIN %" PRIu64, mark->tx);
        break;
    case MARK_TX:
        buffer_printf(out, "- TX %" PRIu64 " of %u parts", mark->tx, mark->parts);
        break;
    case MARK_UNIT:
        buffer_printf(out, "- UNIT db %u spots %016" PRIx64 " to %016" PRIx64, mark->db, mark->from,
                      mark->end);
        break;
    case MARK_BASE_END:
        buffer_printf(out, "- BASE-END %" PRIu64 " units", mark->units);
        break;
    }
}

void dump_describe(struct buffer *out, const struct walk_item *item, size_t shown_max) {
    if (item->is_mark)
        describe_mark(out, &item->mark);
    else
        describe_effect(out, &item->effect, shown_max);
}

/* ---- all ---- */

struct dumping {
    const struct dump_options *options;
    struct output *output;
    struct buffer line;
};

static bool is_wanted(const struct dump_options *options, const struct walk_item *item) {
    if (options->key == NULL) return true;
    return !item->is_mark && !effect_is_global(&item->effect) &&
           glob_match(bytes_of_string(options->key), item->effect.key, false);
}

static void dump_item(void *arg, const struct walk_item *item) {
    struct dumping *dumping = arg;
    struct buffer *line = &dumping->line;
    char name[64];
    if (!is_wanted(dumping->options, item)) return;
    walk_name(item, name);
    line->len = 0;
    buffer_printf(line, "%s batch %" PRIu64 " @%" PRIu64 " core %u", name, item->batch.number,
                  item->offset, item->core);
    if (!item->is_mark)
        buffer_printf(line, " part %u %s %" PRIu64, item->partition, item->is_base ? "at" : "lsn",
                      item->lsn);
    buffer_append_text(line, "  ");
    dump_describe(line, item, dumping->options->shown_max);
    buffer_append_text(line, "\n");
    output_text(dumping->output, buffer_view(line));
}

int dump_run(const char *directory, const struct dump_options *options, struct output *output) {
    struct place place;
    struct dumping dumping = {.options = options, .output = output};
    struct walk walk = {.item = dump_item, .arg = &dumping};
    char *error = memory_alloc_zeroed(PLACE_ERROR);
    int code = place_open(&place, directory, error) < 0 ? 2 : 0;
    if (code == 2) output_printf(output, "%s\n", error);
    int only = options->core >= 0 ? options->core : options->shard;
    if (code == 0 && only >= (int)place.root.cores) {
        output_printf(output, "there are cores 0 to %u\n", place.root.cores - 1);
        code = 2;
    }
    for (unsigned i = 0; code != 2 && i < place.root.cores; i++) {
        if (only >= 0 && (unsigned)only != i) continue;
        walk_core(&place, i, &walk, error);
        if (error[0] == 0) continue;
        output_printf(output, "DAMAGE  core %u: %s\n", i, error);
        code = 1;
    }
    buffer_clear(&dumping.line);
    if (place.paths) place_close(&place);
    memory_free(error);
    return code;
}
