/* Sets, hashes and sorted sets in the keyspace: each behaves as a plain array does, in every form
 * and over the borders between them; the hook hears of every change before it; memory is counted to
 * the byte; and what was saved loads as it was. */
#include "check.h"

#include "data/hash.h"
#include "data/inside.h"
#include "data/set.h"
#include "data/value.h"
#include "data/zset.h"

enum { NAMES = 700, NAME_SPACE = 6000 };

struct model {
    bool is_there;
    char *value;
    size_t len;
    int64_t expire_ms;
    double score;
};

static struct {
    struct keyspace *keyspace;
    struct model models[NAMES];
    unsigned count;
    enum value_type type;
    struct key key;
    char key_space[4000];
    /* What the hook heard during the last call. */
    unsigned told;
    enum mutation_kind kind;
    bool had_field;
    char field_space[NAME_SPACE];
    struct bytes field;
} w;

static struct bytes name_of(unsigned i, char *space) {
    if (i % 3 == 0) return bytes_of(space, (size_t)snprintf(space, 32, "%d", (int)i * 7 - 900));
    size_t len = (size_t)snprintf(space, 32, "name:%u", i), wanted = len;
    if (i == 1) wanted = 0;
    if (i % 50 == 4) wanted = 30 + i % 60;
    if (i % 231 == 17) wanted = 2000 + i * 5;
    if (i % 3 == 1 && i > 300)
        return bytes_of(space, (size_t)snprintf(space, 32, "%u000000007", i));
    for (; len < wanted; len++) space[len] = (char)(i + len * 3);
    return bytes_of(space, wanted);
}

static bool entry_has(const struct entry *entry, struct bytes name) {
    struct hash_found found;
    double score;
    if (entry == NULL) return false;
    if (w.type == VALUE_SET) return set_has(entry, name);
    if (w.type == VALUE_HASH) return hash_get(entry, name, 0, &found);
    return zset_score(entry, name, &score);
}

static uint64_t entry_count(const struct entry *entry) {
    if (w.type == VALUE_SET) return set_count(entry);
    return w.type == VALUE_HASH ? hash_count(entry) : zset_count(entry);
}

static void on_mutation(void *arg, const struct mutation *mutation) {
    (void)arg;
    w.told++;
    w.kind = mutation->kind;
    if (mutation->field.len > NAME_SPACE) abort();
    if (mutation->field.len != 0) memcpy(w.field_space, mutation->field.data, mutation->field.len);
    w.field = bytes_of(w.field_space, mutation->field.len);
    if (mutation->before != NULL && entry_type(mutation->before) == w.type) {
        CHECK_EQ(entry_count(mutation->before), w.count); /* D2 */
        w.had_field = entry_has(mutation->before, w.field);
    }
}

static void start(enum value_type type, size_t key_len) {
    memset(&w, 0, sizeof w);
    struct keyspace_options options = {
        .databases = 4, .partition_count = PARTITIONS, .hook = on_mutation};
    w.type = type;
    w.keyspace = keyspace_create(&options);
    keyspace_set_now(w.keyspace, 1000000);
    memset(w.key_space, 'k', sizeof w.key_space);
    w.key = key_of(bytes_of(w.key_space, key_len));
}

static void free_all(void) {
    while (keyspace_free_some(w.keyspace, 10)) continue;
    CHECK_EQ(w.keyspace->heap.bytes, 0);
    CHECK_EQ(w.keyspace->garbage_bytes, 0);
}

static void stop(void) {
    keyspace_set_hook(w.keyspace, NULL);
    for (unsigned db = 0; db < 4; db++) keyspace_flush(w.keyspace, db);
    free_all();
    CHECK_EQ(w.keyspace->slab.used_bytes, 0);
    for (unsigned i = 0; i < NAMES; i++) free(w.models[i].value);
    keyspace_destroy(w.keyspace);
}

static struct cell here(void) {
    return cell_of(w.keyspace, 0, &w.key, keyspace_find(w.keyspace, 0, &w.key, true));
}

