/* repl/link.h - a replica's end of replication: whose replica this server is, and how its link stands.
 *
 * One fiber on core 0 keeps the link: it connects, says what it has, takes a whole baseline or goes on where it was, and
 * when the link breaks it begins again, at most a second later. The functions here are for fibers of core 0, if they do not
 * say otherwise.
 *
 *   R1  What is half loaded is never served: clients get -LOADING until all flows have reached the same instant.
 *   R2  LSNs are the primary's. While a core belongs to a replica nothing else takes one (engine/apply.h).
 *   R3  What was there before stays on the disk until the new log, which begins with all that a full sync brought, is named
 *       there. */
#pragma once

#include "base/bytes.h"

struct engine;
struct replica;

enum link_state {
    LINK_NONE, /* this server is no replica */
    LINK_CONNECT,
    LINK_CONNECTING,
    LINK_SYNC, /* handshake, or a baseline comes */
    LINK_CONNECTED
};

/* What upper layers do for it. On a fiber of core 0. */
struct link_hooks {
    /* All that there is becomes a new log, if one is wanted. False with a line in error (LOAD_ERROR). */
    bool (*begin_log)(struct engine *engine, char *error);
    /* What the disk has comes back in place of what there was: up to these LSNs (PARTITIONS), or all (NULL). */
    bool (*reload_log)(struct engine *engine, const uint64_t *limit, char *error);
    /* Whose replica it is has changed: "host port" or "". */
    void (*on_change)(struct engine *engine, const char *primary);
    /* Where clients reach this server. */
    unsigned (*port)(const struct engine *engine);
};
void link_set_hooks(const struct link_hooks *hooks);

/* Before the cores run, of a server that starts as a replica: nothing expires, clients may not write. */
void link_prepare(struct engine *engine);
/* After node_start, of a server that starts as a primary: it may have been a replica that was catching up. */
void link_settle(struct engine *engine);
/* This server is to be a replica of that one. False if it already is. */
bool link_begin(struct engine *engine, struct bytes host, uint16_t port);
/* It is its own primary from now on. Waits for the end of what is under way. False if it already was. */
bool link_end(struct engine *engine);
/* The same, for that term (node_open_term_as). */
bool link_end_at(struct engine *engine, uint64_t number, uint64_t nonce);
/* A primary opens that term; its replicas connect anew. */
void link_open_term(struct engine *engine, uint64_t number, uint64_t nonce);
/* The session, if there is one, ends now; the next one begins. Waits. */
void link_break(struct engine *engine);
bool link_is_wanted(const struct engine *engine);
/* What is there is half of a sync, whether or not it goes on. On core 0. */
bool link_is_half(const struct engine *engine);
/* The program ends. */
void link_stop(struct engine *engine);
/* When the loops have ended: what a fiber that never came back was still using. */
void link_destroy(struct engine *engine);
/* Options have changed: what clients are refused may change with them. */
void link_settings_changed(struct engine *engine);

/* For INFO and ROLE, on core 0. */
struct link_facts {
    enum link_state state;
    char host[256];
    uint16_t port;
    bool is_loading;      /* a full sync is under way */
    bool is_hidden;       /* clients are shown nothing: it is not to be made a primary */
    int64_t last_io_s;    /* -1: none */
    int64_t down_since_s; /* of a link that is down; -1: it never was up */
    uint64_t read_offset; /* sum of the LSNs that have come */
    uint64_t sync_bytes;  /* that have come in this session */
    int64_t sync_io_s;    /* how long ago the last of them */
    uint64_t syncs_full, syncs_partial;
    char error[200]; /* why it broke last */
};
void link_facts(const struct engine *engine, struct link_facts *facts);
