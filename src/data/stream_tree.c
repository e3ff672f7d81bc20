/* A node is a row of IDs and a row of pointers; an inner node has a third row:
 *
 *   leaf   | count | room | ID 0, 1, ... (16 each) | pointer 0, 1, ... (8 each) |
 *   inner  | the same, of each child                       | pointers below each child |
 *
 * In an inner node the ID is a lower bound of what is below the child, and that of child 0 means
 * nothing; so taking out the first of a leaf changes nothing above it.
 *
 * Invariants
 *   R1  IDs of a leaf ascend; those of an inner node do from the second on.
 *   R2  What is below child i is not less than its ID (if i > 0), and less than that of child i + 1.
 *   R3  All leaves are equally far from the root. No node is empty.
 *   R4  Every node but a root without children has room for STREAM_TREE_NODE.
 *   R5  An inner root has at least two children.
 *   R6  weights[i] is the number of pointers below child i. */
#include "data/stream_tree.h"

#include <assert.h>

/* Tests compile this file a second time with tiny nodes. */
#ifndef STREAM_TREE_NODE
#define STREAM_TREE_NODE 40
#endif

enum { NODE_MAX = STREAM_TREE_NODE, ROOM_FIRST = 2 };

struct stream_tree_node {
    uint32_t count;
    uint16_t room, level;
    struct stream_id ids[]; /* room of them, then as many pointers, then as many weights */
};

static void **pointers_of(struct stream_tree_node *node) {
    return (void **)(void *)(node->ids + node->room);
}

static uint64_t *weights_of(struct stream_tree_node *node) {
    return (uint64_t *)(void *)(pointers_of(node) + node->room);
}

static struct stream_tree_node *child_of(struct stream_tree_node *node, unsigned i) {
    return pointers_of(node)[i];
}

static size_t node_size(unsigned level, unsigned room) {
    size_t item = sizeof(struct stream_id) + sizeof(void *) + (level > 0 ? sizeof(uint64_t) : 0);
    return sizeof(struct stream_tree_node) + room * item;
}

static struct stream_tree_node *make_node(struct stream_tree *tree,
                                          const struct allocator *allocator, unsigned level,
                                          unsigned room) {
    struct stream_tree_node *node = allocator_alloc(allocator, node_size(level, room));
    *node = (struct stream_tree_node){.room = (uint16_t)room, .level = (uint16_t)level};
    tree->nodes++;
    return node;
}

static void free_node(struct stream_tree *tree, const struct allocator *allocator,
                      struct stream_tree_node *node) {
    allocator_free(allocator, node, node_size(node->level, node->room));
    tree->nodes--;
}

/* Moves n items between nodes of one level; they may be the same node. */
static void move_items(struct stream_tree_node *target, unsigned to,
                       struct stream_tree_node *source, unsigned from, unsigned n) {
    memmove(target->ids + to, source->ids + from, n * sizeof *source->ids);
    memmove(pointers_of(target) + to, pointers_of(source) + from, n * sizeof(void *));
    if (source->level > 0)
        memmove(weights_of(target) + to, weights_of(source) + from, n * sizeof(uint64_t));
}

/* The number of pointers in or below the node. */
static uint64_t weight_of(struct stream_tree_node *node) {
    uint64_t weight = 0;
    if (node->level == 0) return node->count;
    for (unsigned i = 0; i < node->count; i++) weight += weights_of(node)[i];
    return weight;
}

static void put_item(struct stream_tree_node *node, unsigned place, struct stream_id id,
                     void *pointer) {
    move_items(node, place + 1, node, place, node->count - place);
    node->ids[place] = id;
    pointers_of(node)[place] = pointer;
    if (node->level > 0) weights_of(node)[place] = weight_of(pointer);
    node->count++;
}

static void remove_item(struct stream_tree_node *node, unsigned place) {
    node->count--;
    move_items(node, place, node, place + 1, node->count - place);
}

/* ---- finding ---- */

