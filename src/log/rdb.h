/* log/rdb.h - values in the formats of Redis's dumps: what DUMP answers, RESTORE takes, and RDB files consist of.
 *
 * Written is version 10 of the format (Redis 7.0), so that any Redis since then can read it; a hash whose
 * fields expire needs version 12 (Redis 7.4), the first that has words for that. Read is every form
 * in which any version up to 12 ever wrote a value. The formats are those of Redis's rdb.c,
 * listpack.c, ziplist.c, zipmap.c and intset.c, as their releases wrote them.
 *
 * Nothing that is read is believed: whatever the bytes say, the answer is a sound value or a refusal.
 * Nothing is allocated by a size that the bytes only claim.
 *
 * Both directions work on buffers, a whole value at a time. The reader of a whole file is to map it.
 *
 *     struct rdb_input input = rdb_input_of(bytes);
 *     struct rdb_text text = {0};
 *     is_good = rdb_read_value(&input, type, &draft, &text);   // a string: in text
 *     rdb_text_clear(&text);                                   // else in the draft, or cell_discard it */
#pragma once

#include "data/cell.h"
#include "log/rdb_input.h"

/* The byte before a value (and, in a file, before its key). */
enum rdb_type {
    RDB_STRING = 0,
    RDB_LIST = 1,
    RDB_SET = 2,
    RDB_ZSET_TEXT = 3, /* scores as text */
    RDB_HASH = 4,
    RDB_ZSET = 5, /* scores in 8 bytes */
    RDB_HASH_ZIPMAP = 9,
    RDB_LIST_ZIPLIST = 10,
    RDB_SET_INTSET = 11,
    RDB_ZSET_ZIPLIST = 12,
    RDB_HASH_ZIPLIST = 13,
    RDB_LIST_QUICKLIST = 14, /* of ziplists */
    RDB_STREAM_1 = 15,
    RDB_HASH_LISTPACK = 16,
    RDB_ZSET_LISTPACK = 17,
    RDB_LIST_QUICKLIST_2 = 18, /* of listpacks and single elements */
    RDB_STREAM_2 = 19,
    RDB_SET_LISTPACK = 20,
    RDB_STREAM_3 = 21,
    RDB_HASH_TIMES_OLD = 22, /* 22 and 23: of 7.4's release candidates */
    RDB_HASH_TIMES_LISTPACK_OLD = 23,
    RDB_HASH_TIMES = 24, /* fields that expire */
    RDB_HASH_TIMES_LISTPACK = 25
};

/* How a node of a quicklist of the second kind is held. */
enum { RDB_NODE_PLAIN = 1, RDB_NODE_PACKED = 2 };

enum { RDB_VERSION = 10, RDB_VERSION_FIELD_TIMES = 12, RDB_VERSION_MAX = 12 };

/* Reads the value of this type. A string is in *text, a view of the input or its own; anything else
 * is put into the draft, which is empty. False: the bytes are no such value, or there is no memory
 * for what is compressed in them; the draft is then good for cell_discard only. Behind the value may
 * be more input. */
bool rdb_read_value(struct rdb_input *input, unsigned type, struct cell *draft,
                    struct rdb_text *text) __attribute__((warn_unused_result));

/* Passes over such a value; false: it does not end within the input, or has no known type. */
bool rdb_skip_value(struct rdb_input *input, unsigned type);
/* A collection without elements, as versions with faults have left some: it is read as damaged, but is none. */
bool rdb_value_is_empty(struct rdb_input input, unsigned type);

struct rdb_writer {
    struct buffer *out;
    bool compresses; /* texts that get shorter by it, as with rdbcompression */
};
/* The type in which the value of this entry is written. */
enum rdb_type rdb_type_of(const struct entry *entry);
/* The least version of the format that knows the type. */
unsigned rdb_version_of(enum rdb_type type);
/* Appends the value, without its type. scratch: for texts of strings. */
void rdb_write_value(struct rdb_writer *writer, enum rdb_type type, const struct entry *entry,
                     struct buffer *scratch);

/* ---- payloads: type, value, version (2 bytes), CRC64 of all before it (8 bytes) ---- */

enum { RDB_FOOTER = 10 };

/* What DUMP answers. */
void rdb_write_payload(struct rdb_writer *writer, const struct entry *entry,
                       struct buffer *scratch);
/* False: its checksum is wrong, or its version not known. */
bool rdb_payload_is_whole(struct bytes payload);
/* The checksum and version of what lies before the footer. */
void rdb_write_footer(struct buffer *out, size_t start, unsigned version);
/* Of a payload that is whole: its type; *input then holds the value. False: there is none. */
bool rdb_payload_open(struct bytes payload, unsigned *type, struct rdb_input *input);

/* ---- for log/rdb_*.c ---- */

bool rdb_read_stream(struct rdb_input *input, unsigned type, struct cell *draft);
void rdb_write_stream(struct rdb_writer *writer, const struct entry *stream);
