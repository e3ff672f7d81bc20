/* tests/unit/engine/collection_test.c - whatever is done to collections, their effects say it: a keyspace
 * that is fed by the records alone is equal after every step. */
#include "engine/collection.h"

#include "check.h"
#include "data/value.h"
#include "engine/core.h"
#include "engine/settings.h"
#include "log/replay.h"

enum { KEYS = 6, START_MS = 1000000 };

static struct settings settings;
static struct core core;
static struct keyspace *mirror;
static struct replay replay;
static struct command row;
static struct command_entry command = {.row = &row};
static struct call call;
static enum effect_op last_op;
static bool last_is_expiry;

static void apply(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)arg, (void)partition, (void)lsn;
    struct effect effect;
    bool is_good = effect_decode(record, &effect);
    last_op = effect.op;
    last_is_expiry = (effect.flags & EFFECT_IS_EXPIRY) != 0;
    CHECK(is_good && replay_effect(&replay, &effect));
}

static void on_expired(void *arg, unsigned db, const struct key *key, const struct entry *entry) {
    (void)arg, (void)entry;
    effect_delete(&core.shard.effects, db, key, EFFECT_IS_EXPIRY);
}

static void set_now(int64_t now_ms) {
    keyspace_set_now(core.shard.keyspace, now_ms);
    call.now_ms = now_ms;
}

static void begin(void) {
    struct keyspace_options options = {
        .databases = 1, .partition_count = PARTITIONS, .on_expired = on_expired};
    core = (struct core){.settings = &settings,
                         .shard = {.core = &core, .partition_count = PARTITIONS}};
    core.shard.keyspace = keyspace_create(&options);
    options.on_expired = NULL;
    mirror = keyspace_create(&options);
    keyspace_set_expiring(mirror, false);
    replay_init(&replay, mirror);
    effects_init(&core.shard.effects, 0, PARTITIONS);
    core.shard.effects.sink = (struct effect_sink){.record = apply};
    call = (struct call){.command = &command, .shard = &core.shard};
    set_now(START_MS);
}

static void end(void) {
    effects_clear(&core.shard.effects);
    buffer_clear(&core.shard.scratch);
    keyspace_destroy(core.shard.keyspace);
    replay_clear(&replay);
    keyspace_destroy(mirror);
}

static void check_mirror(void) {
    unsigned char real[20] = {0}, rebuilt[20] = {0};
    keyspace_digest(core.shard.keyspace, 0, real);
    keyspace_set_now(mirror, call.now_ms);
    keyspace_digest(mirror, 0, rebuilt);
    keyspace_set_now(mirror, 0);
    CHECK(memcmp(real, rebuilt, sizeof(real)) == 0);
}

static struct cell open_key(const struct key *key, enum value_type type) {
    struct cell cell;
    bool is_good = collection_open(&call, key, type, &cell);
    CHECK(is_good);
    return cell;
}

/* One of n texts, some of them long, of which a few need objects of their own. */
static struct bytes random_text(unsigned n) {
    static char text[6000];
    unsigned number = (unsigned)check_random_below(n);
    size_t len = (size_t)snprintf(text, sizeof(text), number % 3 == 0 ? "%u" : "text %u", number);
    if (number % 13 == 0) {
        size_t longer = number % 2 == 0 ? 100 : 5000;
        memset(text + len, 'x', longer);
        len += longer;
    }
    return bytes_of(text, len);
}

/* How many: now and then many at once, so that all forms are met. */
static unsigned random_count(void) {
    return check_random_below(40) == 0 ? 600 : 1 + (unsigned)check_random_below(4);
}

static void change_set(const struct key *key) {
    struct cell cell = open_key(key, VALUE_SET);
    bool adds = check_random_below(9) < 5;
    char scratch[NUMBER_TEXT_MAX];
    for (unsigned n = random_count(); n > 0; n--) {
        if (adds) {
            collection_set_add(&call, &cell, random_text(2000));
        } else if (cell.entry && check_random_below(2)) {
            struct bytes member = set_random(cell.entry, check_random(), scratch); /* a view */
            CHECK(collection_set_remove(&call, &cell, member));
        } else {
            collection_set_remove(&call, &cell, random_text(2000));
        }
    }
}

