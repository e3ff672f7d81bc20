/* command/sort.c - SORT and SORT_RO.
 *
 * They run on the fiber of their connection: one hop copies the elements, one (or some) reads the keys that BY
 * means, then the coordinator sorts, while other connections have their turns; GET's keys are read for
 * what LIMIT leaves, and a last hop stores. All of it is one transaction. The keys of BY and GET are known to nobody
 * beforehand, so where there are any the transaction holds all shards: for reading, unless it stores. */
#include "base/memory.h"
#include "base/number.h"
#include "command/families.h"
#include "command/sort_items.h"
#include "command/sort_lookups.h"
#include "engine/collection.h"
#include "engine/core.h"
#include "engine/tx.h"

struct sort {
    struct call *call;
    const struct engine *engine;
    /* what is asked for */
    bool is_descending, is_alpha;
    bool is_unordered; /* BY a pattern without a star */
    bool has_by;
    struct sort_pattern by;
    struct sort_pattern *gets;
    unsigned get_count;
    int64_t offset, count;
    unsigned store_arg; /* 0: none */
    /* what is there */
    bool is_wrong_type;
    bool is_cut;         /* the texts are those within the limit already */
    struct buffer texts; /* lengths, bytes, a NUL each */
    size_t text_count;
    struct sort_items items;
    size_t first, end; /* within the limit, of the items */
    struct sort_lookups weights, values;
    uint64_t stored;
};

/* ---- arguments ---- */

static bool parse_limit(struct sort *sort, unsigned index) {
    return arg_integer(sort->call, index, &sort->offset) &&
           arg_integer(sort->call, index + 1, &sort->count);
}

/* One pattern without a star is enough, whatever follows. */
static void parse_by(struct sort *sort, struct bytes text) {
    sort->has_by = true;
    sort->by = sort_pattern_of(text);
    sort->is_unordered |= !sort->by.has_star;
}

/* True if argv[*index] is an option with a value, which is then stepped over; *is_good: or an error was written. */
static bool parse_valued(struct sort *sort, unsigned *index, bool may_store, bool *is_good) {
    struct call *call = sort->call;
    unsigned i = *index, left = call->argc - i - 1;
    *is_good = true;
    if (left >= 2 && arg_is(call, i, "limit")) {
        *is_good = parse_limit(sort, i + 1);
        *index += 2;
        return true;
    }
    if (left >= 1 && may_store && arg_is(call, i, "store")) {
        sort->store_arg = i + 1;
    } else if (left >= 1 && arg_is(call, i, "by")) {
        parse_by(sort, call->argv[i + 1]);
    } else if (left >= 1 && arg_is(call, i, "get")) {
        sort->gets[sort->get_count++] = sort_pattern_of(call->argv[i + 1]);
    } else {
        return false;
    }
    *index += 1;
    return true;
}

static bool parse_sort(struct sort *sort, bool may_store) {
    struct call *call = sort->call;
    for (unsigned i = 2; i < call->argc; i++) {
        bool is_good;
        if (arg_is(call, i, "asc")) {
            sort->is_descending = false;
        } else if (arg_is(call, i, "desc")) {
            sort->is_descending = true;
        } else if (arg_is(call, i, "alpha")) {
            sort->is_alpha = true;
        } else if (!parse_valued(sort, &i, may_store, &is_good)) {
            reply_error_syntax(call->reply);
            return false;
        } else if (!is_good) {
            return false;
        }
    }
    return true;
}

/* ---- the elements ---- */

static void limit(const struct sort *sort, uint64_t there, uint64_t *first, uint64_t *count) {
    *first = sort->offset < 0 ? 0 : (uint64_t)sort->offset;
    *first = *first > there ? there : *first;
    *count = there - *first;
    if (sort->count >= 0 && (uint64_t)sort->count < *count) {
        *count = (uint64_t)sort->count;
    }
}

static void add_text(struct sort *sort, struct bytes text) {
    buffer_append(&sort->texts, bytes_of((const char *)&text.len, sizeof(text.len)));
    buffer_append(&sort->texts, text);
    buffer_append(&sort->texts, bytes_of("", 1));
    sort->text_count++;
}

