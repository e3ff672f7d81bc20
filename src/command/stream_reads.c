/* command/stream_reads.c - XREAD and XREADGROUP: the entries behind an ID, of many streams, at once or when there
 * are some.
 *
 *     all keys here, does not wait     check all, then serve all, in place
 *     all keys on one shard            the same in one hop of a transaction, which enters the waiter if there was nothing
 *     keys on several shards           a hop that looks at all; the coordinator checks, so that nothing is delivered
 *                                      when one key is wrong; a hop that serves; a hop that enters the waiter
 *
 * One who waits is served with what one stream has, in its shard, as the blocking engine calls it. */
#include "base/memory.h"
#include "base/number.h"
#include "command/changes.h"
#include "command/families.h"
#include "command/stream_delivery.h"
#include "command/stream_parse.h"
#include "engine/blocking.h"
#include "engine/tx.h"

/* What is asked for. */
struct read {
    bool is_group, is_noack, waits;
    unsigned group_arg; /* of the group's name; the consumer's comes next */
    unsigned first_key, key_count;
    uint64_t count; /* 0: no limit */
    int64_t timeout_ms;
};

/* ---- arguments ---- */

static bool refuse(struct call *call, const char *text) {
    reply_error(call->reply, "ERR %s", text);
    return false;
}

/* STREAMS is argv[index]. */
static bool parse_streams(struct call *call, unsigned index, struct read *read) {
    unsigned count = call->argc - index - 1;
    if (count % 2 != 0) {
        return refuse(call, "Unbalanced XREAD list of streams: for each stream key an ID or '$' "
                            "must be specified.");
    }
    read->first_key = index + 1;
    read->key_count = count / 2;
    return true;
}

/* argv[*index] and what belongs to it. */
static bool parse_option(struct call *call, unsigned *index, struct read *read) {
    unsigned more = call->argc - *index - 1;
    if (arg_is(call, *index, "block") && more > 0) {
        read->waits = true;
        return blocking_milliseconds(call, ++*index, &read->timeout_ms);
    }
    if (arg_is(call, *index, "count") && more > 0) {
        int64_t count;
        if (!arg_integer(call, ++*index, &count)) {
            return false;
        }
        read->count = count > 0 ? (uint64_t)count : 0;
        return true;
    }
    if (arg_is(call, *index, "group") && more >= 2) {
        if (!read->is_group) {
            return refuse(call, "The GROUP option is only supported by XREADGROUP. You called "
                                "XREAD instead.");
        }
        read->group_arg = *index + 1;
        *index += 2;
        return true;
    }
    if (arg_is(call, *index, "noack")) {
        if (!read->is_group) {
            return refuse(call, "The NOACK option is only supported by XREADGROUP. You called "
                                "XREAD instead.");
        }
        read->is_noack = true;
        return true;
    }
    reply_error_syntax(call->reply);
    return false;
}

static bool parse_read(struct call *call, struct read *read) {
    *read = (struct read){.is_group = (call->command->row->flags & WRITE) != 0};
    for (unsigned i = 1; i < call->argc && read->key_count == 0; i++) {
        bool is_good = arg_is(call, i, "streams") && i + 1 < call->argc
                           ? parse_streams(call, i, read)
                           : parse_option(call, &i, read);
        if (!is_good) {
            return false;
        }
    }
    if (read->key_count == 0) {
        reply_error_syntax(call->reply);
        return false;
    }
    if (read->is_group && read->group_arg == 0) {
        return refuse(call, "Missing GROUP option for XREADGROUP");
    }
    return true;
}

/* Whether it may have to wait, so that it needs a fiber; as far as can be seen without parsing all. */
static bool read_waits(const struct bytes *argv, unsigned argc) {
    for (unsigned i = 1; i + 1 < argc && !bytes_is(argv[i], "streams"); i++) {
        if (bytes_is(argv[i], "block")) {
            return true;
        }
        i += bytes_is(argv[i], "count") ? 1 : bytes_is(argv[i], "group") ? 2 : 0;
    }
    return false;
}

/* ---- checking ---- */

/* What a shard says of a key before anything is delivered. */
struct look {
    bool is_wrong_type, has_no_group;
    struct stream_id last_id;
};

static struct entry *find_for_read(struct call *call, const struct key *key) {
    struct entry *entry = store_find(call, key);
    if (call->command->row->flags & WRITE) {
        store_count_look_up(call, key, entry); /* it counts as a read, too */
    }
    return entry;
}

