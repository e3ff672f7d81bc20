/* Streams in the keyspace against an array of entries, grouped in blocks as Redis would. */
#include "check.h"

#include "data/stream_inside.h"

enum { ENTRIES_MAX = 4000, FIELDS_MAX = 5, TEXTS_SIZE = 12000 };

struct model_entry {
    struct stream_id id;
    struct buffer texts; /* part_put */
    unsigned block;      /* its number; blocks are what trims with ~ see */
    bool is_live;
};

static struct {
    struct keyspace *keyspace;
    struct key key;
    struct model_entry entries[ENTRIES_MAX]; /* deleted ones included */
    unsigned count, blocks, block_entries;
    struct stream_head head;
    unsigned told;
    char space[TEXTS_SIZE];
} w;

static void on_mutation(void *arg, const struct mutation *mutation) {
    (void)arg;
    (void)mutation;
    w.told++;
}

static void start(unsigned entries_max) {
    memset(&w, 0, sizeof w);
    struct keyspace_options options = {
        .databases = 2, .partition_count = PARTITIONS, .hook = on_mutation};
    w.keyspace = keyspace_create(&options);
    w.keyspace->limits.stream_node_entries = entries_max;
    w.keyspace->limits.stream_node_bytes = 0;
    keyspace_set_now(w.keyspace, 1000000);
    w.key = key_of(bytes_of("a stream", 8));
}

static void stop(void) {
    keyspace_set_hook(w.keyspace, NULL);
    keyspace_flush(w.keyspace, 0);
    while (keyspace_free_some(w.keyspace, 7)) continue;
    CHECK_EQ(w.keyspace->heap.bytes, 0);
    CHECK_EQ(w.keyspace->slab.used_bytes, 0);
    for (unsigned i = 0; i < w.count; i++) buffer_clear(&w.entries[i].texts);
    keyspace_destroy(w.keyspace);
}

static struct cell here(void) {
    return cell_of(w.keyspace, 0, &w.key, keyspace_find(w.keyspace, 0, &w.key, true));
}

/* ---- the model ---- */

static unsigned live_count(void) {
    unsigned live = 0;
    for (unsigned i = 0; i < w.count; i++) live += w.entries[i].is_live;
    return live;
}

static unsigned in_block(unsigned block, bool only_live) {
    unsigned count = 0;
    for (unsigned i = 0; i < w.count; i++)
        count += w.entries[i].block == block && (!only_live || w.entries[i].is_live);
    return count;
}

static void model_drop(unsigned at) {
    buffer_clear(&w.entries[at].texts);
    w.count--;
    memmove(w.entries + at, w.entries + at + 1, (w.count - at) * sizeof *w.entries);
}

static void model_append(struct stream_id id, const struct bytes *texts, uint64_t count) {
    bool fits = w.count > 0 && w.entries[w.count - 1].block == w.blocks &&
                in_block(w.blocks, false) < w.keyspace->limits.stream_node_entries;
    if (!fits) w.blocks++;
    struct model_entry *entry = &w.entries[w.count++];
    *entry = (struct model_entry){.id = id, .block = w.blocks, .is_live = true};
    for (uint64_t i = 0; i < 2 * count; i++) part_put(&entry->texts, texts[i]);
    w.head.last_id = id;
    w.head.entries_added++;
}

/* A block goes with its last live entry. */
static bool model_delete(struct stream_id id) {
    for (unsigned i = 0; i < w.count; i++) {
        struct model_entry *entry = &w.entries[i];
        if (!entry->is_live || !stream_id_equal(entry->id, id)) continue;
        entry->is_live = false;
        unsigned block = entry->block;
        if (in_block(block, true) == 0)
            for (unsigned j = w.count; j-- > 0;)
                if (w.entries[j].block == block) model_drop(j);
        return true;
    }
    return false;
}

static bool goes(const struct stream_trim *trim, unsigned live, unsigned in_first,
                 struct stream_id last) {
    return trim->is_by_id ? stream_id_less(last, trim->min_id)
                          : live - in_first >= trim->max_length;
}

