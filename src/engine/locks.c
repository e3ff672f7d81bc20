/* engine/locks.c - the intent locks of one shard.
 *
 * The table is open hashing with chained locks made on demand and kept on a free list, so that
 * taking and releasing a lock costs no general allocation. Locks live only while somebody holds
 * or wants them: the table's size follows the transactions in flight, not the keys.
 *
 * Compatibility            S    X    IS   IX
 *   shared (S)             yes  no   yes  no
 *   exclusive (X)          no   no   no   no
 *   intent shared (IS)     yes  no   yes  yes
 *   intent exclusive (IX)  no   no   yes  yes                                              */
#include "engine/locks.h"

#include <assert.h>

#include "base/memory.h"

enum { BUCKETS = 256 };

struct lock {
    struct lock *next; /* in its bucket, or in the free list */
    uint64_t fingerprint;
    struct lock_request *first, *last;
};

struct lock_table {
    unsigned claims; /* first: locks_are_quiet reads it */
    unsigned waiting_claims;
    struct lock whole;
    struct lock *free;
    struct lock_claim *ready_first, **ready_last;
    bool is_serving;
    struct lock_stats stats;
    struct lock *buckets[BUCKETS];
};

static bool is_compatible(enum lock_mode a, enum lock_mode b) {
    static const bool table[4][4] = {
        [LOCK_SHARED] = {true, false, true, false},
        [LOCK_EXCLUSIVE] = {false, false, false, false},
        [LOCK_INTENT_SHARED] = {true, false, true, true},
        [LOCK_INTENT_EXCLUSIVE] = {false, false, true, true},
    };
    return table[a][b];
}

struct lock_table *lock_table_create(void) {
    struct lock_table *table = memory_alloc_zeroed(sizeof(*table));
    table->ready_last = &table->ready_first;
    return table;
}

void lock_table_destroy(struct lock_table *table) {
    assert(table->claims == 0);
    while (table->free) {
        struct lock *lock = table->free;
        table->free = lock->next;
        memory_free(lock);
    }
    memory_free(table);
}

static struct lock **bucket_of(struct lock_table *table, uint64_t fingerprint) {
    return &table->buckets[(fingerprint >> 20) % BUCKETS];
}

static struct lock *find_lock(const struct lock_table *table, uint64_t fingerprint) {
    struct lock *lock = table->buckets[(fingerprint >> 20) % BUCKETS];
    while (lock && lock->fingerprint != fingerprint) {
        lock = lock->next;
    }
    return lock;
}

static struct lock *obtain_lock(struct lock_table *table, uint64_t fingerprint) {
    struct lock *lock = find_lock(table, fingerprint);
    if (lock) {
        return lock;
    }
    lock = table->free;
    if (lock) {
        table->free = lock->next;
    } else {
        lock = memory_alloc(sizeof(*lock));
    }
    struct lock **bucket = bucket_of(table, fingerprint);
    *lock = (struct lock){.next = *bucket, .fingerprint = fingerprint};
    *bucket = lock;
    return lock;
}

static void give_back_lock(struct lock_table *table, struct lock *lock) {
    struct lock **link = bucket_of(table, lock->fingerprint);
    while (*link != lock) {
        link = &(*link)->next;
    }
    *link = lock->next;
    lock->next = table->free;
    table->free = lock;
}

static bool queue_admits(const struct lock *lock, enum lock_mode mode) {
    for (const struct lock_request *ahead = lock->first; ahead; ahead = ahead->next) {
        if (!is_compatible((enum lock_mode)ahead->mode, mode)) {
            return false;
        }
    }
    return true;
}

bool locks_are_free(const struct lock_table *table, uint64_t fingerprint, enum lock_mode mode) {
    enum lock_mode whole = mode == LOCK_EXCLUSIVE ? LOCK_INTENT_EXCLUSIVE : LOCK_INTENT_SHARED;
    if (!queue_admits(&table->whole, whole)) {
        return false;
    }
    const struct lock *lock = find_lock(table, fingerprint);
    return !lock || queue_admits(lock, mode);
}

void lock_claim_init(struct lock_claim *claim, uint64_t id, unsigned keys_max,
                     enum lock_mode whole_mode) {
    *claim = (struct lock_claim){.id = id};
    claim->requests = claim->few;
    if (keys_max + 1 > sizeof(claim->few) / sizeof(claim->few[0])) {
        claim->requests = memory_alloc((keys_max + 1) * sizeof(*claim->requests));
    }
    claim->requests[0] = (struct lock_request){.claim = claim, .mode = (uint8_t)whole_mode};
}

