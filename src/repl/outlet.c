/* repl/outlet.c - frames out, acknowledgements in, and the end of a flow. */
#include "repl/outlet.h"

#include <stdio.h>

#include "base/memory.h"
#include "engine/connection.h"
#include "engine/copies.h"
#include "log/varint.h"
#include "repl/follower.h"
#include "repl/source.h"
#include "repl/wire.h"

enum { LINGER_MS = 1000, REASON_MAX = 120, INPUT_MAX = 64 << 10 };

struct outlet {
    struct follower *follower;
    unsigned number;
    struct core *home, *client_core, *source_core;
    /* of core 0 */
    unsigned closes; /* on their way to the client's core and back */
    bool is_gone;    /* it is freed when they are back */
    /* of the client's core */
    struct client *client; /* NULL: it is gone */
    struct buffer input;
    uint64_t undrained;
    /* of the source's core */
    struct source *source;   /* NULL: not yet, or no longer */
    bool is_over;            /* it is not to be started any more */
    uint64_t lsn_base;       /* modulo 2^64, see records_of */
    _Atomic bool has_base;   /* for the connection's core: it may read that now */
    _Atomic bool awaits_ack; /* for the connection's core: only then the source is to be told */
};

/* What travels between the cores. */
struct note {
    struct mail mail;
    struct outlet *outlet;
    uint64_t number;
    struct chain frames;
    char reason[REASON_MAX];
};

static struct note *note_create(struct outlet *outlet, void (*deliver)(struct mail *mail)) {
    struct note *note = memory_alloc_zeroed(sizeof(*note));
    note->mail.deliver = deliver;
    note->outlet = outlet;
    return note;
}

static void post(struct core *target, struct outlet *outlet, void (*deliver)(struct mail *mail)) {
    mail_post(target->loop, &note_create(outlet, deliver)->mail);
}

unsigned outlet_number(const struct outlet *outlet) {
    return outlet->number;
}

uint64_t outlet_lsn_base(const struct outlet *outlet) {
    return outlet->lsn_base;
}

const struct source *outlet_source(const struct outlet *outlet) {
    return outlet->source;
}

/* ---- frames ---- */

static void give(struct outlet *outlet, struct chain *frames, bool is_urgent) {
    outlet->undrained += frames->len;
    if (outlet->client && connection_of(outlet->client)->stream) {
        stream_set_first(connection_of(outlet->client)->stream, is_urgent);
    }
    if (!outlet->client || !client_push(outlet->client, frames)) {
        chain_clear(frames);
    }
}

static void frames_arrived(struct mail *mail) {
    struct note *note = (struct note *)mail;
    give(note->outlet, &note->frames, note->number != 0);
    memory_free(note);
}

void outlet_send(struct outlet *outlet, struct chain *frames, bool is_urgent) {
    if (outlet->client_core == outlet->source_core) {
        give(outlet, frames, is_urgent);
        return;
    }
    struct note *note = note_create(outlet, frames_arrived);
    note->number = is_urgent;
    chain_move(&note->frames, frames);
    mail_post(outlet->client_core->loop, &note->mail);
}

static void drained(struct outlet *outlet, uint64_t bytes) {
    if (outlet->source) {
        source_drained(outlet->source, bytes);
    }
}

static void drained_arrived(struct mail *mail) {
    struct note *note = (struct note *)mail;
    drained(note->outlet, note->number);
    memory_free(note);
}

static void on_sent(struct client *client) {
    struct outlet *outlet = client->taker;
    uint64_t bytes = outlet->undrained;
    outlet->undrained = 0;
    if (bytes == 0) {
        return;
    }
    if (outlet->client_core == outlet->source_core) {
        drained(outlet, bytes);
        return;
    }
    struct note *note = note_create(outlet, drained_arrived);
    note->number = bytes;
    mail_post(outlet->source_core->loop, &note->mail);
}

/* ---- acknowledgements ---- */

/* How many of the core's records that sum of LSNs is, none if it is below what they began with. The core may have counted
 * more records than its LSNs sum up to: those of another history, before it took over its primary's. */
static uint64_t records_of(const struct outlet *outlet, uint64_t lsn_sum) {
    int64_t records = (int64_t)(lsn_sum - outlet->lsn_base);
    return records > 0 ? (uint64_t)records : 0;
}

uint64_t outlet_applied(const struct outlet *outlet) {
    /* Relaxed: what it leads to is only when something is sent. */
    return atomic_load_explicit(&outlet->follower->places[outlet->number].applied,
                                memory_order_relaxed);
}

void outlet_await_ack(struct outlet *outlet) {
    /* Relaxed: see outlet_applied. */
    atomic_store_explicit(&outlet->awaits_ack, outlet->client_core != outlet->source_core,
                          memory_order_relaxed);
}

