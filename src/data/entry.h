/* data/entry.h - one key with its value and expiry, in one allocation.
 *
 *   header (at most 7 bytes): flags, access clock (3 bytes), key length, value length (varints)
 *   expiry, 8 bytes, only if it has one
 *   key bytes
 *   value bytes: as given, or a small integer, or ASCII packed to 7 bits a character;
 *   large strings (above 4 KiB or so) and other types: a pointer to their own allocation
 *
 * Entries belong to a keyspace (data/keyspace.h), which alone makes, moves and frees them. A
 * pointer to an entry is good until the next mutation of its keyspace. */
#pragma once

#include "base/buffer.h"
#include "base/hash.h"

enum value_type {
    VALUE_STRING,
    VALUE_LIST,
    VALUE_SET,
    VALUE_ZSET,
    VALUE_HASH,
    VALUE_STREAM,
    VALUE_TYPES
};

enum { EXPIRE_NONE = 0 }; /* expiry in Unix milliseconds otherwise, always positive */

struct entry;

struct bytes entry_key(const struct entry *entry);
enum value_type entry_type(const struct entry *entry);
const char *value_type_name(enum value_type type); /* "string", "list", … as TYPE says */
int64_t entry_expire_ms(const struct entry *entry);
/* "int", "embstr", "raw": what OBJECT ENCODING of Redis would say for the same history. */
const char *entry_encoding(const struct entry *entry);

/* The text of a string value. */
size_t entry_text_len(const struct entry *entry);
void entry_text_copy(const struct entry *entry, char *target); /* entry_text_len bytes */
/* len bytes from offset (both within the text). */
void entry_text_copy_range(const struct entry *entry, size_t offset, size_t len, char *target);
/* A view of the text: into the entry itself, or of scratch where it had to be unpacked. */
struct bytes entry_text(const struct entry *entry, struct buffer *scratch);
/* True if the text is a canonical 64-bit integer. */
bool entry_integer(const struct entry *entry, int64_t *value);

/* Seconds since the last access (24-bit clock of one second), and the LFU counter; which of the two
 * the three bytes hold is the keyspace's mode. */
uint32_t entry_idle_seconds(const struct entry *entry, int64_t now_ms);
uint8_t entry_frequency(const struct entry *entry, int64_t now_ms);

/* Bytes this entry occupies, its slot in the index included (MEMORY USAGE). */
size_t entry_memory(const struct entry *entry);

/* 20 bytes that depend on db, key, type, value and expiry. Digests are added (as numbers of 160
 * bits) to describe a set of entries in any order. */
void entry_digest(const struct entry *entry, unsigned db, unsigned char digest[20]);
void digest_add(unsigned char sum[20], const unsigned char digest[20]);
