/* repl/node.c - one history a server, written whenever it changes. */
#include "repl/node.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "engine/core.h"
#include "engine/journal.h"

struct node {
    struct history history;
    struct history_state state;
    char *directory; /* NULL: there is no log, it is not kept */
};

static struct node *node_of(const struct engine *engine) {
    return engine->node;
}

const struct history *node_history(const struct engine *engine) {
    static const struct history none;
    return node_of(engine) != NULL ? &node_of(engine)->history : &none;
}

/* ---- LSNs ---- */

static void copy_lsns(struct core *core, void *arg) {
    const struct effects *effects = &core->shard.effects;
    memcpy((uint64_t *)arg + effects->partition_first, effects->lsn + effects->partition_first,
           effects->partition_count * sizeof(uint64_t));
}

void node_lsns(struct engine *engine, uint64_t lsns[PARTITIONS]) {
    core_run_on_all(engine, copy_lsns, lsns);
}

/* ---- files, on a helper ---- */

struct file_work {
    struct node *node;
    int result;
    char error[HISTORY_ERROR];
};

static void write_it(void *arg) {
    struct file_work *work = arg;
    work->result = history_write(work->node->directory, &work->node->history, &work->node->state);
}

static void read_it(void *arg) {
    struct file_work *work = arg;
    work->result =
        history_read(work->node->directory, &work->node->history, &work->node->state, work->error);
}

static bool keep(struct node *node, bool is_closed) {
    struct file_work work = {.node = node};
    node->state.is_closed = is_closed;
    if (node->directory == NULL) return true;
    fiber_offload(write_it, &work);
    if (work.result < 0)
        log_line('#', "%s/" HISTORY_NAME " cannot be written: %s", node->directory,
                 strerror(-work.result));
    return work.result == 0;
}

/* ---- what the log keeps ---- */

static void set_keeping(struct core *core, void *arg) {
    core->replica_keeping = *(const uint8_t *)arg;
    journal_keep_for_replicas(core);
}

static void spread_keeping(struct engine *engine) {
    uint8_t keeping = node_of(engine)->state.is_followed ? KEEPING_SOME : KEEPING_NOTHING;
    core_run_on_all(engine, set_keeping, &keeping);
}

void node_note_followed(struct engine *engine) {
    struct node *node = node_of(engine);
    if (node == NULL || node->state.is_followed) return;
    node->state.is_followed = true;
    keep(node, false);
    spread_keeping(engine);
}

/* ---- life ---- */

static void set_directory(struct node *node, const char *directory) {
    memory_free(node->directory);
    node->directory = directory != NULL ? memory_copy_text(bytes_of_string(directory)) : NULL;
}

bool node_start(struct engine *engine, const char *directory, bool is_replica, char *error) {
    struct file_work *work = memory_alloc_zeroed(sizeof *work);
    uint64_t *lsns = memory_alloc_zeroed(PARTITIONS * sizeof *lsns);
    engine->node = work->node = memory_alloc_zeroed(sizeof *engine->node);
    set_directory(engine->node, directory);
    if (directory != NULL) fiber_offload(read_it, work);
    node_lsns(engine, lsns);
    bool is_good = work->result >= 0;
    if (!is_good) snprintf(error, HISTORY_ERROR, "%s", work->error);
    if (is_good && work->result == 0)
        history_begin(&engine->node->history, lsns);
    else if (is_good && !engine->node->state.is_closed && !is_replica && node_whole(engine) == NULL)
        history_open_term(&engine->node->history, lsns);
    engine->node->state.is_followed |= is_replica;
    is_good = is_good && keep(engine->node, false);
    spread_keeping(engine);
    memory_free(lsns);
    memory_free(work);
    return is_good;
}

void node_stop(struct engine *engine) {
    struct node *node = node_of(engine);
    if (node == NULL) return;
    keep(node, true);
    history_clear(&node->history);
    memory_free(node->directory);
    memory_free(node);
    engine->node = NULL;
}

void node_move(struct engine *engine, const char *directory) {
    set_directory(engine->node, directory);
    keep(engine->node, false);
}

bool node_adopt(struct engine *engine, const struct history *history) {
    struct node *node = node_of(engine);
    history_clear(&node->history);
    history_copy(&node->history, history);
    return keep(node, false);
}

const uint64_t *node_whole(const struct engine *engine) {
    const struct node *node = node_of(engine);
    return node != NULL && node->state.is_torn ? node->state.whole_lsns : NULL;
}

bool node_note_torn(struct engine *engine, const uint64_t *whole_lsns) {
    struct node *node = node_of(engine);
    node->state.is_torn = whole_lsns != NULL;
    if (whole_lsns != NULL)
        memcpy(node->state.whole_lsns, whole_lsns, sizeof node->state.whole_lsns);
    return keep(node, false);
}

bool node_open_term_as(struct engine *engine, const uint64_t *lsns, uint64_t number,
                       uint64_t nonce) {
    struct node *node = node_of(engine);
    history_open_term(&node->history, lsns);
    struct history_term *term = &node->history.terms[node->history.term_count - 1];
    if (number > 0) {
        term->number = number;
        term->nonce = nonce;
    }
    return keep(node, false);
}
