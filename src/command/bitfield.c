/* command/bitfield.c - BITFIELD: integers of any width at any bit offset of a string.
 *
 * All operations are parsed before the first one runs, so that an error in the last changes nothing. The string grows
 * once, to the furthest bit that is written. */
#include "base/memory.h"
#include "base/number.h"
#include "command/bits.h"
#include "command/families.h"

enum field_action { FIELD_GET, FIELD_SET, FIELD_INCRBY };
enum field_overflow { OVERFLOW_WRAP, OVERFLOW_SAT, OVERFLOW_FAIL };

struct field_operation {
    enum field_action action;
    enum field_overflow overflow;
    bool is_signed;
    unsigned width;
    uint64_t offset;
    int64_t value;
};

struct field_operations {
    struct field_operation *items;
    unsigned count;
    bool writes;
    uint64_t write_first,
        write_end; /* the first bit that is written, and the one behind the furthest */
};

static bool parse_type(struct call *call, unsigned index, struct field_operation *operation) {
    struct bytes text = call->argv[index];
    int64_t width = 0;
    bool is_valid = text.len > 1 && (text.data[0] == 'i' || text.data[0] == 'u') &&
                    number_parse_i64(bytes_of(text.data + 1, text.len - 1), &width);
    if (is_valid) {
        operation->is_signed = text.data[0] == 'i';
        is_valid = width >= 1 && width <= (operation->is_signed ? 64 : 63);
    }
    if (!is_valid) {
        reply_error(call->reply, "ERR Invalid bitfield type. Use something like i16 u8. Note that "
                                 "u64 is not supported but i64 is.");
    }
    operation->width = (unsigned)width;
    return is_valid;
}

static bool parse_overflow(struct call *call, unsigned index, enum field_overflow *overflow) {
    if (arg_is(call, index, "wrap")) {
        *overflow = OVERFLOW_WRAP;
    } else if (arg_is(call, index, "sat")) {
        *overflow = OVERFLOW_SAT;
    } else if (arg_is(call, index, "fail")) {
        *overflow = OVERFLOW_FAIL;
    } else {
        reply_error(call->reply, "ERR Invalid OVERFLOW type specified");
        return false;
    }
    return true;
}

static bool parse_action(struct call *call, unsigned index, enum field_action *action) {
    unsigned left = call->argc - index - 1;
    if (arg_is(call, index, "get") && left >= 2) {
        *action = FIELD_GET;
    } else if (arg_is(call, index, "set") && left >= 3) {
        *action = FIELD_SET;
    } else if (arg_is(call, index, "incrby") && left >= 3) {
        *action = FIELD_INCRBY;
    } else {
        reply_error_syntax(call->reply);
        return false;
    }
    return true;
}

/* One operation from argv[*index] on, which is left behind it. */
static bool parse_operation(struct call *call, unsigned *index, struct field_operation *operation) {
    if (!parse_action(call, *index, &operation->action) ||
        !parse_type(call, *index + 1, operation) ||
        !bits_parse_offset(call, *index + 2, operation->width, &operation->offset)) {
        return false;
    }
    *index += 3;
    if (operation->action == FIELD_GET) {
        return true;
    }
    return arg_integer(call, (*index)++, &operation->value);
}

static bool parse_all(struct call *call, struct field_operations *operations) {
    enum field_overflow overflow = OVERFLOW_WRAP;
    for (unsigned i = 2; i < call->argc;) {
        if (arg_is(call, i, "overflow") && i + 1 < call->argc) {
            if (!parse_overflow(call, i + 1, &overflow)) {
                return false;
            }
            i += 2;
            continue;
        }
        struct field_operation *operation = &operations->items[operations->count++];
        *operation = (struct field_operation){.overflow = overflow};
        if (!parse_operation(call, &i, operation)) {
            return false;
        }
        if (operation->action != FIELD_GET) {
            operations->writes = true;
            uint64_t start = operation->offset, end = start + operation->width;
            bool is_first = operations->write_end == 0 || start < operations->write_first;
            operations->write_first = is_first ? start : operations->write_first;
            operations->write_end = end > operations->write_end ? end : operations->write_end;
        }
    }
    return true;
}

static int64_t sign_extend(uint64_t bits, unsigned width) {
    unsigned shift = 64 - width;
    return (int64_t)(bits << shift) >> shift;
}

static uint64_t mask_of(unsigned width) {
    return width == 64 ? UINT64_MAX : (1ull << width) - 1;
}

/* The exact value by the field's type and overflow mode; false if it fails. 128 bits hold every sum. */
static bool fit(const struct field_operation *operation, __int128 exact, uint64_t *bits) {
    __int128 max = operation->is_signed ? (__int128)(mask_of(operation->width) >> 1)
                                        : (__int128)mask_of(operation->width);
    __int128 min = operation->is_signed ? -max - 1 : 0;
    /* SET of a number so low that its distance to max is no 64-bit number: Redis takes it for a high one. */
    bool is_far_below = operation->action == FIELD_SET && operation->is_signed &&
                        operation->width < 64 && exact < max - INT64_MAX;
    if (exact > max || exact < min) {
        if (operation->overflow == OVERFLOW_FAIL) {
            return false;
        }
        if (operation->overflow == OVERFLOW_SAT) {
            exact = exact > max || is_far_below ? max : min;
        }
    }
    *bits = (uint64_t)exact & mask_of(operation->width);
    return true;
}

