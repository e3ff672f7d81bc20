/* repl/loader.c - the other end of traversals.
 *
 * log/replay.h does the work: a stream is a group that it keeps open. Here is which stream is which group, and what may not come
 * while one is open. Streams are few, so they are looked for one by one. */
#include "repl/loader.h"

#include <stdio.h>

#include "base/memory.h"
#include "data/keyspace.h"
#include "log/mark.h"
#include "log/replay.h"
#include "repl/wire.h"

enum { ERROR_MAX = 200 };

struct stream {
    uint64_t number;
    struct replay_group *group;
};

struct loader {
    struct keyspace *keyspace;
    struct replay replay;
    struct stream *streams;
    unsigned stream_count, stream_max;
    char error[ERROR_MAX];
};

struct loader *loader_create(struct keyspace *keyspace, unsigned streams_max) {
    struct loader *loader = memory_alloc_zeroed(sizeof *loader);
    loader->keyspace = keyspace;
    loader->stream_max = streams_max > 0 ? streams_max : LOADER_STREAMS_MAX;
    loader->streams = memory_alloc(loader->stream_max * sizeof *loader->streams);
    replay_init(&loader->replay, keyspace);
    return loader;
}

void loader_destroy(struct loader *loader) {
    replay_clear(&loader->replay);
    memory_free(loader->streams);
    memory_free(loader);
}

const char *loader_error(const struct loader *loader) {
    return loader->error;
}

unsigned loader_streams(const struct loader *loader) {
    return loader->stream_count;
}

static bool fail(struct loader *loader, const char *what, uint64_t number) {
    if (loader->error[0] == '\0')
        snprintf(loader->error, sizeof loader->error, "%s (%llu)", what,
                 (unsigned long long)number);
    return false;
}

/* ---- records ---- */

static bool is_of_key(const struct effect *effect) {
    return !effect_is_global(effect);
}

static bool changes_part(const struct effect *effect) {
    return effect->op == EFFECT_FIELD || effect->op == EFFECT_BOUND || effect->op == EFFECT_DELTA ||
           effect->op == EFFECT_PAGE;
}

/* The group that a stream is building for the key, or NULL. */
static struct replay_group *streamed(struct loader *loader, const struct effect *effect) {
    for (unsigned i = 0; i < loader->stream_count; i++)
        if (replay_group_is(loader->streams[i].group, effect->db, effect->key))
            return loader->streams[i].group;
    return NULL;
}

/* With the time at 0. */
static bool apply(struct loader *loader, const struct effect *effect) {
    int64_t now_ms = keyspace_now(loader->keyspace);
    keyspace_set_now(loader->keyspace, 0);
    bool is_good = replay_effect(&loader->replay, effect);
    keyspace_set_now(loader->keyspace, now_ms);
    return is_good || fail(loader, "a record cannot be what follows, its op", effect->op);
}

bool loader_record(struct loader *loader, struct bytes record) {
    struct effect effect;
    struct mark mark;
    if (mark_is(record))
        return mark_read(record, &mark) || fail(loader, "a mark is malformed, bytes", record.len);
    if (!effect_decode(record, &effect))
        return fail(loader, "a record is malformed, bytes", record.len);
    if (loader->stream_count != 0 && is_of_key(&effect) && !changes_part(&effect) &&
        streamed(loader, &effect) != NULL)
        return fail(loader, "a value in flight is replaced without a word, op", effect.op);
    return apply(loader, &effect);
}

bool loader_records(struct loader *loader, struct bytes records) {
    struct bytes record;
    while (wire_next_record(&records, &record))
        if (!loader_record(loader, record)) return false;
    return records.len == 0 || fail(loader, "records are cut off, bytes left", records.len);
}

/* ---- streams ---- */

static struct stream *find_stream(struct loader *loader, uint64_t number) {
    for (unsigned i = 0; i < loader->stream_count; i++)
        if (loader->streams[i].number == number) return &loader->streams[i];
    return NULL;
}

static void forget_stream(struct loader *loader, struct stream *stream) {
    *stream = loader->streams[--loader->stream_count];
}

static bool next_effect(struct bytes *records, struct effect *effect) {
    struct bytes record;
    return wire_next_record(records, &record) && effect_decode(record, effect);
}

bool loader_key(struct bytes records, struct bytes *key) {
    struct effect effect;
    if (!next_effect(&records, &effect) || effect.op != EFFECT_BEGIN) return false;
    *key = effect.key;
    return true;
}

/* A chunk of a new stream: takes its BEGIN. NULL: it is none. */
static struct stream *begin_stream(struct loader *loader, uint64_t number, struct bytes *records) {
    struct effect effect;
    if (loader->stream_count == loader->stream_max) {
        fail(loader, "too many values are in flight", loader->stream_count);
        return NULL;
    }
    if (!next_effect(records, &effect) || effect.op != EFFECT_BEGIN) {
        fail(loader, "a stream does not begin as one", number);
        return NULL;
    }
    if (!apply(loader, &effect)) return NULL;
    struct key key = key_of(effect.key);
    struct stream *stream = &loader->streams[loader->stream_count++];
    *stream = (struct stream){number, replay_group_of(&loader->replay, effect.db, &key)};
    return stream;
}

/* The last record of a last chunk ends the group, and no other does. */
static bool apply_chunk(struct loader *loader, struct stream *stream, struct bytes records,
                        bool is_last) {
    struct effect effect;
    bool has_ended = false;
    while (records.len != 0) {
        if (has_ended || !next_effect(&records, &effect) ||
            (effect.op != EFFECT_PART && effect.op != EFFECT_END) ||
            !replay_group_is(stream->group, effect.db, effect.key))
            return fail(loader, "a chunk is malformed, stream", stream->number);
        has_ended = effect.op == EFFECT_END;
        if (has_ended && !is_last) return fail(loader, "a value ends too soon", stream->number);
        if (has_ended) forget_stream(loader, stream); /* whatever becomes of it */
        if (!apply(loader, &effect)) return false;
    }
    return has_ended == is_last || fail(loader, "a value has no end, stream", stream->number);
}

bool loader_chunk(struct loader *loader, uint64_t number, struct bytes records, bool is_last) {
    struct stream *stream = find_stream(loader, number);
    if (stream == NULL) stream = begin_stream(loader, number, &records);
    return stream != NULL && apply_chunk(loader, stream, records, is_last);
}

bool loader_cancel(struct loader *loader, uint64_t number) {
    struct stream *stream = find_stream(loader, number);
    if (stream == NULL) return fail(loader, "what is cancelled is not in flight", number);
    replay_group_drop(&loader->replay, stream->group);
    forget_stream(loader, stream);
    return true;
}

bool loader_end(struct loader *loader) {
    if (loader->stream_count != 0)
        return fail(loader, "values have not come to their end", loader->stream_count);
    return !replay_has_groups(&loader->replay) || fail(loader, "a value lacks its end", 0);
}
