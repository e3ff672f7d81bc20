/* tests/fuzz/loader_fuzz.c - whatever comes to a loader, in whatever order, is applied or refused, and its keyspace stays
 * sound.
 *
 * The input is a program that sends the chunks of a value of each type, whole, damaged, twice or not at all, with
 * changes of fields, cancels and any bytes between them. */
#include "repl/loader.h"

#include <sanitizer/lsan_interface.h>

#include "data/hash.h"
#include "data/lists.h"
#include "data/passage.h"
#include "data/set.h"
#include "data/stream_group.h"
#include "data/zset.h"
#include "fuzz.h"
#include "log/effect.h"
#include "repl/wire.h"

enum { NAMES = 6, ELEMENTS = 300, STREAM = 4, STRING = 5, STEPS_MAX = 2000 };

static const char *const names[NAMES] = {"list", "set", "hash", "zset", "stream", "string"};

static struct keyspace *source; /* made once, for the search for leaks does not look into arenas */
static struct key keys[NAMES];
static struct effects effects;
static struct buffer frame;

/* One value on its way. */
static struct flight {
    struct passage passage;
    bool is_begun, is_last;
} flights[NAMES];

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)arg, (void)partition, (void)lsn;
    wire_add_record(&frame, record);
}

static void make_stream(struct cell *cell) {
    struct bytes texts[] = {BYTES_LITERAL("field"), BYTES_LITERAL("value")};
    for (uint64_t i = 1; i <= ELEMENTS; i++)
        stream_append(cell, (struct stream_id){i, 1}, texts, 1);
    struct stream_group *group =
        stream_group_create(cell, BYTES_LITERAL("g"), (struct stream_id){3, 1}, 3);
    struct stream_consumer *consumer =
        stream_consumer_create(cell, group, BYTES_LITERAL("c"), 1000);
    for (uint64_t i = 1; i <= 50; i++)
        stream_pending_set(cell, consumer, (struct stream_id){i, 1}, 1000, 1);
}

static void make_source(void) {
    struct keyspace_options options = {.databases = 1, .partition_count = PARTITIONS};
    struct cell cells[NAMES];
    source = keyspace_create(&options);
    for (unsigned i = 0; i < NAMES; i++) {
        keys[i] = key_of(bytes_of_string(names[i]));
        cells[i] = cell_of(source, 0, &keys[i], NULL);
    }
    for (unsigned i = 0; i < ELEMENTS; i++) {
        char space[32];
        struct bytes text = bytes_of(space, (size_t)snprintf(space, sizeof space, "member %u", i));
        lists_push(&cells[0], i % 3 == 0, text);
        set_add(&cells[1], text);
        hash_set(&cells[2], text, text, i % 4 == 1 ? 99 : EXPIRE_NONE);
        zset_set(&cells[3], text, i % 7);
    }
    make_stream(&cells[STREAM]);
    static char text[30000];
    keyspace_put_string(source, 0, &keys[STRING], NULL, bytes_of(text, sizeof text), 77);
    effects_init(&effects, 0, PARTITIONS);
    effects.sink = (struct effect_sink){.record = on_record};
}

/* The next chunk of a value into the frame. */
static void make_chunk(unsigned name, size_t part_max) {
    struct flight *flight = &flights[name];
    const struct entry *entry = keyspace_peek(source, 0, &keys[name]);
    if (!flight->is_begun || flight->passage.is_done) {
        passage_clear(&flight->passage);
        passage_begin(&flight->passage, entry);
        effect_group_begin(&effects, 0, &keys[name]);
        flight->is_begun = true;
    }
    flight->is_last =
        !effect_group_part(&effects, 0, &keys[name], entry, &flight->passage, part_max);
    if (flight->is_last) effect_group_end(&effects, 0, &keys[name], name == 1 ? 5 : EXPIRE_ABSENT);
}

