/* tests/unit/data/field_sweep_test.c - fields of idle hashes go by the sweep, whatever happens to the index
 * meanwhile; and an entry keeps its place in the index while other keys are looked up. */
#include "check.h"

#include "data/hash.h"
#include "data/inside.h"
#include "data/set.h"
#include "data/value.h"

enum { KEYS = 3000, START_MS = 5000, BUDGET = 16 };

static struct keyspace *keyspace;
static char names[KEYS][16];
static struct key keys[KEYS];

static void begin(void) {
    struct keyspace_options options = {.databases = 2, .partition_count = PARTITIONS};
    keyspace = keyspace_create(&options);
    keyspace_set_now(keyspace, START_MS);
    for (unsigned i = 0; i < KEYS; i++) {
        size_t len = (size_t)snprintf(names[i], sizeof(names[i]), "key:%u", i);
        keys[i] = key_of(bytes_of(names[i], len));
    }
}

static void end(void) {
    keyspace_destroy(keyspace);
}

static struct cell cell_at(unsigned db, unsigned number) {
    return cell_of(keyspace, db, &keys[number], keyspace_find(keyspace, db, &keys[number], false));
}

static struct bytes field_of(unsigned number, char *space) {
    return bytes_of(space, (size_t)snprintf(space, 32, "field %u", number));
}

/* A slice after the other, for two rounds. */
static void sweep(void) {
    bool again;
    unsigned slices = 2 * (2 * KEYS / BUDGET + 2);
    for (unsigned i = 0; i < slices; i++) {
        do keyspace_sweep(keyspace, BUDGET, &again);
        while (again);
    }
    while (keyspace_free_some(keyspace, 1000)) continue;
}

static void check_indexes(void) {
    for (unsigned db = 0; db < 2; db++) index_check(&keyspace->databases[db].index);
}

/* No hash has a field that has expired. */
static void check_clean(void) {
    for (unsigned db = 0; db < 2; db++) {
        for (unsigned i = 0; i < KEYS; i++) {
            struct entry *entry = keyspace_find(keyspace, db, &keys[i], false);
            if (entry == NULL || entry_type(entry) != VALUE_HASH) continue;
            int64_t next_ms = hash_expires_next(entry);
            CHECK(next_ms == EXPIRE_NONE || next_ms >= keyspace->now_ms);
        }
    }
}

static void set_field(unsigned db, unsigned number, unsigned field, int64_t expire_ms) {
    char space[32];
    struct cell cell = cell_at(db, number);
    if (cell.entry != NULL && entry_type(cell.entry) != VALUE_HASH) return;
    hash_set(&cell, field_of(field, space), BYTES_LITERAL("v"), expire_ms);
}

static void copy_hash(unsigned from, unsigned to) {
    struct entry *source = keyspace_find(keyspace, 0, &keys[from], false);
    if (source == NULL || entry_type(source) != VALUE_HASH) return;
    struct buffer part = {0};
    uint64_t position = 0;
    struct cell draft = cell_draft(keyspace, 1, &keys[to], EXPIRE_NONE);
    CHECK(!value_save(source, &position, SIZE_MAX, &part));
    CHECK(value_load(&draft, buffer_view(&part)));
    cell_publish(&draft, keyspace_find(keyspace, 1, &keys[to], false));
    buffer_clear(&part);
}

static void move_hash(unsigned from, unsigned to) {
    struct cell source = cell_at(0, from), target = cell_at(0, to);
    source.entry = keyspace_find(keyspace, 0, &keys[from], false);
    if (source.entry != NULL && from != to) CHECK(cell_move(&source, &target, EXPIRE_NONE));
}

static bool is_shrinking;

