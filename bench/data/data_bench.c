/* bench/data/data_bench.c - measures src/data alone: bytes per entry, nanoseconds per operation,
 * the longest single operation while a keyspace grows. No server, no sockets: what remains is the
 * index, the entries and the memory behind them.
 *
 *     build/bench/data memory | speed | fill | growth | ascii | all
 *
 * One JSON line a measurement on stdout, and a readable line on stderr. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "data/arena.h"
#include "data/ascii.h"
#include "data/keyspace.h"

static uint64_t random_state = 88172645463325252u;

static uint64_t random_next(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

static double now_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double resident_bytes(void) {
    long pages = 0, ignored = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%ld %ld", &ignored, &pages) != 2) abort();
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static void report(const char *bench, const char *what, double value, const char *unit) {
    printf("{\"bench\":\"data-%s\",\"what\":\"%s\",\"value\":%.1f,\"unit\":\"%s\"}\n", bench, what,
           value, unit);
    fflush(stdout);
    fprintf(stderr, "%-8s %-52s %10.1f %s\n", bench, what, value, unit);
}

static struct keyspace *make_keyspace(void) {
    struct keyspace_options options = {.databases = 16, .partition_count = 1024};
    struct keyspace *keyspace = keyspace_create(&options);
    keyspace_set_now(keyspace, 1700000000000);
    return keyspace;
}

static struct key make_key(char *name, const char *prefix, uint64_t number) {
    size_t len = strlen(prefix);
    char digits[20];
    size_t n = 0;
    memcpy(name, prefix, len);
    do digits[n++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (n > 0) name[len++] = digits[--n];
    return key_of(bytes_of(name, len));
}

static void fill_random(char *value, size_t size, bool is_ascii) {
    for (size_t i = 0; i < size; i++)
        value[i] =
            (char)(is_ascii ? 'a' + (random_next() >> 20) % 26 : (random_next() >> 20) % 256);
}

static void set(struct keyspace *keyspace, const struct key *key, const char *value, size_t size) {
    struct entry *old = keyspace_find(keyspace, 0, key, true);
    keyspace_put_string(keyspace, 0, key, old, bytes_of(value, size), EXPIRE_NONE);
}

/* ---- memory ---- */

enum order { IN_ORDER, SHUFFLED, DRAWN };

struct fill {
    const char *what, *prefix;
    uint64_t keys;
    size_t value_size;
    enum order order;
    bool is_ascii;
};

static uint64_t number_of(const struct fill *fill, uint64_t i) {
    if (fill->order == SHUFFLED) /* 7,368,787 is prime to every number of keys here */
        return i * 7368787 % fill->keys;
    return fill->order == DRAWN ? random_next() % fill->keys : i;
}

static void measure_memory(const struct fill *fill) {
    char name[64], *value = malloc(fill->value_size);
    double before = resident_bytes();
    struct keyspace *keyspace = make_keyspace();
    for (uint64_t i = 0; i < fill->keys; i++) {
        struct key key = make_key(name, fill->prefix, number_of(fill, i));
        if (i % 16 == 0) fill_random(value, fill->value_size, fill->is_ascii);
        set(keyspace, &key, value, fill->value_size);
    }
    struct keyspace_facts facts;
    struct keyspace_memory memory;
    keyspace_facts(keyspace, 0, &facts);
    keyspace_memory(keyspace, &memory);
    double keys = (double)facts.keys, resident = resident_bytes() - before;
    report("memory", fill->what, resident / keys, "bytes an entry");
    fprintf(stderr, "         %.2f M keys: entries %.1f, index %.1f, spans %.1f\n", keys / 1e6,
            (double)memory.entries_bytes / keys, (double)memory.index_bytes / keys,
            (double)memory.slab_bytes / keys);
    if (keys < 100000) report("memory", "the same, in all", resident / 1024, "KiB");
    keyspace_destroy(keyspace);
    free(value);
}

