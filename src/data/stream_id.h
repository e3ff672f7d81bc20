/* data/stream_id.h - IDs of stream entries: two numbers of 64 bits, milliseconds and a sequence
 * number, ordered by the first and then by the second. */
#pragma once

#include "base/number.h"

struct stream_id {
    uint64_t ms, seq;
};

#define STREAM_ID_MIN ((struct stream_id){0, 0})
#define STREAM_ID_MAX ((struct stream_id){UINT64_MAX, UINT64_MAX})

enum { STREAM_ID_TEXT_MAX = 2 * NUMBER_TEXT_MAX, STREAM_ID_BYTES = 16 };

static inline bool stream_id_less(struct stream_id a, struct stream_id b) {
    return a.ms < b.ms || (a.ms == b.ms && a.seq < b.seq);
}

static inline bool stream_id_equal(struct stream_id a, struct stream_id b) {
    return a.ms == b.ms && a.seq == b.seq;
}

static inline bool stream_id_is_zero(struct stream_id id) {
    return id.ms == 0 && id.seq == 0;
}

/* The ID behind (before) this one; false at the end, and nothing has changed. */
static inline bool stream_id_step_up(struct stream_id *id) {
    if (id->seq == UINT64_MAX && id->ms == UINT64_MAX) return false;
    if (++id->seq == 0) id->ms++;
    return true;
}

static inline bool stream_id_step_down(struct stream_id *id) {
    if (id->seq == 0 && id->ms == 0) return false;
    if (id->seq-- == 0) id->ms--;
    return true;
}

/* "ms" or "ms-seq"; without a sequence number it gets seq_missing, and *has_seq (may be NULL) is
 * false. As Redis reads it, so "05", "+5" and " 5" are numbers. False: no such text. */
bool stream_id_parse(struct bytes text, uint64_t seq_missing, struct stream_id *id, bool *has_seq);
/* "ms-seq" without a terminating NUL; text: STREAM_ID_TEXT_MAX. Returns the length. */
size_t stream_id_format(char *text, struct stream_id id);

/* As effects and saved values carry it: two numbers of 8 bytes, little endian. */
static inline void stream_id_write(char *target, struct stream_id id) {
    memcpy(target, &id.ms, sizeof id.ms);
    memcpy(target + sizeof id.ms, &id.seq, sizeof id.seq);
}

static inline struct stream_id stream_id_read(const char *source) {
    struct stream_id id;
    memcpy(&id.ms, source, sizeof id.ms);
    memcpy(&id.seq, source + sizeof id.ms, sizeof id.seq);
    return id;
}
