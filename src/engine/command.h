/* engine/command.h - what a command is, and what its handler is given.
 *
 * A command is one row at the foot of its family's file, the only place that knows it; arity,
 * COMMAND INFO, DOCS and GETKEYS, ACL categories and docs/commands.md are derived from rows.
 *
 * Where a handler runs:
 *   (default)      on the shard of the key at KEY_AT: call->shard is set, call->client is not. It never
 *                  waits and touches data only by engine/store.h.
 *   ON_CONNECTION  on the connection's core, at once: no data; call->client is set. Never waits.
 *   MULTI_KEY      if all its keys are on one shard: there, like a command of one key (call->shard is set, call->key is
 *                  the first). Otherwise as ON_FIBER. The handler looks at call->shard to know.
 *   ON_FIBER       on the connection's core, on a fiber: call->client is set; may wait; reaches data by
 *                  engine/tx.h, other cores by engine/core.h. */
#pragma once

#include "base/hash.h"
#include "proto/reply.h"

struct shard;
struct stopwatch;
struct tx;
struct entry;
struct client; /* the session side of a connection, engine/client.h */
struct call;

enum command_flag {
    WRITE = 1 << 0,
    READONLY = 1 << 1,
    GROWS = 1 << 2, /* denyoom: refused when maxmemory is reached */
    ADMIN = 1 << 3,
    PUBSUB = 1 << 4,
    NOSCRIPT = 1 << 5,
    BLOCKING = 1 << 6,
    LOADING = 1 << 7, /* allowed while loading */
    STALE = 1 << 8,
    SKIP_MONITOR = 1 << 9,
    SKIP_SLOWLOG = 1 << 10,
    ASKING = 1 << 11,
    FAST = 1 << 12,
    NO_AUTH = 1 << 13, /* allowed before AUTH */
    MAY_REPLICATE = 1 << 14,
    NO_MULTI = 1 << 15,
    MOVABLE_KEYS = 1 << 16,
    ALLOW_BUSY = 1 << 17,
    NO_ASYNC_LOADING = 1 << 18,
    NO_MANDATORY_KEYS = 1 << 19,
    PROTECTED = 1 << 20, /* DEBUG and the like: refused unless enabled */
    TOUCHES_ARBITRARY_KEYS = 1 << 21,
    SENTINEL_TOO = 1 << 22,
    ONLY_SENTINEL = 1 << 23,
    /* not shown to clients */
    ON_CONNECTION = 1 << 24,
    ON_FIBER = 1 << 25,
    ORDERED = 1 << 26, /* starts only after everything before it in the pipeline has run */
    MULTI_KEY = 1 << 27,
    RUNS_IN_MULTI = 1 << 28,    /* runs at once between MULTI and EXEC, where others are queued */
    WHILE_SUBSCRIBED = 1 << 29, /* allowed to a subscriber in RESP2 */
    MAY_BLOCK = 1 << 30         /* as BLOCKING, which Redis 7.0 does not say of WAIT */
};

/* The group of COMMAND DOCS; most stand for an ACL category too. */
enum command_group {
    GROUP_GENERIC,
    GROUP_STRING,
    GROUP_LIST,
    GROUP_SET,
    GROUP_SORTED_SET,
    GROUP_HASH,
    GROUP_PUBSUB,
    GROUP_TRANSACTIONS,
    GROUP_CONNECTION,
    GROUP_SERVER,
    GROUP_SCRIPTING,
    GROUP_HYPERLOGLOG,
    GROUP_CLUSTER,
    GROUP_SENTINEL,
    GROUP_GEO,
    GROUP_STREAM,
    GROUP_BITMAP
};

/* ACL categories, in Redis's order. */
enum command_category {
    CATEGORY_KEYSPACE = 1 << 0,
    CATEGORY_READ = 1 << 1,
    CATEGORY_WRITE = 1 << 2,
    CATEGORY_SET = 1 << 3,
    CATEGORY_SORTED_SET = 1 << 4,
    CATEGORY_LIST = 1 << 5,
    CATEGORY_HASH = 1 << 6,
    CATEGORY_STRING = 1 << 7,
    CATEGORY_BITMAP = 1 << 8,
    CATEGORY_HYPERLOGLOG = 1 << 9,
    CATEGORY_GEO = 1 << 10,
    CATEGORY_STREAM = 1 << 11,
    CATEGORY_PUBSUB = 1 << 12,
    CATEGORY_ADMIN = 1 << 13,
    CATEGORY_FAST = 1 << 14,
    CATEGORY_SLOW = 1 << 15,
    CATEGORY_BLOCKING = 1 << 16,
    CATEGORY_DANGEROUS = 1 << 17,
    CATEGORY_CONNECTION = 1 << 18,
    CATEGORY_TRANSACTION = 1 << 19,
    CATEGORY_SCRIPTING = 1 << 20
};
enum { COMMAND_CATEGORIES = 21 };