static void memory_bench(void) {
    static const struct fill fills[] = {
        {"10,000 keys of 16 bytes", "k:", 10000, 16, IN_ORDER, false},
        {"10,000 keys of 100 bytes", "key:", 10000, 100, IN_ORDER, false},
        {"10 M keys of 16 bytes, in order", "k:", 10000000, 16, IN_ORDER, false},
        {"10 M keys of 16 bytes, shuffled", "k:", 10000000, 16, SHUFFLED, false},
        {"keys of 16 bytes, 10 M draws of 10 M", "k:", 10000000, 16, DRAWN, false},
        {"5 M keys of 1,024 random bytes", "key:", 5000000, 1024, IN_ORDER, false},
        {"5 M keys of 1,024 ASCII characters", "key:", 5000000, 1024, IN_ORDER, true},
    };
    for (size_t i = 0; i < sizeof fills / sizeof fills[0]; i++) measure_memory(&fills[i]);
}

/* ---- speed ---- */

enum { KEYS = 1000000, FEW_KEYS = 1000, BATCH = 30, VALUE = 256, ROUNDS = 3000000 / BATCH };

enum operation { FIND, GET, PUT };

struct batch {
    char names[BATCH][32];
    struct key keys[BATCH];
};

static void draw(struct batch *batch, unsigned keys) {
    for (unsigned i = 0; i < BATCH; i++)
        batch->keys[i] = make_key(batch->names[i], "key:", random_next() % keys);
}

static void run_batch(struct keyspace *keyspace, const struct batch *batch,
                      enum operation operation, bool prefetches, const char *value, char *target) {
    for (unsigned i = 0; prefetches && i < BATCH; i++)
        keyspace_prefetch_bucket(keyspace, 0, &batch->keys[i]);
    for (unsigned i = 0; prefetches && i < BATCH; i++)
        keyspace_prefetch_entry(keyspace, 0, &batch->keys[i]);
    for (unsigned i = 0; i < BATCH; i++) {
        struct entry *entry = keyspace_find(keyspace, 0, &batch->keys[i], true);
        if (entry == NULL) abort();
        if (operation == GET) entry_text_copy(entry, target);
        if (operation == PUT)
            keyspace_put_string(keyspace, 0, &batch->keys[i], entry, bytes_of(value, VALUE),
                                EXPIRE_NONE);
    }
}

/* CPU nanoseconds an operation; the batches are drawn outside of what is timed. */
static double time_operation(struct keyspace *keyspace, unsigned keys, enum operation operation,
                             bool prefetches, const char *value) {
    static struct batch batches[64];
    static char target[VALUE];
    double total = 0;
    unsigned done = 0;
    while (done < ROUNDS) {
        for (unsigned i = 0; i < 64; i++) draw(&batches[i], keys);
        double start = now_ns(CLOCK_THREAD_CPUTIME_ID);
        for (unsigned i = 0; i < 64; i++)
            run_batch(keyspace, &batches[i], operation, prefetches, value, target);
        total += now_ns(CLOCK_THREAD_CPUTIME_ID) - start;
        done += 64;
    }
    return total / done / BATCH;
}

static void measure_fill(uint64_t keys, size_t size, enum order order, const char *what) {
    struct keyspace *keyspace = make_keyspace();
    struct fill fill = {.keys = keys, .order = order};
    char name[64], value[VALUE];
    fill_random(value, size, false);
    double start = now_ns(CLOCK_THREAD_CPUTIME_ID);
    for (uint64_t i = 0; i < keys; i++) {
        struct key key = make_key(name, "key:", number_of(&fill, i));
        set(keyspace, &key, value, size);
    }
    report("fill", what, (now_ns(CLOCK_THREAD_CPUTIME_ID) - start) / (double)keys, "ns");
    start = now_ns(CLOCK_THREAD_CPUTIME_ID);
    for (uint64_t i = 0; i < keys; i++) {
        struct key key = make_key(name, "key:", number_of(&fill, i));
        keyspace_delete(keyspace, 0, &key, keyspace_find(keyspace, 0, &key, false));
    }
    report("fill", "  deleting them", (now_ns(CLOCK_THREAD_CPUTIME_ID) - start) / (double)keys,
           "ns");
    keyspace_destroy(keyspace);
}

