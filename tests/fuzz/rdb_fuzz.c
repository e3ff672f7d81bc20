/* tests/fuzz/rdb_fuzz.c - any bytes are a value of Redis's dumps or are refused; what is taken is sound.
 *
 * The first byte chooses: whether the rest is a payload as it is, or the content of a block to which the
 * head and end mark are added, so that most inputs get beyond these; and whether texts are compressed. The
 * checksum is always made right. A value that was taken is read as a whole, written and read again,
 * saved and loaded, taken apart and deleted. */
#include "log/rdb.h"

#include "base/memory.h"
#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/stream.h"
#include "data/stream_group.h"
#include "data/value.h"
#include "data/zset.h"
#include "fuzz.h"
#include "log/rdb_block.h"
#include "log/rdb_lzf.h"

static struct keyspace *keyspace;
static struct key keys[2];

/* ---- payloads ---- */

enum { IS_BLOCK = 1, COMPRESSES = 2, IS_OLD = 4 };

static void put_block(struct buffer *out, unsigned type, struct bytes content, unsigned count) {
    bool is_ziplist = type == RDB_LIST_ZIPLIST || type == RDB_HASH_ZIPLIST ||
                      type == RDB_ZSET_ZIPLIST || type == RDB_LIST_QUICKLIST;
    struct buffer block = {0};
    uint32_t size = (uint32_t)content.len + (is_ziplist ? 11 : 7), tail = count >> 8;
    uint16_t shown = (count & 0x80) != 0 ? UINT16_MAX : (uint16_t)(count & 0x7f);
    buffer_append(&block, bytes_of((const char *)&size, sizeof size));
    if (is_ziplist) buffer_append(&block, bytes_of((const char *)&tail, sizeof tail));
    buffer_append(&block, bytes_of((const char *)&shown, sizeof shown));
    buffer_append(&block, content);
    rdb_put_byte(&block, 255);
    rdb_put_text(out, buffer_view(&block), false);
    buffer_clear(&block);
}

static void put_wrapped(struct buffer *out, unsigned type, struct fuzz *fuzz) {
    unsigned count = fuzz_below(fuzz, 1 << 16);
    struct bytes content = fuzz_take(fuzz, fuzz_below(fuzz, 1 << 12));
    if (type == RDB_LIST_QUICKLIST || type == RDB_LIST_QUICKLIST_2) rdb_put_length(out, 1);
    if (type == RDB_LIST_QUICKLIST_2) rdb_put_length(out, RDB_NODE_PACKED);
    if (type == RDB_STREAM_1 || type == RDB_STREAM_2 || type == RDB_STREAM_3) {
        rdb_put_length(out, 1);
        rdb_put_text(out, bytes_of("\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1", STREAM_ID_BYTES), false);
    }
    put_block(out, type, content, count);
    buffer_append(out, fuzz_take(fuzz, fuzz->left));
}

static void make_payload(struct buffer *out, struct fuzz *fuzz, unsigned choice) {
    uint8_t type = fuzz_byte(fuzz);
    rdb_put_byte(out, type);
    if (choice & IS_BLOCK) {
        put_wrapped(out, type, fuzz);
    } else {
        buffer_append(out, fuzz_take(fuzz, fuzz->left));
    }
    rdb_write_footer(out, 0, choice & IS_OLD ? RDB_VERSION : RDB_VERSION_FIELD_TIMES);
}

/* ---- reading ---- */

