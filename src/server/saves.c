/* server/saves.c - one dump after the other, and when the next one is due. */
#include "server/saves.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/number.h"
#include "log/core_set.h"
#include "log/rdb_file.h"
#include "server/config_change.h"
#include "server/instance.h"
#include "server/option_forms.h"
#include "server/persistence.h"
#include "server/schedule.h"
#include "sys/atomic.h"
#include "sys/disk.h"
#include "sys/file.h"
#include "sys/local_time.h"

enum { PATH_SIZE = SAVES_PATH, NAME_SIZE = 600, POINT_WORDS = 64, RETRY_S = 5 };
#define LOOK_EVERY_NS 1000000000LL
#define SAY_EVERY_NS 5000000000LL
static const char stamp_mark[] = "{timestamp}";

/* Somebody waits for the moment or the end of one. */
struct save_wait {
    struct mail mail;
    struct save_wait *next;
    struct server *server;
    struct core *origin;
    struct event has_come;
    enum { WAITS_FOR_MOMENT, WAITS_FOR_END } kind;
    bool is_begun, is_good;
};

static int64_t wall_s(void) {
    return clock_wall_us() / 1000000;
}

/* ---- names ---- */

/* dbfilename as it is for an RDB file; for a summary it ends in .cores. */
static void name_of_format(const struct config *config, unsigned format, char name[NAME_SIZE]) {
    static const char rdb[] = ".rdb", cores[] = ".cores";
    const char *text = config_text(config, "dbfilename");
    size_t len = strlen(text), rdb_len = sizeof(rdb) - 1, cores_len = sizeof(cores) - 1;
    bool is_rdb = len > rdb_len && strcmp(text + len - rdb_len, rdb) == 0;
    bool is_cores = len > cores_len && strcmp(text + len - cores_len, cores) == 0;
    bool changes = format == DUMP_CORES && !is_cores;
    snprintf(name, NAME_SIZE, "%.*s%s", (int)(changes && is_rdb ? len - rdb_len : len), text,
             changes ? cores : "");
}

static void name_dump(const struct config *config, unsigned format, int64_t now_s, char *path,
                      size_t size) {
    char name[NAME_SIZE], stamp[80] = "";
    struct local_time local;
    name_of_format(config, format, name);
    const char *mark = strstr(name, stamp_mark);
    local_time_of(now_s, &local);
    if (mark) {
        snprintf(stamp, sizeof(stamp), "%04d-%02d-%02dT%02d-%02d-%02d", local.year, local.month,
                 local.day, local.hour, local.minute, local.second);
    }
    snprintf(path, size, "%s/%.*s%s%s", config_text(config, "dir"),
             mark ? (int)(mark - name) : (int)strlen(name), name, stamp,
             mark ? mark + sizeof(stamp_mark) - 1 : "");
}

struct dump_options saves_options(const struct config *config, char *path, size_t size) {
    struct dump_options options = {
        .path = path,
        .format = (enum dump_format)config_number(config, "snapshot-format"),
        .compresses = config_number(config, "rdbcompression"),
        .checksums = config_number(config, "rdbchecksum"),
        .codec = (enum pack_codec)config_number(config, "snapshot-compression"),
    };
    name_dump(config, options.format, wall_s(), path, size);
    return options;
}

struct finding {
    const char *prefix, *suffix;
    size_t prefix_len;
    char newest[512];
};

static void look_at_name(void *arg, const char *name) {
    struct finding *finding = arg;
    size_t len = strlen(name), suffix_len = strlen(finding->suffix);
    bool fits = len > finding->prefix_len + suffix_len && len < sizeof(finding->newest) &&
                strncmp(name, finding->prefix, finding->prefix_len) == 0 &&
                strcmp(name + len - suffix_len, finding->suffix) == 0;
    if (fits && strcmp(name, finding->newest) > 0) {
        memcpy(finding->newest, name, len + 1);
    }
}

