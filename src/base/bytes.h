/* base/bytes.h - a borrowed view of bytes.
 *
 * A view owns nothing; whoever keeps one past the call says so in its own header.
 * The bytes may be anything, NUL and CRLF included; they are never NUL-terminated. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bytes {
    const char *data;
    size_t len;
};

#define BYTES_LITERAL(text) ((struct bytes){(text), sizeof(text) - 1})

static inline struct bytes bytes_of(const char *data, size_t len) {
    return (struct bytes){data, len};
}

static inline struct bytes bytes_of_string(const char *text) {
    return (struct bytes){text, strlen(text)};
}

static inline bool bytes_equal(struct bytes a, struct bytes b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

/* True if a equals the lower-case text, letter case aside (ASCII only, as the protocol does). */
bool bytes_is(struct bytes a, const char *lower_case_text);

/* Order of memcmp, shorter first when one is a prefix of the other: negative, 0 or positive. */
int bytes_compare(struct bytes a, struct bytes b);

/* What stands before the separator, which is taken off the text as well; all of the text where there is none. */
struct bytes bytes_take_until(struct bytes *text, char separator);