void lock_claim_clear(struct lock_claim *claim) {
    assert(claim->request_count == 0);
    if (claim->requests != claim->few) {
        memory_free(claim->requests);
    }
    claim->requests = NULL;
}

/* Puts the request at the end of the lock's queue. False if a conflicting claim with a higher
 * number stands before it (T2 of engine/tx.h). It is entered all the same: release undoes it. */
static bool enter_queue(struct lock_table *table, struct lock *lock, struct lock_request *request) {
    bool is_in_order = true;
    bool is_granted = true;
    for (struct lock_request *ahead = lock->first; ahead; ahead = ahead->next) {
        if (!is_compatible((enum lock_mode)ahead->mode, (enum lock_mode)request->mode)) {
            is_granted = false;
            is_in_order &= ahead->claim->id < request->claim->id;
        }
    }
    request->lock = lock;
    request->is_granted = is_granted;
    request->next = NULL;
    request->prev = lock->last;
    *(lock->last ? &lock->last->next : &lock->first) = request;
    lock->last = request;
    struct lock_claim *claim = request->claim;
    claim->request_count++;
    if (!is_granted && claim->waiting++ == 0) {
        table->waiting_claims++;
        table->stats.waits++;
    }
    return is_in_order;
}

bool lock_claim_enter_whole(struct lock_table *table, struct lock_claim *claim) {
    table->claims++;
    return enter_queue(table, &table->whole, &claim->requests[0]);
}

bool lock_claim_enter(struct lock_table *table, struct lock_claim *claim, uint64_t fingerprint,
                      enum lock_mode mode) {
    struct lock *lock = obtain_lock(table, fingerprint);
    if (lock->last && lock->last->claim == claim) {
        /* The same key twice: a claim enters in one go, so its request is the last one. The
         * caller enters exclusive wishes first. */
        assert(lock->last->mode == LOCK_EXCLUSIVE || mode == LOCK_SHARED);
        return true;
    }
    struct lock_request *request = &claim->requests[claim->request_count];
    *request = (struct lock_request){.claim = claim, .mode = (uint8_t)mode};
    return enter_queue(table, lock, request);
}

static void mark_ready(struct lock_table *table, struct lock_claim *claim) {
    table->waiting_claims--;
    claim->next_ready = NULL;
    *table->ready_last = claim;
    table->ready_last = &claim->next_ready;
}

/* Grants every request that is now compatible with all before it. Requests before a granted one stay
 * granted, so one pass with the set of modes seen so far is enough. */
static void grant(struct lock_table *table, struct lock *lock) {
    bool seen[4] = {false};
    for (struct lock_request *request = lock->first; request; request = request->next) {
        enum lock_mode mode = (enum lock_mode)request->mode;
        bool is_free = true;
        for (unsigned other = 0; other < 4; other++) {
            is_free &= !seen[other] || is_compatible((enum lock_mode)other, mode);
        }
        if (is_free && !request->is_granted) {
            request->is_granted = true;
            if (--request->claim->waiting == 0) {
                mark_ready(table, request->claim);
            }
        }
        seen[mode] = true;
        if (seen[LOCK_EXCLUSIVE]) {
            return;
        }
    }
}

static void leave_queue(struct lock_request *request) {
    struct lock *lock = request->lock;
    *(request->prev ? &request->prev->next : &lock->first) = request->next;
    *(request->next ? &request->next->prev : &lock->last) = request->prev;
}

void lock_claim_release(struct lock_table *table, struct lock_claim *claim) {
    if (claim->waiting > 0) { /* a refused claim gives up while it waits */
        claim->waiting = 0;
        table->waiting_claims--;
    }
    for (unsigned i = 0; i < claim->request_count; i++) {
        struct lock_request *request = &claim->requests[i];
        leave_queue(request);
        if (request->lock->first) {
            grant(table, request->lock);
        } else if (request->lock != &table->whole) {
            give_back_lock(table, request->lock);
        }
    }
    claim->request_count = 0;
    table->claims--;
}

void locks_serve(struct lock_table *table) {
    if (table->is_serving) {
        return; /* the outer call goes on with what was added */
    }
    table->is_serving = true;
    while (table->ready_first) {
        struct lock_claim *claim = table->ready_first;
        table->ready_first = claim->next_ready;
        if (!table->ready_first) {
            table->ready_last = &table->ready_first;
        }
        claim->on_ready(claim);
    }
    table->is_serving = false;
}

void locks_count_out_of_order(struct lock_table *table) {
    table->stats.out_of_order += table->waiting_claims > 0;
}

struct lock_stats lock_table_stats(const struct lock_table *table) {
    struct lock_stats stats = table->stats;
    stats.queued = table->claims;
    return stats;
}
