/* tests/fuzz/keyspace_fuzz.c - any program of operations leaves the keyspace as a simple model
 * says.
 *
 * The first byte chooses the range of partitions, the size of segments and whether expired entries
 * are removed; the rest is the program. The model is an array of values for each database. A scan
 * goes on beside the program, and must meet every key that stays all the while. */
#include "data/inside.h"

#include "fuzz.h"

enum {
    DATABASES = 2,
    KEYS = 600,
    NAME_MAX = 4100,
    TEXT_MAX = 9000,
    CHECK_EVERY = 256,
    STEPS_MAX = 3000
};

struct value {
    char *text; /* NULL: no such key */
    size_t len;
    int64_t expire_ms;
    bool stays; /* since the scan began */
    bool is_seen;
};

static struct world {
    struct value values[DATABASES][KEYS];
    struct keyspace *keyspace;
    struct fuzz fuzz;
    int64_t now_ms;
    unsigned first, count;
    bool has_one_tag, removes;
    uint64_t cursor; /* of the scan of database 0 */
    unsigned told;
} world;

/* ---- the model ---- */

/* Some names are long, some too long to lie within their entry. */
static struct key key_number(unsigned number, char *name) {
    int len = snprintf(name, NAME_MAX, world.has_one_tag ? "{t}%u." : "%u.", number);
    size_t size = (size_t)len;
    if (number % 32 == 7) {
        size = number % 64 == 7 ? 230 : NAME_MAX;
        memset(name + len, 'x', size - (size_t)len);
    }
    return key_of(bytes_of(name, size));
}

static unsigned number_of(struct bytes name) {
    unsigned number = 0;
    for (size_t i = world.has_one_tag ? 3 : 0; name.data[i] != '.'; i++) {
        number = number * 10 + (unsigned)(name.data[i] - '0');
    }
    return number;
}

static bool is_ours(const struct key *key) {
    return key->partition >= world.first && key->partition < world.first + world.count;
}

static bool is_live(const struct value *value) {
    bool is_over = value->expire_ms != EXPIRE_NONE && value->expire_ms < world.now_ms;
    return value->text != NULL && !is_over;
}

static void forget(struct value *value) {
    free(value->text);
    *value = (struct value){0};
}

/* A key that is replaced stays, one that had gone does not. */
static void remember(struct value *value, struct bytes text, int64_t expire_ms) {
    bool stays = value->stays && is_live(value), is_seen = value->is_seen;
    char *copy = malloc(text.len + 1);
    if (text.len > 0) memcpy(copy, text.data, text.len);
    free(value->text);
    *value = (struct value){copy, text.len, expire_ms, stays, is_seen};
}

/* ---- what the keyspace tells ---- */

static void on_mutation(void *arg, const struct mutation *mutation) {
    (void)arg;
    world.told++;
    if (mutation->kind == MUTATION_FLUSH || mutation->kind == MUTATION_SWAP) return;
    const struct value *value = &world.values[mutation->db][number_of(mutation->key->name)];
    if (mutation->before == NULL) return;
    fuzz_require(value->text != NULL, "the state before is told only of what is there");
    struct buffer scratch = {0};
    struct bytes text = entry_text(mutation->before, &scratch);
    fuzz_require(bytes_equal(text, bytes_of(value->text, value->len)) &&
                     entry_expire_ms(mutation->before) == value->expire_ms,
                 "the hook is told the state before");
    buffer_clear(&scratch);
}

static void on_expired(void *arg, unsigned db, const struct key *key, const struct entry *entry) {
    (void)arg, (void)db;
    fuzz_require(world.removes, "nothing expires where expired entries stay");
    fuzz_require(bytes_equal(entry_key(entry), key->name), "the entry is that of the key");
    fuzz_require(entry_expire_ms(entry) < world.now_ms, "only what is over expires");
}

/* ---- comparing ---- */

static void compare(const struct entry *entry, const struct value *value) {
    struct buffer scratch = {0};
    struct bytes text = entry_text(entry, &scratch);
    fuzz_require(bytes_equal(text, bytes_of(value->text, value->len)), "texts are as put");
    fuzz_require(entry_text_len(entry) == value->len, "the length is that of the text");
    fuzz_require(entry_expire_ms(entry) == value->expire_ms, "expiries are as set");
    buffer_clear(&scratch);
}

static void check_all(void) {
    char name[NAME_MAX];
    for (unsigned db = 0; db < DATABASES; db++) {
        const struct index *index = &database_of(world.keyspace, db)->index;
        index_check(index);
        uint64_t live = 0;
        for (unsigned i = 0; i < KEYS; i++) {
            struct key key = key_number(i, name);
            if (!is_ours(&key)) continue;
            const struct value *value = &world.values[db][i];
            const struct entry *entry = keyspace_find(world.keyspace, db, &key, false);
            fuzz_require((entry != NULL) == is_live(value), "what is found is what is live");
            if (entry != NULL) compare(entry, value);
            live += entry != NULL;
        }
        fuzz_require(!world.removes || index->count == live, "nothing else is there");
    }
}

