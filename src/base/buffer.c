/* base/buffer.c - see buffer.h. */
#include "base/buffer.h"

#include "base/memory.h"
#include "base/panic.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

enum { SIZE_FIRST = 64, DOUBLING_MAX = 1024 * 1024 };

/* Geometric at every size, so that appending n bytes costs O(n) copied bytes in all. */
static size_t next_size(size_t size, size_t needed) {
    size_t grown = size < DOUBLING_MAX ? size * 2 : size + size / 4;
    if (grown < SIZE_FIRST) grown = SIZE_FIRST;
    return grown < needed ? needed : grown;
}

void buffer_grow(struct buffer *buffer, size_t extra) {
    size_t needed;
    if (__builtin_add_overflow(buffer->len, extra, &needed)) panic("buffer: size overflow");
    buffer->size = next_size(buffer->size, needed);
    buffer->data = memory_realloc(buffer->data, buffer->size);
}

void buffer_append(struct buffer *buffer, struct bytes bytes) {
    if (bytes.len == 0) return;
    memcpy(buffer_reserve(buffer, bytes.len), bytes.data, bytes.len);
    buffer->len += bytes.len;
}

void buffer_append_text(struct buffer *buffer, const char *text) {
    buffer_append(buffer, bytes_of_string(text));
}

void buffer_printf(struct buffer *buffer, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *place = buffer_reserve(buffer, 128);
    size_t room = buffer->size - buffer->len;
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(place, room, format, args);
    assert(len >= 0); /* a bad format is a bug of ours */
    if ((size_t)len >= room) {
        place = buffer_reserve(buffer, (size_t)len + 1); /* vsnprintf writes a NUL */
        vsnprintf(place, (size_t)len + 1, format, again);
    }
    buffer->len += (size_t)len;
    va_end(again);
    va_end(args);
}

void buffer_consume(struct buffer *buffer, size_t len) {
    assert(len <= buffer->len);
    if (len == 0) return;
    buffer->len -= len;
    if (buffer->len > 0) memmove(buffer->data, buffer->data + len, buffer->len);
}

void buffer_clear(struct buffer *buffer) {
    memory_free(buffer->data);
    *buffer = (struct buffer){0};
}
