/* engine/tx.c - the life of a transaction.
 *
 *   begin     keys are collected
 *   first hop keys are grouped into parts, one a shard;
 *             one part:  enter, run (and leave) in one message, or in place
 *             several:   every part enters its locks under one number; if a shard refuses the number (T2),
 *                        all leave and a new number is taken; parts that have to wait answer once more when
 *                        they hold their locks (T4); then every part is told to run
 *             two, one of them here: that one enters; the other is told to enter and to run at once, because when
 *                        it holds its locks all parts do. One message there and back instead of two
 *   end       leaves what is still held
 *
 * Instead of running, a part may say at the moment when it holds its locks that it needs more (K5 of blocking.h): then
 * all leave, and the same is run within a wider transaction.
 *
 * Within another transaction there is nothing to enter or to leave: every hop is one message to each part.
 *
 * Messages use the part's own mail, which is never under way twice: the coordinator sends the next one only
 * after all parts answered. */
#include "engine/tx.h"

#include <assert.h>

#include "base/memory.h"
#include "engine/blocking_tx.h"
#include "engine/execute.h"
#include "engine/core.h"
#include "engine/notify.h"
#include "engine/shard.h"

enum { NO_PART = UINT16_MAX };

static struct core *coordinator(const struct tx *tx) {
    return tx->home;
}

/* The one whose locks are held. */
static struct tx *root_of(struct tx *tx) {
    while (tx->outer) {
        tx = tx->outer;
    }
    return tx;
}

void tx_begin_empty(struct tx *tx, struct call *call) {
    memset(tx, 0, offsetof(struct tx, few_keys));
    tx->call = call;
    tx->home = call->client ? call->client->core : call->shard->core;
    tx->is_writer = call->command->row->flags & WRITE;
    tx->outer = call->within;
    tx->durability = call->client ? call->client->durability : DURABILITY_DEFAULT;
    tx->now_ms = tx->outer ? tx->outer->now_ms : 0;
    tx->mark_order = tx->outer ? tx->outer->mark_order : 0;
    tx->keys = tx->few_keys;
    tx->keys_size = TX_FEW;
    tx->order = tx->few_order;
    tx->parts = tx->few_parts;
}

void tx_add(struct tx *tx, const struct key *key, unsigned arg, unsigned db, bool is_exclusive) {
    if (tx->key_count == tx->keys_size) {
        size_t bytes = 2 * tx->keys_size * sizeof(*tx->keys);
        struct tx_key *more = memory_alloc(bytes);
        memcpy(more, tx->keys, bytes / 2);
        if (tx->keys != tx->few_keys) {
            memory_free(tx->keys);
        }
        tx->keys = more;
        tx->keys_size *= 2;
    }
    tx->keys[tx->key_count++] = (struct tx_key){
        .key = *key,
        .arg = arg,
        .db = db,
        .is_exclusive = is_exclusive,
    };
}

void tx_add_key(struct tx *tx, unsigned arg, unsigned db, bool is_exclusive) {
    struct key key = key_of(tx->call->argv[arg]);
    tx_add(tx, &key, arg, db, is_exclusive);
}

void tx_begin(struct tx *tx, struct call *call) {
    tx_begin_empty(tx, call);
    unsigned *indices = memory_alloc(call->argc * sizeof(*indices));
    uint16_t *use = memory_alloc(call->argc * sizeof(*use));
    int count = command_keys(call->command, call->argv, call->argc, indices, use, call->argc);
    for (int i = 0; i < count; i++) {
        tx_add_key(tx, indices[i], call->db, use[i] & KEY_EXCLUSIVE);
    }
    memory_free(indices);
    memory_free(use);
}

void tx_begin_all(struct tx *tx, struct call *call, bool is_exclusive) {
    tx_begin_empty(tx, call);
    tx->scope = is_exclusive ? TX_ALL_EXCLUSIVE : TX_ALL_SHARED;
}

void tx_begin_shard(struct tx *tx, struct call *call, struct core *core) {
    tx_begin_all(tx, call, false);
    tx->only = core;
}

