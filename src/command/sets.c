/* command/sets.c - one set: adding, removing, asking, counting, and members taken by chance; and SMOVE,
 * which has two.
 *
 * Members by chance. SPOP draws one after the other from what is left, so its effects are SREMs of what it
 * drew, or the delete of the key. SRANDMEMBER with a positive count draws with repetition and drops what it
 * has seen, unless it wants more than a third of the set, or the set is small: then it goes through the set
 * once and takes each member with the chance that still leaves enough (Knuth 3.4.2, algorithm S). */
#include "command/changes.h"
#include "command/element_scan.h"
#include "command/families.h"
#include "data/value.h"
#include "engine/collection.h"
#include "engine/core.h"
#include "engine/tx.h"

/* Redis answers any negative count, until its memory is full. */
enum { REPEATS_MAX = 1 << 24 };

/* ---- one set ---- */

/* Fetches what members first, first + 1, … of the arguments will touch; called before each of them. */
static void prefetch_at(const struct call *call, const struct entry *set, unsigned i,
                        unsigned first) {
    if ((i - first) % VALUE_PREFETCH_MAX == 0) {
        unsigned left = call->argc - i;
        value_prefetch(set, &call->argv[i], left < VALUE_PREFETCH_MAX ? left : VALUE_PREFETCH_MAX,
                       1);
    }
}

static void sadd(struct call *call) {
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_SET, &cell)) {
        return;
    }
    int64_t added = 0;
    for (unsigned i = 2; i < call->argc; i++) {
        prefetch_at(call, cell.entry, i, 2);
        added += collection_set_add(call, &cell, call->argv[i]);
    }
    if (added > 0) {
        store_notify(call, NOTIFY_SET, "sadd", &call->key);
    }
    reply_integer(call->reply, added);
}

/* The events after members of the cell's set have gone. */
static void notify_taken(const struct call *call, const struct cell *cell, const char *event) {
    store_notify(call, NOTIFY_SET, event, cell->key);
    if (!cell->entry) {
        store_notify(call, NOTIFY_GENERIC, "del", cell->key);
    }
}

static void srem(struct call *call) {
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_SET, &cell)) {
        return;
    }
    int64_t removed = 0;
    for (unsigned i = 2; i < call->argc && cell.entry; i++) {
        prefetch_at(call, cell.entry, i, 2);
        removed += collection_set_remove(call, &cell, call->argv[i]);
    }
    if (removed > 0) {
        notify_taken(call, &cell, "srem");
    }
    reply_integer(call->reply, removed);
}

static void sismember(struct call *call) {
    struct entry *set;
    if (collection_find(call, &call->key, VALUE_SET, &set)) {
        reply_integer(call->reply, set_has(set, call->argv[2]));
    }
}

static void smismember(struct call *call) {
    struct entry *set;
    if (!collection_find(call, &call->key, VALUE_SET, &set)) {
        return;
    }
    reply_array(call->reply, call->argc - 2);
    for (unsigned i = 2; i < call->argc; i++) {
        prefetch_at(call, set, i, 2);
        reply_integer(call->reply, set_has(set, call->argv[i]));
    }
}

static void scard(struct call *call) {
    struct entry *set;
    if (collection_find(call, &call->key, VALUE_SET, &set)) {
        reply_integer(call->reply, (int64_t)set_count(set));
    }
}

static void reply_members(struct call *call, const struct entry *set) {
    struct set_walk walk = set_walk(set);
    for (struct bytes member; set_next(&walk, &member);) {
        reply_bulk(call->reply, member);
    }
}

static void smembers(struct call *call) {
    struct entry *set;
    if (collection_find(call, &call->key, VALUE_SET, &set)) {
        reply_set(call->reply, set_count(set));
        reply_members(call, set);
    }
}

/* ---- members by chance ---- */

static uint64_t random_of(const struct call *call) {
    return loop_random(call->shard->core->loop);
}

