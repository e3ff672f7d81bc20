/* Groups, their consumers and pending entries against arrays. */
#include "check.h"

#include "data/stream_inside.h"

enum { GROUPS = 5, CONSUMERS = 6, IDS = 60 };

struct model_group {
    bool is_there, has_consumer[CONSUMERS];
    uint64_t number;
    struct stream_id last_id;
    int64_t entries_read, seen_ms[CONSUMERS], active_ms[CONSUMERS];
    int owner[IDS]; /* consumer, or -1 */
    int64_t delivered_ms[IDS];
    uint64_t deliveries[IDS];
};

static struct {
    struct keyspace *keyspace;
    struct key key;
    struct model_group groups[GROUPS];
    unsigned told;
} w;

static void on_mutation(void *arg, const struct mutation *mutation) {
    (void)arg;
    w.told++;
    CHECK(mutation->kind == MUTATION_PUT || mutation->field.len > 0);
}

/* Names that stand in this order, of very different lengths. */
static struct bytes name_of(char kind, unsigned number) {
    static char space[2][600];
    char *text = space[number % 2];
    memset(text, kind, sizeof space[0]);
    text[1] = (char)('0' + number);
    return bytes_of(text, number % 3 == 0 ? 500 + number : 2);
}

static struct stream_id id_of(unsigned number) {
    return (struct stream_id){1 + number / 7, number % 7};
}

static struct cell here(void) {
    return cell_of(w.keyspace, 0, &w.key, keyspace_find(w.keyspace, 0, &w.key, true));
}

static void start(void) {
    memset(&w, 0, sizeof w);
    struct keyspace_options options = {
        .databases = 1, .partition_count = PARTITIONS, .hook = on_mutation};
    w.keyspace = keyspace_create(&options);
    keyspace_set_now(w.keyspace, 1000000);
    w.key = key_of(bytes_of("a stream", 8));
    struct cell cell = here();
    stream_make(&cell);
    CHECK_EQ(w.told, 1);
}

static void stop(void) {
    keyspace_set_hook(w.keyspace, NULL);
    keyspace_flush(w.keyspace, 0);
    while (keyspace_free_some(w.keyspace, 3)) continue;
    CHECK_EQ(w.keyspace->heap.bytes, 0);
    CHECK_EQ(w.keyspace->slab.used_bytes, 0);
    keyspace_destroy(w.keyspace);
}

/* ---- comparing ---- */

static void check_list(const struct model_group *model, const struct stream_tree *list, int owner) {
    unsigned count = 0, first = (unsigned)check_random_below(IDS);
    struct stream_pending_walk walk = stream_pending_walk(list, id_of(first));
    CHECK(stream_tree_is_sound(list));
    for (unsigned i = 0; i < IDS; i++) {
        bool is_in = owner < 0 ? model->owner[i] >= 0 : model->owner[i] == owner;
        count += is_in;
        if (!is_in || i < first) continue;
        REQUIRE(stream_pending_next(&walk));
        CHECK(stream_id_equal(walk.id, id_of(i)));
        CHECK_EQ(walk.pending->delivered_ms, model->delivered_ms[i]);
        CHECK_EQ(walk.pending->deliveries, model->deliveries[i]);
        struct bytes name = name_of('c', (unsigned)model->owner[i]);
        CHECK(bytes_equal(stream_consumer_name(walk.pending->consumer), name));
    }
    CHECK(!stream_pending_next(&walk));
    CHECK_EQ(list->count, count);
}

static void check_group(const struct model_group *model, const struct stream_group *group) {
    unsigned count = 0;
    CHECK_EQ(group->number, model->number);
    CHECK(stream_id_equal(group->last_id, model->last_id));
    CHECK_EQ(group->entries_read, model->entries_read);
    for (unsigned i = 0; i < CONSUMERS; i++) {
        struct stream_consumer *consumer = stream_consumer_find(group, name_of('c', i));
        CHECK_EQ(consumer != NULL, model->has_consumer[i]);
        if (consumer == NULL) continue;
        REQUIRE(count < group->consumer_count);
        CHECK(group->consumers[count++] == consumer);
        CHECK_EQ(consumer->seen_ms, model->seen_ms[i]);
        CHECK_EQ(consumer->active_ms, model->active_ms[i]);
        check_list(model, &consumer->pending, (int)i);
    }
    CHECK_EQ(group->consumer_count, count);
    check_list(model, &group->pending, -1);
}