static void init_part(struct tx *tx, struct tx_part *part, struct core *core) {
    memset(part, 0, sizeof(*part));
    part->tx = tx;
    part->core = core;
    part->call = *tx->call;
    part->call.shard = &core->shard;
    part->call.client = NULL;
    part->call.reply = NULL;
}

static void make_parts_of_all(struct tx *tx) {
    struct engine *engine = coordinator(tx)->engine;
    if (tx->only) {
        tx->part_count = 1;
        init_part(tx, &tx->parts[0], tx->only);
        return;
    }
    tx->part_count = engine->core_count;
    tx->parts = memory_alloc(tx->part_count * sizeof(*tx->parts));
    for (unsigned i = 0; i < tx->part_count; i++) {
        init_part(tx, &tx->parts[i], engine->cores[i]);
    }
}

/* Counts the keys of each core, then deals them out: tx->order groups key numbers by part. */
static void make_parts_of_keys(struct tx *tx) {
    struct core *own = coordinator(tx);
    struct engine *engine = own->engine;
    uint16_t *part_of_core = own->part_of_core;
    unsigned *counts = memory_alloc_zeroed((engine->core_count + 1) * sizeof(*counts));
    unsigned parts = 0;
    for (unsigned i = 0; i < tx->key_count; i++) {
        uint16_t core = engine->core_of_partition[tx->keys[i].key.partition];
        if (part_of_core[core] == NO_PART) {
            part_of_core[core] = (uint16_t)parts++;
        }
        counts[part_of_core[core]]++;
    }
    tx->part_count = parts;
    if (parts > sizeof(tx->few_parts) / sizeof(tx->few_parts[0])) {
        tx->parts = memory_alloc(parts * sizeof(*tx->parts));
    }
    if (tx->key_count > TX_FEW) {
        tx->order = memory_alloc(tx->key_count * sizeof(*tx->order));
    }
    for (unsigned i = 0; i < tx->key_count; i++) {
        uint16_t core = engine->core_of_partition[tx->keys[i].key.partition];
        uint16_t number = part_of_core[core];
        struct tx_part *part = &tx->parts[number];
        if (counts[number] >
            0) { /* its first key: places are reserved behind the parts before it */
            init_part(tx, part, engine->cores[core]);
            part->first_key = number == 0 ? 0 : tx->parts[number - 1].first_key + counts[parts];
            counts[parts] = counts[number]; /* how many the part before the next one has */
            counts[number] = 0;
        }
        tx->order[part->first_key + part->key_count++] = i;
    }
    for (unsigned i = 0; i < parts; i++) {
        part_of_core[tx->parts[i].core->index] = NO_PART;
    }
    memory_free(counts);
}

/* Enters the part's locks under the transaction's number; false: refused (T2), nothing is held. */
static bool enter(struct tx_part *part) {
    struct tx *tx = part->tx;
    struct shard *shard = &part->core->shard;
    /* PFCOUNT is no write, and has keys that it locks as one. */
    enum lock_mode whole =
        tx->is_writer || part->may_write ? LOCK_INTENT_EXCLUSIVE : LOCK_INTENT_SHARED;
    if (tx->scope != TX_KEYS) {
        whole = tx->scope == TX_ALL_EXCLUSIVE ? LOCK_EXCLUSIVE : LOCK_SHARED;
    }
    lock_claim_init(&part->claim, tx->id, part->key_count, whole);
    bool is_in_order = lock_claim_enter_whole(shard->locks, &part->claim);
    for (int exclusive = 1; exclusive >= 0; exclusive--) {
        for (unsigned i = 0; i < part->key_count && is_in_order; i++) {
            const struct tx_key *key = tx_part_key(part, i);
            if (key->is_exclusive == (bool)exclusive) {
                is_in_order = lock_claim_enter(shard->locks, &part->claim, shard_lock_of(&key->key),
                                               exclusive ? LOCK_EXCLUSIVE : LOCK_SHARED);
            }
        }
    }
    part->is_entered = true;
    if (is_in_order && lock_claim_is_ready(&part->claim)) {
        locks_count_out_of_order(shard->locks);
    }
    return is_in_order;
}

