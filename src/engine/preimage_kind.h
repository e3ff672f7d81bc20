/* engine/preimage_kind.h - what preimage*.c have in common. */
#pragma once

#include "data/keep.h"
#include "data/stream_tree.h"
#include "engine/preimage.h"
#include "log/rdb.h"

struct rdb_stream;
struct preimage_groups;

enum {
    PREIMAGE_LOOKS = 2048, /* looked at in one go, written or not */
    /* Longer texts are written as they are: compressing is one step, and takes ten times as long as a copy. */
    PREIMAGE_COMPRESSED_MAX = 256 << 10
};

struct preimage {
    struct preimage *chain, *next; /* of the bucket; in the order of writing */
    const void *identity;
    struct keyspace *keyspace;
    struct entry *shell;
    struct buffer key;
    int64_t expire_ms;
    unsigned db;
    enum rdb_type type;
    const struct preimage_kind *kind;
    bool compresses, has_begun, has_no_key;
    uint64_t count, left; /* elements at the moment; of those, neither written nor aside */
    size_t counted;       /* in its set's bytes */
    struct preimage_wait *waits;
    struct buffer aside; /* in the words of a dump: what goes out next */
    union {
        struct {
            uint64_t place;
            struct notes notes;
            int64_t least_ms; /* of the fields' expiries */
        } table;
        struct {
            uint64_t len, place;
            char **pages; /* NULL: none is noted */
            size_t bytes;
        } text;
        struct {
            struct preimage_run *runs;
            unsigned first, count, room;
            size_t bytes;
        } list;
        struct {
            struct stream_id place, last;
            struct stream_tree noted;
            struct allocator allocator;
            struct rdb_stream *writing;
            bool has_entries;   /* all are written */
            struct buffer rest; /* what stands between them and the groups */
            uint64_t pending;   /* entries of all groups */
            struct preimage_groups *groups;
            size_t bytes;
        } stream;
    } of;
};

struct preimage_kind {
    void (*begin)(struct preimage *preimage);
    /* A MUTATION_EDIT. */
    void (*note)(struct preimage *preimage, const struct mutation *mutation);
    /* What stands before the elements. */
    void (*write_head)(struct preimage *preimage, struct rdb_writer *writer);
    /* Until there are `end` bytes in the writer's out; true while more is left. */
    bool (*write)(struct preimage *preimage, struct rdb_writer *writer, size_t end);
    size_t (*bytes)(const struct preimage *preimage); /* beside aside */
    void (*clear)(struct preimage *preimage);
};
extern const struct preimage_kind preimage_table, preimage_text, preimage_list, preimage_stream;

static inline uint64_t preimage_pages(uint64_t len) {
    return (len + PREIMAGE_PAGE - 1) / PREIMAGE_PAGE;
}

/* An element, in one step, however long it is. */
static inline void preimage_put_text(struct buffer *out, struct bytes text, bool compresses) {
    rdb_put_text(out, text, compresses && text.len <= PREIMAGE_COMPRESSED_MAX);
}

/* ---- the groups of a stream (engine/preimage_groups.c) ---- */

/* At the moment; *pending: how many entries of theirs there are. */
struct preimage_groups *preimage_groups_create(const struct entry *stream, uint64_t *pending);
/* Before this entry of the group of this number becomes pending, changes as such, or is no longer. */
void preimage_groups_note(struct preimage_groups *groups, const struct entry *stream,
                          uint64_t number, struct stream_id id);
bool preimage_groups_write(struct preimage_groups *groups, const struct entry *stream,
                           struct rdb_writer *writer, size_t end);
size_t preimage_groups_bytes(const struct preimage_groups *groups);
void preimage_groups_destroy(struct preimage_groups *groups);