/* ---- comparing ---- */

static void check_memory(const struct entry *entry) {
    const struct database *database = database_of(w.keyspace, 0);
    size_t expected = entry != NULL ? entry_memory(entry) - 6 : 0;
    CHECK_EQ(database->entry_bytes + database->object_bytes, expected);
    CHECK_EQ(database->index.count, entry != NULL);
}

static void check_hash_walk(const struct entry *entry) {
    struct hash_walk walk = hash_walk(entry, 0);
    char space[NAME_SPACE];
    unsigned n = 0;
    for (; hash_next(&walk); n++) {
        unsigned i = 0;
        while (i < NAMES && !bytes_equal(name_of(i, space), walk.field)) i++;
        REQUIRE(i < NAMES && w.models[i].is_there);
        CHECK_BYTES(walk.value.data, walk.value.len, w.models[i].value, w.models[i].len);
        CHECK_EQ(walk.expire_ms, w.models[i].expire_ms);
    }
    CHECK_EQ(n, w.count);
    int64_t next = EXPIRE_NONE;
    for (unsigned i = 0; i < NAMES; i++) {
        const struct model *model = &w.models[i];
        if (model->is_there && model->expire_ms != 0 && (next == 0 || model->expire_ms < next))
            next = model->expire_ms;
    }
    CHECK_EQ(hash_expires_next(entry), next);
}

static void check_set_walk(const struct entry *entry) {
    struct set_walk walk = set_walk(entry);
    char space[NAME_SPACE], scratch[NUMBER_TEXT_MAX];
    unsigned n = 0;
    for (struct bytes member; set_next(&walk, &member); n++) CHECK(set_has(entry, member));
    CHECK_EQ(n, w.count);
    for (unsigned i = 0; i < NAMES; i++)
        CHECK_EQ(set_has(entry, name_of(i, space)), w.models[i].is_there);
    if (n != 0) CHECK(set_has(entry, set_random(entry, check_random(), scratch)));
}

static void check_zset_walk(const struct entry *entry) {
    struct zset_walk walk, back;
    double score = 0;
    uint64_t n = 0, rank;
    struct buffer before = {0};
    zset_walk(entry, 0, &walk);
    for (; zset_next(&walk); n++) {
        if (n > 0) {
            int order = walk.score < score ? -1 : walk.score > score;
            CHECK(order > 0 ||
                  (order == 0 && bytes_compare(buffer_view(&before), walk.member) < 0));
        }
        CHECK(zset_rank(entry, walk.member, &rank, &score) && rank == n && score == walk.score);
        zset_walk(entry, n + 1, &back);
        CHECK(zset_prev(&back) && bytes_equal(back.member, walk.member));
        uint64_t smaller = 0, equal = 0;
        for (unsigned i = 0; i < NAMES; i++) {
            smaller += w.models[i].is_there && w.models[i].score < walk.score;
            equal += w.models[i].is_there && w.models[i].score == walk.score;
        }
        CHECK_EQ(zset_rank_of_score(entry, walk.score, false), smaller);
        CHECK_EQ(zset_rank_of_score(entry, walk.score, true), smaller + equal);
        before.len = 0;
        buffer_append(&before, walk.member);
    }
    CHECK_EQ(n, w.count);
    buffer_clear(&before);
}

static void check_one(const struct entry *entry, unsigned i) {
    char space[NAME_SPACE];
    struct bytes name = name_of(i, space);
    const struct model *model = &w.models[i];
    struct hash_found found;
    double score;
    CHECK_EQ(entry_has(entry, name), model->is_there);
    CHECK_EQ(entry != NULL, w.count != 0);
    if (entry == NULL || !model->is_there) return;
    CHECK_EQ(entry_count(entry), w.count);
    if (w.type == VALUE_HASH && hash_get(entry, name, 0, &found)) {
        CHECK_BYTES(found.value.data, found.value.len, model->value, model->len);
        CHECK_EQ(found.expire_ms, model->expire_ms);
    }
    if (w.type == VALUE_ZSET && zset_score(entry, name, &score)) CHECK_DOUBLE(score, model->score);
}

