/* log/batch_memory.c - pieces of one size are kept, others freed at once. */
#include "log/batch_memory.h"

#include "base/memory.h"

enum { PAGE = 4096, FEW = 2 };

struct buffer batch_memory_take(struct batch_memory *memory) {
    if (memory->count > 0) return memory->pieces[--memory->count];
    return (struct buffer){.data = memory_alloc_aligned(BATCH_PIECE, PAGE), .size = BATCH_PIECE};
}

void batch_memory_move(struct buffer *piece, size_t extra) {
    size_t size = (2 * piece->len + extra + PAGE - 1) / PAGE * PAGE;
    char *data = memory_alloc_aligned(size, PAGE);
    if (piece->len > 0) memcpy(data, piece->data, piece->len);
    memory_free(piece->data);
    piece->data = data;
    piece->size = size;
}

void batch_memory_give_back(struct batch_memory *memory, struct buffer *piece) {
    piece->len = 0;
    if (piece->size == BATCH_PIECE && memory->count < BATCH_PIECES_KEPT)
        memory->pieces[memory->count++] = *piece;
    else
        memory_free(piece->data);
    *piece = (struct buffer){0};
}

void batch_memory_trim(struct batch_memory *memory) {
    while (memory->count > FEW) buffer_clear(&memory->pieces[--memory->count]);
}

void batch_memory_clear(struct batch_memory *memory) {
    while (memory->count > 0) buffer_clear(&memory->pieces[--memory->count]);
}
