/* server/persistence.c - the options of the log, and engine/load.h. */
#include "server/persistence.h"

#include <stdio.h>

#include "base/memory.h"
#include "engine/dump_load.h"
#include "engine/load.h"
#include "engine/shard.h"
#include "server/config_change.h"
#include "server/instance.h"
#include "server/option_forms.h"
#include "server/replication.h"
#include "server/server.h"
#include "sys/atomic.h"
#include "sys/file.h"

enum { PATH_SIZE = 4096, DIRS_MAX = 64, CLOSE_WAITS = 2000 };
#define CLOSE_WAIT_NS 1000000

static bool is_wanted(const struct config *config) {
    return config_number(config, "appendonly");
}

void persistence_directory(const struct config *config, char *path, size_t size) {
    snprintf(path, size, "%s/%s", config_text(config, "dir"), config_text(config, "appenddirname"));
}

bool persistence_find_seed(const struct config *config, uint64_t *seed, char *error,
                           size_t error_size) {
    char path[PATH_SIZE], reason[LOAD_ERROR] = "";
    if (!is_wanted(config)) {
        return true;
    }
    persistence_directory(config, path, sizeof(path));
    if (load_hash_seed(path, seed, reason) < 0) {
        snprintf(error, error_size, "%s", reason);
        return false;
    }
    return true;
}

/* What the options say, in texts that stay. */
struct places {
    char directory[PATH_SIZE];
    char dirs[DIRS_MAX][PATH_SIZE];
    const char *dir_list[DIRS_MAX];
    struct load_options options;
};

static struct places *find_places(const struct config *config) {
    struct places *places = memory_alloc_zeroed(sizeof(*places));
    struct bytes words[DIRS_MAX];
    persistence_directory(config, places->directory, sizeof(places->directory));
    unsigned count = words_split(bytes_of_string(config_text(config, "log-dirs")), words, DIRS_MAX);
    for (unsigned i = 0; i < count && i < DIRS_MAX; i++) {
        snprintf(places->dirs[i], PATH_SIZE, "%.*s", (int)words[i].len, words[i].data);
        places->dir_list[i] = places->dirs[i];
    }
    places->options = (struct load_options){
        .directory = places->directory,
        .dirs = places->dir_list,
        .dir_count = count,
        .policy = (enum sync_policy)config_number(config, "appendfsync"),
        .compacts = config_number(config, "log-compaction"),
    };
    return places;
}

bool persistence_load_again(struct server *server, const struct config *config,
                            const uint64_t *limit, char *error) {
    struct places *places = find_places(config);
    places->options.limit = limit;
    bool is_good = load_log(server->engine, &places->options, error);
    memory_free(places);
    return is_good;
}

bool persistence_begin(struct server *server, const struct config *config, char *error) {
    struct places *places = find_places(config);
    bool is_good = load_begin_log(server->engine, &places->options, error);
    memory_free(places);
    return is_good;
}

struct finding {
    const struct config *config;
    char dump[SAVES_PATH], other_dump[SAVES_PATH];
    bool has_dump, has_log;
};

/* Where the log cannot be read it will be said when it is loaded. */
static void find_files(void *arg) {
    struct finding *finding = arg;
    char directory[PATH_SIZE], reason[LOAD_ERROR] = "";
    uint64_t seed;
    persistence_directory(finding->config, directory, sizeof(directory));
    finding->has_dump = saves_find(finding->config, finding->dump, finding->other_dump);
    finding->has_log = is_wanted(finding->config) && load_hash_seed(directory, &seed, reason) != 0;
}

static void stop_expiring_here(struct core *core, void *arg) {
    (void)arg;
    keyspace_set_expiring(core->shard.keyspace, false);
}

static void expire_again_here(struct core *core, void *arg) {
    (void)arg;
    keyspace_set_expiring(core->shard.keyspace, true);
}

static bool load_dump(struct server *server, const char *path, bool keeps_expired, char *error) {
    struct dump_load_facts facts;
    int64_t start_ns = clock_monotonic_ns();
    core_run_on_all(server->engine, stop_expiring_here, NULL);
    bool is_good = dump_load(server->engine, path, keeps_expired, &facts, error);
    core_run_on_all(server->engine, expire_again_here, NULL);
    if (is_good) {
        load_fill_shadows(server->engine);
        /* Relaxed: for looking at. */
        atomic_store_explicit(&server->saves.load_keys, facts.keys, memory_order_relaxed);
        atomic_store_explicit(&server->saves.load_expired, facts.expired, memory_order_relaxed);
        log_line('*',
                 "Done loading %s, keys loaded: %llu, keys expired: %llu, empty keys skipped: "
                 "%llu.",
                 path, (unsigned long long)facts.keys, (unsigned long long)facts.expired,
                 (unsigned long long)facts.empty);
        log_line('*', "DB loaded from disk: %.3f seconds",
                 (double)(clock_monotonic_ns() - start_ns) / 1e9);
    }
    return is_good;
}