static void check_all(void) {
    const struct entry *entry = keyspace_find(w.keyspace, 0, &w.key, false);
    check_memory(entry);
    if (w.type == VALUE_HASH) check_hash_walk(entry);
    if (w.type == VALUE_SET) check_set_walk(entry);
    if (w.type == VALUE_ZSET) check_zset_walk(entry);
    for (unsigned i = 0; i < NAMES; i++) check_one(entry, i);
}

/* ---- operations ---- */

static void check_told(bool is_expected, enum mutation_kind kind, struct bytes field, bool had) {
    CHECK_EQ(w.told, is_expected);
    if (!is_expected || w.told == 0) return;
    CHECK_EQ(w.kind, kind);
    if (kind == MUTATION_DELETE) return;
    CHECK_BYTES(w.field.data, w.field.len, field.data, field.len);
    if (kind == MUTATION_EDIT) CHECK_EQ(w.had_field, had);
}

static void draw_value(struct model *model) {
    static const double specials[] = {0, -1, 0.5, 1e300, -1e-300, 3.25, 1e17, 0.1};
    size_t len = check_random_below(30);
    if (check_random_below(40) == 0) len = check_random_below(200);
    if (check_random_below(300) == 0) len = check_random_below(9000);
    free(model->value);
    model->value = malloc(len + 32);
    for (size_t i = 0; i < len; i++) model->value[i] = (char)check_random();
    if (check_random_below(3) == 0)
        len = (size_t)snprintf(model->value, 32, "%d", (int)check_random_below(100000) - 5000);
    model->len = len;
    model->expire_ms = 0;
    if (check_random_below(200) == 0) model->expire_ms = 1000001 + (int64_t)check_random_below(99);
    model->score =
        check_random_below(3) ? (double)check_random_below(50) : specials[check_random() % 8];
}

static void put(unsigned i) {
    char space[NAME_SPACE];
    struct bytes name = name_of(i, space);
    struct model *model = &w.models[i];
    struct cell cell = here();
    value_prefetch(cell.entry, &name, 1, 1);
    bool had = model->is_there, changes = true;
    double before = model->score;
    draw_value(model);
    w.told = 0;
    if (w.type == VALUE_SET) {
        changes = !had;
        CHECK_EQ(set_add(&cell, name), !had);
    } else if (w.type == VALUE_HASH) {
        struct bytes value = bytes_of(model->value, model->len);
        CHECK_EQ(hash_set(&cell, name, value, model->expire_ms), !had);
    } else {
        changes = !had || before != model->score;
        if (!changes) model->score = before;
        CHECK_EQ(zset_set(&cell, name, model->score), !changes ? ZSET_SAME
                                                      : had    ? ZSET_UPDATED
                                                               : ZSET_ADDED);
    }
    check_told(changes, w.count == 0 ? MUTATION_PUT : MUTATION_EDIT, name, had);
    if (!had) w.count++;
    model->is_there = true;
    CHECK(!cell.is_draft && cell.entry == keyspace_find(w.keyspace, 0, &w.key, false));
    check_one(cell.entry, i);
}

static void drop(unsigned i) {
    char space[NAME_SPACE];
    struct bytes name = name_of(i, space);
    struct cell cell = here();
    bool had = w.models[i].is_there, is_gone;
    w.told = 0;
    if (w.type == VALUE_SET)
        is_gone = set_remove(&cell, name);
    else
        is_gone = w.type == VALUE_HASH ? hash_delete(&cell, name) : zset_remove(&cell, name);
    CHECK_EQ(is_gone, had);
    check_told(had, w.count == 1 ? MUTATION_DELETE : MUTATION_EDIT, name, true);
    w.count -= had;
    w.models[i].is_there = false;
    CHECK(cell.entry == keyspace_find(w.keyspace, 0, &w.key, false));
    check_one(cell.entry, i);
}

