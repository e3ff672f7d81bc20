/* The keyspace does what a simple model does, whatever is done to it in whatever order: with tiny
 * and full-size segments, over all and few partitions, with one tag for all keys, with expiry
 * removing and hiding. After every few steps the index's own invariants are checked. */
#include "check.h"

#include <limits.h>

#include "data/inside.h"
#include "model.h"

struct world {
    struct model model;
    struct keyspace *keyspace;
    uint64_t expired; /* calls of on_expired */
    uint64_t told;    /* calls of the hook */
    uint64_t before_digests;
    bool removes;
};

static struct world world;

static void on_mutation(void *arg, const struct mutation *mutation) {
    struct world *w = arg;
    w->told++;
    if (mutation->before != NULL) {
        /* The state before must be whole and readable. */
        unsigned char digest[20];
        CHECK(bytes_equal(entry_key(mutation->before), mutation->key->name));
        entry_digest(mutation->before, mutation->db, digest);
        w->before_digests += digest[0];
    }
}

static void on_expired(void *arg, unsigned db, const struct key *key, const struct entry *entry) {
    struct world *w = arg;
    (void)db;
    w->expired++;
    CHECK(w->removes);
    CHECK(bytes_equal(entry_key(entry), key->name));
    CHECK(entry_expire_ms(entry) != EXPIRE_NONE && entry_expire_ms(entry) < w->model.now_ms);
}

static void start_world(unsigned first, unsigned count, bool one_tag, bool removes) {
    world.model.partition_first = first;
    world.model.partition_count = count;
    world.model.one_tag = one_tag;
    world.model.now_ms = 1700000000000;
    world.removes = removes;
    struct keyspace_options options = {.databases = MODEL_DATABASES,
                                       .partition_first = first,
                                       .partition_count = count,
                                       .hook = on_mutation,
                                       .on_expired = on_expired,
                                       .arg = &world};
    world.keyspace = keyspace_create(&options);
    keyspace_set_expiring(world.keyspace, removes);
    keyspace_set_now(world.keyspace, world.model.now_ms);
}

static void stop_world(void) {
    keyspace_destroy(world.keyspace);
    model_clear(&world.model);
}

/* ---- comparing ---- */

static void check_entry_is(const struct entry *entry, const struct model_value *value) {
    struct buffer scratch = {0};
    struct bytes text = entry_text(entry, &scratch);
    CHECK_BYTES(text.data, text.len, value->text, value->len);
    CHECK_EQ(entry_text_len(entry), value->len);
    CHECK_EQ(entry_expire_ms(entry), value->expire_ms);
    if (value->len != 0) {
        size_t offset = check_random_below(value->len);
        size_t len = check_random_below(value->len - offset + 1);
        char *part = malloc(len + 1);
        entry_text_copy_range(entry, offset, len, part);
        CHECK_BYTES(part, len, value->text + offset, len);
        free(part);
    }
    buffer_clear(&scratch);
}

static bool is_ours(const struct key *key) {
    return key->partition >= world.model.partition_first &&
           key->partition < world.model.partition_first + world.model.partition_count;
}

static void check_all(void) {
    char name[MODEL_NAME_MAX];
    uint64_t entry_bytes[MODEL_DATABASES];
    for (unsigned db = 0; db < MODEL_DATABASES; db++) {
        const struct database *database = database_of(world.keyspace, db);
        index_check(&database->index);
        entry_bytes[db] = 0;
        for (unsigned i = 0; i < MODEL_KEYS; i++) {
            struct key key = model_key(&world.model, i, name);
            if (!is_ours(&key)) continue;
            bool is_there = model_has(&world.model, db, i);
            struct entry *entry = keyspace_find(world.keyspace, db, &key, false);
            CHECK_EQ(entry != NULL, is_there);
            if (entry != NULL && is_there) check_entry_is(entry, &world.model.values[db][i]);
            struct entry *any = keyspace_find_any(world.keyspace, db, &key);
            if (any != NULL) entry_bytes[db] += entry_memory(any) - 6;
        }
        CHECK_EQ(database->entry_bytes, entry_bytes[db]);
        if (world.removes) CHECK_EQ(database->index.count, model_count(&world.model, db));
    }
}

