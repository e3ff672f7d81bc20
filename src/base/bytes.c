/* base/bytes.c - see bytes.h. */
#include "base/bytes.h"

bool bytes_is(struct bytes a, const char *lower_case_text) {
    for (size_t i = 0; i < a.len; i++) {
        char c = a.data[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c + ('a' - 'A'));
        if (lower_case_text[i] == '\0' || c != lower_case_text[i]) return false;
    }
    return lower_case_text[a.len] == '\0';
}

int bytes_compare(struct bytes a, struct bytes b) {
    size_t common = a.len < b.len ? a.len : b.len;
    int order = common == 0 ? 0 : memcmp(a.data, b.data, common);
    if (order != 0) return order;
    return (a.len > b.len) - (a.len < b.len);
}

struct bytes bytes_take_until(struct bytes *text, char separator) {
    const char *end = text->len > 0 ? memchr(text->data, separator, text->len) : NULL;
    size_t len = end ? (size_t)(end - text->data) : text->len;
    struct bytes taken = bytes_of(text->data, len);
    size_t gone = len + (end != NULL);
    *text = bytes_of(text->data + gone, text->len - gone);
    return taken;
}
