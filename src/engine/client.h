/* engine/client.h - the session of a connection: what commands about clients read and change. */
#pragma once

#include "engine/command.h"
#include "sys/stream.h"

struct core;
struct multi;
struct watch_set;
struct waiter;
struct own_write;
struct own_wait;

enum client_pause { PAUSE_NONE, PAUSE_WRITE, PAUSE_ALL };

enum topic_kind { TOPIC_CHANNEL, TOPIC_PATTERN, TOPIC_SHARD, TOPIC_KINDS };
struct subscription;
/* What the client subscribed to, oldest first; kept by engine/topics.c. */
struct client_topics {
    struct subscription *first[TOPIC_KINDS], *last[TOPIC_KINDS];
    unsigned count[TOPIC_KINDS];
};

/* What the client's answers wait for (ANAX DURABILITY). */
enum durability {
    DURABILITY_DEFAULT, /* as appendfsync says */
    DURABILITY_MEMORY,  /* nothing */
    DURABILITY_LOCAL,   /* the disk */
    DURABILITY_REPLICAS /* the disks of one replica, too; + n: of n more */
};

/* What a connection becomes that no longer sends requests: a replica's. Called on the client's core. */
struct client_takeover {
    /* What came; the taker keeps what it needs. False: the connection is to be closed. NULL: it sends requests as
     * before. */
    bool (*on_bytes)(struct client *client, struct bytes bytes);
    void (*on_sent)(struct client *client); /* nothing is unsent any more; may be NULL */
    void (*on_closed)(struct client *client);
};

struct client {
    struct client *next, *prev; /* all clients of the core, oldest first */
    struct core *core;
    uint64_t id;
    unsigned db;
    uint8_t resp; /* 2 or 3 */
    bool is_authenticated;
    bool is_monitor;
    bool no_evict, no_touch;
    bool is_reply_off, is_reply_skipped; /* CLIENT REPLY OFF; SKIP for this command */
    bool skip_next_reply;
    bool closes_after_reply; /* QUIT, protocol errors, killed by its own command */
    uint8_t durability;      /* enum durability */
    bool is_unconfirmed;     /* replicas have not confirmed in time what its request tells */
    bool is_busy;            /* a request is under way */
    bool is_blocked;         /* it waits in a blocking command */
    bool is_paused;          /* its request waits for CLIENT UNPAUSE */
    char *name, *lib_name, *lib_ver; /* owned, or NULL */
    int64_t created_ms, active_ms;   /* of the monotonic clock: somebody may set the other one */
    const struct command_entry *last_command;
    uint64_t commands, bytes_in, bytes_out;
    struct stream_address address;
    const char *user;          /* "default" */
    struct multi *multi;       /* between MULTI and EXEC, else NULL */
    struct watch_set *watches; /* or NULL */
    struct waiter *waiter;     /* while it is blocked, else NULL; or: */
    struct own_wait *own_wait; /* the same, of WAITAOF */
    struct own_write
        *own_writes; /* where its last writes are (own_writes.h); NULL: there are none */
    struct client_topics topics;
    bool is_replica;
    bool wants_dump;                        /* of SYNC, REPLCONF rdb-only 1 */
    const struct client_takeover *takeover; /* NULL: an ordinary client */
    void *taker;                            /* whoever has taken it over */
};

static inline bool client_is_subscribed(const struct client *client) {
    const unsigned *count = client->topics.count;
    return (count[TOPIC_CHANNEL] | count[TOPIC_PATTERN] | count[TOPIC_SHARD]) > 0;
}

/* Facts that live in the connection, for CLIENT LIST. Bytes. */
struct client_memory {
    size_t query_len, query_free, argv_bytes, multi_bytes, output_len, output_blocks, total, unsent;
};
void client_memory(const struct client *client, struct client_memory *memory);
enum client_class client_class_of(const struct client *client);

/* Replaces one of the owned texts; empty clears it. */
void client_set_text(char **field, struct bytes text);

/* Closes the client's connection: after the reply of the running command if it is the caller's own, else
 * at once. On the client's core only. */
void client_close(struct client *client, bool after_reply);
/* Sends out-of-band bytes (MONITOR, messages). On the client's core only. Moves chain. False if the client is on its way out. */
bool client_push(struct client *client, struct chain *chain);
bool client_push_bytes(struct client *client, struct bytes bytes); /* the same, copied */
/* While a reply is written in pieces (EXEC) what is pushed to its client is kept, and sent behind it. */
void client_hold_pushes(struct client *client);
/* Where pushes go that the client's own command writes: also under CLIENT REPLY OFF. */
struct chain *client_pushes(struct client *client);
void client_release_pushes(struct client *client);
/* Back to the state of a new connection (RESET). */
void client_reset(struct client *client);
