/* repl/follower.c - sessions, their instants, and who has what. */
#include "repl/follower.h"

#include <stdio.h>

#include "base/memory.h"
#include "engine/copies.h"
#include "engine/feed.h"
#include "engine/own_writes.h"
#include "engine/shard.h"
#include "engine/tx.h"
#include "repl/source.h"
#include "repl/sync_set.h"
#include "sys/timer.h"

#define WANTED_NS 2000000000LL /* acknowledgements are asked for so long after somebody waited */
#define LOOK_NS 1000000000LL
#define SAY_EVERY_NS 5000000000LL /* how far syncs are */

struct primary {
    struct engine *engine;
    uint64_t last_id;
    struct follower followers[FOLLOWERS_MAX];
    uint64_t sync_full, sync_partial_ok, sync_partial_err;
    uint64_t seen_version, seen_fence; /* of the in-sync set; terms */
    struct timer timer;
    int64_t said_ns; /* when a line of the log told how far syncs are */
    bool is_saying;
    _Atomic unsigned used; /* places of followers that have ever been used */
    _Atomic int64_t wanted_until_ns;
};

void primary_create(struct engine *engine) {
    struct primary *primary = memory_alloc_zeroed(sizeof(*primary));
    primary->engine = engine;
    for (unsigned i = 0; i < FOLLOWERS_MAX; i++) {
        primary->followers[i].primary = primary;
    }
    engine->primary = primary;
}

static void clear(struct follower *follower) {
    memory_free(follower->have);
    memory_free(follower->is_claimed);
    memory_free(follower->outlets);
    memory_free(follower->dead);
    follower->have = NULL;
    follower->is_claimed = NULL;
    follower->outlets = follower->dead = NULL;
    follower->id = 0;
}

void primary_destroy(struct primary *primary) {
    for (unsigned i = 0; i < FOLLOWERS_MAX; i++) {
        clear(&primary->followers[i]);
        memory_free(primary->followers[i].places);
    }
    memory_free(primary);
}

static struct follower *find(const struct engine *engine, uint64_t id) {
    for (unsigned i = 0; i < FOLLOWERS_MAX; i++) {
        if (id != 0 && engine->primary->followers[i].id == id) {
            return &engine->primary->followers[i];
        }
    }
    return NULL;
}

static unsigned cores_of(const struct follower *follower) {
    return follower->primary->engine->core_count;
}

/* ---- beginning ---- */

static void look_at_all(void *arg);

static void count_sync(struct primary *primary, const struct follower_request *request) {
    primary->sync_full += request->is_full;
    primary->sync_partial_ok += !request->is_full;
    primary->sync_partial_err += request->was_refused;
}

static void reset_places(struct follower *follower) {
    unsigned cores = cores_of(follower);
    if (!follower->places) {
        follower->places = memory_alloc_zeroed(cores * sizeof(*follower->places));
    }
    for (unsigned i = 0; i < cores; i++) {
        atomic_store_explicit(&follower->places[i].received, 0, memory_order_relaxed);
        atomic_store_explicit(&follower->places[i].durable, 0, memory_order_relaxed);
        atomic_store_explicit(&follower->places[i].applied, 0, memory_order_relaxed);
        atomic_store_explicit(&follower->places[i].cut, UINT64_MAX, memory_order_relaxed);
    }
}

static void init(struct follower *follower, const struct follower_request *request) {
    struct primary *primary = follower->primary;
    unsigned cores = primary->engine->core_count;
    reset_places(follower);
    follower->id = ++primary->last_id;
    follower->state = FOLLOWER_WAITS;
    follower->is_full = request->is_full;
    follower->is_closing = follower->is_busy = false;
    follower->claimed = follower->attached = follower->ended = follower->dead_count = 0;
    follower->port = request->port;
    snprintf(follower->peer, sizeof(follower->peer), "%s", request->peer);
    snprintf(follower->member, sizeof(follower->member), "%s", request->member);
    follower->wants_in = request->wants_in;
    follower->takes_messages = request->takes_messages;
    if (request->members_version > primary->seen_version) {
        primary->seen_version = request->members_version;
    }
    if (request->fence > primary->seen_fence) {
        primary->seen_fence = request->fence;
    }
    atomic_store_explicit(&follower->answered_ms, 0, memory_order_relaxed);
    follower->have = memory_alloc(PARTITIONS * sizeof(*follower->have));
    memcpy(follower->have, request->have, PARTITIONS * sizeof(*follower->have));
    follower->is_claimed = memory_alloc_zeroed(cores * sizeof(*follower->is_claimed));
    follower->outlets = memory_alloc_zeroed(cores * sizeof(*follower->outlets));
    follower->dead = memory_alloc_zeroed(cores * sizeof(*follower->dead));
    atomic_store_explicit(&follower->acked_ms, loop_wall_ms(loop_current()), memory_order_relaxed);
}