static void leave(struct tx_part *part) {
    if (part->is_entered) {
        lock_claim_release(part->core->shard.locks, &part->claim);
        lock_claim_clear(&part->claim);
        part->is_entered = false;
    }
}

static void answered(struct tx *tx) {
    if (--tx->pending == 0) {
        event_signal(&tx->done);
    }
}

static void answer_arrived(struct mail *mail) {
    loop_expect_mail(coordinator(((struct tx_part *)mail)->tx)->loop, -1);
    answered(((struct tx_part *)mail)->tx);
}

static void answer(struct tx_part *part) {
    struct core *origin = coordinator(part->tx);
    if (origin == part->core) {
        answered(part->tx);
    } else {
        part->mail.deliver = answer_arrived;
        mail_post(origin->loop, &part->mail);
    }
}

static void set_instant(struct tx_part *part) {
    struct core *core = part->core;
    struct tx *tx = part->tx;
    core_set_now(core);
    if (tx->now_ms > 0) {
        keyspace_set_now(core->shard.keyspace, tx->now_ms);
    }
    part->call.now_ms = keyspace_now(core->shard.keyspace);
    if (tx->has_one_instant && tx->now_ms == 0) {
        tx->now_ms = part->call.now_ms; /* the others do not run yet, or there are none */
    }
}

/* The part of the outermost transaction on this core: its marks stand in the log. */
static struct tx_part *root_part(struct tx_part *part) {
    return part->tx->outer ? tx_part_on(root_of(part->tx), part->core) : part;
}

/* It has written, and may do so again in later batches of the log. */
static void begin_in_log(struct tx_part *part) {
    struct tx *tx = part->tx;
    /* A part that may not write has met what has expired: that is no part of the transaction. */
    if (!part->core->feeds || !part->has_written || part->has_mark || !part->may_write) {
        return;
    }
    if (tx->id == 0) { /* the only part, which needed no locks */
        tx->id = engine_next_tx_id(part->core->engine);
    }
    feed_begin_tx(part->core, tx->id);
    part->has_mark = true;
}

/* It is a part of several, or runs once more: a mark tells where it begins (F1 of feed.h). */
static bool is_to_be_marked(const struct tx_part *part, const struct tx_part *root) {
    bool ends_here = !part->tx->outer && part->tx->kind == TX_CONCLUDE;
    return root->may_write && !root->has_mark && root->tx->id != 0 &&
           (root->tx->writers > 1 || !ends_here);
}

static void call_back(struct tx_part *part) {
    struct core *core = part->core;
    uint64_t before = core->shard.effects.lsns_taken;
    struct tx_part *root = root_part(part);
    bool is_marked = is_to_be_marked(part, root);
    set_instant(part);
    core->shard.mark_order = part->tx->mark_order;
    if (is_marked) {
        feed_expect_tx(core, root->tx->id);
    }
    part->tx->callback(part);
    if (is_marked) {
        root->has_mark = feed_expect_end(core);
    }
    root->has_written |= core->shard.effects.lsns_taken != before;
}

/* It has written for the last time. */
static void end_in_log(struct tx_part *part) {
    const struct tx *tx = part->tx;
    if (part->core->feeds && (part->has_mark || (tx->writers > 1 && part->may_write))) {
        feed_end_tx(part->core, tx->id, tx->writers);
    }
}

static uint64_t ticket_of(const struct tx_part *part) {
    struct journal *journal = part->core->journal;
    if (part->has_written || part->tx->scope != TX_KEYS) {
        return journal_ticket(journal);
    }
    uint64_t ticket = 0;
    for (unsigned i = 0; i < part->key_count; i++) {
        uint64_t of_key = journal_ticket_of(journal, &tx_part_key(part, i)->key);
        ticket = of_key > ticket ? of_key : ticket;
    }
    return ticket;
}

static void is_durable(struct journal_wait *wait) {
    answer((struct tx_part *)((char *)wait - offsetof(struct tx_part, durable)));
}

