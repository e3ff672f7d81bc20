/* tests/unit/engine/preimage_test.c - what is written of a big value is the value as it was, whatever happens to it meanwhile.
 *
 * A keyspace of large values of every type; at the moment their digests are taken down and they are put into one set of
 * preimages, or two. Then changes of every kind and slices of any size follow each other at random, until all is written.
 * What was written, loaded, must have the digests. In the broken variants the preimages are not told of some kind
 * of change: that has to be noticed. */
#include "engine/preimage.h"

#include "check.h"
#include "base/memory.h"
#include "data/hash.h"
#include "data/inside.h"
#include "data/keep.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/stream_group.h"
#include "data/zset.h"
#include "log/rdb_file.h"

enum { KEYS = 12, SETS = 2, TEXT_MAX = 40000, PLENTY = 1000000 };

static struct keyspace *keyspace;
static struct key keys[KEYS];
static struct preimages sets[SETS];
static unsigned hidden; /* bits of enum mutation_kind that nobody is told of */
static uint64_t ids;

static void on_change(void *arg, const struct mutation *mutation) {
    (void)arg;
    if (hidden >> mutation->kind & 1) return;
    for (unsigned i = 0; i < SETS; i++) preimages_note(&sets[i], mutation);
}

static unsigned below(unsigned limit) {
    return (unsigned)check_random_below(limit);
}

static struct bytes text_of(unsigned len_max) {
    static char text[TEXT_MAX];
    size_t len = below(len_max);
    memset(text, 'a' + (int)below(26), len);
    return bytes_of(text, len);
}

static struct bytes member_of(unsigned limit) {
    static char text[40];
    return bytes_of(text, (size_t)snprintf(text, sizeof text, "member %u", below(limit)));
}

static struct cell cell_at(unsigned i) {
    return cell_of(keyspace, 0, &keys[i], keyspace_find_any(keyspace, 0, &keys[i]));
}

/* ---- changes ---- */

static void change_hash(struct cell *cell, unsigned members) {
    struct bytes field = member_of(members);
    struct hash_found found;
    unsigned what = below(5);
    if (what == 0) {
        hash_delete(cell, field);
    } else if (what == 1 && hash_get(cell->entry, field, 0, &found)) {
        hash_set_expire(cell, field, below(2) ? EXPIRE_NONE : 1000 + below(1000));
    } else {
        struct bytes value = text_of(below(50) ? 30 : 9000);
        hash_set(cell, field, value, below(20) ? EXPIRE_NONE : 1000 + below(1000));
    }
}

static void change_zset(struct cell *cell, unsigned members) {
    unsigned what = below(40);
    if (what == 0)
        zset_remove_range(cell, below(members), below(200), NULL, NULL);
    else if (what < 12)
        zset_remove(cell, member_of(members));
    else
        zset_set(cell, member_of(members), (double)below(1000) / 8);
}

static void change_list(struct cell *cell) {
    uint64_t count = lists_count(cell->entry);
    unsigned what = count > 0 ? below(16) : 0;
    uint64_t index = count > 0 ? check_random_below(count) : 0;
    struct bytes text = text_of(below(100) ? 60 : 20000);
    if (count > 0 && below(20) == 0) cell_tell(cell, bytes_of(NULL, 0)); /* as LTRIM does */
    if (what < 4) {
        lists_push(cell, what & 1, text);
    } else if (what < 8) {
        lists_set(cell, index, text);
    } else if (what < 11) {
        lists_insert(cell, index, text);
    } else if (what < 13) {
        lists_remove(cell, index, 1);
    } else if (what < 15) {
        lists_remove(cell, what == 13 ? 0 : count - 1, 1);
    } else {
        uint64_t n = 1 + check_random_below(below(4) ? 5 : count);
        n = n < count - index ? n : count - index;
        lists_remove(cell, below(3) ? index : below(2) ? 0 : count - n, n);
    }
}

