/* Lists in the keyspace against a plain array whose elements keep their numbers. */
#include "check.h"

#include "data/inside.h"
#include "data/lists.h"
#include "data/value.h"

enum { ELEMENTS_MAX = 3000, TEXT_MAX = 40000 };

static struct {
    struct keyspace *keyspace;
    struct key key;
    char key_space[4000];
    struct buffer texts[ELEMENTS_MAX];
    unsigned count;
    int64_t first;
    unsigned told;
    enum mutation_kind kind;
    size_t field_len;
    int64_t number; /* the last told */
    struct lists_field field;
} w;

static void on_mutation(void *arg, const struct mutation *mutation) {
    (void)arg;
    w.told++;
    w.kind = mutation->kind;
    w.field_len = mutation->field.len;
    if (mutation->field.len == sizeof w.number)
        memcpy(&w.number, mutation->field.data, sizeof w.number);
    if (mutation->field.len == sizeof w.field)
        memcpy(&w.field, mutation->field.data, sizeof w.field);
    CHECK_EQ(lists_count(mutation->before), w.count); /* D2 */
    if (mutation->before != NULL) CHECK_EQ(lists_first(mutation->before), w.first);
}

static void start(size_t key_len) {
    memset(&w, 0, sizeof w);
    struct keyspace_options options = {
        .databases = 2, .partition_count = PARTITIONS, .hook = on_mutation};
    w.keyspace = keyspace_create(&options);
    keyspace_set_now(w.keyspace, 1000000);
    memset(w.key_space, 'k', sizeof w.key_space);
    w.key = key_of(bytes_of(w.key_space, key_len));
}

static void stop(void) {
    keyspace_set_hook(w.keyspace, NULL);
    keyspace_flush(w.keyspace, 0);
    while (keyspace_free_some(w.keyspace, 7)) continue;
    CHECK_EQ(w.keyspace->heap.bytes, 0);
    CHECK_EQ(w.keyspace->slab.used_bytes, 0);
    for (unsigned i = 0; i < w.count; i++) buffer_clear(&w.texts[i]);
    keyspace_destroy(w.keyspace);
}

static struct cell here(void) {
    return cell_of(w.keyspace, 0, &w.key, keyspace_find(w.keyspace, 0, &w.key, true));
}

static void check_all(void) {
    const struct entry *list = here().entry;
    const struct database *database = database_of(w.keyspace, 0);
    CHECK_EQ(lists_count(list), w.count);
    CHECK_EQ(database->entry_bytes + database->object_bytes,
             list != NULL ? entry_memory(list) - 6 : 0);
    if (list == NULL) return;
    CHECK_EQ(lists_first(list), w.first);
    struct lists_walk walk;
    lists_walk(list, 0, &walk);
    for (unsigned i = 0; i < w.count; i++) {
        CHECK(lists_next(&walk));
        CHECK_BYTES(walk.text.data, walk.text.len, w.texts[i].data, w.texts[i].len);
    }
    CHECK(!lists_next(&walk));
    for (unsigned i = w.count; i-- > 0;) {
        CHECK(lists_prev(&walk));
        CHECK_BYTES(walk.text.data, walk.text.len, w.texts[i].data, w.texts[i].len);
    }
    CHECK(!lists_prev(&walk));
}

static struct bytes draw_text(void) {
    static char space[TEXT_MAX];
    size_t len = check_random_below(20);
    if (check_random_below(3) == 0)
        return bytes_of(space, (size_t)snprintf(space, 32, "%d", (int)check_random_below(9999)));
    if (check_random_below(40) == 0) len = check_random_below(900);
    if (check_random_below(500) == 0) len = check_random_below(TEXT_MAX);
    for (size_t i = 0; i < len; i++) space[i] = (char)check_random();
    return bytes_of(space, len);
}

