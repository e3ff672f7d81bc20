/* log/rdb_input.h - the words that Redis's dumps are made of: lengths, texts, numbers, one after
 * the other off the front of a buffer.
 *
 * Every function takes what it names and returns false if the input does not have it; then the rest
 * of the input means nothing. */
#pragma once

#include "base/buffer.h"
#include "base/number.h"

struct rdb_input {
    const char *at, *end;
};

static inline struct rdb_input rdb_input_of(struct bytes bytes) {
    return (struct rdb_input){bytes.data, bytes.data + bytes.len};
}

static inline size_t rdb_left(const struct rdb_input *input) {
    return (size_t)(input->end - input->at);
}

/* A text that was read: a view of the input, or unpacked into what this struct owns. {0} is none;
 * it may be used again and again. */
struct rdb_text {
    struct bytes bytes;
    struct buffer unpacked;
    char digits[NUMBER_TEXT_MAX];
};
void rdb_text_clear(struct rdb_text *text);

/* More than any text of Redis has, unless it was configured so. */
#define RDB_TEXT_MAX ((uint64_t)UINT32_MAX - 64)

bool rdb_take(struct rdb_input *input, size_t len, struct bytes *bytes);
bool rdb_take_byte(struct rdb_input *input, uint8_t *byte);
/* 8 bytes, the least significant first. */
bool rdb_take_u64(struct rdb_input *input, uint64_t *value);
/* A length as Redis codes it; no special form of a text. */
bool rdb_take_length(struct rdb_input *input, uint64_t *length);
/* A length of something whose each element takes at least min_size bytes of what is left. */
bool rdb_take_count(struct rdb_input *input, size_t min_size, uint64_t *count);
/* A text: as it is, as a number, or compressed. It is good until text is used again. */
bool rdb_take_text(struct rdb_input *input, struct rdb_text *text);
/* Passes over a text, without unpacking it. */
bool rdb_skip_text(struct rdb_input *input);
/* A score as text, with its length before it; not NaN. */
bool rdb_take_double_text(struct rdb_input *input, double *value);
/* A score as 8 bytes; not NaN. */
bool rdb_take_double(struct rdb_input *input, double *value);

/* ---- writing the same ---- */

void rdb_put_byte(struct buffer *out, uint8_t byte);
void rdb_put_u64(struct buffer *out, uint64_t value);
void rdb_put_length(struct buffer *out, uint64_t length);
/* As a number where it is a small one, compressed where that helps and is wanted. */
void rdb_put_text(struct buffer *out, struct bytes text, bool compresses);
