/* repl/message.c - messages that wait for what was done before them. */
#include "repl/message.h"

#include "base/memory.h"
#include "engine/pubsub.h"
#include "log/varint.h"
#include "repl/session.h"
#include "repl/source.h"
#include "repl/wire.h"

/* A frame of them. */
struct message_batch {
    struct message_batch *next;
    unsigned number; /* of the first flow that may lack something */
    struct buffer payload;
};

/* ---- looking ---- */

static uint64_t applied_of(const struct flow *flow) {
    /* Relaxed: what it counts is looked at where it was applied, which mail leads to. */
    return atomic_load_explicit(&flow->shown_applied, memory_order_relaxed);
}

/* Of all flows up to *number, which is left at the first that lacks something. sum: what is asked of that one. */
static bool has_all(const struct session *session, struct bytes payload, unsigned *number,
                    uint64_t *sum) {
    uint64_t count = 0;
    varint_take(&payload, &count);
    for (unsigned i = 0; i < session->flow_count; i++) {
        varint_take(&payload, sum);
        if (i >= *number && applied_of(&session->flows[i]) < *sum) {
            *number = i;
            return false;
        }
    }
    return true;
}

static struct bytes without_sums(struct bytes payload) {
    uint64_t count = 0, sum;
    varint_take(&payload, &count);
    for (uint64_t i = 0; i < count; i++) varint_take(&payload, &sum);
    return payload;
}

static bool is_well_formed(const struct session *session, struct bytes payload,
                           unsigned *messages) {
    uint64_t count, sum;
    struct wire_message message;
    *messages = 0;
    if (!varint_take(&payload, &count) || count != session->flow_count) return false;
    for (uint64_t i = 0; i < count; i++)
        if (!varint_take(&payload, &sum)) return false;
    while (wire_next_message(&payload, &message)) ++*messages;
    return payload.len == 0;
}

/* ---- showing ---- */

static void show(const struct flow *flow, struct bytes payload) {
    struct bytes rest = without_sums(payload);
    struct wire_message message;
    while (wire_next_message(&rest, &message)) {
        enum topic_kind kind = message.is_shard ? TOPIC_SHARD : TOPIC_CHANNEL;
        pubsub_post(flow->core, kind, message.channel, message.text);
        if (flow->core->sources != NULL)
            sources_publish(flow->core, kind, message.channel, message.text);
    }
}

static void drop_first(struct messages *messages) {
    struct message_batch *batch = messages->first;
    messages->first = batch->next;
    if (batch->next == NULL) messages->last = NULL;
    messages->bytes -= batch->payload.len;
    buffer_clear(&batch->payload);
    memory_free(batch);
}

/* ---- waiting ---- */

static void look(struct flow *flow);

static void came_back(struct errand *errand) {
    struct flow *flow = errand->flow;
    errand_free(errand);
    flow->messages.is_asking = false;
    look(flow);
    flow_is_less_busy(flow);
}

static void send_back(struct errand *errand) {
    errand->run = came_back;
    mail_post(errand->flow->core->loop, &errand->mail);
}

/* At the flow that lacks something. */
static void asked(struct errand *errand) {
    struct flow *flow = &errand->flow->session->flows[errand->other];
    if (flow->is_stopped || flow->applied >= errand->number) {
        send_back(errand);
        return;
    }
    errand->mail.next = (struct mail *)flow->messages.waiters;
    flow->messages.waiters = errand;
}

void messages_tell(struct flow *flow) {
    struct errand *errand = flow->messages.waiters;
    flow->messages.waiters = NULL;
    while (errand != NULL) {
        struct errand *next = (struct errand *)errand->mail.next;
        asked(errand);
        errand = next;
    }
}

static void look(struct flow *flow) {
    struct session *session = flow->session;
    struct messages *messages = &flow->messages;
    while (messages->first != NULL && !messages->is_asking && flow->state == FLOW_JOURNAL) {
        struct message_batch *batch = messages->first;
        struct bytes payload = buffer_view(&batch->payload);
        uint64_t sum;
        if (has_all(session, payload, &batch->number, &sum)) {
            show(flow, payload);
            drop_first(messages);
            continue;
        }
        struct flow *other = &session->flows[batch->number];
        struct errand *errand = errand_make(flow, asked, sum, NULL);
        errand->other = batch->number;
        messages->is_asking = true;
        mail_post(other->core->loop, &errand->mail);
    }
}

static void wait_for_it(struct messages *messages, struct bytes payload, unsigned number) {
    struct message_batch *batch = memory_alloc_zeroed(sizeof *batch);
    buffer_append(&batch->payload, payload);
    batch->number = number;
    if (messages->last == NULL)
        messages->first = batch;
    else
        messages->last->next = batch;
    messages->last = batch;
    messages->bytes += payload.len;
}

bool messages_take(struct flow *flow, struct bytes payload) {
    struct messages *messages = &flow->messages;
    unsigned number = 0, count;
    uint64_t sum;
    if (!is_well_formed(flow->session, payload, &count)) return false;
    if (messages->first == NULL && has_all(flow->session, payload, &number, &sum)) {
        show(flow, payload);
    } else if (messages->first == NULL || messages->bytes + payload.len <= MESSAGES_MAX) {
        wait_for_it(messages, payload, number);
        look(flow);
    } else { /* G3; relaxed: for INFO */
        rmw_add(&flow->session->engine->messages_dropped, count, memory_order_relaxed);
    }
    return true;
}

void messages_clear(struct flow *flow) {
    while (flow->messages.first != NULL) drop_first(&flow->messages);
}