static void look_at(struct call *call, const struct read *read, const struct key *key,
                    struct look *look) {
    struct entry *entry = find_for_read(call, key);
    *look = (struct look){0};
    if (entry && entry_type(entry) != VALUE_STREAM) {
        look->is_wrong_type = true;
        return;
    }
    look->has_no_group = read->is_group && !stream_group_find(entry, call->argv[read->group_arg]);
    look->last_id = stream_head(entry).last_id;
}

static bool is_char(struct bytes text, char c) {
    return text.len == 1 && text.data[0] == c;
}

/* The greatest ID there is stands for ">": what is new. */
static bool is_new_only(struct stream_id after) {
    return stream_id_equal(after, STREAM_ID_MAX);
}

/* The ID given for key number i, after a look at the key. False with the error written. */
static bool resolve_id(struct call *call, const struct read *read, unsigned i,
                       const struct look *look, struct stream_id *after) {
    struct bytes key = call->argv[read->first_key + i];
    unsigned arg = read->first_key + read->key_count + i;
    if (look->is_wrong_type) {
        reply_error_wrong_type(call->reply);
        return false;
    }
    if (look->has_no_group) {
        struct bytes group = call->argv[read->group_arg];
        reply_error(call->reply,
                    "NOGROUP No such key '%.*s' or consumer group '%.*s' in XREADGROUP with GROUP "
                    "option",
                    (int)key.len, key.data, (int)group.len, group.data);
        return false;
    }
    if (is_char(call->argv[arg], '$')) {
        *after = look->last_id;
        return !read->is_group ||
               refuse(call, "The $ ID is meaningless in the context of XREADGROUP: you want to "
                            "read the history of this consumer by specifying a proper ID, or use "
                            "the > ID to get new messages. The $ ID would just return an empty "
                            "result set.");
    }
    if (is_char(call->argv[arg], '>')) {
        *after = STREAM_ID_MAX;
        return read->is_group ||
               refuse(call, "The > ID can be specified only when calling XREADGROUP using the "
                            "GROUP <group> <consumer> option.");
    }
    return stream_parse_strict_id(call, arg, 0, after);
}

/* ---- serving ---- */

/* Begins the answer of one stream: its name, before its entries. */
static void reply_stream_name(struct reply *reply, struct bytes key) {
    if (reply->version == 2) {
        reply_array(reply, 2);
    }
    reply_bulk(reply, key);
}

static void reply_behind(struct reply *reply, const struct entry *stream, struct stream_id after,
                         uint64_t count) {
    struct reply_mark mark = reply_array_later(reply, '*');
    uint64_t replied = 0;
    if (stream_id_step_up(&after)) {
        struct stream_walk walk;
        stream_walk(stream, after, STREAM_ID_MAX, false, &walk);
        replied = stream_reply_entries(reply, &walk, count);
    }
    reply_array_close(reply, mark, replied);
}

static struct stream_id greatest_id(const struct entry *stream) {
    struct stream_walk walk;
    stream_walk(stream, STREAM_ID_MIN, STREAM_ID_MAX, true, &walk);
    return stream_next(&walk) ? walk.id : STREAM_ID_MIN;
}

static bool has_behind(const struct entry *stream, struct stream_id id) {
    return stream_length(stream) > 0 && stream_id_less(id, greatest_id(stream));
}

static bool serve_group(struct call *call, const struct read *read, const struct key *key,
                        struct entry *entry, struct stream_id after, struct reply *reply) {
    struct cell cell = cell_of(call->shard->keyspace, call->db, key, entry);
    struct stream_group *group = stream_group_find(entry, call->argv[read->group_arg]);
    if (!group) {
        return false; /* it has expired since it was looked at */
    }
    bool is_new = is_new_only(after);
    if (is_new && !has_behind(entry, group->last_id)) {
        return false; /* and the consumer has not been seen */
    }
    struct stream_consumer *consumer =
        stream_consumer_open(call, &cell, group, call->argv[read->group_arg + 1]);
    reply_stream_name(reply, key->name);
    if (is_new) {
        stream_deliver(call, &cell, consumer, read->count, read->is_noack, reply);
    } else {
        stream_deliver_again(call, &cell, consumer, after, read->count, reply);
    }
    return true;
}

