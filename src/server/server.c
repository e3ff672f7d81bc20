/* server/server.c - making, starting and ending the whole server.
 *
 * The end begins on core 0: a fiber closes the listeners, has every core close its clients, waits until
 * what they had under way on other cores is over, and then stops all loops. */
#include "server/server.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/panic.h"
#include "repl/follower.h"
#include "repl/link.h"
#include "repl/promotion.h"
#include "repl/sync_set.h"
#include "server/config_change.h"
#include "server/config_source.h"
#include "server/families.h"
#include "server/hooks.h"
#include "server/instance.h"
#include "server/limits.h"
#include "server/persistence.h"
#include "server/replication.h"
#include "server/option_forms.h"
#include "server/start_log.h"
#include "server/version.h"
#include "sys/cycles.h"
#include "sys/file.h"
#include "sys/sim.h"

enum {
    SIMULATED_SEED = 1,
    STOP_YIELDS_MIN = 8, /* turns in which the kernel lets go of the listeners */
    STOP_YIELDS = 200,
    STOP_SLEEPS = 1000,
    STOP_SLEEP_NS = 1000000
};

static struct server *instance;

struct server *server_instance(void) {
    return instance;
}

void server_use(struct server *server) {
    instance = server;
    engine_use(server->engine);
    hash_set_seed(server->hash_seed);
}

struct engine *server_engine(struct server *server) {
    return server->engine;
}

/* Always false, so that callers can return it. */
__attribute__((format(printf, 3, 4))) static bool fail(char *error, size_t error_size,
                                                       const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(error, error_size, format, args);
    va_end(args);
    return false;
}

/* ---- options ---- */

static bool remember_file(struct config *config, const char *path) {
    char absolute[4096];
    if (file_absolute(path, absolute, sizeof(absolute)) < 0) {
        return false;
    }
    config->file = memory_copy_text(bytes_of_string(absolute));
    return true;
}

/* The file, then the environment, then the command line: what comes later wins. */
static bool read_options(struct server *server, int argc, char **argv, char **environment,
                         char *error, size_t error_size) {
    struct config_reader reader;
    config_reader_init(&reader, server->config);
    const char *file = config_file_argument(argc, argv);
    bool is_read =
        (!file || (config_read_file(&reader, file) && remember_file(server->config, file))) &&
        config_read_environment(&reader, environment) && config_read_arguments(&reader, argc, argv);
    if (!is_read) {
        fail(error, error_size, "%s", reader.error);
    }
    memcpy(server->is_given, reader.is_given, options_count);
    config_reader_clear(&reader);
    return is_read;
}

static bool is_given(const struct server *server, const char *name) {
    return server->is_given[option_number(option_find(bytes_of_string(name)))];
}

static bool prepare_directory(struct server *server, char *error, size_t error_size) {
    int result = config_resolve_dir(server->config);
    const char *path = config_text(server->config, "dir");
    if (result == 0 && (is_given(server, "dir") || config_number(server->config, "appendonly"))) {
        result = directory_make(path);
    }
    return result == 0 || fail(error, error_size, "dir %s: %s", path, strerror(-result));
}

/* ---- making ---- */

static bool choose_machine(struct server *server, char *error, size_t error_size) {
    bool is_simulated = machine_chosen() == MACHINE_SIM;
    if (!is_simulated) {
        int result = machine_choose((enum machine_kind)config_number(server->config, "io"));
        if (result < 0) {
            return fail(error, error_size, "io uring: io_uring cannot be used here: %s",
                        strerror(-result));
        }
    }
    cycles_init(is_simulated);
    uint64_t seed = SIMULATED_SEED + sim_host();
    if (!is_simulated) {
        machine_random(&seed, sizeof(seed));
    }
    if (!persistence_find_seed(server->config, &seed, error, error_size)) {
        return false;
    }
    server->hash_seed = seed;
    hash_set_seed(seed);
    return true;
}

