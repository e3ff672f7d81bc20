/* log/retention.c - which superseded files are still needed, and removing the others bit by bit.
 *
 *     time   ----+-----------+-----------+--------------------+----->
 *            point 0      point 1     point 2          manifest that counts
 *     bases   b1 b2        b1 b4       b5 b4               b5 b6
 *     log     from 3 on    from 3 on   from 7 on           from 9 on
 *
 * When point 0 goes, so does base b2, which no later point names; log files 3 to 6 go with point 1. */
#include "log/retention.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "log/base.h"
#include "log/files.h"
#include "log/old_runs.h"
#include "log/segment.h"
#include "sys/disk.h"
#include "sys/fiber.h"
#include "sys/file.h"

enum { PATH_LEN = 4200, POINTS_A_TIME = 8, REMOVED_AT_ONCE = 16, RELEASED_AT_ONCE = 8 };

struct point {
    int64_t time_ms;
    uint64_t first_segment;
    uint64_t *bases;
    unsigned base_count;
};

struct old_base {
    uint64_t number, bytes;
    bool is_out; /* no manifest on the disk names it any more */
};

struct old_segment {
    uint64_t number, bytes;
};

struct retention {
    char directory[PATH_LEN - 64];
    struct loop *loop;
    int64_t keep_ms;
    bool is_set;          /* before, no point is made, and nothing is removed */
    int64_t installed_ms; /* when the manifest that counts was; after a start: when that was */
    struct point *points; /* ascending */
    size_t point_count, point_size;
    struct old_base *bases;
    size_t base_count, base_size;
    bool has_orphans;             /* perhaps: bases that no point names */
    struct old_segment *segments; /* ascending, those before segment_from are gone */
    size_t segment_from, segment_count, segment_size;
    uint64_t bytes;
    struct old_runs *runs;  /* on the core that looks after them */
    bool wants_runs;        /* to be read anew */
    uint64_t runs_bytes;    /* of them are kept for replicas; UINT64_MAX: it is not known yet */
    int64_t runs_before_ms; /* of those that have ended before this time not more */
    int error;              /* of the disk, when what is kept was read */
    void (*release)(void *arg, uint64_t number);
    void *release_arg;
    /* a point that is being made */
    bool makes_point;
    int64_t point_ms;
    struct point *made;
    int point_error;
    /* files that are being removed */
    bool is_removing;
    struct buffer names; /* each ended by a zero */
};

/* ---- names ---- */

void retention_name(int64_t time_ms, char name[RETENTION_NAME_MAX]) {
    snprintf(name, RETENTION_NAME_MAX, "kept-%016lld", (long long)time_ms);
}

bool retention_time(const char *name, int64_t *time_ms) {
    char same[RETENTION_NAME_MAX];
    long long value;
    if (sscanf(name, "kept-%lld", &value) != 1) return false;
    retention_name(value, same);
    *time_ms = value;
    return value > 0 && strcmp(name, same) == 0;
}

struct listing {
    int64_t *times_ms;
    size_t count, size;
};

static void note_time(void *arg, const char *name) {
    struct listing *listing = arg;
    int64_t time_ms;
    if (!retention_time(name, &time_ms)) return;
    listing->times_ms = memory_room_for_one(listing->times_ms, listing->count, &listing->size,
                                            sizeof *listing->times_ms);
    listing->times_ms[listing->count++] = time_ms;
}

static int by_time(const void *one, const void *other) {
    const int64_t *a = one, *b = other;
    return *a < *b ? -1 : *a > *b;
}

int retention_list(const char *directory, int64_t **times_ms, size_t *count) {
    struct listing listing = {0};
    int result = disk_list(directory, note_time, &listing);
    if (listing.count > 1)
        qsort(listing.times_ms, listing.count, sizeof *listing.times_ms, by_time);
    *times_ms = listing.times_ms;
    *count = listing.count;
    return result;
}

/* ---- points ---- */

static bool is_there(const char *directory, const char *name) {
    char path[PATH_LEN + 64];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return file_exists(path) == 1;
}

