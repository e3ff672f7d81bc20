/* repl/flow.c - one flow: frames in, acknowledgements out.
 *
 *   OPENING --connected--> READY --go--> LOADING --PUBLISH--> WAITING --go--> JOURNAL
 *                                          | ^
 *                     record without a key v | all flows have come to it
 *                                         GLOBAL
 *
 * What is received stays in the caller's buffer until it can be dealt with. A flow stops reading when much of what it has
 * handed to other cores is still under way; then the primary waits, too. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/apply.h"
#include "engine/journal_ask.h"
#include "log/mark.h"
#include "log/varint.h"
#include "repl/session.h"
#include "repl/wire.h"

enum {
    OUT_MAX = 8 << 20, /* bytes under way to other cores, or held during a joint */
    HELD_MAX = 64 << 20,
    CATCH_UP_MAX = 1 << 20,
    HEARTBEAT_NS = 1000000000
};
#define HANDSHAKE_NS 10000000000ll
#define CATCH_UP_TX \
    (1ull << 62) /* above all numbers of transactions, below the names of assemble.c */

/* ---- errands ---- */

static void errand_arrived(struct mail *mail) {
    struct errand *errand = (struct errand *)mail;
    errand->run(errand);
}

struct errand *errand_make(struct flow *flow, void (*run)(struct errand *errand), uint64_t number,
                           struct buffer *bytes) {
    struct errand *errand = memory_alloc_zeroed(sizeof *errand);
    errand->mail.deliver = errand_arrived;
    errand->run = run;
    errand->flow = flow;
    errand->number = number;
    if (bytes != NULL) {
        errand->bytes = *bytes;
        *bytes = (struct buffer){0};
    }
    return errand;
}

void errand_send(struct core *target, struct flow *flow, void (*run)(struct errand *errand),
                 uint64_t number, struct buffer *bytes) {
    struct errand *errand = errand_make(flow, run, number, bytes);
    mail_post(target->loop, &errand->mail);
}

void errand_free(struct errand *errand) {
    buffer_clear(&errand->bytes);
    memory_free(errand);
}

static struct core *home_of(const struct flow *flow) {
    return flow->session->engine->cores[0];
}

/* ---- core 0 hears of it ---- */

static void has_news(struct errand *errand) {
    struct session *session = errand->flow->session;
    session->news[errand->number]++;
    errand_free(errand);
    event_signal(session->changed);
}

static void tell(struct flow *flow, enum flow_news news) {
    errand_send(home_of(flow), flow, has_news, news, NULL);
}

static void is_at_global(struct errand *errand) {
    struct session *session = errand->flow->session;
    if (session->news[NEWS_AT_GLOBAL] == 0) {
        buffer_clear(&session->global);
        buffer_append(&session->global, buffer_view(&errand->bytes));
    } else if (!bytes_equal(buffer_view(&session->global), buffer_view(&errand->bytes))) {
        session_fail(errand->flow, "the flows do not agree on a record without a key");
    }
    has_news(errand);
}

static void has_notes(struct errand *errand) {
    joint_note(errand->flow, errand->number, errand->other, &errand->bytes);
    errand_free(errand);
}

/* ---- acknowledging ---- */

static void show(struct flow *flow) {
    /* Relaxed: for INFO. */
    atomic_store_explicit(&flow->shown_received, flow->received, memory_order_relaxed);
    atomic_store_explicit(&flow->shown_applied, flow->applied, memory_order_relaxed);
    if (flow->messages.waiters != NULL) messages_tell(flow);
}

static void acknowledge(struct flow *flow) {
    struct buffer out = {0};
    struct chain chain = {0};
    if (flow->caller.stream == NULL) return;
    size_t start = wire_begin(&out, WIRE_ACK);
    varint_put(&out, flow->received);
    varint_put(&out, flow->durable);
    varint_put(&out, flow->applied);
    varint_put(&out, flow->stamp);
    wire_end(&out, start, 0);
    chain_append(&chain, buffer_view(&out));
    buffer_clear(&out);
    /* Relaxed: who waits for the lease has ended the flows before. */
    atomic_store_explicit(&flow->session->engine->answered_ns, clock_monotonic_ns(),
                          memory_order_relaxed);
    stream_send(flow->caller.stream, &chain);
}