/* ---- the operations ---- */

static struct bytes random_text(char *space, size_t space_size) {
    size_t len;
    switch (check_random_below(12)) {
    case 0:
        return bytes_of(space, (size_t)snprintf(space, 32, "%lld", (long long)check_random()));
    case 1:
        return bytes_of(space, (size_t)snprintf(space, 32, "%d", (int)check_random_below(300) - 9));
    case 2:
        len = check_random_below(9000);
        break;
    case 3:
        len = check_random_below(100) == 0 ? check_random_below(space_size) : 300;
        break;
    default:
        len = check_random_below(check_random_below(2) ? 40 : 400);
    }
    bool is_ascii = check_random_below(2);
    for (size_t i = 0; i < len; i++) space[i] = (char)(check_random() & (is_ascii ? 0x7f : 0xff));
    return bytes_of(space, len);
}

static int64_t random_expiry(void) {
    if (check_random_below(3) != 0) return EXPIRE_NONE;
    return world.model.now_ms + 1 + (int64_t)check_random_below(3000);
}

static void put(unsigned db, unsigned i, const struct key *key, struct entry *old) {
    static char space[1 << 17];
    int64_t expire_ms = random_expiry();
    struct bytes text = random_text(space, sizeof space);
    uint64_t told = world.told;
    struct entry *entry;
    if (check_random_below(4) == 0) {
        int64_t integer = (int64_t)(check_random() >> check_random_below(64));
        integer = check_random_below(2) ? -integer : integer;
        if (check_random_below(50) == 0) integer = check_random_below(2) ? INT64_MIN : INT64_MAX;
        text = bytes_of(space, (size_t)snprintf(space, 32, "%lld", (long long)integer));
        entry = keyspace_put_integer(world.keyspace, db, key, old, integer, expire_ms);
        CHECK_STR(entry_encoding(entry), "int");
    } else {
        entry = keyspace_put_string(world.keyspace, db, key, old, text, expire_ms);
    }
    CHECK(world.told > told);
    CHECK(bytes_equal(entry_key(entry), key->name));
    model_put(&world.model, db, i, text, expire_ms);
    check_entry_is(entry, &world.model.values[db][i]);
}

static void edit(unsigned db, unsigned i, const struct key *key, struct entry *old) {
    struct model_value *value = &world.model.values[db][i];
    bool was_there = model_has(&world.model, db, i);
    size_t old_len = was_there ? value->len : 0;
    size_t len = old_len + check_random_below(check_random_below(4) != 0 ? 20 : 3000);
    int64_t expire_ms = was_there ? value->expire_ms : EXPIRE_NONE;
    struct entry *entry = NULL;
    char *text = keyspace_edit_string(world.keyspace, db, key, old, len, &entry);
    char *copy = calloc(1, len + 1);
    if (old_len != 0) memcpy(copy, value->text, old_len);
    CHECK_BYTES(text, len, copy, len);
    for (unsigned n = 0; n < 4 && len != 0; n++) {
        size_t at = check_random_below(len);
        text[at] = copy[at] = (char)check_random();
    }
    CHECK_STR(entry_encoding(entry), "raw");
    model_put(&world.model, db, i, bytes_of(copy, len), expire_ms);
    free(copy);
    check_entry_is(entry, value);
}

static void change_one(void) {
    char name[MODEL_NAME_MAX];
    unsigned db = (unsigned)check_random_below(MODEL_DATABASES);
    unsigned i = (unsigned)check_random_below(MODEL_KEYS);
    struct key key = model_key(&world.model, i, name);
    if (!is_ours(&key)) return;
    struct entry *entry = keyspace_find(world.keyspace, db, &key, check_random_below(2));
    CHECK_EQ(entry != NULL, model_has(&world.model, db, i));
    switch (check_random_below(8)) {
    case 0:
    case 1:
        if (entry != NULL) {
            keyspace_delete(world.keyspace, db, &key, entry);
            model_remove(&world.model, db, i);
        }
        break;
    case 2:
        edit(db, i, &key, entry);
        break;
    case 3:
        if (entry != NULL) {
            int64_t expire_ms = random_expiry();
            entry = keyspace_set_expire(world.keyspace, db, &key, entry, expire_ms);
            world.model.values[db][i].expire_ms = expire_ms;
            check_entry_is(entry, &world.model.values[db][i]);
        }
        break;
    default:
        put(db, i, &key, entry);
    }
}