/* All bases are there, and the log begins where it should (H1). */
static bool is_complete(const char *directory, const struct manifest *manifest) {
    _Static_assert((int)SEGMENT_NAME_MAX == (int)BASE_NAME_MAX, "one text for both");
    char name[BASE_NAME_MAX];
    segment_name(manifest->first_segment, name);
    bool is_good = is_there(directory, name);
    for (unsigned i = 0; i < manifest->base_count && is_good; i++) {
        base_name(manifest->bases[i].number, name);
        is_good = is_there(directory, name);
    }
    return is_good;
}

/* NULL if it does not count; with the reason in error, and what manifest_read_as says in result, if it cannot be read. */
static struct point *read_point(const char *directory, int64_t time_ms, int *result, char *error) {
    struct manifest *manifest = memory_alloc(sizeof *manifest);
    struct point *point = NULL;
    char name[RETENTION_NAME_MAX];
    retention_name(time_ms, name);
    error[0] = 0;
    *result = manifest_read_as(directory, name, manifest, error);
    if (*result == 0 && is_complete(directory, manifest)) {
        point = memory_alloc_zeroed(sizeof *point);
        *point = (struct point){time_ms, manifest->first_segment, NULL, manifest->base_count};
        point->bases = memory_alloc(manifest->base_count * sizeof *point->bases + 1);
        for (unsigned i = 0; i < manifest->base_count; i++)
            point->bases[i] = manifest->bases[i].number;
    }
    memory_free(manifest);
    return point;
}

/* Takes what point holds. */
static void add_point(struct retention *retention, struct point *point) {
    retention->points = memory_room_for_one(retention->points, retention->point_count,
                                            &retention->point_size, sizeof *retention->points);
    retention->points[retention->point_count++] = *point;
    memory_free(point);
}

static bool some_point_names(const struct retention *retention, uint64_t base) {
    for (size_t i = 0; i < retention->point_count; i++) {
        for (unsigned j = 0; j < retention->points[i].base_count; j++) {
            if (retention->points[i].bases[j] == base) return true;
        }
    }
    return false;
}

/* The first log file that is kept. */
static uint64_t first_kept(const struct retention *retention) {
    return retention->point_count > 0 ? retention->points[0].first_segment : UINT64_MAX;
}

bool retention_needs(const struct retention *retention, const char *name) {
    uint64_t number;
    if (segment_number(name, &number)) return number >= first_kept(retention);
    return base_number(name, &number) && some_point_names(retention, number);
}

uint64_t retention_next_base(const struct retention *retention) {
    uint64_t next = 1;
    for (size_t i = 0; i < retention->point_count; i++) {
        for (unsigned j = 0; j < retention->points[i].base_count; j++) {
            if (retention->points[i].bases[j] >= next) next = retention->points[i].bases[j] + 1;
        }
    }
    return next;
}

/* To be removed. */
static void note_name(struct retention *retention, const char *name) {
    buffer_append(&retention->names, bytes_of(name, strlen(name) + 1));
}

static void note_point(struct retention *retention, int64_t time_ms) {
    char name[RETENTION_NAME_MAX];
    retention_name(time_ms, name);
    note_name(retention, name);
}

/* ---- opening ---- */

static void add_base(struct retention *retention, uint64_t number, uint64_t bytes, bool is_out) {
    retention->bases = memory_room_for_one(retention->bases, retention->base_count,
                                           &retention->base_size, sizeof *retention->bases);
    retention->bases[retention->base_count++] = (struct old_base){number, bytes, is_out};
    retention->bytes += bytes;
}

static void add_segment(struct retention *retention, uint64_t number, uint64_t bytes) {
    retention->segments =
        memory_room_for_one(retention->segments, retention->segment_count, &retention->segment_size,
                            sizeof *retention->segments);
    retention->segments[retention->segment_count++] = (struct old_segment){number, bytes};
    retention->bytes += bytes;
}

struct finding {
    struct retention *retention;
    const struct manifest *manifest;
};

static bool counts(const struct manifest *manifest, uint64_t base) {
    for (unsigned i = 0; i < manifest->base_count; i++) {
        if (manifest->bases[i].number == base) return true;
    }
    return false;
}