static void spop_one(struct call *call) {
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_SET, &cell)) {
        return;
    }
    if (!cell.entry) {
        reply_nil(call->reply);
        return;
    }
    char scratch[NUMBER_TEXT_MAX];
    struct bytes member = set_random(cell.entry, random_of(call), scratch);
    reply_bulk(call->reply, member);
    collection_set_remove(call, &cell, member);
    notify_taken(call, &cell, "spop");
}

static void pop_all(struct call *call, struct cell *cell) {
    reply_set(call->reply, set_count(cell->entry));
    reply_members(call, cell->entry);
    store_delete(call, &call->key, cell->entry);
    cell->entry = NULL;
}

static void pop_some(struct call *call, struct cell *cell, uint64_t count) {
    reply_set(call->reply, count);
    for (uint64_t i = 0; i < count; i++) {
        char scratch[NUMBER_TEXT_MAX];
        struct bytes member = set_random(cell->entry, random_of(call), scratch);
        reply_bulk(call->reply, member);
        collection_set_remove(call, cell, member);
    }
}

static void spop(struct call *call) {
    if (call->argc == 2) {
        spop_one(call);
        return;
    }
    if (call->argc > 3) {
        reply_error_syntax(call->reply);
        return;
    }
    int64_t count;
    if (!number_parse_i64(call->argv[2], &count) || count < 0) {
        reply_error(call->reply, "ERR value is out of range, must be positive");
        return;
    }
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_SET, &cell)) {
        return;
    }
    if (!cell.entry || count == 0) {
        reply_set(call->reply, 0);
        return;
    }
    if ((uint64_t)count >= set_count(cell.entry)) {
        pop_all(call, &cell);
    } else {
        pop_some(call, &cell, (uint64_t)count);
    }
    notify_taken(call, &cell, "spop");
}

static void draw_repeatedly(struct call *call, const struct entry *set, uint64_t count) {
    reply_array(call->reply, count);
    for (uint64_t i = 0; i < count; i++) {
        char scratch[NUMBER_TEXT_MAX];
        reply_bulk(call->reply, set_random(set, random_of(call), scratch));
    }
}

/* Knuth's algorithm S. */
static void sample(struct call *call, const struct entry *set, uint64_t count) {
    uint64_t left = set_count(set);
    struct set_walk walk = set_walk(set);
    for (struct bytes member; count > 0 && set_next(&walk, &member); left--) {
        if (random_of(call) % left < count) {
            reply_bulk(call->reply, member);
            count--;
        }
    }
}

/* What was drawn already is kept in a set of its own that no key leads to. */
static void draw_different(struct call *call, const struct entry *set, uint64_t count) {
    struct cell drawn = cell_draft(call->shard->keyspace, call->db, &call->key, EXPIRE_NONE);
    while (count > 0) {
        char scratch[NUMBER_TEXT_MAX];
        struct bytes member = set_random(set, random_of(call), scratch);
        if (set_add(&drawn, member)) {
            reply_bulk(call->reply, member);
            count--;
        }
    }
    cell_discard(&drawn);
}

static void draw(struct call *call, const struct entry *set, uint64_t count) {
    uint64_t total = set_count(set);
    if (count >= total) {
        reply_array(call->reply, total);
        reply_members(call, set);
        return;
    }
    reply_array(call->reply, count);
    if (!value_is_large(set) || count > total / 3) {
        sample(call, set, count);
    } else {
        draw_different(call, set, count);
    }
}

static bool parse_draws(struct call *call, int64_t *count) {
    if (!arg_integer(call, 2, count)) {
        return false;
    }
    if (*count < -REPEATS_MAX) {
        int64_t least = *count == INT64_MIN ? -INT64_MAX : -REPEATS_MAX;
        reply_error(call->reply, "ERR value is out of range, value must between %lld and %lld",
                    (long long)least, (long long)INT64_MAX);
        return false;
    }
    return true;
}

