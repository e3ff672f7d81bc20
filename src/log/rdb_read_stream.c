/* log/rdb_read_stream.c - reading streams of all three versions.
 *
 *   count of blocks, each: key (a text of 16 bytes, the master's ID), listpack
 *   length, last ID; from version 2 on: first ID, greatest deleted ID, entries added
 *   count of groups, each: name, last ID, from version 2 on: entries read,
 *     count of pending entries, each: ID (16 bytes), delivered (8), times
 *     count of consumers, each: name, seen (8), in version 3: active (8),
 *       count of its pending entries, each: ID (16)
 *
 * IDs of 16 bytes have the most significant first, as the keys of Redis's radix tree; others are two
 * lengths. The listpack of a block begins with a master entry, whose fields others may share:
 *
 *   count, deleted, fields, field ..., 0
 *   flags, ms and seq beyond the master's, (fields, field, value, ... | value, ...), how many these were
 *
 * The pending entries of the group are kept aside until their consumers say whose they are. */
#include "log/rdb.h"

#include "base/memory.h"
#include "data/stream_group.h"
#include "log/rdb_block.h"

enum { ENTRY_DELETED = 1, ENTRY_SAME_FIELDS = 2 };

/* ---- entries ---- */

/* What the reader of one stream keeps. */
struct reading {
    struct cell *draft;
    struct rdb_block block;
    struct rdb_element *fields; /* of the master */
    uint64_t field_count, field_room;
    struct rdb_element *elements; /* of the entry at hand: values, or fields and values */
    uint64_t element_count, element_room;
    struct bytes *texts;
    uint64_t text_room;
    struct stream_id last; /* of the entry before */
    bool has_last;
    uint64_t length; /* entries that are there */
};

static void *grow(void *array, uint64_t *room, uint64_t needed, size_t size) {
    if (needed <= *room) return array;
    *room = needed < 8 ? 8 : 2 * needed;
    return memory_realloc(array, (size_t)*room * size);
}

static bool next_integer(struct reading *reading, int64_t *value) {
    struct rdb_element element;
    return rdb_block_next(&reading->block, &element) && rdb_element_integer(&element, value);
}

static bool next_count(struct reading *reading, uint64_t *count) {
    int64_t value;
    if (!next_integer(reading, &value) || value < 0) return false;
    *count = (uint64_t)value;
    return true;
}

/* Takes count elements; the array grows by what is really there. */
static bool next_elements(struct reading *reading, uint64_t count, struct rdb_element **array,
                          uint64_t *room) {
    for (uint64_t i = 0; i < count; i++) {
        *array = grow(*array, room, i + 1, sizeof **array);
        if (!rdb_block_next(&reading->block, &(*array)[i])) return false;
    }
    return true;
}

static void put_entry(struct reading *reading, struct stream_id id, bool has_same_fields) {
    uint64_t count = has_same_fields ? reading->field_count : reading->element_count / 2;
    reading->texts = grow(reading->texts, &reading->text_room, 2 * count, sizeof *reading->texts);
    for (uint64_t i = 0; i < count; i++) {
        struct rdb_element *field =
            has_same_fields ? &reading->fields[i] : &reading->elements[2 * i];
        struct rdb_element *value = &reading->elements[has_same_fields ? i : 2 * i + 1];
        reading->texts[2 * i] = rdb_element_text(field);
        reading->texts[2 * i + 1] = rdb_element_text(value);
    }
    stream_append(reading->draft, id, reading->texts, count);
    reading->length++;
}

/* IDs only grow, those of deleted entries included. */
static bool is_after_last(struct reading *reading, struct stream_id id) {
    bool is_after = !reading->has_last || stream_id_less(reading->last, id);
    reading->last = id;
    reading->has_last = true;
    return is_after && !stream_id_is_zero(id);
}

static bool next_entry(struct reading *reading, struct stream_id master, bool *is_deleted) {
    int64_t flags, ms, seq;
    uint64_t fields = reading->field_count, size;
    if (!next_integer(reading, &flags) || !next_integer(reading, &ms) ||
        !next_integer(reading, &seq) || flags < 0 || flags > (ENTRY_DELETED | ENTRY_SAME_FIELDS)) {
        return false;
    }
    bool has_same_fields = (flags & ENTRY_SAME_FIELDS) != 0;
    if (!has_same_fields && !next_count(reading, &fields)) return false;
    /* A listpack has less than 2^32 elements. */
    if (fields == 0 || fields > UINT32_MAX) return false;
    reading->element_count = has_same_fields ? fields : 2 * fields;
    if (!next_elements(reading, reading->element_count, &reading->elements,
                       &reading->element_room) ||
        !next_count(reading, &size) || size != reading->element_count + (has_same_fields ? 3 : 4)) {
        return false;
    }
    struct stream_id id = {master.ms + (uint64_t)ms, master.seq + (uint64_t)seq};
    if (!is_after_last(reading, id)) return false;
    *is_deleted = (flags & ENTRY_DELETED) != 0;
    if (!*is_deleted) put_entry(reading, id, has_same_fields);
    return true;
}

