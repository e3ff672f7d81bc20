/* engine/preimage_groups.c - the consumer groups of a stream as they were.
 *
 * What a group and its consumers say of themselves is copied at the moment. Its pending entries, of which there may be millions,
 * are not: before one changes it is noted by its ID, with whose it was, or that it was not there. They are written twice, as the
 * format wants it: all of the group with when they were delivered, then for each consumer the IDs of its own. So what is
 * noted is kept until the whole group is written:
 *
 *     group      | name, numbers | pending entries by ID | number of consumers | consumer | its IDs | consumer | its IDs |
 *     entries    those that are there and not noted, and between them those that were noted
 *
 * A consumer or group that goes has all of its entries noted before (data/stream_group.c). */
#include <assert.h>
#include <limits.h>

#include "base/memory.h"
#include "data/stream_group.h"
#include "engine/preimage_kind.h"
#include "log/rdb_stream.h"

enum {
    NOBODY = UINT32_MAX,
    LOOKS_OF_PIECE = 32 /* finding a group and beginning a list cost as much */
};

struct noted_pending {
    uint32_t consumer; /* index below the group's; NOBODY: it was not there */
    int64_t delivered_ms;
    uint64_t deliveries;
};

struct consumer_then {
    struct buffer name;
    int64_t seen_ms;
    uint64_t pending;
    struct stream_tree noted; /* of the group's noted ones, those that were its */
};

struct group_then {
    struct buffer name;
    uint64_t number, pending;
    struct stream_id last_id;
    int64_t entries_read;
    struct stream_tree noted;
    struct consumer_then *consumers; /* by their names */
    uint32_t consumer_count;
};

struct preimage_groups {
    struct group_then *groups;
    uint64_t count;
    struct allocator allocator;
    size_t bytes;
    /* Where the writing stands. */
    uint64_t group;
    uint32_t consumer;
    enum { GROUP_HEAD, GROUP_PENDING, CONSUMER_HEAD, CONSUMER_PENDING, GROUP_END } phase;
    struct stream_id next; /* the least ID that has not been looked at */
    bool is_past_all;      /* there is none */
    unsigned looked;       /* at so many in this slice */
};

/* The trees' nodes. */
static void *resize(void *arg, void *block, size_t old_size, size_t new_size) {
    struct preimage_groups *groups = arg;
    groups->bytes += new_size - old_size;
    if (new_size == 0) {
        memory_free(block);
        return NULL;
    }
    return block ? memory_realloc(block, new_size) : memory_alloc(new_size);
}

/* ---- the moment ---- */

static void copy_name(struct preimage_groups *groups, struct buffer *copy, struct bytes name) {
    buffer_append(copy, name);
    groups->bytes += name.len;
}

static void copy_group(struct preimage_groups *groups, struct group_then *then,
                       const struct stream_group *group) {
    *then = (struct group_then){
        .number = group->number,
        .pending = group->pending.count,
        .last_id = group->last_id,
        .entries_read = group->entries_read,
        .consumer_count = group->consumer_count,
    };
    size_t size = group->consumer_count * sizeof(*then->consumers);
    copy_name(groups, &then->name, stream_group_name(group));
    then->consumers = memory_alloc_zeroed(size);
    groups->bytes += size;
    for (uint32_t i = 0; i < group->consumer_count; i++) {
        const struct stream_consumer *consumer = group->consumers[i];
        copy_name(groups, &then->consumers[i].name, stream_consumer_name(consumer));
        then->consumers[i].seen_ms = consumer->seen_ms;
        then->consumers[i].pending = consumer->pending.count;
    }
}

struct preimage_groups *preimage_groups_create(const struct entry *stream, uint64_t *pending) {
    struct preimage_groups *groups = memory_alloc_zeroed(sizeof(*groups));
    groups->count = stream_group_count(stream);
    groups->groups = memory_alloc_zeroed(groups->count * sizeof(*groups->groups));
    groups->bytes = sizeof(*groups) + groups->count * sizeof(*groups->groups);
    groups->allocator = (struct allocator){resize, groups};
    *pending = 0;
    for (uint64_t i = 0; i < groups->count; i++) {
        copy_group(groups, &groups->groups[i], stream_group_at(stream, i));
        *pending += groups->groups[i].pending;
    }
    return groups;
}

size_t preimage_groups_bytes(const struct preimage_groups *groups) {
    return groups->bytes;
}

/* ---- noting ---- */

