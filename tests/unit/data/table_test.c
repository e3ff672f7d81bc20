/* The table of packed strings against a plain array, and the promises of its scan. */
#include "check.h"

#include "base/hash.h"
#include "data/heap.h"
#include "data/table.h"

static struct slab slab;
static struct heap heap;

static void start(void) {
    slab_init(&slab);
    heap_init(&heap, &slab);
}

static void stop(struct table *table) {
    unsigned budget;
    do budget = 50;
    while (table_free_some(table, &budget));
    CHECK_EQ(table->count, 0);
    CHECK_EQ(heap.bytes, 0);
    CHECK_EQ(slab.used_bytes, 0);
    slab_clear(&slab);
}

enum { NAMES = 6000, NAME_MAX_LEN = 12000 };

/* Member number i: most are short, some longer than any piece of the slab. */
static struct bytes name_of(unsigned i, char *space) {
    int len = snprintf(space, 64, "member:%u", i);
    size_t wanted = (size_t)len;
    if (i % 7 == 0) wanted = 64 + i % 400;
    if (i % 97 == 0) wanted = 3500 + i % 7000;
    if (i == 1) wanted = 0;
    for (size_t k = (size_t)len; k < wanted; k++) space[k] = (char)(k * i);
    return bytes_of(space, wanted);
}

struct model {
    bool is_there;
    double score;
    char *value;
    size_t len;
    int64_t expire_ms;
};

static struct model models[NAMES];

static size_t payload_size(const struct table *table, const struct model *model) {
    if (table->kind == TABLE_MEMBERS) return 0;
    if (table->kind == TABLE_SCORES) return sizeof(double);
    return item_value_size(model->len, model->expire_ms);
}

static void write_payload(const struct table *table, uint8_t *item, const struct model *model) {
    if (table->kind == TABLE_SCORES) item_set_score(item, model->score);
    if (table->kind == TABLE_VALUES)
        item_set_value(item, bytes_of(model->value, model->len), model->expire_ms);
}

static void check_item(const struct table *table, const uint8_t *item, const struct model *model) {
    if (table->kind == TABLE_SCORES) CHECK_DOUBLE(item_score(item), model->score);
    if (table->kind == TABLE_VALUES) {
        int64_t expire_ms;
        struct bytes value = item_value(item, &expire_ms);
        CHECK_BYTES(value.data, value.len, model->value, model->len);
        CHECK_EQ(expire_ms, model->expire_ms);
    }
}

static void new_payload(struct model *model) {
    model->score = (double)check_random_below(1000) / 3;
    size_t len = check_random_below(check_random_below(10) == 0 ? 300 : 30);
    if (check_random_below(60) == 0) len = check_random_below(20000);
    free(model->value);
    model->value = malloc(len + 1);
    model->len = len;
    for (size_t i = 0; i < len; i++) model->value[i] = (char)check_random();
    model->expire_ms = check_random_below(3) == 0 ? (int64_t)check_random_below(1u << 30) + 1 : 0;
}

static void change(struct table *table, unsigned i, bool adds, uint64_t *count) {
    static char space[NAME_MAX_LEN];
    struct bytes name = name_of(i, space);
    uint64_t hash = hash_bytes(name);
    struct model *model = &models[i];
    uint8_t *item = table_find(table, hash, name);
    CHECK_EQ(item != NULL, model->is_there);
    if (item != NULL) check_item(table, item, model);
    if (item != NULL && !adds) {
        table_delete(table, hash, item);
        model->is_there = false;
        --*count;
    } else if (item != NULL) {
        new_payload(model);
        item = table_resize_item(table, hash, item, payload_size(table, model));
        write_payload(table, item, model);
    } else if (adds) {
        new_payload(model);
        item = table_insert(table, hash, name, payload_size(table, model));
        write_payload(table, item, model);
        model->is_there = true;
        ++*count;
    }
    CHECK_EQ(table->count, *count);
}

static void behave_as_an_array(enum table_kind kind) {
    struct table table;
    uint64_t count = 0;
    start();
    memset(models, 0, sizeof models);
    table_init(&table, &heap.allocator, kind);
    for (unsigned phase = 0; phase < 12; phase++) {
        unsigned names = phase % 3 == 2 ? 40 : NAMES;
        for (unsigned step = 0; step < 5000; step++)
            change(&table, (unsigned)check_random_below(names),
                   check_random_below(10) < (phase % 2 ? 2 : 8), &count);
        table_check(&table);
    }
    for (unsigned i = 0; i < NAMES; i++) change(&table, i, false, &count);
    CHECK_EQ(count, 0);
    for (unsigned i = 0; i < 3000; i++) change(&table, i, true, &count);
    stop(&table);
    for (unsigned i = 0; i < NAMES; i++) free(models[i].value);
}

TEST(a_table_of_members_behaves_as_an_array) {
    behave_as_an_array(TABLE_MEMBERS);
}

TEST(a_table_of_scores_behaves_as_an_array) {
    behave_as_an_array(TABLE_SCORES);
}

TEST(a_table_of_values_behaves_as_an_array) {
    behave_as_an_array(TABLE_VALUES);
}

/* ---- scans ---- */

static unsigned seen[NAMES];