static void model_insert(unsigned index, struct bytes text) {
    memmove(w.texts + index + 1, w.texts + index, (w.count - index) * sizeof *w.texts);
    w.texts[index] = (struct buffer){0};
    buffer_append(&w.texts[index], text);
    w.count++;
}

static void model_remove(unsigned index, unsigned n) {
    for (unsigned i = 0; i < n; i++) buffer_clear(&w.texts[index + i]);
    memmove(w.texts + index, w.texts + index + n, (w.count - index - n) * sizeof *w.texts);
    w.count -= n;
}

static void push(bool at_head) {
    struct cell cell = here();
    struct bytes text = draw_text();
    bool is_new = w.count == 0;
    if (w.count == ELEMENTS_MAX) return;
    int64_t number = is_new ? 0 : at_head ? w.first - 1 : w.first + w.count;
    w.told = 0;
    lists_push(&cell, at_head, text);
    CHECK(w.told == 1 && w.kind == (is_new ? MUTATION_PUT : MUTATION_EDIT));
    CHECK(w.field_len == 8 && w.number == number);
    model_insert(at_head ? 0 : w.count, text);
    if (is_new || at_head) w.first = number;
    CHECK(cell.entry == here().entry && lists_first(cell.entry) == w.first);
}

static void take(unsigned index, unsigned n) {
    struct cell cell = here();
    bool is_all = n == w.count, is_middle = index != 0 && index + n != w.count;
    w.told = 0;
    lists_remove(&cell, index, n);
    CHECK_EQ(w.told, n != 0);
    if (n != 0) CHECK_EQ(w.kind, is_all ? MUTATION_DELETE : MUTATION_EDIT);
    if (n == 1 && !is_all && !is_middle) {
        CHECK(w.field_len == 8 && w.number == w.first + index);
    } else if (n != 0 && !is_all) {
        CHECK(w.field_len == sizeof w.field && w.field.number == w.first + index);
        CHECK(w.field.count == n && w.field.what == (is_middle ? LISTS_REMOVE : LISTS_CUT));
    }
    model_remove(index, n);
    if (index == 0) w.first += n;
    CHECK(cell.entry == here().entry && (cell.entry == NULL) == (w.count == 0));
}

static void change_middle(void) {
    struct cell cell = here();
    struct bytes text = draw_text();
    if (w.count == 0 || w.count == ELEMENTS_MAX) return;
    unsigned index = (unsigned)check_random_below(w.count);
    if (check_random_below(2) == 0) {
        lists_set(&cell, index, text);
        CHECK(w.field_len == 8 && w.number == w.first + index);
        w.texts[index].len = 0;
        buffer_append(&w.texts[index], text);
    } else if (index != 0) {
        lists_insert(&cell, index, text);
        CHECK(w.field_len == sizeof w.field && w.field.what == LISTS_INSERT);
        CHECK(w.field.number == w.first + index && w.field.count == 1);
        model_insert(index, text);
    }
}

static void save_and_load(void) {
    const struct entry *list = here().entry;
    if (list == NULL) return;
    unsigned char before[20], after[20];
    struct cell draft = cell_draft(w.keyspace, 0, &w.key, EXPIRE_NONE);
    uint64_t position = 0;
    size_t part_max = check_random_below(2) ? SIZE_MAX : 700;
    bool is_more;
    entry_digest(list, 0, before);
    do {
        struct buffer part = {0};
        is_more = value_save(list, &position, part_max, &part);
        CHECK(value_load(&draft, buffer_view(&part)));
        buffer_clear(&part);
    } while (is_more);
    cell_publish(&draft, here().entry);
    entry_digest(here().entry, 0, after);
    CHECK_BYTES(after, 20, before, 20);
}