static void append_to_stream(struct cell *cell) {
    struct bytes texts[6];
    char field[30];
    unsigned count = below(4) ? 1 : 1 + below(3);
    struct bytes name =
        bytes_of(field, (size_t)snprintf(field, sizeof field, "field %u", below(3)));
    for (unsigned i = 0; i < count; i++) {
        texts[2 * i] = name;
        texts[2 * i + 1] = text_of(below(30) ? 40 : 3000);
    }
    struct stream_id id = stream_head(cell->entry).last_id;
    ids += 1 + below(3);
    if (id.ms < ids) id = (struct stream_id){ids, 0};
    id.seq += 1 + below(2);
    stream_append(cell, id, texts, count);
}

static struct stream_id some_id(const struct entry *stream) {
    struct stream_walk walk;
    struct stream_id last = stream_head(stream).last_id;
    struct stream_id id = {check_random_below(last.ms + 2), 0};
    stream_walk(stream, id, STREAM_ID_MAX, false, &walk);
    return stream_next(&walk) ? walk.id : id;
}

static struct bytes name_of(const char *what, unsigned number) {
    static char names[2][20];
    static unsigned turn;
    char *name = names[turn++ % 2];
    return bytes_of(name, (size_t)snprintf(name, sizeof names[0], "%s %u", what, number));
}

static void change_group(struct cell *cell) {
    struct bytes name = name_of("group", below(3)), of_consumer = name_of("consumer", below(4));
    struct stream_group *group = stream_group_find(cell->entry, name);
    if (group == NULL) {
        stream_group_create(cell, name, some_id(cell->entry), (int64_t)below(100));
        return;
    }
    struct stream_consumer *consumer = stream_consumer_find(group, of_consumer);
    unsigned what = below(60);
    if (what == 0)
        stream_group_destroy(cell, group);
    else if (what == 1)
        stream_group_set(cell, group, some_id(cell->entry), (int64_t)below(100));
    else if (consumer == NULL)
        stream_consumer_create(cell, group, of_consumer, 5);
    else if (what < 4)
        stream_consumer_destroy(cell, consumer);
    else if (what < 20)
        stream_pending_remove(cell, group, some_id(cell->entry));
    else
        stream_pending_set(cell, consumer, some_id(cell->entry), below(1000), 1 + below(5));
}

/* The head goes back to the last entry, so that the next one may come between those that were. */
static void set_head_back(struct cell *cell) {
    struct stream_walk walk;
    struct stream_head head = stream_head(cell->entry);
    stream_delete(cell, some_id(cell->entry));
    stream_walk(cell->entry, STREAM_ID_MIN, STREAM_ID_MAX, true, &walk);
    head.last_id = stream_next(&walk) ? walk.id : STREAM_ID_MIN;
    stream_set_head(cell, &head);
    ids = head.last_id.ms;
}

static void change_stream(struct cell *cell) {
    unsigned what = cell->entry != NULL ? below(14) : 0;
    if (what < 5) {
        append_to_stream(cell);
    } else if (what < 9) {
        stream_delete(cell, some_id(cell->entry));
    } else if (what < 11) {
        for (unsigned n = below(8); n > 0; n--) change_group(cell);
    } else if (what < 12) {
        struct stream_trim trim = {.is_by_id = below(2),
                                   .is_approximate = below(2),
                                   .max_length = stream_length(cell->entry) * 9 / 10,
                                   .min_id = below(4) ? STREAM_ID_MIN : some_id(cell->entry)};
        stream_trim(cell, &trim);
    } else if (what < 13) {
        set_head_back(cell);
    } else {
        struct bytes texts[] = {BYTES_LITERAL("f"), BYTES_LITERAL("v")};
        struct stream_id id = some_id(cell->entry);
        if (!stream_id_is_zero(id)) stream_place(cell, id, texts, 1);
    }
}

