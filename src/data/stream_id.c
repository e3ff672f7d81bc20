/* IDs as text. */
#include "data/stream_id.h"

/* A row of digits below 2^64; leading zeros are allowed. */
static bool parse_digits(struct bytes text, uint64_t *value) {
    *value = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned digit = (unsigned)(unsigned char)text.data[i] - '0';
        if (digit > 9 || __builtin_mul_overflow(*value, UINT64_C(10), value) ||
            __builtin_add_overflow(*value, (uint64_t)digit, value))
            return false;
    }
    return text.len != 0;
}

bool stream_id_parse(struct bytes text, uint64_t seq_missing, struct stream_id *id, bool *has_seq) {
    const char *dash = text.len != 0 ? memchr(text.data, '-', text.len) : NULL;
    if (has_seq != NULL) *has_seq = dash != NULL;
    if (dash == NULL) {
        id->seq = seq_missing;
        return parse_digits(text, &id->ms);
    }
    size_t len = (size_t)(dash - text.data);
    return parse_digits(bytes_of(text.data, len), &id->ms) &&
           parse_digits(bytes_of(dash + 1, text.len - len - 1), &id->seq);
}

size_t stream_id_format(char *text, struct stream_id id) {
    size_t len = number_format_u64(text, id.ms);
    text[len++] = '-';
    return len + number_format_u64(text + len, id.seq);
}