/* What a command does with its keys, as the key specifications of COMMAND INFO say it. */
enum key_use {
    KEY_RO = 1 << 0,
    KEY_RW = 1 << 1,
    KEY_OW = 1 << 2,
    KEY_RM = 1 << 3,
    KEY_ACCESS = 1 << 4,
    KEY_UPDATE = 1 << 5,
    KEY_INSERT = 1 << 6,
    KEY_DELETE = 1 << 7,
    KEY_NOT_KEY = 1 << 8,
    KEY_INCOMPLETE = 1 << 9,
    KEY_VARIABLE = 1 << 10,
    KEY_WRITTEN = 1 << 11 /* not shown to clients: it is written all the same */
};
enum {
    KEY_SHOWN = KEY_WRITTEN - 1,
    KEY_EXCLUSIVE = KEY_RW | KEY_OW | KEY_RM | KEY_WRITTEN /* who runs it must have the key alone */
};

/* Keys that stand behind a word among the options. That word is looked for in the way in which the options are
 * parsed, so one that is the value of another option is not taken for it. */
enum key_word {
    KEYS_AFTER_STREAMS = -1,  /* the first half of what follows STREAMS; the rest are their IDs */
    KEY_AFTER_STORE = -2,     /* one key, behind the last such word */
    KEY_AFTER_STOREDIST = -3, /* one key, behind the last such word */
    KEY_AFTER_STORE_UNSAID = -4, /* the same, but COMMAND INFO says that it is "unknown" where */
    KEYS_UNKNOWN = -5            /* keys that the arguments do not name */
};

/* Where keys stand in argv. last counts from the end when negative; first 0: no keys. */
struct key_spec {
    int8_t first, last, step;
    /* > 0: argv index that holds the number of keys, which begin behind it. < 0: an enum key_word; the word stands at first
     * or later. */
    int8_t count_at;
    uint16_t use;
};
#define NO_KEYS           \
    {                     \
        { 0, 0, 0, 0, 0 } \
    }
#define KEY_AT(index, key_use)                \
    {                                         \
        { (index), (index), 1, 0, (key_use) } \
    }
#define KEYS_FROM(first, last, step, key_use)     \
    {                                             \
        { (first), (last), (step), 0, (key_use) } \
    }
#define KEYS_AT_WORD(from, word, key_use)   \
    {                                       \
        { (from), 0, 1, (word), (key_use) } \
    }
#define TWO_KEYS(use1, use2)    \
    {                           \
        {1, 1, 1, 0, (use1)}, { \
            2, 2, 1, 0, (use2)  \
        }                       \
    }

enum { KEY_SPECS = 3 };

struct command {
    const char *name;     /* "GET", a subcommand as "CONFIG|GET" */
    const char *synopsis; /* arguments: "key value [NX | XX] [GET]"; arity follows from it */
    void (*run)(struct call *call); /* NULL for a container of subcommands */
    uint32_t flags;
    struct key_spec keys[KEY_SPECS];
    const char *since;
    const char *complexity;
    const char *summary;
    enum command_group group;
    const char *history; /* "6.2.0: Added the `GET` option.|7.0.0: …" or NULL */
    /* What few rows have; they name these: `.tips = "nondeterministic_output"`. */
    const char *tips;       /* for clients and proxies, '|' between them */
    uint32_t categories;    /* ACL categories that neither flags nor group imply */
    const char *deprecated; /* "6.2.0: `GETRANGE`": since when, and what replaces it */
    const char *key_notes;  /* on the key specifications, '|' between them; an empty one is none */
    bool keeps_place;       /* within MULTI, though it has no keys: it waits for nobody */
    bool is_system;         /* not for applications ("syscmd" of COMMAND DOCS) */
    /* What is done with the first key where the arguments decide (KEY_VARIABLE). */
    uint16_t (*key_use)(const struct bytes *argv, unsigned argc);
    /* Of a MULTI_KEY command: true if with these arguments it may have to wait, so that it runs ON_FIBER always. Of one
     * without keys: that it waits for others, so EXEC runs it when its locks are free. */
    bool (*waits)(const struct bytes *argv, unsigned argc);
    /* Of a write that may change much of a value at once: how many elements, members or entries of this one, which one of its keys
     * has, it changes at most; 0 if it is of another type. Of NULL: whatever the value is, perhaps UINT64_MAX. Others change as
     * many as they have arguments. Null elsewhere. */
    uint64_t (*changes)(const struct bytes *argv, unsigned argc, const struct entry *value);
    /* True for a password: MONITOR and SLOWLOG do not show this argument. */
    bool (*is_secret)(const struct bytes *argv, unsigned argc, unsigned index);
};

