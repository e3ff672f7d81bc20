/* A node's entries lie as two rows, so that scores are searched in few cache lines; pointers take
 * six bytes. An inner node has two rows more. A leaf's 36 entries take 512 bytes.
 *
 *   leaf   | count | member 0, 1, ... (6 each) | score 0, 1, ... (8 each) |
 *   inner  | the same, of each child's first entry | entries below each child | children |
 *
 * Before a full node is split, it shares with a neighbour that has room, which brings random
 * insertion from two thirds to some four fifths of full. A split for an entry at the very end (or
 * start) leaves the node full and begins a new one, so sequences fill nodes wholly.
 *
 * Invariants
 *   O1  Entry i of an inner node is the first entry below child i.
 *   O2  counts[i] is the number of entries below child i.
 *   O3  All leaves are equally far from the root; no node but an empty tree's is empty.
 *   O4  An inner root has at least two children. */
#include "data/ordered.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "data/member.h"

/* Tests compile this file a second time with tiny nodes. */
#ifndef ORDERED_LEAF
#define ORDERED_LEAF 36
#define ORDERED_INNER 32
#endif

enum { LEAF_MAX = ORDERED_LEAF, INNER_MAX = ORDERED_INNER, POINTER_SIZE = 6, LINE = 64 };

/* What leaves and inner nodes have in common; the rows lie behind. */
struct ordered_node {
    uint32_t count;
    uint32_t unused;
};

struct leaf {
    struct ordered_node head;
    uint8_t members[LEAF_MAX * POINTER_SIZE];
    double scores[LEAF_MAX];
};

struct inner {
    struct ordered_node head;
    uint8_t members[INNER_MAX * POINTER_SIZE];
    double scores[INNER_MAX];
    uint64_t counts[INNER_MAX];
    struct ordered_node *children[INNER_MAX];
};
_Static_assert(LEAF_MAX % 4 == 0 && INNER_MAX % 4 == 0, "rows of scores are aligned without gaps");

/* A place in the order: before or behind what is equal to it. */
struct bound {
    enum { BY_SCORE, BY_BOTH, BY_MEMBER } kind;
    bool is_after;
    double score;
    const uint8_t *member; /* BY_BOTH */
    struct bytes text;     /* BY_MEMBER */
};

/* ---- rows ---- */

static struct inner *inner_of(struct ordered_node *node) {
    return (struct inner *)node;
}

static unsigned node_max(unsigned level) {
    return level == 0 ? LEAF_MAX : INNER_MAX;
}

static uint8_t *members_of(struct ordered_node *node) {
    return (uint8_t *)node + offsetof(struct leaf, members);
}
_Static_assert(offsetof(struct leaf, members) == offsetof(struct inner, members), "same place");

static double *scores_of(struct ordered_node *node, unsigned level) {
    return level == 0 ? ((struct leaf *)node)->scores : inner_of(node)->scores;
}

/* Eight bytes are read for six: behind the last pointer lie the scores. */
static const uint8_t *member_at(const uint8_t *members, unsigned i) {
    uint64_t bits;
    memcpy(&bits, members + i * POINTER_SIZE, sizeof bits);
    return (const uint8_t *)(uintptr_t)(bits & 0xffffffffffff);
}

static struct ordered_entry entry_at(struct ordered_node *node, unsigned level, unsigned i) {
    return (struct ordered_entry){scores_of(node, level)[i], member_at(members_of(node), i)};
}

static void set_entry(struct ordered_node *node, unsigned level, unsigned i,
                      struct ordered_entry entry) {
    uint64_t bits = (uint64_t)(uintptr_t)entry.member;
    memcpy(members_of(node) + i * POINTER_SIZE, &bits, POINTER_SIZE);
    scores_of(node, level)[i] = entry.score;
}

/* Moves n items of source from from on to place at of target; counts are the caller's. */
static void move_items(unsigned level, struct ordered_node *target, unsigned at,
                       struct ordered_node *source, unsigned from, unsigned n) {
    memmove(members_of(target) + at * POINTER_SIZE, members_of(source) + from * POINTER_SIZE,
            (size_t)n * POINTER_SIZE);
    memmove(scores_of(target, level) + at, scores_of(source, level) + from, n * sizeof(double));
    if (level == 0) return;
    struct inner *to = inner_of(target), *of = inner_of(source);
    memmove(to->counts + at, of->counts + from, n * sizeof(uint64_t));
    memmove(to->children + at, of->children + from, n * sizeof(struct ordered_node *));
}