static uint64_t model_trim(const struct stream_trim *trim) {
    uint64_t gone = 0;
    while (w.count > 0) {
        unsigned live = live_count(), block = w.entries[0].block;
        unsigned all = in_block(block, false), in_first = in_block(block, true);
        if (!trim->is_by_id && live <= trim->max_length) break;
        if (trim->limit != 0 && gone + in_first > trim->limit) break;
        if (goes(trim, live, in_first, w.entries[all - 1].id)) {
            while (all-- > 0) model_drop(0);
            gone += in_first;
            continue;
        }
        for (unsigned i = 0; !trim->is_approximate && i < all; i++) {
            if (trim->is_by_id ? !stream_id_less(w.entries[i].id, trim->min_id)
                               : live <= trim->max_length)
                break;
            live -= w.entries[i].is_live;
            gone += w.entries[i].is_live;
            w.entries[i].is_live = false;
        }
        break;
    }
    return gone;
}

/* ---- comparing ---- */

static void check_entry(struct stream_walk *walk, const struct model_entry *entry) {
    struct bytes rest = buffer_view(&entry->texts), field, value, text;
    CHECK(stream_id_equal(walk->id, entry->id));
    for (uint64_t i = 0; i < walk->field_count; i++) {
        REQUIRE(stream_next_field(walk, &field, &value));
        CHECK(part_take(&rest, &text) && bytes_equal(text, field));
        CHECK(part_take(&rest, &text) && bytes_equal(text, value));
    }
    CHECK(!stream_next_field(walk, &field, &value));
    CHECK_EQ(rest.len, 0);
}

static void check_range(struct stream_id first, struct stream_id last) {
    const struct entry *stream = here().entry;
    struct stream_walk walk;
    stream_walk(stream, first, last, false, &walk);
    for (unsigned i = 0; i < w.count; i++) {
        const struct model_entry *entry = &w.entries[i];
        if (!entry->is_live || stream_id_less(entry->id, first) || stream_id_less(last, entry->id))
            continue;
        REQUIRE(stream_next(&walk));
        check_entry(&walk, entry);
    }
    CHECK(!stream_next(&walk));
    stream_walk(stream, first, last, true, &walk);
    for (unsigned i = w.count; i-- > 0;) {
        const struct model_entry *entry = &w.entries[i];
        if (!entry->is_live || stream_id_less(entry->id, first) || stream_id_less(last, entry->id))
            continue;
        REQUIRE(stream_next(&walk));
        check_entry(&walk, entry);
    }
    CHECK(!stream_next(&walk));
}

static struct stream_id model_first(void) {
    for (unsigned i = 0; i < w.count; i++)
        if (w.entries[i].is_live) return w.entries[i].id;
    return STREAM_ID_MIN;
}

static void check_all(void) {
    const struct entry *stream = here().entry;
    const struct database *database = database_of(w.keyspace, 0);
    struct stream_head head = stream_head(stream);
    CHECK_EQ(stream_length(stream), live_count());
    CHECK(stream_id_equal(head.last_id, w.head.last_id));
    CHECK(stream_id_equal(head.max_deleted, w.head.max_deleted));
    CHECK_EQ(head.entries_added, w.head.entries_added);
    CHECK(stream_id_equal(stream_first_id(stream), model_first()));
    CHECK_EQ(database->entry_bytes + database->object_bytes,
             stream != NULL ? entry_memory(stream) - 6 : 0);
    check_range(STREAM_ID_MIN, STREAM_ID_MAX);
}

static void digest_of(const struct entry *stream, uint64_t sum[2]) {
    sum[0] = sum[1] = 0;
    stream_kind.digest(stream, sum);
}

/* ---- drawing ---- */

static struct stream_id draw_id(void) {
    if (w.count == 0) return (struct stream_id){check_random_below(9), check_random_below(9)};
    struct stream_id id = w.entries[check_random_below(w.count)].id;
    if (check_random_below(3) == 0) id.seq += check_random_below(3);
    if (check_random_below(9) == 0) id.ms += check_random_below(3);
    return id;
}

static struct stream_id draw_next(void) {
    struct stream_id id = w.head.last_id;
    uint64_t kind = check_random_below(10);
    if (kind == 0) return (struct stream_id){id.ms + 1 + check_random() % 1000000000, 0};
    if (kind < 4) return (struct stream_id){id.ms + 1, check_random_below(3)};
    if (kind < 7) return (struct stream_id){id.ms + 1 + check_random_below(300), check_random()};
    if (!stream_id_step_up(&id)) abort();
    return id;
}

