/* log/rdb_write_stream.c - writing streams, in version 2: rdb_read_stream.c draws it.
 *
 * Entries are put together in blocks as Redis would with its default settings, whatever blocks they lie in
 * here; deleted ones are not written. The first entry of a block is its master. */
#include "log/rdb_stream.h"

#include "base/memory.h"
#include "data/stream_group.h"
#include "log/rdb_block.h"

enum { ENTRY_SAME_FIELDS = 2, BLOCK_ENTRIES_MAX = 100, BLOCK_SIZE_MAX = 4096 };

/* A block that is longer has one long entry: compressing it would take long. */
enum { COMPRESSED_MAX = 256 << 10 };

struct rdb_stream {
    struct buffer *out; /* of blocks */
    bool compresses;
    uint64_t block_count, entries_max; /* of blocks; of entries in one */
    size_t size_max;
    /* The block at hand, as elements of a listpack. */
    struct stream_id master;
    struct buffer fields; /* of the master */
    struct buffer entries;
    uint64_t field_count, entry_count, element_count;
    /* The entry at hand, in both ways in which it may be written. */
    struct buffer entry_fields, entry_values, entry_pairs;
    struct buffer listpack;
};

static void put_raw_id(struct buffer *out, struct stream_id id) {
    struct stream_id swapped = {__builtin_bswap64(id.ms), __builtin_bswap64(id.seq)};
    stream_id_write(buffer_reserve(out, STREAM_ID_BYTES), swapped);
    out->len += STREAM_ID_BYTES;
}

static void put_id(struct buffer *out, struct stream_id id) {
    rdb_put_length(out, id.ms);
    rdb_put_length(out, id.seq);
}

/* ---- entries ---- */

static void end_block(struct rdb_stream *writing) {
    enum { MASTER_ELEMENTS = 4 }; /* without its fields */
    struct buffer *listpack = &writing->listpack;
    if (writing->entry_count == 0) return;
    listpack->len = 0;
    rdb_listpack_begin(listpack);
    rdb_listpack_add_integer(listpack, (int64_t)writing->entry_count);
    rdb_listpack_add_integer(listpack, 0); /* deleted ones */
    rdb_listpack_add_integer(listpack, (int64_t)writing->field_count);
    buffer_append(listpack, buffer_view(&writing->fields));
    rdb_listpack_add_integer(listpack, 0);
    buffer_append(listpack, buffer_view(&writing->entries));
    rdb_listpack_end(listpack, 0, MASTER_ELEMENTS + writing->field_count + writing->element_count);
    rdb_put_length(writing->out, STREAM_ID_BYTES);
    put_raw_id(writing->out, writing->master);
    bool compresses = writing->compresses && listpack->len <= COMPRESSED_MAX;
    rdb_put_text(writing->out, buffer_view(listpack), compresses);
    writing->block_count++;
    writing->entry_count = writing->element_count = 0;
    writing->entries.len = 0;
}

static void clear_entry(struct rdb_stream *writing) {
    writing->entry_fields.len = writing->entry_values.len = writing->entry_pairs.len = 0;
}

static void add_field(struct rdb_stream *writing, struct bytes field, struct bytes value) {
    rdb_listpack_add(&writing->entry_fields, field);
    rdb_listpack_add(&writing->entry_pairs, field);
    rdb_listpack_add(&writing->entry_values, value);
    rdb_listpack_add(&writing->entry_pairs, value);
}

static void begin_block(struct rdb_stream *writing, struct stream_id id, uint64_t pairs) {
    writing->master = id;
    writing->field_count = pairs;
    writing->fields.len = 0;
    buffer_append(&writing->fields, buffer_view(&writing->entry_fields));
}

/* The entry whose fields were added. */
static void put_entry(struct rdb_stream *writing, struct stream_id id, uint64_t pairs) {
    struct buffer *out = &writing->entries;
    size_t size = writing->fields.len + out->len + writing->entry_pairs.len;
    uint64_t elements;
    if (writing->entry_count == writing->entries_max || size > writing->size_max)
        end_block(writing);
    if (writing->entry_count == 0) begin_block(writing, id, pairs);
    bool has_same_fields =
        pairs == writing->field_count &&
        bytes_equal(buffer_view(&writing->entry_fields), buffer_view(&writing->fields));
    rdb_listpack_add_integer(out, has_same_fields ? ENTRY_SAME_FIELDS : 0);
    rdb_listpack_add_integer(out, (int64_t)(id.ms - writing->master.ms));
    rdb_listpack_add_integer(out, (int64_t)(id.seq - writing->master.seq));
    if (has_same_fields) {
        buffer_append(out, buffer_view(&writing->entry_values));
        elements = 3 + pairs;
    } else {
        rdb_listpack_add_integer(out, (int64_t)pairs);
        buffer_append(out, buffer_view(&writing->entry_pairs));
        elements = 4 + 2 * pairs;
    }
    rdb_listpack_add_integer(out, (int64_t)elements);
    writing->element_count += elements + 1;
    writing->entry_count++;
}

static void put_walked(struct rdb_stream *writing, struct stream_walk *walk) {
    struct bytes field, value;
    clear_entry(writing);
    while (stream_next_field(walk, &field, &value)) add_field(writing, field, value);
    put_entry(writing, walk->id, walk->field_count);
}

static void clear(struct rdb_stream *writing) {
    buffer_clear(&writing->fields);
    buffer_clear(&writing->entries);
    buffer_clear(&writing->entry_fields);
    buffer_clear(&writing->entry_values);
    buffer_clear(&writing->entry_pairs);
    buffer_clear(&writing->listpack);
}

