/* bench/tables/tables_bench.c - the hashed table of data/table.h against what Redis does: a chained
 * table of entries that point at separate strings, hashed by SipHash-1-2. Redis's dict is written
 * anew here in its shape (three misses a find: slot, entry, string), with the general allocator
 * that Redis uses.
 *
 *     build/bench/tables [members]
 *
 * Times are the thread's CPU time. One JSON line a measurement on stdout, a readable one on stderr.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "base/memory.h"
#include "data/arena.h"
#include "data/heap.h"
#include "data/table.h"

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void report(const char *what, double value, const char *unit) {
    printf("{\"bench\":\"tables\",\"what\":\"%s\",\"value\":%.1f,\"unit\":\"%s\"}\n", what, value,
           unit);
    fflush(stdout);
    fprintf(stderr, "%-44s %8.1f %s\n", what, value, unit);
}

/* ---- SipHash-1-2, as Redis uses it ---- */

#define ROTATE(x, b) ((x) << (b) | (x) >> (64 - (b)))

static void sip_round(uint64_t v[4]) {
    v[0] += v[1], v[1] = ROTATE(v[1], 13) ^ v[0], v[0] = ROTATE(v[0], 32);
    v[2] += v[3], v[3] = ROTATE(v[3], 16) ^ v[2];
    v[0] += v[3], v[3] = ROTATE(v[3], 21) ^ v[0];
    v[2] += v[1], v[1] = ROTATE(v[1], 17) ^ v[2], v[2] = ROTATE(v[2], 32);
}

static uint64_t siphash(struct bytes text) {
    uint64_t v[4] = {0x736f6d6570736575, 0x646f72616e646f6d, 0x6c7967656e657261,
                     0x7465646279746573};
    uint64_t word = 0;
    size_t i = 0;
    for (; i + 8 <= text.len; i += 8) {
        memcpy(&word, text.data + i, 8);
        v[3] ^= word;
        sip_round(v);
        v[0] ^= word;
    }
    word = (uint64_t)text.len << 56;
    memcpy(&word, text.data + i, text.len - i);
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
    v[2] ^= 0xff;
    sip_round(v);
    sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* ---- the chained table ---- */

struct link {
    char *key; /* behind its header of 3 bytes, as an sds is */
    void *value;
    struct link *next;
};

static struct link **slots;
static uint64_t slot_mask;

static void chained_add(struct bytes member) {
    char *text = (char *)memory_alloc(member.len + 4) + 3;
    struct link *link = memory_alloc(sizeof *link);
    struct link **slot = &slots[siphash(member) & slot_mask];
    text[-3] = (char)member.len;
    memcpy(text, member.data, member.len);
    text[member.len] = 0;
    *link = (struct link){text, NULL, *slot};
    *slot = link;
}

static bool chained_has(struct bytes member) {
    struct link *link = slots[siphash(member) & slot_mask];
    for (; link != NULL; link = link->next)
        if ((unsigned char)link->key[-3] == member.len &&
            memcmp(link->key, member.data, member.len) == 0)
            return true;
    return false;
}

/* ---- measuring ---- */

enum { FINDS = 2000000 };

static uint64_t state;

static struct bytes draw(char *text, uint64_t members) {
    static const char digits[] = "0123456789";
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint64_t number = (state >> 33) % members;
    memcpy(text, "member:", 7);
    for (int i = 15; i >= 7; i--, number /= 10) text[i] = digits[number % 10];
    return bytes_of(text, 16);
}

static double measure(const struct table *table, uint64_t members, int which) {
    char text[16];
    uint64_t found = 0;
    state = 1;
    double start = now_ns();
    for (unsigned i = 0; i < FINDS; i++) {
        struct bytes member = draw(text, members);
        if (which == 0) found += (unsigned char)member.data[15];
        if (which == 1) found += table_find(table, hash_bytes(member), member) != NULL;
        if (which == 2) found += chained_has(member);
    }
    double each = (now_ns() - start) / FINDS;
    if (which != 0 && found != FINDS) abort();
    if (found == 0) abort();
    return each;
}

enum { BATCH = 16 };

/* As commands with many members may do, and pipelines. */
static double measure_batches(const struct table *table, uint64_t members) {
    char texts[BATCH][16];
    uint64_t hashes[BATCH], found = 0;
    state = 1;
    double start = now_ns();
    for (unsigned i = 0; i < FINDS; i += BATCH) {
        for (unsigned k = 0; k < BATCH; k++) {
            hashes[k] = hash_bytes(draw(texts[k], members));
            table_prefetch(table, hashes[k]);
        }
        for (unsigned k = 0; k < BATCH; k++) table_prefetch_item(table, hashes[k]);
        for (unsigned k = 0; k < BATCH; k++)
            found += table_find(table, hashes[k], bytes_of(texts[k], 16)) != NULL;
    }
    if (found != FINDS) abort();
    return (now_ns() - start) / FINDS;
}

int main(int argc, char **argv) {
    static struct slab slab;
    static struct heap heap;
    struct table table;
    uint64_t members = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    char text[32];
    slab_init(&slab);
    heap_init(&heap, &slab);
    table_init(&table, &heap.allocator, TABLE_MEMBERS);
    for (slot_mask = 1; slot_mask < members; slot_mask *= 2) continue;
    slots = memory_alloc_zeroed(slot_mask-- * sizeof *slots);
    int64_t before = *memory_thread_counter();
    for (uint64_t i = 0; i < members; i++) {
        snprintf(text, sizeof text, "member:%09u", (unsigned)i);
        struct bytes member = bytes_of(text, 16);
        table_insert(&table, hash_bytes(member), member, 0);
        if (arena_is_short()) arena_prepare(NULL); /* as a helper thread does in the server */
    }
    report("table, bytes a member", (double)heap.bytes / (double)members, "B");
    for (uint64_t i = 0; i < members; i++) {
        snprintf(text, sizeof text, "member:%09u", (unsigned)i);
        chained_add(bytes_of(text, 16));
    }
    double chained = (double)(*memory_thread_counter() - before) + (double)(slot_mask + 1) * 8;
    report("chained, bytes a member", chained / (double)members, "B");
    for (unsigned round = 0; round < 3; round++) {
        double drawing = measure(&table, members, 0);
        report("table, find any", measure(&table, members, 1) - drawing, "ns");
        report("table, find any, 16 at once", measure_batches(&table, members) - drawing, "ns");
        report("chained, find any", measure(&table, members, 2) - drawing, "ns");
        report("table, find one of 1,000", measure(&table, 1000, 1) - drawing, "ns");
        report("chained, find one of 1,000", measure(&table, 1000, 2) - drawing, "ns");
    }
    return 0;
}
