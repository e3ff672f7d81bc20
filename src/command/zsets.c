/* command/zsets.c - sorted sets, member by member: ZADD ZINCRBY ZREM ZSCORE ZRANK, taking from the ends, and
 * walking through. Ranges are in zset_ranges.c. */
#include "base/memory.h"
#include "command/changes.h"
#include "command/element_draws.h"
#include "command/element_scan.h"
#include "command/families.h"
#include "command/zset_add.h"
#include "command/zset_pop.h"
#include "command/zset_reply.h"
#include "engine/core.h"
#include "data/value.h"
#include "engine/tx.h"

/* ---- adding ---- */

static const struct {
    const char *word;
    unsigned flag;
} add_options[] = {
    {"nx", ZSET_NX}, {"xx", ZSET_XX}, {"gt", ZSET_GT},
    {"lt", ZSET_LT}, {"ch", ZSET_CH}, {"incr", ZSET_INCR},
};

static unsigned add_option(const struct call *call, unsigned arg) {
    for (size_t i = 0; i < sizeof(add_options) / sizeof(add_options[0]); i++) {
        if (arg_is(call, arg, add_options[i].word)) {
            return add_options[i].flag;
        }
    }
    return 0;
}

/* Returns the argument where the scores begin. */
static unsigned parse_add_options(const struct call *call, unsigned *flags) {
    unsigned arg = 2;
    while (arg < call->argc && add_option(call, arg) != 0) {
        *flags |= add_option(call, arg++);
    }
    return arg;
}

static bool check_add_options(struct call *call, unsigned flags, unsigned rest) {
    bool is_gt = flags & ZSET_GT, is_lt = flags & ZSET_LT, is_nx = flags & ZSET_NX;
    if (rest % 2 != 0 || rest == 0) {
        reply_error_syntax(call->reply);
    } else if (is_nx && (flags & ZSET_XX)) {
        reply_error(call->reply, "ERR XX and NX options at the same time are not compatible");
    } else if ((is_gt && is_nx) || (is_lt && is_nx) || (is_gt && is_lt)) {
        reply_error(call->reply,
                    "ERR GT, LT, and/or NX options at the same time are not compatible");
    } else if ((flags & ZSET_INCR) && rest > 2) {
        reply_error(call->reply, "ERR INCR option supports a single increment-element pair");
    } else {
        return true;
    }
    return false;
}

static void add_scores(struct call *call, unsigned flags) {
    enum { ON_STACK = 32 };
    double few[ON_STACK];
    unsigned first = parse_add_options(call, &flags), rest = call->argc - first;
    if (!check_add_options(call, flags, rest)) {
        return;
    }
    unsigned count = rest / 2;
    double *scores = count <= ON_STACK ? few : memory_alloc(count * sizeof(*scores));
    bool is_good = true;
    for (unsigned i = 0; i < count && is_good; i++) {
        is_good = number_parse_double(call->argv[first + 2 * i], &scores[i]);
    }
    if (is_good) {
        zset_add(call, &(struct zset_add){flags, count, scores, call->argv + first + 1, 2});
    } else {
        reply_error_not_float(call->reply);
    }
    if (scores != few) {
        memory_free(scores);
    }
}

static void zadd(struct call *call) {
    add_scores(call, 0);
}

static void zincrby(struct call *call) {
    add_scores(call, ZSET_INCR);
}

/* ---- removing ---- */

static void tell_if_gone(struct call *call, const struct cell *cell) {
    if (!cell->entry) {
        store_notify(call, NOTIFY_GENERIC, "del", cell->key);
    }
}

static void prefetch(const struct call *call, const struct entry *entry, unsigned arg) {
    unsigned left = call->argc - arg;
    if (left > 1) {
        value_prefetch(entry, call->argv + arg,
                       left < VALUE_PREFETCH_MAX ? left : VALUE_PREFETCH_MAX, 1);
    }
}

static void zrem(struct call *call) {
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_ZSET, &cell)) {
        return;
    }
    int64_t removed = 0;
    for (unsigned i = 2; i < call->argc && cell.entry; i++) {
        if ((i - 2) % VALUE_PREFETCH_MAX == 0) {
            prefetch(call, cell.entry, i);
        }
        removed += collection_zset_remove(call, &cell, call->argv[i]);
    }
    if (removed > 0) {
        store_notify(call, NOTIFY_ZSET, "zrem", &call->key);
        tell_if_gone(call, &cell);
    }
    reply_integer(call->reply, removed);
}