static void fill_bench(void) {
    measure_fill(3000000, 16, IN_ORDER, "3 M new keys of 16 bytes, in order");
    measure_fill(3000000, 16, SHUFFLED, "3 M new keys of 16 bytes, shuffled");
    measure_fill(1000000, 256, SHUFFLED, "1 M new keys of 256 bytes, shuffled");
}

static void measure_speed(bool is_ascii) {
    static const char *const names[] = {"find", "find and copy out", "find and put"};
    struct keyspace *keyspace = make_keyspace();
    char name[64], value[VALUE], what[100];
    fill_random(value, VALUE, is_ascii);
    double start = now_ns(CLOCK_THREAD_CPUTIME_ID);
    for (uint64_t i = 0; i < KEYS; i++) {
        struct key key = make_key(name, "key:", i * 7368787 % KEYS);
        set(keyspace, &key, value, VALUE);
    }
    double took = now_ns(CLOCK_THREAD_CPUTIME_ID) - start;
    snprintf(what, sizeof what, "fill, hashing included, %s", is_ascii ? "ASCII" : "random bytes");
    report("speed", what, took / KEYS, "ns");
    for (enum operation operation = FIND; operation <= PUT; operation++) {
        snprintf(what, sizeof what, "%s, 1,000 keys only, %s", names[operation],
                 is_ascii ? "ASCII" : "random bytes");
        report("speed", what, time_operation(keyspace, FEW_KEYS, operation, true, value), "ns");
        for (int prefetches = 1; prefetches >= 0; prefetches--) {
            snprintf(what, sizeof what, "%s, %s, %s", names[operation],
                     prefetches ? "prefetched" : "one by one", is_ascii ? "ASCII" : "random bytes");
            report("speed", what, time_operation(keyspace, KEYS, operation, prefetches, value),
                   "ns");
        }
    }
    keyspace_destroy(keyspace);
}

static void speed_bench(void) {
    char name[64];
    uint64_t sum = 0;
    double start = now_ns(CLOCK_THREAD_CPUTIME_ID);
    for (uint64_t i = 0; i < 10000000; i++) sum += make_key(name, "key:", i).hash;
    report("speed", sum != 0 ? "making and hashing a key" : "", //
           (now_ns(CLOCK_THREAD_CPUTIME_ID) - start) / 1e7, "ns");
    measure_speed(false);
    measure_speed(true);
}

/* ---- growth ---- */

enum { GROWTH_ROUNDS = 3, SHOWN = 5 };

/* Fills and empties a keyspace; ns[i] becomes the least that operation i took in any round. By the
 * thread's own CPU time, and the least of several rounds, which all do the same: what other
 * programs and the host take is different each time. */
static double grow_once(const char *prefix, uint64_t keys, size_t size, float *ns) {
    struct keyspace *keyspace = make_keyspace();
    char name[64], value[256];
    memset(value, 0xee, sizeof value);
    double first = now_ns(CLOCK_THREAD_CPUTIME_ID), before = first;
    for (uint64_t i = 0; i < 2 * keys; i++) {
        struct key key = make_key(name, prefix, i % keys);
        if (i < keys)
            set(keyspace, &key, value, size);
        else
            keyspace_delete(keyspace, 0, &key, keyspace_find(keyspace, 0, &key, false));
        double after = now_ns(CLOCK_THREAD_CPUTIME_ID);
        if (ns[i] == 0 || after - before < (double)ns[i]) ns[i] = (float)(after - before);
        before = after;
    }
    keyspace_destroy(keyspace);
    return (before - first) / (double)keys / 2;
}