static void set_field_expiry(unsigned i) {
    char space[NAME_SPACE];
    struct model *model = &w.models[i];
    if (w.type != VALUE_HASH || !model->is_there) return;
    struct cell cell = here();
    model->expire_ms =
        check_random_below(2) ? 1000001 + (int64_t)check_random_below(1000) : EXPIRE_NONE;
    hash_set_expire(&cell, name_of(i, space), model->expire_ms);
    check_one(cell.entry, i);
}

static void forget_gone(void *arg, struct bytes member, double score) {
    char space[NAME_SPACE];
    unsigned i = 0;
    (void)arg;
    while (i < NAMES && !bytes_equal(name_of(i, space), member)) i++;
    REQUIRE(i < NAMES && w.models[i].is_there);
    CHECK_DOUBLE(w.models[i].score, score);
    w.models[i].is_there = false;
}

static void remove_some(void) {
    if (w.type != VALUE_ZSET) return;
    struct cell cell = here();
    uint64_t rank = check_random_below(w.count + 2), n = check_random_below(w.count / 4 + 2);
    uint64_t left = rank < w.count ? w.count - rank : 0, expected = n < left ? n : left;
    CHECK_EQ(zset_remove_range(&cell, rank, n, forget_gone, NULL), expected);
    w.count -= (unsigned)expected;
}

static void save_and_load(void) {
    struct entry *entry = keyspace_find(w.keyspace, 0, &w.key, false);
    if (entry == NULL) return;
    uint64_t position = 0;
    unsigned char before[20], after[20];
    size_t part_max = check_random_below(2) ? SIZE_MAX : 500;
    struct cell draft = cell_draft(w.keyspace, 0, &w.key, EXPIRE_NONE);
    entry_digest(entry, 0, before);
    const char *encoding = entry_encoding(entry);
    bool is_more;
    do {
        struct buffer part = {0};
        is_more = value_save(entry, &position, part_max, &part);
        CHECK(value_load(&draft, buffer_view(&part)));
        buffer_clear(&part);
    } while (is_more);
    CHECK_STR(entry_encoding(draft.entry), encoding);
    w.told = 0;
    cell_publish(&draft, keyspace_find(w.keyspace, 0, &w.key, false));
    CHECK(w.told == 1 && w.kind == MUTATION_PUT);
    entry_digest(draft.entry, 0, after);
    CHECK_BYTES(after, 20, before, 20);
}

static void behave_as_an_array(enum value_type type, size_t key_len, unsigned names) {
    start(type, key_len);
    for (unsigned phase = 0; phase < 14; phase++) {
        unsigned adds = phase % 2 ? 2 : 7, used = phase % 4 < 2 ? names : names / 8 + 3;
        for (unsigned step = 0; step < 1200; step++) {
            unsigned i = (unsigned)check_random_below(used);
            unsigned what = (unsigned)check_random_below(10);
            if (check_random_below(100) == 0 && type != VALUE_SET) set_field_expiry(i);
            if (check_random_below(300) == 0) remove_some();
            what < adds ? put(i) : drop(i);
        }
        save_and_load();
        check_all();
        if (check_random_below(2)) keyspace_free_some(w.keyspace, 50);
    }
    stop();
}

TEST(a_set_behaves_as_an_array) {
    behave_as_an_array(VALUE_SET, 5, NAMES);
    behave_as_an_array(VALUE_SET, 5, 90);
    behave_as_an_array(VALUE_SET, 2950, 200);
    behave_as_an_array(VALUE_SET, 3500, 90);
}

TEST(a_hash_behaves_as_an_array) {
    behave_as_an_array(VALUE_HASH, 5, NAMES);
    behave_as_an_array(VALUE_HASH, 5, 90);
    behave_as_an_array(VALUE_HASH, 2950, 90);
    behave_as_an_array(VALUE_HASH, 3500, 90);
}