static void check_all(void) {
    const struct entry *stream = here().entry;
    const struct database *database = database_of(w.keyspace, 0);
    unsigned count = 0;
    for (unsigned i = 0; i < GROUPS; i++) {
        struct stream_group *group = stream_group_find(stream, name_of('g', i));
        CHECK_EQ(group != NULL, w.groups[i].is_there);
        if (group == NULL) continue;
        CHECK(stream_group_at(stream, count++) == group);
        CHECK(stream_group_of_number(stream, group->number) == group);
        check_group(&w.groups[i], group);
    }
    CHECK_EQ(stream_group_count(stream), count);
    CHECK_EQ(database->entry_bytes + database->object_bytes, entry_memory(stream) - 6);
}

/* ---- changes ---- */

static void model_forget(struct model_group *model) {
    memset(model, 0, sizeof *model);
    for (unsigned i = 0; i < IDS; i++) model->owner[i] = -1;
}

static void change_group(unsigned at) {
    struct cell cell = here();
    struct model_group *model = &w.groups[at];
    struct stream_group *group = stream_group_find(cell.entry, name_of('g', at));
    int64_t entries_read = (int64_t)check_random_below(100) - 1;
    struct stream_id last_id = id_of((unsigned)check_random_below(IDS));
    if (group != NULL && check_random_below(4) == 0) {
        stream_group_destroy(&cell, group);
        model_forget(model);
        return;
    }
    if (group == NULL) {
        uint64_t next = stream_object_of(cell.entry)->next_number;
        model_forget(model);
        group = stream_group_create(&cell, name_of('g', at), last_id, entries_read);
        CHECK_EQ(group->number, next);
        model->is_there = true;
        model->number = next;
    } else {
        stream_group_set(&cell, group, last_id, entries_read);
    }
    model->last_id = last_id;
    model->entries_read = entries_read;
}

static void change_consumer(struct model_group *model, struct stream_group *group, unsigned at) {
    struct cell cell = here();
    struct stream_consumer *consumer = stream_consumer_find(group, name_of('c', at));
    int64_t seen_ms = (int64_t)check_random_below(100);
    if (consumer == NULL) {
        consumer = stream_consumer_create(&cell, group, name_of('c', at), seen_ms);
        model->has_consumer[at] = true;
        model->seen_ms[at] = seen_ms;
        model->active_ms[at] = -1;
    } else if (check_random_below(4) == 0) {
        stream_consumer_destroy(&cell, consumer);
        model->has_consumer[at] = false;
        for (unsigned i = 0; i < IDS; i++)
            if (model->owner[i] == (int)at) model->owner[i] = -1;
    } else {
        stream_consumer_set_times(&cell, consumer, seen_ms, seen_ms - 1);
        model->seen_ms[at] = seen_ms;
        model->active_ms[at] = seen_ms - 1;
    }
}

static void change_pending(struct model_group *model, struct stream_group *group, unsigned at) {
    struct cell cell = here();
    unsigned i = (unsigned)check_random_below(IDS);
    struct stream_consumer *consumer = stream_consumer_find(group, name_of('c', at));
    CHECK_EQ(stream_pending_find(group, id_of(i)) != NULL, model->owner[i] >= 0);
    if (consumer == NULL || check_random_below(3) == 0) {
        CHECK_EQ(stream_pending_remove(&cell, group, id_of(i)), model->owner[i] >= 0);
        model->owner[i] = -1;
        return;
    }
    model->owner[i] = (int)at;
    model->delivered_ms[i] = (int64_t)check_random_below(1000);
    model->deliveries[i] = check_random_below(9);
    stream_pending_set(&cell, consumer, id_of(i), model->delivered_ms[i], model->deliveries[i]);
}