/* The log if there is one, else a dump, which becomes the beginning of a log if one is wanted. */
static bool load_what_is_there(struct server *server, const struct finding *finding,
                               const struct load_options *options, char *error) {
    if (finding->has_dump && finding->has_log) {
        log_line('#', "There are a log and a dump file (%s): the log counts", finding->dump);
    }
    bool begins_with_dump = finding->has_dump && !finding->has_log;
    if (begins_with_dump && finding->other_dump[0]) {
        log_line('#',
                 "There are two dumps: %s counts, which is newer than %s, or of the format of "
                 "snapshot-format",
                 finding->dump, finding->other_dump);
    }
    if (begins_with_dump && !load_dump(server, finding->dump, false, error)) {
        return false;
    }
    if (!is_wanted(server->config)) {
        return true;
    }
    return begins_with_dump ? load_begin_log(server->engine, options, error)
                            : load_log(server->engine, options, error);
}

static bool load_at_start(struct server *server) {
    char error[LOAD_ERROR] = "";
    const struct config *config = config_borrow(server); /* clients may change it already */
    struct places *places = find_places(config);
    struct finding *finding = memory_alloc_zeroed(sizeof(*finding));
    finding->config = config;
    fiber_offload(find_files, finding);
    config_return(server);
    bool is_good = load_what_is_there(server, finding, &places->options, error);
    memory_free(finding);
    memory_free(places);
    if (!is_good && load_is_cancelled(server->engine)) {
        log_line('*', "Loading is broken off, because the server ends");
    } else if (!is_good) {
        log_line('#', "The data cannot be loaded: %s", error);
    }
    return is_good;
}

/* ---- changes of which log there is ---- */

static void end_change(struct server *server) {
    rmw_sub(&server->log_changes, 1, memory_order_seq_cst);
}

/* False: the log is being closed for good, and stays so. Sequentially consistent, with persistence_close: either this finds
 * that out, or that waits for the end of this. */
static bool begin_change(struct server *server) {
    rmw_add(&server->log_changes, 1, memory_order_seq_cst);
    if (!load_is_cancelled(server->engine)) {
        return true;
    }
    end_change(server);
    return false;
}

/* Nothing can be served. If it was broken off because the server ends, that is no failure. */
static void give_up(struct server *server) {
    if (!load_is_cancelled(server->engine)) {
        server->has_failed = true;
        server_stop_saved(server);
    }
}

static void load_on_fiber(void *arg) {
    struct server *server = arg;
    if (!begin_change(server)) {
        return;
    }
    bool is_good = load_at_start(server);
    if (!is_good || load_is_cancelled(server->engine) || !replication_start(server)) {
        give_up(server);
    } else {
        atomic_store_explicit(&server->engine->is_loading, false, memory_order_relaxed);
        log_line('*', "Ready to accept connections");
    }
    end_change(server);
}

bool persistence_has_something(const struct config *config) {
    char path[SAVES_PATH], other[SAVES_PATH];
    return is_wanted(config) || saves_find(config, path, other);
}

static void load_on_core(struct mail *mail) {
    struct server *server = (struct server *)((char *)mail - offsetof(struct server, load_mail));
    fiber_start(FIBER_LARGE, load_on_fiber, server);
}

void persistence_load(struct server *server) {
    server->engine->load_started_ms = clock_wall_us() / 1000;
    server->load_mail.deliver = load_on_core;
    mail_post_from_outside(server->engine->cores[0]->loop, &server->load_mail);
}

/* A log that were begun behind load_end_log would be left in the middle of its work. What does not look at the cancellation
 * (the scan of a long log on a helper) is waited for only so long: it begins nothing any more. */
static void await_changes(struct server *server) {
    load_cancel(server->engine);
    for (unsigned i = 0; atomic_load(&server->log_changes) > 0 && i < CLOSE_WAITS; i++) {
        fiber_sleep(CLOSE_WAIT_NS);
    }
}

void persistence_close(struct server *server) {
    await_changes(server);
    replication_stop(server);
    load_end_log(server->engine);
    replication_end(server);
    load_give_back_directory(server->engine);
}

static void make_directory(void *arg) {
    int result = directory_make(config_text(arg, "dir"));
    (void)result; /* what is written there then fails with the reason */
}

void persistence_make_directory(const struct config *config) {
    fiber_offload(make_directory, (void *)config);
}

static bool change_log(struct server *server, const struct config *next) {
    char reason[LOAD_ERROR] = "";
    if (!is_wanted(next)) {
        load_end_log(server->engine);
        return true;
    }
    struct places *places = find_places(next);
    persistence_make_directory(next);
    places->options.is_in_use = true;
    bool is_good = load_begin_log(server->engine, &places->options, reason);
    memory_free(places);
    if (!is_good) {
        log_line('#', "The log cannot be begun: %s", reason);
    }
    return is_good;
}