/* Replies what one key has; false if it has nothing. */
static bool serve(struct call *call, const struct read *read, const struct key *key,
                  struct stream_id after, struct reply *reply) {
    struct entry *entry = find_for_read(call, key);
    if (!entry || entry_type(entry) != VALUE_STREAM) {
        return false;
    }
    if (read->is_group) {
        return serve_group(call, read, key, entry, after, reply);
    }
    if (!has_behind(entry, after)) {
        return false;
    }
    reply_stream_name(reply, key->name);
    reply_behind(reply, entry, after, read->count);
    return true;
}

static void reply_stream_count(struct reply *reply, size_t count) {
    if (reply->version == 2) {
        reply_array(reply, count);
    } else {
        reply_map(reply, count);
    }
}

enum outcome { READ_ANSWERED, READ_NOTHING };

/* All keys are here. after: of each key, filled. */
static enum outcome read_here(struct call *call, const struct read *read, struct stream_id *after) {
    for (unsigned i = 0; i < read->key_count; i++) {
        struct key key = key_of(call->argv[read->first_key + i]);
        struct look look;
        look_at(call, read, &key, &look);
        if (!resolve_id(call, read, i, &look, &after[i])) {
            return READ_ANSWERED;
        }
    }
    struct chain served = {0};
    struct reply reply = {.out = &served, .version = call->reply->version};
    size_t count = 0;
    for (unsigned i = 0; i < read->key_count; i++) {
        struct key key = key_of(call->argv[read->first_key + i]);
        count += serve(call, read, &key, after[i], &reply);
    }
    if (count == 0) {
        return READ_NOTHING;
    }
    reply_stream_count(call->reply, count);
    chain_move(call->reply->out, &served);
    return READ_ANSWERED;
}

/* ---- waiting ---- */

/* Of a waiter. Its key numbers count a name that comes twice once; ids count as the arguments do. */
struct wait_state {
    struct read read;
    struct stream_id after[];
};

/* The group that it waits for new entries of, or NULL. */
static struct stream_group *group_of_waiter(const struct call *call, const struct read *read,
                                            const struct entry *entry) {
    return stream_group_find(entry, call->argv[read->group_arg]);
}

static struct entry *stream_at(struct call *call) {
    struct entry *entry = store_peek(call, &call->key);
    return entry && entry_type(entry) == VALUE_STREAM ? entry : NULL;
}

static struct stream_id id_of_waiter(const struct waiter *waiter, unsigned number) {
    const struct wait_state *state = blocking_state(waiter);
    return state->after[blocking_arg(waiter, number) - state->read.first_key];
}

static bool waiter_look(struct call *call, const struct waiter *waiter, unsigned number,
                        struct entry *entry) {
    const struct wait_state *state = blocking_state(waiter);
    if (!entry) {
        return true; /* it minds */
    }
    struct stream_id after = id_of_waiter(waiter, number);
    if (state->read.is_group) {
        const struct stream_group *group = group_of_waiter(call, &state->read, entry);
        if (!group) {
            return true;
        }
        after = group->last_id;
    }
    return stream_id_less(after, stream_head(entry).last_id);
}

static void waiter_serve_group(struct call *call, const struct read *read, struct entry *entry) {
    struct reply *reply = call->reply;
    if (!entry) {
        reply_error(reply, "UNBLOCKED the stream key no longer exists");
        return;
    }
    struct stream_group *group = group_of_waiter(call, read, entry);
    if (!group) {
        reply_error(reply,
                    "NOGROUP the consumer group this client was blocked on no longer exists");
        return;
    }
    struct cell cell = cell_of(call->shard->keyspace, call->db, &call->key, entry);
    struct stream_consumer *consumer =
        stream_consumer_open(call, &cell, group, call->argv[read->group_arg + 1]);
    reply_stream_count(reply, 1);
    reply_stream_name(reply, call->key.name);
    stream_deliver(call, &cell, consumer, read->count, read->is_noack, reply);
}

static void waiter_serve(struct call *call, struct waiter *waiter, unsigned number) {
    const struct wait_state *state = blocking_state(waiter);
    struct entry *entry = stream_at(call);
    if (state->read.is_group) {
        waiter_serve_group(call, &state->read, entry);
        return;
    }
    reply_stream_count(call->reply, 1);
    reply_stream_name(call->reply, call->key.name);
    reply_behind(call->reply, entry, id_of_waiter(waiter, number), state->read.count);
}

static const struct blocking_kind read_kind = {
    .type = VALUE_STREAM, .look = waiter_look, .serve = waiter_serve};
static const struct blocking_kind group_kind = {
    .type = VALUE_STREAM, .minds_loss = true, .look = waiter_look, .serve = waiter_serve};