uint64_t follower_open(struct engine *engine, const struct follower_request *request) {
    struct primary *primary = engine->primary;
    for (unsigned i = 0; i < FOLLOWERS_MAX; i++) {
        struct follower *follower = &primary->followers[i];
        if (follower->id != 0) {
            continue;
        }
        sync_set_forget_place(engine, i);
        init(follower, request);
        count_sync(primary, request);
        if (i >= atomic_load_explicit(&primary->used, memory_order_relaxed)) {
            /* Release: the places are there for who sees the number. */
            atomic_store_explicit(&primary->used, i + 1, memory_order_release);
        }
        if (!timer_is_running(&primary->timer)) {
            timer_init(&primary->timer, look_at_all, primary);
            timer_start(loop_current(), &primary->timer, LOOK_NS);
        }
        return follower->id;
    }
    return 0;
}

/* ---- the end ---- */

static void free_if_over(struct follower *follower) {
    if (follower->is_closing && follower->claimed == 0 && !follower->is_busy) {
        clear(follower);
    }
}

static void close_it(struct follower *follower) {
    if (!follower->is_closing) {
        follower->is_closing = true;
        atomic_store_explicit(&follower->is_counted, false, memory_order_relaxed);
        log_line('*', "Connection with replica %s:%u lost.", follower->peer, follower->port);
        sync_set_look(follower->primary->engine);
        for (unsigned i = 0; i < cores_of(follower); i++) {
            if (follower->outlets[i]) {
                outlet_close(follower->outlets[i]);
            }
        }
    }
    free_if_over(follower);
}

void follower_close(struct engine *engine, uint64_t id) {
    struct follower *follower = find(engine, id);
    if (follower) {
        close_it(follower);
    }
}

void followers_close(struct engine *engine) {
    for (unsigned i = 0; i < FOLLOWERS_MAX; i++) {
        follower_close(engine, engine->primary->followers[i].id);
    }
}

/* ---- instants ---- */

struct instant {
    struct follower *follower;
    bool is_start, is_cut;
    uint64_t tx;
    struct outlet *
        *outlets; /* of each core, as of the beginning: they stay while the follower is busy */
};

static void instant_part(struct tx_part *part) {
    const struct instant *instant = part->tx->arg;
    struct core *core = part->core;
    struct outlet *outlet = instant->outlets[core->index];
    if (instant->is_start && outlet) {
        outlet_start(outlet);
    }
    if (instant->is_cut && outlet) {
        outlet_cut(outlet, instant->tx);
        atomic_store_explicit(&instant->follower->places[core->index].cut,
                              core->shard.effects.lsns_taken, memory_order_relaxed);
    }
    if (instant->is_cut) {
        feed_end_tx(core, instant->tx, core->engine->core_count);
    }
}

static void hold_all(struct engine *engine, struct instant *instant) {
    static const struct command row = {.name = "instant", .flags = READONLY};
    static const struct command_entry entry = {.row = &row, .name = "instant"};
    struct call call = {.command = &entry, .shard = &engine->cores[0]->shard};
    struct tx tx;
    instant->tx = engine_next_tx_id(engine);
    tx_begin_all(&tx, &call, false);
    tx.durability = DURABILITY_MEMORY;
    tx_hop(&tx, instant_part, instant, TX_CONCLUDE);
    tx_end(&tx);
}

static void look(struct follower *follower);

static void bury_dead(struct follower *follower) {
    while (follower->dead_count > 0) {
        outlet_destroy(follower->dead[--follower->dead_count]);
    }
}

