/* tests/unit/engine/locks_test.c - the lock table, checked against the plain meaning of its rules. */
#include "engine/locks.h"

#include "check.h"
#include "base/memory.h"

static struct lock_claim *ready_log[64];
static unsigned ready_count;

static void note_ready(struct lock_claim *claim) {
    if (ready_count < 64) {
        ready_log[ready_count] = claim;
    }
    ready_count++;
}

static bool enter(struct lock_table *table, struct lock_claim *claim, uint64_t id, uint64_t key,
                  enum lock_mode mode) {
    bool is_write = mode == LOCK_EXCLUSIVE;
    lock_claim_init(claim, id, 1, is_write ? LOCK_INTENT_EXCLUSIVE : LOCK_INTENT_SHARED);
    claim->on_ready = note_ready;
    bool is_in_order = lock_claim_enter_whole(table, claim);
    is_in_order &= lock_claim_enter(table, claim, key, mode);
    return is_in_order;
}

static void leave(struct lock_table *table, struct lock_claim *claim) {
    lock_claim_release(table, claim);
    lock_claim_clear(claim);
    locks_serve(table);
}

TEST(a_table_without_claims_is_quiet) {
    struct lock_table *table = lock_table_create();
    struct lock_claim claim;
    CHECK(locks_are_quiet(table));
    enter(table, &claim, 1, 5, LOCK_SHARED);
    CHECK(!locks_are_quiet(table));
    leave(table, &claim);
    CHECK(locks_are_quiet(table));
    lock_table_destroy(table);
}

TEST(readers_share_a_key_and_a_writer_waits_for_all_of_them) {
    struct lock_table *table = lock_table_create();
    struct lock_claim readers[2], writer;
    enter(table, &readers[0], 1, 5, LOCK_SHARED);
    enter(table, &readers[1], 2, 5, LOCK_SHARED);
    CHECK(lock_claim_is_ready(&readers[1]));
    CHECK(enter(table, &writer, 3, 5, LOCK_EXCLUSIVE));
    CHECK(!lock_claim_is_ready(&writer));
    ready_count = 0;
    leave(table, &readers[0]);
    CHECK_EQ(ready_count, 0);
    leave(table, &readers[1]);
    CHECK_EQ(ready_count, 1);
    CHECK(ready_log[0] == &writer);
    leave(table, &writer);
    lock_table_destroy(table);
}

TEST(a_reader_does_not_overtake_a_waiting_writer) {
    struct lock_table *table = lock_table_create();
    struct lock_claim first, writer, second;
    enter(table, &first, 1, 5, LOCK_SHARED);
    enter(table, &writer, 2, 5, LOCK_EXCLUSIVE);
    enter(table, &second, 3, 5, LOCK_SHARED);
    CHECK(!lock_claim_is_ready(&second));
    CHECK(!locks_are_free(table, 5, LOCK_SHARED));
    CHECK(locks_are_free(table, 6, LOCK_EXCLUSIVE));
    leave(table, &first);
    CHECK(lock_claim_is_ready(&writer));
    CHECK(!lock_claim_is_ready(&second));
    leave(table, &writer);
    CHECK(lock_claim_is_ready(&second));
    leave(table, &second);
    lock_table_destroy(table);
}

TEST(a_claim_behind_a_conflicting_higher_number_is_refused) {
    struct lock_table *table = lock_table_create();
    struct lock_claim high, low, other;
    CHECK(enter(table, &high, 9, 5, LOCK_EXCLUSIVE));
    CHECK(!enter(table, &low, 4, 5, LOCK_EXCLUSIVE));
    leave(table, &low);
    CHECK(enter(table, &other, 4, 6, LOCK_EXCLUSIVE)); /* disjoint: any order will do */
    CHECK(lock_claim_is_ready(&other));
    leave(table, &other);
    leave(table, &high);
    lock_table_destroy(table);
}