static void leave_if_over(struct flow *flow);
static void sync_if_wanted(struct flow *flow);

/* One core's log has what this flow had brought when it was asked. */
struct sync {
    struct journal_ask ask;
    struct flow *flow;
};

static void sync_returned(struct journal_ask *ask) {
    struct sync *sync = (struct sync *)ask;
    struct flow *flow = sync->flow;
    if (!ask->has_log) flow->sync_target = 0;
    memory_free(sync);
    if (--flow->syncs_out > 0) return;
    flow->is_syncing = false;
    if (flow->sync_target > flow->durable) {
        flow->durable = flow->sync_target;
        acknowledge(flow);
    }
    sync_if_wanted(flow);
    leave_if_over(flow);
}

/* One sync a burst: what comes while it is under way has the next one; its end comes here again. */
static void sync_if_wanted(struct flow *flow) {
    const struct engine *engine = flow->session->engine;
    bool has_all = flow->applied == flow->received;
    if (!flow->is_ack_wanted || flow->state != FLOW_JOURNAL) return;
    if (!has_all && (flow->is_syncing || flow->applied == flow->sync_target)) return;
    /* Relaxed: with a log that begins just now, a heartbeat asks again. */
    bool has_log = atomic_load_explicit(&engine->has_log, memory_order_relaxed);
    if (flow->is_ack_wanted_at_once || !has_log || flow->applied <= flow->durable) {
        acknowledge(flow); /* received and applied: who waits for no disk need not wait longer */
        flow->is_ack_wanted_at_once = !has_all;
    }
    if (flow->is_syncing) return;
    flow->is_ack_wanted = !has_all;
    flow->sync_target = flow->applied;
    if (!has_log) return;
    flow->is_syncing = true;
    unsigned first = engine->core_of_partition[flow->partition_first];
    unsigned last = engine->core_of_partition[flow->partition_first + flow->partition_count - 1];
    flow->syncs_out = last - first + 1;
    for (unsigned i = first; i <= last; i++) {
        struct sync *sync = memory_alloc_zeroed(sizeof *sync);
        sync->flow = flow;
        journal_ask(&sync->ask, engine->cores[i], JOURNAL_ASK_ALL, sync_returned);
    }
}

static void tell_if_caught_up(struct flow *flow) {
    if (flow->catching != CATCHING_LAST || flow->applied < flow->cut) return;
    flow->catching = CATCHING_NOT;
    tell(flow, NEWS_CAUGHT_UP);
}

void flow_count_applied(struct flow *flow, uint64_t lsns) {
    flow->applied += lsns;
    show(flow);
    tell_if_caught_up(flow);
    sync_if_wanted(flow);
}

static void beat(void *arg) {
    struct flow *flow = arg;
    acknowledge(flow);
    flow->is_ack_wanted = true; /* durable moves on, asked or not */
    sync_if_wanted(flow);
    timer_start(flow->core->loop, &flow->heartbeat, HEARTBEAT_NS);
}

/* ---- what is under way ---- */

static void update_reading(struct flow *flow) {
    bool is_joining = flow->assemble.is_joining && flow->assemble.held.len > OUT_MAX;
    bool is_standing = flow->state != FLOW_LOADING && flow->state != FLOW_JOURNAL;
    bool wants_pause = is_standing || is_joining || flow->bytes_out > OUT_MAX;
    if (flow->caller.stream == NULL || wants_pause == flow->is_paused) return;
    flow->is_paused = wants_pause;
    if (wants_pause)
        stream_pause(flow->caller.stream);
    else
        stream_resume(flow->caller.stream);
}

/* The flow has come to where it waits for the others, and all before it is done. */
static void tell_if_standing(struct flow *flow) {
    if (flow->parcels_out > 0 || flow->has_told) return;
    if (flow->state == FLOW_WAITING) {
        flow->has_told = true;
        tell(flow, NEWS_WAITING);
    } else if (flow->state == FLOW_GLOBAL) {
        flow->has_told = true;
        errand_send(home_of(flow), flow, is_at_global, NEWS_AT_GLOBAL, &flow->global);
    }
}