static void instant_on_fiber(void *arg) {
    struct follower *follower = arg;
    unsigned cores = cores_of(follower);
    bool is_start = follower->state == FOLLOWER_WAITS;
    struct instant instant = {
        .follower = follower, .is_start = is_start, .is_cut = !is_start || !follower->is_full};
    instant.outlets = memory_alloc(cores * sizeof(struct outlet *));
    memcpy(instant.outlets, follower->outlets, cores * sizeof(struct outlet *));
    hold_all(follower->primary->engine, &instant);
    memory_free(instant.outlets);
    follower->is_busy = false;
    bury_dead(follower);
    if (!follower->is_closing) {
        follower->state = instant.is_cut ? FOLLOWER_ONLINE : FOLLOWER_SYNCS;
        atomic_store_explicit(&follower->is_counted, instant.is_cut, memory_order_relaxed);
        sync_set_look(follower->primary->engine);
        if (instant.is_cut) {
            log_line('*', "Synchronization with replica %s:%u succeeded", follower->peer,
                     follower->port);
        }
    }
    look(follower);
    free_if_over(follower);
}

/* What comes next for it. */
static void look(struct follower *follower) {
    unsigned cores = cores_of(follower);
    bool starts = follower->state == FOLLOWER_WAITS && follower->attached == cores;
    bool cuts = follower->state == FOLLOWER_SYNCS && follower->ended == cores;
    if (follower->id != 0 && !follower->is_closing && !follower->is_busy && (starts || cuts)) {
        follower->is_busy = true;
        fiber_start(FIBER_SMALL, instant_on_fiber, follower);
    }
}

/* ---- flows ---- */

struct follower *follower_claim(struct engine *engine, uint64_t id, unsigned core) {
    struct follower *follower = find(engine, id);
    if (!follower || core >= engine->core_count || follower->is_claimed[core] ||
        follower->is_closing) {
        return NULL;
    }
    follower->is_claimed[core] = true;
    follower->claimed++;
    return follower;
}

void follower_unclaim(struct follower *follower, unsigned core) {
    follower->is_claimed[core] = false;
    follower->claimed--;
    close_it(follower);
}

void follower_attach(struct follower *follower, struct outlet *outlet) {
    follower->outlets[outlet_number(outlet)] = outlet;
    follower->attached++;
    if (follower->is_closing) {
        outlet_close(outlet);
    }
    look(follower);
}

void follower_baseline_ended(struct follower *follower) {
    follower->ended++;
    look(follower);
}

void follower_detach(struct follower *follower, struct outlet *outlet) {
    follower->outlets[outlet_number(outlet)] = NULL;
    follower->claimed--;
    if (follower->is_busy) {
        follower->dead[follower->dead_count++] = outlet;
    } else {
        outlet_destroy(outlet);
    }
    close_it(follower);
}

static void say_progress_on_fiber(void *arg) {
    struct primary *primary = arg;
    struct primary_facts *facts = memory_alloc(sizeof(*facts));
    unsigned syncs = 0;
    primary_facts(primary->engine, facts);
    for (unsigned i = 0; i < facts->count; i++) {
        syncs += facts->followers[i].state == FOLLOWER_SYNCS && facts->followers[i].is_full;
    }
    if (syncs > 0) {
        log_line('*', "Full resync with %u replicas: %.1f %%, %.1f MiB sent since the start", syncs,
                 facts->progress * 100, (double)facts->baseline_bytes / (1 << 20));
    }
    memory_free(facts);
    primary->is_saying = false;
}

static void say_progress(struct primary *primary, bool has_sync) {
    int64_t now_ns = loop_now_ns(loop_current());
    if (!has_sync || primary->said_ns == 0) {
        primary->said_ns = now_ns;
    }
    if (now_ns - primary->said_ns >= SAY_EVERY_NS && !primary->is_saying) {
        primary->said_ns = now_ns;
        primary->is_saying = true;
        fiber_start(FIBER_SMALL, say_progress_on_fiber, primary);
    }
}