/* The entry that the payload made, in the keyspace; NULL: it was refused. */
static struct entry *restore(struct bytes payload, unsigned number) {
    char *copy = fuzz_copy(payload);
    struct bytes exact = bytes_of(copy, payload.len);
    struct rdb_input input;
    struct rdb_text text = {0};
    unsigned type;
    struct cell draft = cell_draft(keyspace, 0, &keys[number], EXPIRE_NONE);
    struct entry *entry = NULL;
    fuzz_require(rdb_payload_is_whole(exact), "the checksum has been made right");
    bool is_good = rdb_payload_open(exact, &type, &input) &&
                   rdb_read_value(&input, type, &draft, &text) && rdb_left(&input) == 0;
    if (!is_good) {
        cell_discard(&draft);
    } else if (type == RDB_STRING) {
        entry = keyspace_put_string(keyspace, 0, &keys[number], NULL, text.bytes, EXPIRE_NONE);
    } else {
        cell_publish(&draft, NULL);
        entry = draft.entry;
    }
    rdb_text_clear(&text);
    free(copy);
    return entry;
}

static struct entry *find(unsigned number) {
    return keyspace_find(keyspace, 0, &keys[number], false);
}

static void write(unsigned number, bool compresses, struct buffer *out) {
    struct buffer scratch = {0};
    struct rdb_writer writer = {.out = out, .compresses = compresses};
    out->len = 0;
    rdb_write_payload(&writer, find(number), &scratch);
    buffer_clear(&scratch);
}

static void require_same(const struct entry *a, const struct entry *b, const char *claim) {
    uint64_t sums[2][2] = {{0}};
    fuzz_require(entry_type(a) == entry_type(b), claim);
    const struct value_kind *kind = value_kinds[entry_type(a)];
    if (!kind) {
        struct buffer scratch[2] = {{0}};
        fuzz_require(bytes_equal(entry_text(a, &scratch[0]), entry_text(b, &scratch[1])), claim);
        buffer_clear(&scratch[0]);
        buffer_clear(&scratch[1]);
        return;
    }
    kind->digest(a, sums[0]);
    kind->digest(b, sums[1]);
    fuzz_require(memcmp(sums[0], sums[1], sizeof sums[0]) == 0, claim);
}

/* Written and read again it is the same. A stream's groups then have other numbers, and times that version 2
 * does not know are lost, so what is written of it is compared. */
static void go_round(bool compresses) {
    struct buffer first = {0}, second = {0};
    write(0, compresses, &first);
    struct entry *copy = restore(buffer_view(&first), 1);
    fuzz_require(copy != NULL, "what is written can be read");
    if (entry_type(copy) == VALUE_STREAM) {
        write(1, compresses, &second);
        fuzz_require(bytes_equal(buffer_view(&first), buffer_view(&second)),
                     "a stream that was read is written alike");
    } else {
        require_same(find(0), copy, "a value that was read again is the same");
    }
    keyspace_delete(keyspace, 0, &keys[1], copy);
    buffer_clear(&first);
    buffer_clear(&second);
}

/* The log's way. */
static void save_and_load(void) {
    const struct entry *entry = find(0);
    if (entry_type(entry) == VALUE_STRING) return;
    struct cell draft = cell_draft(keyspace, 0, &keys[1], EXPIRE_NONE);
    struct buffer part = {0};
    uint64_t position = 0;
    bool has_more = true;
    while (has_more) {
        part.len = 0;
        has_more = value_save(entry, &position, 1000, &part);
        fuzz_require(value_load(&draft, buffer_view(&part)), "what is saved can be loaded");
    }
    buffer_clear(&part);
    require_same(entry, draft.entry, "a value that was loaded is the same");
    cell_discard(&draft);
}

/* ---- taking apart ---- */

static struct bytes keep(struct buffer *kept, struct bytes text) {
    kept->len = 0;
    buffer_append(kept, text);
    return buffer_view(kept);
}

static void take_out_of_list(struct cell *cell, uint64_t random) {
    struct buffer kept = {0};
    struct lists_walk walk;
    uint64_t count = lists_count(cell->entry);
    lists_walk(cell->entry, random % count, &walk);
    fuzz_require(lists_next(&walk), "there is an element at every index");
    lists_push(cell, random & 1, keep(&kept, walk.text));
    lists_remove(cell, random % count, count - random % count < 3 ? 1 : 3);
    buffer_clear(&kept);
}