static void found_file(void *arg, const char *name) {
    const struct finding *finding = arg;
    struct retention *retention = finding->retention;
    uint64_t number;
    if (!retention_needs(retention, name)) return;
    if (!segment_number(name, &number)) {
        if (base_number(name, &number) && !counts(finding->manifest, number))
            add_base(retention, number, files_bytes(retention->directory, name), true);
    } else if (number < finding->manifest->first_segment) {
        add_segment(retention, number, files_bytes(retention->directory, name));
    }
}

static int by_number(const void *one, const void *other) {
    const struct old_segment *a = one, *b = other;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* A damaged point is none; one that the disk does not give at present may be one. */
static void note_error(struct retention *retention, int result) {
    if (result < 0 && result != -EBADMSG && result != -ENOENT) retention->error = result;
}

static void find_points(struct retention *retention) {
    char error[MANIFEST_ERROR];
    int64_t *times_ms;
    size_t count;
    int result = retention_list(retention->directory, &times_ms, &count);
    if (result < 0)
        log_line('#', "What is kept in %s cannot be read: %s", retention->directory,
                 strerror(-result));
    note_error(retention, result);
    for (size_t i = 0; i < count; i++) {
        struct point *point = read_point(retention->directory, times_ms[i], &result, error);
        note_error(retention, result);
        if (point != NULL)
            add_point(retention, point);
        else if (error[0] != 0)
            log_line('#', "A point of the log's history cannot be used: %s", error);
        else
            note_point(retention, times_ms[i]);
    }
    memory_free(times_ms);
}

struct retention *retention_open(const char *directory, const struct manifest *manifest,
                                 const char *root) {
    struct retention *retention = memory_alloc_zeroed(sizeof *retention);
    struct finding finding = {retention, manifest};
    snprintf(retention->directory, sizeof retention->directory, "%s", directory);
    find_points(retention);
    if (retention->point_count > 0) {
        int error = disk_list(directory, found_file, &finding);
        if (error < 0) log_line('#', "%s: %s", directory, strerror(-error));
        note_error(retention, error);
        if (retention->segment_count > 1)
            qsort(retention->segments, retention->segment_count, sizeof *retention->segments,
                  by_number);
    }
    if (root != NULL) retention->runs = old_runs_create(root);
    retention->wants_runs = true;
    retention->runs_bytes = UINT64_MAX;
    return retention;
}

int retention_error(const struct retention *retention) {
    return retention->error;
}

void retention_start(struct retention *retention, struct loop *loop) {
    retention->loop = loop;
    retention->installed_ms = loop_wall_ms(loop);
}

void retention_close(struct retention *retention) {
    for (size_t i = 0; i < retention->point_count; i++) memory_free(retention->points[i].bases);
    memory_free(retention->points);
    memory_free(retention->bases);
    memory_free(retention->segments);
    if (retention->runs != NULL) old_runs_destroy(retention->runs);
    buffer_clear(&retention->names);
    memory_free(retention);
}

void retention_set(struct retention *retention, int64_t keep_ms) {
    retention->keep_ms = keep_ms;
    retention->is_set = true;
}

void retention_on_release(struct retention *retention, void (*release)(void *arg, uint64_t number),
                          void *arg) {
    retention->release = release;
    retention->release_arg = arg;
}

/* ---- around the replacing of a manifest ---- */

bool retention_takes_base(struct retention *retention, uint64_t number, uint64_t bytes) {
    if (retention->keep_ms == 0 && !some_point_names(retention, number)) return false;
    add_base(retention, number, bytes, false);
    return true;
}

bool retention_takes_segment(struct retention *retention, uint64_t number, uint64_t bytes) {
    if (number < first_kept(retention)) return false;
    add_segment(retention, number, bytes);
    return true;
}

void retention_before_install(struct retention *retention) {
    size_t count = retention->point_count;
    int64_t last_ms = count > 0 ? retention->points[count - 1].time_ms : 0;
    int64_t time_ms = retention->installed_ms;
    retention->makes_point =
        retention->keep_ms > 0 &&
        (count == 0 || time_ms - last_ms >= retention->keep_ms / POINTS_A_TIME);
    retention->point_ms = time_ms > last_ms ? time_ms : last_ms + 1;
}

void retention_install(struct retention *retention) {
    char name[RETENTION_NAME_MAX], error[MANIFEST_ERROR];
    if (!retention->makes_point) return;
    retention_name(retention->point_ms, name);
    retention->point_error = manifest_keep(retention->directory, name);
    if (retention->point_error == 0)
        retention->made =
            read_point(retention->directory, retention->point_ms, &retention->point_error, error);
    if (retention->point_error == 0 && retention->made == NULL) retention->point_error = -EIO;
}

void retention_after_install(struct retention *retention, bool is_good) {
    if (retention->made != NULL) add_point(retention, retention->made);
    if (retention->makes_point && retention->made == NULL)
        log_line('#', "No point of the log's history could be made in %s: %s", retention->directory,
                 strerror(-retention->point_error));
    retention->made = NULL;
    retention->makes_point = false;
    if (!is_good) return;
    retention->installed_ms = loop_wall_ms(retention->loop);
    for (size_t i = retention->base_count; i-- > 0 && !retention->bases[i].is_out;)
        retention->bases[i].is_out = true;
    retention->has_orphans = true;
    /* The log may not reach back to where an earlier one ended any more. */
    int64_t end_ms;
    bool is_kept;
    if (retention->runs != NULL &&
        (retention->is_removing || old_runs_oldest(retention->runs, &end_ms, &is_kept)))
        retention->wants_runs = true;
}

/* ---- removing ---- */

/* On a helper. */
static void remove_names(void *arg) {
    struct retention *retention = arg;
    char path[PATH_LEN + 64];
    int error = 0;
    for (size_t at = 0; at < retention->names.len; at += strlen(retention->names.data + at) + 1) {
        snprintf(path, sizeof path, "%s/%s", retention->directory, retention->names.data + at);
        error = disk_remove(path); /* what stays behind is removed at the next start */
    }
    if (error == 0) error = disk_sync_directory(retention->directory);
    (void)error;
}

static void removed(void *arg) {
    struct retention *retention = arg;
    retention->names.len = 0;
    retention->is_removing = false;
}

/* The clock may have gone back since: then it is as if the time had been now. */
static bool is_old(const struct retention *retention, int64_t time_ms, int64_t now_ms) {
    return (time_ms < now_ms ? time_ms : now_ms) <= now_ms - retention->keep_ms;
}

static void drop_points(struct retention *retention, int64_t now_ms) {
    size_t gone = 0, count = retention->point_count;
    while (gone < count) {
        int64_t next_ms =
            gone + 1 < count ? retention->points[gone + 1].time_ms : retention->installed_ms;
        if (!is_old(retention, next_ms, now_ms)) break;
        note_point(retention, retention->points[gone].time_ms);
        memory_free(retention->points[gone++].bases);
    }
    if (gone == 0) return; /* there may be none at all */
    retention->point_count -= gone;
    memmove(retention->points, retention->points + gone,
            retention->point_count * sizeof *retention->points);
    retention->has_orphans = true;
}

static void drop_bases(struct retention *retention) {
    char name[BASE_NAME_MAX];
    size_t kept = 0, gone = 0;
    for (size_t i = 0; i < retention->base_count; i++) {
        const struct old_base base = retention->bases[i];
        if (gone == REMOVED_AT_ONCE || !base.is_out || some_point_names(retention, base.number)) {
            retention->bases[kept++] = base;
            continue;
        }
        base_name(base.number, name);
        note_name(retention, name);
        retention->bytes -= base.bytes;
        gone++;
    }
    retention->base_count = kept;
    retention->has_orphans = gone == REMOVED_AT_ONCE;
}

static void release_segments(struct retention *retention) {
    uint64_t first = first_kept(retention);
    for (unsigned i = 0;
         i < RELEASED_AT_ONCE && retention->segment_from < retention->segment_count &&
         retention->segments[retention->segment_from].number < first;
         i++) {
        const struct old_segment *segment = &retention->segments[retention->segment_from++];
        retention->bytes -= segment->bytes;
        retention->release(retention->release_arg, segment->number);
    }
    if (retention->segment_from <= retention->segment_count / 2) return;
    retention->segment_count -= retention->segment_from;
    memmove(retention->segments, retention->segments + retention->segment_from,
            retention->segment_count * sizeof *retention->segments);
    retention->segment_from = 0;
}

/* On a helper. */
static void read_runs(void *arg) {
    const struct retention *retention = arg;
    old_runs_read(retention->runs, retention->runs_bytes, retention->runs_before_ms);
}

static void remove_some_of_run(void *arg) {
    old_runs_remove_some(((struct retention *)arg)->runs);
}

static void look_at_runs(struct retention *retention, int64_t now_ms) {
    int64_t end_ms;
    bool is_kept, is_due = !retention->wants_runs &&
                           old_runs_oldest(retention->runs, &end_ms, &is_kept) && !is_kept &&
                           is_old(retention, end_ms, now_ms);
    if (!retention->wants_runs && !is_due) return;
    retention->runs_before_ms = now_ms - retention->keep_ms;
    retention->is_removing = true;
    loop_offload(retention->loop, is_due ? remove_some_of_run : read_runs, retention, removed);
    retention->wants_runs = false;
}

void retention_look_for_runs(struct retention *retention) {
    retention->wants_runs = true;
}

void retention_keep_runs(struct retention *retention, uint64_t bytes) {
    retention->wants_runs |= bytes != retention->runs_bytes;
    retention->runs_bytes = bytes;
}

void retention_look(struct retention *retention) {
    if (retention->is_removing || !retention->is_set) return;
    int64_t now_ms = loop_wall_ms(retention->loop);
    drop_points(retention, now_ms);
    if (retention->names.len == 0) { /* H1: points go first */
        if (retention->has_orphans) drop_bases(retention);
        release_segments(retention);
    }
    if (retention->names.len > 0) {
        retention->is_removing = true;
        loop_offload(retention->loop, remove_names, retention, removed);
    } else if (retention->runs != NULL) {
        look_at_runs(retention, now_ms);
    }
}

bool retention_is_busy(const struct retention *retention) {
    return retention->is_removing;
}

void retention_facts(const struct retention *retention, struct retention_facts *facts) {
    int64_t end_ms;
    bool is_kept, has_runs = retention->runs != NULL && !retention->is_removing &&
                             old_runs_oldest(retention->runs, &end_ms, &is_kept);
    *facts = (struct retention_facts){.bytes = retention->bytes};
    if (has_runs) facts->bytes += old_runs_bytes(retention->runs);
    if (retention->keep_ms == 0 && retention->point_count == 0 && (!has_runs || is_kept)) return;
    facts->since_ms =
        retention->point_count > 0 ? retention->points[0].time_ms : retention->installed_ms;
}

/* ---- going back ---- */

static bool is_within(const struct manifest *manifest, const uint64_t *batches) {
    for (unsigned i = 0; i < manifest->cores; i++) {
        if (manifest->lines[i] > batches[i]) return false;
    }
    return true;
}

bool retention_find(const char *directory, const uint64_t *batches, struct manifest *manifest,
                    char name[RETENTION_NAME_MAX], char *error) {
    int64_t *times_ms;
    size_t count;
    error[0] = 0;
    snprintf(name, RETENTION_NAME_MAX, MANIFEST_NAME);
    bool is_found = manifest_read(directory, manifest, error) == 0 && is_within(manifest, batches);
    if (!is_found && retention_list(directory, &times_ms, &count) == 0) {
        while (!is_found && count-- > 0) {
            retention_name(times_ms[count], name);
            is_found = manifest_read_as(directory, name, manifest, error) == 0 &&
                       is_within(manifest, batches) && is_complete(directory, manifest);
        }
        memory_free(times_ms);
    }
    return is_found;
}

bool retention_oldest(const char *directory, struct manifest *manifest,
                      char name[RETENTION_NAME_MAX], char *error) {
    int64_t *times_ms = NULL;
    size_t count = 0;
    bool is_found = false;
    int result = retention_list(directory, &times_ms, &count);
    for (size_t i = 0; result == 0 && i < count && !is_found; i++) {
        retention_name(times_ms[i], name);
        is_found = manifest_read_as(directory, name, manifest, error) == 0 &&
                   is_complete(directory, manifest);
    }
    memory_free(times_ms);
    if (is_found) return true;
    snprintf(name, RETENTION_NAME_MAX, MANIFEST_NAME);
    return manifest_read(directory, manifest, error) == 0;
}