/* Who has not been heard of for too long is gone. */
static void look_at_all(void *arg) {
    struct primary *primary = arg;
    int64_t now_ms = loop_wall_ms(loop_current());
    int64_t limit_ms = (int64_t)primary->engine->cores[0]->settings->repl_timeout * 1000;
    bool has_some = false, has_sync = false;
    for (unsigned i = 0; i < FOLLOWERS_MAX; i++) {
        struct follower *follower = &primary->followers[i];
        int64_t acked_ms = atomic_load_explicit(&follower->acked_ms, memory_order_relaxed);
        has_some |= follower->id != 0;
        has_sync |= follower->id != 0 && follower->state == FOLLOWER_SYNCS && follower->is_full;
        if (follower->id != 0 && !follower->is_closing && now_ms - acked_ms > limit_ms) {
            log_line('#', "Disconnecting timedout replica %s:%u", follower->peer, follower->port);
            close_it(follower);
        }
    }
    say_progress(primary, has_sync);
    if (has_some) {
        timer_start(loop_current(), &primary->timer, LOOK_NS);
    }
}

/* ---- acknowledgements ---- */

bool follower_wants_acks(const struct core *core) {
    const struct primary *primary = core->engine->primary;
    return loop_now_ns(core->loop) <
           atomic_load_explicit(&primary->wanted_until_ns, memory_order_relaxed);
}

struct work {
    struct mail mail;
    struct core *core;
    void (*fn)(struct core *core);
};

static void work_arrived(struct mail *mail) {
    struct work *work = (struct work *)mail;
    work->fn(work->core);
    memory_free(work);
}

static void on_every_core(struct engine *engine, void (*fn)(struct core *core)) {
    for (unsigned i = 0; i < engine->core_count; i++) {
        struct work *work = memory_alloc_zeroed(sizeof(*work));
        work->mail.deliver = work_arrived;
        work->core = engine->cores[i];
        work->fn = fn;
        mail_post(work->core->loop, &work->mail);
    }
}

void follower_note(struct follower *follower, int64_t stamp_ms) {
    struct core *core = core_current();
    if (stamp_ms > atomic_load_explicit(&follower->answered_ms, memory_order_relaxed)) {
        atomic_store_explicit(&follower->answered_ms, stamp_ms, memory_order_relaxed);
    }
    atomic_store_explicit(&follower->acked_ms, loop_wall_ms(core->loop), memory_order_relaxed);
    own_writes_tell(core->engine);
}

static bool has_all(const struct follower *follower, const struct client *client, bool on_disk) {
    const struct own_write *writes = own_writes_of(client);
    for (unsigned i = 0; writes && i < client->core->engine->core_count; i++) {
        const struct follower_place *place = &follower->places[i];
        /* Seq_cst: of own_writes_tell. */
        uint64_t has =
            atomic_load_explicit(on_disk ? &place->durable : &place->applied, memory_order_seq_cst);
        if (writes[i].lsns > has) {
            return false;
        }
    }
    return true;
}

/* Once somebody has asked, replicas are asked to say at once what they have. */
static void want_acks(struct primary *primary, struct core *core) {
    int64_t now_ns = loop_now_ns(core->loop);
    int64_t until_ns = atomic_load_explicit(&primary->wanted_until_ns, memory_order_relaxed);
    if (until_ns - now_ns < WANTED_NS / 2) {
        atomic_store_explicit(&primary->wanted_until_ns, now_ns + WANTED_NS, memory_order_relaxed);
    }
    if (until_ns < now_ns) {
        on_every_core(primary->engine, sources_ask);
    }
}

uint64_t follower_count(const struct client *client, bool on_disk) {
    struct primary *primary = client->core->engine->primary;
    unsigned used = atomic_load_explicit(&primary->used, memory_order_acquire), count = 0;
    bool has_less = false;
    for (unsigned i = 0; i < used; i++) {
        const struct follower *follower = &primary->followers[i];
        if (atomic_load_explicit(&follower->is_counted, memory_order_relaxed)) {
            bool has = has_all(follower, client, on_disk);
            count += has;
            has_less |= !has;
        }
    }
    if (has_less) {
        want_acks(primary, client->core);
    }
    return count;
}

/* What it holds synced, as a count of the core's LSNs; false before its cut, or when it is gone. */
static bool is_held_by(const struct follower *follower, unsigned core, uint64_t *lsns) {
    if (!atomic_load_explicit(&follower->is_counted, memory_order_relaxed)) {
        return false;
    }
    const struct follower_place *place = &follower->places[core];
    *lsns = atomic_load_explicit(&place->durable, memory_order_relaxed);
    return *lsns >= atomic_load_explicit(&place->cut, memory_order_relaxed);
}

