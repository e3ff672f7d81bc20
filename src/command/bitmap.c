/* command/bitmap.c - SETBIT, GETBIT, BITCOUNT, BITPOS, BITOP. */
#include "base/memory.h"
#include "command/bits.h"
#include "command/families.h"
#include "command/gather.h"
#include "engine/core.h"

static unsigned bit_of(const struct entry *entry, uint64_t offset) {
    size_t byte = (size_t)(offset >> 3);
    char value = 0;
    if (entry && byte < entry_text_len(entry)) {
        entry_text_copy_range(entry, byte, 1, &value);
    }
    return ((unsigned char)value >> (7 - (offset & 7))) & 1;
}

static void setbit(struct call *call) {
    uint64_t offset;
    if (!bits_parse_offset(call, 2, 0, &offset)) {
        return;
    }
    bool is_one = bytes_equal(call->argv[3], BYTES_LITERAL("1"));
    if (!is_one && !bytes_equal(call->argv[3], BYTES_LITERAL("0"))) {
        reply_error(call->reply, "ERR bit is not an integer or out of range");
        return;
    }
    struct entry *entry;
    if (!store_find_string(call, &call->key, &entry)) {
        return;
    }
    size_t len = entry ? entry_text_len(entry) : 0;
    size_t byte = (size_t)(offset >> 3);
    struct text_range range = {byte, 1};
    char *text = store_edit_begin_range(call, &call->key, entry, byte >= len ? byte + 1 : len,
                                        range, &entry);
    if (!text) {
        return;
    }
    uint64_t before = bits_get(bytes_of(text, byte + 1), offset, 1);
    bits_set(text, offset, 1, is_one);
    store_edit_end(call, &call->key, entry, byte, before != is_one);
    if (before != is_one || byte >= len) {
        store_notify(call, NOTIFY_STRING, "setbit", &call->key);
    }
    reply_integer(call->reply, (int64_t)before);
}

static void getbit(struct call *call) {
    uint64_t offset;
    struct entry *entry;
    if (!bits_parse_offset(call, 2, 0, &offset) || !store_find_string(call, &call->key, &entry)) {
        return;
    }
    reply_integer(call->reply, bit_of(entry, offset));
}

/* A range of BITCOUNT and BITPOS in arguments: numbers and unit first, then fitted to the text. */
struct range {
    int64_t start, end;
    bool in_bits;
};

static bool parse_unit(struct call *call, unsigned index, bool *in_bits) {
    *in_bits = arg_is(call, index, "bit");
    if (!*in_bits && !arg_is(call, index, "byte")) {
        reply_error_syntax(call->reply);
        return false;
    }
    return true;
}

/* Negative places count from the end; the result is a range of bits. False if it is empty. */
static bool fit_range(const struct range *range, size_t text_len, uint64_t *first, uint64_t *last) {
    int64_t total = (int64_t)text_len * (range->in_bits ? 8 : 1);
    int64_t start = range->start < 0 ? range->start + total : range->start;
    int64_t end = range->end < 0 ? range->end + total : range->end;
    start = start < 0 ? 0 : start;
    end = end < 0 ? 0 : end;
    end = end >= total ? total - 1 : end;
    if (start > end) {
        return false;
    }
    *first = (uint64_t)start * (range->in_bits ? 1 : 8);
    *last = range->in_bits ? (uint64_t)end : (uint64_t)end * 8 + 7;
    return true;
}

static void bitcount(struct call *call) {
    struct entry *entry;
    struct range range = {.start = 0, .end = -1};
    if (!store_find_string(call, &call->key, &entry)) {
        return;
    }
    if (!entry) {
        reply_integer(call->reply, 0);
        return;
    }
    if (call->argc == 3 || call->argc > 5) {
        reply_error_syntax(call->reply);
        return;
    }
    if (call->argc > 3) {
        if (!arg_integer(call, 2, &range.start) || !arg_integer(call, 3, &range.end)) {
            return;
        }
        if (range.start < 0 && range.end < 0 && range.start > range.end) {
            reply_integer(call->reply, 0);
            return;
        }
        if (call->argc == 5 && !parse_unit(call, 4, &range.in_bits)) {
            return;
        }
    }
    struct bytes text = entry_text(entry, store_scratch(call));
    uint64_t first, last;
    bool is_some = fit_range(&range, text.len, &first, &last);
    reply_integer(call->reply, is_some ? (int64_t)bits_count(text, first, last) : 0);
}