static void srandmember(struct call *call) {
    int64_t count = 0;
    if (call->argc > 3) {
        reply_error_syntax(call->reply);
        return;
    }
    if (call->argc == 3 && !parse_draws(call, &count)) {
        return;
    }
    struct entry *set;
    if (!collection_find(call, &call->key, VALUE_SET, &set)) {
        return;
    }
    if (call->argc == 2 && set) {
        char scratch[NUMBER_TEXT_MAX];
        reply_bulk(call->reply, set_random(set, random_of(call), scratch));
    } else if (call->argc == 2) {
        reply_nil(call->reply);
    } else if (!set) {
        reply_array(call->reply, 0);
    } else if (count < 0) {
        draw_repeatedly(call, set, (uint64_t)-count);
    } else {
        draw(call, set, (uint64_t)count);
    }
}

/* ---- SSCAN ---- */

static void emit_if_match(void *arg, struct bytes member) {
    struct element_scan *scan = arg;
    if (element_scan_matches(scan, member)) {
        element_scan_emit(scan, member);
    }
}

static void sscan(struct call *call) {
    struct element_scan scan = {0};
    struct entry *set;
    if (!element_scan_cursor(call, &scan) || !collection_find(call, &call->key, VALUE_SET, &set)) {
        return;
    }
    if (!set) {
        element_scan_reply_nothing(call);
    } else if (element_scan_options(call, &scan)) {
        uint64_t next = set_scan(set, scan.cursor, scan.count, emit_if_match, &scan);
        element_scan_reply(&scan, call, next);
    }
}

/* ---- SMOVE ---- */

/* What is known of both sets before anything changes; each shard writes what its key says. */
struct smove {
    struct bytes member;
    bool source_exists, source_is_wrong, target_is_wrong;
    bool is_member; /* of the source */
};

static bool is_wrong_type(const struct entry *entry) {
    return entry && entry_type(entry) != VALUE_SET;
}

static void look_at_source(struct smove *smove, struct call *call, const struct key *key) {
    const struct entry *entry = store_find(call, key);
    smove->source_exists = entry != NULL;
    smove->source_is_wrong = is_wrong_type(entry);
    smove->is_member = entry && !smove->source_is_wrong && set_has(entry, smove->member);
}

static void look_at_target(struct smove *smove, struct call *call, const struct key *key) {
    smove->target_is_wrong = is_wrong_type(store_find(call, key));
}

static struct cell cell_here(struct call *call, const struct key *key) {
    return cell_of(call->shard->keyspace, call->db, key, store_peek(call, key));
}

static void take_from_source(const struct smove *smove, struct call *call, const struct key *key) {
    struct cell cell = cell_here(call, key);
    if (cell.entry && collection_set_remove(call, &cell, smove->member)) {
        notify_taken(call, &cell, "srem");
    }
}

static void give_to_target(const struct smove *smove, struct call *call, const struct key *key) {
    struct cell cell = cell_here(call, key);
    if (collection_set_add(call, &cell, smove->member)) {
        store_notify(call, NOTIFY_SET, "sadd", key);
    }
}

static void smove_look_part(struct tx_part *part) {
    for (unsigned i = 0; i < part->key_count; i++) {
        bool is_source = tx_part_key_number(part, i) == 0;
        (is_source ? look_at_source : look_at_target)(part->tx->arg, tx_part_call(part, i),
                                                      &tx_part_key(part, i)->key);
    }
}

static void smove_move_part(struct tx_part *part) {
    for (unsigned i = 0; i < part->key_count; i++) {
        bool is_source = tx_part_key_number(part, i) == 0;
        (is_source ? take_from_source : give_to_target)(part->tx->arg, tx_part_call(part, i),
                                                        &tx_part_key(part, i)->key);
    }
}

/* False if the answer is known without a move, and has been written: a source that is not there comes first,
 * whatever the target is. */