static struct waiter *prepare_waiter(struct call *call, const struct read *read) {
    enum { COUNT_WOKEN = 1000 }; /* one who waits without COUNT is not sent more at once */
    unsigned *indices = memory_alloc(read->key_count * sizeof(*indices));
    for (unsigned i = 0; i < read->key_count; i++) {
        indices[i] = read->first_key + i;
    }
    size_t size = sizeof(struct wait_state) + read->key_count * sizeof(struct stream_id);
    struct waiter *waiter = blocking_prepare(call, read->is_group ? &group_kind : &read_kind,
                                             indices, read->key_count, size);
    memory_free(indices);
    struct wait_state *state = blocking_state(waiter);
    state->read = *read;
    state->read.count = read->count > 0 ? read->count : COUNT_WOKEN;
    return waiter;
}

/* ---- on a fiber ---- */

/* A run over one shard or many. Each part writes to what is of its own keys, and to its own output. */
struct run {
    struct read read;
    uint8_t version;
    struct waiter *waiter;   /* NULL: it does not wait */
    struct stream_id *after; /* of each key */
    enum outcome outcome;    /* of one part */
    /* of several parts */
    struct look *looks;
    size_t *lens; /* of each key's answer; 0: none */
    struct output {
        struct chain chain;
        struct chain_reader reader;
    } * outputs; /* of each part */
};

static struct output *output_of(struct run *run, const struct tx_part *part) {
    return &run->outputs[part - part->tx->parts];
}

/* A key that has expired since it was served will not come and say so; its waiter is woken by hand. */
static void enter_part(struct tx_part *part) {
    struct run *run = part->tx->arg;
    blocking_enter(run->waiter, part->call.shard);
    for (unsigned i = 0; run->read.is_group && i < part->key_count; i++) {
        struct call *call = tx_part_call(part, i);
        const struct key *key = &tx_part_key(part, i)->key;
        if (!store_peek(call, key)) {
            blocking_signal(call, key);
        }
    }
}

/* The only part does all at once. */
static void read_part(struct tx_part *part) {
    struct run *run = part->tx->arg;
    struct reply reply = {.out = &output_of(run, part)->chain, .version = run->version};
    struct call call = *tx_part_call(part, 0);
    call.reply = &reply;
    run->outcome = read_here(&call, &run->read, run->after);
    if (run->outcome == READ_NOTHING && run->waiter) {
        enter_part(part);
    }
}

static void look_part(struct tx_part *part) {
    struct run *run = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        look_at(tx_part_call(part, i), &run->read, &tx_part_key(part, i)->key,
                &run->looks[tx_part_key_number(part, i)]);
    }
}

static void serve_part(struct tx_part *part) {
    struct run *run = part->tx->arg;
    struct chain *chain = &output_of(run, part)->chain;
    struct reply reply = {.out = chain, .version = run->version};
    for (unsigned i = 0; i < part->key_count; i++) {
        unsigned number = tx_part_key_number(part, i);
        size_t before = chain->len;
        serve(tx_part_call(part, i), &run->read, &tx_part_key(part, i)->key, run->after[number],
              &reply);
        run->lens[number] = chain->len - before;
    }
}

/* Brings the parts' answers into the order of the keys. */
static enum outcome assemble(struct call *call, struct tx *tx, struct run *run) {
    size_t count = 0;
    for (unsigned i = 0; i < run->read.key_count; i++) {
        count += run->lens[i] > 0;
    }
    if (count == 0) {
        return READ_NOTHING;
    }
    reply_stream_count(call->reply, count);
    const struct engine *engine = call->client->core->engine;
    for (unsigned i = 0; i < run->read.key_count; i++) {
        const struct core *core = core_of_key(engine, &tx->keys[i].key);
        struct output *output = output_of(run, tx_part_on(tx, core));
        chain_read(&output->reader, &output->chain, call->reply->out, run->lens[i]);
    }
    return READ_ANSWERED;
}

static bool resolve_all(struct call *call, struct run *run) {
    for (unsigned i = 0; i < run->read.key_count; i++) {
        if (!resolve_id(call, &run->read, i, &run->looks[i], &run->after[i])) {
            return false;
        }
    }
    return true;
}