TEST(a_sorted_set_behaves_as_an_array) {
    behave_as_an_array(VALUE_ZSET, 5, NAMES);
    behave_as_an_array(VALUE_ZSET, 5, 90);
    behave_as_an_array(VALUE_ZSET, 2950, 90);
}

/* ---- encodings ---- */

static const char *encoding_here(void) {
    return entry_encoding(keyspace_find(w.keyspace, 0, &w.key, false));
}

static void add_number(struct cell *cell, unsigned i) {
    char text[32];
    struct bytes name = bytes_of(text, (size_t)snprintf(text, 32, "%u", i));
    if (w.type == VALUE_SET) set_add(cell, name);
    if (w.type == VALUE_HASH) hash_set(cell, name, name, EXPIRE_NONE);
    if (w.type == VALUE_ZSET) zset_set(cell, name, i);
    w.count++;
}

static void change_at(enum value_type type, unsigned limit, const char *small, const char *large) {
    start(type, 5);
    for (unsigned i = 0; i <= limit; i++) {
        if (i > 0) CHECK_STR(encoding_here(), small);
        struct cell cell = here();
        add_number(&cell, i);
    }
    CHECK_STR(encoding_here(), large);
    for (unsigned i = 0; i < limit; i++) {
        struct cell cell = here();
        char text[32];
        struct bytes name = bytes_of(text, (size_t)snprintf(text, 32, "%u", i));
        if (type == VALUE_SET) set_remove(&cell, name);
        if (type == VALUE_HASH) hash_delete(&cell, name);
        if (type == VALUE_ZSET) zset_remove(&cell, name);
        w.count--;
    }
    CHECK_STR(encoding_here(), large); /* for good */
    save_and_load();
    CHECK_STR(encoding_here(), large);
    stop();
}

TEST(encodings_change_where_those_of_redis_do) {
    change_at(VALUE_SET, 512, "intset", "hashtable");
    change_at(VALUE_HASH, 128, "listpack", "hashtable");
    change_at(VALUE_ZSET, 128, "listpack", "skiplist");
}

TEST(a_long_text_changes_the_encoding) {
    char text[65];
    memset(text, 'x', sizeof text);
    for (size_t len = 64; len <= 65; len++) {
        struct bytes name = bytes_of(text, len), one = BYTES_LITERAL("1");
        start(VALUE_HASH, 5);
        struct cell cell = here();
        hash_set(&cell, one, name, EXPIRE_NONE);
        CHECK_STR(encoding_here(), len == 64 ? "listpack" : "hashtable");
        stop();
        start(VALUE_ZSET, 5);
        cell = here();
        zset_set(&cell, name, 1);
        CHECK_STR(encoding_here(), len == 64 ? "listpack" : "skiplist");
        stop();
    }
    start(VALUE_SET, 5);
    struct cell cell = here();
    set_add(&cell, BYTES_LITERAL("1"));
    w.count++;
    set_add(&cell, BYTES_LITERAL("a"));
    CHECK_STR(encoding_here(), "hashtable");
    stop();
}

/* Wide integers: 512 of them are more than an entry holds, but Redis says intset. */
TEST(a_large_intset_says_intset) {
    start(VALUE_SET, 5);
    for (unsigned i = 0; i < 512; i++) {
        char text[32];
        struct cell cell = here();
        set_add(&cell, bytes_of(text, (size_t)snprintf(text, 32, "%u0000000000", i + 1)));
        w.count++;
        CHECK_STR(encoding_here(), "intset");
    }
    struct cell cell = here();
    set_add(&cell, BYTES_LITERAL("5"));
    CHECK_STR(encoding_here(), "hashtable");
    stop();
}

/* ---- whole collections ---- */

static void fill(enum value_type type, struct cell *cell, unsigned n) {
    w.type = type;
    for (unsigned i = 0; i < n; i++) add_number(cell, i);
}

static void ignore_mutation(void *arg, const struct mutation *mutation) {
    (void)arg, (void)mutation;
}