/* The part has given its locks back: from now on others may read what it has written, and wait for it, too. */
static void note_ticket(struct tx_part *part) {
    struct journal *journal = part->core->journal;
    part->durable.ticket = 0;
    part->written = own_write_now(part->core);
    if (!journal || !journal_gates(journal, part->tx->durability)) {
        return;
    }
    for (unsigned i = 0; i < part->key_count && part->has_written; i++) {
        journal_note_write(journal, &tx_part_key(part, i)->key);
    }
    if (part->has_written && part->tx->scope != TX_KEYS) {
        journal_note_write_of_all(journal);
    }
    part->durable.ticket = ticket_of(part);
}

/* The last answer: it leaves when what it tells is durable, if that matters (J1 of journal.h). All parts have their marks
 * in their logs by then, or are about to: no part waits for one that waits for the answer. */
static void answer_for_good(struct tx_part *part) {
    struct journal *journal = part->core->journal;
    if (!journal || part->durable.ticket == 0) {
        answer(part);
        return;
    }
    part->held_since = journal_has_reached(journal, part->durable.ticket) ? 0 : cycles_now();
    part->durable.ready = is_durable;
    journal_wait_or_go(journal, &part->durable, part->durable.ticket, part->tx->durability);
}

static void durability_wanted_arrived(struct mail *mail) {
    answer_for_good((struct tx_part *)mail);
}

/* The claim is ready: the callback runs, and a concluding hop leaves; but if clients are to be served that wait for keys
 * of this shard, and it is not the only one, its locks are kept until tx_end. */
static void run_part(struct tx_part *part) {
    struct core *core = part->core;
    bool is_concluding = part->tx->kind == TX_CONCLUDE;
    call_back(part);
    if (is_concluding && part->tx->part_count == 1 && !part->ready_first) {
        blocking_serve_if_any(&core->shard);
    }
    blocking_keep_marks(part);
    if (is_concluding && !part->ready_first) {
        end_in_log(part);
        leave(part);
        note_ticket(part);
        if (part->tx->part_count == 1) {
            answer_for_good(part);
        } else {
            answer(
                part); /* tx_end asks again: another part may have to serve who waits, before it ends */
        }
    } else {
        begin_in_log(root_part(part));
        answer(part);
    }
    locks_serve(core->shard.locks);
}

static void part_is_ready(struct lock_claim *claim) {
    struct tx_part *part = (struct tx_part *)((char *)claim - offsetof(struct tx_part, claim));
    if (part->when_ready) {
        part->when_ready(part);
    }
}

static void when_ready(struct tx_part *part, void (*fn)(struct tx_part *part)) {
    if (lock_claim_is_ready(&part->claim)) {
        fn(part);
    } else {
        part->when_ready = fn;
    }
}

/* The locks are held, and the coordinator hears of it. */
static void answer_ready(struct tx_part *part) {
    blocking_wants_more(part, false);
    answer(part);
}

static void enter_arrived(struct mail *mail) {
    struct tx_part *part = (struct tx_part *)mail;
    part->when_ready = NULL;
    part->is_refused = !enter(part);
    part->claim.on_ready = part_is_ready;
    part->is_waiting = !lock_claim_is_ready(&part->claim);
    if (part->is_refused) {
        leave(part);
        locks_serve(part->core->shard.locks);
    }
    if (part->is_refused || part->is_waiting) {
        answer(part);
    } else {
        answer_ready(part);
    }
}

static void ready_wanted_arrived(struct mail *mail) {
    when_ready((struct tx_part *)mail, answer_ready);
}

static void leave_arrived(struct mail *mail) {
    struct tx_part *part = (struct tx_part *)mail;
    struct lock_table *locks = part->core->shard.locks;
    leave(part);
    answer(part);
    locks_serve(locks);
}