static void copy_list(struct sort *sort, const struct entry *list, uint64_t first, uint64_t count,
                      bool is_backwards) {
    struct lists_walk walk;
    lists_walk(list, is_backwards ? lists_count(list) - first : first, &walk);
    while (count-- > 0 && (is_backwards ? lists_prev(&walk) : lists_next(&walk))) {
        add_text(sort, walk.text);
    }
}

static void copy_set(struct sort *sort, const struct entry *set, uint64_t first, uint64_t count) {
    struct set_walk walk = set_walk(set);
    struct bytes member;
    for (uint64_t i = 0; i < first + count && set_next(&walk, &member); i++) {
        if (i >= first) {
            add_text(sort, member);
        }
    }
}

static void copy_zset(struct sort *sort, const struct entry *zset, uint64_t first, uint64_t count,
                      bool is_backwards) {
    struct zset_walk walk;
    zset_walk(zset, is_backwards ? zset_count(zset) - first : first, &walk);
    while (count-- > 0 && (is_backwards ? zset_prev(&walk) : zset_next(&walk))) {
        add_text(sort, walk.member);
    }
}

/* Without order only what is within the limit is copied. A set has no order to keep: what is stored of it is sorted,
 * so that the same set always gives the same list. */
static void copy_elements(struct sort *sort, const struct entry *entry) {
    enum value_type type = entry_type(entry);
    uint64_t first = 0, count = type == VALUE_LIST  ? lists_count(entry)
                                : type == VALUE_SET ? set_count(entry)
                                                    : zset_count(entry);
    if (sort->is_unordered && type == VALUE_SET && sort->store_arg > 0) {
        sort->is_unordered = sort->has_by = false;
        sort->is_alpha = true;
    }
    if (sort->is_unordered) {
        sort->is_cut = true;
        limit(sort, count, &first, &count);
    }
    bool is_backwards = sort->is_unordered && sort->is_descending;
    if (type == VALUE_LIST) {
        copy_list(sort, entry, first, count, is_backwards);
    } else if (type == VALUE_SET) {
        copy_set(sort, entry, first, count);
    } else {
        copy_zset(sort, entry, first, count, is_backwards);
    }
}

static void copy_part(struct tx_part *part) {
    struct sort *sort = part->tx->arg;
    struct key key = key_of(sort->call->argv[1]);
    if (core_of_key(sort->engine, &key) != part->core) {
        return;
    }
    const struct entry *entry = store_find(&part->call, &key);
    if (!(part->call.command->row->flags & READONLY)) {
        store_count_look_up(&part->call, &key, entry);
    }
    if (!entry) {
        return;
    }
    enum value_type type = entry_type(entry);
    if (type != VALUE_LIST && type != VALUE_SET && type != VALUE_ZSET) {
        sort->is_wrong_type = true;
        return;
    }
    copy_elements(sort, entry);
}

static void make_items(struct sort *sort) {
    struct sort_items *items = &sort->items;
    items->items = memory_alloc(sort->text_count * sizeof(*items->items));
    items->count = sort->text_count;
    const char *at = sort->texts.data;
    for (size_t i = 0; i < items->count; i++) {
        struct bytes text;
        memcpy(&text.len, at, sizeof(text.len));
        text.data = at + sizeof(text.len);
        at = text.data + text.len + 1;
        items->items[i] = (struct sort_item){.text = text};
        sort_items_step(items);
    }
}

/* ---- order ---- */

static bool is_by_weight(const struct sort *sort) {
    return sort->has_by && !sort->is_unordered;
}

static void read_weights(struct sort *sort, struct tx *tx) {
    struct sort_items *items = &sort->items;
    sort_lookups_init(&sort->weights, sort->engine, items->count);
    for (size_t i = 0; i < items->count; i++) {
        sort_lookups_add(&sort->weights, &sort->by, items->items[i].text);
        sort_items_step(items);
    }
    sort_lookups_run(&sort->weights, tx);
}