TEST(a_collection_is_renamed_and_moved_in_one_step) {
    static const unsigned sizes[] = {1, 100, 3000};
    for (enum value_type type = VALUE_SET; type <= VALUE_HASH; type++) {
        for (unsigned s = 0; s < 3; s++) {
            start(type, 5);
            keyspace_set_hook(w.keyspace, ignore_mutation);
            struct cell source = here();
            fill(type, &source, sizes[s]);
            struct key key = key_of(BYTES_LITERAL("other"));
            struct cell target = cell_of(w.keyspace, 1, &key, NULL);
            unsigned char before[20], after[20];
            /* Over something, and back, with an expiry on the way. */
            target.entry = keyspace_put_string(w.keyspace, 1, &key, NULL, BYTES_LITERAL("replaced"),
                                               EXPIRE_NONE);
            source = here();
            entry_digest(source.entry, 0, before);
            CHECK(cell_move(&source, &target, 2000000));
            CHECK(source.entry == NULL && here().entry == NULL);
            CHECK_EQ(database_of(w.keyspace, 0)->entry_bytes, 0);
            CHECK_EQ(database_of(w.keyspace, 0)->object_bytes, 0);
            target.entry = keyspace_find(w.keyspace, 1, &key, false);
            CHECK_EQ(entry_expire_ms(target.entry), 2000000);
            CHECK_EQ(entry_count(target.entry), sizes[s]);
            CHECK(cell_move(&target, &source, EXPIRE_NONE));
            entry_digest(here().entry, 0, after);
            CHECK_BYTES(after, 20, before, 20);
            check_memory(here().entry);
            stop();
        }
    }
}

TEST(a_block_that_has_no_room_beside_a_longer_key_is_loaded_by_elements) {
    for (enum value_type type = VALUE_SET; type <= VALUE_HASH; type++) {
        start(type, 5);
        keyspace_set_hook(w.keyspace, ignore_mutation);
        struct cell source = here();
        for (unsigned i = 0; i < 120; i++) {
            char text[64];
            struct bytes name = bytes_of(text, (size_t)snprintf(text, 64, "member number %u", i));
            if (type == VALUE_SET) set_add(&source, name);
            if (type == VALUE_HASH) hash_set(&source, name, BYTES_LITERAL("v"), 1000005);
            if (type == VALUE_ZSET) zset_set(&source, name, i / 7.0);
        }
        memset(w.key_space, 'l', 2990);
        struct key key = key_of(bytes_of(w.key_space, 2990));
        struct cell draft = cell_draft(w.keyspace, 1, &key, EXPIRE_NONE);
        struct buffer part = {0};
        uint64_t position = 0, sums[2][2] = {{0}};
        CHECK(!value_save(source.entry, &position, 1, &part));
        CHECK(entry_object(source.entry) == NULL);
        CHECK(value_load(&draft, buffer_view(&part)));
        value_kinds[type]->digest(source.entry, sums[0]);
        value_kinds[type]->digest(draft.entry, sums[1]);
        CHECK_BYTES(sums[0], 16, sums[1], 16);
        cell_publish(&draft, NULL);
        buffer_clear(&part);
        memset(w.key_space, 'k', sizeof w.key_space);
        stop();
    }
}

TEST(bytes_from_elsewhere_never_crash_a_load) {
    for (unsigned round = 0; round < 6000; round++) {
        enum value_type type = VALUE_SET + round % 3;
        start(type, 5);
        keyspace_set_hook(w.keyspace, ignore_mutation);
        struct cell cell = here();
        fill(type, &cell, 1 + (unsigned)check_random_below(round % 7 == 0 ? 700 : 20));
        struct buffer part = {0};
        uint64_t position = 0;
        while (value_save(cell.entry, &position, 300, &part) && part.len < 2000) continue;
        size_t len = part.len;
        for (unsigned n = (unsigned)check_random_below(4); n > 0; n--)
            part.data[check_random_below(len)] = (char)check_random();
        if (check_random_below(2)) len = check_random_below(len + 1);
        char *exact = malloc(len + 1);
        memcpy(exact, part.data, len);
        struct key key = key_of(BYTES_LITERAL("loaded"));
        struct cell draft = cell_draft(w.keyspace, 1, &key, EXPIRE_NONE);
        if (value_load(&draft, bytes_of(exact, len)))
            cell_publish(&draft, NULL);
        else
            cell_discard(&draft);
        free(exact);
        buffer_clear(&part);
        stop();
    }
}

