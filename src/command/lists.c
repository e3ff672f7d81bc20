/* command/lists.c - commands on one list: LPUSH LPOP LINDEX LINSERT LRANGE LREM LPOS …
 *
 * What takes from an end, or from one list to another, shares command/list_pop.h with the commands that
 * wait. A search walks the list once and only then changes it, by index, because a change ends a walk. */
#include "base/number.h"
#include "command/changes.h"
#include "command/families.h"
#include "command/list_pop.h"
#include "engine/core.h"

/* ---- pushes and pops ---- */

static void push(struct call *call, bool at_head, bool makes_it) {
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_LIST, &cell)) {
        return;
    }
    if (!cell.entry && !makes_it) {
        reply_integer(call->reply, 0);
        return;
    }
    for (unsigned i = 2; i < call->argc; i++) {
        collection_list_push(call, &cell, at_head, call->argv[i]);
    }
    store_notify(call, NOTIFY_LIST, at_head ? "lpush" : "rpush", &call->key);
    reply_integer(call->reply, (int64_t)lists_count(cell.entry));
}

static void lpush(struct call *call) {
    push(call, true, true);
}
static void rpush(struct call *call) {
    push(call, false, true);
}
static void lpushx(struct call *call) {
    push(call, true, false);
}
static void rpushx(struct call *call) {
    push(call, false, false);
}

static bool parse_pop_count(struct call *call, uint64_t *count) {
    int64_t number;
    if (!number_parse_i64(call->argv[2], &number) || number < 0) {
        reply_error(call->reply, "ERR value is out of range, must be positive");
        return false;
    }
    *count = (uint64_t)number;
    return true;
}

static void pop_one(struct call *call, struct cell *cell, bool at_head) {
    if (!cell->entry) {
        reply_nil(call->reply);
        return;
    }
    struct lists_walk walk;
    lists_walk(cell->entry, at_head ? 0 : lists_count(cell->entry), &walk);
    if (at_head) {
        lists_next(&walk);
    } else {
        lists_prev(&walk);
    }
    reply_bulk(call->reply, walk.text);
    list_take(call, &call->key, cell, at_head, 1);
}

static void pop_many(struct call *call, struct cell *cell, bool at_head, uint64_t count) {
    if (!cell->entry) {
        reply_nil_array(call->reply);
        return;
    }
    list_reply_end(call->reply, cell->entry, at_head, count);
    if (count > 0) {
        list_take(call, &call->key, cell, at_head, count);
    }
}

static void pop(struct call *call, bool at_head) {
    if (call->argc > 3) { /* the arity only says how many at least */
        reply_error(call->reply, "ERR wrong number of arguments for '%s' command",
                    call->command->name);
        return;
    }
    uint64_t count = 1;
    if (call->argc == 3 && !parse_pop_count(call, &count)) {
        return;
    }
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_LIST, &cell)) {
        return;
    }
    if (call->argc == 2) {
        pop_one(call, &cell, at_head);
    } else {
        pop_many(call, &cell, at_head, count);
    }
}

static void lpop(struct call *call) {
    pop(call, true);
}
static void rpop(struct call *call) {
    pop(call, false);
}

/* ---- by index ---- */

static void llen(struct call *call) {
    struct entry *list;
    if (collection_find(call, &call->key, VALUE_LIST, &list)) {
        reply_integer(call->reply, (int64_t)lists_count(list));
    }
}

/* Negative ones count from the end. False if there is no such element. */
static bool find_index(const struct entry *list, int64_t number, uint64_t *index) {
    uint64_t count = lists_count(list);
    *index = number < 0 ? count + (uint64_t)number : (uint64_t)number; /* wraps beyond count */
    return *index < count;
}