/* What is not there counts as 0. False if something is no number. */
static bool set_scores(struct sort *sort) {
    struct sort_items *items = &sort->items;
    for (size_t i = 0; i < items->count; i++) {
        struct sort_item *item = &items->items[i];
        struct bytes text = is_by_weight(sort) ? sort_lookups_value(&sort->weights, i) : item->text;
        item->score = 0;
        if (text.data && !sort_parse_score(text, &item->score)) {
            return false;
        }
        sort_items_step(items);
    }
    return true;
}

static void set_weights(struct sort *sort) {
    for (size_t i = 0; i < sort->items.count; i++) {
        sort->items.items[i].weight = sort_lookups_value(&sort->weights, i);
        sort_items_step(&sort->items);
    }
}

/* False if something is no number. */
static bool put_in_order(struct sort *sort, struct tx *tx) {
    if (is_by_weight(sort)) {
        read_weights(sort, tx);
    }
    sort->items.is_descending = sort->is_descending;
    if (!sort->is_alpha) {
        sort->items.kind = SORT_BY_SCORE;
        if (!set_scores(sort)) {
            return false;
        }
    } else if (is_by_weight(sort)) {
        sort->items.kind = SORT_BY_WEIGHT;
        set_weights(sort);
    } else {
        sort->items.kind = SORT_BY_TEXT;
    }
    sort_items_sort(&sort->items);
    return true;
}

static void cut(struct sort *sort) {
    sort->end = sort->items.count;
    if (!sort->is_cut) {
        uint64_t first, count;
        limit(sort, sort->items.count, &first, &count);
        sort->first = first;
        sort->end = first + count;
    }
}

/* ---- the result ---- */

static void read_values(struct sort *sort, struct tx *tx) {
    size_t count = sort->end - sort->first;
    sort_lookups_init(&sort->values, sort->engine, count * sort->get_count);
    for (size_t i = sort->first; i < sort->end; i++) {
        for (unsigned g = 0; g < sort->get_count; g++) {
            if (!sort->gets[g].is_self) {
                sort_lookups_add(&sort->values, &sort->gets[g], sort->items.items[i].text);
            }
        }
        sort_items_step(&sort->items);
    }
    sort_lookups_run(&sort->values, tx);
}

/* The texts of the result, one after the other. data NULL: there is none. */
struct output {
    const struct sort *sort;
    size_t item, value; /* the next ones */
    unsigned get;
};

static struct output output_of(const struct sort *sort) {
    return (struct output){.sort = sort, .item = sort->first};
}

static bool output_next(struct output *output, struct bytes *text) {
    const struct sort *sort = output->sort;
    if (output->item == sort->end) {
        return false;
    }
    bool is_self = sort->get_count == 0 || sort->gets[output->get].is_self;
    *text = is_self ? sort->items.items[output->item].text
                    : sort_lookups_value(&sort->values, output->value++);
    if (++output->get >= sort->get_count) {
        output->get = 0;
        output->item++;
    }
    return true;
}

static void reply_output(struct sort *sort) {
    struct reply *reply = sort->call->reply;
    struct output output = output_of(sort);
    struct bytes text;
    unsigned width = sort->get_count > 0 ? sort->get_count : 1;
    reply_array(reply, (sort->end - sort->first) * width);
    while (output_next(&output, &text)) {
        if (text.data) {
            reply_bulk(reply, text);
        } else {
            reply_nil(reply);
        }
    }
}

static void store_part(struct tx_part *part) {
    struct sort *sort = part->tx->arg;
    struct call *call = &part->call;
    struct key key = key_of(sort->call->argv[sort->store_arg]);
    if (core_of_key(sort->engine, &key) != part->core) {
        return;
    }
    struct cell draft = cell_draft(call->shard->keyspace, call->db, &key, EXPIRE_NONE);
    struct output output = output_of(sort);
    struct bytes text;
    while (output_next(&output, &text)) {
        lists_push(&draft, false, text.data ? text : bytes_of("", 0));
        sort->stored++;
    }
    struct entry *old = store_peek(call, &key);
    collection_publish(call, &draft, old);
    if (sort->stored > 0) {
        store_notify(call, NOTIFY_LIST, "sortstore", &key);
    } else if (old) {
        store_notify(call, NOTIFY_GENERIC, "del", &key);
    }
}

