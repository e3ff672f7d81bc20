/* data/stream_group.h - consumer groups of a stream: who has been given which entries.
 *
 * A group knows up to where it has delivered, its consumers, and the entries delivered but not
 * acknowledged (pending), ordered by ID, once for the whole and once for each consumer.
 *
 * Groups belong to a stream's entry, consumers to a group, pending entries to both; a pointer to
 * one is good until it is destroyed, or its stream is. Readers may look at the fields; only the
 * functions here, with the cell of the stream (data/stream.h), change them.
 *
 * A group has a number that no other group of the stream ever had, so that effects of a destroyed
 * group's consumers and pending entries mean nothing to one of the same name. */
#pragma once

#include "data/stream.h"

struct stream_consumer {
    struct stream_tree pending; /* the same struct stream_pending as in the group's */
    int64_t seen_ms;            /* its last attempt, to a second or so: what is logged */
    int64_t looked_ms; /* the last one exactly, 0: seen_ms; no part of the data, lost at the end */
    int64_t active_ms; /* when it last got something; -1: never (7.2) */
    struct stream_group *group;
    uint32_t name_len;
    char name[];
};

enum { STREAM_READ_UNKNOWN = -1 }; /* of entries_read */

struct stream_group {
    struct stream_tree pending; /* of struct stream_pending */
    struct stream_id last_id;   /* last delivered */
    int64_t entries_read;       /* of the stream's entries_added, or STREAM_READ_UNKNOWN */
    uint64_t number;
    struct stream_consumer **consumers; /* consumer_count of them, in the order of their names */
    uint32_t consumer_count, consumer_room;
    uint32_t name_len;
    char name[];
};

struct stream_pending {
    struct stream_consumer *consumer;
    int64_t delivered_ms;
    uint64_t deliveries;
};

static inline struct bytes stream_group_name(const struct stream_group *group) {
    return bytes_of(group->name, group->name_len);
}

static inline struct bytes stream_consumer_name(const struct stream_consumer *consumer) {
    return bytes_of(consumer->name, consumer->name_len);
}

/* ---- groups ---- */

uint64_t stream_group_count(const struct entry *stream);
/* In the order of their names; index below the count. */
struct stream_group *stream_group_at(const struct entry *stream, uint64_t index);
/* NULL if there is none. stream may be NULL. */
struct stream_group *stream_group_find(const struct entry *stream, struct bytes name);
/* There is none of this name; there is a stream (stream_make). */
struct stream_group *stream_group_create(struct cell *cell, struct bytes name,
                                         struct stream_id last_id, int64_t entries_read);
void stream_group_set(struct cell *cell, struct stream_group *group, struct stream_id last_id,
                      int64_t entries_read);
/* With its consumers and pending entries; costs as much as there are of these. */
void stream_group_destroy(struct cell *cell, struct stream_group *group);

/* ---- consumers ---- */

struct stream_consumer *stream_consumer_find(const struct stream_group *group, struct bytes name);
/* There is none of this name. */
struct stream_consumer *stream_consumer_create(struct cell *cell, struct stream_group *group,
                                               struct bytes name, int64_t seen_ms);
void stream_consumer_set_times(struct cell *cell, struct stream_consumer *consumer, int64_t seen_ms,
                               int64_t active_ms);
/* It has looked and got nothing: what has to be told, but is not worth a record. */
void stream_consumer_look(struct stream_consumer *consumer, int64_t now_ms);
static inline int64_t stream_consumer_last_seen(const struct stream_consumer *consumer) {
    return consumer->looked_ms != 0 ? consumer->looked_ms : consumer->seen_ms;
}
/* With its pending entries, which leave the group's list, too. */
void stream_consumer_destroy(struct cell *cell, struct stream_consumer *consumer);

/* ---- pending entries ---- */

struct stream_pending *stream_pending_find(const struct stream_group *group, struct stream_id id);
/* Puts the entry on the lists of group and consumer, or changes it there; it leaves the list of the
 * consumer that had it. */
void stream_pending_set(struct cell *cell, struct stream_consumer *consumer, struct stream_id id,
                        int64_t delivered_ms, uint64_t deliveries);
/* True if it was there. */
bool stream_pending_remove(struct cell *cell, struct stream_group *group, struct stream_id id);

/* The pending entries of a group (or of a consumer) with IDs from first on:
 *
 *     struct stream_pending_walk walk = stream_pending_walk(&group->pending, first);
 *     while (stream_pending_next(&walk) && !stream_id_less(last, walk.id)) use(walk.pending);
 *
 * Good until one is added to or removed from the list; stream_pending_set of one that is there,
 * for the same consumer, changes nothing for a walk. */
struct stream_pending_walk {
    struct stream_id id; /* after a step */
    struct stream_pending *pending;
    struct stream_tree_cursor cursor;
};
struct stream_pending_walk stream_pending_walk(const struct stream_tree *list,
                                               struct stream_id first);
bool stream_pending_next(struct stream_pending_walk *walk);
/* The ID of the first or the last pending entry of a list that is not empty. */
struct stream_id stream_pending_first(const struct stream_tree *list);
struct stream_id stream_pending_last(const struct stream_tree *list);

/* ---- replay ---- */

struct stream_group *stream_group_of_number(const struct entry *stream, uint64_t number);
/* The group of this name has this number and state; one of the name with another number goes. */
void stream_group_place(struct cell *cell, struct bytes name, uint64_t number,
                        struct stream_id last_id, int64_t entries_read);