/* ---- the scan ---- */

static void note_seen(void *arg, const struct entry *entry) {
    (void)arg;
    unsigned number = number_of(entry_key(entry));
    fuzz_require(is_live(&world.values[0][number]), "a scan shows only what is live");
    world.values[0][number].is_seen = true;
}

static void end_scan(void) {
    for (unsigned i = 0; i < KEYS; i++) {
        struct value *value = &world.values[0][i];
        fuzz_require(!value->stays || !is_live(value) || value->is_seen,
                     "a scan misses nothing"); /* D1 */
    }
    world.cursor = 0;
}

static void scan_some(unsigned calls) {
    uint64_t end = (uint64_t)(world.first + world.count) << 53;
    for (unsigned n = 0; n < calls; n++) {
        for (unsigned i = 0; i < KEYS && world.cursor == 0; i++) {
            world.values[0][i].stays = is_live(&world.values[0][i]);
            world.values[0][i].is_seen = false;
        }
        uint64_t next = keyspace_scan(world.keyspace, 0, world.cursor, note_seen, NULL);
        fuzz_require(next > world.cursor && next <= end, "a scan goes on");
        world.cursor = next;
        if (next == end) end_scan();
    }
}

/* ---- changes of one key ---- */

/* From the input's bytes, repeated to a length of the input's choice. */
static struct bytes next_text(char *space) {
    static const unsigned sizes[] = {12, 40, 300, TEXT_MAX};
    struct fuzz *fuzz = &world.fuzz;
    size_t len = fuzz_below(fuzz, sizes[fuzz_byte(fuzz) % 4]);
    struct bytes seed = fuzz_take(fuzz, 1 + len % 24);
    for (size_t i = 0; i < len; i++) space[i] = seed.len > 0 ? seed.data[i % seed.len] : 'z';
    return bytes_of(space, len);
}

static int64_t next_expiry(void) {
    unsigned ms = fuzz_byte(&world.fuzz);
    return ms < 128 ? EXPIRE_NONE : world.now_ms + ms - 127;
}

static void put(unsigned db, const struct key *key, struct value *value, struct entry *old) {
    char space[TEXT_MAX];
    int64_t expire_ms = next_expiry();
    struct bytes text = next_text(space);
    struct entry *entry = keyspace_put_string(world.keyspace, db, key, old, text, expire_ms);
    remember(value, text, expire_ms);
    compare(entry, value);
}

static void put_integer(unsigned db, const struct key *key, struct value *value,
                        struct entry *old) {
    char space[32];
    int64_t expire_ms = next_expiry();
    int64_t number = (int64_t)fuzz_u64(&world.fuzz) >> fuzz_below(&world.fuzz, 64);
    struct entry *entry = keyspace_put_integer(world.keyspace, db, key, old, number, expire_ms);
    int len = snprintf(space, sizeof space, "%lld", (long long)number);
    remember(value, bytes_of(space, (size_t)len), expire_ms);
    compare(entry, value);
}

static void edit(unsigned db, const struct key *key, struct value *value, struct entry *old) {
    char space[TEXT_MAX] = {0};
    size_t old_len = old != NULL ? value->len : 0;
    size_t len = old_len + fuzz_below(&world.fuzz, fuzz_byte(&world.fuzz) % 4 ? 40 : 2000);
    if (len > TEXT_MAX || len == 0) return;
    int64_t expire_ms = old != NULL ? value->expire_ms : EXPIRE_NONE;
    if (old_len > 0) memcpy(space, value->text, old_len);
    struct entry *entry;
    char *text = keyspace_edit_string(world.keyspace, db, key, old, len, &entry);
    fuzz_require(memcmp(text, space, len) == 0, "an edit begins with the old text and zeros");
    size_t at = fuzz_below(&world.fuzz, (unsigned)len);
    text[at] = space[at] = (char)fuzz_byte(&world.fuzz);
    remember(value, bytes_of(space, len), expire_ms);
    compare(entry, value);
}

static void set_expire(unsigned db, const struct key *key, struct value *value,
                       struct entry *entry) {
    int64_t expire_ms = next_expiry();
    entry = keyspace_set_expire(world.keyspace, db, key, entry, expire_ms);
    value->expire_ms = expire_ms;
    compare(entry, value);
}