/* As leave_arrived, but it had begun. */
static void end_arrived(struct mail *mail) {
    struct tx_part *part = (struct tx_part *)mail;
    struct lock_table *locks = part->core->shard.locks;
    if (part->is_entered) { /* else it left when it had run */
        end_in_log(part);
        leave(part);
        note_ticket(part);
    }
    answer_for_good(part);
    locks_serve(locks);
}

static void run_arrived(struct mail *mail) {
    struct tx_part *part = (struct tx_part *)mail;
    assert(lock_claim_is_ready(&part->claim)); /* T4 */
    run_part(part);
}

struct tx_part *tx_part_on(const struct tx *tx, const struct core *core) {
    for (unsigned i = 0; i < tx->part_count; i++) {
        if (tx->parts[i].core == core) {
            return &tx->parts[i];
        }
    }
    return NULL;
}

/* Behind the locks of the outer transaction. */
static void run_within_arrived(struct mail *mail) {
    struct tx_part *part = (struct tx_part *)mail;
    struct tx_part *outer = tx_part_on(root_of(part->tx), part->core);
    assert(outer && outer->is_entered && lock_claim_is_ready(&outer->claim)); /* T4 */
    call_back(part);
    blocking_keep_marks(outer);
    answer(part);
}

/* It holds its locks, all of this transaction: it runs, unless it needs more of them. */
static void run_or_ask(struct tx_part *part) {
    struct lock_table *locks = part->core->shard.locks;
    if (blocking_wants_more(part, false)) {
        leave(part);
        answer(part);
        locks_serve(locks);
    } else {
        run_part(part);
    }
}

/* The only part: its number is taken here, where it is above all that are queued, so it is never refused. A quiet
 * shard needs no locks for a hop that concludes. */
static void enter_and_run_arrived(struct mail *mail) {
    struct tx_part *part = (struct tx_part *)mail;
    if (locks_are_quiet(part->core->shard.locks) && part->tx->kind == TX_CONCLUDE) {
        if (blocking_wants_more(part, true)) {
            answer(part);
        } else {
            run_part(part);
        }
        return;
    }
    part->tx->id = engine_next_tx_id(part->core->engine);
    bool is_in_order = enter(part);
    assert(is_in_order); /* T2 */
    (void)is_in_order;
    part->claim.on_ready = part_is_ready;
    when_ready(part, run_or_ask);
}

/* The last part that had no locks, of a transaction whose others hold theirs: it runs (T4), unless that is not all there
 * is to be thought of. */
static void run_or_say(struct tx_part *part) {
    part->has_run = !blocking_wants_more(part, false) && !part->has_movers;
    if (part->has_run)
        run_part(part);
    else
        answer(part);
}

static void enter_last_arrived(struct mail *mail) {
    struct tx_part *part = (struct tx_part *)mail;
    part->when_ready = NULL;
    part->has_run = false;
    part->is_refused = !enter(part);
    part->claim.on_ready = part_is_ready;
    if (!part->is_refused) {
        when_ready(part, run_or_say);
        return;
    }
    leave(part);
    answer(part);
    locks_serve(part->core->shard.locks);
}

enum which { EVERY_PART, WAITING_PARTS, WANTED_PARTS };

static bool is_meant(const struct tx_part *part, enum which which) {
    return which == EVERY_PART || (which == WAITING_PARTS ? part->is_waiting : part->is_wanted);
}

/* Sends every part, or some, one message and waits for all answers. The own part is handled last, after the
 * others are on their way. */
static void send_to(struct tx *tx, enum which which, void (*deliver)(struct mail *mail)) {
    struct core *own = coordinator(tx);
    struct tx_part *own_part = NULL;
    tx->pending = tx->part_count;
    tx->done.is_set = false;
    bool is_remote = false;
    for (unsigned i = 0; i < tx->part_count; i++) {
        struct tx_part *part = &tx->parts[i];
        if (!is_meant(part, which)) {
            tx->pending--;
            continue;
        }
        if (part->core == own) {
            own_part = part;
            continue;
        }
        part->mail.deliver = deliver;
        mail_post(part->core->loop, &part->mail);
        loop_expect_mail(own->loop, 1);
        is_remote = true;
    }
    if (is_remote) {
        mail_flush();
    }
    if (own_part) {
        deliver(&own_part->mail);
    }
    if (tx->pending > 0) {
        event_wait(&tx->done);
    }
    tx->done.is_set = false;
}