/* Deletes until little is left, so that segments shrink and merge. */
static void delete_most(void) {
    char name[MODEL_NAME_MAX];
    for (unsigned db = 0; db < MODEL_DATABASES; db++) {
        for (unsigned i = 0; i < MODEL_KEYS; i++) {
            struct key key = model_key(&world.model, i, name);
            if (!is_ours(&key) || check_random_below(50) == 0) continue;
            struct entry *entry = keyspace_find(world.keyspace, db, &key, false);
            if (entry != NULL) keyspace_delete(world.keyspace, db, &key, entry);
            model_remove(&world.model, db, i);
        }
    }
}

static void change_much(void) {
    bool again;
    switch (check_random_below(16)) {
    case 0: {
        unsigned db = (unsigned)check_random_below(MODEL_DATABASES);
        keyspace_flush(world.keyspace, db);
        model_flush(&world.model, db);
        CHECK_EQ(database_of(world.keyspace, db)->index.count, 0);
        break;
    }
    case 1: {
        unsigned a = (unsigned)check_random_below(MODEL_DATABASES);
        unsigned b = (unsigned)check_random_below(MODEL_DATABASES);
        keyspace_swap(world.keyspace, a, b);
        model_swap(&world.model, a, b);
        break;
    }
    case 2:
        delete_most();
        break;
    case 3:
    case 4:
    case 5:
        world.model.now_ms += (int64_t)check_random_below(2000);
        keyspace_set_now(world.keyspace, world.model.now_ms);
        break;
    case 6:
    case 7:
        keyspace_sweep(world.keyspace, (unsigned)check_random_below(40), &again);
        break;
    default:
        keyspace_free_some(world.keyspace, (unsigned)check_random_below(300));
    }
}

static void run(unsigned rounds) {
    for (unsigned round = 0; round < rounds; round++) {
        unsigned changes = (unsigned)check_random_below(3000);
        for (unsigned i = 0; i < changes; i++) change_one();
        change_much();
        if (round % 8 == 0) check_all();
    }
    check_all();
}

TEST(a_keyspace_of_all_partitions_does_what_the_model_does) {
    start_world(0, 1024, false, true);
    run(40);
    CHECK(world.told > 0 && world.expired > 0);
    stop_world();
}

TEST(tiny_segments_split_and_merge_and_lose_nothing) {
    static const unsigned homes[] = {1, 2, 4};
    for (unsigned i = 0; i < 3; i++) {
        segment_limit(homes[i]);
        start_world(0, 1024, false, true);
        run(30);
        stop_world();
    }
    segment_limit(SEGMENT_HOMES_MAX);
}

TEST(one_tag_for_all_keys_makes_one_deep_directory) {
    segment_limit(1);
    start_world(0, 1024, true, true);
    run(30);
    stop_world();
    segment_limit(SEGMENT_HOMES_MAX);
}

TEST(a_shard_of_any_range_of_partitions_works) {
    static const unsigned ranges[][2] = {{341, 342}, {1023, 1}, {0, 1}, {7, 130}, {512, 512}};
    for (unsigned i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        segment_limit(i % 2 ? 1 : SEGMENT_HOMES_MAX);
        start_world(ranges[i][0], ranges[i][1], false, true);
        run(20);
        stop_world();
    }
    segment_limit(SEGMENT_HOMES_MAX);
}

TEST(where_expired_keys_stay_they_are_invisible_and_have_no_twins) {
    segment_limit(2);
    start_world(0, 1024, false, false);
    uint64_t before = world.expired;
    run(30);
    CHECK_EQ(world.expired, before);
    stop_world();
    segment_limit(SEGMENT_HOMES_MAX);
}

/* ---- scans ---- */