static bool open_log(const struct server *server, char *error, size_t error_size) {
    log_set_level((char)config_number(server->config, "loglevel"));
    const char *path = config_text(server->config, "logfile");
    int result = path[0] ? log_open(path) : 0;
    return result == 0 || fail(error, error_size, "logfile %s: %s", path, strerror(-result));
}

/* Fewer files than asked for are no reason not to start. */
static bool fit_maxclients(struct server *server, unsigned cores, char *error, size_t error_size) {
    uint64_t wanted = (uint64_t)config_number(server->config, "maxclients");
    uint64_t possible = limits_raise_clients(cores, wanted);
    if (possible == 0) {
        return fail(error, error_size, "the limit of open files is too low for %u cores", cores);
    }
    if (possible < wanted) {
        char text[24], ignored[CONFIG_ERROR_MAX];
        snprintf(text, sizeof(text), "%llu", (unsigned long long)possible);
        log_line('#',
                 "maxclients is %s instead of %llu: the limit of open files does not allow more",
                 text, (unsigned long long)wanted);
        return config_set(server->config, option_find(BYTES_LITERAL("maxclients")),
                          bytes_of_string(text), ignored);
    }
    return true;
}

/* With as many cores as CPUs each has its own. With fewer the system knows better which are free, and a
 * second server must not fight with this one for the first CPU. */
static bool decide_pin(const struct server *server, unsigned cores) {
    return config_number(server->config, "pin") && cores > 1 && cores == machine_cpus() &&
           cores == machine_affinity();
}

static bool create_engine(struct server *server, char *error, size_t error_size) {
    unsigned cores = (unsigned)config_number(server->config, "cores");
    if (cores == 0) {
        cores = machine_cpus();
    }
    if (!fit_maxclients(server, cores, error, error_size)) {
        return false;
    }
    server->settings = config_settings(server->config);
    server->is_pinned = decide_pin(server, cores);
    struct engine_options options = {
        .cores = cores,
        .pin = server->is_pinned,
        .databases = server->settings->databases,
        .settings = server->settings,
    };
    hooks_fill(&options.hooks);
    errno = 0;
    server->engine = engine_create(&options);
    primary_create(server->engine);
    sync_set_create(server->engine);
    for (unsigned i = 0; i < cores; i++) {
        if (!server->engine->cores[i]->loop) {
            return fail(error, error_size, "core %u of %u cannot have an event loop: %s", i, cores,
                        strerror(errno));
        }
    }
    start_log_options(server);
    return true;
}

/* rename-command: pairs of names; "" is none. */
static bool rename_commands(const struct server *server, char *error, size_t error_size) {
    enum { WORDS_MAX = 512 };
    struct bytes words[WORDS_MAX];
    const char *renames = config_text(server->config, "rename-command");
    unsigned count = words_split(bytes_of_string(renames), words, WORDS_MAX);
    for (unsigned i = 0; i + 1 < count; i += 2) {
        bool is_none = bytes_equal(words[i + 1], BYTES_LITERAL("\"\""));
        struct bytes name = is_none ? bytes_of("", 0) : words[i + 1];
        if (!command_rename(words[i], name)) {
            return fail(
                error, error_size,
                "rename-command: there is no command '%.*s', or already one with its new name",
                (int)words[i].len, words[i].data);
        }
    }
    return true;
}

static bool apply_names_and_score(const struct server *server, char *error, size_t error_size) {
    int result = limits_apply_oom_score(server->config);
    if (result < 0) {
        return fail(error, error_size, "oom-score-adj: %s", strerror(-result));
    }
    return rename_commands(server, error, error_size);
}

struct server *server_create(int argc, char **argv, char **environment, char *error,
                             size_t error_size) {
    struct server *server = memory_alloc_zeroed(sizeof(*server));
    server->config = config_create();
    server->is_given = memory_alloc_zeroed(options_count);
    instance = server;
    if (read_options(server, argc, argv, environment, error, error_size) &&
        prepare_directory(server, error, error_size) && choose_machine(server, error, error_size) &&
        open_log(server, error, error_size)) {
        if (config_number(server->config, "crash-log-enabled")) {
            panic_catch_signals();
        }
        families_register();
        if (apply_names_and_score(server, error, error_size) &&
            create_engine(server, error, error_size)) {
            return server;
        }
    }
    /* What there is of an engine stays: the process is about to end. */
    config_destroy(server->config);
    memory_free(server->is_given);
    memory_free(server->settings);
    memory_free(server);
    instance = NULL;
    return NULL;
}