static bool read_entries(struct reading *reading, struct stream_id master) {
    uint64_t count, deleted, seen_deleted = 0, end;
    if (!next_count(reading, &count) || !next_count(reading, &deleted) ||
        !next_count(reading, &reading->field_count) ||
        !next_elements(reading, reading->field_count, &reading->fields, &reading->field_room) ||
        !next_count(reading, &end) || end != 0 || count > UINT32_MAX || deleted > UINT32_MAX) {
        return false;
    }
    for (uint64_t i = 0; i < count + deleted; i++) {
        bool is_deleted;
        if (!next_entry(reading, master, &is_deleted)) return false;
        seen_deleted += is_deleted;
    }
    struct rdb_element none;
    return seen_deleted == deleted && !rdb_block_next(&reading->block, &none) &&
           rdb_block_is_whole(&reading->block);
}

static bool id_of_key(struct bytes key, struct stream_id *id) {
    if (key.len != STREAM_ID_BYTES) return false;
    *id = stream_id_read(key.data);
    id->ms = __builtin_bswap64(id->ms);
    id->seq = __builtin_bswap64(id->seq);
    return true;
}

static bool take_entries(struct rdb_input *input, struct reading *reading) {
    uint64_t blocks;
    struct rdb_text key = {0}, block = {0};
    struct stream_id master;
    bool is_good = rdb_take_count(input, 2, &blocks);
    for (uint64_t i = 0; is_good && i < blocks; i++) {
        is_good = rdb_take_text(input, &key) && id_of_key(key.bytes, &master) &&
                  rdb_take_text(input, &block) &&
                  rdb_block_open(&reading->block, RDB_LISTPACK, block.bytes) &&
                  read_entries(reading, master);
    }
    rdb_text_clear(&key);
    rdb_text_clear(&block);
    return is_good;
}

/* ---- the head ---- */

static bool take_id(struct rdb_input *input, struct stream_id *id) {
    return rdb_take_length(input, &id->ms) && rdb_take_length(input, &id->seq);
}

static bool take_head(struct rdb_input *input, unsigned type, const struct reading *reading) {
    uint64_t length;
    struct stream_head head = {.entries_added = reading->length};
    struct stream_id first; /* known from the entries */
    if (!rdb_take_length(input, &length) || !take_id(input, &head.last_id)) return false;
    if (type != RDB_STREAM_1 &&
        (!take_id(input, &first) || !take_id(input, &head.max_deleted) ||
         !rdb_take_length(input, &head.entries_added) || head.entries_added > INT64_MAX)) {
        return false;
    }
    if (length != reading->length || head.entries_added < length) return false;
    if (length > 0 && stream_id_less(head.last_id, stream_head(reading->draft->entry).last_id)) {
        return false;
    }
    stream_set_head(reading->draft, &head);
    return true;
}

/* ---- groups ---- */

/* A pending entry of the group. */
struct pending {
    struct stream_id id;
    uint64_t delivered_ms, deliveries;
    bool is_owned;
};

struct pendings {
    struct pending *all; /* by ID */
    uint64_t count;
};

static bool take_raw_id(struct rdb_input *input, struct stream_id *id) {
    struct bytes bytes;
    return rdb_take(input, STREAM_ID_BYTES, &bytes) && id_of_key(bytes, id);
}

static bool take_pendings(struct rdb_input *input, struct pendings *pendings) {
    enum { SIZE_MIN = STREAM_ID_BYTES + 8 + 1 };
    if (!rdb_take_count(input, SIZE_MIN, &pendings->count)) return false;
    pendings->all = memory_alloc((size_t)pendings->count * sizeof *pendings->all);
    for (uint64_t i = 0; i < pendings->count; i++) {
        struct pending *pending = &pendings->all[i];
        *pending = (struct pending){0};
        if (!take_raw_id(input, &pending->id) || !rdb_take_u64(input, &pending->delivered_ms) ||
            !rdb_take_length(input, &pending->deliveries) || pending->delivered_ms > INT64_MAX) {
            return false;
        }
        if (i > 0 && !stream_id_less(pending[-1].id, pending->id)) return false;
    }
    return true;
}