TEST(a_string_may_replace_a_collection_and_the_other_way_round) {
    static const unsigned sizes[] = {1, 100, 3000};
    for (unsigned s = 0; s < 9; s++) {
        start(VALUE_SET + s / 3, 5);
        keyspace_set_hook(w.keyspace, ignore_mutation);
        struct cell cell = here();
        fill(w.type, &cell, sizes[s % 3]);
        keyspace_put_string(w.keyspace, 0, &w.key, here().entry, BYTES_LITERAL("text"), 5000000);
        check_memory(here().entry);
        struct cell draft = cell_draft(w.keyspace, 0, &w.key, 6000000);
        fill(w.type, &draft, sizes[s % 3]);
        cell_publish(&draft, here().entry);
        CHECK_EQ(entry_expire_ms(here().entry), 6000000);
        check_memory(here().entry);
        keyspace_set_expire(w.keyspace, 0, &w.key, here().entry, EXPIRE_NONE);
        check_memory(here().entry);
        keyspace_set_expire(w.keyspace, 0, &w.key, here().entry, 7000000);
        CHECK_EQ(entry_count(here().entry), sizes[s % 3]);
        keyspace_set_now(w.keyspace, 7000001);
        CHECK(here().entry == NULL);
        check_memory(NULL);
        free_all();
        stop();
    }
}

/* Where expired entries stay until the primary says so, a new collection takes their place. */
TEST(a_new_collection_takes_the_place_of_a_hidden_expired_entry) {
    start(VALUE_HASH, 5);
    keyspace_set_hook(w.keyspace, ignore_mutation);
    keyspace_set_expiring(w.keyspace, false);
    keyspace_put_string(w.keyspace, 0, &w.key, NULL, BYTES_LITERAL("old"), 1000001);
    keyspace_set_now(w.keyspace, 1000002);
    struct cell cell = here();
    CHECK(cell.entry == NULL);
    fill(VALUE_HASH, &cell, 10);
    CHECK_EQ(hash_count(here().entry), 10);
    check_memory(here().entry);
    stop();
}

TEST(big_collections_are_freed_in_slices) {
    for (enum value_type type = VALUE_SET; type <= VALUE_HASH; type++) {
        start(type, 5);
        keyspace_set_hook(w.keyspace, ignore_mutation);
        struct cell cell = here();
        fill(type, &cell, 20000);
        if (type == VALUE_HASH)
            for (unsigned i = 0; i < 5000; i++) {
                char text[32];
                hash_set_expire(&cell, bytes_of(text, (size_t)snprintf(text, 32, "%u", i)),
                                9999999);
            }
        uint64_t before = w.keyspace->heap.bytes;
        cell_delete(&cell);
        CHECK(w.keyspace->heap.bytes > before * 7 / 10);
        CHECK(keyspace_has_garbage(w.keyspace));
        struct keyspace_memory memory;
        unsigned calls = 0;
        uint64_t last = UINT64_MAX;
        while (keyspace_has_garbage(w.keyspace)) {
            keyspace_memory(w.keyspace, &memory);
            CHECK_EQ(memory.pending_free_bytes, w.keyspace->heap.bytes);
            CHECK(memory.pending_free_bytes <= last);
            last = memory.pending_free_bytes;
            keyspace_free_some(w.keyspace, 100);
            calls++;
        }
        CHECK(calls > 100);
        free_all();
        stop();
    }
}

/* ---- field expiry ---- */