/* Fields are often the same, values short, or integers, or now and then long. */
static uint64_t draw_texts(struct bytes *texts) {
    static const int64_t numbers[] = {0,       30,       31,         127,       128,       -1,
                                      -4096,   -4097,    4095,       4096,      32767,     -32769,
                                      8388607, -8388609, 2147483647, INT64_MAX, INT64_MIN, 1};
    uint64_t count = check_random_below(3) > 0 ? 2 : 1 + check_random_below(FIELDS_MAX);
    size_t used = 0;
    for (uint64_t i = 0; i < 2 * count; i++) {
        char *at = w.space + used;
        size_t len = check_random_below(12);
        uint64_t kind = check_random_below(60);
        if (kind == 0) len = 150 + check_random_below(60);
        if (kind == 1) len = 8000 + check_random_below(500);
        if (used + len + 40 > TEXTS_SIZE) len = 0;
        if (i % 2 == 0 && check_random_below(20) > 0)
            len = (size_t)sprintf(at, "field %d", (int)i);
        else if (kind < 30 && kind > 1)
            len = (size_t)sprintf(at, "%" PRId64,
                                  numbers[check_random_below(sizeof numbers / sizeof *numbers)]);
        else
            for (size_t j = 0; j < len; j++) at[j] = (char)check_random();
        texts[i] = bytes_of(at, len);
        used += len;
    }
    return count;
}

static void append(void) {
    struct bytes texts[2 * FIELDS_MAX];
    struct cell cell = here();
    struct stream_id id = draw_next();
    uint64_t count = draw_texts(texts);
    if (w.count == ENTRIES_MAX) return;
    stream_append(&cell, id, texts, count);
    model_append(id, texts, count);
}

static void delete (void) {
    struct cell cell = here();
    struct stream_id id = draw_id();
    unsigned told = w.told;
    bool is_deleted = stream_delete(&cell, id);
    CHECK_EQ(is_deleted, model_delete(id));
    CHECK_EQ(w.told, told + is_deleted);
    if (is_deleted && stream_id_less(w.head.max_deleted, id)) w.head.max_deleted = id;
}

static void trim(void) {
    struct cell cell = here();
    struct stream_trim trim = {.is_by_id = check_random_below(2) == 0,
                               .is_approximate = check_random_below(2) == 0,
                               .min_id = draw_id(),
                               .max_length = check_random_below(live_count() + 2)};
    if (check_random_below(3) > 0) trim.max_length = live_count() - live_count() / 16;
    if (check_random_below(3) == 0) trim.limit = check_random_below(40);
    CHECK_EQ(stream_trim(&cell, &trim), model_trim(&trim));
}

static void check_some(void) {
    struct stream_id a = draw_id(), b = draw_id();
    bool is_there = false;
    for (unsigned i = 0; i < w.count; i++)
        is_there |= w.entries[i].is_live && stream_id_equal(w.entries[i].id, a);
    CHECK_EQ(stream_has(here().entry, a), is_there);
    check_range(a, b);
}

/* ---- tests ---- */

TEST(streams_do_what_an_array_of_entries_does) {
    for (unsigned round = 0; round < 12; round++) {
        start(1 + (unsigned)check_random_below(round % 2 == 0 ? 5 : 120));
        for (unsigned step = 0; step < 1200; step++) {
            uint64_t kind = check_random_below(100);
            if (kind < 60)
                append();
            else if (kind < 85)
                delete ();
            else if (kind < 90)
                trim();
            else
                check_some();
            if (step % 100 == 0) check_all();
        }
        check_all();
        stop();
    }
}