static void change_text(struct cell *cell, unsigned i) {
    size_t len = cell->entry != NULL ? entry_text_len(cell->entry) : 0, size = below(300);
    size_t offset = len > 0 ? check_random_below(len) : 0, end = offset + size;
    struct text_range range = {offset, size};
    struct entry *entry;
    unsigned what = below(8);
    if (what == 0) range.offset = offset = len, end = len + size;
    size_t new_len = end > len ? end : len;
    if (what == 1) new_len = len / 2 + 6000, range.len = 0, size = 0;
    if (new_len > 4 * TEXT_MAX || len == 0) return;
    char *text = keyspace_edit_range(keyspace, 0, &keys[i], cell->entry, new_len, range, &entry);
    if (size > 0) memset(text + offset, 'A' + (int)below(26), size);
}

/* Of the type that it has, or a new one of its own type. */
static void change_value(unsigned i, unsigned members) {
    struct cell cell = cell_at(i);
    enum value_type type = (enum value_type)(i % VALUE_TYPES);
    if (cell.entry != NULL) type = entry_type(cell.entry);
    switch (type) {
    case VALUE_STRING:
        change_text(&cell, i);
        break;
    case VALUE_LIST:
        change_list(&cell);
        break;
    case VALUE_SET:
        below(3) ? (void)set_add(&cell, member_of(members))
                 : (void)set_remove(&cell, member_of(members));
        break;
    case VALUE_ZSET:
        change_zset(&cell, members);
        break;
    case VALUE_HASH:
        change_hash(&cell, members);
        break;
    default:
        change_stream(&cell);
    }
}

/* What concerns a key as a whole. */
static void change_key(unsigned i) {
    struct cell cell = cell_at(i), other = cell_at(below(KEYS));
    if (cell.entry == NULL) return;
    switch (below(6)) {
    case 0:
        cell_delete(&cell);
        break;
    case 1: {
        struct bytes text = text_of(TEXT_MAX);
        CHECK(keyspace_put_string(keyspace, 0, &keys[i], cell.entry, text, EXPIRE_NONE) != NULL);
        break;
    }
    case 2: {
        struct cell draft = cell_draft(keyspace, 0, &keys[i], EXPIRE_NONE);
        for (unsigned n = below(500); n > 0; n--) set_add(&draft, member_of(PLENTY));
        cell_publish(&draft, cell.entry);
        break;
    }
    case 3:
        keyspace_set_expire(keyspace, 0, &keys[i], cell.entry, below(2) ? EXPIRE_NONE : PLENTY);
        break;
    default:
        if (other.key != cell.key) CHECK(cell_move(&cell, &other, EXPIRE_NONE));
    }
}

/* ---- the moment ---- */

struct taken {
    unsigned char digests[KEYS][20];
    bool is_in[KEYS];
    unsigned count;
    struct buffer out;
};

static void build(void) {
    static char names[KEYS][8];
    struct keyspace_options options = {
        .databases = 1, .partition_count = PARTITIONS, .hook = on_change};
    keyspace = keyspace_create(&options);
    keyspace_set_now(keyspace, 1);
    keep_begin(keyspace, true);
    ids = 0;
    for (unsigned i = 0; i < KEYS; i++) {
        keys[i] = key_of(bytes_of(names[i], (size_t)snprintf(names[i], 8, "k%u", i)));
        unsigned size = 300 + below(1200);
        struct cell cell = cell_at(i);
        if (i % VALUE_TYPES == VALUE_STRING) {
            struct entry *entry;
            char *text =
                keyspace_edit_string(keyspace, 0, &keys[i], NULL, 5000 + 40 * size, &entry);
            for (unsigned at = 0; at < 5000 + 40 * size; at++) text[at] = (char)(at / 500);
        } else if (i % VALUE_TYPES == VALUE_STREAM) {
            append_to_stream(&cell);
            for (unsigned n = 0; n < size; n++) append_to_stream(&cell);
            for (unsigned n = 0; n < size; n++) change_group(&cell);
        }
        for (unsigned n = i % VALUE_TYPES == VALUE_STREAM ? 20 : size; n > 0; n--)
            change_value(i, size * 2);
    }
}