TEST(the_whole_shard_excludes_keys_and_keys_exclude_the_whole_shard) {
    struct lock_table *table = lock_table_create();
    struct lock_claim key, whole, later;
    enter(table, &key, 1, 5, LOCK_EXCLUSIVE);
    lock_claim_init(&whole, 2, 0, LOCK_EXCLUSIVE);
    whole.on_ready = note_ready;
    lock_claim_enter_whole(table, &whole);
    CHECK(!lock_claim_is_ready(&whole));
    enter(table, &later, 3, 77, LOCK_SHARED);
    CHECK(!lock_claim_is_ready(&later));
    leave(table, &key);
    CHECK(lock_claim_is_ready(&whole));
    CHECK(!lock_claim_is_ready(&later));
    leave(table, &whole);
    CHECK(lock_claim_is_ready(&later));
    leave(table, &later);
    lock_table_destroy(table);
}

TEST(the_same_key_twice_is_one_wish) {
    struct lock_table *table = lock_table_create();
    struct lock_claim claim;
    lock_claim_init(&claim, 1, 2, LOCK_INTENT_EXCLUSIVE);
    lock_claim_enter_whole(table, &claim);
    CHECK(lock_claim_enter(table, &claim, 5, LOCK_EXCLUSIVE));
    CHECK(lock_claim_enter(table, &claim, 5, LOCK_SHARED));
    CHECK_EQ(claim.request_count, 2);
    leave(table, &claim);
    lock_table_destroy(table);
}

/* The one that waits has the other of its keys already, and others still pass it by, in any order of numbers. */
TEST(who_waits_for_one_key_delays_nobody_who_wants_others) {
    struct lock_table *table = lock_table_create();
    struct lock_claim holder, waiter, later, reader, follower;
    enter(table, &holder, 5, 1, LOCK_EXCLUSIVE);
    lock_claim_init(&waiter, 6, 2, LOCK_INTENT_EXCLUSIVE);
    waiter.on_ready = note_ready;
    CHECK(lock_claim_enter_whole(table, &waiter));
    CHECK(lock_claim_enter(table, &waiter, 1, LOCK_EXCLUSIVE));
    CHECK(lock_claim_enter(table, &waiter, 2, LOCK_EXCLUSIVE));
    CHECK(!lock_claim_is_ready(&waiter));
    CHECK(enter(table, &later, 7, 3, LOCK_EXCLUSIVE));
    CHECK(lock_claim_is_ready(&later));
    CHECK(enter(table, &reader, 4, 9, LOCK_SHARED)); /* a lower number than those that are queued */
    CHECK(lock_claim_is_ready(&reader));
    CHECK(locks_are_free(table, 8, LOCK_EXCLUSIVE));
    CHECK(enter(table, &follower, 8, 2, LOCK_SHARED));
    CHECK(!lock_claim_is_ready(&follower)); /* but not whoever wants one of its keys */
    CHECK_EQ(lock_table_stats(table).waits, 2);
    CHECK_EQ(lock_table_stats(table).queued, 5);
    leave(table, &reader);
    leave(table, &later);
    CHECK(!lock_claim_is_ready(&waiter));
    leave(table, &holder);
    CHECK(lock_claim_is_ready(&waiter));
    leave(table, &waiter);
    CHECK(lock_claim_is_ready(&follower));
    leave(table, &follower);
    CHECK_EQ(lock_table_stats(table).queued, 0);
    lock_table_destroy(table);
}

/* ---- random histories: several shards, transactions over some of them ---- */

enum { SHARDS = 3, KEYS = 6, TXS = 12, KEYS_EACH = 3 };

struct test_part {
    struct lock_claim claim;
    uint64_t keys[KEYS_EACH];
    bool exclusive[KEYS_EACH];
    unsigned count;
    bool is_in;
};

struct test_tx {
    struct test_part parts[SHARDS];
    bool is_live;
};

static bool enter_part(struct lock_table *table, struct test_part *part, uint64_t id) {
    lock_claim_init(&part->claim, id, KEYS_EACH, LOCK_INTENT_EXCLUSIVE);
    part->claim.on_ready = note_ready;
    bool is_in_order = lock_claim_enter_whole(table, &part->claim);
    for (int exclusive = 1; exclusive >= 0; exclusive--) {
        for (unsigned i = 0; i < part->count && is_in_order; i++) {
            if (part->exclusive[i] == (bool)exclusive) {
                is_in_order = lock_claim_enter(table, &part->claim, part->keys[i],
                                               exclusive ? LOCK_EXCLUSIVE : LOCK_SHARED);
            }
        }
    }
    part->is_in = true;
    return is_in_order;
}