/* ---- looking up ---- */

static bool find(struct call *call, struct entry **entry) {
    return collection_find(call, &call->key, VALUE_ZSET, entry);
}

static void zcard(struct call *call) {
    struct entry *entry;
    if (find(call, &entry)) {
        reply_integer(call->reply, (int64_t)zset_count(entry));
    }
}

static void reply_score(struct call *call, const struct entry *entry, struct bytes member) {
    double score;
    if (zset_score(entry, member, &score)) {
        reply_double(call->reply, score);
    } else {
        reply_nil(call->reply);
    }
}

static void zscore(struct call *call) {
    struct entry *entry;
    if (find(call, &entry)) {
        reply_score(call, entry, call->argv[2]);
    }
}

static void zmscore(struct call *call) {
    struct entry *entry;
    if (!find(call, &entry)) {
        return;
    }
    reply_array(call->reply, call->argc - 2);
    for (unsigned i = 2; i < call->argc; i++) {
        if ((i - 2) % VALUE_PREFETCH_MAX == 0) {
            prefetch(call, entry, i);
        }
        reply_score(call, entry, call->argv[i]);
    }
}

static void reply_rank(struct call *call, bool from_end) {
    bool with_score = call->argc == 4;
    struct entry *entry;
    uint64_t rank;
    double score;
    if (call->argc > 4) {
        reply_error(call->reply, "ERR wrong number of arguments for '%s' command",
                    call->command->name);
    } else if (with_score && !arg_is(call, 3, "withscore")) {
        reply_error_syntax(call->reply);
    } else if (!find(call, &entry)) {
        return;
    } else if (zset_rank(entry, call->argv[2], &rank, &score)) {
        rank = from_end ? zset_count(entry) - 1 - rank : rank;
        if (with_score) {
            reply_array(call->reply, 2);
        }
        reply_integer(call->reply, (int64_t)rank);
        if (with_score) {
            reply_double(call->reply, score);
        }
    } else if (with_score) {
        reply_nil_array(call->reply);
    } else {
        reply_nil(call->reply);
    }
}

static void zrank(struct call *call) {
    reply_rank(call, false);
}

static void zrevrank(struct call *call) {
    reply_rank(call, true);
}

/* ---- taking from an end ---- */

/* Replies with the members at an end, which are then taken. */
static void pop_here(struct call *call, struct cell *cell, enum zset_end end, uint64_t count,
                     bool in_pairs) {
    uint64_t all = zset_count(cell->entry);
    count = count < all ? count : all;
    struct zset_walk walk;
    reply_array(call->reply, in_pairs ? count : 2 * count);
    zset_walk(cell->entry, end == ZSET_MIN ? 0 : all, &walk);
    for (uint64_t i = 0; i < count; i++) {
        end == ZSET_MIN ? zset_next(&walk) : zset_prev(&walk);
        if (in_pairs) {
            reply_array(call->reply, 2);
        }
        reply_bulk(call->reply, walk.member);
        reply_double(call->reply, walk.score);
    }
    zset_pop_take(call, cell, end, count, NULL);
}

static void pop_from(struct call *call, enum zset_end end) {
    int64_t count = 1;
    if (call->argc > 3) {
        reply_error_syntax(call->reply);
        return;
    }
    bool has_count = call->argc == 3;
    if (has_count && (!number_parse_i64(call->argv[2], &count) || count < 0)) {
        reply_error(call->reply, "ERR value is out of range, must be positive");
        return;
    }
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_ZSET, &cell)) {
        return;
    }
    if (!cell.entry || count == 0) {
        reply_array(call->reply, 0);
        return;
    }
    pop_here(call, &cell, end, (uint64_t)count, has_count && call->reply->version >= 3);
}

static void zpopmin(struct call *call) {
    pop_from(call, ZSET_MIN);
}

static void zpopmax(struct call *call) {
    pop_from(call, ZSET_MAX);
}

static void mpop_here(struct call *call, const struct zset_pop *pop) {
    for (unsigned i = 0; i < pop->key_count; i++) {
        struct key key = key_of(call->argv[pop->first_key + i]);
        struct cell cell;
        if (!collection_open(call, &key, VALUE_ZSET, &cell)) {
            return;
        }
        if (cell.entry) {
            reply_array(call->reply, 2);
            reply_bulk(call->reply, key.name);
            pop_here(call, &cell, pop->end, pop->count, true);
            return;
        }
    }
    reply_nil_array(call->reply);
}

