/* command/operands.c - steps that run on the shards of the operands, and what is made of their answers.
 *
 * An intersection has no more members than its smallest operand, a difference no more than its first:
 * only that one's members move, once, to the caller, who lends them to all others for the time of
 * a hop; each answers by a bit (or a score) a member. Sending every operand would save a hop and move
 * all of them. So the hops are: how large is everybody, the members of the smallest, the answers. Sets with
 * few members would pay three rounds for a few hundred bytes; they send them when they are first asked,
 * and the caller then asks itself. A union has to move everything.
 *
 * Each operand is written by its own shard only, and what the caller lends changes between hops only. */
#include "command/operands.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "data/value.h"

enum { SMALL_COUNT = 64, SMALL_BYTES = 4096 };

void operands_init(struct operands *operands, struct call *call, struct tx *tx, unsigned first_arg,
                   unsigned first_key, unsigned count) {
    *operands = (struct operands){
        .call = call,
        .tx = tx,
        .first_arg = first_arg,
        .first_key = first_key,
        .count = count,
        .items = memory_alloc_zeroed(count * sizeof(struct operand)),
    };
    for (unsigned i = 0; i < count; i++) {
        operands->items[i].weight = 1;
    }
}

void operands_clear(struct operands *operands) {
    for (unsigned i = 0; i < operands->count; i++) {
        buffer_clear(&operands->items[i].members);
        buffer_clear(&operands->items[i].answers);
    }
    memory_free(operands->items);
}

/* ---- a set or a sorted set ---- */

static uint64_t count_of(const struct entry *entry) {
    if (!entry) {
        return 0;
    }
    return entry_type(entry) == VALUE_SET ? set_count(entry) : zset_count(entry);
}

static bool find_score(const struct entry *entry, struct bytes member, double *score) {
    if (entry && entry_type(entry) == VALUE_ZSET) {
        return zset_score(entry, member, score);
    }
    *score = 1;
    return set_has(entry, member);
}

static void put_score(struct buffer *buffer, double score) {
    buffer_append(buffer, bytes_of((const char *)&score, sizeof(score)));
}

/* False as soon as there are more bytes than that. */
static bool put_members(struct buffer *target, const struct entry *entry, bool has_scores,
                        size_t bytes_max) {
    if (!entry) {
        return true;
    }
    if (entry_type(entry) == VALUE_ZSET) {
        struct zset_walk walk;
        zset_walk(entry, 0, &walk);
        while (target->len <= bytes_max && zset_next(&walk)) {
            part_put(target, walk.member);
            put_score(target, walk.score);
        }
    } else {
        struct set_walk walk = set_walk(entry);
        for (struct bytes member; target->len <= bytes_max && set_next(&walk, &member);) {
            part_put(target, member);
            if (has_scores) {
                put_score(target, 1);
            }
        }
    }
    return target->len <= bytes_max;
}

static bool take_member(struct bytes *rest, bool has_scores, struct element *element) {
    if (!part_take(rest, &element->member)) {
        return false;
    }
    element->score = 1;
    if (has_scores) {
        memcpy(&element->score, rest->data, sizeof(element->score));
        *rest = bytes_of(rest->data + sizeof(double), rest->len - sizeof(double));
    }
    return true;
}

/* ---- steps ---- */

static void step_part(struct tx_part *part) {
    struct operands *operands = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        unsigned number = tx_part_key_number(part, i) - operands->first_key;
        if (number < operands->count) { /* below first_key it wraps around */
            operands->step(operands, &operands->items[number], tx_part_call(part, i),
                           &tx_part_key(part, i)->key);
        }
    }
}

/* Runs the step on the shard of every operand. */
static void run(struct operands *operands,
                void (*step)(struct operands *operands, struct operand *operand, struct call *call,
                             const struct key *key)) {
    operands->step = step;
    if (operands->tx) {
        tx_hop(operands->tx, step_part, operands, TX_KEEP);
        return;
    }
    for (unsigned i = 0; i < operands->count; i++) {
        struct key key = key_of(operands->call->argv[operands->first_arg + i]);
        step(operands, &operands->items[i], operands->call, &key);
    }
}

static bool is_sent_first(const struct operands *operands, const struct operand *operand) {
    return operands->send == SEND_ALL ||
           (operands->send == SEND_FIRST && operand == operands->items);
}