static struct pending *find_pending(const struct pendings *pendings, struct stream_id id) {
    uint64_t low = 0, high = pendings->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (stream_id_less(pendings->all[middle].id, id)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool is_there = low < pendings->count && stream_id_equal(pendings->all[low].id, id);
    return is_there ? &pendings->all[low] : NULL;
}

/* Gives each entry of the group to its consumer. */
static bool take_owned(struct rdb_input *input, struct cell *draft, struct pendings *pendings,
                       struct stream_consumer *consumer, uint64_t *owned) {
    uint64_t count;
    if (!rdb_take_count(input, STREAM_ID_BYTES, &count)) return false;
    for (uint64_t i = 0; i < count; i++) {
        struct stream_id id;
        if (!take_raw_id(input, &id)) return false;
        struct pending *pending = find_pending(pendings, id);
        if (!pending || pending->is_owned) return false;
        pending->is_owned = true;
        stream_pending_set(draft, consumer, id, (int64_t)pending->delivered_ms,
                           pending->deliveries);
    }
    *owned += count;
    return true;
}

static bool take_consumer(struct rdb_input *input, unsigned type, struct cell *draft,
                          struct stream_group *group, struct pendings *pendings, uint64_t *owned) {
    struct rdb_text name = {0};
    uint64_t seen_ms, active_ms;
    struct stream_consumer *consumer = NULL;
    if (rdb_take_text(input, &name) && rdb_take_u64(input, &seen_ms) && seen_ms <= INT64_MAX) {
        active_ms = seen_ms;
        bool has_times = type != RDB_STREAM_3 || rdb_take_u64(input, &active_ms);
        bool is_time = active_ms <= INT64_MAX || active_ms == UINT64_MAX; /* -1: never */
        if (has_times && is_time && !stream_consumer_find(group, name.bytes)) {
            consumer = stream_consumer_create(draft, group, name.bytes, (int64_t)seen_ms);
            stream_consumer_set_times(draft, consumer, (int64_t)seen_ms, (int64_t)active_ms);
        }
    }
    rdb_text_clear(&name);
    return consumer && take_owned(input, draft, pendings, consumer, owned);
}

static bool take_consumers(struct rdb_input *input, unsigned type, struct cell *draft,
                           struct stream_group *group) {
    struct pendings pendings = {0};
    uint64_t count = 0, owned = 0;
    bool is_good = take_pendings(input, &pendings) && rdb_take_count(input, 10, &count);
    for (uint64_t i = 0; is_good && i < count; i++) {
        is_good = take_consumer(input, type, draft, group, &pendings, &owned);
    }
    memory_free(pendings.all);
    return is_good && owned == pendings.count;
}

/* What version 1 does not say: how many entries had been added when this one was, as far as that can
 * be known. Nothing had been deleted that version 1 knew of. */
static int64_t entries_read_at(const struct entry *stream, struct stream_id id) {
    struct stream_head head = stream_head(stream);
    struct stream_id first = stream_first_id(stream);
    int64_t added = (int64_t)head.entries_added;
    if (added == 0) return 0;
    if (stream_id_equal(id, head.last_id)) return added;
    if (stream_id_less(head.last_id, id)) return STREAM_READ_UNKNOWN;
    if (stream_id_less(id, first)) return 0;
    return stream_id_equal(id, first) ? 1 : STREAM_READ_UNKNOWN;
}

static bool take_group(struct rdb_input *input, unsigned type, struct cell *draft) {
    struct rdb_text name = {0};
    struct stream_id last_id;
    struct stream_group *group = NULL;
    uint64_t read = 0;
    if (rdb_take_text(input, &name) && take_id(input, &last_id) &&
        (type == RDB_STREAM_1 || rdb_take_length(input, &read)) &&
        (read <= INT64_MAX || read == (uint64_t)STREAM_READ_UNKNOWN) &&
        !stream_group_find(draft->entry, name.bytes)) {
        int64_t entries_read =
            type == RDB_STREAM_1 ? entries_read_at(draft->entry, last_id) : (int64_t)read;
        group = stream_group_create(draft, name.bytes, last_id, entries_read);
    }
    rdb_text_clear(&name);
    return group && take_consumers(input, type, draft, group);
}

bool rdb_read_stream(struct rdb_input *input, unsigned type, struct cell *draft) {
    struct reading reading = {.draft = draft};
    uint64_t groups;
    stream_make(draft);
    bool is_good = take_entries(input, &reading) && take_head(input, type, &reading) &&
                   rdb_take_count(input, 5, &groups);
    for (uint64_t i = 0; is_good && i < groups; i++) is_good = take_group(input, type, draft);
    memory_free(reading.fields);
    memory_free(reading.elements);
    memory_free(reading.texts);
    return is_good;
}