/* False: there is none of this format. */
static bool find_format(const struct config *config, unsigned format, char path[SAVES_PATH]) {
    char name[NAME_SIZE];
    const char *dir = config_text(config, "dir");
    name_of_format(config, format, name);
    const char *mark = strstr(name, stamp_mark);
    if (!mark) {
        snprintf(path, SAVES_PATH, "%.3500s/%s", dir, name);
        return file_exists(path) == 1;
    }
    struct finding finding = {.prefix = name,
                              .prefix_len = (size_t)(mark - name),
                              .suffix = mark + sizeof(stamp_mark) - 1};
    if (disk_list(dir, look_at_name, &finding) < 0 || !finding.newest[0]) {
        return false;
    }
    snprintf(path, SAVES_PATH, "%.3500s/%s", dir, finding.newest);
    return true;
}

/* Unix seconds, as the dump itself says. One that cannot be read is the newest, for all that is known: it must not be passed
 * over for an older one. */
static int64_t moment_of(const char *path) {
    enum { START_BYTES = 4096 };
    struct disk_file *file;
    struct core_set set;
    char error[CORE_SET_ERROR], start[START_BYTES];
    int64_t len = 0, moment_s;
    if (disk_open(path, 0, &file) == 0) {
        len = disk_read_now(file, 0, start, sizeof(start));
        disk_close(file);
    }
    struct bytes bytes = bytes_of(start, len > 0 ? (size_t)len : 0);
    if (core_set_is(bytes)) {
        moment_s = core_set_read(&set, path, error) == 0 ? set.moment_ms / 1000 : -1;
        core_set_clear(&set);
    } else {
        moment_s = rdb_file_time(bytes);
    }
    return moment_s < 0 ? INT64_MAX : moment_s;
}

bool saves_find(const struct config *config, char path[SAVES_PATH], char other[SAVES_PATH]) {
    unsigned format = (unsigned)config_number(config, "snapshot-format");
    unsigned second = format == DUMP_RDB ? DUMP_CORES : DUMP_RDB;
    bool has_first = find_format(config, format, path), has_second = false;
    has_second = find_format(config, second, other) && (!has_first || strcmp(path, other) != 0);
    bool is_second = has_second && (!has_first || moment_of(other) > moment_of(path));
    if (is_second) {
        char better[SAVES_PATH];
        snprintf(better, sizeof(better), "%s", other);
        snprintf(other, SAVES_PATH, "%s", has_first ? path : "");
        snprintf(path, SAVES_PATH, "%s", better);
    } else if (!has_second) {
        other[0] = 0;
    }
    return has_first || has_second;
}

/* ---- one ---- */

static void dirty_here(struct core *core, void *arg) {
    ((uint64_t *)arg)[core->index] = core->shard.dirty;
}

/* Changes since the start, over all cores. On a fiber. */
static uint64_t count_dirty(struct engine *engine) {
    uint64_t *of_core = memory_alloc_zeroed(engine->core_count * sizeof(*of_core)), sum = 0;
    core_run_on_all(engine, dirty_here, of_core);
    for (unsigned i = 0; i < engine->core_count; i++) {
        sum += of_core[i];
    }
    memory_free(of_core);
    return sum;
}

static void wait_has_ended(struct mail *mail) {
    event_signal(&((struct save_wait *)mail)->has_come);
}

static void wake_all(struct save_wait **waits, bool is_good) {
    while (*waits) {
        struct save_wait *wait = *waits;
        *waits = wait->next;
        wait->is_good = is_good;
        wait->mail.deliver = wait_has_ended;
        mail_post(wait->origin->loop, &wait->mail);
    }
}