static void write_entries(struct rdb_writer *writer, const struct entry *stream) {
    struct buffer blocks = {0}; /* how many they are comes before */
    struct rdb_stream writing = {.out = &blocks,
                                 .compresses = writer->compresses,
                                 .entries_max = BLOCK_ENTRIES_MAX,
                                 .size_max = BLOCK_SIZE_MAX};
    struct stream_walk walk;
    stream_walk(stream, STREAM_ID_MIN, STREAM_ID_MAX, false, &walk);
    while (stream_next(&walk)) put_walked(&writing, &walk);
    end_block(&writing);
    rdb_put_length(writer->out, writing.block_count);
    buffer_append(writer->out, buffer_view(&blocks));
    buffer_clear(&blocks);
    clear(&writing);
}

/* ---- entry by entry ---- */

struct rdb_stream *rdb_stream_create(struct rdb_writer *writer, uint64_t entries, uint64_t bytes) {
    struct rdb_stream *stream = memory_alloc_zeroed(sizeof *stream);
    uint64_t size = entries > 0 ? bytes / entries + 1 : 1, fitting = BLOCK_SIZE_MAX / size;
    stream->compresses = writer->compresses;
    stream->size_max = SIZE_MAX;
    stream->entries_max = fitting < 1                   ? 1
                          : fitting > BLOCK_ENTRIES_MAX ? BLOCK_ENTRIES_MAX
                                                        : fitting;
    rdb_put_length(writer->out, (entries + stream->entries_max - 1) / stream->entries_max);
    return stream;
}

void rdb_stream_add(struct rdb_stream *stream, struct rdb_writer *writer,
                    struct stream_walk *walk) {
    stream->out = writer->out;
    put_walked(stream, walk);
}

void rdb_stream_add_texts(struct rdb_stream *stream, struct rdb_writer *writer, struct stream_id id,
                          const struct bytes *texts, uint64_t count) {
    stream->out = writer->out;
    clear_entry(stream);
    for (uint64_t i = 0; i < count; i++) add_field(stream, texts[2 * i], texts[2 * i + 1]);
    put_entry(stream, id, count);
}

void rdb_stream_end(struct rdb_stream *stream, struct rdb_writer *writer) {
    stream->out = writer->out;
    end_block(stream);
}

void rdb_stream_destroy(struct rdb_stream *stream) {
    clear(stream);
    memory_free(stream);
}

/* ---- groups ---- */

void rdb_stream_numbers(struct rdb_writer *writer, const struct entry *stream) {
    struct buffer *out = writer->out;
    struct stream_head head = stream_head(stream);
    rdb_put_length(out, stream_length(stream));
    put_id(out, head.last_id);
    put_id(out, stream_first_id(stream));
    put_id(out, head.max_deleted);
    rdb_put_length(out, head.entries_added);
}

void rdb_stream_group(struct rdb_writer *writer, struct bytes name, struct stream_id last_id,
                      int64_t entries_read, uint64_t pending) {
    rdb_put_text(writer->out, name, writer->compresses);
    put_id(writer->out, last_id);
    rdb_put_length(writer->out, (uint64_t)entries_read);
    rdb_put_length(writer->out, pending);
}

void rdb_stream_pending(struct rdb_writer *writer, struct stream_id id, int64_t delivered_ms,
                        uint64_t deliveries) {
    put_raw_id(writer->out, id);
    rdb_put_u64(writer->out, (uint64_t)delivered_ms);
    rdb_put_length(writer->out, deliveries);
}

void rdb_stream_consumer(struct rdb_writer *writer, struct bytes name, int64_t seen_ms,
                         uint64_t pending) {
    rdb_put_text(writer->out, name, writer->compresses);
    rdb_put_u64(writer->out, (uint64_t)seen_ms);
    rdb_put_length(writer->out, pending);
}

void rdb_stream_owned(struct rdb_writer *writer, struct stream_id id) {
    put_raw_id(writer->out, id);
}

static void write_consumer(struct rdb_writer *writer, const struct stream_consumer *consumer) {
    const struct stream_tree *pending = &consumer->pending;
    rdb_stream_consumer(writer, stream_consumer_name(consumer), consumer->seen_ms, pending->count);
    struct stream_pending_walk walk = stream_pending_walk(pending, STREAM_ID_MIN);
    while (stream_pending_next(&walk)) rdb_stream_owned(writer, walk.id);
}

static void write_group(struct rdb_writer *writer, const struct stream_group *group) {
    rdb_stream_group(writer, stream_group_name(group), group->last_id, group->entries_read,
                     group->pending.count);
    struct stream_pending_walk walk = stream_pending_walk(&group->pending, STREAM_ID_MIN);
    while (stream_pending_next(&walk))
        rdb_stream_pending(writer, walk.id, walk.pending->delivered_ms, walk.pending->deliveries);
    rdb_put_length(writer->out, group->consumer_count);
    for (uint32_t i = 0; i < group->consumer_count; i++) {
        write_consumer(writer, group->consumers[i]);
    }
}

void rdb_write_stream(struct rdb_writer *writer, const struct entry *stream) {
    uint64_t groups = stream_group_count(stream);
    write_entries(writer, stream);
    rdb_stream_numbers(writer, stream);
    rdb_put_length(writer->out, groups);
    for (uint64_t i = 0; i < groups; i++) write_group(writer, stream_group_at(stream, i));
}