static void see(void *arg, uint8_t *item) {
    (void)arg;
    unsigned i;
    char text[32] = {0};
    struct bytes member = member_text(item);
    memcpy(text, member.data, member.len < 31 ? member.len : 31);
    REQUIRE(sscanf(text, "m:%u", &i) == 1 && i < NAMES);
    seen[i]++;
}

static struct bytes short_name(unsigned i, char *space) {
    return bytes_of(space, (size_t)snprintf(space, 32, "m:%u", i));
}

static void add(struct table *table, unsigned i) {
    char space[32];
    struct bytes name = short_name(i, space);
    uint64_t hash = hash_bytes(name);
    if (table_find(table, hash, name) == NULL) table_insert(table, hash, name, 0);
}

static void drop(struct table *table, unsigned i) {
    char space[32];
    struct bytes name = short_name(i, space);
    uint64_t hash = hash_bytes(name);
    uint8_t *item = table_find(table, hash, name);
    if (item != NULL) table_delete(table, hash, item);
}

TEST(a_scan_of_a_resting_table_emits_everything_once) {
    struct table table;
    start();
    table_init(&table, &heap.allocator, TABLE_MEMBERS);
    for (unsigned n = 0; n < 1500; n++) {
        add(&table, n);
        if (n % 37 != 0) continue;
        memset(seen, 0, sizeof seen);
        for (uint64_t at = 0; at != TABLE_END;) {
            uint64_t next = table_scan(&table, at, see, NULL);
            CHECK(next > at);
            at = next;
        }
        for (unsigned i = 0; i < NAMES; i++) CHECK_EQ(seen[i], i <= n);
        memset(seen, 0, sizeof seen);
        struct table_walk walk = table_walk(&table);
        for (uint8_t *item; (item = table_next(&walk)) != NULL;) see(NULL, item);
        for (unsigned i = 0; i < NAMES; i++) CHECK_EQ(seen[i], i <= n);
    }
    stop(&table);
}

TEST(a_scan_emits_what_stays_while_the_table_grows_and_shrinks) {
    for (unsigned round = 0; round < 30; round++) {
        struct table table;
        start();
        table_init(&table, &heap.allocator, TABLE_MEMBERS);
        unsigned stays = 1 + (unsigned)check_random_below(400);
        unsigned others = (unsigned)check_random_below(NAMES - stays);
        bool shrinks = round % 2;
        for (unsigned i = 0; i < stays; i++) add(&table, i);
        for (unsigned i = 0; i < others && shrinks; i++) add(&table, stays + i);
        memset(seen, 0, sizeof seen);
        unsigned changed = 0;
        for (uint64_t at = 0; at != TABLE_END;) {
            at = table_scan(&table, at, see, NULL);
            for (unsigned k = 0; k < check_random_below(60) && changed < others; k++, changed++)
                shrinks ? drop(&table, stays + changed) : add(&table, stays + changed);
        }
        for (unsigned i = 0; i < stays; i++) CHECK(seen[i] >= 1);
        table_check(&table);
        stop(&table);
    }
}

TEST(a_scan_may_begin_anywhere) {
    struct table table;
    start();
    table_init(&table, &heap.allocator, TABLE_MEMBERS);
    for (unsigned i = 0; i < 1000; i++) add(&table, i);
    for (unsigned round = 0; round < 50; round++) {
        uint64_t first = check_random_below(TABLE_END);
        char space[32];
        memset(seen, 0, sizeof seen);
        for (uint64_t at = first; at != TABLE_END;) at = table_scan(&table, at, see, NULL);
        for (unsigned i = 0; i < 1000; i++)
            CHECK_EQ(seen[i], table_position(hash_bytes(short_name(i, space))) >= first);
    }
    CHECK_EQ(table_scan(&table, TABLE_END + 5, see, NULL), TABLE_END);
    stop(&table);
}

TEST(every_item_is_drawn_about_equally_often) {
    struct table table;
    start();
    table_init(&table, &heap.allocator, TABLE_MEMBERS);
    CHECK(table_random(&table, 1) == NULL);
    enum { N = 700, DRAWS = 700 * 100 };
    for (unsigned i = 0; i < N; i++) add(&table, i);
    memset(seen, 0, sizeof seen);
    for (unsigned i = 0; i < DRAWS; i++) see(NULL, table_random(&table, check_random()));
    /* A hundred each: a standard deviation is 10. */
    for (unsigned i = 0; i < N; i++) CHECK(seen[i] > 45 && seen[i] < 165);
    for (unsigned i = 1; i < N; i++) drop(&table, i);
    see(NULL, table_random(&table, 5));
    stop(&table);
}

TEST(a_member_of_16_bytes_takes_at_most_40) {
    struct table table;
    start();
    table_init(&table, &heap.allocator, TABLE_MEMBERS);
    char space[32];
    double worst = 0;
    for (unsigned i = 0; i < 300000; i++) {
        struct bytes name = bytes_of(space, (size_t)snprintf(space, 32, "member:%09u", i));
        table_insert(&table, hash_bytes(name), name, 0);
        double each = (double)heap.bytes / (i + 1);
        if (i >= 512 && each > worst) worst = each;
    }
    printf("  at most %.1f bytes a member\n", worst);
    CHECK(worst <= 40);
    stop(&table);
}