/* True if there is a new file under its name. */
static bool make_dump(struct server *server) {
    struct saves *saves = &server->saves;
    char path[PATH_SIZE], error[DUMP_ERROR] = "";
    const struct config *config = config_borrow(server);
    struct dump_options options = saves_options(config, path, sizeof(path));
    persistence_make_directory(config);
    config_return(server);
    uint64_t dirty = count_dirty(server->engine);
    saves->last = (struct snapshot_facts){0};
    saves->dump = dump_begin(server->engine, &options, error);
    bool is_good = false;
    wake_all(&saves->waits_begun, saves->dump != NULL);
    if (saves->dump) {
        log_line('*', "Background saving started: %s", path);
        is_good = dump_end(saves->dump, &saves->last, error);
        saves->dump = NULL;
    }
    if (is_good) {
        saves->saved_dirty = dirty;
    } else {
        log_line('#', "Background saving failed: %s", error);
    }
    return is_good;
}

static void say_success(const struct saves *saves, int64_t took_us) {
    log_line('*', "Background saving terminated with success: %llu keys, %.1f MiB, %.2f s",
             (unsigned long long)saves->last.keys_done, (double)saves->last.bytes / (1 << 20),
             (double)took_us / 1e6);
}

static void note_state_here(struct core *core, void *arg) {
    core->is_unsaved = *(const bool *)arg;
}

static void save_on_fiber(void *arg) {
    struct server *server = arg;
    struct saves *saves = &server->saves;
    int64_t begun_us = clock_wall_us();
    saves->begun_s = wall_s();
    bool is_good = make_dump(server);
    if (!saves->last.was_flushed) { /* FLUSHALL ends one, but that is no failure, as in Redis */
        saves->has_failed = !is_good;
    }
    core_run_on_all(server->engine, note_state_here, &saves->has_failed);
    saves->tried_s = wall_s();
    saves->took_s = saves->tried_s - saves->begun_s;
    if (is_good) {
        saves->last_s = saves->tried_s;
        saves->count++;
        say_success(saves, clock_wall_us() - begun_us);
    }
    saves->is_under_way = false;
    wake_all(&saves->waits, is_good);
}

/* On core 0. */
static void begin_here(struct core *core, void *arg) {
    (void)core;
    struct save_wait *wait = arg;
    struct saves *saves = &wait->server->saves;
    wait->is_begun = !saves->is_under_way;
    if (!wait->is_begun) {
        return;
    }
    struct save_wait **waits = wait->kind == WAITS_FOR_END ? &saves->waits : &saves->waits_begun;
    wait->next = *waits;
    *waits = wait;
    saves->is_under_way = true;
    fiber_start(FIBER_LARGE, save_on_fiber, wait->server);
}

static bool begin(struct server *server, int kind, bool *is_good) {
    struct save_wait wait = {.server = server, .origin = core_current(), .kind = kind};
    core_run_on(server->engine->cores[0], begin_here, &wait);
    if (wait.is_begun) {
        event_wait(&wait.has_come);
    }
    *is_good = wait.is_good;
    return wait.is_begun;
}

bool saves_begin(struct server *server, bool *is_good) {
    return begin(server, WAITS_FOR_MOMENT, is_good);
}

bool saves_save(struct server *server, bool *is_good) {
    return begin(server, WAITS_FOR_END, is_good);
}

/* ---- the end ---- */

static void give_up_here(struct core *core, void *arg) {
    (void)core;
    struct saves *saves = &((struct server *)arg)->saves;
    if (saves->dump) {
        dump_cancel(saves->dump);
    }
}

bool saves_at_end(struct server *server, bool is_asked_for) {
    enum { MOMENT_NS = 5000000 };
    const struct config *config = config_borrow(server);
    bool is_due = is_asked_for || saves_has_points(config), is_good = false;
    config_return(server);
    core_run_on(server->engine->cores[0], give_up_here, server);
    while (is_due && !saves_save(server, &is_good)) {
        fiber_sleep(MOMENT_NS); /* the one that was given up is still ending */
        core_run_on(server->engine->cores[0], give_up_here, server);
    }
    return is_good || !is_due;
}

/* ---- when one is due ---- */