static void look(struct operands *operands, struct operand *operand, struct call *call,
                 const struct key *key) {
    const struct entry *entry = store_find(call, key);
    if (!(call->command->row->flags & READONLY)) {
        store_count_look_up(call, key, entry); /* what is stored elsewhere is read here, too */
    }
    enum value_type type = entry ? entry_type(entry) : VALUE_SET;
    if (type != VALUE_SET && !(type == VALUE_ZSET && operands->has_scores)) {
        operand->is_wrong_type = true;
        return;
    }
    operand->count = count_of(entry);
    if (is_sent_first(operands, operand)) {
        operand->is_sent = put_members(&operand->members, entry, operands->has_scores, SIZE_MAX);
    } else if (operand->count <= SMALL_COUNT && operands->tx) {
        operand->is_sent = put_members(&operand->members, entry, operands->has_scores, SMALL_BYTES);
    }
    if (!operand->is_sent) {
        buffer_clear(&operand->members);
    }
}

bool operands_look(struct operands *operands, enum operands_send send) {
    operands->send = send;
    run(operands, look);
    for (unsigned i = 0; i < operands->count; i++) {
        if (operands->items[i].is_wrong_type) {
            reply_error_wrong_type(operands->call->reply);
            return false;
        }
    }
    return true;
}

/* The smallest one's members, which its mark (is_sent) asks for. */
static void send_marked(struct operands *operands, struct operand *operand, struct call *call,
                        const struct key *key) {
    if (operand->is_sent && operand->members.len == 0) {
        const struct entry *entry = store_peek(call, key);
        put_members(&operand->members, entry, operands->has_scores, SIZE_MAX);
    }
}

static void answer_some(const struct operands *operands, struct operand *operand,
                        const struct entry *entry, const struct bytes *members, unsigned count,
                        uint64_t first) {
    value_prefetch(entry, members, count, 1);
    for (unsigned i = 0; i < count; i++) {
        double score;
        bool is_there = find_score(entry, members[i], &score);
        if (operands->has_scores) {
            put_score(&operand->answers, is_there ? score : NAN);
        } else if (is_there) {
            uint64_t number = first + i;
            operand->answers.data[number / 8] |= (char)(1 << number % 8);
        }
    }
}

static void answer(struct operands *operands, struct operand *operand, struct call *call,
                   const struct key *key) {
    if (operand->is_sent) {
        return; /* the caller knows */
    }
    const struct entry *entry = store_peek(call, key);
    if (!operands->has_scores) {
        size_t size = operands->candidate_count / 8 + 1;
        memset(buffer_reserve(&operand->answers, size), 0, size);
        operand->answers.len = size;
    }
    struct bytes rest = operands->candidates, members[VALUE_PREFETCH_MAX];
    for (uint64_t first = 0; first < operands->candidate_count;) {
        unsigned count = 0;
        for (struct element element;
             count < VALUE_PREFETCH_MAX && take_member(&rest, operands->has_scores, &element);) {
            members[count++] = element.member;
        }
        answer_some(operands, operand, entry, members, count, first);
        first += count;
    }
}

static bool is_answer(const struct operands *operands, const struct operand *operand,
                      uint64_t number, double *score) {
    if (operands->has_scores) {
        memcpy(score, operand->answers.data + number * sizeof(*score), sizeof(*score));
        return !isnan(*score);
    }
    *score = 1;
    return operand->answers.data[number / 8] >> number % 8 & 1;
}

/* ---- members found by their text ---- */

/* Open addressing: a slot holds the number of an element and 1 more, 0 if it is free. */
struct lookup {
    struct element *elements;
    uint32_t *slots;
    uint64_t mask;
    size_t count;
};

static void lookup_init(struct lookup *lookup, struct element *elements, uint64_t count_max) {
    uint64_t slots = 16;
    while (slots < count_max * 3 / 2) {
        slots *= 2;
    }
    *lookup = (struct lookup){
        .elements = elements,
        .slots = memory_alloc_zeroed(slots * sizeof(*lookup->slots)),
        .mask = slots - 1,
    };
}

/* The slot of the member, or the free one where it belongs. */
static uint32_t *lookup_slot(const struct lookup *lookup, struct bytes member) {
    uint64_t at = hash_bytes(member) & lookup->mask;
    while (lookup->slots[at] != 0 &&
           !bytes_equal(lookup->elements[lookup->slots[at] - 1].member, member)) {
        at = (at + 1) & lookup->mask;
    }
    return &lookup->slots[at];
}

/* The element of this member; *is_new: it was made, and its score is to be set. */
static struct element *lookup_add(struct lookup *lookup, struct bytes member, bool *is_new) {
    uint32_t *slot = lookup_slot(lookup, member);
    *is_new = *slot == 0;
    if (*is_new) {
        lookup->elements[lookup->count].member = member;
        *slot = (uint32_t)++lookup->count;
    }
    return &lookup->elements[*slot - 1];
}

/* ---- scores ---- */

