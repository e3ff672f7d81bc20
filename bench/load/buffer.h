/* buffer.h - a growing row of bytes, used for what is sent and what is received.
 *
 * The owner may append up to the reserved room directly; growth doubles, so after the first few
 * requests of a run nothing allocates any more. */
#pragma once

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct buffer {
    char *data;
    size_t start; /* the first byte not yet used up */
    size_t size;  /* bytes [start, size) are alive */
    size_t room;
};

/* Makes sure that `more` bytes can follow. Ends the program when memory is out: a load generator
 * has nothing better to do. */
static inline void buffer_reserve(struct buffer *buffer, size_t more) {
    if (buffer->size + more <= buffer->room) return;
    size_t room = buffer->room ? buffer->room : 4096;
    while (room < buffer->size + more) room *= 2;
    buffer->data = realloc(buffer->data, room);
    if (!buffer->data) {
        perror("load: out of memory");
        exit(2);
    }
    buffer->room = room;
}

/* Frees the bytes. */
static inline void buffer_clear(struct buffer *buffer) {
    free(buffer->data);
    *buffer = (struct buffer){0};
}
