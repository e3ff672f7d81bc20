/* bench/collections/collections_bench.c - measures the structures behind lists, hashes, sets and
 * sorted sets alone. No server, no commands.
 *
 *     build/bench/collections packed | list | ordered | all
 *
 * Times are the thread's CPU time. One JSON line a measurement on stdout, a readable one on stderr.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "data/arena.h"
#include "data/list.h"
#include "data/member.h"
#include "data/ordered.h"
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

/* ---- list ---- */

static void fill_list(struct list *list, unsigned count) {
    char text[32];
    list_init(list, &allocator, 0);
    for (unsigned i = 0; i < count; i++) {
        size_t len = (size_t)snprintf(text, sizeof text, "element:%06u", i);
        list_push(list, false, bytes_of(text, len));
    }
}

static void measure_list(unsigned count) {
    struct list list;
    struct list_cursor cursor;
    struct packed_element element;
    struct bytes text = BYTES_LITERAL("element:123456");
    char what[100], scratch[NUMBER_TEXT_MAX];
    fill_list(&list, count);
    snprintf(what, sizeof what, "%u elements of 14 bytes", count);
    report("list", what, (double)list.bytes / count, "bytes an element");
    double start = now_ns();
    for (unsigned i = 0; i < ROUNDS; i++) {
        list_push(&list, true, text);
        list_remove(&list, list.count - 1, 1);
    }
    snprintf(what, sizeof what, "push at the head, pop at the tail, %u elements", count);
    report("list", what, (now_ns() - start) / ROUNDS, "ns");
    start = now_ns();
    for (unsigned i = 0; i < ROUNDS; i++) {
        list_push(&list, true, text);
        list_remove(&list, 0, 1);
    }
    snprintf(what, sizeof what, "push and pop at the head, %u elements", count);
    report("list", what, (now_ns() - start) / ROUNDS, "ns");
    start = now_ns();
    for (unsigned i = 0; i < ROUNDS / 100; i++) {
        list_seek(&list, i * 7919 % count, &cursor);
        for (unsigned k = 0; k < 100 && list_next(&cursor, &element); k++)
            sink += packed_text(&element, scratch).len;
    }
    snprintf(what, sizeof what, "100 from anywhere, %u elements", count);
    report("list", what, (now_ns() - start) / (ROUNDS / 100), "ns");
    start = now_ns();
    while (list_clear_some(&list, 100)) continue;
    snprintf(what, sizeof what, "freeing all of %u elements", count);
    report("list", what, now_ns() - start, "ns");
}

static void list_bench(void) {
    measure_list(1000);
    measure_list(1000000);
}

/* ---- ordered ---- */

enum { PROBES = 200000 };
enum order { ASCENDING, SHUFFLED, EQUAL_SCORES };

/* Members as Redis's benchmarks have them; the i-th of a permutation of n. */
static uint64_t number_of(uint64_t i, uint64_t n) {
    return i * 7368787 % n; /* a prime, and none of the n has it */
}

static uint8_t *make_member(uint64_t number) {
    char text[32];
    size_t len = (size_t)snprintf(text, sizeof text, "member:%08lu", (unsigned long)number);
    uint8_t *member = slab_alloc(&slab, member_size(len));
    member_write(member, bytes_of(text, len));
    return member;
}

struct sorted {
    struct ordered tree;
    uint8_t **members; /* by number */
    uint64_t n;
    enum order order;
};

static double score_of(const struct sorted *sorted, uint64_t number) {
    return sorted->order == EQUAL_SCORES ? 0 : (double)number * 1.5;
}

static void build(struct sorted *sorted, const char *what) {
    char line[100];
    ordered_init(&sorted->tree, &allocator);
    sorted->members = malloc(sorted->n * sizeof(uint8_t *));
    for (uint64_t i = 0; i < sorted->n; i++) sorted->members[i] = make_member(i);
    double start = now_ns();
    for (uint64_t i = 0; i < sorted->n; i++) {
        uint64_t number = sorted->order == ASCENDING ? i : number_of(i, sorted->n);
        ordered_insert(&sorted->tree, score_of(sorted, number), sorted->members[number]);
    }
    double n = (double)sorted->n;
    snprintf(line, sizeof line, "%9lu members, %s: insert", (unsigned long)sorted->n, what);
    report("ordered", line, (now_ns() - start) / n, "ns");
    snprintf(line, sizeof line, "%9lu members, %s: tree", (unsigned long)sorted->n, what);
    report("ordered", line, (double)sorted->tree.bytes / n, "bytes a member");
}