/* Saved in parts of any size and loaded again, it is the same, and blocks end where they did. */
TEST(a_loaded_stream_is_the_saved_one) {
    for (unsigned round = 0; round < 6; round++) {
        uint64_t before[2], after[2], position = 0;
        bool is_more = true;
        start(1 + (unsigned)check_random_below(20));
        for (unsigned step = 0; step < 400; step++) append();
        for (unsigned step = 0; step < 100; step++) delete ();
        trim();
        digest_of(here().entry, before);
        struct cell draft = cell_draft(w.keyspace, 0, &w.key, EXPIRE_NONE);
        while (is_more) {
            struct buffer part = {0};
            is_more = value_save(here().entry, &position, 1 + check_random_below(2000), &part);
            REQUIRE(value_load(&draft, buffer_view(&part)));
            buffer_clear(&part);
        }
        CHECK_EQ(stream_blocks(draft.entry), stream_blocks(here().entry));
        cell_publish(&draft, here().entry);
        digest_of(here().entry, after);
        CHECK(before[0] == after[0] && before[1] == after[1]);
        for (unsigned step = 0; step < 100; step++) append();
        trim();
        check_all();
        stop();
    }
}

/* Whatever is changed in the bytes, loading refuses it or makes a stream that can be walked. */
TEST(loading_survives_any_bytes) {
    for (unsigned round = 0; round < 400; round++) {
        struct buffer part = {0};
        uint64_t position = 0, sum[2];
        start(7);
        for (unsigned step = 0; step < 20; step++) append();
        for (unsigned step = 0; step < 5; step++) delete ();
        value_save(here().entry, &position, SIZE_MAX, &part);
        for (unsigned i = 0; i <= round % 4; i++)
            part.data[4 + check_random_below(part.len - 4)] = (char)check_random();
        if (round % 3 == 0) part.len -= check_random_below(part.len);
        struct cell draft = cell_draft(w.keyspace, 0, &w.key, EXPIRE_NONE);
        char *exact = malloc(part.len + 1); /* so that a byte too far is seen */
        memcpy(exact, part.data, part.len);
        value_load(&draft, bytes_of(exact, part.len));
        free(exact);
        if (draft.entry != NULL) digest_of(draft.entry, sum);
        cell_discard(&draft);
        buffer_clear(&part);
        stop();
    }
}

/* Replay: entries in any order, put twice, removed, cut off at the front. */
TEST(placed_entries_are_what_was_appended) {
    for (unsigned round = 0; round < 10; round++) {
        uint64_t before[2], after[2];
        struct key key = key_of(bytes_of("another", 7));
        start(1 + (unsigned)check_random_below(9));
        for (unsigned step = 0; step < 200; step++) append();
        digest_of(here().entry, before);
        struct cell cell = cell_of(w.keyspace, 0, &key, NULL);
        for (unsigned step = 0; step < 600; step++) {
            unsigned at =
                step < 200 ? (step * 77 + round) % 200 : (unsigned)check_random_below(200);
            struct bytes texts[2 * FIELDS_MAX], rest = buffer_view(&w.entries[at].texts);
            uint64_t count = 0;
            while (part_take(&rest, &texts[count])) count++;
            if (check_random_below(5) == 0) stream_remove(&cell, w.entries[at].id);
            stream_place(&cell, w.entries[at].id, texts, count / 2);
        }
        stream_set_head(&cell, &w.head);
        digest_of(cell.entry, after);
        CHECK(before[0] == after[0] && before[1] == after[1]);
        stream_bound(&cell, w.entries[50].id);
        CHECK_EQ(stream_length(cell.entry), 149);
        CHECK(stream_id_equal(stream_first_id(cell.entry), w.entries[51].id));
        stream_bound(&cell, STREAM_ID_MAX);
        CHECK_EQ(stream_length(cell.entry), 0);
        stop();
    }
}

/* As measured in redis-server 7.0.15 (XINFO STREAM: radix-tree-keys). */
TEST(blocks_end_where_the_listpacks_of_redis_do) {
    start(0);
    w.keyspace->limits.stream_node_bytes = 4096;
    unsigned ends[3], found = 0;
    for (unsigned i = 1; found < 3; i++) {
        struct cell cell = here();
        struct bytes texts[] = {BYTES_LITERAL("temperature"), BYTES_LITERAL("12"),
                                BYTES_LITERAL("place"), BYTES_LITERAL("the kitchen")};
        stream_append(&cell, (struct stream_id){1000 + i, 0}, texts, 2);
        if (stream_blocks(cell.entry) == found + 2) ends[found++] = i;
    }
    CHECK_EQ(ends[0], 175);
    CHECK_EQ(ends[1], 349);
    CHECK_EQ(ends[2], 523);
    stop();
}