static void lindex(struct call *call) {
    struct entry *list;
    int64_t number;
    uint64_t index;
    if (!collection_find(call, &call->key, VALUE_LIST, &list)) {
        return;
    }
    if (!list) {
        reply_nil(call->reply);
        return;
    }
    if (!arg_integer(call, 2, &number)) {
        return;
    }
    if (!find_index(list, number, &index)) {
        reply_nil(call->reply);
        return;
    }
    struct lists_walk walk;
    lists_walk(list, index, &walk);
    lists_next(&walk);
    reply_bulk(call->reply, walk.text);
}

static void lset(struct call *call) {
    struct cell cell;
    int64_t number;
    uint64_t index;
    if (!collection_open(call, &call->key, VALUE_LIST, &cell)) {
        return;
    }
    if (!cell.entry) {
        reply_error_no_key(call->reply);
        return;
    }
    if (!arg_integer(call, 2, &number)) {
        return;
    }
    if (!find_index(cell.entry, number, &index)) {
        reply_error(call->reply, "ERR index out of range");
        return;
    }
    collection_list_set(call, &cell, index, call->argv[3]);
    store_notify(call, NOTIFY_LIST, "lset", &call->key);
    reply_ok(call->reply);
}

/* The elements that argv[2] and argv[3] stand for, of count: from first on, so many. */
struct span {
    uint64_t first, count;
};

static int64_t from_start(int64_t number, int64_t count) {
    return number < 0 ? number + count : number;
}

static struct span span_of(int64_t start, int64_t stop, uint64_t count) {
    int64_t first = from_start(start, (int64_t)count);
    int64_t last = from_start(stop, (int64_t)count);
    first = first < 0 ? 0 : first;
    last = last >= (int64_t)count ? (int64_t)count - 1 : last;
    return first > last ? (struct span){0, 0}
                        : (struct span){(uint64_t)first, (uint64_t)(last - first) + 1};
}

static void lrange(struct call *call) {
    int64_t start, stop;
    struct entry *list;
    if (!arg_integer(call, 2, &start) || !arg_integer(call, 3, &stop) ||
        !collection_find(call, &call->key, VALUE_LIST, &list)) {
        return;
    }
    struct span span = span_of(start, stop, lists_count(list));
    reply_array(call->reply, span.count);
    struct lists_walk walk;
    lists_walk(list, span.first, &walk);
    for (uint64_t i = 0; i < span.count && lists_next(&walk); i++) {
        reply_bulk(call->reply, walk.text);
    }
}

static void ltrim(struct call *call) {
    int64_t start, stop;
    struct cell cell;
    if (!arg_integer(call, 2, &start) || !arg_integer(call, 3, &stop) ||
        !collection_open(call, &call->key, VALUE_LIST, &cell)) {
        return;
    }
    if (cell.entry) {
        struct span span = span_of(start, stop, lists_count(cell.entry));
        list_touch(&cell);
        collection_list_keep(call, &cell, span.first, span.count);
        store_notify(call, NOTIFY_LIST, "ltrim", &call->key);
        if (!cell.entry) {
            store_notify(call, NOTIFY_GENERIC, "del", &call->key);
        }
    }
    reply_ok(call->reply);
}

/* ---- by what the elements are ---- */

/* A search that goes from an end, for what equals the text. */
struct search {
    struct lists_walk walk;
    struct bytes wanted;
    uint64_t
        place; /* index of the element that the next step looks at; from the tail: of the one behind it */
    bool at_head;
};

static void search_init(struct search *search, const struct entry *list, struct bytes wanted,
                        bool at_head) {
    search->wanted = wanted;
    search->at_head = at_head;
    search->place = at_head ? 0 : lists_count(list);
    lists_walk(list, search->place, &search->walk);
}

/* Steps until it has found one or has looked at *budget elements, counting that down. */
static bool search_next(struct search *search, uint64_t *budget, uint64_t *index) {
    while (*budget > 0 &&
           (search->at_head ? lists_next(&search->walk) : lists_prev(&search->walk))) {
        --*budget;
        *index = search->at_head ? search->place++ : --search->place;
        if (bytes_equal(search->walk.text, search->wanted)) {
            return true;
        }
    }
    return false;
}