void flow_parcel_is_back(struct flow *flow, size_t bytes) {
    flow->bytes_out -= bytes;
    flow->parcels_out--;
    if (flow->parcels_out == 0 && flow->deal != NULL) joint_deal(flow);
    tell_if_standing(flow);
    flow_look(flow);
    leave_if_over(flow);
}

/* ---- the journal, once the replica is readable ---- */

struct run {
    struct mail mail;
    struct apply_run run;
    struct flow *flow;
    struct run *next; /* behind it in the flow */
    bool is_back;
    uint64_t lsns;
    struct buffer records;
};

/* Cores are not equally quick, but what counts as applied has no gaps: the primary takes it for all up to there. */
static void count_runs(struct flow *flow) {
    while (flow->first_run != NULL && flow->first_run->is_back) {
        struct run *run = flow->first_run;
        flow->first_run = run->next;
        flow_count_applied(flow, run->lsns);
        memory_free(run);
    }
}

static void run_returned(struct mail *mail) {
    struct run *run = (struct run *)mail;
    struct flow *flow = run->flow;
    size_t len = run->records.len;
    if (!run->run.is_good)
        session_give_up(flow, "flow %u: a record cannot be what follows", flow->number);
    run->is_back = true;
    buffer_clear(&run->records);
    count_runs(flow);
    flow_parcel_is_back(flow, len);
}

static void run_done(struct apply_run *apply) {
    struct run *run = (struct run *)((char *)apply - offsetof(struct run, run));
    run->mail.deliver = run_returned;
    mail_post(run->flow->core->loop, &run->mail);
}

static void run_arrived(struct mail *mail) {
    apply_run(&((struct run *)mail)->run);
}

static void apply_direct(struct flow *flow, unsigned core, struct bytes records, uint64_t lsns) {
    struct core *owner = flow->session->engine->cores[core];
    if (records.len == 0) return;
    if (owner == flow->core && flow->parcels_out == 0) {
        bool is_good;
        if (apply_now(owner, records, &is_good)) {
            if (!is_good)
                session_give_up(flow, "flow %u: a record cannot be what follows", flow->number);
            flow_count_applied(flow, lsns);
            return;
        }
    }
    struct run *run = memory_alloc_zeroed(sizeof *run);
    buffer_append(&run->records, records);
    run->run =
        (struct apply_run){.core = owner, .records = buffer_view(&run->records), .done = run_done};
    run->flow = flow;
    run->lsns = lsns;
    flow->bytes_out += records.len;
    flow->parcels_out++;
    if (flow->first_run == NULL)
        flow->first_run = run;
    else
        flow->last_run->next = run;
    flow->last_run = run;
    run->mail.deliver = run_arrived;
    mail_post(owner->loop, &run->mail);
}

static bool take_journal(struct flow *flow, struct bytes payload) {
    struct buffer notes = {0};
    unsigned core;
    uint64_t lsns;
    switch (assemble_frame(&flow->assemble, payload, &core, &lsns, &notes)) {
    case ASSEMBLE_DIRECT:
        flow->received += lsns;
        apply_direct(flow, core, payload, lsns);
        break;
    case ASSEMBLE_HELD: {
        flow->received += lsns;
        struct errand *errand = errand_make(flow, has_notes, flow->assemble.place, &notes);
        errand->other = flow->assemble.first;
        mail_post(home_of(flow)->loop, &errand->mail);
        break;
    }
    default:
        buffer_clear(&notes);
        session_fail(flow, "a frame of the journal of flow %u is malformed", flow->number);
        return false;
    }
    show(flow);
    if (flow->catching == CATCHING_HELD && flow->assemble.held.len > CATCH_UP_MAX &&
        !flow->has_told_size) {
        flow->has_told_size = true;
        tell(flow, NEWS_HOLDS_MUCH);
    }
    if (flow->assemble.held.len <= HELD_MAX) return true;
    session_give_up(flow, "flow %u: transactions do not end", flow->number);
    return false;
}

/* Frames with WIRE_MORE gather until the last one. */
static bool take_journal_frame(struct flow *flow, unsigned flags, struct bytes payload) {
    if ((flags & WIRE_MORE) == 0 && flow->more.len == 0) return take_journal(flow, payload);
    buffer_append(&flow->more, payload);
    if ((flags & WIRE_MORE) != 0) return true;
    bool is_good = take_journal(flow, buffer_view(&flow->more));
    buffer_clear(&flow->more);
    return is_good;
}