static void print_longest(const float *ns, uint64_t count, const char *what) {
    uint64_t at[SHOWN] = {0};
    for (uint64_t i = 1; i < count; i++) {
        unsigned rank = SHOWN;
        while (rank > 0 && ns[i] > ns[at[rank - 1]]) rank--;
        if (rank == SHOWN) continue;
        memmove(at + rank + 1, at + rank, (SHOWN - 1 - rank) * sizeof at[0]);
        at[rank] = i;
    }
    report("growth", what, (double)ns[at[0]] / 1000, "us");
    fprintf(stderr, "        ");
    for (unsigned i = 0; i < SHOWN; i++)
        fprintf(stderr, " %.0f us at %.2f M", (double)ns[at[i]] / 1000, (double)at[i] / 1e6);
    fprintf(stderr, "\n");
}

static void measure_growth(const char *prefix, uint64_t keys, size_t size, const char *what) {
    float *ns = calloc(2 * keys, sizeof *ns);
    double mean = 0;
    memset(ns, 0, 2 * keys * sizeof *ns);
    for (unsigned round = 0; round < GROWTH_ROUNDS; round++)
        mean = grow_once(prefix, keys, size, ns);
    char line[120];
    snprintf(line, sizeof line, "%s: longest put", what);
    print_longest(ns, keys, line);
    snprintf(line, sizeof line, "%s: longest delete", what);
    print_longest(ns + keys, keys, line);
    fprintf(stderr, "         %.0f ns an operation, reading the clock included\n", mean);
    free(ns);
}

static void growth_bench(void) {
    measure_growth("key:", 20000000, 16, "20 M keys of 16 bytes");
    measure_growth("{tag}:", 5000000, 16, "5 M keys of one tag");
}

/* ---- ASCII ---- */

static void ascii_bench(void) {
    static const size_t sizes[] = {64, 256, 1024};
    static char text[1024], back[1024];
    static uint8_t packed[1024];
    char what[100];
    fill_random(text, sizeof text, true);
    for (int is_plain = 0; is_plain < 2; is_plain++) {
        ascii_force_plain(is_plain != 0);
        for (unsigned s = 0; s < 3; s++) {
            double start = now_ns(CLOCK_THREAD_CPUTIME_ID);
            unsigned sum = 0;
            for (unsigned i = 0; i < 1000000; i++) {
                sum += ascii_is(bytes_of(text, sizes[s]));
                ascii_pack(packed, bytes_of(text, sizes[s]));
                sum += packed[i % 64];
            }
            double middle = now_ns(CLOCK_THREAD_CPUTIME_ID);
            for (unsigned i = 0; i < 1000000; i++) {
                ascii_unpack(back, packed, sizes[s]);
                sum += (unsigned char)back[i % 64];
            }
            double end = now_ns(CLOCK_THREAD_CPUTIME_ID);
            const char *way = is_plain ? "plain" : "vectors";
            snprintf(what, sizeof what, "check and pack %zu, %s", sizes[s], way);
            report("ascii", sum != 0 ? what : "", (middle - start) / 1e6, "ns");
            snprintf(what, sizeof what, "unpack %zu, %s", sizes[s], way);
            report("ascii", what, (end - middle) / 1e6, "ns");
        }
    }
    ascii_force_plain(false);
}

/* ---- what the engine does for the arena ---- */

static void *prepare(void *arg) {
    for (;;) {
        if (arena_is_short()) arena_prepare(NULL);
        usleep(200);
    }
    return arg;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } benches[] = {{"memory", memory_bench},
                   {"speed", speed_bench},
                   {"fill", fill_bench},
                   {"growth", growth_bench},
                   {"ascii", ascii_bench}};
    const char *wanted = argc > 1 ? argv[1] : "all";
    bool has_run = false;
    pthread_t helper;
    if (pthread_create(&helper, NULL, prepare, NULL) != 0) abort();
    for (size_t i = 0; i < sizeof benches / sizeof benches[0]; i++) {
        if (strcmp(wanted, benches[i].name) == 0 || strcmp(wanted, "all") == 0) {
            benches[i].run();
            has_run = true;
        }
    }
    if (!has_run)
        fprintf(stderr, "usage: %s memory | speed | fill | growth | ascii | all\n", argv[0]);
    return has_run ? 0 : 2;
}