static void behave_as_an_array(size_t key_len, unsigned most) {
    start(key_len);
    for (unsigned phase = 0; phase < 16; phase++) {
        unsigned pushes = phase % 2 ? 30 : 70;
        for (unsigned step = 0; step < 600; step++) {
            if (check_random_below(100) < pushes && w.count < most)
                push(check_random_below(2));
            else if (check_random_below(2) && w.count != 0)
                take(check_random_below(2) ? 0 : w.count - 1, 1);
            else
                change_middle();
            if (check_random_below(80) == 0 && w.count != 0) {
                unsigned index = (unsigned)check_random_below(w.count);
                take(index, (unsigned)check_random_below(w.count - index) / 4);
            }
        }
        check_all();
        save_and_load();
        check_all();
    }
    stop();
}

TEST(a_list_behaves_as_an_array) {
    behave_as_an_array(5, ELEMENTS_MAX);
    behave_as_an_array(5, 60);
    behave_as_an_array(2950, 200);
    behave_as_an_array(3500, 30);
}

/* What a replay does: elements and bounds, some of them twice, give the same list. */
TEST(elements_and_bounds_replayed_give_the_same_list) {
    for (unsigned round = 0; round < 20; round++) {
        start(5);
        keyspace_set_hook(w.keyspace, NULL);
        struct cell cell = here();
        unsigned n = 1 + (unsigned)check_random_below(round % 2 ? 40 : 2000);
        int64_t first = (int64_t)check_random_below(100) - 50;
        for (unsigned i = 0; i < 2 * n; i++) {
            char text[32];
            int64_t number = first + (i < n ? (int64_t)check_random_below(n) : i - n);
            lists_place(&cell, number,
                        bytes_of(text, (size_t)snprintf(text, 32, "%" PRId64, number * 3)));
        }
        CHECK_EQ(lists_count(cell.entry), n);
        CHECK_EQ(lists_first(cell.entry), first);
        int64_t low = first + (int64_t)check_random_below(n), high = low + 1;
        high += (int64_t)check_random_below((uint64_t)(first + n - low));
        lists_bound(&cell, low, high);
        CHECK_EQ(lists_count(cell.entry), high - low);
        struct lists_walk walk;
        lists_walk(cell.entry, 0, &walk);
        for (int64_t number = low; lists_next(&walk); number++) {
            char text[32];
            size_t len = (size_t)snprintf(text, 32, "%" PRId64, number * 3);
            CHECK_BYTES(walk.text.data, walk.text.len, text, len);
        }
        lists_bound(&cell, high, high + 5);
        CHECK(cell.entry == NULL && here().entry == NULL);
        stop();
    }
}

TEST(a_small_list_costs_little_more_than_its_texts) {
    start(8);
    keyspace_set_hook(w.keyspace, NULL);
    struct cell cell = here();
    for (unsigned i = 0; i < 10; i++) lists_push(&cell, false, BYTES_LITERAL("element"));
    /* Head 4, key 9; head of the block 8, number 1, 8 for each element, rounded up to 8; and
     * again. */
    CHECK_EQ(entry_memory(cell.entry) - 6, 112);
    stop();
}

TEST(parts_from_elsewhere_never_crash_a_load) {
    for (unsigned round = 0; round < 3000; round++) {
        start(5);
        keyspace_set_hook(w.keyspace, NULL);
        struct cell cell = here(), draft = cell_draft(w.keyspace, 0, &w.key, EXPIRE_NONE);
        unsigned n = 1 + (unsigned)check_random_below(round % 2 ? 10 : 1000);
        for (unsigned i = 0; i < n; i++) lists_push(&cell, false, draw_text());
        struct buffer part = {0};
        uint64_t position = 0;
        value_save(cell.entry, &position, 1000, &part);
        size_t len = part.len;
        for (unsigned k = 0; k < 3; k++) part.data[check_random_below(len)] = (char)check_random();
        if (check_random_below(2)) len = check_random_below(len + 1);
        char *exact = malloc(len + 1);
        memcpy(exact, part.data, len);
        if (value_load(&draft, bytes_of(exact, len)))
            cell_publish(&draft, here().entry);
        else
            cell_discard(&draft);
        free(exact);
        buffer_clear(&part);
        stop();
    }
}
