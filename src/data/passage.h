/* data/passage.h - how far a value has passed, in parts, while it changes between them.
 *
 * value_save takes a value that stands still. Here every type has an order that no change disturbs, and the
 * passage is a place in it: what stands before it has passed.
 *
 *   strings                 bytes, in whole pages of 4 KiB
 *   sets, hashes, zsets     the order of the members' hashes (data/table.h)
 *   lists                   the elements' numbers (data/lists.h)
 *   streams                 the entries' IDs; then groups, their consumers and pending entries; the head last
 *
 * Who loads the parts in order (passage_load), and between them makes every change to what has passed, and none to
 * what has not, has at any time exactly what has passed, as it is now. Of the groups of a stream, their consumers and pending
 * entries he may be told every change from the first part on: their parts say what is, whatever was there. */
#pragma once

#include "data/cell.h"
#include "data/stream_id.h"

enum { PASSAGE_PAGE = 4096 };

struct passage {
    enum value_type type;
    bool is_done;
    uint64_t place;      /* of strings and tables */
    int64_t first, next; /* of lists: the first element, as noted; where the next part begins */
    struct stream_id id; /* of streams: up to this one entries have passed */
    struct stream_passage {
        enum { PASS_ENTRIES, PASS_GROUPS, PASS_CONSUMERS, PASS_PENDING, PASS_HEAD } phase;
        uint64_t group;         /* by number, from 0: at hand */
        struct buffer consumer; /* name of the last one that has passed */
        bool is_first;          /* no consumer of the group has */
        struct stream_id pending;
    } stream;
};

void passage_begin(struct passage *passage, const struct entry *entry);
void passage_clear(struct passage *passage);
/* Appends the next part of the value, which is as it is now, of some part_max bytes: at least one element, page
 * or entry. True while more is left. */
bool passage_save(struct passage *passage, const struct entry *entry, size_t part_max,
                  struct buffer *out);
/* Adds a part to the draft; parts of value_save, too. False: not such bytes, or no memory; the draft is good for
 * cell_discard only. */
bool passage_load(struct cell *draft, struct bytes part) __attribute__((warn_unused_result));

/* Whether this has passed, if it is there. */
bool passage_has_byte(const struct passage *passage, uint64_t offset);
bool passage_has_member(const struct passage *passage, struct bytes member);
bool passage_has_number(const struct passage *passage, int64_t number);
bool passage_has_id(const struct passage *passage, struct stream_id id);

/* Changes of a list move what has passed: each is to be noted. An element is placed; all outside bounds that begin
 * so goes. */
void passage_note_number(struct passage *passage, int64_t number);
void passage_note_bound(struct passage *passage, int64_t first);
/* An element is inserted before this index: true if that is among what has passed. */
bool passage_note_insert(struct passage *passage, uint64_t index);
/* So many are taken out: returns how many of them have passed. */
uint64_t passage_note_remove(struct passage *passage, uint64_t index, uint64_t count);