/* ---- catching up ---- */

/* All that comes between these marks of ours, in all flows, is one transaction. */
static bool put_mark(struct flow *flow, enum mark_op op) {
    struct buffer record = {0}, payload = {0};
    struct mark mark = {.op = op, .tx = CATCH_UP_TX, .parts = flow->session->flow_count};
    mark_write(&record, &mark);
    wire_add_record(&payload, buffer_view(&record));
    bool is_good = take_journal(flow, buffer_view(&payload));
    buffer_clear(&record);
    buffer_clear(&payload);
    return is_good;
}

static bool take_cut(struct flow *flow) {
    if (flow->catching != CATCHING_HELD && flow->catching != CATCHING_HIDDEN) return false;
    bool is_good = flow->more.len == 0 || take_journal_frame(flow, 0, bytes_of(NULL, 0));
    if (is_good && flow->catching == CATCHING_HELD) is_good = put_mark(flow, MARK_TX);
    flow->catching = CATCHING_LAST;
    flow->cut = flow->received;
    tell_if_caught_up(flow);
    return is_good;
}

static void is_hidden(struct errand *errand) {
    struct flow *flow = errand->flow;
    errand_free(errand);
    if (flow->catching != CATCHING_HELD || flow->state != FLOW_JOURNAL) return;
    flow->catching = CATCHING_HIDDEN;
    put_mark(flow, MARK_TX); /* if it fails the session does */
}

void flow_show_nothing(struct flow *flow) {
    errand_send(flow->core, flow, is_hidden, 0, NULL);
}

/* ---- frames ---- */

static bool end_baseline(struct flow *flow, struct bytes payload) {
    uint64_t first, count;
    if (flow->has_lsns || !varint_take(&payload, &first) || !varint_take(&payload, &count) ||
        first != flow->partition_first || count != flow->partition_count)
        return false;
    for (uint64_t i = 0; i < count; i++)
        if (!varint_take(&payload, &flow->lsns[first + i])) return false;
    flow->has_lsns = true;
    return payload.len == 0;
}

static bool load_frame(struct flow *flow, const struct wire_head *head, struct bytes payload) {
    struct bytes global;
    bool is_global;
    if (!intake_frame(flow, head->kind, head->flags, payload, &flow->global_at, &is_global,
                      &global))
        return false;
    if (is_global) {
        flow->state = FLOW_GLOBAL;
        flow->has_told = false;
        buffer_append(&flow->global, global);
    } else {
        flow->global_at = 0;
    }
    return true;
}

static bool check_sum(struct flow *flow, struct bytes payload) {
    uint64_t sum, wall_ms;
    if (!varint_take(&payload, &sum) || !varint_take(&payload, &wall_ms) ||
        (payload.len > 0 && !varint_take(&payload, &flow->stamp)))
        return false;
    if (flow->state != FLOW_JOURNAL || sum == flow->received) return true;
    session_give_up(flow, "flow %u: the primary is at %" PRIu64 ", and what came leads to %" PRIu64,
                    flow->number, sum, flow->received);
    return true;
}

static bool take_stable(struct flow *flow, struct bytes payload) {
    uint64_t sum;
    if (!varint_take(&payload, &sum)) return false;
    atomic_store_explicit(&flow->shown_stable, sum, memory_order_relaxed);
    return true;
}

