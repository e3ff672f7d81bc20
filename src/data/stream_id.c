/* IDs as text. */
#include "data/stream_id.h"

#include <errno.h>
#include <stdlib.h>

enum { TEXT_MAX = 127 };

/* What is no plain number Redis gives to strtoull, which takes "+5", "05", " 5" and even " -05". */
static bool parse_odd(struct bytes text, uint64_t *value) {
    int64_t negative;
    if (number_parse_i64(text, &negative)) return false; /* the others are plain */
    char copy[TEXT_MAX + 1], *end;
    memcpy(copy, text.data, text.len);
    copy[text.len] = 0;
    errno = 0;
    unsigned long long parsed = strtoull(copy, &end, 10);
    *value = parsed;
    return errno == 0 && end != copy && *end == 0;
}

/* A row of digits below 2^64; leading zeros are allowed. */
static bool parse_number(struct bytes text, uint64_t *value) {
    *value = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned digit = (unsigned)(unsigned char)text.data[i] - '0';
        if (digit > 9) return parse_odd(text, value);
        if (__builtin_mul_overflow(*value, UINT64_C(10), value) ||
            __builtin_add_overflow(*value, (uint64_t)digit, value))
            return false;
    }
    return text.len != 0;
}

bool stream_id_parse(struct bytes text, uint64_t seq_missing, struct stream_id *id, bool *has_seq) {
    if (text.len == 0 || text.len > TEXT_MAX) return false;
    text.len = strnlen(text.data, text.len); /* it ends at a NUL there, too */
    const char *dash = text.len != 0 ? memchr(text.data, '-', text.len) : NULL;
    if (has_seq != NULL) *has_seq = dash != NULL;
    if (dash == NULL) {
        id->seq = seq_missing;
        return parse_number(text, &id->ms);
    }
    size_t len = (size_t)(dash - text.data);
    return parse_number(bytes_of(text.data, len), &id->ms) &&
           parse_number(bytes_of(dash + 1, text.len - len - 1), &id->seq);
}

size_t stream_id_format(char *text, struct stream_id id) {
    size_t len = number_format_u64(text, id.ms);
    text[len++] = '-';
    return len + number_format_u64(text + len, id.seq);
}
