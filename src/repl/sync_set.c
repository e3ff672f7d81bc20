/* repl/sync_set.c - the fiber that keeps the set, and the gate that all cores read. */
#include "repl/sync_set.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "engine/copies.h"
#include "engine/tx.h"
#include "repl/follower.h"
#include "repl/node.h"
#include "repl/pledge.h"

enum { PENDING_MAX = 3, SETS_MAX = PENDING_MAX + 1 };
#define LOOK_NS 200000000LL
#define LOOK_WHILE_CHANGING_NS 5000000LL

/* Never changed once others can see it; those before stay, because somebody may be looking at them, and they are few. */
struct gate {
    struct gate *before;
    bool is_open;
    uint32_t holders; /* places of followers */
    unsigned set_count;
    struct {
        uint32_t places;
        unsigned required; /* of them */
    } sets[SETS_MAX];
    int64_t lease_ms;
};

/* When a member has answered last, also of one whose connection is gone. */
struct last_word {
    char id[MEMBER_ID + 1];
    int64_t ms;
};

struct sync_set {
    struct engine *engine;
    struct event changed, ended;
    bool is_running, is_stopping;
    bool is_primary; /* the sets below are ours to change */
    bool is_lonely;
    struct members current;
    struct members pending[PENDING_MAX]; /* later ones, of which none counts yet (M2) */
    unsigned pending_count;
    struct last_word words[MEMBERS_MAX];
    uint64_t *position; /* of each core: where the last one's record is */
    _Atomic(struct gate *) gate;
};

static struct sync_set *set_of(const struct engine *engine) {
    return engine->sync_set;
}

static const struct settings *settings_of(const struct sync_set *set) {
    return set->engine->cores[0]->settings;
}

static const char *own_id(const struct sync_set *set) {
    return pledge_of(set->engine)->id;
}

/* The last one that was logged. */
static const struct members *newest(const struct sync_set *set) {
    return set->pending_count > 0 ? &set->pending[set->pending_count - 1] : &set->current;
}

void sync_set_create(struct engine *engine) {
    struct sync_set *set = memory_alloc_zeroed(sizeof(*set));
    set->engine = engine;
    set->position = memory_alloc_zeroed(engine->core_count * sizeof(*set->position));
    engine->sync_set = set;
}

void sync_set_destroy(struct engine *engine) {
    struct sync_set *set = set_of(engine);
    struct gate *gate = atomic_load_explicit(&set->gate, memory_order_relaxed);
    while (gate) {
        struct gate *before = gate->before;
        memory_free(gate);
        gate = before;
    }
    buffer_clear(&engine->members_heard);
    memory_free(set->position);
    memory_free(set);
    engine->sync_set = NULL;
}

/* ---- the gate ---- */

/* Release: who sees it sees what it says. */
static void publish(struct sync_set *set, const struct gate *next) {
    struct gate *now = atomic_load_explicit(&set->gate, memory_order_relaxed);
    struct gate copy = *next;
    copy.before = now ? now->before : NULL;
    if (now && memcmp(&copy, now, sizeof(copy)) == 0) {
        return;
    }
    struct gate *gate = memory_alloc(sizeof(*gate));
    *gate = copy;
    gate->before = now;
    atomic_store_explicit(&set->gate, gate, memory_order_release);
    for (unsigned i = 0; i < set->engine->core_count; i++) {
        copies_acknowledged(set->engine->cores[i]);
    }
}

static void close_gate(struct sync_set *set) {
    struct gate closed;
    memset(&closed, 0, sizeof(closed));
    publish(set, &closed);
}

void sync_set_forget_place(struct engine *engine, unsigned place) {
    struct sync_set *set = set_of(engine);
    const struct gate *gate = atomic_load_explicit(&set->gate, memory_order_relaxed);
    if (gate && (gate->holders >> place & 1)) {
        close_gate(set);
    }
}

/* Adds what a set asks for. False: a member is not there. */
static bool add_to_gate(const struct sync_set *set, const struct members *members,
                        struct gate *gate) {
    bool has_all = true, is_own = false;
    uint32_t places = 0;
    for (unsigned i = 0; i < members->count; i++) {
        int place = follower_place_of(set->engine, members->list[i].id);
        bool is_writer = strcmp(members->list[i].id, own_id(set)) == 0;
        is_own |= is_writer;
        has_all &= place >= 0 || is_writer;
        places |= place >= 0 ? 1u << place : 0;
    }
    unsigned required = members->required - (is_own && members->required > 0);
    gate->holders |= places;
    gate->sets[gate->set_count].places = places;
    gate->sets[gate->set_count++].required = required;
    gate->lease_ms = gate->lease_ms == 0 || (int64_t)members->lease_ms < gate->lease_ms
                         ? (int64_t)members->lease_ms
                         : gate->lease_ms;
    return has_all;
}

