/* engine/preimage.c - the values of one snapshot's part: finding them, their order, what they have in common. */
#include "engine/preimage.h"

#include <assert.h>

#include "base/memory.h"
#include "data/hash.h"
#include "engine/preimage_kind.h"
#include "log/rdb_file.h"

enum { BUCKETS_MIN = 16, ASIDE_KEPT = 64 << 10 };

static const struct preimage_kind *const kinds[VALUE_TYPES] = {
    [VALUE_STRING] = &preimage_text, [VALUE_LIST] = &preimage_list,
    [VALUE_SET] = &preimage_table,   [VALUE_ZSET] = &preimage_table,
    [VALUE_HASH] = &preimage_table,  [VALUE_STREAM] = &preimage_stream,
};

bool preimage_is_big(const struct entry *entry, size_t least) {
    return keep_is_possible(entry) && keep_bytes(entry) >= least;
}

/* Element by element, whatever form a whole one would be written in. */
static enum rdb_type type_of(const struct entry *entry) {
    static const enum rdb_type types[VALUE_TYPES] = {
        [VALUE_STRING] = RDB_STRING, [VALUE_LIST] = RDB_LIST, [VALUE_SET] = RDB_SET,
        [VALUE_ZSET] = RDB_ZSET,     [VALUE_HASH] = RDB_HASH, [VALUE_STREAM] = RDB_STREAM_2,
    };
    bool has_times = entry_type(entry) == VALUE_HASH && hash_expires_next(entry) != EXPIRE_NONE;
    return has_times ? RDB_HASH_TIMES : types[entry_type(entry)];
}

/* ---- the set ---- */

static struct preimage **bucket_of(const struct preimages *preimages, const void *identity) {
    uint64_t mixed = (uint64_t)(uintptr_t)identity * UINT64_C(0x9e3779b97f4a7c15);
    return &preimages->buckets[mixed >> 32 & (preimages->size - 1)];
}

static void grow(struct preimages *preimages) {
    struct preimage **old = preimages->buckets;
    unsigned old_size = preimages->size;
    preimages->size = old_size > 0 ? 2 * old_size : BUCKETS_MIN;
    preimages->buckets = memory_alloc_zeroed(preimages->size * sizeof(struct preimage *));
    for (unsigned i = 0; i < old_size; i++) {
        for (struct preimage *preimage = old[i], *chain; preimage; preimage = chain) {
            struct preimage **bucket = bucket_of(preimages, preimage->identity);
            chain = preimage->chain;
            preimage->chain = *bucket;
            *bucket = preimage;
        }
    }
    memory_free(old);
}

static struct preimage *find(const struct preimages *preimages, const void *identity) {
    struct preimage *preimage = *bucket_of(preimages, identity);
    while (preimage && preimage->identity != identity) {
        preimage = preimage->chain;
    }
    return preimage;
}

static void recount(struct preimages *preimages, struct preimage *preimage) {
    size_t bytes = preimage->kind->bytes(preimage) + preimage->aside.len;
    if (preimage->has_no_key) {
        bytes += keep_bytes(preimage->shell);
    }
    preimages->bytes += bytes - preimage->counted;
    preimage->counted = bytes;
}

void preimages_add(struct preimages *preimages, const struct entry *entry, unsigned db) {
    struct preimage *preimage = memory_alloc_zeroed(sizeof(*preimage));
    struct entry *shell = keep(entry); /* before it has an identity */
    if (preimages->count == preimages->size) {
        grow(preimages);
    }
    *preimage = (struct preimage){
        .keyspace = preimages->keyspace,
        .shell = shell,
        .identity = keep_identity(shell),
        .expire_ms = entry_expire_ms(entry),
        .db = db,
        .type = type_of(entry),
        .kind = kinds[entry_type(entry)],
        .compresses = preimages->compresses,
    };
    buffer_append(&preimage->key, entry_key(entry));
    preimage->kind->begin(preimage);
    struct preimage **bucket = bucket_of(preimages, preimage->identity);
    preimage->chain = *bucket;
    *bucket = preimage;
    if (preimages->last) {
        preimages->last->next = preimage;
    } else {
        preimages->first = preimage;
    }
    preimages->last = preimage;
    preimages->count++;
    recount(preimages, preimage);
}