static double weigh(const struct operand *operand, double score) {
    double weighed = operand->weight * score;
    return isnan(weighed) ? 0 : weighed; /* 0 times infinity */
}

static double aggregate(const struct operands *operands, double sum, double score) {
    switch (operands->aggregate) {
    case AGGREGATE_MIN:
        return score < sum ? score : sum;
    case AGGREGATE_MAX:
        return score > sum ? score : sum;
    default:
        return isnan(sum + score) ? 0 : sum + score; /* infinities of both signs */
    }
}

struct by_count {
    uint64_t count;
    struct operand *operand;
};

static int compare_counts(const void *a, const void *b) {
    const struct by_count *left = a, *right = b;
    if (left->count != right->count) {
        return left->count < right->count ? -1 : 1;
    }
    return left->operand < right->operand ? -1 : 1;
}

/* The smallest first, as Redis does: sums of scores depend on the order. */
static struct by_count *sort_by_count(const struct operands *operands) {
    struct by_count *sorted = memory_alloc(operands->count * sizeof(*sorted));
    for (unsigned i = 0; i < operands->count; i++) {
        sorted[i] = (struct by_count){operands->items[i].count, &operands->items[i]};
    }
    qsort(sorted, operands->count, sizeof(*sorted), compare_counts);
    return sorted;
}

/* ---- intersection, difference ---- */

/* The members of one operand are all that can be in the result. */
static void begin_with(struct operands *operands, const struct operand *base,
                       struct result *result) {
    result->elements = memory_alloc((size_t)base->count * sizeof(*result->elements));
    struct bytes rest = buffer_view(&base->members);
    struct element element;
    while (take_member(&rest, operands->has_scores, &element)) {
        element.score = weigh(base, element.score);
        result->elements[result->count++] = element;
    }
    operands->candidates = buffer_view(&base->members);
    operands->candidate_count = result->count;
}

struct other {
    const struct operands *operands;
    const struct operand *operand;
    struct lookup lookup; /* of one that was sent */
    struct element *elements;
};

static void other_init(struct other *other, const struct operands *operands,
                       const struct operand *operand) {
    *other = (struct other){.operands = operands, .operand = operand};
    if (operand->is_sent) {
        other->elements = memory_alloc((size_t)operand->count * sizeof(*other->elements));
        lookup_init(&other->lookup, other->elements, operand->count);
        struct bytes rest = buffer_view(&operand->members);
        struct element element;
        while (take_member(&rest, operands->has_scores, &element)) {
            bool is_new;
            lookup_add(&other->lookup, element.member, &is_new)->score = element.score;
        }
    }
}

static void other_clear(struct other *other) {
    if (other->operand->is_sent) {
        memory_free(other->elements);
        memory_free(other->lookup.slots);
    }
}

static bool other_has(const struct other *other, struct bytes member, uint64_t number,
                      double *score) {
    if (!other->operand->is_sent) {
        return is_answer(other->operands, other->operand, number, score);
    }
    uint32_t slot = *lookup_slot(&other->lookup, member);
    if (slot != 0) {
        *score = other->elements[slot - 1].score;
    }
    return slot != 0;
}

/* Asks those that were not sent. */
static void ask_others(struct operands *operands) {
    bool is_known = true;
    for (unsigned i = 0; i < operands->count; i++) {
        is_known &= operands->items[i].is_sent;
    }
    if (!is_known && operands->candidate_count > 0) {
        run(operands, answer);
    }
}

static void keep_common(const struct operands *operands, const struct operand *operand,
                        struct result *result) {
    struct other other;
    other_init(&other, operands, operand);
    for (size_t i = 0; i < result->count; i++) {
        struct element *element = &result->elements[i];
        double score;
        if (isnan(element->score)) {
            continue;
        }
        if (other_has(&other, element->member, i, &score)) {
            /* Not a number here, as 0 times infinity is, only counts in a sum. */
            element->score = aggregate(operands, element->score, operand->weight * score);
        } else {
            element->score = NAN;
        }
    }
    other_clear(&other);
}

void operands_intersect(struct operands *operands, uint64_t limit, struct result *result) {
    *result = (struct result){0};
    struct by_count *sorted = sort_by_count(operands);
    struct operand *smallest = sorted[0].operand;
    if (smallest->count > 0) {
        if (!smallest->is_sent) {
            smallest->is_sent = true;
            run(operands, send_marked);
        }
        begin_with(operands, smallest, result);
        ask_others(operands);
        for (unsigned i = 1; i < operands->count && result->count > 0; i++) {
            keep_common(operands, sorted[i].operand, result);
        }
        result_drop(result, limit);
    }
    memory_free(sorted);
}

