/* engine/core.h - one core: its loop, its shard, its connections; and the engine that holds all.
 *
 * Everything in a struct core belongs to its thread. Others reach it by messages: core_run_on and
 * core_run_on_all from a fiber, mail_post otherwise. The engine itself is written at start only, except the few
 * atomics named so. */
#pragma once

#include <stdatomic.h>

#include "data/keyspace.h"
#include "engine/client.h"
#include "engine/locks.h"
#include "engine/settings.h"
#include "engine/stats.h"
#include "engine/topics.h"
#include "log/effect.h"
#include "sys/atomic.h"
#include "sys/fiber.h"
#include "sys/mailbox.h"

struct engine;
struct core;
struct shadow;
struct batch;
struct hop;
struct multi;
struct key_table;
struct journal;
struct line;
struct wait_queue;
struct snapshot_part;
struct applier;
struct replica;
struct node;
struct pledge;
struct promotion;
struct sync_set;
struct feed;
struct sources;
struct primary;

/* The partitions that one core owns. */
struct shard {
    struct core *core;
    unsigned partition_first, partition_count;
    struct keyspace *keyspace;
    struct effects effects;
    struct lock_table *locks;
    struct key_table *watches; /* of WATCH, or NULL */
    /* Of engine/blocking.c. */
    struct key_table *waits;                     /* who waits for which key, or NULL */
    struct wait_queue *ready_first, *ready_last; /* marked by the running callback */
    uint64_t mark_order;                         /* that marks get now (K4) */
    uint64_t walks;                              /* over movers' targets */
    unsigned movers;                             /* places of those who move */
    struct snapshot_part *snapshots; /* that are not yet encoded, of engine/snapshot.c */
    struct shadow *shadow;           /* test builds only, else NULL */
    struct feed *shadow_feed;        /* the same */
    struct buffer scratch;
    bool edit_has_grown; /* between store_edit_begin and store_edit_end */
    uint64_t dirty;      /* changes since the start */
};

struct slow_entry {
    uint64_t id;
    int64_t time_s, duration_us;
    unsigned argc;
    char **argv; /* texts as SLOWLOG GET shows them, with their lengths */
    size_t *lens;
    char peer[80];
    char *client_name;
    struct slow_entry *next; /* older */
};

enum { CORE_SAMPLES = 16 };

struct core {
    unsigned index;
    struct engine *engine;
    struct loop *loop;
    struct shard shard;
    const struct settings *settings;
    int64_t slow_ns; /* a command that takes longer goes to hooks.on_slow */
    struct core_stats stats;
    /* connections */
    struct client *clients_first, *clients_last;
    uint64_t unsent_bytes; /* of all its connections, as of their last flush */
    unsigned client_count, monitor_count, blocked_count;
    struct topics topics;     /* what they subscribe to */
    unsigned posts_to_itself; /* of engine/pubsub.c, on their way */
    struct batch *free_batches;
    unsigned approaches_left_out; /* batches that fetch no values of collections (batch.c) */
    struct hop *free_hops;
    struct multi *free_multis;
    unsigned free_multi_count;
    uint16_t
        *part_of_core; /* scratch of tx_begin, engine->core_count places, all NONE between uses */
    struct chain discarded; /* replies that nobody wants; empty again when they have been made */
    struct slow_entry *slowlog_newest;
    unsigned slowlog_len;
    struct latency_log *latency; /* the server's, server/latency.c */
    /* the log */
    struct feed *feeds;      /* who reads the effects (engine/feed.h) */
    struct sources *sources; /* of its replicas (repl/source.h); NULL: it has had none */
    uint64_t feed_expects;   /* the transaction that is about to write, or 0 */
    struct journal *journal; /* NULL: there is none */
    uint8_t replica_keeping; /* enum journal_keeping: whether files are kept for replicas */
    uint64_t ticket_base;    /* tickets of the logs that it had before (own_writes.h) */
    _Atomic uint64_t
        kept_ticket; /* up to here its log is durable, and no transaction torn; for the others */
    struct own_wait *own_waits;      /* clients of this core in WAIT and WAITAOF */
    _Atomic bool awaits_news;        /* somebody here waits for replicas, or has just asked them, */
    _Atomic bool is_told;            /* and a mail is under way that says that there are news */
    _Atomic unsigned copies_awaited; /* answers that wait for replicas (engine/copies.h) */
    uint8_t log_state;               /* bits of enum log_state: of any core's log */
    /* of a replica (repl/) */
    struct applier *applier; /* engine/apply.h */
    bool is_replica;
    uint8_t refusals; /* bits of enum refusal */
    bool is_unsaved;  /* the last dump failed */
    /* memory */
    bool is_over_maxmemory;
    _Atomic(int64_t *) memory_counter; /* of this thread; NULL until it runs */
    uint64_t slab_used; /* of the shard, published at the end of each turn: others read it */
    int64_t memory_checked_ns;
    struct turn_hook turn_hook;
    struct timer cron;
    bool is_sweeping_off;         /* DEBUG SET-ACTIVE-EXPIRE 0 */
    bool is_sweeping, is_freeing; /* the tasks are under way */
    struct task sweep_task, free_task;
    /* CLIENT PAUSE */
    enum client_pause pause;
    struct timer pause_timer;
    /* samples of the last seconds for instantaneous_* */
    struct core_sample {
        int64_t ns;
        uint64_t commands, bytes_in, bytes_out;
    } samples[CORE_SAMPLES];
    unsigned sample_next;
};