/* How many of the places have answered within the lease. */
static unsigned count_answers(const struct engine *engine, uint32_t places, int64_t lease_ms) {
    int64_t now_ms = clock_monotonic_ns() / 1000000;
    unsigned count = 0;
    for (unsigned i = 0; places >> i; i++) {
        count += (places >> i & 1) && now_ms - follower_answered_ms(engine, i) < lease_ms;
    }
    return count;
}

static void update_gate(struct sync_set *set) {
    struct gate gate;
    memset(&gate, 0, sizeof(gate));
    gate.is_open = add_to_gate(set, &set->current, &gate);
    unsigned wanted = settings_of(set)->min_sync_replicas;
    unsigned others = (unsigned)__builtin_popcount(gate.sets[0].places);
    gate.is_open &= others >= wanted && set->current.required >= wanted;
    bool was_lonely = set->is_lonely;
    set->is_lonely =
        wanted > 0 && count_answers(set->engine, gate.sets[0].places, gate.lease_ms) < wanted;
    if (was_lonely != set->is_lonely) {
        follower_cron(
            set->engine->cores[0]); /* refusing writes, or no longer, does not wait for its turn */
    }
    for (unsigned i = 0; i < set->pending_count; i++) {
        gate.is_open &= add_to_gate(set, &set->pending[i], &gate);
    }
    publish(set, &gate);
}

static bool is_leased(const struct engine *engine, const struct gate *gate) {
    for (unsigned i = 0; i < gate->set_count; i++) {
        if (gate->sets[i].required > 0 &&
            count_answers(engine, gate->sets[i].places, gate->lease_ms) < gate->sets[i].required) {
            return false;
        }
    }
    return true;
}

/* Acquire: see publish. */
static const struct gate *gate_of(const struct engine *engine) {
    return atomic_load_explicit(&set_of(engine)->gate, memory_order_acquire);
}

bool sync_set_held(const struct core *core, uint64_t *lsns) {
    const struct gate *gate = gate_of(core->engine);
    if (!gate || !gate->is_open || !is_leased(core->engine, gate)) {
        return false;
    }
    *lsns = UINT64_MAX;
    for (unsigned i = 0; gate->holders >> i; i++) {
        uint64_t of_one;
        if ((gate->holders >> i & 1) == 0) {
            continue;
        }
        if (!follower_holds(core->engine, i, core->index, &of_one)) {
            return false;
        }
        *lsns = of_one < *lsns ? of_one : *lsns;
    }
    return true;
}

bool sync_set_is_lonely(const struct engine *engine) {
    const struct sync_set *set = set_of(engine);
    return !engine->cores[0]->is_replica && engine->cores[0]->settings->min_sync_replicas > 0 &&
           set->is_lonely;
}

/* ---- changes ---- */

/* M2: all of the last pending set hold its record. */
static bool counts(const struct sync_set *set) {
    const struct members *members = newest(set);
    for (unsigned i = 0; i < members->count; i++) {
        int place = follower_place_of(set->engine, members->list[i].id);
        for (unsigned core = 0; core < set->engine->core_count; core++) {
            uint64_t lsns;
            if (place < 0 || !follower_holds(set->engine, (unsigned)place, core, &lsns) ||
                lsns < set->position[core]) {
                return false;
            }
        }
    }
    return true;
}

static void settle(struct sync_set *set) {
    if (set->pending_count == 0 || !counts(set)) {
        return;
    }
    set->current = *newest(set);
    set->pending_count = 0;
    log_line('*', "The in-sync set of version %" PRIu64 " counts: %u replicas",
             set->current.version, set->current.count);
    update_gate(set);
}

struct logging {
    struct sync_set *set;
    struct buffer text;
};

static void log_part(struct tx_part *part) {
    const struct logging *logging = part->tx->arg;
    struct core *core = part->core;
    effect_members(&core->shard.effects, buffer_view(&logging->text));
    logging->set->position[core->index] = core->shard.effects.lsns_taken;
}