static bool parse_bitpos_range(struct call *call, struct range *range, bool *has_end) {
    *range = (struct range){.start = 0, .end = -1};
    *has_end = call->argc >= 5;
    if (call->argc > 6) {
        reply_error_syntax(call->reply);
        return false;
    }
    if (call->argc >= 4 && !arg_integer(call, 3, &range->start)) {
        return false;
    }
    if (call->argc == 6 && !parse_unit(call, 5, &range->in_bits)) {
        return false;
    }
    return call->argc < 5 || arg_integer(call, 4, &range->end);
}

static void bitpos(struct call *call) {
    int64_t bit;
    struct entry *entry;
    if (!arg_integer(call, 2, &bit)) {
        return;
    }
    if (bit != 0 && bit != 1) {
        reply_error(call->reply, "ERR The bit argument must be 1 or 0.");
        return;
    }
    if (!store_find_string(call, &call->key, &entry)) {
        return;
    }
    if (!entry) { /* endless zeroes */
        reply_integer(call->reply, bit ? -1 : 0);
        return;
    }
    struct range range;
    bool has_end;
    if (!parse_bitpos_range(call, &range, &has_end)) {
        return;
    }
    struct bytes text = entry_text(entry, store_scratch(call));
    uint64_t first, last;
    if (!fit_range(&range, text.len, &first, &last)) {
        reply_integer(call->reply, -1);
        return;
    }
    int64_t place = bits_find(text, bit, first, last);
    if (place < 0 && bit == 0 && !has_end) {
        place = (int64_t)text.len * 8; /* the string is followed by zeroes */
    }
    reply_integer(call->reply, place);
}

enum bit_operation { BITOP_AND, BITOP_OR, BITOP_XOR, BITOP_NOT, BITOP_UNKNOWN };

static enum bit_operation parse_operation(const struct call *call) {
    static const char *const names[] = {"and", "or", "xor", "not"};
    for (unsigned i = 0; i < 4; i++) {
        if (arg_is(call, 1, names[i])) {
            return (enum bit_operation)i;
        }
    }
    return BITOP_UNKNOWN;
}

static void combine(enum bit_operation operation, char *target, struct bytes source, size_t len) {
    for (size_t i = 0; i < source.len; i++) {
        char byte = source.data[i];
        target[i] = (char)(operation == BITOP_AND  ? target[i] & byte
                           : operation == BITOP_OR ? target[i] | byte
                                                   : target[i] ^ byte);
    }
    if (operation == BITOP_AND && source.len < len) {
        memset(target + source.len, 0, len - source.len); /* short strings are padded with zeroes */
    }
}

/* The result over all gathered texts, as long as the longest one; freed by the caller. */
static struct buffer calculate(enum bit_operation operation, const struct gather *gather) {
    size_t len = 0;
    for (unsigned i = 0; i < gather->count; i++) {
        size_t text_len = gather_text(gather, i).len;
        len = text_len > len ? text_len : len;
    }
    struct buffer result = {0};
    if (len == 0) {
        return result;
    }
    struct bytes first = gather_text(gather, 0);
    char *target = buffer_reserve(&result, len);
    memcpy(target, first.data, first.len);
    memset(target + first.len, 0, len - first.len);
    result.len = len;
    for (unsigned i = 1; i < gather->count; i++) {
        combine(operation, target, gather_text(gather, i), len);
    }
    for (size_t i = 0; operation == BITOP_NOT && i < len; i++) {
        target[i] = (char)~target[i];
    }
    return result;
}

struct result {
    struct bytes text;
    bool has_failed; /* no memory for it where it belongs */
};

/* An empty result deletes the target; any other is a fresh string without expiry. */
static void put_result(struct call *call, const struct key *key, struct result *result) {
    struct entry *old = store_peek(call, key);
    if (result->text.len > 0) {
        result->has_failed = !store_put_raw(call, key, old, result->text, EXPIRE_NONE);
        if (!result->has_failed) {
            store_notify(call, NOTIFY_STRING, "set", key);
        }
    } else if (old) {
        store_delete(call, key, old);
        store_notify(call, NOTIFY_GENERIC, "del", key);
    }
}