/* ---- the command ---- */

static bool reads_keys_of_gets(const struct sort *sort) {
    bool reads = false;
    for (unsigned g = 0; g < sort->get_count; g++) {
        reads |= sort->gets[g].has_star;
    }
    return reads;
}

static void begin(struct sort *sort, struct tx *tx) {
    if (is_by_weight(sort) || reads_keys_of_gets(sort)) {
        tx_begin_all(tx, sort->call, sort->store_arg > 0);
    } else {
        tx_begin(tx, sort->call);
    }
}

static void sort_and_reply(struct sort *sort) {
    struct tx tx;
    begin(sort, &tx);
    tx_hop(&tx, copy_part, sort, TX_KEEP);
    make_items(sort);
    bool is_good = !sort->is_wrong_type && (sort->is_unordered || put_in_order(sort, &tx));
    if (is_good) {
        cut(sort);
        read_values(sort, &tx);
        if (sort->store_arg > 0) {
            tx_hop(&tx, store_part, sort, TX_CONCLUDE);
        }
    }
    tx_end(&tx);
    if (sort->is_wrong_type) {
        reply_error_wrong_type(sort->call->reply);
    } else if (!is_good) {
        reply_error(sort->call->reply, "ERR One or more scores can't be converted into double");
    } else if (sort->store_arg > 0) {
        reply_integer(sort->call->reply, (int64_t)sort->stored);
    } else {
        reply_output(sort);
    }
}

static void run(struct call *call, bool may_store) {
    struct sort sort = {
        .call = call,
        .engine = call->client->core->engine,
        .gets = memory_alloc(call->argc * sizeof(*sort.gets)),
        .count = -1,
    };
    if (parse_sort(&sort, may_store)) {
        sort_and_reply(&sort);
    }
    sort_lookups_clear(&sort.weights);
    sort_lookups_clear(&sort.values);
    memory_free(sort.items.items);
    buffer_clear(&sort.texts);
    memory_free(sort.gets);
}

static void sort(struct call *call) {
    run(call, true);
}
static void sort_ro(struct call *call) {
    run(call, false);
}

#define SORT_OPTIONS                                                                      \
    "key [BY pattern] [LIMIT offset count] [GET pattern [GET pattern ...]] [ASC | DESC] " \
    "[ALPHA]"
#define SORT_COMPLEXITY \
    "O(N+N*log(N)) where N is the number of elements; O(N) if they are not sorted"
#define SORT_NOTES \
    "What BY and GET read follows from the elements, so their keys cannot be told beforehand"

const struct command sort_commands[] = {
    {"SORT",
     SORT_OPTIONS " [STORE destination]",
     sort,
     WRITE | GROWS | MOVABLE_KEYS | ON_FIBER,
     {{1, 1, 1, 0, KEY_RO | KEY_ACCESS},
      {2, 0, 1, KEYS_UNKNOWN, KEY_RO | KEY_ACCESS},
      {2, 0, 1, KEY_AFTER_STORE_UNSAID, KEY_OW | KEY_UPDATE}},
     "1.0.0",
     SORT_COMPLEXITY,
     "Returns or stores the elements of a list, set or sorted set in order.",
     GROUP_GENERIC,
     NULL,
     .categories = CATEGORY_SET | CATEGORY_SORTED_SET | CATEGORY_LIST | CATEGORY_DANGEROUS,
     .key_notes = "|" SORT_NOTES "|STORE may stand anywhere among the options"},
    {"SORT_RO",
     SORT_OPTIONS,
     sort_ro,
     READONLY | MOVABLE_KEYS | ON_FIBER,
     {{1, 1, 1, 0, KEY_RO | KEY_ACCESS}, {2, 0, 1, KEYS_UNKNOWN, KEY_RO | KEY_ACCESS}},
     "7.0.0",
     SORT_COMPLEXITY,
     "Returns the elements of a list, set or sorted set in order.",
     GROUP_GENERIC,
     NULL,
     .categories = CATEGORY_SET | CATEGORY_SORTED_SET | CATEGORY_LIST | CATEGORY_DANGEROUS,
     .key_notes = "|" SORT_NOTES},
    {0},
};