bool follower_holds(const struct engine *engine, unsigned place, unsigned core, uint64_t *lsns) {
    const struct primary *primary = engine->primary;
    /* Acquire: the places of who is below the number are there. */
    return place < atomic_load_explicit(&primary->used, memory_order_acquire) &&
           is_held_by(&primary->followers[place], core, lsns);
}

int64_t follower_answered_ms(const struct engine *engine, unsigned place) {
    return atomic_load_explicit(&engine->primary->followers[place].answered_ms,
                                memory_order_relaxed);
}

bool follower_copied(const struct core *core, unsigned level, uint64_t *lsns) {
    if (level == COPIES_SET) {
        return sync_set_held(core, lsns);
    }
    const struct primary *primary = core->engine->primary;
    unsigned used = atomic_load_explicit(&primary->used, memory_order_acquire), count = 0;
    uint64_t held[FOLLOWERS_MAX]; /* the greatest first */
    for (unsigned i = 0; i < used; i++) {
        uint64_t of_one;
        unsigned at = count;
        if (!is_held_by(&primary->followers[i], core->index, &of_one)) {
            continue;
        }
        for (; at > 0 && held[at - 1] < of_one; at--) {
            held[at] = held[at - 1];
        }
        held[at] = of_one;
        count++;
    }
    if (count < level) {
        return false;
    }
    *lsns = held[level - 1];
    return true;
}

unsigned follower_good(const struct engine *engine, int64_t now_ms, int64_t lag_s) {
    const struct primary *primary = engine->primary;
    unsigned used = atomic_load_explicit(&primary->used, memory_order_acquire), count = 0;
    for (unsigned i = 0; i < used; i++) {
        const struct follower *follower = &primary->followers[i];
        int64_t acked_ms = atomic_load_explicit(&follower->acked_ms, memory_order_relaxed);
        count += atomic_load_explicit(&follower->is_counted, memory_order_relaxed) &&
                 (now_ms - acked_ms) / 1000 <= lag_s;
    }
    return count;
}

/* ---- who could be in the in-sync set ---- */

int follower_place_of(const struct engine *engine, const char *member) {
    const struct primary *primary = engine->primary;
    int place = -1;
    for (unsigned i = 0; i < FOLLOWERS_MAX; i++) {
        const struct follower *follower = &primary->followers[i];
        bool is_newer = place < 0 || follower->id > primary->followers[place].id;
        if (follower->id != 0 && !follower->is_closing && is_newer &&
            strcmp(follower->member, member) == 0) {
            place = (int)i;
        }
    }
    return place;
}

/* It has all up to its cut, at least. */
static bool is_in_step(const struct follower *follower) {
    uint64_t lsns;
    for (unsigned core = 0; core < cores_of(follower); core++) {
        if (!is_held_by(follower, core, &lsns)) {
            return false;
        }
    }
    return true;
}

unsigned follower_candidates(const struct engine *engine, int64_t lease_ms,
                             struct member_candidate *candidates) {
    const struct primary *primary = engine->primary;
    int64_t now_ms = clock_monotonic_ns() / 1000000;
    unsigned count = 0;
    for (unsigned i = 0; i < FOLLOWERS_MAX; i++) {
        const struct follower *follower = &primary->followers[i];
        if (follower->id == 0 || follower->is_closing || follower->member[0] == 0 ||
            follower_place_of(engine, follower->member) != (int)i) {
            continue;
        }
        struct member_candidate *candidate = &candidates[count++];
        memcpy(candidate->member.id, follower->member, sizeof(candidate->member.id));
        snprintf(candidate->member.host, MEMBER_HOST, "%s", follower->peer);
        candidate->member.port = follower->port;
        candidate->is_answering = now_ms - follower_answered_ms(engine, i) < lease_ms;
        candidate->is_fit = follower->wants_in && is_in_step(follower);
    }
    return count;
}

uint64_t follower_seen_version(const struct engine *engine) {
    return engine->primary->seen_version;
}

uint64_t follower_seen_fence(const struct engine *engine) {
    return engine->primary->seen_fence;
}

void follower_ask_all(struct engine *engine) {
    on_every_core(engine, sources_ask);
}