static void probe(struct sorted *sorted, const char *what) {
    struct ordered_cursor cursor;
    struct ordered_entry entry;
    char line[100];
    double start = now_ns();
    for (uint64_t i = 0; i < PROBES; i++) {
        uint64_t number = number_of(i, sorted->n);
        sink += ordered_rank(&sorted->tree, score_of(sorted, number), sorted->members[number]);
    }
    snprintf(line, sizeof line, "%9lu members, %s: rank of", (unsigned long)sorted->n, what);
    report("ordered", line, (now_ns() - start) / PROBES, "ns");
    start = now_ns();
    for (uint64_t i = 0; i < PROBES; i++) {
        uint64_t number = number_of(i, sorted->n);
        ordered_delete(&sorted->tree, score_of(sorted, number), sorted->members[number]);
        ordered_insert(&sorted->tree, score_of(sorted, number), sorted->members[number]);
    }
    snprintf(line, sizeof line, "%9lu members, %s: delete and insert", (unsigned long)sorted->n,
             what);
    report("ordered", line, (now_ns() - start) / PROBES, "ns");
    start = now_ns();
    for (uint64_t i = 0; i < PROBES / 100; i++) {
        ordered_seek_rank(&sorted->tree, number_of(i, sorted->n), &cursor);
        for (unsigned k = 0; k < 100 && ordered_next(&cursor, &entry); k++)
            sink += member_text(entry.member).len;
    }
    snprintf(line, sizeof line, "%9lu members, %s: 100 from a rank", (unsigned long)sorted->n,
             what);
    report("ordered", line, (now_ns() - start) / (PROBES / 100), "ns");
}

static void drop(struct sorted *sorted) {
    char line[100];
    double longest = 0, last = now_ns(), first = last;
    for (bool is_more = true; is_more;) {
        is_more = ordered_clear_some(&sorted->tree, 100);
        double now = now_ns();
        if (now - last > longest) longest = now - last;
        last = now;
    }
    snprintf(line, sizeof line, "%9lu members: freeing all nodes, a member",
             (unsigned long)sorted->n);
    report("ordered", line, (last - first) / (double)sorted->n, "ns");
    for (uint64_t i = 0; i < sorted->n; i++)
        slab_free(&slab, sorted->members[i], member_size(member_text(sorted->members[i]).len));
    free(sorted->members);
}

static void measure_tree(uint64_t n, enum order order, const char *what) {
    struct sorted sorted = {.n = n, .order = order};
    build(&sorted, what);
    probe(&sorted, what);
    drop(&sorted);
}

static void ordered_bench(void) {
    for (uint64_t n = 10000; n <= 10000000; n *= 10) measure_tree(n, SHUFFLED, "shuffled");
    measure_tree(1000000, ASCENDING, "ascending");
    measure_tree(1000000, EQUAL_SCORES, "one score");
}

/* ---- what the engine does for the arena ---- */

static void *prepare(void *arg) {
    for (;;) {
        if (arena_is_short()) arena_prepare(NULL);
        usleep(500);
    }
    return arg;
}

int main(int argc, char **argv) {
    const char *wanted = argc > 1 ? argv[1] : "all";
    bool is_all = strcmp(wanted, "all") == 0;
    pthread_t helper;
    if (pthread_create(&helper, NULL, prepare, NULL) != 0) abort();
    slab_init(&slab);
    if (is_all || strcmp(wanted, "packed") == 0) packed_bench();
    if (is_all || strcmp(wanted, "list") == 0) list_bench();
    if (is_all || strcmp(wanted, "ordered") == 0) ordered_bench();
    return 0;
}
