/* log/rdb_file.h - whole dump files (RDB): the words around the values of rdb.h.
 *
 *   "REDIS" and four digits (the version), then words, each with a byte that says what it is: facts about
 *   the file, "of this database", "expires at", keys with their values, and the end; then the CRC-64
 *   of all before it. The format is that of Redis's rdb.c.
 *
 * What is written is version 10 (Redis 7.0), unless a hash has fields that expire: then 12 (7.4). That is
 * known only at the end, so the first bytes are written anew then, and the checksum is made as if they
 * had been there from the start (rdb_file_checksum). */
#pragma once

#include "log/rdb.h"

enum rdb_word {
    RDB_WORD_FUNCTION = 0xf5,     /* the source of a library of functions */
    RDB_WORD_FUNCTION_OLD = 0xf6, /* of 7.0's release candidates */
    RDB_WORD_MODULE = 0xf7,
    RDB_WORD_IDLE = 0xf8,
    RDB_WORD_FREQUENCY = 0xf9,
    RDB_WORD_FACT = 0xfa, /* a name and a text */
    RDB_WORD_SIZES = 0xfb,
    RDB_WORD_EXPIRE_MS = 0xfc,
    RDB_WORD_EXPIRE_S = 0xfd,
    RDB_WORD_DATABASE = 0xfe,
    RDB_WORD_END = 0xff
};

enum { RDB_FILE_HEAD = 9 /* "REDIS" and the version */ };

/* The head and the facts. */
void rdb_file_begin(struct buffer *out, uint64_t wall_s, uint64_t memory_used);
/* What follows is of this database. */
void rdb_file_database(struct buffer *out, unsigned db);
/* A key with its expiry, before its value of this type. */
void rdb_file_key(struct rdb_writer *writer, enum rdb_type type, struct bytes key,
                  int64_t expire_ms);
/* The same and its value; returns the version that is needed to read it. */
unsigned rdb_file_entry(struct rdb_writer *writer, const struct entry *entry,
                        struct buffer *scratch);
/* The last word; the checksum comes behind it, 8 bytes (or 0: none was made). */
void rdb_file_end(struct buffer *out);
void rdb_file_head(char head[RDB_FILE_HEAD], unsigned version);
/* crc: of a file of so many bytes that began with the head of version RDB_VERSION; returns what it is with
 * that of version. */
uint64_t rdb_file_checksum(uint64_t crc, uint64_t len, unsigned version);

/* ---- reading ---- */

/* A key and its value. */
struct rdb_item {
    unsigned db;
    uint8_t type;
    bool has_expiry;
    int64_t expire_ms; /* as it stands there, perhaps long ago */
    int64_t idle_s;    /* -1: not said */
    int frequency;     /* -1: not said */
    struct bytes key;  /* good until the next call */
    struct bytes body; /* the key and the value as they are in the file */
};

/* The bytes of a whole file (mapped, say), which stay where they are. Nothing of values is believed
 * but where they end: who makes them checks them (rdb_read_value of body, behind its key). */
struct rdb_file {
    struct rdb_input input;
    const char *start;
    unsigned version;
    bool is_part; /* without head, end word and checksum: ends with its bytes */
    struct rdb_item item;
    struct rdb_text key, other;
    uint64_t crc;   /* that stands at the end, */
    size_t crc_len; /* and of how many bytes */
    char error[160];
};

enum rdb_file_next {
    RDB_FILE_ITEM,     /* in item */
    RDB_FILE_FUNCTION, /* the source of a library, in other */
    RDB_FILE_END,      /* that was all; crc and crc_len are known */
    RDB_FILE_BAD       /* error says why */
};

/* False with the reason in error: no dump file, or one of a version that is not known. */
bool rdb_file_open(struct rdb_file *file, struct bytes bytes);
/* Words alone, without head and end. */
void rdb_file_open_part(struct rdb_file *file, struct bytes words);
void rdb_file_close(struct rdb_file *file);
/* When it was made, by its first some thousand bytes: Unix seconds; 0: it does not say, -1: this is none. */
int64_t rdb_file_time(struct bytes start);
enum rdb_file_next rdb_file_next(struct rdb_file *file);
/* After the end: whether crc, the rdb_crc64 of its first crc_len bytes, is right. */
bool rdb_file_is_whole(const struct rdb_file *file, uint64_t crc);
