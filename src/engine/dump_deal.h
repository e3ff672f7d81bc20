/* engine/dump_deal.h - keys and values that were found in a dump, dealt to the cores that own them.
 *
 * A dealer is a fiber that deals one window after the other. A helper thread fills it: goes through a piece of the
 * dump without making values, and sorts what is there into batches by core; meanwhile the cores make what the windows
 * before it had. So reading, checking and unpacking are in no core's way, and every core makes its own. What the
 * items point to has to stay until their window is filled again. */
#pragma once

#include "engine/core.h"
#include "engine/dump_load.h"
#include "log/rdb_file.h"

enum {
    DUMP_BATCH_ITEMS = 256,
    DUMP_WINDOW_BYTES = 2 << 20, /* of the dump, and */
    DUMP_WINDOW_ITEMS = 4096,    /* keys, at which a window is full */
    DUMP_WINDOWS = 3
};

/* What all dealers of a dump have in common. */
struct dump_loading {
    struct engine *engine;
    const char *path; /* for messages */
    bool keeps_expired;
    int64_t now_ms;
    _Atomic bool has_failed; /* relaxed: there is no use in going on */
};

struct dump_batch;

struct dump_window {
    struct dump_batch *first, **end, **by_core;
    unsigned out;        /* batches that are on their way */
    size_t bytes, items; /* for being full: bytes as they are unpacked */
    size_t file_bytes;   /* gone through */
    bool is_last;
    struct buffer functions; /* sources of libraries, as in engine->functions */
    unsigned function_count;
    char error[DUMP_LOAD_ERROR]; /* "": none */
};

struct dump_dealer {
    struct dump_loading *loading;
    struct core *home;
    /* On a helper: adds what comes next; sets is_last behind the last, or error. */
    void (*fill)(struct dump_dealer *dealer, struct dump_window *window);
    void *arg;
    struct dump_window windows[DUMP_WINDOWS], *filling;
    struct event is_back;
    int64_t said_ns; /* when it last told how far all is; 0: it does not */
    struct dump_load_facts facts;
    char error[DUMP_LOAD_ERROR];
};

/* On a fiber of home; false with the reason in dealer->error, also if another dealer has failed (then with none). */
bool dump_deal(struct dump_dealer *dealer);

/* For fill. path, for messages, stays; at: where it is there. */
void dump_window_add(struct dump_dealer *dealer, struct dump_window *window,
                     const struct rdb_item *item, const char *path, uint64_t at);
void dump_window_add_function(struct dump_window *window, struct bytes source);
void dump_window_fail(struct dump_window *window, const char *path, const char *why);
static inline bool dump_window_is_full(const struct dump_window *window) {
    return window->bytes >= DUMP_WINDOW_BYTES || window->items >= DUMP_WINDOW_ITEMS;
}