static void send_to_parts(struct tx *tx, void (*deliver)(struct mail *mail)) {
    send_to(tx, EVERY_PART, deliver);
}

/* All parts hold their locks under one number when this returns. */
static void schedule(struct tx *tx) {
    struct core *own = coordinator(tx);
    for (;;) {
        tx->id = engine_next_tx_id(own->engine);
        send_to_parts(tx, enter_arrived);
        bool is_refused = false, is_waiting = false;
        for (unsigned i = 0; i < tx->part_count; i++) {
            is_refused |= tx->parts[i].is_refused;
            is_waiting |= tx->parts[i].is_waiting;
        }
        if (!is_refused) {
            if (is_waiting) {
                send_to(tx, WAITING_PARTS, ready_wanted_arrived);
            }
            tx->now_ms = tx->has_one_instant ? loop_wall_ms(own->loop) : 0;
            return;
        }
        own->stats.tx_retries++;
        send_to_parts(tx, leave_arrived);
    }
}

static void count_writers(struct tx *tx) {
    tx->writers = 0;
    for (unsigned i = 0; i < tx->part_count; i++) {
        struct tx_part *part = &tx->parts[i];
        part->may_write = tx->scope == TX_ALL_EXCLUSIVE;
        for (unsigned j = 0; j < part->key_count && !part->may_write; j++) {
            part->may_write = tx_part_key(part, j)->is_exclusive;
        }
        tx->writers += part->may_write;
    }
}

void tx_make_parts(struct tx *tx) {
    if (tx->has_parts) {
        return;
    }
    tx->has_parts = true;
    if (tx->scope != TX_KEYS) {
        make_parts_of_all(tx);
    } else {
        make_parts_of_keys(tx);
    }
    count_writers(tx);
}

static void set_hop(struct tx *tx, void (*callback)(struct tx_part *part), void *arg,
                    enum tx_hop_kind kind) {
    tx->callback = callback;
    tx->arg = arg;
    tx->kind = kind;
}

void tx_hop_wanted(struct tx *tx, void (*callback)(struct tx_part *part), void *arg) {
    assert(tx->is_scheduled);
    set_hop(tx, callback, arg, TX_KEEP);
    send_to(tx, WANTED_PARTS, tx->outer ? run_within_arrived : run_arrived);
}

/* After the parts are made: the events of keys on several shards are kept until all are known, and within EXEC
 * also those of one, because they come after those of the commands before. */
static void keep_notices(struct tx *tx) {
    if (tx->has_one_instant) {
        return; /* EXEC, which sees to its own */
    }
    bool may_mix = tx->scope == TX_KEYS && (tx->part_count > 1 || tx->outer);
    tx->keeps_notices = may_mix && notify_is_heard(coordinator(tx));
    for (unsigned i = 0; i < tx->part_count && tx->keeps_notices; i++) {
        tx->parts[i].call.notices = &tx->parts[i].notices;
    }
}

void tx_publish_notices(struct tx *tx) {
    struct buffer all = {0};
    for (unsigned i = 0; i < tx->part_count; i++) {
        buffer_append(&all, buffer_view(&tx->parts[i].notices));
        buffer_clear(&tx->parts[i].notices);
    }
    notify_publish_kept(coordinator(tx), &all);
    mail_flush(); /* before those who wait for the locks can publish theirs */
}

static void drop_parts(struct tx *tx) {
    if (tx->order != tx->few_order) {
        memory_free(tx->order);
        tx->order = tx->few_order;
    }
    if (tx->parts != tx->few_parts) {
        memory_free(tx->parts);
        tx->parts = tx->few_parts;
    }
    tx->has_parts = false;
}

static bool has_movers(const struct tx *tx) {
    bool has_some = false;
    for (unsigned i = 0; i < tx->part_count; i++) {
        has_some |= tx->parts[i].has_movers;
    }
    return has_some;
}

