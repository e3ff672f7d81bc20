/* repl/joint.c - what waited in several flows becomes visible at once.
 *
 *   1  flows tell core 0 of their marks; it draws the line (log/line.h)
 *   2  flows that the line has passed hand out what they hold up to there, once all that they sent before is applied
 *   3  under a lock of all shards each core applies its shares; marks in its log and feeds make that one transaction
 *
 * While that goes on more arrives, so under load many transactions share one joint. */
#include <inttypes.h>

#include "base/memory.h"
#include "engine/apply.h"
#include "engine/tx.h"
#include "log/line.h"
#include "repl/pledge.h"
#include "repl/session.h"

#define NOTHING_HELD UINT64_MAX

void joint_init(struct session *session) {
    unsigned cores = session->engine->core_count;
    session->line = line_create(session->flow_count);
    session->first = memory_alloc(session->flow_count * sizeof *session->first);
    session->is_involved = memory_alloc_zeroed(session->flow_count * sizeof *session->is_involved);
    session->taken = memory_alloc_zeroed(session->flow_count * sizeof *session->taken);
    session->shares = memory_alloc_zeroed(session->flow_count * cores * sizeof *session->shares);
    for (unsigned i = 0; i < session->flow_count; i++) session->first[i] = NOTHING_HELD;
}

static void clear_shares(struct session *session) {
    unsigned count = session->flow_count * session->engine->core_count;
    for (unsigned i = 0; i < count; i++) buffer_clear(&session->shares[i]);
}

void joint_clear(struct session *session) {
    if (session->line == NULL) return;
    line_destroy(session->line);
    clear_shares(session);
    memory_free(session->first);
    memory_free(session->is_involved);
    memory_free(session->taken);
    memory_free(session->shares);
}

/* ---- handing out, on the flow's core ---- */

static void dealt(struct errand *errand) {
    struct flow *flow = errand->flow;
    struct session *session = flow->session;
    session->first[flow->number] = errand->number;
    errand_free(errand);
    if (--session->dealing == 0) event_signal(&session->dealt);
}

void joint_deal(struct flow *flow) {
    struct session *session = flow->session;
    struct errand *errand = flow->deal;
    unsigned cores = session->engine->core_count;
    flow->deal = NULL;
    flow->joining_lsns = assemble_take(&flow->assemble, errand->number,
                                       &session->shares[flow->number * cores], cores);
    errand_send(session->engine->cores[0], flow, dealt,
                assemble_holds(&flow->assemble) ? flow->assemble.first : NOTHING_HELD, NULL);
    errand_free(errand);
}

static void deal_arrived(struct errand *errand) {
    struct flow *flow = errand->flow;
    flow->deal = errand;
    if (flow->parcels_out == 0) joint_deal(flow); /* else with the last that comes back */
}

static void joined(struct errand *errand) {
    struct flow *flow = errand->flow;
    errand_free(errand);
    assemble_join(&flow->assemble);
    flow_count_applied(flow, flow->joining_lsns);
    flow_look(flow);
}

/* ---- applying ---- */

static void apply_part(struct tx_part *part) {
    struct session *session = part->tx->arg;
    struct core *core = part->core;
    unsigned cores = session->engine->core_count, count = 0;
    struct bytes *views = memory_alloc(session->flow_count * sizeof *views);
    for (unsigned i = 0; i < session->flow_count; i++)
        if (session->is_involved[i])
            views[count++] = buffer_view(&session->shares[i * cores + core->index]);
    bool is_good = apply_begin(core) && assemble_merge(views, count, apply_record, core);
    apply_end(core);
    memory_free(views);
    if (!is_good)
        session_give_up(&session->flows[0],
                        "records of a transaction cannot be what follows on core %u", core->index);
}

static const struct command joint_row = {.name = "ANAX|JOINT", .flags = WRITE};
static const struct command_entry joint_command = {.row = &joint_row, .name = "anax|joint"};

static void apply_under_lock(struct session *session) {
    struct core *home = session->engine->cores[0];
    struct call call = {.command = &joint_command, .shard = &home->shard};
    struct tx *tx = memory_alloc(sizeof *tx);
    tx_begin_all(tx, &call, true);
    tx->durability =
        DURABILITY_MEMORY; /* nobody is answered: the acknowledgement waits for itself */
    tx_hop(tx, apply_part, session, TX_CONCLUDE);
    tx_end(tx);
    memory_free(tx);
}

/* Which flows does the line let go on? It is drawn once a joint, not once a frame: that costs as much as there is above
 * it, and behind a long joint that is much. */
static unsigned choose(struct session *session) {
    unsigned count = 0;
    line_draw(session->line);
    for (unsigned i = 0; i < session->flow_count; i++) {
        session->is_involved[i] = line_of(session->line, i) >= session->first[i];
        if (session->is_involved[i]) session->taken[i] = line_of(session->line, i);
        count += session->is_involved[i];
    }
    return count;
}

static void send_to_involved(struct session *session, void (*run)(struct errand *errand)) {
    for (unsigned i = 0; i < session->flow_count; i++) {
        struct flow *flow = &session->flows[i];
        if (session->is_involved[i]) errand_send(flow->core, flow, run, session->taken[i], NULL);
    }
    mail_flush();
}

/* Before it is acknowledged (pledge.h). */
static void keep_members(struct session *session) {
    struct buffer text = session->engine->members_heard;
    session->engine->members_heard = (struct buffer){0};
    if (text.len > 0 && !pledge_hear(session->engine, session->history.id, buffer_view(&text)))
        session_fail(&session->flows[0], "the in-sync set cannot be kept");
    buffer_clear(&text);
}

static void joint_main(void *arg) {
    struct session *session = arg;
    while ((session->dealing = choose(session)) > 0 && !session->has_ended) {
        send_to_involved(session, deal_arrived);
        while (session->dealing > 0) event_wait(&session->dealt);
        apply_under_lock(session);
        clear_shares(session);
        keep_members(session);
        send_to_involved(session, joined);
    }
    session->is_joint_running = false;
    event_signal(session->changed);
}

void joint_note(struct flow *flow, uint64_t place, uint64_t first, struct buffer *notes) {
    struct session *session = flow->session;
    const struct assemble_note *note = (const struct assemble_note *)(const void *)notes->data;
    if (session->has_ended) return;
    for (size_t i = 0; i < notes->len / sizeof *note; i++) {
        if (note[i].parts > 0)
            line_mark(session->line, flow->number, note[i].tx, note[i].parts, note[i].place);
        else
            line_begin(session->line, flow->number, note[i].tx, note[i].place);
    }
    if (session->first[flow->number] == NOTHING_HELD) session->first[flow->number] = first;
    line_reach(session->line, flow->number, place);
    if (session->is_joint_running) return;
    session->is_joint_running = true;
    fiber_start(FIBER_LARGE, joint_main, session);
}