static void take_out_of_stream(struct cell *cell, uint64_t random) {
    bool has_group = stream_group_count(cell->entry) > 0;
    struct stream_group *group = has_group ? stream_group_at(cell->entry, 0) : NULL;
    struct stream_head head = stream_head(cell->entry);
    struct stream_trim trim = {.max_length = stream_length(cell->entry) / 2};
    bool has_entries = stream_delete(cell, stream_first_id(cell->entry));
    fuzz_require(has_entries || stream_length(cell->entry) == 0, "the first entry is there");
    if (group && group->consumer_count > 0) stream_consumer_destroy(cell, group->consumers[0]);
    if (group && random & 1) stream_group_destroy(cell, group);
    stream_trim(cell, &trim);
    if (stream_id_step_up(&head.last_id)) {
        struct bytes texts[] = {BYTES_LITERAL("field"), BYTES_LITERAL("value")};
        stream_append(cell, head.last_id, texts, 1);
    }
}

static void take_apart(uint64_t random) {
    enum { STEPS_MAX = 40 };
    struct cell cell = cell_of(keyspace, 0, &keys[0], find(0));
    enum value_type type = entry_type(cell.entry);
    for (unsigned i = 0; i < STEPS_MAX && cell.entry; i++, random = random * 25214903917 + 11) {
        char scratch[NUMBER_TEXT_MAX];
        struct hash_walk field;
        struct zset_walk member;
        switch (type) {
        case VALUE_LIST:
            take_out_of_list(&cell, random >> 8);
            break;
        case VALUE_SET:
            fuzz_require(set_remove(&cell, set_random(cell.entry, random, scratch)),
                         "a random member is there");
            break;
        case VALUE_HASH:
            hash_random(cell.entry, random, &field);
            fuzz_require(hash_delete(&cell, field.field), "a random field is there");
            break;
        case VALUE_ZSET:
            zset_random(cell.entry, random, &member);
            fuzz_require(zset_remove(&cell, member.member), "a random member is there");
            break;
        case VALUE_STREAM:
            take_out_of_stream(&cell, random);
            break;
        default:
            return;
        }
    }
}

/* ---- compression ---- */

static void pack_and_expand(struct bytes text) {
    if (text.len == 0) return;
    size_t room = text.len + text.len / 32 + 1;
    char *packed = malloc(room), *expanded = malloc(text.len);
    size_t len = rdb_lzf_pack(text, packed, room);
    fuzz_require(len > 0 && rdb_lzf_expand(bytes_of(packed, len), expanded, text.len) &&
                     memcmp(expanded, text.data, text.len) == 0,
                 "what is packed expands to the same");
    free(packed);
    packed = malloc(len - 1);
    fuzz_require(rdb_lzf_pack(text, packed, len - 1) == 0, "it does not fit into less");
    free(packed);
    free(expanded);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct keyspace_options options = {.databases = 1, .partition_count = PARTITIONS};
    struct fuzz fuzz = fuzz_of(data, size);
    struct buffer payload = {0};
    unsigned choice = fuzz_byte(&fuzz);
    uint64_t random = size * UINT64_C(0x9e3779b97f4a7c15) + choice;
    keys[0] = key_of(BYTES_LITERAL("key"));
    keys[1] = key_of(BYTES_LITERAL("copy"));
    keyspace = keyspace_create(&options);
    keyspace_set_expiring(keyspace, false);
    pack_and_expand(bytes_of(fuzz.data, fuzz.left));
    make_payload(&payload, &fuzz, choice);
    if (restore(buffer_view(&payload), 0)) {
        go_round((choice & COMPRESSES) != 0);
        save_and_load();
        take_apart(random);
        struct entry *rest = find(0);
        if (rest) keyspace_delete(keyspace, 0, &keys[0], rest);
    }
    while (keyspace_free_some(keyspace, UINT16_MAX)) continue;
    keyspace_destroy(keyspace);
    buffer_clear(&payload);
    return 0;
}