static void change(unsigned operation, unsigned db, unsigned number) {
    char name[NAME_MAX];
    struct key key = key_number(number, name);
    if (!is_ours(&key)) return;
    struct value *value = &world.values[db][number];
    struct entry *entry = keyspace_find(world.keyspace, db, &key, operation & 1);
    fuzz_require((entry != NULL) == is_live(value), "what is found is what is live");
    switch (operation % 6) {
    case 0:
    case 1:
        put(db, &key, value, entry);
        return;
    case 2:
        put_integer(db, &key, value, entry);
        return;
    case 3:
        edit(db, &key, value, entry);
        return;
    case 4:
        if (entry != NULL) set_expire(db, &key, value, entry);
        return;
    default:
        if (entry == NULL) return;
        keyspace_delete(world.keyspace, db, &key, entry);
        forget(value);
    }
}

/* ---- changes of much ---- */

/* Puts or deletes a row of keys, so that segments split and merge. */
static void change_row(bool deletes) {
    unsigned db = fuzz_byte(&world.fuzz) % DATABASES;
    unsigned from = fuzz_below(&world.fuzz, KEYS), count = 2 * fuzz_byte(&world.fuzz);
    char name[NAME_MAX];
    for (unsigned i = from; i < from + count && i < KEYS; i++) {
        struct key key = key_number(i, name);
        if (!is_ours(&key)) continue;
        struct entry *entry = keyspace_find(world.keyspace, db, &key, false);
        struct value *value = &world.values[db][i];
        if (deletes && entry != NULL) {
            keyspace_delete(world.keyspace, db, &key, entry);
            forget(value);
        } else if (!deletes) {
            struct bytes text = bytes_of("a row", 1 + i % 5);
            keyspace_put_string(world.keyspace, db, &key, entry, text, EXPIRE_NONE);
            remember(value, text, EXPIRE_NONE);
        }
    }
}

static void flush(unsigned db) {
    keyspace_flush(world.keyspace, db);
    for (unsigned i = 0; i < KEYS; i++) forget(&world.values[db][i]);
}

static void swap(void) {
    keyspace_swap(world.keyspace, 0, 1);
    for (unsigned i = 0; i < KEYS; i++) {
        struct value kept = world.values[0][i];
        world.values[0][i] = world.values[1][i];
        world.values[1][i] = kept;
    }
    world.cursor = 0; /* another database is scanned from now on */
}

static void change_much(unsigned operation) {
    bool again;
    struct fuzz *fuzz = &world.fuzz;
    switch (operation % 8) {
    case 0:
    case 1:
        change_row(operation % 8);
        return;
    case 2:
        flush(fuzz_byte(fuzz) % DATABASES);
        return;
    case 3:
        swap();
        return;
    case 4:
        world.now_ms += fuzz_byte(fuzz);
        keyspace_set_now(world.keyspace, world.now_ms);
        return;
    case 5:
        keyspace_sweep(world.keyspace, fuzz_byte(fuzz), &again);
        return;
    case 6:
        keyspace_free_some(world.keyspace, fuzz_byte(fuzz));
        return;
    default:
        scan_some(fuzz_byte(fuzz));
        keyspace_random(world.keyspace, 0, fuzz_byte(fuzz));
    }
}

/* ---- the run ---- */

static void start(uint8_t choice) {
    static const unsigned ranges[][2] = {{0, 1024}, {341, 342}, {1023, 1}, {512, 512}};
    world.first = ranges[choice & 3][0];
    world.count = ranges[choice & 3][1];
    world.has_one_tag = choice & 4;
    world.removes = !(choice & 8);
    segment_limit(choice & 16 ? SEGMENT_HOMES_MAX : 1U << (choice >> 5 & 3));
    world.now_ms = 1700000000000;
    struct keyspace_options options = {.databases = DATABASES,
                                       .partition_first = world.first,
                                       .partition_count = world.count,
                                       .hook = on_mutation,
                                       .on_expired = on_expired};
    world.keyspace = keyspace_create(&options);
    keyspace_set_expiring(world.keyspace, world.removes);
    keyspace_set_now(world.keyspace, world.now_ms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    world = (struct world){.fuzz = fuzz_of(data, size)};
    start(fuzz_byte(&world.fuzz));
    for (unsigned step = 1; world.fuzz.left > 0 && step < STEPS_MAX; step++) {
        unsigned operation = fuzz_byte(&world.fuzz);
        if (operation >= 192) {
            change_much(operation);
        } else {
            unsigned number = fuzz_below(&world.fuzz, KEYS);
            change(operation, operation / 96, number);
        }
        if (step % CHECK_EVERY == 0) check_all();
    }
    check_all();
    keyspace_destroy(world.keyspace);
    for (unsigned db = 0; db < DATABASES; db++) {
        for (unsigned i = 0; i < KEYS; i++) forget(&world.values[db][i]);
    }
    return 0;
}
