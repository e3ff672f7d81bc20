/* engine/feed.c - the chain of readers, and when marks are made. */
#include "engine/feed.h"

#include <assert.h>

#include "engine/core.h"

static void fan_out(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    const struct core *core = arg;
    for (const struct feed *feed = core->feeds; feed; feed = feed->next) {
        feed->sink.record(feed->sink.arg, partition, lsn, record);
    }
}

/* The first one's place is good for all: what is written there stays until the next record. */
static char *place(void *arg, size_t len) {
    const struct feed *first = ((const struct core *)arg)->feeds;
    return first->sink.place(first->sink.arg, len);
}

static void choose_sink(struct core *core) {
    struct effect_sink *sink = &core->shard.effects.sink;
    const struct feed *first = core->feeds;
    assert(core->feed_expects == 0);
    if (!first) {
        *sink = (struct effect_sink){0};
    } else if (!first->next) {
        *sink = first->sink;
    } else {
        *sink = (struct effect_sink){
            .place = first->sink.place ? place : NULL, .record = fan_out, .arg = core};
    }
}

void feed_add(struct core *core, struct feed *feed, bool is_first) {
    struct feed **link = &core->feeds;
    while (*link && !is_first) {
        link = &(*link)->next;
    }
    feed->next = *link;
    *link = feed;
    choose_sink(core);
}

void feed_remove(struct core *core, struct feed *feed) {
    struct feed **link = &core->feeds;
    while (*link != feed) {
        link = &(*link)->next;
    }
    *link = feed->next;
    choose_sink(core);
}

static void make_mark(struct core *core, enum mark_op op, uint64_t tx, unsigned parts) {
    struct mark mark = {.op = op, .tx = tx, .parts = parts};
    struct buffer record = {0};
    mark_write(&record, &mark);
    for (const struct feed *feed = core->feeds; feed; feed = feed->next) {
        if (feed->mark) {
            feed->mark(feed->arg, &mark, buffer_view(&record));
        }
    }
    buffer_clear(&record);
}

/* The first record of a part that is expected to write. */
static void first_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    struct core *core = arg;
    uint64_t tx = core->feed_expects;
    core->feed_expects = 0;
    choose_sink(core);
    make_mark(core, MARK_TX_BEGIN, tx, 0);
    const struct effect_sink *sink = &core->shard.effects.sink;
    sink->record(sink->arg, partition, lsn, record);
}

void feed_expect_tx(struct core *core, uint64_t tx) {
    assert(tx != 0 && core->feed_expects == 0);
    if (core->feeds) {
        core->feed_expects = tx;
        core->shard.effects.sink = (struct effect_sink){.record = first_record, .arg = core};
    }
}

bool feed_expect_end(struct core *core) {
    if (core->feed_expects != 0) {
        core->feed_expects = 0;
        choose_sink(core);
        return false;
    }
    return core->feeds != NULL;
}

void feed_begin_tx(struct core *core, uint64_t tx) {
    make_mark(core, MARK_TX_BEGIN, tx, 0);
}

void feed_end_tx(struct core *core, uint64_t tx, unsigned parts) {
    make_mark(core, MARK_TX, tx, parts);
}