/* What the table derives from a row; one a command, made at start. */
struct command_entry {
    const struct command *row;
    char name[32]; /* lower case: "config|get" */
    int arity;     /* as Redis: negative means at least */
    uint32_t id;   /* dense, from 0: index of per-core statistics */
    struct command_entry *parent;
    struct command_entry **children; /* subcommands */
    unsigned child_count;
};

/* For a command of one key: whether its lock has to be exclusive. PFCOUNT reads, but keeps its estimate. */
static inline bool command_changes_key(const struct command_entry *command) {
    return (command->row->flags & (WRITE | MAY_REPLICATE)) != 0;
}

/* Adds a family: rows up to one whose name is NULL. Before cores start. */
void command_register(const struct command *rows);
/* Gives the command another name; an empty one takes it away. Before cores start. False if there is no command of the
 * old name, or one of the new. */
bool command_rename(struct bytes from, struct bytes to);
unsigned command_count(void); /* entries, subcommands included: ids are below it */
struct command_entry *command_by_id(uint32_t id);
/* By name in any letter case; NULL if unknown. "config|get" finds a subcommand too. */
struct command_entry *command_find(struct bytes name);
/* The entry that argv means: a container's subcommand where there is one. Otherwise NULL, with the error written if reply
 * is not NULL: unknown command or subcommand. */
struct command_entry *command_of(const struct bytes *argv, unsigned argc, struct reply *reply);
/* False, with the error written, if argc does not fit. */
bool command_check_arity(const struct command_entry *command, unsigned argc, struct reply *reply);
/* What a word among the key specifications is called, "STREAMS"; NULL where clients are not told. */
const char *command_key_word_name(enum key_word word);
/* argv indices of the keys of a request, at most size of them; returns how many there are. use may be NULL.
 * -1: the number of keys in the arguments is malformed. */
int command_keys(const struct command_entry *command, const struct bytes *argv, unsigned argc,
                 unsigned *indices, uint16_t *use, unsigned size);

/* True if the arguments make it read keys that they do not name: BY and GET of SORT. */
bool command_reads_unnamed(const struct command_entry *command, const struct bytes *argv,
                           unsigned argc);

/* Bits of enum command_category: those of the row and those that follow from its flags and group. */
uint32_t command_categories(const struct command *row);
/* "keyspace" for 0, "read" for 1, and so on. */
const char *command_category_name(unsigned number);
const char *command_group_name(enum command_group group); /* "sorted-set" */

/* One run of a command. */
struct call {
    const struct command_entry *command;
    const struct bytes *argv; /* argv[0] is the command's name */
    unsigned argc;
    unsigned db;
    struct key key;        /* the first key, hashed; unset for commands without keys */
    struct shard *shard;   /* where a data handler runs, else NULL */
    struct client *client; /* on the connection's core, else NULL */
    struct reply *reply;
    int64_t now_ms;    /* Unix time of this callback */
    bool no_touch;     /* CLIENT NO-TOUCH: reads do not count as accesses */
    bool in_exec;      /* it is run by EXEC: it may not wait for other clients */
    struct tx *within; /* EXEC's transaction, where there is one, else NULL */
    /* Of a transaction over several shards: events are kept here, marked with the number, for the coordinator to
     * publish in order (engine/notify.h). NULL: they are published at once. */
    struct buffer *notices;
    unsigned notice_number;
    /* What measures its time, where it may wait for the disk: that is taken off. Else NULL. */
    struct stopwatch *watch;
};