static void change_something(void) {
    unsigned number = (unsigned)check_random_below(KEYS),
             other = (unsigned)check_random_below(KEYS);
    unsigned db = (unsigned)check_random_below(2), kind = (unsigned)check_random_below(40);
    int64_t expire_ms = keyspace->now_ms + (int64_t)check_random_below(500);
    struct entry *entry;
    if (is_shrinking && check_random_below(8) != 0) kind = 30;
    if (kind < 20) {
        set_field(db, number, (unsigned)check_random_below(20), kind < 8 ? expire_ms : EXPIRE_NONE);
    } else if (kind < 22) {
        for (unsigned i = 0; i < 700; i++)
            set_field(db, number % 7, i, i % 3 ? expire_ms : EXPIRE_NONE);
    } else if (kind < 28) {
        entry = keyspace_find(keyspace, db, &keys[number], false);
        keyspace_put_string(keyspace, db, &keys[number], entry, BYTES_LITERAL("text"),
                            kind < 24 ? expire_ms : EXPIRE_NONE);
    } else if (kind < 34) {
        entry = keyspace_find(keyspace, db, &keys[number], false);
        if (entry != NULL) keyspace_delete(keyspace, db, &keys[number], entry);
    } else if (kind < 36) {
        copy_hash(number, other);
    } else if (kind < 38) {
        move_hash(number, other);
    } else if (check_random_below(300) == 0) {
        keyspace_swap(keyspace, 0, 1);
    } else if (check_random_below(2000) == 0) {
        keyspace_flush(keyspace, db);
    }
}

TEST(the_sweep_finds_every_field_whatever_happened_to_its_hash) {
    bool again;
    segment_limit(2); /* small ones split and merge often */
    begin();
    for (unsigned round = 0; round < 60 && check_failures == 0; round++) {
        is_shrinking = round % 4 == 3;
        for (unsigned i = 0; i < (is_shrinking ? 10000 : 1000); i++) {
            change_something();
            if (check_random_below(10) == 0) keyspace_sweep(keyspace, BUDGET, &again);
        }
        check_indexes();
        keyspace_set_now(keyspace, keyspace->now_ms + (int64_t)check_random_below(300));
        if (check_random_below(3) != 0) continue;
        sweep();
        check_clean();
        check_indexes();
    }
    end();
    segment_limit(SEGMENT_HOMES_MAX);
}

TEST(a_pass_is_made_only_when_a_field_is_due) {
    begin();
    CHECK(!keyspace_has_expiring(keyspace));
    set_field(0, 1, 1, START_MS + 60000);
    set_field(0, 1, 2, EXPIRE_NONE);
    CHECK(!keyspace_has_expiring(keyspace));
    keyspace_set_now(keyspace, START_MS + 59000);
    CHECK(keyspace_has_expiring(keyspace));
    keyspace_set_now(keyspace, START_MS + 60001);
    sweep();
    CHECK_EQ(hash_count(keyspace_find(keyspace, 0, &keys[1], false)), 1);
    CHECK(!keyspace_has_expiring(keyspace));
    end();
}

TEST(very_many_fields_of_one_hash_go_in_slices) {
    bool again = true;
    begin();
    for (unsigned i = 0; i < 5000; i++) set_field(1, 1, i, START_MS + 10);
    set_field(1, 1, 5001, START_MS + 1000);
    keyspace_set_now(keyspace, START_MS + 11);
    keyspace_sweep(keyspace, BUDGET, &again);
    CHECK(again);
    uint64_t left = hash_count(keyspace_find(keyspace, 1, &keys[1], false));
    CHECK(left < 5001 && left > 3000);
    sweep();
    CHECK_EQ(hash_count(keyspace_find(keyspace, 1, &keys[1], false)), 1);
    keyspace_set_now(keyspace, START_MS + 1001);
    sweep();
    CHECK(keyspace_find(keyspace, 1, &keys[1], false) == NULL);
    end();
}

/* Its place in the index was that of the key that was missed. */
TEST(an_entry_that_was_found_is_edited_in_its_place_after_another_was_not_found) {
    char space[32];
    begin();
    for (unsigned i = 0; i < KEYS; i++) {
        struct cell cell = cell_at(0, i);
        set_add(&cell, BYTES_LITERAL("member"));
    }
    for (unsigned i = 0; i < KEYS; i++) {
        struct cell cell = cell_at(0, i);
        keyspace_find(keyspace, 0,
                      &(struct key){.hash = keys[i].hash + 1, .partition = keys[i].partition},
                      false);
        for (unsigned n = 0; n < 20; n++) set_add(&cell, field_of(n, space)); /* moves it */
    }
    check_indexes();
    for (unsigned i = 0; i < KEYS; i++)
        CHECK_EQ(set_count(keyspace_find(keyspace, 0, &keys[i], false)), 21);
    end();
}