/* What upper layers plug in; every pointer may be NULL. */
struct engine_hooks {
    void (*on_core_started)(struct core *core);
    void (*on_core_ended)(
        struct core *core);             /* from engine_destroy: frees what hangs on the core */
    void (*on_cron)(struct core *core); /* about 10 times a second while busy, once when idle */
    /* A command took longer than slowlog-log-slower-than or latency-monitor-threshold. */
    void (*on_slow)(struct core *core, const struct client *client, const struct bytes *argv,
                    unsigned argc, const struct command_entry *command, uint64_t duration_us);
    /* So many replicas have what this client has written, synced if on_disk (own_writes.h). */
    uint64_t (*count_replicas)(const struct client *client, bool on_disk);
    /* How many LSNs of this core a level of engine/copies.h holds; false: nothing may leave at that level. */
    bool (*copied)(const struct core *core, unsigned level, uint64_t *lsns);
    void (*on_flushall)(struct core *core); /* by a client of this core */
    /* A client of this core has published; asked only where there are sources. */
    void (*on_publish)(struct core *core, enum topic_kind kind, struct bytes channel,
                       struct bytes payload);
    /* Work of the core's own took longer than latency-monitor-threshold. */
    void (*on_spike)(struct core *core, const char *event, uint64_t duration_us);
};

struct engine_options {
    unsigned cores;
    bool pin;
    unsigned databases;
    const struct settings *settings;
    struct engine_hooks hooks;
};

struct engine {
    unsigned core_count;
    struct core **cores;
    uint16_t core_of_partition[PARTITIONS];
    struct engine_hooks hooks;
    unsigned databases;
    int64_t started_wall_ms, started_ns;
    char run_id[41];
    int64_t *main_memory_counter; /* of the thread that made the engine */
    _Atomic uint64_t tx_id;       /* last number of a transaction that needed one */
    _Atomic uint64_t client_id;   /* last client id */
    _Atomic uint64_t slowlog_id;
    _Atomic unsigned client_count;
    _Atomic unsigned monitor_count;
    _Atomic unsigned snapshot_count; /* that are under way (engine/snapshot.h) */
    _Atomic unsigned topic_count;    /* the sum over cores of what is subscribed to */
    /* Peak of used memory, refreshed by core 0's cron. */
    _Atomic uint64_t memory_peak;
    _Atomic bool is_stopping;
    /* The log: core 0's line over all cores, and how loading goes. */
    struct line *line;
    unsigned log_run; /* counts the logs begun or opened: reports of an earlier one are late */
    _Atomic bool is_loading;
    _Atomic bool has_log; /* all cores have one, and it is named on the disk */
    _Atomic uint64_t load_bytes, load_bytes_done;
    _Atomic bool is_load_cancelled; /* the program ends: what is under way fails */
    int64_t load_started_ms;
    char *
        log_directory; /* of the log, which no other process gets meanwhile; NULL: there was none yet */
    int log_lock;
    struct buffer functions; /* that a dump had, each behind its length: kept for the next dump */
    unsigned logs_full, logs_in_trouble; /* counted by core 0 */
    struct replica *replica;             /* core 0's, repl/link.h; NULL: it never was one */
    struct node *node;                   /* the same, repl/node.h: its history */
    struct primary *primary;             /* repl/follower.h: its replicas */
    struct pledge *pledge;       /* core 0's, repl/pledge.h: what it knows of the in-sync set */
    struct promotion *promotion; /* the same, repl/promotion.h; NULL: it never was a candidate */
    _Atomic int64_t answered_ns; /* when this server last acknowledged something to its primary */
    struct sync_set *sync_set;   /* repl/sync_set.h: that of its replicas */
    struct buffer members_heard; /* core 0's: of a record that was applied, until it is kept */
    _Atomic uint64_t messages_dropped; /* of its primary's: too many waited (repl/message.h) */
};

