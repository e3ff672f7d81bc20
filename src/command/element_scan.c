/* command/element_scan.c - what HSCAN, SSCAN and ZSCAN share. */
#include "command/element_scan.h"

#include "base/glob.h"
#include "base/number.h"
#include "engine/store.h"

enum { COUNT_DEFAULT = 10 };

bool element_scan_parse_cursor(struct bytes text, uint64_t *cursor) {
    bool is_negative = text.len > 1 && text.data[0] == '-';
    bool has_sign = is_negative || (text.len > 1 && text.data[0] == '+');
    *cursor = 0;
    for (size_t i = has_sign; i < text.len; i++) {
        char digit = text.data[i];
        if (digit < '0' || digit > '9' || __builtin_mul_overflow(*cursor, 10u, cursor) ||
            __builtin_add_overflow(*cursor, (uint64_t)(digit - '0'), cursor)) {
            return false;
        }
    }
    *cursor = is_negative ? -*cursor : *cursor;
    return true;
}

bool element_scan_cursor(struct call *call, struct element_scan *scan) {
    if (element_scan_parse_cursor(call->argv[2], &scan->cursor)) {
        return true;
    }
    reply_error(call->reply, "ERR invalid cursor");
    return false;
}

static bool parse_count(struct call *call, unsigned index, struct element_scan *scan) {
    int64_t count;
    if (!arg_integer(call, index, &count)) {
        return false;
    }
    if (count < 1) {
        reply_error_syntax(call->reply);
        return false;
    }
    scan->count = (uint64_t)count;
    return true;
}

bool element_scan_options(struct call *call, struct element_scan *scan) {
    scan->count = COUNT_DEFAULT;
    for (unsigned i = 3; i < call->argc; i += 2) {
        bool has_value = i + 1 < call->argc;
        if (has_value && arg_is(call, i, "count")) {
            if (!parse_count(call, i + 1, scan)) {
                return false;
            }
        } else if (has_value && arg_is(call, i, "match")) {
            scan->pattern = call->argv[i + 1];
            scan->has_pattern = !bytes_equal(scan->pattern, BYTES_LITERAL("*"));
        } else {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    return true;
}

bool element_scan_matches(const struct element_scan *scan, struct bytes element) {
    return !scan->has_pattern || glob_match(scan->pattern, element, false);
}

/* A bulk is the same in both versions of the protocol. */
void element_scan_emit(struct element_scan *scan, struct bytes text) {
    struct reply reply = {.out = &scan->texts, .version = 2};
    reply_bulk(&reply, text);
    scan->emitted++;
}

void element_scan_reply(struct element_scan *scan, struct call *call, uint64_t next) {
    char text[NUMBER_TEXT_MAX];
    reply_array(call->reply, 2);
    reply_bulk(call->reply, bytes_of(text, number_format_u64(text, next)));
    reply_array(call->reply, scan->emitted);
    chain_move(call->reply->out, &scan->texts);
}

void element_scan_reply_nothing(struct call *call) {
    struct element_scan nothing = {0};
    element_scan_reply(&nothing, call, 0);
}