bool persistence_change(struct server *server, const struct config *next, char *error) {
    bool is_begun = begin_change(server);
    bool is_good = is_begun && change_log(server, next);
    if (is_good) {
        replication_log_changed(server, next);
    } else {
        snprintf(error, CONFIG_CHANGE_ERROR_MAX, "Unable to turn on AOF. Check server logs.");
    }
    if (is_begun) {
        end_change(server);
    }
    return is_good;
}

/* What goes here comes back: nobody is told. */
static void empty_here(struct core *core, void *arg) {
    (void)arg;
    keyspace_set_hook(core->shard.keyspace, NULL);
    for (unsigned db = 0; db < core->engine->databases; db++) {
        keyspace_flush(core->shard.keyspace, db);
    }
    core_free_soon(core);
}

static void watch_again_here(struct core *core, void *arg) {
    (void)arg;
    shard_update_hook(&core->shard);
}

bool persistence_reload(struct server *server, const struct config *config, char *error) {
    char reason[LOAD_ERROR] = "";
    if (!is_wanted(config)) {
        snprintf(error, CONFIG_CHANGE_ERROR_MAX, "there is no log: appendonly is no");
        return false;
    }
    if (!begin_change(server)) {
        snprintf(error, CONFIG_CHANGE_ERROR_MAX, "the server ends");
        return false;
    }
    core_run_on_all(server->engine, stop_expiring_here, NULL);
    load_end_log(server->engine);
    core_run_on_all(server->engine, empty_here, NULL);
    bool is_good = persistence_load_again(server, config, NULL, reason);
    core_run_on_all(server->engine, watch_again_here, NULL);
    if (!is_good) {
        log_line('#', "The log cannot be loaded: %s", reason);
        snprintf(error, CONFIG_CHANGE_ERROR_MAX,
                 "Error trying to load the AOF files, check server logs.");
        give_up(server);
    }
    end_change(server);
    return is_good;
}

static bool save_dump(struct server *server, const struct config *config,
                      const struct dump_options *options, char *error) {
    struct snapshot_facts facts;
    persistence_make_directory(config);
    struct dump *dump = dump_begin(server->engine, options, error);
    return dump && dump_end(dump, &facts, error);
}

/* What is loaded has the same values, but its lists' elements and streams' groups have other numbers, by which the
 * log's records name them: so the log begins anew. If the dump cannot be loaded, the old one still has all. */
static bool load_over(struct server *server, const struct config *config, const char *path,
                      bool flushes, char *error) {
    char reason[LOAD_ERROR] = "";
    bool has_log = is_wanted(config), is_whole = true;
    if (has_log) {
        load_end_log(server->engine);
    }
    if (flushes) {
        core_run_on_all(server->engine, empty_here, NULL);
    }
    bool is_good = load_dump(server, path, true, error);
    if (has_log && is_good) {
        is_whole = persistence_begin(server, config, reason);
    } else if (has_log) {
        core_run_on_all(server->engine, empty_here, NULL);
        is_whole = persistence_load_again(server, config, NULL, reason);
    }
    core_run_on_all(server->engine, watch_again_here, NULL);
    if (!is_whole) {
        log_line('#', "After DEBUG RELOAD the log does not work: %s", reason);
        give_up(server);
    }
    return is_good && is_whole;
}

/* The one that a start would load, if there is one. */
static void find_dump(const struct config *config, char path[SAVES_PATH]) {
    struct finding *finding = memory_alloc_zeroed(sizeof(*finding));
    finding->config = config;
    fiber_offload(find_files, finding);
    if (finding->has_dump) {
        snprintf(path, SAVES_PATH, "%s", finding->dump);
    }
    memory_free(finding);
}

bool persistence_reload_dump(struct server *server, const struct config *config, struct tx *tx,
                             bool saves, bool flushes, char *error) {
    char path[SAVES_PATH], reason[DUMP_LOAD_ERROR] = "";
    struct dump_options options = saves_options(config, path, sizeof(path));
    options.within = tx;
    if (!saves) {
        find_dump(config, path);
    }
    bool is_begun = begin_change(server);
    bool is_good = is_begun && (!saves || save_dump(server, config, &options, reason)) &&
                   load_over(server, config, path, flushes, reason);
    if (is_begun) {
        end_change(server);
    }
    if (!is_good) {
        log_line('#', "DEBUG RELOAD: %s", reason);
        snprintf(error, CONFIG_CHANGE_ERROR_MAX,
                 "Error trying to load the RDB dump, check server logs.");
    }
    return is_good;
}
