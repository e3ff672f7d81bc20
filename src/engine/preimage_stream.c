/* engine/preimage_stream.c - streams as they were: entries by their IDs, and between them those that were noted.
 *
 * What is noted of an ID is its entry, or that there was none (which happens below the last ID of the moment only after
 * XSETID). What was added since comes behind that ID and is not looked at. Groups: engine/preimage_groups.c. */
#include <assert.h>

#include "base/memory.h"
#include "data/stream_group.h"
#include "data/value.h"
#include "engine/preimage_kind.h"
#include "log/rdb_stream.h"

/* An entry, as parts (data/value.h). */
struct noted {
    uint64_t count; /* of fields; 0: it was not there */
    size_t len;
    char bytes[];
};

/* The tree's nodes. */
static void *resize(void *arg, void *block, size_t old_size, size_t new_size) {
    struct preimage *preimage = arg;
    preimage->of.stream.bytes += new_size - old_size;
    if (new_size == 0) {
        memory_free(block);
        return NULL;
    }
    return block ? memory_realloc(block, new_size) : memory_alloc(new_size);
}

static void begin(struct preimage *preimage) {
    struct rdb_writer rest = {.out = &preimage->of.stream.rest, .compresses = preimage->compresses};
    preimage->count = preimage->left = stream_length(preimage->shell);
    preimage->of.stream.last = stream_head(preimage->shell).last_id;
    preimage->of.stream.allocator = (struct allocator){resize, preimage};
    rdb_stream_numbers(&rest, preimage->shell);
    rdb_put_length(rest.out, stream_group_count(preimage->shell));
    preimage->of.stream.groups =
        preimage_groups_create(preimage->shell, &preimage->of.stream.pending);
}

/* ---- noting ---- */

static void add(struct preimage *preimage, struct stream_id id, uint64_t count,
                struct bytes bytes) {
    struct noted *noted = memory_alloc(sizeof(*noted) + bytes.len);
    *noted = (struct noted){.count = count, .len = bytes.len};
    if (bytes.len > 0) {
        memcpy(noted->bytes, bytes.data, bytes.len);
    }
    stream_tree_put(&preimage->of.stream.noted, &preimage->of.stream.allocator, id, noted);
    preimage->of.stream.bytes += sizeof(*noted) + bytes.len;
}

/* All entries of [first, last] that are there and not noted. */
static void note_entries(struct preimage *preimage, struct stream_id first, struct stream_id last) {
    struct stream_walk walk;
    struct bytes field, value;
    stream_walk(preimage->shell, first, last, false, &walk);
    while (stream_next(&walk)) {
        if (stream_tree_find(&preimage->of.stream.noted, walk.id)) {
            continue;
        }
        struct buffer *texts = &preimage->aside; /* empty: a stream has no use for it */
        while (stream_next_field(&walk, &field, &value)) {
            part_put(texts, field);
            part_put(texts, value);
        }
        add(preimage, walk.id, walk.field_count, buffer_view(texts));
        texts->len = 0;
    }
}

static bool is_written(const struct preimage *preimage, struct stream_id id) {
    return !stream_id_less(preimage->of.stream.place, id);
}

static void note_one(struct preimage *preimage, struct stream_id id) {
    if (is_written(preimage, id) || stream_id_less(preimage->of.stream.last, id) ||
        stream_tree_find(&preimage->of.stream.noted, id)) {
        return;
    }
    note_entries(preimage, id, id);
    if (!stream_tree_find(&preimage->of.stream.noted, id)) {
        add(preimage, id, 0, bytes_of(NULL, 0));
    }
}

/* All up to this one. */
static void note_trim(struct preimage *preimage, struct stream_id id) {
    struct stream_id first = preimage->of.stream.place, last = preimage->of.stream.last;
    if (stream_id_step_up(&first)) {
        note_entries(preimage, first, stream_id_less(id, last) ? id : last);
    }
}

static void note(struct preimage *preimage, const struct mutation *mutation) {
    struct bytes field = mutation->field;
    char what = field.len > 0 ? field.data[0] : 0;
    if (what == STREAM_FIELD_ENTRY) {
        note_one(preimage, stream_id_read(field.data + 1));
    } else if (what == STREAM_FIELD_TRIM) {
        note_trim(preimage, stream_id_read(field.data + 1));
    } else if (what == STREAM_FIELD_PENDING) {
        uint64_t number;
        memcpy(&number, field.data + 1, sizeof(number));
        preimage_groups_note(preimage->of.stream.groups, preimage->shell, number,
                             stream_id_read(field.data + 1 + sizeof(number)));
    }
}

