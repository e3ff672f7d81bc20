/* command/zset_bounds.c - reads bounds as Redis does, and finds them. */
#include "command/zset_bounds.h"

#include <stdlib.h>

#include "base/memory.h"

/* As strtod reads it: space before the number is fine, behind it not; an empty text is 0, and a NUL ends it. */
static bool parse_score(struct bytes text, double *score) {
    char on_stack[128];
    char *copy = text.len < sizeof(on_stack) ? on_stack : memory_alloc(text.len + 1);
    if (text.len > 0) {
        memcpy(copy, text.data, text.len);
    }
    copy[text.len] = '\0';
    char *end;
    *score = strtod(copy, &end);
    bool is_good = *end == '\0' && !__builtin_isnan(*score);
    if (copy != on_stack) {
        memory_free(copy);
    }
    return is_good;
}

static struct bytes without_first(struct bytes text) {
    return bytes_of(text.data + 1, text.len - 1);
}

static bool parse_score_bound(struct bytes text, struct zset_bound *bound) {
    bound->is_exclusive = text.len > 0 && text.data[0] == '(';
    return parse_score(bound->is_exclusive ? without_first(text) : text, &bound->score);
}

static bool parse_lex_bound(struct bytes text, struct zset_bound *bound) {
    char mark = text.len > 0 ? text.data[0] : '\0';
    if (mark == '(' || mark == '[') {
        bound->lex = LEX_TEXT;
        bound->is_exclusive = mark == '(';
        bound->text = without_first(text);
        return true;
    }
    bound->lex = mark == '-' ? LEX_FIRST : LEX_LAST;
    return (mark == '-' || mark == '+') && (text.len == 1 || text.data[1] == '\0');
}

bool zset_bounds_read(struct bytes min, struct bytes max, enum zset_bounds_kind kind,
                      struct zset_bounds *bounds) {
    *bounds = (struct zset_bounds){.kind = kind};
    switch (kind) {
    case ZSET_BY_RANK:
        return number_parse_i64(min, &bounds->min.rank) && number_parse_i64(max, &bounds->max.rank);
    case ZSET_BY_SCORE:
        return parse_score_bound(min, &bounds->min) && parse_score_bound(max, &bounds->max);
    default:
        return parse_lex_bound(min, &bounds->min) && parse_lex_bound(max, &bounds->max);
    }
}

bool zset_bounds_parse(struct call *call, unsigned min_arg, unsigned max_arg,
                       enum zset_bounds_kind kind, struct zset_bounds *bounds) {
    if (zset_bounds_read(call->argv[min_arg], call->argv[max_arg], kind, bounds)) {
        return true;
    }
    if (kind == ZSET_BY_RANK) {
        reply_error_not_integer(call->reply);
    } else if (kind == ZSET_BY_SCORE) {
        reply_error(call->reply, "ERR min or max is not a float");
    } else {
        reply_error(call->reply, "ERR min or max not valid string range item");
    }
    return false;
}

static struct zset_interval find_ranks(const struct zset_bounds *bounds, uint64_t count) {
    int64_t all = (int64_t)count, first = bounds->min.rank, last = bounds->max.rank;
    first = first < 0 ? first + all : first;
    last = last < 0 ? last + all : last;
    first = first < 0 ? 0 : first;
    last = last >= all ? all - 1 : last;
    if (first > last) {
        return (struct zset_interval){0, 0};
    }
    if (bounds->is_reversed) {
        return (struct zset_interval){(uint64_t)(all - 1 - last), (uint64_t)(all - first)};
    }
    return (struct zset_interval){(uint64_t)first, (uint64_t)last + 1};
}

static uint64_t rank_of_text(const struct entry *zset, const struct zset_bound *bound,
                             bool is_after) {
    switch (bound->lex) {
    case LEX_FIRST:
        return 0;
    case LEX_LAST:
        return zset_count(zset);
    default:
        return zset_rank_of_member(zset, bound->text, is_after);
    }
}

struct zset_interval zset_bounds_find(const struct zset_bounds *bounds, const struct entry *zset) {
    struct zset_interval found;
    const struct zset_bound *min = &bounds->min, *max = &bounds->max;
    switch (bounds->kind) {
    case ZSET_BY_RANK:
        return find_ranks(bounds, zset_count(zset));
    case ZSET_BY_SCORE:
        found.first = zset_rank_of_score(zset, min->score, min->is_exclusive);
        found.end = zset_rank_of_score(zset, max->score, !max->is_exclusive);
        break;
    default:
        found.first = rank_of_text(zset, min, min->is_exclusive);
        found.end = rank_of_text(zset, max, !max->is_exclusive);
    }
    found.end = found.end < found.first ? found.first : found.end;
    return found;
}