static uint32_t index_of(const struct group_then *then, struct bytes name) {
    uint32_t low = 0, high = then->consumer_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (bytes_compare(buffer_view(&then->consumers[middle].name), name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    /* Who came later has only what was noted when he got it. */
    assert(low < then->consumer_count &&
           bytes_equal(buffer_view(&then->consumers[low].name), name));
    return low;
}

void preimage_groups_note(struct preimage_groups *groups, const struct entry *stream,
                          uint64_t number, struct stream_id id) {
    uint64_t i = groups->group; /* those before it are written */
    while (i < groups->count && groups->groups[i].number != number) {
        i++;
    }
    if (i == groups->count || (i == groups->group && groups->phase == GROUP_END) ||
        stream_tree_find(&groups->groups[i].noted, id)) {
        return;
    }
    struct group_then *then = &groups->groups[i];
    const struct stream_group *group = stream_group_of_number(stream, number);
    const struct stream_pending *pending = group ? stream_pending_find(group, id) : NULL;
    struct noted_pending *noted = memory_alloc(sizeof(*noted));
    *noted = (struct noted_pending){.consumer = NOBODY};
    if (pending) {
        noted->consumer = index_of(then, stream_consumer_name(pending->consumer));
        noted->delivered_ms = pending->delivered_ms;
        noted->deliveries = pending->deliveries;
        stream_tree_put(&then->consumers[noted->consumer].noted, &groups->allocator, id, noted);
    }
    stream_tree_put(&then->noted, &groups->allocator, id, noted);
    groups->bytes += sizeof(*noted);
}

/* ---- writing ---- */

static void begin_list(struct preimage_groups *groups) {
    groups->next = STREAM_ID_MIN;
    groups->is_past_all = false;
}

/* What is left of a list of pending entries: of those that are there the ones that are not hidden, and noted ones. */
struct listing {
    struct stream_pending_walk walk;
    struct stream_tree_cursor cursor;
    const struct stream_tree *hidden;
    const struct noted_pending *noted; /* NULL: no more */
    struct stream_id noted_id;
    bool is_live; /* the walk has one at hand */
};

static void start_listing(const struct preimage_groups *groups, const struct stream_tree *live,
                          const struct stream_tree *noted, const struct stream_tree *hidden,
                          struct listing *listing) {
    *listing = (struct listing){.hidden = hidden};
    if (!groups->is_past_all && live) {
        listing->walk = stream_pending_walk(live, groups->next);
        listing->is_live = stream_pending_next(&listing->walk);
    }
    if (!groups->is_past_all) {
        stream_tree_seek(noted, groups->next, &listing->cursor);
        listing->noted = stream_tree_next(&listing->cursor, &listing->noted_id);
    }
}

static void write_pending(const struct preimage_groups *groups, struct rdb_writer *writer,
                          struct stream_id id, int64_t delivered_ms, uint64_t deliveries) {
    if (groups->phase == GROUP_PENDING) {
        rdb_stream_pending(writer, id, delivered_ms, deliveries);
    } else {
        rdb_stream_owned(writer, id);
    }
}

/* Looks at one; returns how many were written. */
static unsigned write_next(struct preimage_groups *groups, struct rdb_writer *writer,
                           struct listing *listing) {
    bool is_noted = listing->noted &&
                    (!listing->is_live || !stream_id_less(listing->walk.id, listing->noted_id));
    struct stream_id id = is_noted ? listing->noted_id : listing->walk.id;
    const struct noted_pending *noted = listing->noted;
    const struct stream_pending *pending = listing->walk.pending;
    bool is_written;
    if (is_noted) {
        is_written = noted->consumer != NOBODY;
        if (is_written) {
            write_pending(groups, writer, id, noted->delivered_ms, noted->deliveries);
        }
        listing->noted = stream_tree_next(&listing->cursor, &listing->noted_id);
    } else {
        is_written = !stream_tree_find(listing->hidden, id);
        if (is_written) {
            write_pending(groups, writer, id, pending->delivered_ms, pending->deliveries);
        }
        listing->is_live = stream_pending_next(&listing->walk);
    }
    groups->next = id;
    groups->is_past_all = !stream_id_step_up(&groups->next);
    return is_written;
}

/* True when the list is written. *left counts down. */
static bool write_list(struct preimage_groups *groups, struct rdb_writer *writer, size_t end,
                       const struct stream_tree *live, const struct stream_tree *noted,
                       uint64_t *left) {
    struct listing listing;
    start_listing(groups, live, noted, &groups->groups[groups->group].noted, &listing);
    while ((listing.is_live || listing.noted) && writer->out->len < end &&
           groups->looked < PREIMAGE_LOOKS) {
        groups->looked++;
        *left -= write_next(groups, writer, &listing);
    }
    bool is_written = !listing.is_live && !listing.noted;
    assert(!is_written || *left == 0); /* P1 */
    return is_written;
}

static void write_group_head(struct preimage_groups *groups, struct rdb_writer *writer) {
    const struct group_then *then = &groups->groups[groups->group];
    rdb_stream_group(writer, buffer_view(&then->name), then->last_id, then->entries_read,
                     then->pending);
    begin_list(groups);
    groups->phase = GROUP_PENDING;
}

static void write_group_pending(struct preimage_groups *groups, struct rdb_writer *writer,
                                size_t end, const struct stream_group *group) {
    struct group_then *then = &groups->groups[groups->group];
    if (write_list(groups, writer, end, group ? &group->pending : NULL, &then->noted,
                   &then->pending)) {
        rdb_put_length(writer->out, then->consumer_count);
        groups->consumer = 0;
        groups->phase = CONSUMER_HEAD;
    }
}

static void write_consumer_head(struct preimage_groups *groups, struct rdb_writer *writer) {
    const struct group_then *then = &groups->groups[groups->group];
    if (groups->consumer == then->consumer_count) {
        groups->phase = GROUP_END;
        return;
    }
    const struct consumer_then *consumer = &then->consumers[groups->consumer];
    rdb_stream_consumer(writer, buffer_view(&consumer->name), consumer->seen_ms, consumer->pending);
    begin_list(groups);
    groups->phase = CONSUMER_PENDING;
}

static void write_consumer_pending(struct preimage_groups *groups, struct rdb_writer *writer,
                                   size_t end, const struct stream_group *group) {
    struct consumer_then *then = &groups->groups[groups->group].consumers[groups->consumer];
    const struct stream_consumer *consumer =
        group ? stream_consumer_find(group, buffer_view(&then->name)) : NULL;
    if (write_list(groups, writer, end, consumer ? &consumer->pending : NULL, &then->noted,
                   &then->pending)) {
        groups->consumer++;
        groups->phase = CONSUMER_HEAD;
    }
}

/* Frees some of what was noted of it; true when nothing is left. */
static bool free_some(struct preimage_groups *groups, struct group_then *then, unsigned count) {
    struct noted_pending *noted;
    while (then->consumer_count > 0) {
        struct consumer_then *consumer = &then->consumers[then->consumer_count - 1];
        while (stream_tree_take_last(&consumer->noted, &groups->allocator)) {
            if (--count == 0) {
                return false;
            }
        }
        groups->bytes -= sizeof(*consumer) + consumer->name.len;
        buffer_clear(&consumer->name);
        then->consumer_count--;
    }
    while ((noted = stream_tree_take_last(&then->noted, &groups->allocator)) != NULL) {
        memory_free(noted);
        groups->bytes -= sizeof(*noted);
        if (--count == 0) {
            return false;
        }
    }
    return true;
}

static void free_group(struct group_then *then) {
    memory_free(then->consumers);
    then->consumers = NULL;
    buffer_clear(&then->name);
}

bool preimage_groups_write(struct preimage_groups *groups, const struct entry *stream,
                           struct rdb_writer *writer, size_t end) {
    groups->looked = 0;
    while (groups->group < groups->count) {
        struct group_then *then = &groups->groups[groups->group];
        const struct stream_group *group = stream_group_of_number(stream, then->number);
        if (writer->out->len >= end || groups->looked >= PREIMAGE_LOOKS) {
            return true;
        }
        groups->looked += LOOKS_OF_PIECE;
        switch (groups->phase) {
        case GROUP_HEAD:
            write_group_head(groups, writer);
            break;
        case GROUP_PENDING:
            write_group_pending(groups, writer, end, group);
            break;
        case CONSUMER_HEAD:
            write_consumer_head(groups, writer);
            break;
        case CONSUMER_PENDING:
            write_consumer_pending(groups, writer, end, group);
            break;
        case GROUP_END:
            groups->looked = PREIMAGE_LOOKS;
            if (free_some(groups, then, PREIMAGE_LOOKS)) {
                free_group(then);
                groups->group++;
                groups->phase = GROUP_HEAD;
            }
        }
    }
    return false;
}

void preimage_groups_destroy(struct preimage_groups *groups) {
    for (uint64_t i = groups->group; i < groups->count; i++) {
        bool is_empty = free_some(groups, &groups->groups[i], UINT_MAX);
        assert(is_empty);
        (void)is_empty;
        free_group(&groups->groups[i]);
    }
    memory_free(groups->groups);
    memory_free(groups);
}