static unsigned char seen[MODEL_KEYS];

static void note_seen(void *arg, const struct entry *entry) {
    (void)arg;
    struct bytes key = entry_key(entry);
    unsigned number = 0;
    size_t i = world.model.one_tag ? 5 : 2;
    for (; i < key.len && key.data[i] != 'x'; i++)
        number = number * 10 + (unsigned)(key.data[i] - '0');
    if (seen[number] < 255) seen[number]++;
}

/* In steps of any size, and up to the start of any partition. */
static uint64_t scan_far(uint64_t cursor, uint64_t end) {
    uint64_t until = ((cursor >> 53) + 1 + check_random_below(40)) << 53;
    if (until > end) until = end;
    uint64_t bytes = check_random_below(3) * check_random_below(20000);
    uint64_t next = keyspace_scan_far(world.keyspace, 0, cursor, until, bytes, note_seen, NULL);
    return next < until ? next : until;
}

/* Keys below the limit stay; the others come and go between the calls. */
static void scan_while_changing(unsigned limit, bool is_far) {
    char name[MODEL_NAME_MAX];
    memset(seen, 0, sizeof seen);
    uint64_t cursor = 0, end = (uint64_t)(world.model.partition_first + world.model.partition_count)
                               << 53;
    bool is_growing = true;
    while (cursor < end) {
        uint64_t next = is_far ? scan_far(cursor, end)
                               : keyspace_scan(world.keyspace, 0, cursor, note_seen, NULL);
        CHECK(next > cursor && next <= end);
        cursor = next;
        if (check_random_below(200) == 0) is_growing = !is_growing;
        for (unsigned n = 0; n < 30; n++) {
            unsigned i = limit + (unsigned)check_random_below(MODEL_KEYS - limit);
            struct key key = model_key(&world.model, i, name);
            if (!is_ours(&key)) continue;
            struct entry *entry = keyspace_find(world.keyspace, 0, &key, false);
            if (is_growing && entry == NULL)
                keyspace_put_string(world.keyspace, 0, &key, NULL, BYTES_LITERAL("x"), EXPIRE_NONE);
            else if (!is_growing && entry != NULL)
                keyspace_delete(world.keyspace, 0, &key, entry);
        }
    }
    for (unsigned i = 0; i < limit; i++) {
        struct key key = model_key(&world.model, i, name);
        CHECK_EQ(seen[i] != 0, is_ours(&key)); /* D1 */
        CHECK(seen[i] <= 1);                   /* more than promised */
    }
}

TEST(a_scan_meets_every_key_that_stays_while_others_come_and_go) {
    char name[MODEL_NAME_MAX];
    for (unsigned round = 0; round < 12; round++) {
        unsigned limit = 1 + (unsigned)check_random_below(500);
        segment_limit(round % 3 == 0 ? SEGMENT_HOMES_MAX : round % 3);
        start_world(round % 2 ? 100 : 0, round % 2 ? 700 : 1024, round % 4 == 2, true);
        for (unsigned i = 0; i < limit; i++) {
            struct key key = model_key(&world.model, i, name);
            if (is_ours(&key))
                keyspace_put_string(world.keyspace, 0, &key, NULL, BYTES_LITERAL("v"), EXPIRE_NONE);
        }
        scan_while_changing(limit, false);
        scan_while_changing(limit, true);
        index_check(&database_of(world.keyspace, 0)->index);
        stop_world();
    }
    segment_limit(SEGMENT_HOMES_MAX);
}

TEST(a_made_up_cursor_ends) {
    start_world(0, 1024, false, true);
    char name[MODEL_NAME_MAX];
    for (unsigned i = 0; i < 1000; i++) {
        struct key key = model_key(&world.model, i, name);
        keyspace_put_string(world.keyspace, 0, &key, NULL, BYTES_LITERAL("v"), EXPIRE_NONE);
    }
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t cursor = check_random();
        uint64_t next = keyspace_scan(world.keyspace, 0, cursor, note_seen, NULL);
        CHECK(next > cursor || next == UINT64_C(1024) << 53);
    }
    stop_world();
}