static unsigned save_points(const struct config *config, int64_t points[POINT_WORDS]) {
    struct bytes words[POINT_WORDS];
    unsigned count = words_split(bytes_of_string(config_text(config, "save")), words, POINT_WORDS);
    for (unsigned i = 0; i < count; i++) {
        if (!number_parse_i64(words[i], &points[i])) {
            return 0; /* "" for none */
        }
    }
    return count;
}

bool saves_has_points(const struct config *config) {
    int64_t points[POINT_WORDS];
    return save_points(config, points) > 0;
}

static bool reaches_point(const struct server *server, uint64_t dirty) {
    const struct saves *saves = &server->saves;
    int64_t points[POINT_WORDS];
    unsigned count = save_points(server->config, points);
    int64_t since_s = saves->last_s > 0 ? saves->last_s : server->engine->started_wall_ms / 1000;
    if (saves->has_failed && wall_s() - saves->tried_s < RETRY_S) {
        return false;
    }
    for (unsigned i = 0; i + 1 < count; i += 2) {
        if (dirty >= (uint64_t)points[i + 1] && dirty > 0 && wall_s() - since_s >= points[i]) {
            log_line('*', "%lld changes in %lld seconds. Saving...", (long long)points[i + 1],
                     (long long)points[i]);
            return true;
        }
    }
    return false;
}

static bool is_scheduled_now(struct server *server) {
    struct saves *saves = &server->saves;
    struct schedule schedule;
    int64_t minute = wall_s() / 60;
    if (minute == saves->looked_minute) {
        return false;
    }
    saves->looked_minute = minute;
    return schedule_parse(bytes_of_string(config_text(server->config, "snapshot-cron")),
                          &schedule) &&
           schedule_is_due(&schedule, minute);
}

static void look_on_fiber(void *arg) {
    struct server *server = arg;
    struct saves *saves = &server->saves;
    const struct config *config = config_borrow(server);
    bool is_due = is_scheduled_now(server);
    /* Relaxed: a note to look. */
    bool is_flushed = rmw_exchange(&saves->is_flushed, false, memory_order_relaxed);
    if (!is_due && saves_has_points(config)) {
        is_due =
            is_flushed || reaches_point(server, count_dirty(server->engine) - saves->saved_dirty);
    }
    config_return(server);
    saves->is_looking = false;
    if (is_due) {
        bool is_good;
        saves_begin(server, &is_good);
    }
}

void saves_note_flush(struct server *server) {
    atomic_store_explicit(&server->saves.is_flushed, true, memory_order_relaxed);
}

static void say_progress(struct saves *saves, int64_t now_ns) {
    struct snapshot_facts facts;
    if (!saves->dump) {
        saves->said_ns = now_ns;
        return;
    }
    if (now_ns - saves->said_ns < SAY_EVERY_NS) {
        return;
    }
    saves->said_ns = now_ns;
    dump_facts(saves->dump, &facts);
    log_line('*', "Background saving: %llu of %llu keys, %.1f MiB",
             (unsigned long long)facts.keys_done, (unsigned long long)facts.keys,
             (double)facts.bytes / (1 << 20));
}

void saves_look(struct server *server) {
    struct saves *saves = &server->saves;
    int64_t now_ns = loop_now_ns(server->engine->cores[0]->loop);
    say_progress(saves, now_ns);
    if (saves->is_looking || saves->is_under_way || now_ns - saves->looked_ns < LOOK_EVERY_NS ||
        atomic_load_explicit(&server->engine->is_loading, memory_order_relaxed)) {
        return;
    }
    saves->looked_ns = now_ns;
    saves->is_looking = true;
    fiber_start(FIBER_SMALL, look_on_fiber, server);
}

void saves_facts(const struct saves *saves, struct snapshot_facts *facts) {
    *facts = saves->last;
    if (saves->dump) {
        dump_facts(saves->dump, facts);
    }
}