/* It comes in a turn, which is all that is wanted. */
static void ack_arrived(struct mail *mail) {
    memory_free(mail);
}

static void tell_source(struct outlet *outlet) {
    /* Relaxed: as above; one mail too many does no harm. */
    if (atomic_load_explicit(&outlet->awaits_ack, memory_order_relaxed)) {
        atomic_store_explicit(&outlet->awaits_ack, false, memory_order_relaxed);
        post(outlet->source_core, outlet, ack_arrived);
    }
}

struct ack {
    uint64_t received, durable, applied, stamp;
};

/* A replica may say something before its flow has begun here: that it is alive, no more, for it cannot be counted yet. While
 * it loads, or catches up with what this server had before its last start, it has none of its records. */
static void note_places(const struct outlet *outlet, const struct ack *ack) {
    struct follower_place *place = &outlet->follower->places[outlet->number];
    if (!atomic_load_explicit(&outlet->has_base, memory_order_acquire)) {
        return;
    }
    /* Relaxed: nobody waits for it. Seq_cst: who waits for these is told (own_writes_tell). */
    atomic_store_explicit(&place->received, records_of(outlet, ack->received),
                          memory_order_relaxed);
    atomic_store_explicit(&place->durable, records_of(outlet, ack->durable), memory_order_seq_cst);
    atomic_store_explicit(&place->applied, records_of(outlet, ack->applied), memory_order_seq_cst);
}

static bool take_ack(struct outlet *outlet, struct bytes payload) {
    struct ack ack = {0};
    if (!varint_take(&payload, &ack.received) || !varint_take(&payload, &ack.durable) ||
        !varint_take(&payload, &ack.applied) ||
        (payload.len > 0 && !varint_take(&payload, &ack.stamp))) {
        return false;
    }
    note_places(outlet, &ack);
    follower_note(outlet->follower, ack.stamp < INT64_MAX ? (int64_t)ack.stamp : 0);
    copies_acknowledged(outlet->source_core);
    tell_source(outlet);
    return true;
}

static bool take_frame(struct outlet *outlet, const struct wire_head *head, struct bytes payload) {
    if (head->kind == WIRE_ERROR) {
        log_line('#', "A replica ends flow %u: %.*s", outlet->number,
                 (int)(payload.len < REASON_MAX ? payload.len : REASON_MAX), payload.data);
        return false;
    }
    return head->kind == WIRE_PING || (head->kind == WIRE_ACK && take_ack(outlet, payload));
}

static bool on_bytes(struct client *client, struct bytes bytes) {
    struct outlet *outlet = client->taker;
    struct wire_head head;
    struct bytes payload;
    buffer_append(&outlet->input, bytes);
    struct bytes rest = buffer_view(&outlet->input);
    int result;
    while ((result = wire_next(&rest, &head, &payload)) == 1) {
        if (!take_frame(outlet, &head, payload)) {
            return false;
        }
    }
    buffer_consume(&outlet->input, outlet->input.len - rest.len);
    return result == 0 && outlet->input.len <= INPUT_MAX;
}

/* ---- the end ---- */

/* On core 0; nothing is under way for it any more. */
static void gone(struct mail *mail) {
    struct note *note = (struct note *)mail;
    struct outlet *outlet = note->outlet;
    memory_free(note);
    follower_detach(outlet->follower, outlet);
}

void outlet_destroy(struct outlet *outlet) {
    outlet->is_gone = true;
    if (outlet->closes == 0) {
        buffer_clear(&outlet->input);
        memory_free(outlet);
    }
}

/* Back on the client's core: so this comes behind all frames. */
static void stopped_arrived(struct mail *mail) {
    struct note *note = (struct note *)mail;
    note->mail.deliver = gone;
    mail_post(note->outlet->home->loop, &note->mail);
}

static void source_is_gone(void *arg) {
    struct outlet *outlet = arg;
    post(outlet->client_core, outlet, stopped_arrived);
}

static void closed_arrived(struct mail *mail) {
    struct note *note = (struct note *)mail;
    struct outlet *outlet = note->outlet;
    struct source *source = outlet->source;
    memory_free(note);
    outlet->source = NULL;
    outlet->is_over = true;
    if (source) {
        source_stop(source, source_is_gone, outlet);
    } else {
        source_is_gone(outlet);
    }
}

static void on_closed(struct client *client) {
    struct outlet *outlet = client->taker;
    outlet->client = NULL;
    post(outlet->source_core, outlet, closed_arrived);
}

static void close_is_back(struct mail *mail) {
    struct note *note = (struct note *)mail;
    struct outlet *outlet = note->outlet;
    memory_free(note);
    if (--outlet->closes == 0 && outlet->is_gone) {
        outlet_destroy(outlet);
    }
}

