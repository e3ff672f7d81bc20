/* Feeds: who reads what a core writes, and where marks of transactions stand. */
#include "check.h"

#include "base/memory.h"
#include "engine/core.h"
#include "engine/feed.h"

/* What a reader was handed, as letters: r a record, b and e the marks of a transaction. */
struct reader {
    struct feed feed;
    char text[64];
    size_t len;
    uint64_t tx;
    unsigned parts;
};

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    struct reader *reader = arg;
    CHECK(record.len > 0 && lsn > 0 && partition < PARTITIONS);
    reader->text[reader->len++] = 'r';
}

static void on_mark(void *arg, const struct mark *mark, struct bytes record) {
    struct reader *reader = arg;
    struct mark read;
    CHECK(mark_read(record, &read) && read.op == mark->op && read.tx == mark->tx);
    reader->text[reader->len++] = mark->op == MARK_TX_BEGIN ? 'b' : 'e';
    reader->tx = mark->tx;
    reader->parts = mark->parts;
}

static struct core *a_core(void) {
    struct core *core = memory_alloc_zeroed(sizeof *core);
    effects_init(&core->shard.effects, 0, PARTITIONS);
    return core;
}

static struct reader *a_reader(struct core *core, bool is_first) {
    struct reader *reader = memory_alloc_zeroed(sizeof *reader);
    reader->feed =
        (struct feed){.sink = {.record = on_record, .arg = reader}, .mark = on_mark, .arg = reader};
    feed_add(core, &reader->feed, is_first);
    return reader;
}

static void write_one(struct core *core) {
    struct key key = key_of(BYTES_LITERAL("key"));
    effect_delete(&core->shard.effects, 0, &key, 0);
}

static void clear(struct core *core) {
    effects_clear(&core->shard.effects);
    memory_free(core);
}

TEST(without_readers_nothing_is_encoded) {
    struct core *core = a_core();
    CHECK(core->shard.effects.sink.record == NULL);
    write_one(core);
    CHECK_EQ(core->shard.effects.bytes, 0);
    feed_expect_tx(core, 5);
    write_one(core);
    CHECK(!feed_expect_end(core));
    CHECK_EQ(core->shard.effects.lsns_taken, 2);
    clear(core);
}

TEST(one_reader_is_the_sink_itself_and_all_readers_get_all) {
    struct core *core = a_core();
    struct reader *one = a_reader(core, false);
    CHECK(core->shard.effects.sink.record == on_record && core->shard.effects.sink.arg == one);
    write_one(core);
    struct reader *two = a_reader(core, true);
    CHECK(core->feeds == &two->feed);
    write_one(core);
    feed_remove(core, &one->feed);
    write_one(core);
    CHECK_STR(one->text, "rr");
    CHECK_STR(two->text, "rr");
    feed_remove(core, &two->feed);
    CHECK(core->shard.effects.sink.record == NULL);
    memory_free(one);
    memory_free(two);
    clear(core);
}

TEST(a_part_has_its_mark_before_its_first_record_and_none_without_records) {
    struct core *core = a_core();
    struct reader *reader = a_reader(core, false), *other = a_reader(core, false);
    write_one(core);
    feed_expect_tx(core, 17);
    write_one(core);
    write_one(core);
    CHECK(feed_expect_end(core));
    CHECK_EQ(reader->tx, 17);
    write_one(core);
    feed_end_tx(core, 17, 3);
    CHECK_EQ(reader->parts, 3);
    CHECK_STR(reader->text, "rbrrre");
    feed_expect_tx(core, 18);
    CHECK(!feed_expect_end(core));
    write_one(core);
    CHECK_STR(reader->text, "rbrrrer");
    CHECK_STR(other->text, reader->text);
    feed_begin_tx(core, 19);
    CHECK_STR(reader->text, "rbrrrerb");
    memory_free(reader);
    memory_free(other);
    clear(core);
}

/* So that a count of records names the same place as a sum of LSNs. */
TEST(as_many_records_are_counted_as_lsns_are_taken) {
    struct core *core = a_core();
    struct reader *reader = a_reader(core, false);
    struct effects *effects = &core->shard.effects;
    for (unsigned i = 0; i < 20; i++) {
        if (check_random_below(3) == 0)
            effect_flush(effects, 0);
        else
            write_one(core);
        uint64_t sum = 0;
        for (unsigned j = 0; j < PARTITIONS; j++) sum += effects->lsn[j];
        CHECK_EQ(effects->lsns_taken, sum);
    }
    CHECK_EQ(reader->len, 20);
    memory_free(reader);
    clear(core);
}