static bool has_extras(const struct tx *tx) {
    bool has_some = false;
    for (unsigned i = 0; i < tx->part_count; i++) {
        has_some |= tx->parts[i].extra_first != NULL;
    }
    return has_some;
}

/* Holds all keys of tx, what its parts asked for, and what is asked for in turn, when it returns; tx runs within it. */
static void widen(struct tx *tx) {
    struct tx *wide = memory_alloc(sizeof(*wide));
    tx_begin_empty(wide, tx->call);
    wide->home = tx->home;
    wide->is_writer = wide->is_scheduled = true;
    for (unsigned i = 0; i < tx->key_count; i++) {
        const struct tx_key *key = &tx->keys[i];
        tx_add(wide, &key->key, key->arg, key->db, key->is_exclusive);
        wide->keys[i].is_only_taken = key->is_only_taken;
    }
    struct extra_key *extras = blocking_take_extras(tx, wide);
    for (;;) {
        tx_make_parts(wide);
        blocking_sort_held(wide);
        schedule(wide);
        if (!has_extras(wide)) {
            break;
        }
        send_to_parts(wide, leave_arrived);
        struct extra_key *last = blocking_take_extras(wide, wide);
        blocking_join_extras(last, &extras);
        drop_parts(wide);
    }
    wide->extras = extras; /* their names are its keys' */
    tx->outer = tx->wide = wide;
    tx->now_ms = tx->has_one_instant ? loop_wall_ms(tx->home->loop) : 0;
}

/* Of two parts, one of which is here, that one; else NULL. */
static struct tx_part *own_of_two(const struct tx *tx) {
    return tx->part_count == 2 && tx->scope == TX_KEYS ? tx_part_on(tx, coordinator(tx)) : NULL;
}

static void leave_own(struct tx_part *own) {
    leave(own);
    locks_serve(own->core->shard.locks);
}

enum folded { FOLDED_NOT, FOLDED_LOCKED, FOLDED_RUN };

/* The first hop of two parts with one message there and back. FOLDED_NOT: it did not come to that, nothing is held or
 * noted; FOLDED_LOCKED: both hold their locks, neither has run. */
static enum folded fold(struct tx *tx, struct tx_part *own) {
    struct tx_part *other = &tx->parts[own == &tx->parts[0]];
    tx->id = engine_next_tx_id(own->core->engine);
    if (!enter(own) || !lock_claim_is_ready(&own->claim)) {
        leave_own(own);
        return FOLDED_NOT;
    }
    if (blocking_wants_more(own, false) || own->has_movers) {
        leave_own(own);
        return FOLDED_NOT;
    }
    other->is_wanted = true;
    own->is_wanted = false;
    send_to(tx, WANTED_PARTS, enter_last_arrived);
    if (other->is_refused) {
        leave_own(own);
        return FOLDED_NOT;
    }
    if (!other->has_run) {
        tx->now_ms = tx->has_one_instant ? loop_wall_ms(own->core->loop) : 0;
        return FOLDED_LOCKED;
    }
    tx->pending = 1;
    run_part(own);
    assert(tx->pending == 0);
    return FOLDED_RUN;
}

static void first_hop_of_several(struct tx *tx) {
    struct tx_part *own = own_of_two(tx);
    enum folded folded = own ? fold(tx, own) : FOLDED_NOT;
    if (folded == FOLDED_RUN) {
        return;
    }
    if (folded == FOLDED_NOT) {
        schedule(tx);
    }
    if (has_extras(tx)) {
        send_to_parts(tx, leave_arrived);
        widen(tx);
        send_to_parts(tx, run_within_arrived);
        return;
    }
    if (has_movers(tx)) {
        tx->keeps_all = true;
        tx->kind = TX_KEEP;
    }
    send_to_parts(tx, run_arrived);
}

