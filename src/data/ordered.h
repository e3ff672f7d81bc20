/* data/ordered.h - members ordered by score, then by their bytes: the large form of a sorted set.
 *
 * A B+tree whose inner nodes know how many entries lie below each child, so that a rank is found
 * and told in one descent. It holds scores and pointers to members (data/member.h); the bytes
 * belong to the member table beside it, which also knows each member's score. Every range, by rank,
 * score or bytes, is an interval of ranks: seek both ends, subtract, walk.
 *
 * Scores are never NaN; -0 and 0 are equal, and kept as given. Member pointers are below 2^48. */
#pragma once

#include "base/bytes.h"
#include "data/allocator.h"

enum { ORDERED_HEIGHT_MAX = 20 };

struct ordered_node;

struct ordered {
    const struct allocator *allocator;
    struct ordered_node *root; /* NULL: empty */
    uint64_t count;
    uint64_t bytes;  /* of all nodes */
    unsigned height; /* inner levels above the leaves */
};

struct ordered_entry {
    double score;
    const uint8_t *member;
};

/* Stands between two entries; good until the tree changes. The path from leaf (0) to root. */
struct ordered_cursor {
    unsigned height;
    struct ordered_step {
        struct ordered_node *node;
        unsigned index;
    } steps[ORDERED_HEIGHT_MAX];
};

void ordered_init(struct ordered *tree, const struct allocator *allocator);
/* Frees at most budget nodes; true while more are left, and the tree is then good for nothing
 * else. Members are the owner's to free; they are not looked at. */
bool ordered_clear_some(struct ordered *tree, unsigned budget);

/* The entry may not be there yet. member stays where it is until ordered_relocate: it is the name
 * by which the functions below know it. */
void ordered_insert(struct ordered *tree, double score, const uint8_t *member);
/* Takes out a member that is there with this score; its bytes are read if others have the score. */
void ordered_delete(struct ordered *tree, double score, const uint8_t *member);
/* Another score for a member that is there. */
void ordered_update(struct ordered *tree, double old_score, double new_score,
                    const uint8_t *member);
/* The member's bytes now also lie at target, and will be freed at source. */
void ordered_relocate(struct ordered *tree, double score, const uint8_t *source,
                      const uint8_t *target);
/* Takes out count entries from rank on, as far as there are any, telling emit (may be NULL) of each
 * in order; emit may free the member. Cost: count, and log n for each leaf; the caller bounds
 * count. Returns how many. */
uint64_t ordered_delete_range(struct ordered *tree, uint64_t rank, uint64_t count,
                              void (*emit)(void *arg, const struct ordered_entry *entry),
                              void *arg);

/* The rank, from 0, of a member that is there with this score. */
uint64_t ordered_rank(const struct ordered *tree, double score, const uint8_t *member);
/* Each puts the cursor before the first entry that satisfies the bound (or behind all) and returns
 * the number of entries before it. is_after: behind those that are equal to the bound, too. */
uint64_t ordered_seek_rank(const struct ordered *tree, uint64_t rank,
                           struct ordered_cursor *cursor);
uint64_t ordered_seek_score(const struct ordered *tree, double score, bool is_after,
                            struct ordered_cursor *cursor);
/* For trees whose scores are all equal. */
uint64_t ordered_seek_member(const struct ordered *tree, struct bytes text, bool is_after,
                             struct ordered_cursor *cursor);
/* Steps over the entry behind (before) the cursor and returns it; false at the end (start). */
bool ordered_next(struct ordered_cursor *cursor, struct ordered_entry *entry);
bool ordered_prev(struct ordered_cursor *cursor, struct ordered_entry *entry);

/* Whether the invariants hold: for tests and DEBUG; looks at everything. */
bool ordered_is_sound(const struct ordered *tree);