static void linsert(struct call *call) {
    bool is_after = arg_is(call, 2, "after");
    if (!is_after && !arg_is(call, 2, "before")) {
        reply_error_syntax(call->reply);
        return;
    }
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_LIST, &cell)) {
        return;
    }
    if (!cell.entry) {
        reply_integer(call->reply, 0);
        return;
    }
    struct search search;
    uint64_t budget = UINT64_MAX, index;
    search_init(&search, cell.entry, call->argv[3], true);
    if (!search_next(&search, &budget, &index)) {
        reply_integer(call->reply, -1);
        return;
    }
    collection_list_insert(call, &cell, index + is_after, call->argv[4]);
    store_notify(call, NOTIFY_LIST, "linsert", &call->key);
    reply_integer(call->reply, (int64_t)lists_count(cell.entry));
}

/* Elements that follow each other and all go. */
struct run {
    uint64_t index, count;
};

static struct run *run_at(const struct buffer *runs, size_t i) {
    return &((struct run *)(void *)runs->data)[i];
}

static size_t run_count(const struct buffer *runs) {
    return runs->len / sizeof(struct run);
}

static void add_to_runs(struct buffer *runs, uint64_t index) {
    size_t count = run_count(runs);
    struct run *last = count > 0 ? run_at(runs, count - 1) : NULL;
    if (last && last->index + last->count == index) {
        last->count++;
    } else if (last && index + 1 == last->index) {
        last->index--;
        last->count++;
    } else {
        struct run run = {.index = index, .count = 1};
        buffer_append(runs, bytes_of((const char *)&run, sizeof(run)));
    }
}

/* Whichever end the search came from: the last places first, so that the others stay where they are. */
static void remove_runs(struct call *call, struct cell *cell, const struct buffer *runs,
                        bool are_ascending) {
    size_t count = run_count(runs);
    for (size_t i = 0; i < count; i++) {
        const struct run *run = run_at(runs, are_ascending ? count - 1 - i : i);
        collection_list_remove(call, cell, run->index, run->count);
    }
}

/* The list anew, without the runs. */
static void rebuild_without(struct call *call, struct cell *cell, const struct buffer *runs,
                            bool are_ascending) {
    size_t count = run_count(runs), done = 0;
    struct cell draft =
        cell_draft(cell->keyspace, cell->db, cell->key, entry_expire_ms(cell->entry));
    struct lists_walk walk;
    lists_walk(cell->entry, 0, &walk);
    for (uint64_t index = 0; lists_next(&walk); index++) {
        const struct run *run =
            done < count ? run_at(runs, are_ascending ? done : count - 1 - done) : NULL;
        if (!run || index < run->index) {
            lists_push(&draft, false, walk.text);
        } else if (index + 1 == run->index + run->count) {
            done++;
        }
    }
    collection_publish(call, &draft, cell->entry);
    *cell = draft;
}

/* Each removal from the middle moves what is behind it in its block, and is an effect. Where there are very many,
 * a new list costs less: some 20 ns an element that stays, against half a microsecond a removal. */
static bool is_worth_a_rebuild(const struct entry *list, size_t runs) {
    return runs > 16 + lists_count(list) / 32;
}