static void change_zset(const struct key *key) {
    struct cell cell = open_key(key, VALUE_ZSET);
    unsigned kind = (unsigned)check_random_below(9);
    struct zset_walk found;
    for (unsigned n = random_count(); n > 0; n--) {
        if (kind < 5) {
            collection_zset_set(&call, &cell, random_text(2000), (double)check_random_below(50));
        } else if (kind < 6 && zset_count(cell.entry) > 0) {
            uint64_t total = zset_count(cell.entry), rank = check_random_below(total);
            uint64_t count = 1 + check_random_below(total), left = total - rank;
            CHECK_EQ(collection_zset_remove_range(&call, &cell, rank, count),
                     count < left ? count : left);
        } else if (cell.entry) {
            zset_random(cell.entry, check_random(), &found);
            CHECK(collection_zset_remove(&call, &cell, found.member));
        }
    }
}

static void change_hash(const struct key *key) {
    struct cell cell = open_key(key, VALUE_HASH);
    unsigned kind = (unsigned)check_random_below(9);
    struct hash_walk found;
    for (unsigned n = random_count(); n > 0; n--) {
        if (kind < 5 || !cell.entry) {
            char value[32];
            size_t len = (size_t)snprintf(value, sizeof(value), "%u", (unsigned)check_random());
            int64_t expire_ms =
                kind == 0 ? call.now_ms + (int64_t)check_random_below(40) : EXPIRE_NONE;
            collection_hash_set(&call, &cell, random_text(2000), bytes_of(value, len), expire_ms);
        } else {
            hash_random(cell.entry, check_random(), &found);
            char field[6000];
            memcpy(field, found.field.data, found.field.len);
            if (kind < 7)
                collection_hash_set_expire(&call, &cell, bytes_of(field, found.field.len),
                                           kind == 5 ? call.now_ms + 10 : EXPIRE_NONE);
            else
                CHECK(collection_hash_delete(&call, &cell, found.field));
        }
    }
}

static void change_list(const struct key *key) {
    struct cell cell = open_key(key, VALUE_LIST);
    unsigned kind = (unsigned)check_random_below(11);
    for (unsigned n = random_count(); n > 0; n--) {
        uint64_t total = lists_count(cell.entry);
        uint64_t index = total > 0 ? check_random_below(total) : 0;
        if (kind < 4 || total == 0)
            collection_list_push(&call, &cell, kind % 2 == 0, random_text(3000));
        else if (kind < 5)
            collection_list_insert(&call, &cell, check_random_below(total + 1), random_text(3000));
        else if (kind < 6)
            collection_list_set(&call, &cell, index, random_text(3000));
        else if (kind < 7)
            collection_list_remove(&call, &cell, index, check_random_below(total - index + 1));
        else if (kind < 8)
            collection_list_keep(&call, &cell, index, check_random_below(total - index + 1));
        else
            collection_list_remove(&call, &cell, kind == 8 ? 0 : total - 1, 1);
    }
}

/* COPY in small: through parts into a draft, with an expiry that may be in the past. */
static void copy_key(const struct key *from, const struct key *to) {
    struct entry *source = store_peek(&call, from);
    if (!source || entry_type(source) == VALUE_STRING) return;
    struct buffer part = {0};
    uint64_t position = 0;
    int64_t offsets[] = {-1, 0, 50}, expire_ms = call.now_ms + offsets[check_random_below(3)];
    struct cell draft = cell_draft(core.shard.keyspace, 0, to, expire_ms);
    bool is_more;
    do {
        part.len = 0;
        is_more = value_save(source, &position, 1000, &part);
        CHECK(value_load(&draft, buffer_view(&part)));
    } while (is_more);
    bool is_there = collection_publish(&call, &draft, store_peek(&call, to));
    CHECK_EQ(is_there, expire_ms >= call.now_ms);
    CHECK_EQ(store_peek(&call, to) != NULL, is_there);
    buffer_clear(&part);
}

/* RENAME in small. */
static void move_key(const struct key *from, const struct key *to) {
    struct entry *entry = store_peek(&call, from);
    if (!entry || entry_type(entry) == VALUE_STRING) return;
    struct cell source = cell_of(core.shard.keyspace, 0, from, entry);
    struct cell target = cell_of(core.shard.keyspace, 0, to, store_peek(&call, to));
    CHECK(collection_move(&call, &source, &target, entry_expire_ms(entry)));
    CHECK(!store_peek(&call, from) && store_peek(&call, to));
}

