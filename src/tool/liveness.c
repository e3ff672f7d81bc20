/* tool/liveness.c - one table from what can be covered to the last record that does.
 *
 * A record covers an earlier one only if no delta of that key is between them: so fields and bounds are named with the
 * number of deltas so far.
 *
 * Databases have inner numbers: FLUSHDB gives a new one, SWAPDB exchanges two. So what was flushed is
 * under a number that no database has any more. */
#include "tool/liveness.h"

#include "base/memory.h"
#include "data/stream_id.h"

enum { DATABASES = 65536 };
enum what { WHAT_KEY = 1, WHAT_FIELD, WHAT_BOUND, WHAT_EXPIRE, WHAT_DELTA };

struct last {
    uint64_t name; /* hash of what it is; 0: free */
    uint64_t number;
    int64_t first, end; /* bounds */
    uint64_t deltas;    /* in this walk, of what stands for the deltas of a key */
    bool is_delete;
};

struct liveness {
    struct last *table;
    size_t size, count;
    uint64_t number; /* of the record at hand */
    uint32_t *id;    /* of each database */
    uint32_t next_id;
    bool *is_gone; /* the inner number, by a flush; as many as next_id was in the first walk */
    uint32_t gone_size;
};

static void number_databases(struct liveness *liveness) {
    for (uint32_t i = 0; i < DATABASES; i++) liveness->id[i] = i;
    liveness->next_id = DATABASES;
    liveness->number = 0;
}

struct liveness *liveness_create(void) {
    struct liveness *liveness = memory_alloc_zeroed(sizeof *liveness);
    liveness->size = 1024;
    liveness->table = memory_alloc_zeroed(liveness->size * sizeof *liveness->table);
    liveness->id = memory_alloc(DATABASES * sizeof *liveness->id);
    liveness->gone_size = 2 * DATABASES;
    liveness->is_gone = memory_alloc_zeroed(liveness->gone_size * sizeof *liveness->is_gone);
    number_databases(liveness);
    return liveness;
}

void liveness_destroy(struct liveness *liveness) {
    memory_free(liveness->table);
    memory_free(liveness->id);
    memory_free(liveness->is_gone);
    memory_free(liveness);
}

/* ---- the table ---- */

static struct last *find(const struct liveness *liveness, uint64_t name) {
    size_t mask = liveness->size - 1, at = name & mask;
    while (liveness->table[at].name != 0 && liveness->table[at].name != name) at = (at + 1) & mask;
    return &liveness->table[at];
}

static void grow(struct liveness *liveness) {
    struct last *old = liveness->table;
    size_t size = liveness->size;
    liveness->size *= 2;
    liveness->table = memory_alloc_zeroed(liveness->size * sizeof *old);
    for (size_t i = 0; i < size; i++) {
        if (old[i].name != 0) *find(liveness, old[i].name) = old[i];
    }
    memory_free(old);
}

static struct last *make(struct liveness *liveness, uint64_t name) {
    struct last *last = find(liveness, name);
    if (last->name != 0) return last;
    if (++liveness->count > liveness->size / 2) {
        grow(liveness);
        last = find(liveness, name);
    }
    last->name = name;
    return last;
}

/* ---- names ---- */