static enum outcome read_parts(struct call *call, struct tx *tx, struct run *run) {
    tx_hop(tx, look_part, run, TX_KEEP);
    if (!resolve_all(call, run)) {
        return READ_ANSWERED;
    }
    tx_hop(tx, serve_part, run, run->waiter ? TX_KEEP : TX_CONCLUDE);
    enum outcome outcome = assemble(call, tx, run);
    if (outcome == READ_NOTHING && run->waiter) {
        tx_hop(tx, enter_part, run, TX_CONCLUDE);
    }
    return outcome;
}

/* The waiter's keys have to be locked as if they were written (K1). */
static void begin(struct tx *tx, struct call *call, const struct run *run) {
    tx_begin_empty(tx, call);
    bool is_exclusive = run->read.is_group || run->waiter;
    tx->is_writer |= is_exclusive;
    for (unsigned i = 0; i < run->read.key_count; i++) {
        tx_add_key(tx, run->read.first_key + i, call->db, is_exclusive);
    }
    tx_make_parts(tx);
}

static enum outcome read_by_hops(struct call *call, struct run *run) {
    unsigned count = run->read.key_count;
    struct tx tx;
    begin(&tx, call, run);
    run->outputs = memory_alloc_zeroed(tx.part_count * sizeof(*run->outputs));
    run->looks = memory_alloc_zeroed(count * sizeof(*run->looks));
    run->lens = memory_alloc_zeroed(count * sizeof(*run->lens));
    if (tx.part_count == 1) {
        tx_hop(&tx, read_part, run, TX_CONCLUDE);
        chain_move(call->reply->out, &run->outputs[0].chain);
    } else {
        run->outcome = read_parts(call, &tx, run);
    }
    tx_end(&tx);
    for (unsigned i = 0; i < tx.part_count; i++) {
        chain_clear(&run->outputs[i].chain);
    }
    memory_free(run->outputs);
    memory_free(run->looks);
    memory_free(run->lens);
    return run->outcome;
}

static void read_on_fiber(struct call *call, const struct read *read) {
    struct run run = {.read = *read, .version = call->reply->version};
    if (read->waits && blocking_may_wait(call)) {
        run.waiter = prepare_waiter(call, read);
        run.after = ((struct wait_state *)blocking_state(run.waiter))->after;
    } else {
        run.after = memory_alloc_zeroed(read->key_count * sizeof(*run.after));
    }
    enum outcome outcome = read_by_hops(call, &run);
    if (run.waiter && outcome == READ_NOTHING) {
        blocking_begin(run.waiter, call->client, read->timeout_ms);
        return;
    }
    if (run.waiter) {
        blocking_drop(run.waiter);
    } else {
        memory_free(run.after);
    }
    if (outcome == READ_NOTHING) {
        reply_nil_array(call->reply);
    }
}

static void xread(struct call *call) {
    struct read read;
    if (!parse_read(call, &read)) {
        return;
    }
    if (!call->shard) {
        read_on_fiber(call, &read);
        return;
    }
    struct stream_id few[4], *after = few;
    if (read.key_count > sizeof(few) / sizeof(few[0])) {
        after = memory_alloc(read.key_count * sizeof(*after));
    }
    if (read_here(call, &read, after) == READ_NOTHING) {
        reply_nil_array(call->reply);
    }
    if (after != few) {
        memory_free(after);
    }
}

const struct command stream_reads_commands[] = {
    {"XREAD", "[COUNT count] [BLOCK milliseconds] STREAMS key [key ...] id [id ...]", xread,
     READONLY | BLOCKING | MOVABLE_KEYS | MULTI_KEY,
     KEYS_AT_WORD(1, KEYS_AFTER_STREAMS, KEY_RO | KEY_ACCESS), "5.0.0",
     "O(N) for each stream where N is the number of entries that are returned",
     "Returns the entries behind an ID, of several streams; may wait for some.", GROUP_STREAM, NULL,
     .waits = read_waits},
    {"XREADGROUP",
     "GROUP group consumer [COUNT count] [BLOCK milliseconds] [NOACK] STREAMS key [key ...] id "
     "[id ...]",
     xread, WRITE | BLOCKING | MOVABLE_KEYS | MULTI_KEY,
     KEYS_AT_WORD(4, KEYS_AFTER_STREAMS, KEY_RO | KEY_ACCESS | KEY_WRITTEN), "5.0.0",
     "O(N) for each stream where N is the number of entries that are returned",
     "Gives a consumer entries that its group has not got yet, or its pending ones again; may wait "
     "for some.",
     GROUP_STREAM, NULL, .waits = read_waits, .changes = changes_of_xreadgroup},
    {0},
};