/* ZMPOP over shards: what is at each key, then the taking from the first that has some. */
struct mpop {
    struct zset_pop pop;
    enum { NOTHING, SORTED_SET, OTHER_TYPE } * found; /* one place a key */
    unsigned chosen;                                  /* key number */
    struct buffer popped;
};

static void mpop_look(struct tx_part *part) {
    struct mpop *mpop = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        const struct entry *entry = store_peek(tx_part_call(part, i), &tx_part_key(part, i)->key);
        unsigned number = tx_part_key_number(part, i);
        if (entry) {
            mpop->found[number] = entry_type(entry) == VALUE_ZSET ? SORTED_SET : OTHER_TYPE;
        }
    }
}

static void mpop_take(struct tx_part *part) {
    struct mpop *mpop = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        struct cell cell;
        if (tx_part_key_number(part, i) == mpop->chosen &&
            collection_open(tx_part_call(part, i), &tx_part_key(part, i)->key, VALUE_ZSET, &cell) &&
            cell.entry) {
            zset_pop_take(tx_part_call(part, i), &cell, mpop->pop.end, mpop->pop.count,
                          &mpop->popped);
        }
    }
}

/* What was there may have expired when it is to be taken: then there is nothing. */
static void mpop_over_shards(struct call *call, struct mpop *mpop) {
    struct tx tx;
    tx_begin(&tx, call);
    tx_hop(&tx, mpop_look, mpop, TX_KEEP);
    while (mpop->chosen < mpop->pop.key_count && mpop->found[mpop->chosen] == NOTHING) {
        mpop->chosen++;
    }
    bool is_there = mpop->chosen < mpop->pop.key_count;
    bool is_wrong = is_there && mpop->found[mpop->chosen] == OTHER_TYPE;
    if (is_there && !is_wrong) {
        tx_hop(&tx, mpop_take, mpop, TX_CONCLUDE);
    }
    tx_end(&tx);
    if (is_wrong) {
        reply_error_wrong_type(call->reply);
    } else if (mpop->popped.len > 0) {
        zset_pop_reply_key_and_pairs(call->reply, call->argv[mpop->pop.first_key + mpop->chosen],
                                     buffer_view(&mpop->popped));
    } else {
        reply_nil_array(call->reply);
    }
}

static void zmpop(struct call *call) {
    struct mpop mpop = {0};
    if (!zset_pop_parse(call, 1, &mpop.pop)) {
        return;
    }
    if (call->shard) {
        mpop_here(call, &mpop.pop);
        return;
    }
    mpop.found = memory_alloc_zeroed(mpop.pop.key_count * sizeof(*mpop.found));
    mpop_over_shards(call, &mpop);
    memory_free(mpop.found);
    buffer_clear(&mpop.popped);
}

/* ---- random members ---- */

/* Redis takes any negative count, and fills the memory. */
enum { REPEATED_MAX = 1 << 24, WALK_MAX = 1024 };

struct drawing {
    struct call *call;
    const struct entry *zset;
    uint64_t count;
    bool with_scores;
};

static uint64_t random_below(const struct drawing *drawing, uint64_t limit) {
    return loop_random(drawing->call->shard->core->loop) % limit;
}

static void reply_drawn(const struct drawing *drawing, const struct zset_walk *drawn) {
    zset_reply_member(drawing->call->reply, drawn->member, drawn->score, drawing->with_scores);
}

static void draw_repeated(const struct drawing *drawing) {
    struct zset_walk drawn;
    for (uint64_t i = 0; i < drawing->count; i++) {
        zset_random(drawing->zset, loop_random(drawing->call->shard->core->loop), &drawn);
        reply_drawn(drawing, &drawn);
    }
}

/* Walks over all and takes each with the chance that is left (Knuth, TAOCP 3.4.2, algorithm S). Redis, too, begins at
 * the end when all are wanted. */
static void draw_by_walk(const struct drawing *drawing) {
    struct zset_walk walk;
    uint64_t wanted = drawing->count, left = zset_count(drawing->zset);
    zset_walk(drawing->zset, left, &walk);
    for (; wanted > 0 && zset_prev(&walk); left--) {
        if (wanted == left || random_below(drawing, left) < wanted) {
            reply_drawn(drawing, &walk);
            wanted--;
        }
    }
}

