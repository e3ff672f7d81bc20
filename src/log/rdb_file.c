/* log/rdb_file.c - writing the words of a dump file. */
#include "log/rdb_file.h"

#include <stdio.h>

#include "log/rdb_crc64.h"

static void put_fact(struct buffer *out, const char *name, const char *text) {
    rdb_put_byte(out, RDB_WORD_FACT);
    rdb_put_text(out, bytes_of_string(name), false);
    rdb_put_text(out, bytes_of_string(text), false);
}

static void put_number_fact(struct buffer *out, const char *name, uint64_t value) {
    char text[NUMBER_TEXT_MAX];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    put_fact(out, name, text);
}

void rdb_file_head(char head[RDB_FILE_HEAD], unsigned version) {
    char text[RDB_FILE_HEAD + 8];
    snprintf(text, sizeof text, "REDIS%04u", version % 10000);
    memcpy(head, text, RDB_FILE_HEAD);
}

void rdb_file_begin(struct buffer *out, uint64_t wall_s, uint64_t memory_used) {
    char head[RDB_FILE_HEAD];
    rdb_file_head(head, RDB_VERSION);
    buffer_append(out, bytes_of(head, sizeof head));
    put_fact(out, "redis-ver", "7.0.15");
    put_fact(out, "redis-bits", "64");
    put_number_fact(out, "ctime", wall_s);
    put_number_fact(out, "used-mem", memory_used);
    put_fact(out, "aof-base", "0");
}

void rdb_file_database(struct buffer *out, unsigned db) {
    rdb_put_byte(out, RDB_WORD_DATABASE);
    rdb_put_length(out, db);
}

void rdb_file_key(struct rdb_writer *writer, enum rdb_type type, struct bytes key,
                  int64_t expire_ms) {
    if (expire_ms != EXPIRE_NONE) {
        rdb_put_byte(writer->out, RDB_WORD_EXPIRE_MS);
        rdb_put_u64(writer->out, (uint64_t)expire_ms);
    }
    rdb_put_byte(writer->out, (uint8_t)type);
    rdb_put_text(writer->out, key, writer->compresses);
}

unsigned rdb_file_entry(struct rdb_writer *writer, const struct entry *entry,
                        struct buffer *scratch) {
    enum rdb_type type = rdb_type_of(entry);
    rdb_file_key(writer, type, entry_key(entry), entry_expire_ms(entry));
    rdb_write_value(writer, type, entry, scratch);
    return rdb_version_of(type);
}

void rdb_file_end(struct buffer *out) {
    rdb_put_byte(out, RDB_WORD_END);
}

/* ---- the checksum of another head ---- */

/* A CRC that starts from 0 and is not inverted is linear: that of the sum (xor) of two texts is the sum of theirs. So that
 * of the file with the other head is the one there is plus that of (the difference of the heads, then zeros). Zeros are
 * gone through by squaring the matrix of one zero bit, as zlib's crc32_combine does. */
static uint64_t times(const uint64_t matrix[64], uint64_t vector) {
    uint64_t sum = 0;
    for (unsigned i = 0; vector != 0; i++, vector >>= 1) sum ^= (vector & 1) != 0 ? matrix[i] : 0;
    return sum;
}

static void square(uint64_t target[64], const uint64_t matrix[64]) {
    for (unsigned i = 0; i < 64; i++) target[i] = times(matrix, matrix[i]);
}

/* Of what crc was the CRC of, and len zeros behind it. */
static uint64_t crc_of_zeros(uint64_t crc, uint64_t len) {
    uint64_t matrix[64], squared[64];
    for (unsigned i = 0; i < 64; i++) /* of one zero byte */
        matrix[i] = rdb_crc64((uint64_t)1 << i, bytes_of("", 1));
    for (; len > 0; len >>= 1) {
        if ((len & 1) != 0) crc = times(matrix, crc);
        square(squared, matrix);
        memcpy(matrix, squared, sizeof matrix);
    }
    return crc;
}

uint64_t rdb_file_checksum(uint64_t crc, uint64_t len, unsigned version) {
    char head[RDB_FILE_HEAD], other[RDB_FILE_HEAD];
    rdb_file_head(head, RDB_VERSION);
    rdb_file_head(other, version);
    for (unsigned i = 0; i < RDB_FILE_HEAD; i++) other[i] ^= head[i];
    return crc ^ crc_of_zeros(rdb_crc64(0, bytes_of(other, sizeof other)), len - RDB_FILE_HEAD);
}