/* ---- min-replicas-to-write, min-sync-replicas ---- */

static void refuse_writes(struct core *core) {
    core->refusals |= REFUSE_LONELY;
}

static void allow_writes(struct core *core) {
    core->refusals &= (uint8_t)~REFUSE_LONELY;
}

void follower_cron(struct core *core) {
    const struct settings *settings = core->settings;
    if (core->index != 0) {
        return;
    }
    bool is_lonely =
        settings->min_replicas_to_write > 0 && settings->min_replicas_max_lag > 0 &&
        !core->is_replica &&
        follower_good(core->engine, loop_wall_ms(core->loop), settings->min_replicas_max_lag) <
            settings->min_replicas_to_write;
    is_lonely |= sync_set_is_lonely(core->engine);
    bool was_lonely = core->refusals & REFUSE_LONELY;
    if (is_lonely != was_lonely) {
        on_every_core(core->engine, is_lonely ? refuse_writes : allow_writes);
    }
}

/* ---- facts ---- */

struct core_facts {
    struct sources_facts sources;
    struct source_facts sum;
    unsigned behind, baselines;
};

static void look_at_core(struct core *core, void *arg) {
    struct core_facts *facts = &((struct core_facts *)arg)[core->index];
    sources_facts(core, &facts->sources, &facts->sum, &facts->behind, &facts->baselines);
}

static uint64_t offset_of(const struct follower *follower) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < cores_of(follower); i++) {
        if (follower->outlets[i]) {
            uint64_t applied =
                atomic_load_explicit(&follower->places[i].applied, memory_order_relaxed);
            sum += applied > 0 ? applied + outlet_lsn_base(follower->outlets[i]) : 0;
        }
    }
    return sum;
}

static void look_at_followers(struct core *core, void *arg) {
    struct primary_facts *facts = arg;
    const struct primary *primary = core->engine->primary;
    int64_t now_ms = loop_wall_ms(core->loop);
    facts->sync_full = primary->sync_full;
    facts->sync_partial_ok = primary->sync_partial_ok;
    facts->sync_partial_err = primary->sync_partial_err;
    for (unsigned i = 0; i < FOLLOWERS_MAX; i++) {
        const struct follower *follower = &primary->followers[i];
        if (follower->id == 0 || follower->is_closing) {
            continue;
        }
        struct follower_facts *one = &facts->followers[facts->count++];
        int64_t acked_ms = atomic_load_explicit(&follower->acked_ms, memory_order_relaxed);
        memcpy(one->peer, follower->peer, sizeof(one->peer));
        one->port = follower->port;
        one->state = follower->state;
        one->is_full = follower->is_full;
        one->offset = offset_of(follower);
        one->lag_s = now_ms > acked_ms ? (now_ms - acked_ms) / 1000 : 0;
    }
}

static void add_core(struct primary_facts *facts, const struct core_facts *core) {
    facts->lsn_sum += core->sources.lsn_sum;
    facts->backlog_first += core->sources.lsn_first;
    facts->backlog_bytes += core->sources.bytes;
    facts->backlog_is_active |= core->sources.is_active;
    facts->sent_bytes += core->sum.bytes;
    facts->baseline_bytes += core->sum.baseline_bytes;
    facts->chunks += core->sum.chunks;
    facts->cancels += core->sum.cancels;
    facts->preemptions += core->sum.preemptions;
    facts->from_disk += core->sum.from_disk;
    facts->messages_dropped += core->sum.messages_dropped;
    facts->behind += core->behind;
    facts->baselines += core->baselines;
    if (core->sum.progress < facts->progress) {
        facts->progress = core->sum.progress;
    }
}

void primary_facts(struct engine *engine, struct primary_facts *facts) {
    *facts = (struct primary_facts){.progress = 1};
    struct core_facts *cores = memory_alloc_zeroed(engine->core_count * sizeof(*cores));
    core_run_on(engine->cores[0], look_at_followers, facts);
    core_run_on_all(engine, look_at_core, cores);
    for (unsigned i = 0; i < engine->core_count; i++) {
        add_core(facts, &cores[i]);
    }
    facts->messages_dropped +=
        atomic_load_explicit(&engine->messages_dropped, memory_order_relaxed);
    memory_free(cores);
}