static void put_result_part(struct tx_part *part) {
    for (unsigned i = 0; i < part->key_count; i++) {
        if (tx_part_key_number(part, i) == 0) {
            put_result(tx_part_call(part, i), &tx_part_key(part, i)->key, part->tx->arg);
        }
    }
}

static bool has_wrong_type(struct call *call, const struct gather *gather) {
    for (unsigned i = 0; i < gather->count; i++) {
        if (gather->items[i].is_wrong_type) {
            reply_error_wrong_type(call->reply);
            return true;
        }
    }
    return false;
}

static void bitop_here(struct call *call, enum bit_operation operation, struct gather *gather) {
    gather_here(gather, call, 3);
    if (has_wrong_type(call, gather)) {
        return;
    }
    struct buffer result = calculate(operation, gather);
    struct result put = {.text = buffer_view(&result)};
    put_result(call, &call->key, &put);
    if (!put.has_failed) { /* else the error is written */
        reply_integer(call->reply, (int64_t)result.len);
    }
    buffer_clear(&result);
}

static void bitop_over_shards(struct call *call, enum bit_operation operation,
                              struct gather *gather) {
    struct tx tx;
    tx_begin(&tx, call);
    tx_hop(&tx, gather_part, gather, TX_KEEP);
    if (!has_wrong_type(call, gather)) {
        struct buffer result = calculate(operation, gather);
        struct result put = {.text = buffer_view(&result)};
        tx_hop(&tx, put_result_part, &put, TX_CONCLUDE);
        if (put.has_failed) {
            store_reply_no_memory(call->reply);
        } else {
            reply_integer(call->reply, (int64_t)result.len);
        }
        buffer_clear(&result);
    }
    tx_end(&tx);
}

static void bitop(struct call *call) {
    enum bit_operation operation = parse_operation(call);
    if (operation == BITOP_UNKNOWN) {
        reply_error_syntax(call->reply);
        return;
    }
    if (operation == BITOP_NOT && call->argc != 4) {
        reply_error(call->reply, "ERR BITOP NOT must be called with a single source key.");
        return;
    }
    struct gather gather;
    gather_init(&gather, call, 1, call->argc - 3);
    if (call->shard) {
        bitop_here(call, operation, &gather);
    } else {
        bitop_over_shards(call, operation, &gather);
    }
    gather_clear(&gather);
}

const struct command bitmap_commands[] = {
    {"SETBIT", "key offset value", setbit, WRITE | GROWS,
     KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE), "2.2.0", "O(1)",
     "Sets or clears the bit at an offset of the string at a key.", GROUP_BITMAP, NULL},
    {"GETBIT", "key offset", getbit, READONLY | FAST, KEY_AT(1, KEY_RO | KEY_ACCESS), "2.2.0",
     "O(1)", "Returns the bit at an offset of the string at a key.", GROUP_BITMAP, NULL},
    {"BITCOUNT", "key [start end [BYTE | BIT]]", bitcount, READONLY, KEY_AT(1, KEY_RO | KEY_ACCESS),
     "2.6.0", "O(N)", "Counts the ones in a string.", GROUP_BITMAP,
     "7.0.0: Added the `BYTE|BIT` option."},
    {"BITPOS", "key bit [start [end [BYTE | BIT]]]", bitpos, READONLY,
     KEY_AT(1, KEY_RO | KEY_ACCESS), "2.8.7", "O(N)", "Finds the first one or zero in a string.",
     GROUP_BITMAP, "7.0.0: Added the `BYTE|BIT` option."},
    {"BITOP",
     "operation destkey key [key ...]",
     bitop,
     WRITE | GROWS | MULTI_KEY,
     {{2, 2, 1, 0, KEY_OW | KEY_UPDATE}, {3, -1, 1, 0, KEY_RO | KEY_ACCESS}},
     "2.6.0",
     "O(N)",
     "Combines strings bit by bit and stores the result.",
     GROUP_BITMAP,
     NULL},
    {0},
};