void preimages_note(struct preimages *preimages, const struct mutation *mutation) {
    const void *identity =
        preimages->count > 0 && mutation->before ? keep_identity(mutation->before) : NULL;
    struct preimage *preimage = identity ? find(preimages, identity) : NULL;
    if (!preimage) {
        return;
    }
    size_t before = preimage->counted;
    if (mutation->kind == MUTATION_EDIT) {
        preimage->kind->note(preimage, mutation);
    } else if (mutation->kind == MUTATION_DELETE || mutation->kind == MUTATION_PUT) {
        preimage->has_no_key = true; /* or another one: it counts all the same */
    }
    recount(preimages, preimage);
    preimages->noted += preimage->counted != before;
}

/* ---- making way ---- */

static bool is_too_much(const struct preimage *preimage, uint64_t elements, size_t bytes_max) {
    uint64_t count = preimage->count, left = preimage->left;
    if (preimage->type == RDB_STREAM_2) {
        count += preimage->of.stream.pending;
        left += preimage->of.stream.pending;
    } else if (preimage->type == RDB_STRING) {
        count = left = preimage_pages(preimage->of.text.len);
    }
    elements = elements < left ? elements : left;
    uint64_t bytes = count > 0 ? keep_bytes(preimage->shell) / count * elements : 0;
    return elements > PREIMAGE_ELEMENTS || bytes > bytes_max;
}

/* It follows the first one, which may have been begun (P2). */
static void hasten(struct preimages *preimages, struct preimage *preimage) {
    struct preimage *first = preimages->first, *before = first;
    if (preimage == first || preimage == first->next) {
        return;
    }
    while (before->next != preimage) {
        before = before->next;
    }
    before->next = preimage->next;
    if (preimages->last == preimage) {
        preimages->last = before;
    }
    preimage->next = first->next;
    first->next = preimage;
}

bool preimages_make_way(struct preimages *preimages, const struct entry *entry, uint64_t elements,
                        size_t bytes_max, struct preimage_wait *wait) {
    const void *identity = preimages->count > 0 ? keep_identity(entry) : NULL;
    struct preimage *preimage = identity ? find(preimages, identity) : NULL;
    if (!preimage || !is_too_much(preimage, elements, bytes_max)) {
        return false;
    }
    hasten(preimages, preimage);
    wait->next = preimage->waits;
    preimage->waits = wait;
    return true;
}

void preimage_waits_tell(struct preimage_wait **waits) {
    struct preimage_wait *wait = *waits;
    *waits = NULL;
    for (struct preimage_wait *next; wait; wait = next) {
        next = wait->next;
        wait->passed(wait);
    }
}

/* The first one is done with. */
static void drop_first(struct preimages *preimages) {
    struct preimage *preimage = preimages->first;
    preimage_waits_tell(&preimage->waits);
    struct preimage **link = bucket_of(preimages, preimage->identity);
    while (*link != preimage) {
        link = &(*link)->chain;
    }
    *link = preimage->chain;
    preimages->first = preimage->next;
    if (!preimages->first) {
        preimages->last = NULL;
    }
    preimages->count--;
    preimages->bytes -= preimage->counted;
    preimage->kind->clear(preimage);
    keep_let_go(preimage->keyspace, preimage->shell);
    buffer_clear(&preimage->key);
    buffer_clear(&preimage->aside);
    memory_free(preimage);
}

void preimages_clear(struct preimages *preimages) {
    while (preimages->first) {
        drop_first(preimages);
    }
    memory_free(preimages->buckets);
    preimages->buckets = NULL;
    preimages->size = 0;
}

/* ---- writing ---- */

unsigned preimages_db(const struct preimages *preimages) {
    return preimages->first->db;
}

unsigned preimages_version(const struct preimages *preimages) {
    return rdb_version_of(preimages->first->type);
}

static void write_aside(struct preimage *preimage, struct buffer *out) {
    buffer_append(out, buffer_view(&preimage->aside));
    preimage->aside.len = 0;
    if (preimage->aside.size > ASIDE_KEPT) {
        buffer_clear(&preimage->aside);
    }
}

bool preimages_write(struct preimages *preimages, struct buffer *out, size_t bytes) {
    struct preimage *preimage = preimages->first;
    struct rdb_writer writer = {.out = out, .compresses = preimage->compresses};
    size_t end = out->len + bytes;
    if (!preimage->has_begun) {
        rdb_file_key(&writer, preimage->type, buffer_view(&preimage->key), preimage->expire_ms);
        preimage->kind->write_head(preimage, &writer);
        preimage->has_begun = true;
    }
    write_aside(preimage, out);
    bool is_more = preimage->kind->write(preimage, &writer, end);
    recount(preimages, preimage);
    if (!is_more) {
        assert(preimage->left == 0); /* P1 */
        drop_first(preimages);
    }
    return is_more;
}