static void change(void) {
    unsigned at = (unsigned)check_random_below(GROUPS);
    unsigned consumer = (unsigned)check_random_below(CONSUMERS);
    struct stream_group *group = stream_group_find(here().entry, name_of('g', at));
    uint64_t kind = check_random_below(60);
    if (group == NULL || kind == 0)
        change_group(at);
    else if (kind < 10)
        change_consumer(&w.groups[at], group, consumer);
    else
        change_pending(&w.groups[at], group, consumer);
}

/* ---- tests ---- */

TEST(groups_do_what_arrays_do) {
    for (unsigned round = 0; round < 10; round++) {
        start();
        for (unsigned step = 0; step < 3000; step++) {
            change();
            if (step % 100 == 0) check_all();
        }
        check_all();
        stop();
    }
}

TEST(loaded_groups_are_the_saved_ones) {
    for (unsigned round = 0; round < 10; round++) {
        uint64_t before[2] = {0, 0}, after[2] = {0, 0}, position = 0;
        bool is_more = true;
        start();
        for (unsigned step = 0; step < 800; step++) change();
        stream_kind.digest(here().entry, before);
        struct cell draft = cell_draft(w.keyspace, 0, &w.key, EXPIRE_NONE);
        while (is_more) {
            struct buffer part = {0};
            is_more = value_save(here().entry, &position, 1 + check_random_below(300), &part);
            REQUIRE(value_load(&draft, buffer_view(&part)));
            buffer_clear(&part);
        }
        CHECK_EQ(stream_object_of(draft.entry)->next_number,
                 stream_object_of(here().entry)->next_number);
        cell_publish(&draft, here().entry);
        stream_kind.digest(here().entry, after);
        CHECK(before[0] == after[0] && before[1] == after[1]);
        check_all();
        for (unsigned step = 0; step < 100; step++) change();
        check_all();
        stop();
    }
}

TEST(loading_groups_survives_any_bytes) {
    for (unsigned round = 0; round < 300; round++) {
        struct buffer part = {0};
        uint64_t position = 0, sum[2] = {0, 0};
        start();
        for (unsigned step = 0; step < 60; step++) change();
        value_save(here().entry, &position, SIZE_MAX, &part);
        for (unsigned i = 0; i <= round % 3; i++)
            part.data[4 + check_random_below(part.len - 4)] = (char)check_random();
        struct cell draft = cell_draft(w.keyspace, 0, &w.key, EXPIRE_NONE);
        char *exact = malloc(part.len);
        memcpy(exact, part.data, part.len);
        value_load(&draft, bytes_of(exact, part.len));
        free(exact);
        if (draft.entry != NULL) stream_kind.digest(draft.entry, sum);
        cell_discard(&draft);
        buffer_clear(&part);
        stop();
    }
}

/* So nothing that the log says of the first one's consumers can be taken for the second one's. */
TEST(a_group_of_the_same_name_has_another_number) {
    struct bytes name = BYTES_LITERAL("g");
    start();
    struct cell cell = here();
    struct stream_group *group = stream_group_create(&cell, name, STREAM_ID_MIN, 0);
    uint64_t number = group->number;
    stream_consumer_create(&cell, group, name, 5);
    stream_group_destroy(&cell, group);
    group = stream_group_create(&cell, name, STREAM_ID_MIN, 0);
    CHECK(group->number > number);
    stream_group_place(&cell, name, 77, id_of(3), 3); /* replay: it goes, and another comes */
    group = stream_group_find(cell.entry, name);
    CHECK_EQ(group->number, 77);
    CHECK_EQ(group->consumer_count, 0);
    CHECK(stream_id_equal(group->last_id, id_of(3)));
    CHECK_EQ(stream_group_create(&cell, bytes_of("h", 1), STREAM_ID_MIN, 0)->number, 78);
    stop();
}