static bool load_item(struct keyspace *loaded, const struct rdb_item *item) {
    struct rdb_input input = rdb_input_of(item->body);
    struct rdb_text name = {0}, text = {0};
    bool is_good = rdb_take_text(&input, &name);
    struct key key = key_of(name.bytes);
    struct cell draft =
        cell_draft(loaded, 0, &key, item->has_expiry ? item->expire_ms : EXPIRE_NONE);
    is_good = is_good && !keyspace_find_any(loaded, 0, &key) &&
              rdb_read_value(&input, item->type, &draft, &text) && rdb_left(&input) == 0;
    if (!is_good)
        cell_discard(&draft);
    else if (item->type == RDB_STRING)
        keyspace_put_string(loaded, 0, &key, NULL, text.bytes, draft.expire_ms);
    else
        cell_publish(&draft, NULL);
    rdb_text_clear(&name);
    rdb_text_clear(&text);
    return is_good;
}

/* Of a stream as it comes back from a dump, where groups get other numbers and consumers lose one of their times. */
static void digest_of(const struct entry *entry, unsigned char digest[20]) {
    struct keyspace_options options = {.databases = 1, .partition_count = PARTITIONS};
    struct keyspace *loaded = keyspace_create(&options);
    struct buffer out = {0}, scratch = {0};
    struct rdb_writer writer = {.out = &out};
    struct rdb_file file;
    struct key key = key_of(entry_key(entry));
    rdb_file_begin(&out, 0, 0);
    rdb_file_database(&out, 0);
    rdb_file_entry(&writer, entry, &scratch);
    rdb_file_end(&out);
    rdb_put_u64(&out, 0);
    CHECK(rdb_file_open(&file, buffer_view(&out)) && rdb_file_next(&file) == RDB_FILE_ITEM &&
          load_item(loaded, &file.item));
    rdb_file_close(&file);
    entry_digest(keyspace_find_any(loaded, 0, &key), 0, digest);
    keyspace_destroy(loaded);
    buffer_clear(&out);
    buffer_clear(&scratch);
}

static void take(struct taken *taken, struct preimages *set, bool compresses) {
    *set = (struct preimages){.keyspace = keyspace, .compresses = compresses};
    *taken = (struct taken){0};
    for (unsigned i = 0; i < KEYS; i++) {
        struct cell cell = cell_at(i);
        if (cell.entry == NULL || !preimage_is_big(cell.entry, 1)) continue;
        if (entry_type(cell.entry) == VALUE_STREAM)
            digest_of(cell.entry, taken->digests[i]);
        else
            entry_digest(cell.entry, 0, taken->digests[i]);
        taken->is_in[i] = true;
        taken->count++;
        preimages_add(set, cell.entry, 0);
    }
    rdb_file_begin(&taken->out, 0, 0);
}

static bool is_same(struct taken *taken) {
    struct keyspace_options options = {.databases = 1, .partition_count = PARTITIONS};
    struct keyspace *loaded = keyspace_create(&options);
    struct rdb_file file;
    enum rdb_file_next next = RDB_FILE_BAD;
    unsigned count = 0;
    rdb_file_end(&taken->out);
    rdb_put_u64(&taken->out, 0);
    bool is_good = rdb_file_open(&file, buffer_view(&taken->out));
    while (is_good && (next = rdb_file_next(&file)) == RDB_FILE_ITEM)
        is_good = load_item(loaded, &file.item);
    is_good = is_good && next == RDB_FILE_END;
    rdb_file_close(&file);
    for (unsigned i = 0; i < KEYS; i++) {
        unsigned char digest[20];
        const struct entry *entry = keyspace_find_any(loaded, 0, &keys[i]);
        count += entry != NULL;
        if (entry != NULL) entry_digest(entry, 0, digest);
        bool is_like = (entry != NULL) == taken->is_in[i] &&
                       (entry == NULL || memcmp(digest, taken->digests[i], 20) == 0);
        if (!is_like && hidden == 0) printf("  key %u is another\n", i);
        is_good = is_good && is_like;
    }
    keyspace_destroy(loaded);
    buffer_clear(&taken->out);
    return is_good && count == taken->count;
}