/* The record, in the logs of all cores at one instant. */
static void log_members(struct sync_set *set, const struct members *members) {
    static const struct command row = {.name = "members", .flags = WRITE};
    static const struct command_entry entry = {.row = &row, .name = "members"};
    struct call call = {.command = &entry, .shard = &set->engine->cores[0]->shard};
    struct logging logging = {.set = set};
    struct tx *tx = memory_alloc(sizeof(*tx));
    members_print(members, &logging.text);
    tx_begin_all(tx, &call, true);
    tx->durability = DURABILITY_MEMORY;
    tx_hop(tx, log_part, &logging, TX_CONCLUDE);
    tx_end(tx);
    buffer_clear(&logging.text);
    memory_free(tx);
}

static void change(struct sync_set *set, struct members *next) {
    const struct pledge *pledge = pledge_of(set->engine);
    uint64_t known = pledge->newest.version, seen = follower_seen_version(set->engine);
    next->version = (known > seen ? known : seen) + 1;
    if (next->is_forced) {
        log_line('#',
                 "The in-sync set shrinks below its %u replicas, as told: who was in it and does "
                 "not know may be promoted without what is acknowledged from now on",
                 newest(set)->required);
    }
    if (!pledge_know(set->engine, node_history(set->engine)->id, next)) {
        return;
    }
    set->pending[set->pending_count++] = *next;
    update_gate(set); /* before its record: what follows that is to be held by all */
    log_members(set, next);
    follower_ask_all(set->engine);
}

static bool may_follow_all(const struct sync_set *set, const struct members *next) {
    bool may = members_may_follow(&set->current, next, own_id(set));
    for (unsigned i = 0; i < set->pending_count; i++) {
        may &= members_may_follow(&set->pending[i], next, own_id(set));
    }
    return may || next->is_forced;
}

/* Of that member; of a stranger the place that can best be spared. */
static struct last_word *word_of(struct sync_set *set, const char *id) {
    struct last_word *oldest = &set->words[0];
    for (unsigned i = 0; i < MEMBERS_MAX; i++) {
        if (strcmp(set->words[i].id, id) == 0) {
            return &set->words[i];
        }
        oldest = set->words[i].ms < oldest->ms ? &set->words[i] : oldest;
    }
    *oldest = (struct last_word){0};
    snprintf(oldest->id, sizeof(oldest->id), "%s", id);
    return oldest;
}

static void note_words(struct sync_set *set) {
    const struct members *members = newest(set);
    for (unsigned i = 0; i < members->count; i++) {
        int place = follower_place_of(set->engine, members->list[i].id);
        struct last_word *word = word_of(set, members->list[i].id);
        int64_t ms = place >= 0 ? follower_answered_ms(set->engine, (unsigned)place) : 0;
        word->ms = ms > word->ms ? ms : word->ms;
    }
}

/* A member that has gone stays one for the lease: it may only connect anew, or be about to become the primary. */
static unsigned add_gone(struct sync_set *set, int64_t lease_ms,
                         struct member_candidate *candidates, unsigned count) {
    const struct members *members = newest(set);
    int64_t now_ms = clock_monotonic_ns() / 1000000;
    for (unsigned i = 0; i < members->count; i++) {
        const char *id = members->list[i].id;
        if (follower_place_of(set->engine, id) < 0) {
            candidates[count++] =
                (struct member_candidate){.member = members->list[i],
                                          .is_answering = now_ms - word_of(set, id)->ms < lease_ms};
        }
    }
    return count;
}

static void choose(struct sync_set *set) {
    const struct settings *settings = settings_of(set);
    struct member_candidate *candidates =
        memory_alloc_zeroed((FOLLOWERS_MAX + MEMBERS_MAX) * sizeof(*candidates));
    struct members_wish wish = {.writer = own_id(set),
                                .required = settings->min_sync_replicas,
                                .lease_ms = settings->sync_lease_ms,
                                .candidates = candidates};
    struct members *next = memory_alloc(sizeof(*next));
    wish.count = follower_candidates(set->engine, (int64_t)wish.lease_ms, candidates);
    wish.count = add_gone(set, (int64_t)wish.lease_ms, candidates, wish.count);
    if (set->pending_count < PENDING_MAX && members_choose(newest(set), &wish, next) &&
        may_follow_all(set, next)) {
        change(set, next);
    }
    memory_free(next);
    memory_free(candidates);
}

/* What this server knows, as a replica so far, or from before its start. */
static void take_over(struct sync_set *set) {
    const struct pledge *pledge = pledge_of(set->engine);
    bool is_ours = strcmp(pledge->history, node_history(set->engine)->id) == 0;
    memset(&set->current, 0, sizeof(set->current));
    if (is_ours) {
        set->current = pledge->newest;
    }
    set->pending_count = 0;
    set->is_primary = true;
}