static __int128 read_field(const struct field_operation *operation, struct bytes text) {
    uint64_t bits = bits_get(text, operation->offset, operation->width);
    return operation->is_signed ? (__int128)sign_extend(bits, operation->width) : (__int128)bits;
}

/* Runs one writing operation and replies its old or new value. True if bits have changed. */
static bool write_field(struct call *call, const struct field_operation *operation, char *text,
                        size_t len) {
    __int128 before = read_field(operation, bytes_of(text, len));
    /* SET takes the argument as what it is for the type: an unsigned field sees a negative one as large. */
    __int128 wanted = operation->value;
    if (operation->action == FIELD_INCRBY) {
        wanted += before;
    } else if (!operation->is_signed) {
        wanted = (__int128)(uint64_t)operation->value;
    }
    uint64_t bits;
    if (!fit(operation, wanted, &bits)) {
        reply_nil(call->reply);
        return false;
    }
    uint64_t bits_before = (uint64_t)before & mask_of(operation->width);
    bits_set(text, operation->offset, operation->width, bits);
    int64_t after = operation->is_signed ? sign_extend(bits, operation->width) : (int64_t)bits;
    reply_integer(call->reply, operation->action == FIELD_SET ? (int64_t)before : after);
    return bits != bits_before;
}

static void run_writing(struct call *call, const struct field_operations *operations,
                        struct entry *entry) {
    size_t old_len = entry ? entry_text_len(entry) : 0;
    size_t end = (size_t)((operations->write_end + 7) >> 3);
    size_t len = end > old_len ? end : old_len;
    size_t range_start = (size_t)(operations->write_first >> 3);
    struct text_range range = {range_start, end - range_start};
    char *text = store_edit_begin_range(call, &call->key, entry, len, range, &entry);
    if (!text) {
        return;
    }
    reply_array(call->reply, operations->count);
    size_t first = len, last = old_len < len ? len : 0; /* bytes that change */
    for (unsigned i = 0; i < operations->count; i++) {
        const struct field_operation *operation = &operations->items[i];
        if (operation->action == FIELD_GET) {
            reply_integer(call->reply, (int64_t)read_field(operation, bytes_of(text, len)));
        } else if (write_field(call, operation, text, len)) {
            size_t start = (size_t)(operation->offset >> 3);
            size_t stop = (size_t)((operation->offset + operation->width + 7) >> 3);
            first = start < first ? start : first;
            last = stop > last ? stop : last;
        }
    }
    first = first < last ? first : last;
    store_edit_end(call, &call->key, entry, first, last - first);
    if (first < last) {
        store_notify(call, NOTIFY_STRING, "setbit", &call->key);
    }
}

static void run_reading(struct call *call, const struct field_operations *operations,
                        const struct entry *entry) {
    struct bytes text = entry ? entry_text(entry, store_scratch(call)) : bytes_of("", 0);
    reply_array(call->reply, operations->count);
    for (unsigned i = 0; i < operations->count; i++) {
        reply_integer(call->reply, (int64_t)read_field(&operations->items[i], text));
    }
}

static void run_all(struct call *call, bool is_read_only) {
    struct field_operations operations = {
        .items = memory_alloc(call->argc * sizeof(struct field_operation)),
    };
    struct entry *entry;
    if (parse_all(call, &operations)) {
        if (is_read_only && operations.writes) {
            reply_error(call->reply, "ERR BITFIELD_RO only supports the GET subcommand");
        } else if (store_find_string(call, &call->key, &entry)) {
            if (operations.writes) {
                run_writing(call, &operations, entry);
            } else {
                run_reading(call, &operations, entry);
            }
        }
    }
    memory_free(operations.items);
}

static void bitfield(struct call *call) {
    run_all(call, false);
}

static void bitfield_ro(struct call *call) {
    run_all(call, true);
}

/* With GET alone it only reads. */
static uint16_t bitfield_key_use(const struct bytes *argv, unsigned argc) {
    for (unsigned i = 2; i < argc; i += 3) {
        if (bytes_is(argv[i], "overflow")) {
            i--; /* it has one argument, the others two or three */
        } else if (!bytes_is(argv[i], "get")) {
            return KEY_RW | KEY_ACCESS | KEY_UPDATE;
        }
    }
    return KEY_RO | KEY_ACCESS;
}

const struct command bitfield_commands[] = {
    {"BITFIELD",
     "key [GET encoding offset | [OVERFLOW <WRAP | SAT | FAIL>] <SET encoding offset value | "
     "INCRBY encoding offset increment> ...]",
     bitfield, WRITE | GROWS, KEY_AT(1, KEY_RW | KEY_UPDATE | KEY_ACCESS | KEY_VARIABLE), "3.2.0",
     "O(1) for each subcommand", "Reads and changes integers of any width within a string.",
     GROUP_BITMAP, NULL, .key_notes = "This command allows both access and modification of the key",
     .key_use = bitfield_key_use},
    {"BITFIELD_RO", "key [GET encoding offset [GET encoding offset ...]]", bitfield_ro,
     READONLY | FAST, KEY_AT(1, KEY_RO | KEY_ACCESS), "6.0.0", "O(1) for each subcommand",
     "Reads integers of any width within a string.", GROUP_BITMAP, NULL},
    {0},
};