/* ---- writing ---- */

static void write_head(struct preimage *preimage, struct rdb_writer *writer) {
    preimage->of.stream.writing =
        rdb_stream_create(writer, preimage->count, keep_bytes(preimage->shell));
}

static void write_noted(struct preimage *preimage, struct rdb_writer *writer, struct stream_id id,
                        const struct noted *noted) {
    struct bytes rest = bytes_of(noted->bytes, noted->len);
    struct bytes *texts = memory_alloc((2 * noted->count + 1) * sizeof(*texts));
    for (uint64_t i = 0; i < 2 * noted->count; i++) {
        bool is_there = part_take(&rest, &texts[i]);
        assert(is_there);
    }
    if (noted->count > 0) {
        rdb_stream_add_texts(preimage->of.stream.writing, writer, id, texts, noted->count);
        preimage->left--;
    }
    memory_free(texts);
}

/* Two sequences in the order of their IDs, of which the noted one hides the other. */
struct merging {
    struct stream_walk walk;
    struct stream_tree_cursor cursor;
    const struct noted *noted; /* NULL: no more */
    struct stream_id id;
    bool is_live; /* the walk has one at hand */
};

static void start_merging(const struct preimage *preimage, struct merging *merging) {
    struct stream_id first = preimage->of.stream.place;
    bool is_end = !stream_id_step_up(&first);
    stream_walk(preimage->shell, first, preimage->of.stream.last, false, &merging->walk);
    stream_tree_seek(&preimage->of.stream.noted, first, &merging->cursor);
    merging->is_live = !is_end && stream_next(&merging->walk);
    merging->noted = is_end ? NULL : stream_tree_next(&merging->cursor, &merging->id);
}

static void write_next(struct preimage *preimage, struct rdb_writer *writer,
                       struct merging *merging) {
    bool is_noted =
        merging->noted && (!merging->is_live || !stream_id_less(merging->walk.id, merging->id));
    if (!is_noted) {
        preimage->of.stream.place = merging->walk.id;
        rdb_stream_add(preimage->of.stream.writing, writer, &merging->walk);
        preimage->left--;
        merging->is_live = stream_next(&merging->walk);
        return;
    }
    if (merging->is_live && stream_id_equal(merging->walk.id, merging->id)) {
        merging->is_live = stream_next(&merging->walk);
    }
    write_noted(preimage, writer, merging->id, merging->noted);
    preimage->of.stream.place = merging->id;
    merging->noted = stream_tree_next(&merging->cursor, &merging->id);
}

/* True when all are written. */
static bool write_entries(struct preimage *preimage, struct rdb_writer *writer, size_t end) {
    struct merging merging;
    unsigned looked = 0;
    start_merging(preimage, &merging);
    while ((merging.is_live || merging.noted) && writer->out->len < end &&
           looked++ < PREIMAGE_LOOKS) {
        write_next(preimage, writer, &merging);
    }
    return !merging.is_live && !merging.noted;
}

static bool write(struct preimage *preimage, struct rdb_writer *writer, size_t end) {
    if (!preimage->of.stream.has_entries) {
        preimage->of.stream.has_entries = write_entries(preimage, writer, end);
        if (!preimage->of.stream.has_entries) {
            return true;
        }
        rdb_stream_end(preimage->of.stream.writing, writer);
        buffer_append(writer->out, buffer_view(&preimage->of.stream.rest));
    }
    return preimage_groups_write(preimage->of.stream.groups, preimage->shell, writer, end);
}

static size_t bytes(const struct preimage *preimage) {
    return preimage->of.stream.bytes + preimage->of.stream.rest.len +
           preimage_groups_bytes(preimage->of.stream.groups);
}

static void clear(struct preimage *preimage) {
    struct stream_tree *tree = &preimage->of.stream.noted;
    struct noted *noted;
    while ((noted = stream_tree_take_last(tree, &preimage->of.stream.allocator)) != NULL) {
        memory_free(noted);
    }
    if (preimage->of.stream.writing) {
        rdb_stream_destroy(preimage->of.stream.writing);
    }
    preimage_groups_destroy(preimage->of.stream.groups);
    buffer_clear(&preimage->of.stream.rest);
}

const struct preimage_kind preimage_stream = {begin, note, write_head, write, bytes, clear};