/* Entries below n items from from on. */
static uint64_t weight_of(unsigned level, struct ordered_node *node, unsigned from, unsigned n) {
    if (level == 0) return n;
    uint64_t sum = 0;
    for (unsigned i = from; i < from + n; i++) sum += inner_of(node)->counts[i];
    return sum;
}

static size_t node_size(unsigned level) {
    return level == 0 ? sizeof(struct leaf) : sizeof(struct inner);
}

static struct ordered_node *make_node(struct ordered *tree, unsigned level) {
    struct ordered_node *node = allocator_alloc(tree->allocator, node_size(level));
    *node = (struct ordered_node){0};
    tree->bytes += node_size(level);
    return node;
}

static void free_node(struct ordered *tree, unsigned level, struct ordered_node *node) {
    tree->bytes -= node_size(level);
    allocator_free(tree->allocator, node, node_size(level));
}

/* ---- searching ---- */

static inline bool is_less(double a, double b, bool or_equal) {
    return or_equal ? a <= b : a < b;
}

/* How many of n ascending scores are less. Without a branch on the scores: they are random. */
static inline unsigned count_less(const double *scores, unsigned n, double score, bool or_equal) {
    unsigned base = 0;
    while (n > 1) {
        unsigned half = n / 2;
        base += is_less(scores[base + half - 1], score, or_equal) ? half : 0;
        n -= half;
    }
    return base + (n == 1 && is_less(scores[base], score, or_equal));
}

/* How many of the items are before the bound's text, where only low to high - 1 may or may not be.
 */