static uint64_t mix(uint64_t hash, uint64_t more) {
    hash = (hash ^ more) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t name_of(const struct liveness *liveness, const struct effect *effect,
                        enum what what);

/* Of the key, so far in this walk. */
static uint64_t deltas_of(const struct liveness *liveness, const struct effect *effect) {
    return find(liveness, name_of(liveness, effect, WHAT_DELTA))->deltas;
}

static uint64_t name_of(const struct liveness *liveness, const struct effect *effect,
                        enum what what) {
    uint64_t name = mix(hash_bytes(effect->key), liveness->id[effect->db % DATABASES]);
    name = mix(name, what);
    if (what == WHAT_FIELD || what == WHAT_BOUND) name = mix(name, deltas_of(liveness, effect));
    if (what == WHAT_FIELD && effect->op == EFFECT_PAGE) name = mix(name, effect->page);
    if (what == WHAT_FIELD && effect->op == EFFECT_FIELD)
        name = mix(mix(name, (uint64_t)effect->kind), hash_bytes(effect->field));
    return name == 0 ? 1 : name;
}

static void double_gone(struct liveness *liveness) {
    size_t size = liveness->gone_size * sizeof *liveness->is_gone;
    bool *more = memory_alloc_zeroed(2 * size);
    memcpy(more, liveness->is_gone, size);
    memory_free(liveness->is_gone);
    liveness->is_gone = more;
    liveness->gone_size *= 2;
}

static void move_databases(struct liveness *liveness, const struct effect *effect) {
    if (effect->op == EFFECT_MEMBERS) return;
    uint32_t *id = &liveness->id[effect->db % DATABASES], old = *id;
    if (effect->op == EFFECT_FLUSH) {
        liveness->is_gone[old] = true;
        *id = liveness->next_id++;
        if (*id == liveness->gone_size) double_gone(liveness);
        return;
    }
    *id = liveness->id[effect->db_other % DATABASES];
    liveness->id[effect->db_other % DATABASES] = old;
}

static enum what what_of(const struct effect *effect) {
    switch (effect->op) {
    case EFFECT_PAGE:
    case EFFECT_FIELD:
        return WHAT_FIELD;
    case EFFECT_BOUND:
        return WHAT_BOUND;
    case EFFECT_EXPIRE:
        return WHAT_EXPIRE;
    case EFFECT_DELTA:
        return WHAT_DELTA;
    default:
        return WHAT_KEY;
    }
}

/* ---- the walks ---- */

void liveness_note(struct liveness *liveness, const struct effect *effect, bool is_skipped) {
    liveness->number++;
    if (is_skipped) return;
    if (effect_is_global(effect)) {
        move_databases(liveness, effect);
        return;
    }
    if (effect->op == EFFECT_PART || effect->op == EFFECT_END) return; /* as their BEGIN */
    struct last *last = make(liveness, name_of(liveness, effect, what_of(effect)));
    last->number = liveness->number;
    last->first = effect->first;
    last->end = effect->end;
    last->is_delete = effect->op == EFFECT_DELETE;
    last->deltas += effect->op == EFFECT_DELTA;
}

void liveness_turn(struct liveness *liveness) {
    for (size_t i = 0; i < liveness->size; i++) liveness->table[i].deltas = 0;
    number_databases(liveness);
}

/* A later bound of that kind leaves this element or entry outside. */
static bool is_outside(const struct liveness *liveness, const struct effect *effect) {
    const struct last *bound = find(liveness, name_of(liveness, effect, WHAT_BOUND));
    uint64_t number[2] = {0, 0};
    if (bound->name == 0 || bound->number < liveness->number || effect->op != EFFECT_FIELD)
        return false;
    memcpy(number, effect->field.data,
           effect->field.len < sizeof number ? effect->field.len : sizeof number);
    if (effect->kind == KIND_LIST_ELEMENT)
        return (int64_t)number[0] < bound->first || (int64_t)number[0] >= bound->end;
    struct stream_id id = {number[0], number[1]};
    struct stream_id end = {(uint64_t)bound->first, (uint64_t)bound->end};
    return effect->kind == KIND_STREAM_ENTRY && !stream_id_less(end, id);
}

static bool ask_key(const struct liveness *liveness, const struct effect *effect) {
    struct last *last = find(liveness, name_of(liveness, effect, WHAT_KEY));
    if (effect->op == EFFECT_PART || effect->op == EFFECT_END)
        return last->number <= liveness->number && !last->is_delete;
    return last->number == liveness->number && !last->is_delete;
}

bool liveness_ask(struct liveness *liveness, const struct effect *effect, bool is_skipped) {
    liveness->number++;
    if (is_skipped) return false;
    if (effect_is_global(effect)) {
        move_databases(liveness, effect);
        return false;
    }
    if (liveness->is_gone[liveness->id[effect->db % DATABASES]]) return false;
    enum what what = what_of(effect);
    if (what == WHAT_KEY) return ask_key(liveness, effect);
    if (what == WHAT_DELTA) find(liveness, name_of(liveness, effect, WHAT_DELTA))->deltas++;
    if (find(liveness, name_of(liveness, effect, WHAT_KEY))->number > liveness->number)
        return false;
    if (what == WHAT_DELTA) return true;
    const struct last *last = find(liveness, name_of(liveness, effect, what));
    return last->number == liveness->number && !is_outside(liveness, effect);
}