void operands_subtract(struct operands *operands, struct result *result) {
    *result = (struct result){0};
    begin_with(operands, &operands->items[0], result);
    ask_others(operands);
    for (unsigned j = 1; j < operands->count && result->count > 0; j++) {
        struct other other;
        other_init(&other, operands, &operands->items[j]);
        for (size_t i = 0; i < result->count; i++) {
            double score;
            if (other_has(&other, result->elements[i].member, i, &score)) {
                result->elements[i].score = NAN;
            }
        }
        other_clear(&other);
    }
}

/* ---- union ---- */

void operands_unite(struct operands *operands, struct result *result) {
    uint64_t count_max = 0;
    for (unsigned i = 0; i < operands->count; i++) {
        count_max += operands->items[i].count;
    }
    struct by_count *sorted = sort_by_count(operands);
    struct lookup lookup;
    lookup_init(&lookup, memory_alloc((size_t)count_max * sizeof(struct element)), count_max);
    for (unsigned i = 0; i < operands->count; i++) {
        const struct operand *operand = sorted[i].operand;
        struct bytes rest = buffer_view(&operand->members);
        struct element found;
        while (take_member(&rest, operands->has_scores, &found)) {
            bool is_new;
            struct element *element = lookup_add(&lookup, found.member, &is_new);
            double score = weigh(operand, found.score);
            element->score = is_new ? score : aggregate(operands, element->score, score);
        }
    }
    *result = (struct result){lookup.elements, lookup.count};
    memory_free(lookup.slots);
    memory_free(sorted);
}

/* ---- results ---- */

void result_drop(struct result *result, uint64_t limit) {
    size_t kept = 0;
    for (size_t i = 0; i < result->count && (limit == 0 || kept < limit); i++) {
        if (!isnan(result->elements[i].score)) {
            result->elements[kept++] = result->elements[i];
        }
    }
    result->count = kept;
}

static int compare_elements(const void *a, const void *b) {
    const struct element *left = a, *right = b;
    if (left->score != right->score) {
        return left->score < right->score ? -1 : 1;
    }
    return bytes_compare(left->member, right->member);
}

void result_sort(struct result *result) {
    if (result->count > 1) {
        qsort(result->elements, result->count, sizeof(*result->elements), compare_elements);
    }
}

struct storing {
    const struct result *result;
    enum value_type type;
    const char *event;
};

static void fill_set(const struct result *result, struct cell *draft) {
    bool is_complete = true;
    for (size_t i = 0; i < result->count; i++) {
        set_add(draft, result->elements[i].member);
        is_complete &= !isnan(result->elements[i].score);
    }
    for (size_t i = 0; i < result->count && !is_complete; i++) {
        if (isnan(result->elements[i].score)) {
            set_remove(draft, result->elements[i].member);
        }
    }
}

/* A negative zero loses its sign in what is small, and keeps it in what is large, as in Redis, which makes
 * something large first: so it is put once more, when the size is known. */
static void fill_zset(const struct result *result, struct cell *draft) {
    for (size_t i = 0; i < result->count; i++) {
        zset_set(draft, result->elements[i].member, result->elements[i].score);
    }
    for (size_t i = 0; i < result->count; i++) {
        const struct element *element = &result->elements[i];
        if (element->score == 0 && signbit(element->score)) {
            zset_set(draft, element->member, 1);
            zset_set(draft, element->member, element->score);
        }
    }
}

static void store_here(const struct storing *storing, struct call *call, const struct key *key) {
    struct cell draft = cell_draft(call->shard->keyspace, call->db, key, EXPIRE_NONE);
    (storing->type == VALUE_SET ? fill_set : fill_zset)(storing->result, &draft);
    struct entry *old = store_peek(call, key);
    bool existed = old != NULL;
    collection_publish(call, &draft, old);
    if (draft.entry) {
        store_notify(call, storing->type == VALUE_SET ? NOTIFY_SET : NOTIFY_ZSET, storing->event,
                     key);
    } else if (existed) {
        store_notify(call, NOTIFY_GENERIC, "del", key);
    }
}

static void store_part(struct tx_part *part) {
    for (unsigned i = 0; i < part->key_count; i++) {
        if (tx_part_key_number(part, i) == 0) {
            store_here(part->tx->arg, tx_part_call(part, i), &tx_part_key(part, i)->key);
        }
    }
}

void result_store(const struct result *result, struct call *call, struct tx *tx,
                  enum value_type type, const char *event) {
    struct storing storing = {result, type, event};
    if (tx) {
        tx_hop(tx, store_part, &storing, TX_CONCLUDE);
    } else {
        struct key key = key_of(call->argv[1]);
        store_here(&storing, call, &key);
    }
}

void result_clear(struct result *result) {
    memory_free(result->elements);
}
