/* log/lineage.c - following it back from the MANIFEST. */
#include "log/lineage.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "log/files.h"
#include "log/retention.h"
#include "log/segment.h"

void lineage_path(const struct lineage *lineage, unsigned run, unsigned core,
                  char path[LINEAGE_PATH]) {
    const char *name = lineage->runs[run].root.paths[core];
    if (name[0] == '/')
        snprintf(path, LINEAGE_PATH, "%s", name);
    else
        snprintf(path, LINEAGE_PATH, "%.3500s/%s", lineage->root, name);
}

bool lineage_head(const char *directory, uint64_t number, struct segment_head *head) {
    char name[SEGMENT_NAME_MAX];
    struct buffer bytes = {0};
    segment_name(number, name);
    bool is_good = files_read(directory, name, SEGMENT_HEAD_MAX, &bytes) == 0 &&
                   segment_head_read(buffer_view(&bytes), number, head) == SEGMENT_GOOD;
    buffer_clear(&bytes);
    return is_good;
}

/* The newest run, of those that have been added last. */
static void find_start(struct lineage *lineage) {
    unsigned last = lineage->count - 1;
    struct lineage_run *run = &lineage->runs[last];
    struct segment_head *head = memory_alloc(sizeof *head);
    char *path = memory_alloc(LINEAGE_PATH);
    unsigned found = 0;
    run->has_start = run->root.cores > 0;
    for (unsigned i = 0; i < run->root.cores && run->has_start; i++) {
        lineage_path(lineage, last, i, path);
        run->has_start = lineage_head(path, 1, head) && head->core == i &&
                         head->partition_first + head->partition_count <= PARTITIONS;
        if (!run->has_start) break;
        memcpy(run->start + head->partition_first, head->lsn,
               head->partition_count * sizeof head->lsn[0]);
        found += head->partition_count;
    }
    run->has_start = run->has_start && found == PARTITIONS;
    memory_free(path);
    memory_free(head);
}

static struct lineage_run *add_run(struct lineage *lineage) {
    lineage->runs = memory_realloc(lineage->runs, (lineage->count + 1) * sizeof *lineage->runs);
    struct lineage_run *run = &lineage->runs[lineage->count++];
    memset(run, 0, sizeof *run);
    memset(run->end, 0xff, sizeof run->end);
    return run;
}

/* Takes root. A run that went back ends before where the one before it had come to, so each ends where any later one began. */
static void add_earlier(struct lineage *lineage, const struct manifest_root *root,
                        int64_t kept_ms) {
    struct lineage_run *run = add_run(lineage);
    const struct lineage_run *later = run - 1;
    run->root = *root;
    run->kept_ms = kept_ms;
    for (unsigned i = 0; i < PARTITIONS; i++)
        run->end[i] = later->start[i] < later->end[i] ? later->start[i] : later->end[i];
    find_start(lineage);
}

/* The run of that number among those that are kept. */
static bool find_run(struct lineage *lineage, const int64_t *times_ms, size_t count,
                     uint64_t wanted) {
    char name[RETENTION_NAME_MAX], error[MANIFEST_ERROR];
    struct manifest_root root;
    for (size_t i = count; i-- > 0;) {
        retention_name(times_ms[i], name);
        if (manifest_read_root_as(lineage->root, name, &root, error) < 0) continue;
        if (root.run == wanted && root.cores > 0) {
            add_earlier(lineage, &root, times_ms[i]);
            return true;
        }
        manifest_clear_root(&root);
    }
    return false;
}

int lineage_read(const char *root, struct lineage *lineage, char *error) {
    int64_t *times_ms = NULL;
    size_t count = 0;
    *lineage = (struct lineage){.root = memory_copy_text(bytes_of_string(root))};
    struct manifest_root counts;
    int result = manifest_read_root(root, &counts, error);
    if (result == 0) {
        add_run(lineage)->root = counts;
        find_start(lineage);
        result = retention_list(root, &times_ms, &count);
        if (result < 0) snprintf(error, MANIFEST_ERROR, "%.400s: %s", root, strerror(-result));
    }
    while (result == 0) {
        const struct lineage_run *last = &lineage->runs[lineage->count - 1];
        if (!last->root.continues || !last->has_start ||
            !find_run(lineage, times_ms, count, last->root.run - 1))
            break;
    }
    memory_free(times_ms);
    if (result < 0) lineage_clear(lineage);
    return result;
}

void lineage_clear(struct lineage *lineage) {
    for (unsigned i = 0; i < lineage->count; i++) manifest_clear_root(&lineage->runs[i].root);
    memory_free(lineage->runs);
    memory_free(lineage->root);
    *lineage = (struct lineage){0};
}
