/* bench/collections/collections_bench.c - measures the structures behind lists, hashes, sets and
 * sorted sets alone. No server, no commands.
 *
 *     build/bench/collections packed | all
 *
 * Times are the thread's CPU time. One JSON line a measurement on stdout, a readable one on stderr.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/packed.h"
#include "data/slab.h"

static struct slab slab;
static volatile uint64_t sink;

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void report(const char *bench, const char *what, double value, const char *unit) {
    printf("{\"bench\":\"collections-%s\",\"what\":\"%s\",\"value\":%.1f,\"unit\":\"%s\"}\n", bench,
           what, value, unit);
    fflush(stdout);
    fprintf(stderr, "%-8s %-60s %9.1f %s\n", bench, what, value, unit);
}

/* As a keyspace would: the slab up to its largest class, the C library above. */
static void *resize(void *arg, void *block, size_t old_size, size_t new_size) {
    (void)arg;
    bool was_piece = old_size <= SLAB_SIZE_MAX, is_piece = new_size <= SLAB_SIZE_MAX;
    if (block != NULL && !was_piece && !is_piece) return realloc(block, new_size);
    if (block != NULL && new_size != 0 && was_piece && is_piece &&
        slab_class(old_size) == slab_class(new_size))
        return block;
    void *new = NULL;
    if (new_size != 0) {
        new = is_piece ? slab_alloc(&slab, new_size) : malloc(new_size);
        if (block != NULL) memcpy(new, block, old_size < new_size ? old_size : new_size);
    }
    if (block != NULL && was_piece) slab_free(&slab, block, old_size);
    if (block != NULL && !was_piece) free(block);
    return new;
}

static const struct allocator allocator = {resize, NULL};

/* ---- packed ---- */

enum { ROUNDS = 1000000 };

static struct packed *fill(unsigned count, const char *format) {
    struct packed *block = packed_create(&allocator);
    char text[64];
    for (unsigned i = 0; i < count; i++) {
        size_t len = (size_t)snprintf(text, sizeof text, format, i);
        struct packed *changed = packed_append(block, &allocator, bytes_of(text, len));
        if (changed == NULL) abort();
        block = changed;
    }
    return block;
}

static struct packed *must(struct packed *block) {
    if (block == NULL) abort();
    return block;
}

static void measure_ends(unsigned count, bool is_queue) {
    struct packed *block = fill(count, "element:%06u");
    struct bytes text = BYTES_LITERAL("element:123456");
    char what[100];
    double start = now_ns();
    for (unsigned i = 0; i < ROUNDS; i++) {
        block = must(packed_prepend(block, &allocator, text));
        block = must(packed_delete(block, &allocator, is_queue ? count : 0, 1));
    }
    snprintf(what, sizeof what, "prepend and delete %s, %u elements of 14 bytes",
             is_queue ? "the last" : "the first", count);
    report("packed", what, (now_ns() - start) / ROUNDS, "ns");
    packed_destroy(block, &allocator);
}

static void measure_growing(unsigned count, bool at_head) {
    struct bytes text = BYTES_LITERAL("element:123456");
    char what[100];
    double start = now_ns();
    for (unsigned i = 0; i < ROUNDS / count; i++) {
        struct packed *block = packed_create(&allocator);
        for (unsigned k = 0; k < count; k++)
            block = must(packed_splice(block, &allocator, at_head ? 0 : k, 0, &text, 1));
        packed_destroy(block, &allocator);
    }
    snprintf(what, sizeof what, "%s up to %u elements of 14 bytes", at_head ? "prepend" : "append",
             count);
    report("packed", what, (now_ns() - start) / ROUNDS, "ns");
}

static void measure_walk(unsigned count, const char *format, bool is_back) {
    struct packed *block = fill(count, format);
    struct packed_element element;
    char scratch[NUMBER_TEXT_MAX], what[100];
    double start = now_ns();
    for (unsigned i = 0; i < ROUNDS / 10; i++) {
        struct packed_cursor cursor = packed_seek(block, is_back ? count : 0);
        while (is_back ? packed_prev(&cursor, &element) : packed_next(&cursor, &element))
            sink += packed_text(&element, scratch).len;
    }
    snprintf(what, sizeof what, "walk %u elements like %s%s", count, format,
             is_back ? ", back" : "");
    report("packed", what, (now_ns() - start) / (ROUNDS / 10), "ns");
    packed_destroy(block, &allocator);
}

static void measure_find(unsigned fields, const char *format) {
    struct packed *block = fill(2 * fields, format);
    char names[64][32], what[100];
    size_t lens[64];
    for (unsigned i = 0; i < fields && i < 64; i++)
        lens[i] = (size_t)snprintf(names[i], 32, format, 2 * (i * 7 % fields));
    double start = now_ns();
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct packed_cursor cursor;
        unsigned k = i % (fields < 64 ? fields : 64);
        if (!packed_find(block, bytes_of(names[k], lens[k]), 0, 2, &cursor)) abort();
        sink += cursor.index;
    }
    snprintf(what, sizeof what, "find one of %u fields like %s", fields, format);
    report("packed", what, (now_ns() - start) / ROUNDS, "ns");
    packed_destroy(block, &allocator);
}

static void packed_bench(void) {
    measure_ends(10, false);
    measure_ends(20, true);
    measure_ends(100, false);
    measure_ends(500, false);
    measure_ends(500, true);
    measure_growing(10, false);
    measure_growing(500, false);
    measure_growing(500, true);
    measure_walk(100, "element:%06u", false);
    measure_walk(100, "element:%06u", true);
    measure_walk(100, "%u", false);
    measure_find(10, "field:%u");
    measure_find(20, "field:%u");
    measure_find(128, "field:%u");
    measure_find(128, "%u");
}

int main(int argc, char **argv) {
    const char *wanted = argc > 1 ? argv[1] : "all";
    bool is_all = strcmp(wanted, "all") == 0;
    slab_init(&slab);
    if (is_all || strcmp(wanted, "packed") == 0) packed_bench();
    return 0;
}