static void count_gone(void *arg, struct bytes field) {
    (void)field;
    ++*(unsigned *)arg;
}

TEST(fields_expire_in_time_and_the_key_with_the_last) {
    for (unsigned n = 5; n <= 500; n *= 10) {
        start(VALUE_HASH, 5);
        keyspace_set_hook(w.keyspace, ignore_mutation);
        struct cell cell = here();
        unsigned gone = 0;
        fill(VALUE_HASH, &cell, n);
        for (unsigned i = 0; i < n; i++) {
            char text[32];
            struct bytes field = bytes_of(text, (size_t)snprintf(text, 32, "%u", i));
            hash_set_expire(&cell, field, 1000100 + i);
        }
        CHECK_EQ(hash_expires_next(cell.entry), 1000100);
        keyspace_set_now(w.keyspace, 1000102);
        struct hash_found found;
        CHECK(!hash_get(cell.entry, BYTES_LITERAL("1"), 1000102, &found));
        CHECK(hash_get(cell.entry, BYTES_LITERAL("2"), 1000102, &found));
        struct hash_walk walk = hash_walk(cell.entry, 1000102);
        unsigned seen = 0;
        while (hash_next(&walk)) seen++;
        CHECK_EQ(seen, n - 2);
        CHECK(!hash_purge(&cell, 1, count_gone, &gone));
        CHECK(hash_purge(&cell, 100, count_gone, &gone));
        CHECK_EQ(gone, 2);
        CHECK_EQ(hash_count(cell.entry), n - 2);
        keyspace_set_now(w.keyspace, 2000000);
        CHECK(hash_purge(&cell, 100000, count_gone, &gone));
        CHECK_EQ(gone, n);
        CHECK(cell.entry == NULL && here().entry == NULL);
        stop();
    }
}

/* ---- scans ---- */

static void count_seen(void *arg, struct bytes member) {
    unsigned *seen = arg;
    char text[16] = ""; /* no NUL ends a member, and what lies behind it may be a digit */
    REQUIRE(member.len < sizeof text);
    memcpy(text, member.data, member.len);
    seen[strtoul(text, NULL, 10)]++;
}

TEST(a_scan_of_a_large_set_needs_small_steps_only) {
    static unsigned seen[5000];
    start(VALUE_SET, 5);
    keyspace_set_hook(w.keyspace, ignore_mutation);
    struct cell cell = here();
    fill(VALUE_SET, &cell, 5000);
    unsigned calls = 0;
    uint64_t cursor = 0;
    memset(seen, 0, sizeof seen);
    do {
        cursor = set_scan(cell.entry, cursor, 10, count_seen, seen);
        calls++;
    } while (cursor != 0);
    CHECK(calls > 100);
    for (unsigned i = 0; i < 5000; i++) CHECK_EQ(seen[i], 1);
    stop();
}

TEST(a_million_members_take_less_than_those_of_redis) {
    static const double most[] = {[VALUE_SET] = 40, [VALUE_ZSET] = 70, [VALUE_HASH] = 60};
    for (enum value_type type = VALUE_SET; type <= VALUE_HASH; type++) {
        start(type, 5);
        keyspace_set_hook(w.keyspace, NULL);
        struct cell cell = here();
        enum { N = 1000000 };
        for (unsigned i = 0; i < N; i++) {
            char text[32];
            struct bytes name = bytes_of(text, (size_t)snprintf(text, 32, "member:%09u", i));
            if (type == VALUE_SET) set_add(&cell, name);
            if (type == VALUE_HASH) hash_set(&cell, name, name, EXPIRE_NONE);
            if (type == VALUE_ZSET) zset_set(&cell, name, (double)(i * 7919u % 1000003) / 3);
        }
        double each = (double)entry_memory(cell.entry) / N;
        printf("  %s: %.1f bytes a member\n", value_type_name(type), each);
        CHECK(each <= most[type]);
        CHECK_EQ(entry_count(cell.entry), N);
        stop();
    }
}