/* How many IDs of the node, from the given one on, come before this one (or are equal to it). */
static unsigned place_of(const struct stream_tree_node *node, unsigned from, struct stream_id id,
                         bool is_after) {
    unsigned low = from, high = node->count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        bool is_before = stream_id_less(node->ids[middle], id) ||
                         (is_after && stream_id_equal(node->ids[middle], id));
        if (is_before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void stream_tree_prefetch(const struct stream_tree *tree) {
    __builtin_prefetch(tree->root); /* a prefetch of NULL does nothing */
}

void *stream_tree_last_of_few(const struct stream_tree *tree) {
    struct stream_tree_node *node = tree->root;
    if (node == NULL || tree->height > 0) return NULL;
    return pointers_of(node)[node->count - 1]; /* R3 */
}

void stream_tree_seek(const struct stream_tree *tree, struct stream_id id,
                      struct stream_tree_cursor *cursor) {
    struct stream_tree_node *node = tree->root;
    cursor->height = tree->height;
    cursor->steps[0] = (struct stream_tree_step){NULL, 0};
    for (unsigned level = tree->height; level > 0; level--) {
        unsigned i = place_of(node, 1, id, true) - 1;
        cursor->steps[level] = (struct stream_tree_step){node, i};
        node = child_of(node, i);
    }
    if (node != NULL)
        cursor->steps[0] = (struct stream_tree_step){node, place_of(node, 0, id, false)};
}

void stream_tree_seek_rank(const struct stream_tree *tree, uint64_t rank,
                           struct stream_tree_cursor *cursor) {
    struct stream_tree_node *node = tree->root;
    if (rank >= tree->count) {
        stream_tree_seek_end(tree, cursor);
        return;
    }
    cursor->height = tree->height;
    for (unsigned level = tree->height; level > 0; level--) {
        unsigned i = 0;
        while (rank >= weights_of(node)[i]) rank -= weights_of(node)[i++];
        cursor->steps[level] = (struct stream_tree_step){node, i};
        node = child_of(node, i);
    }
    cursor->steps[0] = (struct stream_tree_step){node, (unsigned)rank};
}

void stream_tree_seek_end(const struct stream_tree *tree, struct stream_tree_cursor *cursor) {
    struct stream_tree_node *node = tree->root;
    cursor->height = tree->height;
    cursor->steps[0] = (struct stream_tree_step){NULL, 0};
    for (unsigned level = tree->height; level > 0; level--) {
        cursor->steps[level] = (struct stream_tree_step){node, node->count - 1};
        node = child_of(node, node->count - 1);
    }
    if (node != NULL) cursor->steps[0] = (struct stream_tree_step){node, node->count};
}

/* True if the cursor stands before this ID. */
static bool is_at(const struct stream_tree_cursor *cursor, struct stream_id id) {
    const struct stream_tree_step *step = &cursor->steps[0];
    return step->node != NULL && step->index < step->node->count &&
           stream_id_equal(step->node->ids[step->index], id);
}

void *stream_tree_find(const struct stream_tree *tree, struct stream_id id) {
    struct stream_tree_cursor cursor;
    stream_tree_seek(tree, id, &cursor);
    return is_at(&cursor, id) ? pointers_of(cursor.steps[0].node)[cursor.steps[0].index] : NULL;
}

void **stream_tree_place(const struct stream_tree *tree, struct stream_id id) {
    struct stream_tree_cursor cursor;
    stream_tree_seek(tree, id, &cursor);
    if (!is_at(&cursor, id) && stream_tree_prev(&cursor, NULL) == NULL) return NULL;
    return pointers_of(cursor.steps[0].node) + cursor.steps[0].index;
}

/* Puts the cursor into the next leaf (or the one before); false if there is none. */
static bool change_leaf(struct stream_tree_cursor *cursor, bool is_up) {
    unsigned level = 1;
    for (; level <= cursor->height; level++) {
        struct stream_tree_step *step = &cursor->steps[level];
        if (is_up ? step->index + 1 < step->node->count : step->index > 0) break;
    }
    if (level > cursor->height) return false;
    cursor->steps[level].index += is_up ? 1 : -1u;
    for (; level > 0; level--) {
        struct stream_tree_node *node =
            child_of(cursor->steps[level].node, cursor->steps[level].index);
        unsigned last = level > 1 ? node->count - 1 : node->count;
        cursor->steps[level - 1] = (struct stream_tree_step){node, is_up ? 0 : last};
    }
    return true;
}

static void *give(const struct stream_tree_step *step, struct stream_id *id) {
    if (id != NULL) *id = step->node->ids[step->index];
    return pointers_of(step->node)[step->index];
}

void *stream_tree_next(struct stream_tree_cursor *cursor, struct stream_id *id) {
    struct stream_tree_step *step = &cursor->steps[0];
    if (step->node == NULL) return NULL;
    if (step->index == step->node->count && !change_leaf(cursor, true)) return NULL;
    void *pointer = give(step, id);
    step->index++;
    return pointer;
}

void *stream_tree_prev(struct stream_tree_cursor *cursor, struct stream_id *id) {
    struct stream_tree_step *step = &cursor->steps[0];
    if (step->node == NULL) return NULL;
    if (step->index == 0 && !change_leaf(cursor, false)) return NULL;
    step->index--;
    return give(step, id);
}

/* ---- insertion ---- */

/* A root without children begins small. */
static void widen(struct stream_tree *tree, const struct allocator *allocator,
                  struct stream_tree_cursor *cursor) {
    struct stream_tree_node *node = tree->root;
    unsigned room = node->room * 2u < NODE_MAX ? node->room * 2u : NODE_MAX;
    struct stream_tree_node *wider = make_node(tree, allocator, 0, room);
    move_items(wider, 0, node, 0, node->count);
    wider->count = node->count;
    free_node(tree, allocator, node);
    tree->root = cursor->steps[0].node = wider;
}

static void grow_root(struct stream_tree *tree, const struct allocator *allocator,
                      struct stream_tree_cursor *cursor) {
    struct stream_tree_node *root = make_node(tree, allocator, tree->height + 1, NODE_MAX);
    put_item(root, 0, tree->root->ids[0], tree->root);
    tree->root = root;
    cursor->height = ++tree->height;
    assert(tree->height < STREAM_TREE_HEIGHT_MAX);
    cursor->steps[tree->height] = (struct stream_tree_step){root, 0};
}

/* True if nothing in the tree is behind the node of this level on the path. */
static bool is_last(const struct stream_tree_cursor *cursor, unsigned level) {
    while (++level <= cursor->height)
        if (cursor->steps[level].index + 1 < cursor->steps[level].node->count) return false;
    return true;
}

/* So many more pointers below the path, from this level up. R6 */
static void add_weight(struct stream_tree_cursor *cursor, unsigned level, int n) {
    for (; level <= cursor->height; level++)
        weights_of(cursor->steps[level].node)[cursor->steps[level].index] += (uint64_t)n;
}

static void insert_at(struct stream_tree *tree, const struct allocator *allocator,
                      struct stream_tree_cursor *cursor, unsigned level, unsigned place,
                      struct stream_id id, void *pointer) {
    if (cursor->steps[level].node->count == cursor->steps[level].node->room &&
        cursor->steps[level].node->room < NODE_MAX)
        widen(tree, allocator, cursor); /* R4 */
    struct stream_tree_node *node = cursor->steps[level].node;
    if (node->count < node->room) {
        put_item(node, place, id, pointer);
        add_weight(cursor, level + 1, 1);
        return;
    }
    if (level == tree->height) grow_root(tree, allocator, cursor);
    struct stream_tree_node *right = make_node(tree, allocator, level, NODE_MAX);
    bool is_at_end = place == node->count && is_last(cursor, level);
    unsigned kept = is_at_end ? node->count : node->count / 2;
    right->count = node->count - kept;
    move_items(right, 0, node, kept, right->count);
    node->count = kept;
    if (place > kept || is_at_end)
        put_item(right, place - kept, id, pointer);
    else
        put_item(node, place, id, pointer);
    struct stream_tree_step *up = &cursor->steps[level + 1];
    weights_of(up->node)[up->index] = weight_of(node);
    insert_at(tree, allocator, cursor, level + 1, up->index + 1, right->ids[0], right);
}

void *stream_tree_put(struct stream_tree *tree, const struct allocator *allocator,
                      struct stream_id id, void *pointer) {
    struct stream_tree_cursor cursor;
    assert(pointer != NULL);
    if (tree->root == NULL) tree->root = make_node(tree, allocator, 0, ROOM_FIRST);
    stream_tree_seek(tree, id, &cursor);
    struct stream_tree_step *step = &cursor.steps[0];
    if (is_at(&cursor, id)) {
        void *before = pointers_of(step->node)[step->index];
        pointers_of(step->node)[step->index] = pointer;
        return before;
    }
    insert_at(tree, allocator, &cursor, 0, step->index, id, pointer);
    tree->count++;
    return NULL;
}

/* ---- deletion ---- */

static void shorten(struct stream_tree *tree, const struct allocator *allocator) {
    while (tree->height > 0 && tree->root->count == 1) { /* R5 */
        struct stream_tree_node *child = child_of(tree->root, 0);
        free_node(tree, allocator, tree->root);
        tree->root = child;
        tree->height--;
    }
    if (tree->root->count != 0) return;
    assert(tree->height == 0);
    free_node(tree, allocator, tree->root);
    tree->root = NULL;
}

/* Puts the items of child i + 1 behind those of child i, if that leaves some room. */
static bool merge(struct stream_tree *tree, const struct allocator *allocator,
                  struct stream_tree_node *parent, unsigned i) {
    struct stream_tree_node *left = child_of(parent, i), *right = child_of(parent, i + 1);
    if (left->count + right->count > NODE_MAX - NODE_MAX / 4) return false;
    if (right->level > 0) right->ids[0] = parent->ids[i + 1]; /* R2 */
    move_items(left, left->count, right, 0, right->count);
    left->count += right->count;
    weights_of(parent)[i] += weights_of(parent)[i + 1];
    free_node(tree, allocator, right);
    remove_item(parent, i + 1);
    return true;
}

/* The node of this level has lost an item: it goes, or gets company, if it has become small. */
static void repair(struct stream_tree *tree, const struct allocator *allocator,
                   struct stream_tree_cursor *cursor, unsigned level) {
    if (level == tree->height) {
        shorten(tree, allocator);
        return;
    }
    struct stream_tree_node *node = cursor->steps[level].node;
    struct stream_tree_node *parent = cursor->steps[level + 1].node;
    unsigned at = cursor->steps[level + 1].index;
    if (node->count == 0) {
        free_node(tree, allocator, node);
        remove_item(parent, at);
    } else {
        bool is_merged = node->count <= NODE_MAX / 3 &&
                         ((at > 0 && merge(tree, allocator, parent, at - 1)) ||
                          (at + 1 < parent->count && merge(tree, allocator, parent, at)));
        if (!is_merged) return;
    }
    repair(tree, allocator, cursor, level + 1);
}

static void *take_at(struct stream_tree *tree, const struct allocator *allocator,
                     struct stream_tree_cursor *cursor) {
    struct stream_tree_step *step = &cursor->steps[0];
    void *pointer = pointers_of(step->node)[step->index];
    remove_item(step->node, step->index);
    tree->count--;
    add_weight(cursor, 1, -1);
    repair(tree, allocator, cursor, 0);
    return pointer;
}

void *stream_tree_take(struct stream_tree *tree, const struct allocator *allocator,
                       struct stream_id id) {
    struct stream_tree_cursor cursor;
    stream_tree_seek(tree, id, &cursor);
    return is_at(&cursor, id) ? take_at(tree, allocator, &cursor) : NULL;
}

void *stream_tree_take_last(struct stream_tree *tree, const struct allocator *allocator) {
    struct stream_tree_cursor cursor;
    stream_tree_seek_end(tree, &cursor);
    if (stream_tree_prev(&cursor, NULL) == NULL) return NULL;
    return take_at(tree, allocator, &cursor);
}

/* ---- the whole ---- */

static bool is_node_sound(struct stream_tree_node *node, unsigned level, struct stream_id low,
                          const struct stream_id *end, uint64_t *count, uint32_t *nodes) {
    ++*nodes;
    if (node->count == 0 || node->count > node->room || node->level != level) return false; /* R3 */
    for (unsigned i = 0; i < node->count; i++) {
        struct stream_id id = level > 0 && i == 0 ? low : node->ids[i];
        bool has_next = i + 1 < node->count;
        const struct stream_id *next = has_next ? &node->ids[i + 1] : end;
        if (stream_id_less(id, low)) return false;
        if (next != NULL && !stream_id_less(id, *next) && !(level > 0 && i == 0)) return false;
        if (level == 0) continue;
        if (child_of(node, i)->room != NODE_MAX) return false;                 /* R4 */
        if (weights_of(node)[i] != weight_of(child_of(node, i))) return false; /* R6 */
        if (!is_node_sound(child_of(node, i), level - 1, id, next, count, nodes)) return false;
    }
    if (level == 0) *count += node->count;
    return true;
}

bool stream_tree_is_sound(const struct stream_tree *tree) {
    uint64_t count = 0;
    uint32_t nodes = 0;
    if (tree->root == NULL) return tree->count == 0 && tree->height == 0 && tree->nodes == 0;
    if (tree->height > 0 && tree->root->count < 2) return false; /* R5 */
    return is_node_sound(tree->root, tree->height, STREAM_ID_MIN, NULL, &count, &nodes) &&
           count == tree->count && nodes == tree->nodes;
}