static void lrem(struct call *call) {
    int64_t number;
    struct cell cell;
    if (!arg_integer(call, 2, &number) || !collection_open(call, &call->key, VALUE_LIST, &cell)) {
        return;
    }
    bool at_head = number >= 0;
    uint64_t wanted = number < 0 ? -(uint64_t)number : (uint64_t)number;
    uint64_t budget = UINT64_MAX, removed = 0, index;
    wanted = wanted == 0 ? UINT64_MAX : wanted;
    struct buffer runs = {0};
    struct search search;
    search_init(&search, cell.entry, call->argv[3], at_head);
    while (removed < wanted && search_next(&search, &budget, &index)) {
        add_to_runs(&runs, index);
        removed++;
    }
    if (removed > 0 && removed < lists_count(cell.entry) &&
        is_worth_a_rebuild(cell.entry, run_count(&runs))) {
        rebuild_without(call, &cell, &runs, at_head);
    } else if (removed > 0) {
        remove_runs(call, &cell, &runs, at_head);
    }
    buffer_clear(&runs);
    if (removed > 0) {
        store_notify(call, NOTIFY_LIST, "lrem", &call->key);
        if (!cell.entry) {
            store_notify(call, NOTIFY_GENERIC, "del", &call->key);
        }
    }
    reply_integer(call->reply, (int64_t)removed);
}

struct pos_options {
    uint64_t skipped; /* matches that do not count, by RANK */
    bool at_head;
    bool has_count;
    uint64_t count; /* at most so many */
    uint64_t budget;
};

static bool parse_rank(struct call *call, unsigned index, struct pos_options *options) {
    int64_t rank;
    if (!number_parse_i64(call->argv[index], &rank)) {
        reply_error_not_integer(call->reply);
        return false;
    }
    if (rank == INT64_MIN) {
        reply_error(call->reply, "ERR value is out of range, value must between %lld and %lld",
                    -(long long)INT64_MAX, (long long)INT64_MAX);
        return false;
    }
    if (rank == 0) {
        reply_error(call->reply,
                    "ERR RANK can't be zero: use 1 to start from the first match, 2 from the "
                    "second ... or use negative to start from the end of the list");
        return false;
    }
    options->at_head = rank > 0;
    options->skipped = (uint64_t)(rank > 0 ? rank : -rank) - 1;
    return true;
}

/* 0 is all. */
static bool parse_limit(struct call *call, unsigned index, const char *name, uint64_t *limit) {
    int64_t number;
    if (!number_parse_i64(call->argv[index], &number) || number < 0) {
        reply_error(call->reply, "ERR %s can't be negative", name);
        return false;
    }
    *limit = number == 0 ? UINT64_MAX : (uint64_t)number;
    return true;
}

static bool parse_pos(struct call *call, struct pos_options *options) {
    *options = (struct pos_options){.at_head = true, .count = 1, .budget = UINT64_MAX};
    for (unsigned i = 3; i < call->argc; i += 2) {
        bool has_value = i + 1 < call->argc, is_good;
        if (has_value && arg_is(call, i, "rank")) {
            is_good = parse_rank(call, i + 1, options);
        } else if (has_value && arg_is(call, i, "count")) {
            options->has_count = true;
            is_good = parse_limit(call, i + 1, "COUNT", &options->count);
        } else if (has_value && arg_is(call, i, "maxlen")) {
            is_good = parse_limit(call, i + 1, "MAXLEN", &options->budget);
        } else {
            reply_error_syntax(call->reply);
            return false;
        }
        if (!is_good) {
            return false;
        }
    }
    return true;
}

static void lpos(struct call *call) {
    struct pos_options options;
    struct entry *list;
    if (!parse_pos(call, &options) || !collection_find(call, &call->key, VALUE_LIST, &list)) {
        return;
    }
    struct search search;
    uint64_t found = 0, index;
    struct reply_mark mark = {0};
    search_init(&search, list, call->argv[2], options.at_head);
    if (options.has_count) {
        mark = reply_array_later(call->reply, '*');
    }
    while (found < options.count && search_next(&search, &options.budget, &index)) {
        if (options.skipped > 0) {
            options.skipped--;
            continue;
        }
        reply_integer(call->reply, (int64_t)index);
        found++;
    }
    if (options.has_count) {
        reply_array_close(call->reply, mark, found);
    } else if (found == 0) {
        reply_nil(call->reply);
    }
}

