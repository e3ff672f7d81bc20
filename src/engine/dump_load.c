/* engine/dump_load.c - an RDB file, word by word; and which kind of dump it is. */
#include "engine/dump_load.h"

#include <stdio.h>

#include "base/memory.h"
#include "engine/dump_deal.h"
#include "log/core_set.h"
#include "log/rdb_crc64.h"
#include "sys/mapped.h"

struct rdb_loading {
    const char *path;
    struct mapped mapped;
    int result; /* of mapping it */
    struct rdb_file file;
    /* Of its first bytes, up to where it was gone through. */
    size_t crc_len;
    uint64_t crc;
};

/* ---- on a helper ---- */

/* Right behind the one who reads them, so they come from memory once. */
static void sum_until(struct rdb_loading *rdb, size_t end) {
    rdb->crc = rdb_crc64(rdb->crc, bytes_of(rdb->file.start + rdb->crc_len, end - rdb->crc_len));
    rdb->crc_len = end;
}

/* What follows the checksum is not looked at, as in Redis. */
static void end_window(struct rdb_loading *rdb, struct dump_window *window) {
    window->is_last = true;
    sum_until(rdb, rdb->file.crc_len);
    if (!rdb_file_is_whole(&rdb->file, rdb->crc)) {
        dump_window_fail(window, rdb->path, "Wrong RDB checksum");
    }
}

static void fill(struct dump_dealer *dealer, struct dump_window *window) {
    struct rdb_loading *rdb = dealer->arg;
    struct rdb_file *file = &rdb->file;
    const char *begun = file->input.at;
    while (!dump_window_is_full(window) && !window->error[0]) {
        enum rdb_file_next next = rdb_file_next(file);
        window->bytes = window->file_bytes = (size_t)(file->input.at - begun);
        if (next == RDB_FILE_BAD) {
            dump_window_fail(window, rdb->path, file->error);
        } else if (next == RDB_FILE_END) {
            end_window(rdb, window);
            return;
        } else if (next == RDB_FILE_FUNCTION) {
            dump_window_add_function(window, file->other.bytes);
        } else {
            dump_window_add(dealer, window, &file->item, rdb->path,
                            (uint64_t)(file->item.body.data - file->start));
        }
    }
    if (!window->error[0]) {
        sum_until(rdb, (size_t)(file->input.at - file->start));
    }
}

static void map_on_helper(void *arg) {
    struct rdb_loading *rdb = arg;
    rdb->result = mapped_open(rdb->path, &rdb->mapped);
}

static void unmap_on_helper(void *arg) {
    mapped_close(&((struct rdb_loading *)arg)->mapped);
}

/* ---- as a whole ---- */

void dump_load_begins(struct engine *engine, const char *path, uint64_t bytes) {
    atomic_store_explicit(&engine->load_bytes, bytes, memory_order_relaxed);
    atomic_store_explicit(&engine->load_bytes_done, 0, memory_order_relaxed);
    log_line('*', "Loading %s, %.1f MiB", path, (double)bytes / (1 << 20));
}

static bool load_rdb(struct dump_loading *loading, struct rdb_loading *rdb,
                     struct dump_load_facts *facts, char *error) {
    if (!rdb_file_open(&rdb->file, rdb->mapped.bytes)) {
        snprintf(error, DUMP_LOAD_ERROR, "%.500s: %s", rdb->path, rdb->file.error);
        return false;
    }
    struct dump_dealer *dealer = memory_alloc_zeroed(sizeof(*dealer));
    dealer->loading = loading;
    dealer->home = core_current();
    dealer->fill = fill;
    dealer->arg = rdb;
    dealer->said_ns = clock_monotonic_ns();
    dump_load_begins(loading->engine, rdb->path, rdb->mapped.bytes.len);
    bool is_good = dump_deal(dealer);
    rdb_file_close(&rdb->file);
    *facts = dealer->facts;
    facts->bytes = rdb->mapped.bytes.len;
    snprintf(error, DUMP_LOAD_ERROR, "%s", dealer->error);
    memory_free(dealer);
    return is_good;
}

bool dump_load(struct engine *engine, const char *path, bool keeps_expired,
               struct dump_load_facts *facts, char *error) {
    struct rdb_loading rdb = {.path = path};
    struct dump_loading loading = {.engine = engine,
                                   .path = path,
                                   .keeps_expired = keeps_expired,
                                   .now_ms = clock_wall_us() / 1000};
    *facts = (struct dump_load_facts){0};
    fiber_offload(map_on_helper, &rdb);
    if (rdb.result < 0) {
        snprintf(error, DUMP_LOAD_ERROR, "%.500s: %s", path, strerror(-rdb.result));
        return false;
    }
    buffer_clear(&engine->functions);
    engine->functions = (struct buffer){0};
    bool is_good = core_set_is(rdb.mapped.bytes) ? dump_load_cores(&loading, path, facts, error)
                                                 : load_rdb(&loading, &rdb, facts, error);
    fiber_offload(unmap_on_helper, &rdb);
    return is_good;
}
