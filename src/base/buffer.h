/* base/buffer.h - one growing piece of owned bytes. {0} is an empty buffer. */
#pragma once

#include "base/bytes.h"

struct buffer {
    char *data;
    size_t len;
    size_t size;
};

/* For buffer_reserve, where there is not enough room. */
void buffer_grow(struct buffer *buffer, size_t extra);

/* Room for extra more bytes behind len; returns where they go. Grows by doubling up to 1 MiB,
 * then by a quarter. */
static inline char *buffer_reserve(struct buffer *buffer, size_t extra) {
    if (__builtin_expect(extra > buffer->size - buffer->len || buffer->data == NULL, 0))
        buffer_grow(buffer, extra);
    return buffer->data + buffer->len;
}

void buffer_append(struct buffer *buffer, struct bytes bytes);
void buffer_append_text(struct buffer *buffer, const char *text);
void buffer_printf(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Drops the first len bytes, moving the rest to the front. */
void buffer_consume(struct buffer *buffer, size_t len);
void buffer_clear(struct buffer *buffer); /* frees */

static inline struct bytes buffer_view(const struct buffer *buffer) {
    return bytes_of(buffer->data, buffer->len);
}