/* ---- starting ---- */

static bool write_pidfile(struct server *server, char *error, size_t error_size) {
    const char *path = config_text(server->config, "pidfile");
    if (!path[0]) {
        return true;
    }
    struct process_facts facts;
    process_facts(&facts);
    char text[24];
    snprintf(text, sizeof(text), "%d\n", facts.pid);
    int result = file_absolute(path, server->pidfile, sizeof(server->pidfile));
    if (result == 0) {
        result = file_replace(server->pidfile, bytes_of_string(text));
    }
    if (result < 0) {
        server->pidfile[0] = 0;
        return fail(error, error_size, "pidfile %s: %s", path, strerror(-result));
    }
    return true;
}

static bool open_everything(struct server *server, char *error, size_t error_size) {
    if (!listeners_open_tcp(&server->listeners, server->engine, server->config, error,
                            error_size) ||
        !listeners_open_local(&server->listeners, server->engine, server->config, error,
                              error_size)) {
        return false;
    }
    if (server->listeners.tcp_count == 0 && !server->listeners.local) {
        return fail(error, error_size,
                    "there is no address to listen on: port is 0 or bind is empty, "
                    "and there is no unixsocket");
    }
    return write_pidfile(server, error, error_size);
}

bool server_start(struct server *server, char *error, size_t error_size) {
    /* Before the cores run: from then on the listeners are theirs. What was opened is closed by the
     * cores, so they are launched in any case. */
    bool is_loading = persistence_has_something(server->config);
    atomic_store_explicit(&server->engine->is_loading, is_loading, memory_order_relaxed);
    replication_prepare(server);
    bool is_open = open_everything(server, error, error_size);
    engine_launch(server->engine);
    server->is_launched = true;
    if (!is_open) {
        return false;
    }
    /* Relaxed: a number to subtract in INFO; a client may be there already. */
    atomic_store_explicit(&server->memory_at_start, engine_memory_used(server->engine),
                          memory_order_relaxed);
    persistence_load(server);
    return true;
}

/* ---- ending ---- */

/* Every client of the core goes; left: how many have something under way on another core. */
static void close_clients(struct core *core, void *left) {
    for (struct client *client = core->clients_first; client;) {
        struct client *next = client->next;
        client_close(client, false);
        client = next;
    }
    ((unsigned *)left)[core->index] = core->client_count;
}

static bool has_clients(struct engine *engine, unsigned *left) {
    core_run_on_all(engine, close_clients, left);
    unsigned sum = 0;
    for (unsigned i = 0; i < engine->core_count; i++) {
        sum += left[i];
    }
    return sum > 0;
}

/* What the option of the signal says; without one none of it. */
static void find_stop_words(struct server *server, bool *saves, bool *saves_not, bool *forces) {
    struct bytes words[8];
    const char *option = atomic_load_explicit(&server->stop_option, memory_order_relaxed);
    const struct config *config = config_borrow(server);
    unsigned count =
        option ? words_split(bytes_of_string(config_text(config, option)), words, 8) : 0;
    for (unsigned i = 0; i < count; i++) {
        *saves |= bytes_is(words[i], "save");
        *saves_not |= bytes_is(words[i], "nosave");
        *forces |= bytes_is(words[i], "force");
        if (bytes_is(words[i], "now")) {
            atomic_store_explicit(&server->is_now, true, memory_order_relaxed);
        }
    }
    config_return(server);
}

/* Takes the end back, unless SHUTDOWN NOSAVE has come meanwhile and relied on it. Sequentially consistent, here, in server_stop and
 * in server_stop_saved: either this sees is_saved, or that sees is_stopping taken back. */