static bool take_frame(struct flow *flow, const struct wire_head *head, struct bytes payload) {
    bool is_loading = flow->state == FLOW_LOADING;
    if ((head->flags & WIRE_ACK_WANTED) != 0) {
        flow->is_ack_wanted = true;
        flow->is_ack_wanted_at_once |= (head->flags & WIRE_ACK_SYNCED) == 0;
    }
    switch (head->kind) {
    case WIRE_JOURNAL:
        return is_loading ? load_frame(flow, head, payload)
                          : take_journal_frame(flow, head->flags, payload);
    case WIRE_UNIT:
    case WIRE_CHUNK:
    case WIRE_CANCEL:
        return is_loading && load_frame(flow, head, payload);
    case WIRE_BASELINE_END:
        return is_loading && end_baseline(flow, payload);
    case WIRE_PUBLISH:
        if (!is_loading) return take_cut(flow);
        if (!flow->has_lsns) return false;
        flow->state = FLOW_WAITING;
        flow->has_told = false;
        return true;
    case WIRE_PING:
        return check_sum(flow, payload);
    case WIRE_STABLE:
        return take_stable(flow, payload);
    case WIRE_MESSAGES:
        return flow->state == FLOW_JOURNAL && messages_take(flow, payload);
    case WIRE_ERROR:
        session_give_up(flow, "the primary says: %.*s",
                        (int)(payload.len < 200 ? payload.len : 200), payload.data);
        return true;
    default:
        return false;
    }
}

void flow_look(struct flow *flow) {
    size_t used = 0;
    while (flow->state == FLOW_LOADING || flow->state == FLOW_JOURNAL) {
        struct bytes input = caller_input(&flow->caller);
        input = bytes_of(input.data + used, input.len - used);
        struct bytes rest = input, payload;
        struct wire_head head;
        update_reading(flow);
        if (flow->is_paused) break;
        int result = wire_next(&rest, &head, &payload);
        if (result == 0) break;
        if (result < 0 || !take_frame(flow, &head, payload)) {
            session_fail(flow, "flow %u: a frame is damaged or out of place", flow->number);
            flow->state = FLOW_ENDED;
            break;
        }
        if (flow->state != FLOW_GLOBAL) used += input.len - rest.len;
    }
    if (used > 0) caller_consume(&flow->caller, used);
    update_reading(flow);
    sync_if_wanted(flow);
    tell_if_standing(flow);
}

/* ---- life ---- */

static void on_input(void *owner) {
    struct flow *flow = owner;
    atomic_store_explicit(&flow->last_io_ns, loop_now_ns(flow->core->loop), memory_order_relaxed);
    atomic_store_explicit(&flow->bytes_in, flow->caller.bytes_in, memory_order_relaxed);
    flow_look(flow);
}

static void on_closed(void *owner) {
    struct flow *flow = owner;
    session_fail(flow, "flow %u: %s", flow->number, flow->caller.error);
    flow->state = FLOW_ENDED;
}

static bool open_caller(struct flow *flow) {
    const struct session *session = flow->session;
    char session_text[24], number_text[24];
    int64_t due_ns = loop_now_ns(flow->core->loop) + HANDSHAKE_NS;
    if (!caller_open(&flow->caller, session->host, session->port, HANDSHAKE_NS / 1000000) ||
        !session_greet(session, &flow->caller, due_ns))
        return false;
    snprintf(session_text, sizeof session_text, "%" PRIu64, session->number);
    snprintf(number_text, sizeof number_text, "%u", flow->number);
    struct bytes argv[] = {BYTES_LITERAL("ANAX"), BYTES_LITERAL("FLOW"),
                           bytes_of_string(session_text), bytes_of_string(number_text)};
    return caller_ask(&flow->caller, argv, 4, due_ns);
}

static void close_caller(struct flow *flow) {
    timer_stop(&flow->heartbeat);
    caller_close(&flow->caller);
    flow->is_closed = true;
    leave_if_over(flow);
}

static void open_on_fiber(void *arg) {
    struct flow *flow = arg;
    bool is_open = open_caller(flow);
    flow->is_in_fiber = false;
    if (flow->is_stopped) {
        close_caller(flow);
    } else if (!is_open) {
        session_fail(flow, "flow %u: %s", flow->number, flow->caller.error);
        flow->state = FLOW_ENDED;
    } else {
        flow->state = FLOW_READY;
        flow->caller.owner = flow;
        flow->caller.on_input = on_input;
        flow->caller.on_closed = on_closed;
        stream_set_bulk(flow->caller.stream);
        update_reading(flow);
        timer_start(flow->core->loop, &flow->heartbeat, HEARTBEAT_NS);
        tell(flow, NEWS_READY);
    }
}

static void close_on_fiber(void *arg) {
    close_caller(arg);
}