/* False if the rank was there. size is a power of two, more than half of the places are free. */
static bool remember(uint64_t *ranks, uint64_t size, uint64_t rank) {
    uint64_t at = (rank * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (size - 1);
    while (ranks[at] != 0 && ranks[at] != rank + 1) {
        at = (at + 1) & (size - 1);
    }
    bool is_new = ranks[at] == 0;
    ranks[at] = rank + 1;
    return is_new;
}

/* Different ranks, every choice of them with the same chance (Floyd's algorithm, Communications of the ACM 30, 9). */
static void draw_ranks(const struct drawing *drawing) {
    uint64_t total = zset_count(drawing->zset), size = 4;
    while (size < 2 * drawing->count) {
        size *= 2;
    }
    uint64_t *ranks = memory_alloc_zeroed(size * sizeof(*ranks));
    for (uint64_t last = total - drawing->count; last < total; last++) {
        struct zset_walk drawn;
        uint64_t rank = random_below(drawing, last + 1);
        if (!remember(ranks, size, rank)) {
            rank = last;
            remember(ranks, size, rank);
        }
        zset_walk(drawing->zset, rank, &drawn);
        zset_next(&drawn);
        reply_drawn(drawing, &drawn);
    }
    memory_free(ranks);
}

static void draw(struct drawing *drawing, int64_t wanted) {
    uint64_t total = zset_count(drawing->zset);
    bool is_unique = wanted > 0;
    drawing->count = wanted < 0 ? -(uint64_t)wanted : (uint64_t)wanted;
    if (is_unique && drawing->count > total) {
        drawing->count = total;
    }
    if (total == 0) {
        drawing->count = 0;
    }
    if (!is_unique && drawing->count > REPEATED_MAX) {
        reply_error(drawing->call->reply, "ERR value is out of range");
        return;
    }
    zset_reply_begin(drawing->call->reply, drawing->count, drawing->with_scores);
    if (!is_unique) {
        draw_repeated(drawing);
    } else if (total <= WALK_MAX || drawing->count > total / 3) {
        draw_by_walk(drawing);
    } else {
        draw_ranks(drawing);
    }
}

static void zrandmember(struct call *call) {
    struct drawing drawing = {.call = call};
    int64_t wanted = 1;
    struct entry *entry;
    bool has_count = call->argc > 2;
    if ((has_count && !element_draws_parse(call, "withscores", &wanted, &drawing.with_scores)) ||
        !find(call, &entry)) {
        return;
    }
    drawing.zset = entry;
    if (has_count) {
        draw(&drawing, wanted);
    } else if (entry) {
        struct zset_walk drawn;
        zset_random(entry, loop_random(call->shard->core->loop), &drawn);
        reply_bulk(call->reply, drawn.member);
    } else {
        reply_nil(call->reply);
    }
}

/* ---- scanning ---- */

struct scanning {
    struct element_scan scan;
    bool is_small; /* "listpack" */
};

/* Redis writes the scores of a small set as they lie there: integers of up to 62 bits by their digits. */
static size_t format_scanned_score(char *text, double score, bool is_small) {
    const double max = 4611686018427387904.0; /* 2^62 */
    if (is_small && score >= -max && score <= max && (double)(int64_t)score == score) {
        return number_format_i64(text, (int64_t)score);
    }
    return number_format_double(text, score);
}

static void scan_member(void *arg, struct bytes member, double score) {
    struct scanning *scanning = arg;
    char text[DOUBLE_TEXT_MAX];
    if (element_scan_matches(&scanning->scan, member)) {
        size_t len = format_scanned_score(text, score, scanning->is_small);
        element_scan_emit(&scanning->scan, member);
        element_scan_emit(&scanning->scan, bytes_of(text, len));
    }
}

static void zscan(struct call *call) {
    struct scanning scanning = {0};
    struct element_scan *scan = &scanning.scan;
    struct entry *entry;
    if (!element_scan_cursor(call, scan) || !find(call, &entry)) {
        return;
    }
    if (!entry) {
        element_scan_reply_nothing(call);
        return;
    }
    if (element_scan_options(call, scan)) {
        scanning.is_small = entry_encoding(entry)[0] == 'l';
        uint64_t next = zset_scan(entry, scan->cursor, scan->count, scan_member, &scanning);
        element_scan_reply(scan, call, next);
    }
}

#define READS KEY_AT(1, KEY_RO | KEY_ACCESS)
#define POPS (KEY_RW | KEY_ACCESS | KEY_DELETE)

const struct command zsets_commands[] = {
    {"ZADD", "key [NX | XX] [GT | LT] [CH] [INCR] score member [score member ...]", zadd,
     WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_UPDATE), "1.2.0",
     "O(log(N)) for each member, where N is the size of the sorted set",
     "Gives members of a sorted set their scores; the set is made if missing.", GROUP_SORTED_SET,
     "2.4.0: Accepts multiple elements.|3.0.2: Added the `XX`, `NX`, `CH` and `INCR` options.|"
     "6.2.0: Added the `GT` and `LT` options."},
    {"ZINCRBY", "key increment member", zincrby, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE), "1.2.0",
     "O(log(N)) where N is the size of the sorted set",
     "Adds to the score of a member, 0 if missing.", GROUP_SORTED_SET, NULL},
    {"ZREM", "key member [member ...]", zrem, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_DELETE), "1.2.0",
     "O(M*log(N)) where N is the size of the sorted set and M the number of members",
     "Removes members from a sorted set.", GROUP_SORTED_SET, "2.4.0: Accepts multiple elements."},
    {"ZCARD", "key", zcard, READONLY | FAST, KEY_AT(1, KEY_RO), "1.2.0", "O(1)",
     "Says how many members a sorted set has.", GROUP_SORTED_SET, NULL},
    {"ZSCORE", "key member", zscore, READONLY | FAST, READS, "1.2.0", "O(1)",
     "Returns the score of a member.", GROUP_SORTED_SET, NULL},
    {"ZMSCORE", "key member [member ...]", zmscore, READONLY | FAST, READS, "6.2.0",
     "O(N) where N is the number of members asked for", "Returns the scores of members.",
     GROUP_SORTED_SET, NULL},
    {"ZRANK", "key member [WITHSCORE]", zrank, READONLY | FAST, READS, "2.0.0", "O(log(N))",
     "Returns the place of a member in the order of a sorted set.", GROUP_SORTED_SET,
     "7.2.0: Added the optional `WITHSCORE` argument."},
    {"ZREVRANK", "key member [WITHSCORE]", zrevrank, READONLY | FAST, READS, "2.0.0", "O(log(N))",
     "Returns the place of a member, counted from the end of a sorted set.", GROUP_SORTED_SET,
     "7.2.0: Added the optional `WITHSCORE` argument."},
    {"ZPOPMIN", "key [count]", zpopmin, WRITE | FAST, KEY_AT(1, POPS), "5.0.0",
     "O(log(N)*M) where N is the size of the sorted set and M the number of members taken",
     "Takes the members with the smallest scores.", GROUP_SORTED_SET, NULL,
     .changes = changes_of_pop},
    {"ZPOPMAX", "key [count]", zpopmax, WRITE | FAST, KEY_AT(1, POPS), "5.0.0",
     "O(log(N)*M) where N is the size of the sorted set and M the number of members taken",
     "Takes the members with the greatest scores.", GROUP_SORTED_SET, NULL,
     .changes = changes_of_pop},
    {"ZMPOP",
     "numkeys key [key ...] <MIN | MAX> [COUNT count]",
     zmpop,
     WRITE | MOVABLE_KEYS | MULTI_KEY,
     {{0, 0, 0, 1, POPS}},
     "7.0.0",
     "O(K) + O(M*log(N)) where K is the number of keys, N the size of the sorted set and M the "
     "number of members taken",
     "Takes members from the first of the sorted sets that has some.",
     GROUP_SORTED_SET,
     NULL,
     .changes = changes_of_count},
    {"ZRANDMEMBER", "key [count [WITHSCORES]]", zrandmember, READONLY, READS, "6.2.0",
     "O(N) where N is the number of members returned",
     "Returns one or more random members of a sorted set.", GROUP_SORTED_SET, NULL,
     .tips = "nondeterministic_output"},
    {"ZSCAN", "key cursor [MATCH pattern] [COUNT count]", zscan, READONLY, READS, "2.8.0",
     "O(1) for every call, O(N) for a whole walk through N members",
     "Walks through the members of a sorted set and their scores.", GROUP_SORTED_SET, NULL,
     .tips = "nondeterministic_output"},
    {0},
};