static bool has_to_move(struct call *call, const struct smove *smove) {
    if (smove->source_exists && (smove->source_is_wrong || smove->target_is_wrong)) {
        reply_error_wrong_type(call->reply);
        return false;
    }
    reply_integer(call->reply, smove->is_member);
    return smove->is_member && !bytes_equal(call->argv[1], call->argv[2]);
}

static void smove(struct call *call) {
    struct smove smove = {.member = call->argv[3]};
    if (call->shard) {
        struct key target = key_of(call->argv[2]);
        look_at_source(&smove, call, &call->key);
        look_at_target(&smove, call, &target);
        if (has_to_move(call, &smove)) {
            take_from_source(&smove, call, &call->key);
            give_to_target(&smove, call, &target);
        }
        return;
    }
    struct tx tx;
    tx_begin(&tx, call);
    tx_hop(&tx, smove_look_part, &smove, TX_KEEP);
    if (has_to_move(call, &smove)) {
        tx_hop(&tx, smove_move_part, &smove, TX_CONCLUDE);
    }
    tx_end(&tx);
}

const struct command sets_commands[] = {
    {"SADD", "key member [member ...]", sadd, WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_INSERT),
     "1.0.0", "O(1) for each member", "Adds members to a set, made if missing.", GROUP_SET,
     "2.4.0: Accepts multiple `member` arguments."},
    {"SCARD", "key", scard, READONLY | FAST, KEY_AT(1, KEY_RO), "1.0.0", "O(1)",
     "Says how many members a set has.", GROUP_SET, NULL},
    {"SISMEMBER", "key member", sismember, READONLY | FAST, KEY_AT(1, KEY_RO), "1.0.0", "O(1)",
     "Says whether something is a member of a set.", GROUP_SET, NULL},
    {"SMEMBERS", "key", smembers, READONLY, KEY_AT(1, KEY_RO | KEY_ACCESS), "1.0.0",
     "O(N) for a set of N members", "Returns all members of a set.", GROUP_SET, NULL,
     .tips = "nondeterministic_output_order"},
    {"SMISMEMBER", "key member [member ...]", smismember, READONLY | FAST,
     KEY_AT(1, KEY_RO | KEY_ACCESS), "6.2.0", "O(1) for each member",
     "Says of each of several things whether it is a member of a set.", GROUP_SET, NULL},
    {"SMOVE", "source destination member", smove, WRITE | FAST | MULTI_KEY,
     TWO_KEYS(KEY_RW | KEY_ACCESS | KEY_DELETE, KEY_RW | KEY_INSERT), "1.0.0", "O(1)",
     "Moves a member from one set to another.", GROUP_SET, NULL},
    {"SPOP", "key [count]", spop, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_DELETE),
     "1.0.0", "O(1) for each member", "Takes random members out of a set.", GROUP_SET,
     "3.2.0: Added the `count` argument.", .tips = "nondeterministic_output",
     .changes = changes_of_pop},
    {"SRANDMEMBER", "key [count]", srandmember, READONLY, KEY_AT(1, KEY_RO | KEY_ACCESS), "1.0.0",
     "O(1) for each member; O(N) for a set of N members if more than a third is wanted",
     "Returns random members of a set.", GROUP_SET, "2.6.0: Added the optional `count` argument.",
     .tips = "nondeterministic_output"},
    {"SREM", "key member [member ...]", srem, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_DELETE), "1.0.0",
     "O(1) for each member", "Removes members from a set.", GROUP_SET,
     "2.4.0: Accepts multiple `member` arguments."},
    {"SSCAN", "key cursor [MATCH pattern] [COUNT count]", sscan, READONLY,
     KEY_AT(1, KEY_RO | KEY_ACCESS), "2.8.0", "O(1) for every call, O(N) for a complete iteration",
     "Iterates over the members of a set.", GROUP_SET, NULL, .tips = "nondeterministic_output"},
    {0},
};
