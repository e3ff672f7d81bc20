/* command/zset_pop.c - taking members from an end of a sorted set: first they are told, then removed as one range. */
#include "command/zset_pop.h"

#include "command/zset_carry.h"

static bool parse_positive(struct call *call, unsigned arg, const char *name, int64_t *value) {
    if (!number_parse_i64(call->argv[arg], value) || *value <= 0) {
        reply_error(call->reply, "ERR %s should be greater than 0", name);
        return false;
    }
    return true;
}

bool zset_pop_parse(struct call *call, unsigned numkeys_arg, struct zset_pop *pop) {
    int64_t keys, count = 1;
    if (!parse_positive(call, numkeys_arg, "numkeys", &keys)) {
        return false;
    }
    unsigned end_arg = numkeys_arg + 1;
    if (keys < (int64_t)call->argc - end_arg) {
        end_arg += (unsigned)keys;
    } else {
        end_arg = call->argc;
    }
    bool is_min = end_arg < call->argc && arg_is(call, end_arg, "min");
    if (!is_min && !(end_arg < call->argc && arg_is(call, end_arg, "max"))) {
        reply_error_syntax(call->reply);
        return false;
    }
    if (end_arg + 1 < call->argc) {
        if (end_arg + 2 >= call->argc || !arg_is(call, end_arg + 1, "count")) {
            reply_error_syntax(call->reply);
            return false;
        }
        if (!parse_positive(call, end_arg + 2, "count", &count)) {
            return false;
        }
        if (end_arg + 3 < call->argc) {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    *pop = (struct zset_pop){
        .first_key = numkeys_arg + 1,
        .key_count = (unsigned)keys,
        .end = is_min ? ZSET_MIN : ZSET_MAX,
        .count = (uint64_t)count,
    };
    return true;
}

void zset_pop_take(struct call *call, struct cell *cell, enum zset_end end, uint64_t count,
                   struct buffer *popped) {
    uint64_t all = zset_count(cell->entry);
    count = count < all ? count : all;
    if (popped) {
        struct zset_walk walk;
        zset_walk(cell->entry, end == ZSET_MIN ? 0 : all, &walk);
        for (uint64_t i = 0; i < count; i++) {
            end == ZSET_MIN ? zset_next(&walk) : zset_prev(&walk);
            zset_carry_put(popped, walk.member, walk.score);
        }
    }
    collection_zset_remove_range(call, cell, end == ZSET_MIN ? 0 : all - count, count);
    store_notify(call, NOTIFY_ZSET, end == ZSET_MIN ? "zpopmin" : "zpopmax", cell->key);
    if (!cell->entry) {
        store_notify(call, NOTIFY_GENERIC, "del", cell->key);
    }
}

static size_t count_carried(struct bytes popped) {
    struct bytes member;
    double score;
    size_t count = 0;
    while (zset_carry_take(&popped, &member, &score)) {
        count++;
    }
    return count;
}

static void reply_members(struct reply *reply, struct bytes popped, bool in_pairs) {
    struct bytes member;
    double score;
    while (zset_carry_take(&popped, &member, &score)) {
        if (in_pairs) {
            reply_array(reply, 2);
        }
        reply_bulk(reply, member);
        reply_double(reply, score);
    }
}

void zset_pop_reply_key_and_pairs(struct reply *reply, struct bytes key, struct bytes popped) {
    reply_array(reply, 2);
    reply_bulk(reply, key);
    reply_array(reply, count_carried(popped));
    reply_members(reply, popped, true);
}

void zset_pop_reply_key_and_one(struct reply *reply, struct bytes key, struct bytes popped) {
    reply_array(reply, 3);
    reply_bulk(reply, key);
    reply_members(reply, popped, false);
}