static const enum value_type types[] = {VALUE_SET, VALUE_ZSET, VALUE_HASH, VALUE_LIST};

static void change_key(const struct key *key, unsigned type) {
    static void (*const change[])(const struct key *) = {change_set, change_zset, change_hash,
                                                         change_list};
    struct entry *entry = store_peek(&call, key);
    if (entry && entry_type(entry) != types[type]) {
        if (check_random_below(8) != 0) return;
        store_delete(&call, key, entry);
    }
    change[type](key);
}

static void take_step(void) {
    static char names[KEYS][8];
    struct key keys[KEYS];
    for (unsigned i = 0; i < KEYS; i++) {
        keys[i] =
            key_of(bytes_of(names[i], (size_t)snprintf(names[i], sizeof(names[i]), "key%u", i)));
    }
    unsigned number = (unsigned)check_random_below(KEYS), kind = (unsigned)check_random_below(40);
    unsigned next = (number + 1 + (unsigned)check_random_below(KEYS - 1)) % KEYS;
    if (kind == 0)
        copy_key(&keys[number], &keys[next]);
    else if (kind == 1)
        move_key(&keys[number], &keys[next]);
    else
        change_key(&keys[number], (unsigned)check_random_below(4));
    if (check_random_below(10) == 0) set_now(call.now_ms + 7);
}

TEST(records_alone_rebuild_what_random_changes_made) {
    begin();
    for (unsigned step = 0; step < 6000 && check_failures == 0; step++) {
        take_step();
        check_mirror();
        keyspace_free_some(core.shard.keyspace, 100000);
        keyspace_free_some(mirror, 100000);
    }
    end();
}

TEST(a_key_is_made_and_removed_by_a_record_of_the_whole) {
    begin();
    struct key key = key_of(BYTES_LITERAL("k"));
    struct cell cell = open_key(&key, VALUE_SET);
    CHECK(collection_set_add(&call, &cell, BYTES_LITERAL("a")));
    CHECK_EQ(last_op, EFFECT_VALUE);
    CHECK(collection_set_add(&call, &cell, BYTES_LITERAL("b")));
    CHECK_EQ(last_op, EFFECT_FIELD);
    uint64_t records = core.shard.effects.lsns_taken, dirty = core.shard.dirty;
    CHECK(!collection_set_add(&call, &cell, BYTES_LITERAL("b")));
    CHECK(!collection_set_remove(&call, &cell, BYTES_LITERAL("c")));
    CHECK_EQ(core.shard.effects.lsns_taken, records);
    CHECK_EQ(core.shard.dirty, dirty);
    CHECK(collection_set_remove(&call, &cell, BYTES_LITERAL("a")));
    CHECK_EQ(last_op, EFFECT_FIELD);
    CHECK(collection_set_remove(&call, &cell, BYTES_LITERAL("b")));
    CHECK_EQ(last_op, EFFECT_DELETE);
    CHECK(!cell.entry && !store_peek(&call, &key));
    CHECK_EQ(core.shard.dirty, dirty + 2);
    end();
}

TEST(fields_that_expired_go_with_records_when_their_hash_is_opened) {
    begin();
    struct key key = key_of(BYTES_LITERAL("k"));
    struct cell cell = open_key(&key, VALUE_HASH);
    struct bytes value = BYTES_LITERAL("v");
    collection_hash_set(&call, &cell, BYTES_LITERAL("a"), value, START_MS + 10);
    collection_hash_set(&call, &cell, BYTES_LITERAL("b"), value, START_MS + 20);
    struct entry *entry;
    set_now(START_MS + 11);
    REQUIRE(collection_find(&call, &key, VALUE_HASH, &entry));
    CHECK_EQ(hash_count(entry), 1);
    CHECK_EQ(last_op, EFFECT_FIELD);
    check_mirror();
    set_now(START_MS + 21);
    REQUIRE(collection_find(&call, &key, VALUE_HASH, &entry));
    CHECK(!entry);
    CHECK_EQ(last_op, EFFECT_DELETE);
    CHECK(last_is_expiry);
    check_mirror();
    end();
}