static void check_all_is_freed(void) {
    keep_begin(keyspace, false);
    keyspace_flush(keyspace, 0);
    while (keyspace_free_some(keyspace, 1000)) continue;
    CHECK_EQ(keyspace->garbage_bytes, 0);
    CHECK_EQ(keyspace->heap.bytes, 0);
    CHECK_EQ(keyspace->slab.used_bytes, 0);
    keyspace_destroy(keyspace);
}

/* So many changes for a slice of so many bytes at most. True if all that was written is as it was. */
static bool play(unsigned sets_used, unsigned changes, unsigned bytes_max, bool with_keys) {
    struct taken taken[SETS];
    build();
    bool is_good = true;
    for (unsigned i = 0; i < sets_used; i++) {
        take(&taken[i], &sets[i], below(2));
        for (unsigned n = below(200); n > 0; n--) change_value(below(KEYS), 2000);
    }
    for (unsigned left = sets_used; left > 0;) {
        for (unsigned n = below(changes + 1); n > 0; n--)
            with_keys &&below(100) == 0 ? change_key(below(KEYS)) : change_value(below(KEYS), 2000);
        struct preimages *set = &sets[below(sets_used)];
        struct buffer *out = &taken[set - sets].out;
        if (set->count > 0) preimages_write(set, out, 1 + below(bytes_max));
        left = 0;
        for (unsigned i = 0; i < sets_used; i++) left += sets[i].count > 0;
    }
    for (unsigned i = 0; i < sets_used; i++) {
        is_good = is_same(&taken[i]) && is_good;
        CHECK_EQ(sets[i].bytes, 0);
        preimages_clear(&sets[i]);
    }
    check_all_is_freed();
    return is_good;
}

/* ---- */

enum { SEEDS = 10 };

TEST(a_big_value_is_written_as_it_was) {
    for (unsigned i = 0; i < SEEDS && check_failures == 0; i++)
        CHECK(play(1, 20, i % 2 ? 8000 : 1500, false));
}

TEST(a_value_that_loses_its_key_or_gets_another_one_is_written_as_it_was) {
    for (unsigned i = 0; i < SEEDS && check_failures == 0; i++)
        CHECK(play(1, 100, i % 2 ? 8000 : 1500, true));
}

TEST(several_snapshots_each_have_their_own_moment) {
    for (unsigned i = 0; i < SEEDS && check_failures == 0; i++) CHECK(play(2, 50, 4000, true));
}

TEST(what_is_given_up_is_let_go) {
    struct taken taken;
    for (unsigned i = 0; i < 3; i++) {
        build();
        take(&taken, &sets[0], false);
        for (unsigned n = 0; n < 2000; n++) change_value(below(KEYS), 2000);
        for (unsigned n = 0; n < i * 20; n++) preimages_write(&sets[0], &taken.out, 100);
        for (unsigned n = 0; n < 20; n++) change_key(below(KEYS));
        CHECK(sets[0].bytes > 0);
        preimages_clear(&sets[0]);
        CHECK(sets[0].count == 0 && sets[0].bytes == 0);
        buffer_clear(&taken.out);
        check_all_is_freed();
    }
}