static bool is_wanted(const struct sync_set *set) {
    return !set->engine->cores[0]->is_replica &&
           (settings_of(set)->min_sync_replicas > 0 || newest(set)->required > 0);
}

static void look(struct sync_set *set) {
    if (set->engine->cores[0]->is_replica) {
        set->is_primary = false;
        close_gate(set);
        return;
    }
    if (!set->is_primary) {
        take_over(set);
    }
    if (is_wanted(set)) {
        note_words(set);
        settle(set);
        choose(set);
        settle(set);
        update_gate(set);
    }
}

/* ---- the fiber ---- */

static void set_main(void *arg) {
    struct sync_set *set = arg;
    while (!set->is_stopping) {
        look(set);
        if (is_wanted(set)) {
            int64_t wait_ns = set->pending_count > 0 ? LOOK_WHILE_CHANGING_NS : LOOK_NS;
            event_wait_until(&set->changed, loop_now_ns(loop_current()) + wait_ns);
        } else {
            event_wait(&set->changed);
        }
    }
    set->is_running = false;
    event_signal(&set->ended);
}

void sync_set_start(struct engine *engine) {
    struct sync_set *set = set_of(engine);
    set->is_running = true;
    fiber_start(FIBER_LARGE, set_main, set);
}

void sync_set_stop(struct engine *engine) {
    struct sync_set *set = set_of(engine);
    set->is_stopping = true;
    event_signal(&set->changed);
    while (set->is_running) {
        event_wait(&set->ended);
    }
}

void sync_set_look(struct engine *engine) {
    event_signal(&set_of(engine)->changed);
}

void sync_set_give_up(struct engine *engine) {
    struct sync_set *set = set_of(engine);
    struct members none = {.is_forced = true};
    uint64_t known = pledge_of(engine)->newest.version, seen = follower_seen_version(engine);
    none.version = (known > seen ? known : seen) + 1;
    if (pledge_know(engine, node_history(engine)->id, &none)) {
        set->is_primary = false;
        event_signal(&set->changed);
    }
}

/* ---- facts ---- */

static void look_at_members(const struct sync_set *set, struct sync_set_facts *facts) {
    int64_t now_ms = clock_monotonic_ns() / 1000000;
    for (unsigned i = 0; i < facts->members.count; i++) {
        int place = follower_place_of(set->engine, facts->members.list[i].id);
        int64_t answered_ms = place >= 0 ? follower_answered_ms(set->engine, (unsigned)place) : 0;
        facts->member[i].is_connected = place >= 0;
        facts->member[i].answered_ms = answered_ms > 0 ? now_ms - answered_ms : -1;
    }
}

void sync_set_facts(const struct engine *engine, struct sync_set_facts *facts) {
    const struct sync_set *set = set_of(engine);
    const struct pledge *pledge = pledge_of(engine);
    const struct gate *gate = gate_of(engine);
    memset(facts, 0, sizeof(*facts));
    if (!pledge) {
        return;
    }
    bool is_primary = set->is_primary && !engine->cores[0]->is_replica;
    facts->members = is_primary ? set->current : pledge->newest;
    facts->is_member = members_find(&facts->members, pledge->id) != NULL;
    facts->is_lonely = set->is_lonely;
    facts->state = facts->members.required == 0           ? SYNC_SET_NONE
                   : is_primary && set->pending_count > 0 ? SYNC_SET_CHANGES
                                                          : SYNC_SET_COUNTS;
    facts->is_leased = gate && gate->is_open && is_leased(engine, gate);
    look_at_members(set, facts);
}

void sync_set_print(const struct sync_set_facts *facts, struct buffer *out) {
    static const char *const states[] = {"none", "counts", "changes"};
    const struct members *members = &facts->members;
    buffer_printf(out, "sync_set_state:%s\r\nsync_set_version:%" PRIu64 "\r\n",
                  states[facts->state], members->version);
    buffer_printf(out, "sync_set_required:%u\r\nsync_set_members:%u\r\nsync_set_leased:%d\r\n",
                  members->required, members->count, facts->is_leased);
    for (unsigned i = 0; i < members->count; i++) {
        const struct member *member = &members->list[i];
        buffer_printf(
            out, "sync_set_member%u:id=%s,ip=%s,port=%u,connected=%d,answered_ms=%" PRId64 "\r\n",
            i, member->id, member->host, member->port, facts->member[i].is_connected,
            facts->member[i].answered_ms);
    }
}