#define MANY_ELEMENTS "4.0.0: Accepts multiple `element` arguments."

const struct command lists_commands[] = {
    {"LPUSH", "key element [element ...]", lpush, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_INSERT), "1.0.0", "O(1) for each element",
     "Puts elements before a list, which is made if it is missing.", GROUP_LIST,
     "2.4.0: Accepts multiple `element` arguments."},
    {"RPUSH", "key element [element ...]", rpush, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_INSERT), "1.0.0", "O(1) for each element",
     "Puts elements behind a list, which is made if it is missing.", GROUP_LIST,
     "2.4.0: Accepts multiple `element` arguments."},
    {"LPUSHX", "key element [element ...]", lpushx, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_INSERT), "2.2.0", "O(1) for each element",
     "Puts elements before a list, if there is one.", GROUP_LIST, MANY_ELEMENTS},
    {"RPUSHX", "key element [element ...]", rpushx, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_INSERT), "2.2.0", "O(1) for each element",
     "Puts elements behind a list, if there is one.", GROUP_LIST, MANY_ELEMENTS},
    {"LPOP", "key [count]", lpop, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_DELETE),
     "1.0.0", "O(N) where N is the number of elements taken", "Takes the first elements of a list.",
     GROUP_LIST, "6.2.0: Added the `count` argument.", .changes = changes_of_pop},
    {"RPOP", "key [count]", rpop, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_DELETE),
     "1.0.0", "O(N) where N is the number of elements taken", "Takes the last elements of a list.",
     GROUP_LIST, "6.2.0: Added the `count` argument.", .changes = changes_of_pop},
    {"LLEN", "key", llen, READONLY | FAST, KEY_AT(1, KEY_RO), "1.0.0", "O(1)",
     "Returns the number of elements.", GROUP_LIST, NULL},
    {"LINDEX", "key index", lindex, READONLY, KEY_AT(1, KEY_RO | KEY_ACCESS), "1.0.0",
     "O(N) where N is the number of 8 KiB blocks up to the index",
     "Returns the element at an index.", GROUP_LIST, NULL},
    {"LSET", "key index element", lset, WRITE | GROWS, KEY_AT(1, KEY_RW | KEY_UPDATE), "1.0.0",
     "O(N) where N is the number of 8 KiB blocks up to the index",
     "Replaces the element at an index.", GROUP_LIST, NULL},
    {"LINSERT", "key <BEFORE | AFTER> pivot element", linsert, WRITE | GROWS,
     KEY_AT(1, KEY_RW | KEY_INSERT), "2.2.0",
     "O(N) where N is the number of elements up to the pivot",
     "Inserts an element beside the first one that equals the pivot.", GROUP_LIST, NULL},
    {"LRANGE", "key start stop", lrange, READONLY, KEY_AT(1, KEY_RO | KEY_ACCESS), "1.0.0",
     "O(N) where N is the number of elements returned",
     "Returns the elements from one index to another.", GROUP_LIST, NULL},
    {"LREM", "key count element", lrem, WRITE, KEY_AT(1, KEY_RW | KEY_DELETE), "1.0.0",
     "O(N) where N is the length of the list", "Removes elements that equal the given one.",
     GROUP_LIST, NULL, .changes = changes_of_lrem},
    {"LTRIM", "key start stop", ltrim, WRITE, KEY_AT(1, KEY_RW | KEY_DELETE), "1.0.0",
     "O(N) where N is the number of elements removed",
     "Removes all elements but those from one index to another.", GROUP_LIST, NULL,
     .changes = changes_of_ltrim},
    {"LPOS", "key element [RANK rank] [COUNT num-matches] [MAXLEN len]", lpos, READONLY,
     KEY_AT(1, KEY_RO | KEY_ACCESS), "6.0.6", "O(N) where N is the number of elements looked at",
     "Returns the indexes of elements that equal the given one.", GROUP_LIST, NULL},
    {0},
};