static bool goes_on(struct server *server) {
    atomic_store(&server->is_stopping, false);
    return !atomic_load(&server->is_saved) ||
           rmw_exchange(&server->is_stopping, true, memory_order_seq_cst);
}

/* False: the server goes on, because its data cannot be saved. */
static bool save_before_end(struct server *server) {
    bool saves = false, saves_not = false, forces = false;
    if (atomic_load_explicit(&server->is_saved, memory_order_relaxed) ||
        atomic_load_explicit(&server->engine->is_loading, memory_order_relaxed)) {
        return true;
    }
    find_stop_words(server, &saves, &saves_not, &forces);
    if (saves_not || saves_at_end(server, saves) || forces) {
        return true;
    }
    log_line('#', "The data cannot be saved, so the server goes on; SHUTDOWN NOSAVE ends it");
    return !goes_on(server);
}

static void wait_for_replicas(struct server *server) {
    const struct config *config = config_borrow(server);
    int64_t timeout_s = config_number(config, "shutdown-timeout");
    config_return(server);
    bool is_now = atomic_load_explicit(&server->is_now, memory_order_relaxed);
    replication_let_replicas_catch_up(server, is_now ? 0 : timeout_s);
}

/* What is under way between cores comes to its end; what does not within a second is left as it is. */
static void stop_on_fiber(void *arg) {
    struct server *server = arg;
    if (!save_before_end(server)) {
        return;
    }
    wait_for_replicas(server);
    listeners_close(&server->listeners);
    unsigned *left = memory_alloc_zeroed(server->engine->core_count * sizeof(*left));
    for (unsigned i = 0; i < STOP_YIELDS + STOP_SLEEPS; i++) {
        if (!has_clients(server->engine, left) && i >= STOP_YIELDS_MIN) {
            break;
        }
        if (i < STOP_YIELDS) {
            fiber_yield();
        } else if (machine_chosen() != MACHINE_SIM) { /* there no time passes by itself */
            fiber_sleep(STOP_SLEEP_NS);
        }
    }
    memory_free(left);
    persistence_close(server);
    engine_stop(server->engine);
}

static void stop_on_core(struct mail *mail) {
    struct server *server = (struct server *)((char *)mail - offsetof(struct server, stop_mail));
    fiber_start(FIBER_SMALL, stop_on_fiber, server);
}

void server_stop_by_signal(struct server *server, bool is_sigint) {
    /* Relaxed: the mail of server_stop brings it. */
    atomic_store_explicit(&server->stop_option,
                          is_sigint ? "shutdown-on-sigint" : "shutdown-on-sigterm",
                          memory_order_relaxed);
    server_stop(server);
}

void server_stop_saved(struct server *server) {
    atomic_store(&server->is_saved, true);
    server_stop(server);
}

void server_stop(struct server *server) {
    /* The exchange makes one caller the one that stops; what it does travels by the mail. */
    if (rmw_exchange(&server->is_stopping, true, memory_order_seq_cst)) {
        return;
    }
    server->stop_mail.deliver = stop_on_core;
    struct loop *loop = server->engine->cores[0]->loop;
    if (loop_current()) {
        mail_post(loop, &server->stop_mail);
    } else {
        mail_post_from_outside(loop, &server->stop_mail);
    }
}

bool server_has_failed(const struct server *server) {
    return server->has_failed;
}

void server_join(struct server *server) {
    if (server->is_launched) {
        engine_join(server->engine);
    }
}

void server_destroy(struct server *server) {
    if (server->pidfile[0] && file_remove(server->pidfile) < 0) {
        log_line('#', "The pidfile %s could not be removed", server->pidfile);
    }
    struct primary *primary = server->engine->primary;
    link_destroy(server->engine);
    sync_set_destroy(server->engine);
    promotion_destroy(server->engine);
    engine_destroy(server->engine);
    primary_destroy(primary);
    config_destroy(server->config);
    memory_free(server->settings);
    memory_free(server->is_given);
    memory_free(server);
    instance = NULL;
}
