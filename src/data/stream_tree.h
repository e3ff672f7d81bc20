/* data/stream_tree.h - pointers ordered by stream ID: the blocks of a stream, the pending entries
 * of a group, and those of each of its consumers.
 *
 * A B+tree whose inner nodes know how many pointers lie below each child, so that the n-th is found
 * in one descent. What is put behind everything else leaves full nodes, and what is taken from the
 * front frees whole ones: both are what streams do all the time. A tree of one or two pointers is
 * some 60 bytes. The pointers are the owner's to free. */
#pragma once

#include "data/allocator.h"
#include "data/stream_id.h"

enum { STREAM_TREE_HEIGHT_MAX = 16 };

struct stream_tree_node;

/* {0} is an empty tree. */
struct stream_tree {
    struct stream_tree_node *root; /* NULL: empty */
    uint64_t count;
    uint32_t height; /* inner levels above the leaves */
    uint32_t nodes;
};

/* Stands between two pointers; good until the tree changes. The path from leaf (0) to root. */
struct stream_tree_cursor {
    unsigned height;
    struct stream_tree_step {
        struct stream_tree_node *node;
        unsigned index;
    } steps[STREAM_TREE_HEIGHT_MAX];
};

/* The pointer of this ID, or NULL. */
void *stream_tree_find(const struct stream_tree *tree, struct stream_id id);
/* Where the pointer of the greatest ID that is not above this one stands, or NULL; good until the
 * tree changes. The owner may put another pointer there. */
void **stream_tree_place(const struct stream_tree *tree, struct stream_id id);
/* Puts a pointer (not NULL) under an ID; returns the one that was there, or NULL. */
void *stream_tree_put(struct stream_tree *tree, const struct allocator *allocator,
                      struct stream_id id, void *pointer);
/* Takes out what is under an ID; NULL if there is nothing. */
void *stream_tree_take(struct stream_tree *tree, const struct allocator *allocator,
                       struct stream_id id);

/* Fetches what stream_tree_last_of_few reads. */
void stream_tree_prefetch(const struct stream_tree *tree);
/* The last pointer of a tree without inner nodes; NULL if there are some, or nothing at all. */
void *stream_tree_last_of_few(const struct stream_tree *tree);

/* Puts the cursor before the first pointer whose ID is not less (or behind all). */
void stream_tree_seek(const struct stream_tree *tree, struct stream_id id,
                      struct stream_tree_cursor *cursor);
/* Before the pointer of this rank, from 0 (or behind all). */
void stream_tree_seek_rank(const struct stream_tree *tree, uint64_t rank,
                           struct stream_tree_cursor *cursor);
/* Behind all. */
void stream_tree_seek_end(const struct stream_tree *tree, struct stream_tree_cursor *cursor);
/* Steps over the pointer behind (before) the cursor and returns it with its ID (id may be NULL);
 * NULL at the end (start). */
void *stream_tree_next(struct stream_tree_cursor *cursor, struct stream_id *id);
void *stream_tree_prev(struct stream_tree_cursor *cursor, struct stream_id *id);

/* Takes out the last pointer; NULL, and the tree is {0}, when there is none. For freeing all. */
void *stream_tree_take_last(struct stream_tree *tree, const struct allocator *allocator);

/* Whether the invariants hold: for tests; looks at everything. */
bool stream_tree_is_sound(const struct stream_tree *tree);
