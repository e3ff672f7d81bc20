/* repl/pledge.c - a small file, MEMBERS, replaced as a whole.
 *
 *     anax-members 1
 *     id 3f0c…
 *     history 91aa…
 *     fence 7 1b77aa0912c3d4e5
 *     set 4 1 5000 agreed
 *     member …
 *     crc 5d1f00aa */
#include "repl/pledge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/crc_line.h"
#include "base/memory.h"
#include "engine/core.h"
#include "sys/file.h"
#include "sys/machine.h"

enum { PATH_LEN = 4200, VERSION = 1 };
#define NAME "MEMBERS"

const struct pledge *pledge_of(const struct engine *engine) {
    return engine->pledge;
}

/* ---- the file, on a helper ---- */

struct work {
    const char *directory;
    struct buffer text;
    int result;
};

static void make_path(const char *directory, char *path) {
    snprintf(path, PATH_LEN, "%s/" NAME, directory);
}

static void write_it(void *arg) {
    struct work *work = arg;
    char path[PATH_LEN];
    make_path(work->directory, path);
    work->result = file_replace(path, buffer_view(&work->text));
}

static void print(const struct pledge *pledge, struct buffer *text) {
    buffer_printf(text, "anax-members %d\nid %s\nhistory %s\nfence %" PRIu64 " %016" PRIx64 "\n",
                  VERSION, pledge->id, pledge->history[0] ? pledge->history : "-",
                  pledge->fence_number, pledge->fence_nonce);
    members_print(&pledge->newest, text);
    crc_line_add(text);
}

static bool parse(struct pledge *pledge, struct buffer *text) {
    char history[HISTORY_ID + 1];
    int version, at = 0;
    *buffer_reserve(text, 1) = 0;
    struct bytes rest = buffer_view(text);
    if (!crc_line_take(&rest) ||
        sscanf(
            text->data,
            "anax-members %d id %40[0-9a-f] history %40[-0-9a-f] fence %" SCNu64 " %" SCNx64 " %n",
            &version, pledge->id, history, &pledge->fence_number, &pledge->fence_nonce, &at) != 5 ||
        version != VERSION || at == 0) {
        return false;
    }
    snprintf(pledge->history, sizeof(pledge->history), "%s", history[0] == '-' ? "" : history);
    return strlen(pledge->id) == MEMBER_ID &&
           members_parse(&pledge->newest, bytes_of(text->data + at, rest.len - (size_t)at));
}

static void read_it(void *arg) {
    struct work *work = arg;
    char path[PATH_LEN];
    make_path(work->directory, path);
    work->result = file_read_all(path, &work->text);
}

/* What is there when its turn has come: so the last one to be written is the last one to have been changed. */
static bool keep(struct pledge *pledge) {
    struct work work = {0};
    fiber_mutex_lock(&pledge->mutex);
    if (pledge->directory) {
        char *directory = memory_copy_text(bytes_of_string(pledge->directory));
        work.directory = directory;
        print(pledge, &work.text);
        fiber_offload(write_it, &work);
        if (work.result < 0) {
            log_line('#', "%s/" NAME " cannot be written: %s", directory, strerror(-work.result));
        }
        memory_free(directory);
        buffer_clear(&work.text);
    }
    fiber_mutex_unlock(&pledge->mutex);
    return work.result >= 0;
}

/* ---- life ---- */

static void set_directory(struct pledge *pledge, const char *directory) {
    memory_free(pledge->directory);
    pledge->directory = directory ? memory_copy_text(bytes_of_string(directory)) : NULL;
}

bool pledge_start(struct engine *engine, const char *directory, char *error) {
    struct work work = {.directory = directory, .result = -ENOENT};
    struct pledge *pledge = engine->pledge = memory_alloc_zeroed(sizeof(*engine->pledge));
    set_directory(pledge, directory);
    /* Before a restart it may have answered its primary up to now. */
    atomic_store_explicit(&engine->answered_ns, clock_monotonic_ns(), memory_order_relaxed);
    if (directory) {
        fiber_offload(read_it, &work);
    }
    bool is_good = work.result == -ENOENT || work.result >= 0;
    if (!is_good) {
        snprintf(error, HISTORY_ERROR, "%.400s/" NAME ": %s", directory, strerror(-work.result));
    } else if (work.result == -ENOENT) {
        machine_random_digits(pledge->id, MEMBER_ID);
        is_good = keep(pledge);
    } else if (!parse(pledge, &work.text)) {
        is_good = false;
        snprintf(error, HISTORY_ERROR, "%.400s/" NAME " is damaged, or of a newer version of Anax",
                 directory);
    }
    buffer_clear(&work.text);
    return is_good;
}

void pledge_stop(struct engine *engine) {
    if (engine->pledge) {
        memory_free(engine->pledge->directory);
        memory_free(engine->pledge);
        engine->pledge = NULL;
    }
}

void pledge_move(struct engine *engine, const char *directory) {
    set_directory(engine->pledge, directory);
    keep(engine->pledge);
}

/* ---- knowing and promising ---- */

bool pledge_know(struct engine *engine, const char *history, const struct members *members) {
    struct pledge *pledge = engine->pledge;
    bool is_of_ours = strcmp(pledge->history, history) == 0;
    if (is_of_ours && members->version <= pledge->newest.version) {
        return true;
    }
    snprintf(pledge->history, sizeof(pledge->history), "%s", history);
    pledge->newest = *members;
    return keep(pledge);
}

bool pledge_hear(struct engine *engine, const char *history, struct bytes text) {
    struct members *members = memory_alloc(sizeof(*members));
    bool is_good = members_parse(members, text) && pledge_know(engine, history, members);
    memory_free(members);
    return is_good;
}

bool pledge_promise(struct engine *engine, uint64_t number, uint64_t nonce) {
    struct pledge *pledge = engine->pledge;
    pledge->fence_number = number;
    pledge->fence_nonce = nonce;
    return keep(pledge);
}

/* Of another history it is the operator's word that counts: all that is here is given up for it. */
const char *pledge_refusal(const struct pledge *pledge, const struct history *history,
                           const struct members *members) {
    const struct history_term *last = history_last(history);
    if (!pledge || pledge->newest.version == 0 || strcmp(pledge->history, history->id) != 0) {
        return NULL;
    }
    if (members->version < pledge->newest.version) {
        return "it knows an older in-sync set than this server: it has been deposed";
    }
    if (last->number > pledge->fence_number) {
        return NULL;
    }
    for (unsigned i = 0; i < history->term_count; i++) {
        if (history->terms[i].number == pledge->fence_number &&
            history->terms[i].nonce == pledge->fence_nonce) {
            return NULL;
        }
    }
    return pledge->fence_number > 0 ? "its term is over: this server has promised to follow another"
                                    : NULL;
}