/* XSETID may put last_id before entries that are deleted. */
TEST(an_entry_may_come_before_deleted_ones) {
    struct bytes texts[] = {BYTES_LITERAL("a"), BYTES_LITERAL("b")};
    start(100);
    for (unsigned i = 1; i <= 9; i++) {
        struct cell cell = here();
        stream_append(&cell, (struct stream_id){i, 0}, texts, 1);
    }
    struct cell cell = here();
    for (unsigned i = 3; i <= 9; i++) CHECK(stream_delete(&cell, (struct stream_id){i, 0}));
    struct stream_head head = {.last_id = {2, 0}, .entries_added = 9};
    stream_set_head(&cell, &head);
    stream_append(&cell, (struct stream_id){2, 1}, texts, 1);
    stream_append(&cell, (struct stream_id){4, 0}, texts, 1);
    CHECK(stream_has(cell.entry, (struct stream_id){2, 1}));
    CHECK(stream_has(cell.entry, (struct stream_id){4, 0}));
    CHECK_EQ(stream_length(cell.entry), 4);
    CHECK_EQ(stream_blocks(cell.entry), 1);
    struct buffer part = {0};
    uint64_t position = 0;
    struct key key = key_of(bytes_of("another", 7));
    struct cell draft = cell_draft(w.keyspace, 0, &key, EXPIRE_NONE);
    value_save(cell.entry, &position, SIZE_MAX, &part);
    CHECK(value_load(&draft, buffer_view(&part)));
    CHECK_EQ(stream_length(draft.entry), 4);
    cell_discard(&draft);
    buffer_clear(&part);
    stop();
}

/* Each was the last one when it went, so the block knows it still. */
TEST(an_entry_may_come_where_several_deleted_ones_were) {
    struct bytes texts[] = {BYTES_LITERAL("a"), BYTES_LITERAL("b")};
    struct stream_head head = {.last_id = {1, 0}, .entries_added = 9};
    start(100);
    for (unsigned i = 1; i <= 5; i++) {
        struct cell cell = here();
        stream_append(&cell, (struct stream_id){i, 0}, texts, 1);
        if (i > 1) CHECK(stream_delete(&cell, (struct stream_id){i, 0}));
    }
    struct cell cell = here();
    stream_set_head(&cell, &head);
    stream_append(&cell, (struct stream_id){2, 0}, texts, 1);
    struct buffer part = {0};
    uint64_t position = 0;
    struct key key = key_of(bytes_of("another", 7));
    struct cell draft = cell_draft(w.keyspace, 0, &key, EXPIRE_NONE);
    value_save(cell.entry, &position, SIZE_MAX, &part);
    CHECK(value_load(&draft, buffer_view(&part)));
    CHECK_EQ(stream_length(draft.entry), 2);
    cell_discard(&draft);
    buffer_clear(&part);
    stop();
}

TEST(ids_are_read_and_written_as_text) {
    static const struct {
        const char *text;
        uint64_t ms, seq;
        bool is_good, has_seq;
    } cases[] = {
        {"0", 0, 7, true, false},
        {"5-0", 5, 0, true, true},
        {"01-002", 1, 2, true, true},
        {"18446744073709551615-18446744073709551615", UINT64_MAX, UINT64_MAX, true, true},
        {"18446744073709551616", 0, 0, false, false},
        {"", 0, 0, false, false},
        {"-", 0, 0, false, true},
        {"1-", 0, 0, false, true},
        {"-1", 0, 0, false, true},
        {"1-2-3", 0, 0, false, true},
        {"x", 0, 0, false, false},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct stream_id id;
        bool has_seq;
        CHECK_EQ(stream_id_parse(bytes_of_string(cases[i].text), 7, &id, &has_seq),
                 cases[i].is_good);
        CHECK_EQ(has_seq, cases[i].has_seq);
        if (!cases[i].is_good) continue;
        CHECK(id.ms == cases[i].ms && id.seq == cases[i].seq);
        char text[STREAM_ID_TEXT_MAX];
        struct stream_id again;
        size_t len = stream_id_format(text, id);
        CHECK(stream_id_parse(bytes_of(text, len), 0, &again, NULL));
        CHECK(stream_id_equal(id, again));
    }
}