static void close_arrived(struct mail *mail) {
    struct note *note = (struct note *)mail;
    if (note->outlet->client) {
        client_close(note->outlet->client, false);
    }
    note->mail.deliver = close_is_back;
    mail_post(note->outlet->home->loop, &note->mail);
}

void outlet_close(struct outlet *outlet) {
    outlet->closes++;
    post(outlet->client_core, outlet, close_arrived);
}

/* The other end gets to know why. */
static void fail_arrived(struct mail *mail) {
    struct note *note = (struct note *)mail;
    struct client *client = note->outlet->client;
    struct connection *connection = client ? connection_of(client) : NULL;
    if (connection && connection->stream && !connection->is_closing) {
        struct buffer frame = {0};
        size_t start = wire_begin(&frame, WIRE_ERROR);
        buffer_append_text(&frame, note->reason);
        wire_end(&frame, start, 0);
        client_push_bytes(client, buffer_view(&frame));
        buffer_clear(&frame);
        connection_begin_closing(connection);
        stream_close(connection->stream, LINGER_MS);
    }
    memory_free(note);
}

void outlet_fail(struct outlet *outlet, const char *reason) {
    struct note *note = note_create(outlet, fail_arrived);
    log_line('#', "Flow %u to a replica is given up: %s", outlet->number, reason);
    snprintf(note->reason, sizeof(note->reason), "%s", reason);
    mail_post(outlet->client_core->loop, &note->mail);
}

/* ---- the beginning ---- */

static const struct client_takeover takeover = {
    .on_bytes = on_bytes, .on_sent = on_sent, .on_closed = on_closed};

static void opened_arrived(struct mail *mail) {
    struct note *note = (struct note *)mail;
    follower_attach(note->outlet->follower, note->outlet);
    memory_free(note);
}

/* On the client's core. */
static void take_over(struct outlet *outlet, struct client *client) {
    outlet->client_core = client->core;
    outlet->client = client;
    client->is_replica = true;
    client->takeover = &takeover;
    client->taker = outlet;
    post(outlet->home, outlet, opened_arrived);
}

/* On the source's core: the replica sends nothing before it has this reply, so nothing was lost on the way. */
static void moved_arrived(struct mail *mail) {
    struct note *note = (struct note *)mail;
    struct outlet *outlet = note->outlet;
    struct connection *connection = connection_adopt(outlet->source_core, (int)note->number);
    client_push_bytes(&connection->client, BYTES_LITERAL("+FLOW\r\n"));
    take_over(outlet, &connection->client);
    memory_free(note);
}

static void moves(struct client *client) {
    struct note *note = client->taker;
    mail_post(note->outlet->source_core->loop, &note->mail);
}

static void move(struct outlet *outlet, struct client *client, int fd) {
    static const struct client_takeover moving = {.on_closed = moves};
    struct note *note = note_create(outlet, moved_arrived);
    note->number = (uint64_t)fd;
    client->takeover = &moving;
    client->taker = note;
    client_close(client, false);
}

void outlet_open(struct call *call, struct follower *follower, unsigned number) {
    struct client *client = call->client;
    struct engine *engine = client->core->engine;
    struct outlet *outlet = memory_alloc_zeroed(sizeof(*outlet));
    outlet->follower = follower;
    outlet->number = number;
    outlet->home = engine->cores[0];
    outlet->source_core = engine->cores[number];
    int fd =
        client->core == outlet->source_core ? -1 : stream_duplicate(connection_of(client)->stream);
    if (fd >= 0) {
        move(outlet, client, fd);
    } else {
        reply_status(call->reply, "FLOW");
        take_over(outlet, client);
    }
}

void outlet_start(struct outlet *outlet) {
    struct source_options options = {
        .outlet = outlet,
        .is_full = outlet->follower->is_full,
        .have = outlet->follower->have,
        .takes_messages = outlet->follower->takes_messages,
    };
    if (!outlet->is_over) {
        sources_prepare(outlet->source_core);
        outlet->lsn_base = sources_lsn_base(outlet->source_core);
        /* Release: with note_places. */
        atomic_store_explicit(&outlet->has_base, true, memory_order_release);
        outlet->source = source_start(outlet->source_core, &options);
    }
}

void outlet_cut(struct outlet *outlet, uint64_t tx) {
    if (outlet->source) {
        source_cut(outlet->source, tx);
    }
}

static void baseline_has_ended(struct mail *mail) {
    struct note *note = (struct note *)mail;
    follower_baseline_ended(note->outlet->follower);
    memory_free(note);
}

void outlet_baseline_ended(struct outlet *outlet) {
    post(outlet->home, outlet, baseline_has_ended);
}
