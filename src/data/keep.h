/* data/keep.h - values that outlive their keys: for who has yet to read one as it is, or as it was.
 *
 * To keep a value copies nothing. Who keeps it gets a shell, an entry in no index and without a key, which points at the
 * same object or text: every function that reads an entry reads the shell. While the value's key is there the value goes
 * on changing (the hook tells of it, D2 of data/keyspace.h). What would end it (DEL, SET, a STORE, expiry, a flush; of a text
 * also that it needs more room) takes it away from its key only: from then on it stays as it is, until the last one who
 * keeps it lets it go. A value that is renamed or moved is the same value.
 *
 * Only what lies outside its entry can be kept: above 4 KiB or so. */
#pragma once

#include "data/heap.h"
#include "data/keyspace.h"
#include "data/table.h"

/* False: the value lies in the entry itself. */
bool keep_is_possible(const struct entry *entry);
/* Bytes outside the entry. */
size_t keep_bytes(const struct entry *entry);
/* The shell, good until keep_let_go. */
struct entry *keep(const struct entry *entry);
/* Frees the shell, and the value, in pieces, if it has no key any more and nobody else keeps it. */
void keep_let_go(struct keyspace *keyspace, struct entry *shell);
/* What an entry and the shells of its value have in common; NULL: nobody keeps its value. */
const void *keep_identity(const struct entry *entry);
/* From now on (until false) no text is overwritten by a whole new one: it may have to be kept. */
void keep_begin(struct keyspace *keyspace, bool begins);

/* The item of a table that is the large form of this set, hash or sorted set; NULL: none of this name. */
const uint8_t *keep_item(const struct entry *shell, struct bytes member);
const struct table *keep_table(const struct entry *shell);

/* Names noted beside a value, each once, in the keyspace's memory. It must not move. */
struct notes {
    struct heap heap;
    struct table table;
};
void notes_init(struct notes *notes, struct keyspace *keyspace);
void notes_clear(struct notes *notes);
bool notes_have(const struct notes *notes, struct bytes name);
/* It is not there. */
void notes_add(struct notes *notes, struct bytes name);
static inline size_t notes_bytes(const struct notes *notes) {
    return notes->heap.bytes;
}