static unsigned count_before(const uint8_t *members, unsigned low, unsigned high, struct bytes text,
                             bool is_after) {
    while (low < high) {
        unsigned middle = (low + high) / 2;
        int order = bytes_compare(member_text(member_at(members, middle)), text);
        if (order < 0 || (order == 0 && is_after))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* How many of the node's items are before the bound. */
static unsigned items_before(struct ordered_node *node, unsigned level, const struct bound *bound) {
    const double *scores = scores_of(node, level);
    const uint8_t *members = members_of(node);
    unsigned n = node->count;
    if (bound->kind == BY_MEMBER) return count_before(members, 0, n, bound->text, bound->is_after);
    if (bound->kind == BY_SCORE)
        return bound->is_after ? count_less(scores, n, bound->score, true)
                               : count_less(scores, n, bound->score, false);
    unsigned low = count_less(scores, n, bound->score, false);
    if (low == n || scores[low] != bound->score) return low;
    /* Of equal scores, only the bytes tell: each is a miss, so not if it is the member itself. */
    if (member_at(members, low) == bound->member) return low + bound->is_after;
    unsigned high = count_less(scores, n, bound->score, true);
    return count_before(members, low, high, member_text(bound->member), bound->is_after);
}

/* All lines of a node at once, so that the search in it waits for memory only once. */
static void prefetch(const struct ordered_node *node, unsigned level) {
    for (size_t i = 0; i < node_size(level); i += LINE) __builtin_prefetch((const char *)node + i);
}

/* Puts the cursor to the bound; in the leaf its index may be the count. Returns the rank. */
static uint64_t descend(const struct ordered *tree, const struct bound *bound,
                        struct ordered_cursor *cursor) {
    uint64_t rank = 0;
    struct ordered_node *node = tree->root;
    cursor->height = tree->height;
    cursor->steps[0] = (struct ordered_step){NULL, 0};
    if (node == NULL) return 0;
    for (unsigned level = tree->height; level > 0; level--) {
        unsigned before = items_before(node, level, bound);
        unsigned index = before == 0 ? 0 : before - 1;
        cursor->steps[level] = (struct ordered_step){node, index};
        struct ordered_node *child = inner_of(node)->children[index];
        prefetch(child, level - 1);
        rank += weight_of(level, node, 0, index);
        node = child;
    }
    unsigned index = items_before(node, 0, bound);
    cursor->steps[0] = (struct ordered_step){node, index};
    return rank + index;
}

uint64_t ordered_seek_rank(const struct ordered *tree, uint64_t rank,
                           struct ordered_cursor *cursor) {
    struct ordered_node *node = tree->root;
    if (rank > tree->count) rank = tree->count;
    uint64_t rest = rank;
    cursor->height = tree->height;
    cursor->steps[0] = (struct ordered_step){NULL, 0};
    if (node == NULL) return 0;
    for (unsigned level = tree->height; level > 0; level--) {
        const struct inner *inner = inner_of(node);
        unsigned index = 0;
        while (index + 1 < node->count && rest >= inner->counts[index])
            rest -= inner->counts[index++];
        cursor->steps[level] = (struct ordered_step){node, index};
        node = inner->children[index];
        prefetch(node, level - 1);
    }
    cursor->steps[0] = (struct ordered_step){node, (unsigned)rest};
    return rank;
}

uint64_t ordered_seek_score(const struct ordered *tree, double score, bool is_after,
                            struct ordered_cursor *cursor) {
    struct bound bound = {.kind = BY_SCORE, .is_after = is_after, .score = score};
    return descend(tree, &bound, cursor);
}

uint64_t ordered_seek_member(const struct ordered *tree, struct bytes text, bool is_after,
                             struct ordered_cursor *cursor) {
    struct bound bound = {.kind = BY_MEMBER, .is_after = is_after, .text = text};
    return descend(tree, &bound, cursor);
}

/* Puts the cursor before an entry that is there; returns its rank. Behind it, then back: so the
 * path leads to the leaf that holds it, also if it is the leaf's first. */
static uint64_t find(const struct ordered *tree, double score, const uint8_t *member,
                     struct ordered_cursor *cursor) {
    struct bound bound = {.kind = BY_BOTH, .is_after = true, .score = score, .member = member};
    uint64_t rank = descend(tree, &bound, cursor);
    struct ordered_step *step = &cursor->steps[0];
    assert(step->node != NULL && step->index > 0);
    step->index--;
    assert(entry_at(step->node, 0, step->index).member == member);
    return rank - 1;
}

uint64_t ordered_rank(const struct ordered *tree, double score, const uint8_t *member) {
    struct ordered_cursor cursor;
    return find(tree, score, member, &cursor);
}

/* ---- walking ---- */

bool ordered_next(struct ordered_cursor *cursor, struct ordered_entry *entry) {
    struct ordered_step *step = cursor->steps;
    if (step->node == NULL) return false;
    if (step->index == step->node->count) {
        unsigned level = 1;
        while (level <= cursor->height &&
               cursor->steps[level].index + 1 == cursor->steps[level].node->count)
            level++;
        if (level > cursor->height) return false;
        cursor->steps[level].index++;
        for (; level > 0; level--) {
            step = &cursor->steps[level];
            step[-1] = (struct ordered_step){inner_of(step->node)->children[step->index], 0};
        }
        step = cursor->steps;
        prefetch(step->node, 0);
    }
    *entry = entry_at(step->node, 0, step->index++);
    return true;
}

bool ordered_prev(struct ordered_cursor *cursor, struct ordered_entry *entry) {
    struct ordered_step *step = cursor->steps;
    if (step->node == NULL) return false;
    if (step->index == 0) {
        unsigned level = 1;
        while (level <= cursor->height && cursor->steps[level].index == 0) level++;
        if (level > cursor->height) return false;
        cursor->steps[level].index--;
        for (; level > 0; level--) {
            step = &cursor->steps[level];
            struct ordered_node *child = inner_of(step->node)->children[step->index];
            step[-1] = (struct ordered_step){child, child->count - (level > 1)};
        }
        step = cursor->steps;
        prefetch(step->node, 0);
    }
    *entry = entry_at(step->node, 0, --step->index);
    return true;
}

/* ---- insertion ---- */

/* The node of this level has another first entry: says so in those above (O1). */
static void spread_first(struct ordered_cursor *cursor, unsigned level) {
    struct ordered_entry first = entry_at(cursor->steps[level].node, level, 0);
    for (level++; level <= cursor->height; level++) {
        set_entry(cursor->steps[level].node, level, cursor->steps[level].index, first);
        if (cursor->steps[level].index != 0) return;
    }
}

/* Moves n items between child i of parent and child i + 1: to the left one, or to the right one. */
static void pour(struct inner *parent, unsigned level, unsigned i, unsigned n, bool to_left) {
    struct ordered_node *left = parent->children[i], *right = parent->children[i + 1];
    uint64_t weight;
    if (to_left) {
        weight = weight_of(level, right, 0, n);
        move_items(level, left, left->count, right, 0, n);
        move_items(level, right, 0, right, n, right->count - n);
        left->count += n;
        right->count -= n;
        parent->counts[i] += weight;
        parent->counts[i + 1] -= weight;
    } else {
        weight = weight_of(level, left, left->count - n, n);
        move_items(level, right, n, right, 0, right->count);
        move_items(level, right, 0, left, left->count - n, n);
        left->count -= n;
        right->count += n;
        parent->counts[i] -= weight;
        parent->counts[i + 1] += weight;
    }
    if (right->count != 0) set_entry(&parent->head, level + 1, i + 1, entry_at(right, level, 0));
}

/* Room in child i of parent, 0 if there is no such child. */
static unsigned room_in(const struct inner *parent, unsigned level, unsigned i) {
    return i < parent->head.count ? node_max(level) - parent->children[i]->count : 0;
}

/* Gives half of a neighbour's room to the full node, if it is worth it. The place for the new item
 * moves along with the items around it; that of a child is right behind the child on the path. */
static bool share(struct ordered_cursor *cursor, unsigned level, unsigned *place) {
    struct ordered_step *up = &cursor->steps[level + 1];
    struct inner *parent = inner_of(up->node);
    unsigned at = up->index, count = cursor->steps[level].node->count;
    unsigned left = at > 0 ? room_in(parent, level, at - 1) : 0;
    unsigned right = room_in(parent, level, at + 1);
    unsigned room = left > right ? left : right, n = room / 2;
    if (room < 2 || room < node_max(level) / 8) return false;
    if (left >= right) {
        unsigned before = parent->children[at - 1]->count;
        pour(parent, level, at - 1, n, true);
        if (*place <= n) {
            *place += before;
            up->index--;
        } else {
            *place -= n;
        }
    } else {
        pour(parent, level, at, n, false);
        if (*place > count - n) {
            *place -= count - n;
            up->index++;
        }
    }
    cursor->steps[level].node = parent->children[up->index];
    return true;
}

static void grow_root(struct ordered *tree, struct ordered_cursor *cursor) {
    unsigned level = tree->height + 1;
    assert(level < ORDERED_HEIGHT_MAX);
    struct ordered_node *root = make_node(tree, level);
    root->count = 1;
    set_entry(root, level, 0, entry_at(tree->root, level - 1, 0));
    inner_of(root)->children[0] = tree->root;
    inner_of(root)->counts[0] = tree->count;
    tree->root = root;
    tree->height = cursor->height = level;
    cursor->steps[level] = (struct ordered_step){root, 0};
}

/* How many of a full node's items go to the new one. An inner node keeps the new child and the one
 * before it together. */
static unsigned split_point(unsigned level, unsigned count, unsigned place) {
    if (place == count) return level == 0 ? 0 : 1;
    if (level == 0 && place == 0) return count;
    if (level != 0 && place == 1) return count - 1;
    return count / 2;
}

/* Makes room for one item at place of the node on the path; returns the place, which may now be in
 * another node, then the path leads there. entry: what will be put into the leaf. */
static unsigned make_room(struct ordered *tree, struct ordered_cursor *cursor, unsigned level,
                          unsigned place, const struct ordered_entry *entry) {
    struct ordered_node *node = cursor->steps[level].node;
    if (node->count < node_max(level)) return place;
    if (level == tree->height)
        grow_root(tree, cursor);
    else if (share(cursor, level, &place))
        return place;
    struct ordered_step *up = &cursor->steps[level + 1];
    unsigned at = make_room(tree, cursor, level + 1, up->index + 1, entry);
    struct inner *parent = inner_of(up->node);
    struct ordered_node *right = make_node(tree, level);
    unsigned n = split_point(level, node->count, place), kept = node->count - n;
    up->index = at - 1;
    move_items(level + 1, &parent->head, at + 1, &parent->head, at, parent->head.count - at);
    parent->head.count++;
    parent->children[at] = right;
    parent->counts[at] = 0;
    set_entry(&parent->head, level + 1, at, *entry);
    if (n != 0) pour(parent, level, at - 1, n, false);
    if (place <= kept && n != 0) return place;
    up->index = at;
    cursor->steps[level].node = right;
    return place - kept;
}

static void insert_at(struct ordered *tree, struct ordered_cursor *cursor,
                      struct ordered_entry entry) {
    if (tree->root == NULL) cursor->steps[0].node = tree->root = make_node(tree, 0);
    unsigned place = make_room(tree, cursor, 0, cursor->steps[0].index, &entry);
    struct ordered_node *leaf = cursor->steps[0].node;
    move_items(0, leaf, place + 1, leaf, place, leaf->count - place);
    set_entry(leaf, 0, place, entry);
    leaf->count++;
    tree->count++;
    for (unsigned level = 1; level <= tree->height; level++)
        inner_of(cursor->steps[level].node)->counts[cursor->steps[level].index]++; /* O2 */
    if (place == 0) spread_first(cursor, 0);
}

void ordered_insert(struct ordered *tree, double score, const uint8_t *member) {
    struct ordered_cursor cursor;
    struct bound bound = {.kind = BY_BOTH, .score = score, .member = member};
    assert(!isnan(score) && (uintptr_t)member >> (8 * POINTER_SIZE) == 0);
    descend(tree, &bound, &cursor);
    insert_at(tree, &cursor, (struct ordered_entry){score, member});
}

/* ---- deletion ---- */

/* Removes child i, which has been emptied, from the node of this level on the path. */
static void drop_child(struct ordered *tree, struct ordered_cursor *cursor, unsigned level,
                       unsigned i) {
    struct ordered_node *node = cursor->steps[level].node;
    free_node(tree, level - 1, inner_of(node)->children[i]);
    move_items(level, node, i, node, i + 1, node->count - i - 1);
    node->count--;
    if (i == 0 && node->count != 0) spread_first(cursor, level);
}

static void shorten(struct ordered *tree) {
    while (tree->height > 0 && tree->root->count == 1) { /* O4 */
        struct ordered_node *child = inner_of(tree->root)->children[0];
        free_node(tree, tree->height, tree->root);
        tree->root = child;
        tree->height--;
    }
    if (tree->root->count != 0) return;
    assert(tree->height == 0);
    free_node(tree, 0, tree->root);
    tree->root = NULL;
}

/* The node of this level has lost items: gives it company if it has become small. */
static void repair(struct ordered *tree, struct ordered_cursor *cursor, unsigned level) {
    struct ordered_node *node = cursor->steps[level].node;
    if (level == tree->height) {
        shorten(tree);
        return;
    }
    unsigned max = node_max(level), at = cursor->steps[level + 1].index;
    struct inner *parent = inner_of(cursor->steps[level + 1].node);
    if (node->count == 0) {
        drop_child(tree, cursor, level + 1, at);
    } else if (node->count * 3 < max && parent->head.count > 1) {
        unsigned i = at > 0 ? at - 1 : 0;
        unsigned left = parent->children[i]->count, right = parent->children[i + 1]->count;
        if (left + right > max - max / 8) {
            unsigned n = (left > right ? left - right : right - left) / 2;
            pour(parent, level, i, n, right > left);
            return;
        }
        pour(parent, level, i, right, true);
        drop_child(tree, cursor, level + 1, i + 1);
    } else {
        return;
    }
    repair(tree, cursor, level + 1);
}

/* Takes out n entries of the leaf from where the cursor is. */
static void delete_at(struct ordered *tree, struct ordered_cursor *cursor, unsigned n) {
    struct ordered_step *step = &cursor->steps[0];
    struct ordered_node *leaf = step->node;
    move_items(0, leaf, step->index, leaf, step->index + n, leaf->count - step->index - n);
    leaf->count -= n;
    tree->count -= n;
    for (unsigned level = 1; level <= tree->height; level++)
        inner_of(cursor->steps[level].node)->counts[cursor->steps[level].index] -= n; /* O2 */
    if (step->index == 0 && leaf->count != 0) spread_first(cursor, 0);
    repair(tree, cursor, 0);
}

void ordered_delete(struct ordered *tree, double score, const uint8_t *member) {
    struct ordered_cursor cursor;
    find(tree, score, member, &cursor);
    delete_at(tree, &cursor, 1);
}

uint64_t ordered_delete_range(struct ordered *tree, uint64_t rank, uint64_t count,
                              void (*emit)(void *arg, const struct ordered_entry *entry),
                              void *arg) {
    uint64_t done = 0;
    while (done < count && rank < tree->count) {
        struct ordered_cursor cursor;
        ordered_seek_rank(tree, rank, &cursor);
        struct ordered_step *step = &cursor.steps[0];
        assert(step->node != NULL); /* rank < count */
        uint64_t n = step->node->count - step->index;
        if (n > count - done) n = count - done;
        for (unsigned i = 0; emit != NULL && i < n; i++) {
            struct ordered_entry entry = entry_at(step->node, 0, step->index + i);
            emit(arg, &entry);
        }
        delete_at(tree, &cursor, (unsigned)n);
        done += n;
    }
    return done;
}

/* ---- changes in place ---- */

void ordered_update(struct ordered *tree, double old_score, double new_score,
                    const uint8_t *member) {
    struct ordered_cursor cursor;
    assert(!isnan(new_score));
    find(tree, old_score, member, &cursor);
    struct ordered_node *leaf = cursor.steps[0].node;
    unsigned i = cursor.steps[0].index;
    const double *scores = scores_of(leaf, 0);
    /* Strictly between its neighbours in the leaf, it stays where it is. */
    if (i > 0 && i + 1 < leaf->count && scores[i - 1] < new_score && new_score < scores[i + 1]) {
        set_entry(leaf, 0, i, (struct ordered_entry){new_score, member});
        return;
    }
    delete_at(tree, &cursor, 1);
    ordered_insert(tree, new_score, member);
}

void ordered_relocate(struct ordered *tree, double score, const uint8_t *source,
                      const uint8_t *target) {
    struct ordered_cursor cursor;
    assert((uintptr_t)target >> (8 * POINTER_SIZE) == 0);
    find(tree, score, source, &cursor);
    struct ordered_step *step = &cursor.steps[0];
    double kept = scores_of(step->node, 0)[step->index]; /* -0 stays -0 */
    set_entry(step->node, 0, step->index, (struct ordered_entry){kept, target});
    if (step->index == 0) spread_first(&cursor, 0);
}

/* ---- the whole ---- */

void ordered_init(struct ordered *tree, const struct allocator *allocator) {
    *tree = (struct ordered){.allocator = allocator};
}

/* Frees the last node without children. */
static void free_last(struct ordered *tree) {
    struct ordered_node *parent = NULL, *node = tree->root;
    unsigned level = tree->height;
    for (; level > 0 && node->count > 0; level--) {
        parent = node;
        node = inner_of(node)->children[node->count - 1];
    }
    free_node(tree, level, node);
    if (parent != NULL)
        parent->count--;
    else
        tree->root = NULL;
}

bool ordered_clear_some(struct ordered *tree, unsigned budget) {
    for (; budget > 0 && tree->root != NULL; budget--) free_last(tree);
    if (tree->root != NULL) return true;
    ordered_init(tree, tree->allocator);
    return false;
}

static bool is_ascending(struct ordered_entry a, struct ordered_entry b) {
    if (a.score != b.score) return a.score < b.score;
    return bytes_compare(member_text(a.member), member_text(b.member)) < 0;
}

static bool is_node_sound(const struct ordered *tree, struct ordered_node *node, unsigned level,
                          uint64_t weight) {
    if (node->count == 0 || node->count > node_max(level)) return false; /* O3 */
    if (weight_of(level, node, 0, node->count) != weight) return false;  /* O2 */
    for (unsigned i = 0; i < node->count; i++) {
        struct ordered_entry entry = entry_at(node, level, i);
        if (i > 0 && !is_ascending(entry_at(node, level, i - 1), entry)) return false;
        if (level == 0) continue;
        struct ordered_node *child = inner_of(node)->children[i];
        if (entry_at(child, level - 1, 0).member != entry.member) return false; /* O1 */
        if (entry_at(child, level - 1, 0).score != entry.score) return false;
        if (!is_node_sound(tree, child, level - 1, inner_of(node)->counts[i])) return false;
        if (i > 0) {
            struct ordered_node *before = inner_of(node)->children[i - 1];
            if (!is_ascending(entry_at(before, level - 1, before->count - 1), entry)) return false;
        }
    }
    return true;
}

bool ordered_is_sound(const struct ordered *tree) {
    if (tree->root == NULL) return tree->count == 0 && tree->height == 0 && tree->bytes == 0;
    if (tree->height > 0 && tree->root->count < 2) return false; /* O4 */
    return is_node_sound(tree, tree->root, tree->height, tree->count);
}