static void make_change(unsigned name, struct fuzz *fuzz) {
    enum effect_kind kind = (enum effect_kind)fuzz_below(fuzz, KIND_STREAM_PENDING + 2);
    uint64_t numbers[3] = {fuzz_below(fuzz, 400), fuzz_byte(fuzz) & 1, fuzz_byte(fuzz)};
    char member[32];
    struct bytes field = bytes_of((const char *)numbers, 8 * (1 + fuzz_below(fuzz, 3)));
    if (fuzz_byte(fuzz) & 1)
        field = bytes_of(
            member, (size_t)snprintf(member, sizeof member, "member %u", (unsigned)numbers[0]));
    const struct key *key = &keys[name];
    switch (fuzz_below(fuzz, 5)) {
    case 0:
        effect_field_absent(&effects, 0, key, kind, field);
        break;
    case 1:
        effect_bound(&effects, 0, key, kind, (int64_t)numbers[0] - 300, (int64_t)numbers[2]);
        break;
    case 2:
        effect_delta(&effects, 0, key, kind, numbers[0], bytes_of((const char *)&numbers[2], 8));
        break;
    case 3:
        effect_pages(&effects, 0, key, bytes_of(names[0], 4), 0, 4);
        break;
    default:
        effect_field(&effects, 0, key, kind, field, fuzz_take(fuzz, fuzz_below(fuzz, 40)),
                     fuzz_byte(fuzz) & 1);
    }
}

/* From memory of its own size. */
static void feed(struct loader *loader, unsigned name, bool is_chunk, bool is_last) {
    char *copy = fuzz_copy(buffer_view(&frame));
    struct bytes records = bytes_of(copy, frame.len), key;
    loader_key(records, &key);
    bool is_good =
        is_chunk ? loader_chunk(loader, name, records, is_last) : loader_records(loader, records);
    fuzz_require(is_good || loader_error(loader)[0] != '\0', "who refuses says why");
    free(copy);
    frame.len = 0;
}

static void run(struct loader *loader, struct fuzz *fuzz) {
    unsigned name = fuzz_below(fuzz, NAMES), what = fuzz_below(fuzz, 10);
    bool is_good = true;
    if (what < 5) {
        make_chunk(name, 1 + fuzz_below(fuzz, 4000));
        for (unsigned n = what < 3 ? 0 : what; n > 0; n--)
            frame.data[fuzz_below(fuzz, 65536) % frame.len] ^= (char)fuzz_byte(fuzz);
        feed(loader, name, true, flights[name].is_last);
    } else if (what < 8) {
        make_change(name, fuzz);
        feed(loader, name, false, false);
    } else if (what == 8) {
        is_good = loader_cancel(loader, name);
        if (is_good) flights[name].is_begun = false;
    } else {
        struct bytes record = fuzz_take(fuzz, fuzz_byte(fuzz));
        char *copy = fuzz_copy(record);
        struct effect effect;
        /* A huge text of zeros is no fault, only slow. */
        if (!effect_decode(record, &effect) || effect.total <= 1 << 20)
            is_good = loader_record(loader, bytes_of(copy, record.len));
        free(copy);
    }
    (void)is_good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct keyspace_options options = {.databases = 2, .partition_count = PARTITIONS};
    struct fuzz fuzz = fuzz_of(data, size);
    unsigned char digest[20];
    if (source == NULL) {
        __lsan_disable();
        make_source();
        __lsan_enable();
    }
    struct keyspace *keyspace = keyspace_create(&options);
    struct loader *loader = loader_create(keyspace, 4);
    for (unsigned n = 0; fuzz.left > 0 && n < STEPS_MAX; n++) run(loader, &fuzz);
    for (unsigned db = 0; db < 2; db++) keyspace_digest(keyspace, db, digest);
    loader_destroy(loader);
    keyspace_destroy(keyspace);
    for (unsigned i = 0; i < NAMES; i++) {
        passage_clear(&flights[i].passage);
        flights[i] = (struct flight){.is_begun = false};
    }
    return 0;
}