static void first_hop(struct tx *tx) {
    struct core_stats *stats = &coordinator(tx)->stats;
    if (tx->part_count > 1) {
        stats->tx_multi++;
        first_hop_of_several(tx);
    } else if (tx->part_count == 1) {
        stats->tx_single++;
        send_to_parts(tx, enter_and_run_arrived);
        if (has_extras(tx)) {
            widen(tx);
            send_to_parts(tx, run_within_arrived);
        }
    }
}

static bool waits_for_disk(const struct tx *tx) {
    const struct journal *journal = coordinator(tx)->journal;
    return journal && journal_gates(journal, tx->durability);
}

/* The answers are there. For how long the disk has held up the last of them is no time of the command's. */
static void take_off_waiting(struct tx *tx) {
    struct stopwatch *watch = tx->call->watch;
    uint64_t since = 0;
    if (!watch || !waits_for_disk(tx)) {
        return;
    }
    for (unsigned i = 0; i < tx->part_count; i++) {
        since = tx->parts[i].held_since > since ? tx->parts[i].held_since : since;
        tx->parts[i].held_since = 0;
    }
    uint64_t now = cycles_now();
    if (since > watch->cycles && now > since) {
        watch->cycles += now - since;
    }
}

/* After a concluding hop: some parts may have to serve who waits. */
static bool is_kept(const struct tx *tx) {
    bool is_kept_somewhere = false;
    for (unsigned i = 0; i < tx->part_count; i++) {
        is_kept_somewhere |= tx->parts[i].ready_first != NULL;
    }
    return is_kept_somewhere;
}

void tx_hop(struct tx *tx, void (*callback)(struct tx_part *part), void *arg,
            enum tx_hop_kind kind) {
    if (!tx->is_begun) {
        tx->is_begun = true;
        tx_make_parts(tx);
        keep_notices(tx);
        tx->keeps_all = tx->scope == TX_ALL_EXCLUSIVE && tx->part_count > 1;
    }
    bool is_to_keep = tx->keeps_notices || tx->keeps_all;
    set_hop(tx, callback, arg, is_to_keep ? TX_KEEP : kind); /* then tx_end concludes */
    if (tx->outer) {
        send_to_parts(tx, run_within_arrived);
        return;
    }
    if (tx->is_scheduled) {
        send_to_parts(tx, run_arrived);
    } else {
        first_hop(tx);
    }
    tx->is_scheduled = tx->kind == TX_KEEP || is_kept(tx);
    take_off_waiting(tx);
}

bool tx_has_written(const struct tx *tx) {
    while (tx->outer) {
        tx = tx->outer;
    }
    for (unsigned i = 0; i < tx->part_count; i++) {
        if (tx->parts[i].has_written) {
            return true;
        }
    }
    return false;
}

/* What it has written is its client's, unless it runs for a request that notes it itself. */
static void note_writes(const struct tx *tx) {
    struct client *client = tx->call->client;
    for (unsigned i = 0; client && i < tx->part_count; i++) {
        client->is_unconfirmed |= tx->parts[i].durable.is_late;
        if (tx->parts[i].has_written) {
            own_writes_note(client, tx->parts[i].core, tx->parts[i].written);
        }
    }
}

static void free_parts(struct tx *tx) {
    note_writes(tx);
    drop_parts(tx);
    if (tx->keys != tx->few_keys) {
        memory_free(tx->keys);
    }
}

static void end_wide(struct tx *wide) {
    blocking_serve_tx(wide);
    send_to_parts(wide, end_arrived);
    take_off_waiting(wide);
    free_parts(wide);
    blocking_free_extras(wide->extras);
    memory_free(wide->held);
    memory_free(wide);
}

void tx_end(struct tx *tx) {
    if (tx->keeps_notices) {
        tx_publish_notices(tx);
    }
    if (tx->wide) {
        end_wide(tx->wide);
    } else if (tx->is_scheduled) {
        blocking_serve_tx(tx);
        send_to_parts(tx, end_arrived);
    } else if (tx->is_begun && !tx->outer && tx->part_count > 1 && waits_for_disk(tx)) {
        send_to_parts(tx, durability_wanted_arrived);
    }
    take_off_waiting(tx);
    free_parts(tx);
}