static void leave_tx(struct lock_table **tables, struct test_tx *tx) {
    for (unsigned s = 0; s < SHARDS; s++) {
        if (tx->parts[s].is_in) {
            leave(tables[s], &tx->parts[s].claim);
            tx->parts[s].is_in = false;
        }
    }
    tx->is_live = false;
}

/* Enters on all shards; a refusal takes everything back and tries again with a new number. */
static void start_tx(struct lock_table **tables, struct test_tx *tx, uint64_t *next_id) {
    *tx = (struct test_tx){.is_live = true};
    for (unsigned s = 0; s < SHARDS; s++) {
        tx->parts[s].count = (unsigned)check_random_below(KEYS_EACH + 1);
        for (unsigned i = 0; i < tx->parts[s].count; i++) {
            tx->parts[s].keys[i] = check_random_below(KEYS);
            tx->parts[s].exclusive[i] = check_random_below(2);
        }
    }
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        uint64_t id = ++*next_id;
        /* Numbers are handed out before they arrive: now and then an older one comes late. */
        id = attempt == 0 && id > 3 && check_random_below(3) == 0 ? id - 3 : id;
        bool is_refused = false;
        for (unsigned s = 0; s < SHARDS && !is_refused; s++) {
            is_refused = !enter_part(tables[s], &tx->parts[s], id);
        }
        if (!is_refused) {
            return;
        }
        leave_tx(tables, tx);
        tx->is_live = true;
    }
    CHECK(false); /* a fresh number is always admitted */
}

static bool is_granted_everywhere(const struct test_tx *tx) {
    for (unsigned s = 0; s < SHARDS; s++) {
        if (tx->parts[s].is_in && !lock_claim_is_ready(&tx->parts[s].claim)) {
            return false;
        }
    }
    return true;
}

static void check_no_conflict(const struct test_tx *txs, unsigned shard) {
    for (unsigned a = 0; a < TXS; a++) {
        for (unsigned b = a + 1; b < TXS; b++) {
            const struct test_part *x = &txs[a].parts[shard], *y = &txs[b].parts[shard];
            bool both = txs[a].is_live && txs[b].is_live && x->is_in && y->is_in &&
                        lock_claim_is_ready(&x->claim) && lock_claim_is_ready(&y->claim);
            for (unsigned i = 0; both && i < x->count; i++) {
                for (unsigned j = 0; j < y->count; j++) {
                    CHECK(x->keys[i] != y->keys[j] || (!x->exclusive[i] && !y->exclusive[j]));
                }
            }
        }
    }
}

TEST(random_transactions_never_conflict_and_never_deadlock) {
    struct lock_table *tables[SHARDS];
    struct test_tx *txs = memory_alloc_zeroed(TXS * sizeof(*txs));
    uint64_t next_id = 0;
    for (unsigned s = 0; s < SHARDS; s++) {
        tables[s] = lock_table_create();
    }
    for (unsigned step = 0; step < 20000; step++) {
        struct test_tx *tx = &txs[check_random_below(TXS)];
        if (!tx->is_live) {
            start_tx(tables, tx, &next_id);
        } else if (is_granted_everywhere(tx)) {
            leave_tx(tables, tx);
        }
        check_no_conflict(txs, (unsigned)check_random_below(SHARDS));
        bool can_someone = false;
        bool is_anyone = false;
        for (unsigned i = 0; i < TXS; i++) {
            is_anyone |= txs[i].is_live;
            can_someone |= txs[i].is_live && is_granted_everywhere(&txs[i]);
        }
        REQUIRE(can_someone || !is_anyone); /* else all wait for each other */
    }
    for (unsigned round = 0; round < TXS; round++) {
        for (unsigned i = 0; i < TXS; i++) {
            if (txs[i].is_live && is_granted_everywhere(&txs[i])) {
                leave_tx(tables, &txs[i]);
            }
        }
    }
    for (unsigned s = 0; s < SHARDS; s++) {
        CHECK(locks_are_quiet(tables[s]));
        lock_table_destroy(tables[s]);
    }
    memory_free(txs);
}