/* A hash of many fields: a change costs what it changes, and a slice is one. */
TEST(neither_a_change_nor_a_slice_takes_the_whole_value) {
    enum { FIELDS = 50000 };
    struct buffer out = {0};
    char name[20];
    build();
    struct cell cell = cell_at(0);
    cell_delete(&cell);
    for (unsigned i = 0; i < FIELDS; i++)
        hash_set(&cell, bytes_of(name, (size_t)snprintf(name, 20, "f%u", i)), text_of(50), 0);
    sets[0] = (struct preimages){.keyspace = keyspace};
    preimages_add(&sets[0], cell.entry, 0);
    CHECK(sets[0].bytes < 1000);
    for (unsigned i = 0; i < 100; i++)
        hash_set(&cell, bytes_of(name, (size_t)snprintf(name, 20, "f%u", i * 7)), text_of(50), 0);
    CHECK(sets[0].bytes < 100 * 400);
    CHECK_EQ(sets[0].noted, 100);
    unsigned slices = 1;
    for (size_t before = 0; preimages_write(&sets[0], &out, 10000); before = out.len, slices++)
        CHECK(out.len - before < 25000);
    CHECK(slices > out.len / 25000);
    buffer_clear(&out);
    preimages_clear(&sets[0]);
    check_all_is_freed();
}

/* Many pending entries: nothing of them is copied at the moment, and they are written bit by bit, though all of them go meanwhile. */
TEST(pending_entries_are_written_bit_by_bit) {
    enum { ENTRIES = 60000, SLICE = 10000 };
    struct bytes texts[] = {BYTES_LITERAL("f"), BYTES_LITERAL("v")};
    struct taken taken;
    for (unsigned times = 0; times < 2; times++) {
        build();
        for (unsigned i = 0; i < KEYS; i++) {
            struct cell cell = cell_at(i);
            if (cell.entry != NULL) cell_delete(&cell);
        }
        struct cell cell = cell_at(5);
        for (uint64_t i = 1; i <= ENTRIES; i++)
            stream_append(&cell, (struct stream_id){i, 0}, texts, 1);
        struct stream_group *group =
            stream_group_create(&cell, BYTES_LITERAL("g"), STREAM_ID_MIN, 0);
        struct stream_consumer *consumers[] = {
            stream_consumer_create(&cell, group, BYTES_LITERAL("a"), 9),
            stream_consumer_create(&cell, group, BYTES_LITERAL("b"), 9)};
        for (uint64_t i = 1; i <= ENTRIES; i++)
            stream_pending_set(&cell, consumers[i % 2], (struct stream_id){i, 0}, 7, 1);
        take(&taken, &sets[0], false);
        CHECK(sets[0].bytes < 2000);
        unsigned slices = 0;
        bool is_more = true;
        for (size_t before = taken.out.len; is_more; before = taken.out.len, slices++) {
            is_more = preimages_write(&sets[0], &taken.out, SLICE);
            CHECK(taken.out.len - before < 2 * SLICE);
            if (times == 0 && slices == 100) stream_group_destroy(&cell, group);
            if (times == 1 && slices % 4 == 0) {
                struct stream_id id = some_id(cell.entry);
                stream_pending_set(&cell, consumers[0], id, 8, 2);
                stream_pending_remove(&cell, group, some_id(cell.entry));
            }
        }
        CHECK(slices > ENTRIES * 42 / SLICE && sets[0].noted > 0);
        CHECK(is_same(&taken));
        CHECK_EQ(sets[0].bytes, 0);
        preimages_clear(&sets[0]);
        check_all_is_freed();
    }
}

/* The tests above must be able to fail. */
TEST(without_being_told_of_edits_it_would_be_wrong) {
    bool was_good = true;
    for (unsigned i = 0; i < SEEDS && was_good; i++) {
        hidden = 1 << MUTATION_EDIT;
        pid_t child = fork(); /* what breaks may be an invariant */
        if (child == 0) {
            if (freopen("/dev/null", "w", stderr) == NULL) _exit(2);
            signal(SIGABRT, SIG_DFL);
            _exit(play(1, 100, 1500, false) ? 0 : 1);
        }
        int status = 0;
        waitpid(child, &status, 0);
        was_good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        hidden = 0;
    }
    CHECK(!was_good);
}