/* Makes cores and shards; nothing runs yet. */
struct engine *engine_create(const struct engine_options *options);
void engine_launch(struct engine *engine); /* starts the cores' threads */
void engine_stop(struct engine *engine);   /* asks all loops to end; any thread */
void engine_join(struct engine *engine);
void engine_destroy(struct engine *engine);
/* core_current is of this one from now on: for several in one thread, on the simulated machine. */
void engine_use(struct engine *engine);
/* Opens a listener whose connections become clients. false with one line in error. */
bool engine_listen(struct engine *engine, const struct listen_options *options, char *error,
                   size_t error_size, struct listener **listener);

/* Bytes in use by the whole process's data, from the cores' counters. Any core. */
uint64_t engine_memory_used(const struct engine *engine);

static inline struct core *core_of_key(const struct engine *engine, const struct key *key) {
    return engine->cores[engine->core_of_partition[key->partition]];
}
struct core *core_current(void); /* of the running loop */

/* Runs fn on target's core, between its callbacks; waits for its end. On a fiber. */
void core_run_on(struct core *target, void (*fn)(struct core *core, void *arg), void *arg);
/* The same on count cores in parallel. */
void core_run_on_some(struct core *const *cores, unsigned count,
                      void (*fn)(struct core *core, void *arg), void *arg);
/* Runs fn on every core in parallel (each its own call), waits for all. fn(core, arg) must write to places of its own core. */
void core_run_on_all(struct engine *engine, void (*fn)(struct core *core, void *arg), void *arg);

/* Sets the instant for what runs next on this core's shard. */
void core_set_now(struct core *core);
/* What core->log_state says: of the logs of all cores, because a transaction may write on any. */
enum log_state {
    LOG_IS_FULL = 1,      /* too much is not durable yet: writes wait */
    LOG_IS_IN_TROUBLE = 2 /* writes are refused */
};
/* What clients of a replica are refused, or of a primary without enough of them. */
enum refusal {
    REFUSE_WRITES = 1,  /* -READONLY */
    REFUSE_STALE = 2,   /* -MASTERDOWN: all that may not be told while the data is old */
    REFUSE_NOTHING = 4, /* it is a replica all the same: HELLO says so */
    REFUSE_HIDDEN = 16, /* -LOADING: transactions may be half there */
    REFUSE_LONELY = 8   /* -NOREPLICAS: a primary that lacks replicas (min-replicas-to-write) */
};
/* On the core of the log whose state that is. */
void core_tell_log_state(struct core *core, uint8_t before, uint8_t now);
/* Work of the core's own took so long: for LATENCY, if it minds. */
void core_note_spike(struct core *core, const char *event, uint64_t us);
/* Frees what FLUSHDB and big deletions left, in slices between turns. */
void core_free_soon(struct core *core);
/* Hands every core new settings; waits until all have them. The old ones may be freed then. */
void engine_set_settings(struct engine *engine, const struct settings *settings);
/* CLIENT PAUSE and UNPAUSE on this core. until_ms: Unix time; PAUSE_NONE ends it. */
void core_pause(struct core *core, enum client_pause pause, int64_t until_ms);
/* Feeds MONITOR clients on all cores with one executed command. Cheap when there are none: the caller
 * checks engine->monitor_count first. */
void monitor_feed(struct core *core, const struct client *client,
                  const struct command_entry *command, const struct bytes *argv, unsigned argc);
/* The mean of commands, bytes in, bytes out a second over the last samples. */
void core_rates(const struct core *core, double *commands, double *bytes_in, double *bytes_out);
