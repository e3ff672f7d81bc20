/* engine/own_writes.h - what a connection has written last on each core, and waiting until that is kept (WAITAOF, WAIT).
 *
 * A write has two places: a ticket, of its core's log (engine/journal.h), and a count, of the LSNs that its shard had
 * taken when it was done. The first says when it is on this disk, the second when a replica has it. Whoever runs
 * something for a client notes both behind it if LSNs were taken: one comparison and a few stores a group of a pipeline, a
 * hop, or a transaction. A client that never writes has no notes.
 *
 *   O1  A note is not below the client's last write on that core; it may be above it, by what others wrote meanwhile: then
 *       one waits longer than need be.
 *   O2  All writes of a request are noted before the next request of the connection starts. So what follows in a
 *       pipeline, or comes after EXEC, counts them.
 *   O3  Tickets grow over all the logs that a core has in its life (core->ticket_base): a log that was ended was synced, and
 *       one that is begun holds all that was there.
 *
 * A client that waits is blocked as by BLPOP: it holds no batch and no fiber, CLIENT UNBLOCK ends it, and it costs nothing
 * until something happens: the core's line arrives, a replica reports (own_writes_look), or its time is over. */
#pragma once

#include "engine/blocking.h"
#include "engine/core.h"
#include "engine/journal.h"

struct own_write {
    uint64_t ticket; /* 0: nothing was written */
    uint64_t lsns;   /* effects->lsns_taken of the shard */
};

/* On the shard's core, behind what was written. */
static inline struct own_write own_write_now(const struct core *core) {
    uint64_t ticket = core->journal ? journal_ticket(core->journal) : 0;
    return (struct own_write){core->ticket_base + ticket, core->shard.effects.lsns_taken};
}

/* On the client's core: it has written on that core. */
void own_writes_note(struct client *client, const struct core *core, struct own_write write);
/* One place a core, by its index; NULL: it has written nothing. */
static inline const struct own_write *own_writes_of(const struct client *client) {
    return client->own_writes;
}
/* True if all is on the disk. Any client of this core. */
bool own_writes_are_durable(const struct client *client);
void own_writes_clear(struct client *client); /* when it goes */

/* ---- waiting ---- */

#define OWN_WRITES_NO_LOG \
    "ERR WAITAOF cannot be used when numlocal is set but appendonly is disabled."

struct own_wait_options {
    bool local;         /* on this disk, too */
    uint64_t replicas;  /* on so many of them: */
    bool on_disk;       /* synced there, and not only received */
    int64_t timeout_ms; /* 0: for ever */
    /* With what is so when it ends. The reply is the client's. */
    void (*reply)(struct reply *reply, bool is_local, uint64_t replicas);
};

/* Replies at once, or blocks the client. Within EXEC it says what is so now. */
void own_writes_wait(struct call *call, const struct own_wait_options *options);
/* Something is new that those who wait on this core may have waited for: replicas have reported, or are gone. */
void own_writes_look(struct core *core);
/* A replica has reported, which was stored (seq_cst) before: cores where somebody waits for that are told, once however many
 * reports come before they look. On any core. */
void own_writes_tell(struct engine *engine);
/* CLIENT UNBLOCK; false if the client does not wait here. */
bool own_wait_end(struct client *client, enum blocking_end how);
void own_wait_forget(struct client *client); /* it is going */