static void opening(struct errand *errand) {
    struct flow *flow = errand->flow;
    errand_free(errand);
    flow->is_in_fiber = true;
    fiber_start(FIBER_SMALL, open_on_fiber, flow);
}

static void stopping(struct errand *errand) {
    struct flow *flow = errand->flow;
    errand_free(errand);
    flow->is_stopped = true;
    flow->state = FLOW_ENDED;
    messages_tell(flow);
    if (!flow->is_in_fiber)
        fiber_start(FIBER_SMALL, close_on_fiber, flow);
    else if (flow->caller.stream != NULL)
        stream_abort(flow->caller.stream); /* whoever waits for a reply is done then */
}

/* Nothing of it is under way any more. */
static void leave_if_over(struct flow *flow) {
    bool is_asking = flow->messages.is_asking;
    if (!flow->is_closed || flow->is_gone || flow->parcels_out > 0 || flow->is_syncing || is_asking)
        return;
    flow->is_gone = true;
    tell(flow, NEWS_GONE);
}

void flow_is_less_busy(struct flow *flow) {
    leave_if_over(flow);
}

static void begin_journal(struct flow *flow, uint64_t received) {
    if (flow->has_lsns) {
        received = 0;
        for (unsigned i = 0; i < flow->partition_count; i++)
            received += flow->lsns[flow->partition_first + i];
        intake_destroy(flow->intake);
        flow->intake = NULL;
    }
    flow->received = flow->applied = received;
    flow->is_ack_wanted = flow->is_ack_wanted_at_once = true; /* what the disk has, too */
    assemble_init(&flow->assemble, flow->number, flow->session->flow_count, flow->partition_count,
                  flow->session->engine->core_of_partition);
    show(flow);
    if (flow->session->is_full) return;
    flow->catching = flow->session->is_torn_at_first ? CATCHING_HIDDEN : CATCHING_HELD;
    if (flow->catching == CATCHING_HELD) put_mark(flow, MARK_TX_BEGIN);
}

static void begin_loading(struct flow *flow) {
    if (flow->state == FLOW_READY) {
        flow->intake = intake_create();
        flow->lsns = memory_alloc_zeroed(PARTITIONS * sizeof *flow->lsns);
    } else if (flow->has_lsns) { /* behind a record without a key */
        for (unsigned i = 0; i < flow->partition_count; i++)
            flow->lsns[flow->partition_first + i]++;
    }
}

static void going(struct errand *errand) {
    struct flow *flow = errand->flow;
    enum flow_state state = (enum flow_state)errand->number;
    uint64_t received = errand->other;
    errand_free(errand);
    if (flow->state == FLOW_ENDED) return;
    if (state == FLOW_JOURNAL)
        begin_journal(flow, received);
    else
        begin_loading(flow);
    flow->state = state;
    flow_look(flow);
}

/* ---- from core 0 ---- */

void flow_init(struct flow *flow, struct session *session, unsigned number) {
    const struct engine *engine = session->engine;
    unsigned first = 0, end;
    while (first * session->flow_count / PARTITIONS != number) first++;
    for (end = first; end < PARTITIONS && end * session->flow_count / PARTITIONS == number;) end++;
    *flow = (struct flow){.session = session,
                          .number = number,
                          .partition_first = first,
                          .partition_count = end - first,
                          .core = engine->cores[engine->core_of_partition[(first + end) / 2]]};
    timer_init(&flow->heartbeat, beat, flow);
    atomic_store_explicit(&flow->last_io_ns, clock_monotonic_ns(), memory_order_relaxed);
}

void flow_open(struct flow *flow) {
    errand_send(flow->core, flow, opening, 0, NULL);
}

void flow_go(struct flow *flow, enum flow_state state, uint64_t received) {
    struct errand *errand = errand_make(flow, going, state, NULL);
    errand->other = received;
    mail_post(flow->core->loop, &errand->mail);
}

void flow_stop(struct flow *flow) {
    errand_send(flow->core, flow, stopping, 0, NULL);
}

void flow_clear(struct flow *flow) {
    intake_destroy(flow->intake);
    assemble_clear(&flow->assemble);
    messages_clear(flow);
    buffer_clear(&flow->more);
    buffer_clear(&flow->global);
    memory_free(flow->lsns);
}
