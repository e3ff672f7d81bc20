/* repl/source.c - runs on their way to replicas, from memory and from the disk, and the baseline between them.
 *
 *      records ──> backlog ──seal, at the end of each turn──> runs ──┐
 *      log on the disk ──readback, on a helper──────────────> runs ──┴─> consume ──> out ──> outlet
 *      keyspace ──traversal, when all runs are consumed──────────────────────────────┘ */
#include "repl/source.h"

#include <assert.h>
#include <errno.h>

#include "base/memory.h"
#include "engine/copies.h"
#include "engine/feed.h"
#include "engine/journal.h"
#include "log/compactor.h"
#include "log/varint.h"
#include "repl/assemble.h"
#include "repl/follower.h"
#include "repl/outlet.h"
#include "repl/readback.h"
#include "repl/traversal.h"
#include "repl/wire.h"
#include "sys/cycles.h"
#include "sys/timer.h"

#define PING_NS 1000000000LL

struct sources {
    struct core *core;
    struct backlog backlog;
    struct feed feed;
    struct turn_hook hook;
    struct run *
        seen; /* the last run that sources at the head have been told of; NULL: they get the first */
    struct source *first;
    uint64_t lsn_base;          /* sum of the LSNs of no records */
    _Atomic uint64_t shown_sum; /* lsn_sum, behind each record: for messages of other cores */
    struct buffer messages;     /* published in this turn, as in a frame, */
    unsigned message_count;     /* and how many that are */
    struct source_facts gone;   /* of sources that are there no more */
    struct timer ping, gather;
    uint64_t stable; /* the LSN sum up to which this core's log is durable, as far as is known */
    uint64_t next_stable; /* and up to which it will be, */
    uint64_t next_ticket; /* when its line has reached that, */
    unsigned stable_run;  /* of the log that was there then */
    bool is_awake;        /* a task is queued so that the next turn comes at once */
    struct task wake;
    /* how fast baselines go: set_pace */
    uint64_t came;        /* to the core, up to the last turn: bytes and mails */
    unsigned quiet_turns; /* one after the other in which nothing came */
    unsigned busy_turns;  /* the same in which something came, and no step was made */
    uint64_t stepped_at;  /* cycles: after the last step */
    uint64_t short_ns;    /* that a short step takes */
    uint64_t steps_ns;    /* for the steps of this turn */
    bool is_short;
};

struct source {
    struct source *next;
    struct core *core;
    struct outlet *outlet;
    struct traversal *traversal; /* while there is a baseline */
    bool is_full;
    /* where it stands: live */
    bool is_live;
    struct run *run; /* the next; NULL: all there are have been consumed */
    /* or behind */
    struct readback *readback;
    struct run *read_first, **read_end; /* runs that came from there */
    bool is_reading, is_sought;
    /* of its position, while records are to be told apart: */
    bool is_filtering; /* the replica may have some of what comes */
    uint64_t *lsns;    /* PARTITIONS: of the last record consumed */
    uint64_t *have;
    bool is_cut;
    uint64_t cut_tx;
    uint64_t begun_tx; /* before the cut: the transaction whose mark was seen last, */
    uint64_t kept_tx;  /* and the one whose marks go on, because it has a record without a key */
    struct chain out;
    struct buffer frames; /* scratch */
    bool takes_messages;
    struct chain messages; /* frames of them that wait until it is at the head */
    uint64_t lsn_sum; /* of the last record that it has handed on, over the core's partitions */
    uint64_t told_stable;
    uint64_t sent, drained;
    uint64_t asked;           /* lsn_sum of the last question */
    uint64_t gathered;        /* bytes that wait for others to go with them */
    int64_t gathers_since_ns; /* 0: none do */
    bool has_failed;
    /* stopping */
    void (*done)(void *arg);
    void *done_arg;
    struct source_facts facts;
};

static void give_up(struct source *source) {
    source->has_failed = true;
    source->run = NULL;
    chain_clear(&source->out);
    chain_clear(&source->messages);
}

static void fail(struct source *source, const char *reason) {
    if (!source->has_failed) {
        give_up(source);
        outlet_fail(source->outlet, reason);
    }
}

static uint64_t unsent(const struct source *source) {
    return source->sent + source->out.len - source->drained;
}

static void put_frames(struct source *source) {
    chain_append(&source->out, buffer_view(&source->frames));
    source->frames.len = 0;
}

/* ---- single frames ---- */

static uint64_t lsn_sum(const struct sources *sources) {
    return sources->lsn_base + sources->core->shard.effects.lsns_taken;
}

static void put_ping(struct source *source, unsigned flags) {
    size_t start = wire_begin(&source->frames, WIRE_PING);
    varint_put(&source->frames, source->lsn_sum);
    varint_put(&source->frames, (uint64_t)loop_wall_ms(source->core->loop));
    varint_put(&source->frames, (uint64_t)(loop_now_ns(source->core->loop) / 1000000));
    wire_end(&source->frames, start, WIRE_ACK_WANTED | flags);
    put_frames(source);
    source->asked = source->lsn_sum;
}

/* Of what goes on now, for who waits for it: to know what is synced is enough for an answer that waits for copies, not for
 * WAIT. */
static void put_question(struct source *source) {
    put_ping(source, follower_wants_acks(source->core) ? 0 : WIRE_ACK_SYNCED);
}

/* Answers to pings are what a lease lives on. */
static int64_t ping_ns(const struct core *core) {
    int64_t lease_ns = (int64_t)core->settings->sync_lease_ms * 1000000;
    bool has_lease = core->settings->min_sync_replicas > 0;
    return has_lease && lease_ns / 4 < PING_NS ? lease_ns / 4 : PING_NS;
}

static void put_stable(struct source *source) {
    uint64_t stable = source->core->sources->stable;
    if (stable > source->told_stable) {
        size_t start = wire_begin(&source->frames, WIRE_STABLE);
        varint_put(&source->frames, stable);
        wire_end(&source->frames, start, 0);
        put_frames(source);
        source->told_stable = stable;
    }
}

/* Of a replica it is also what its own primary has said. */
static void look_at_stable(struct sources *sources) {
    const struct journal *journal = sources->core->journal;
    if (!journal) {
        sources->stable = lsn_sum(sources);
        return;
    }
    bool is_known = sources->next_ticket > 0 && sources->stable_run == journal->run;
    bool is_there = is_known && journal_has_reached(journal, sources->next_ticket) &&
                    compactor_limit(journal->compactor) >= sources->next_ticket;
    if (is_there) {
        sources->stable = sources->next_stable;
    }
    if (is_there || !is_known) {
        sources->stable_run = journal->run;
        sources->next_ticket = journal_ticket(journal);
        sources->next_stable = lsn_sum(sources);
    }
}

static void put_baseline_end(struct source *source) {
    const struct effects *effects = &source->core->shard.effects;
    size_t start = wire_begin(&source->frames, WIRE_BASELINE_END);
    source->lsn_sum = lsn_sum(source->core->sources);
    varint_put(&source->frames, effects->partition_first);
    varint_put(&source->frames, effects->partition_count);
    for (unsigned i = 0; i < effects->partition_count; i++) {
        varint_put(&source->frames, effects->lsn[effects->partition_first + i]);
    }
    wire_end(&source->frames, start, 0);
    put_frames(source);
}

static void put_publish(struct source *source, uint64_t tx) {
    size_t start = wire_begin(&source->frames, WIRE_PUBLISH);
    varint_put(&source->frames, tx);
    wire_end(&source->frames, start, 0);
    put_frames(source);
}

/* ---- runs ---- */

static void advance(struct source *source, unsigned place) {
    const struct effects *effects = &source->core->shard.effects;
    if (place < PARTITIONS) {
        source->lsns[place]++;
    }
    for (unsigned i = 0; i < effects->partition_count && place == RUN_GLOBAL; i++) {
        source->lsns[effects->partition_first + i]++;
    }
}

/* The records of a run that go on, as one frame; it may be ended and begun anew. */
struct frame_maker {
    struct source *source;
    size_t start;
    bool is_open;
};

static void frame_end(struct frame_maker *maker, unsigned flags) {
    if (maker->is_open) {
        wire_end(&maker->source->frames, maker->start, flags);
        put_frames(maker->source);
    }
    maker->is_open = false;
}

static void frame_add(struct frame_maker *maker, struct bytes record) {
    if (!maker->is_open) {
        maker->start = wire_begin(&maker->source->frames, WIRE_JOURNAL);
        maker->is_open = true;
    }
    wire_add_record(&maker->source->frames, record);
}

static void take_mark(struct frame_maker *maker, struct bytes record) {
    struct source *source = maker->source;
    struct mark mark = {0};
    bool is_end = mark_read(record, &mark) && mark.op == MARK_TX;
    if (is_end && mark.tx == source->begun_tx) {
        source->begun_tx = 0;
    }
    if (source->is_cut || (is_end && mark.tx == source->kept_tx)) {
        frame_add(maker, record);
    } else if (!is_end) {
        source->begun_tx = mark.tx;
    } else if (source->cut_tx != 0 && mark.tx == source->cut_tx) { /* S3 */
        frame_end(maker, 0);
        source->is_cut = true;
        put_publish(source, source->cut_tx);
    }
}

/* A record without a key is in all flows or in none, and a replica knows by its transaction which ones belong together. While
 * it runs it is alone, so that transaction is the one that began last. */
static void keep_marks(struct frame_maker *maker) {
    struct source *source = maker->source;
    struct mark mark = {.op = MARK_TX_BEGIN, .tx = source->begun_tx};
    if (source->is_cut || source->begun_tx == 0 || source->kept_tx == source->begun_tx) {
        return;
    }
    struct buffer record = {0};
    mark_write(&record, &mark);
    frame_add(maker, buffer_view(&record));
    buffer_clear(&record);
    source->kept_tx = source->begun_tx;
}

static void take_record(struct frame_maker *maker, struct bytes record, unsigned place) {
    struct source *source = maker->source;
    unsigned partition = place == RUN_GLOBAL ? source->core->shard.effects.partition_first : place;
    if (source->traversal) {
        advance(source, place);
        traversal_record(source->traversal, partition, source->lsns[partition], record,
                         &source->frames);
        put_frames(source);
        return;
    }
    bool is_known = false;
    if (source->is_filtering) {
        advance(source, place);
        is_known = source->lsns[partition] <= source->have[partition];
    }
    if (!is_known) {
        if (place == RUN_GLOBAL) {
            keep_marks(maker);
        }
        frame_add(maker, record);
        source->lsn_sum += place == RUN_GLOBAL ? source->core->shard.effects.partition_count : 1;
    }
}

static void look_at_filter(struct source *source) {
    const struct effects *effects = &source->core->shard.effects;
    for (unsigned i = 0; i < effects->partition_count; i++) {
        unsigned partition = effects->partition_first + i;
        if (source->lsns[partition] < source->have[partition]) {
            return;
        }
    }
    source->is_filtering = false;
}

static void consume(struct source *source, struct run *run) {
    /* Before the cut also what has no marks: a hop of a transaction may stand in a run of its own. */
    bool is_to_be_sorted = source->traversal || source->is_filtering || !source->is_cut;
    if (!is_to_be_sorted) {
        if (run->places.len > 0) {
            chain_append(&source->out, run_frame(run));
            source->lsn_sum += run->lsns;
        }
        return;
    }
    struct frame_maker maker = {.source = source};
    struct run_reader reader = {0};
    struct bytes record;
    unsigned place;
    while (run_next(&reader, run, &record, &place)) {
        if (place == RUN_MARK) {
            take_mark(&maker, record);
        } else {
            take_record(&maker, record, place);
        }
    }
    frame_end(&maker, run->is_more ? WIRE_MORE : 0);
    if (source->is_filtering) {
        look_at_filter(source);
    }
}

/* ---- behind ---- */

static void pump_soon(struct sources *sources);

static void end_stop(struct source *source) {
    if (source->readback) {
        readback_destroy(source->readback);
    }
    while (source->read_first) {
        struct run *run = source->read_first;
        source->read_first = run->next;
        run_destroy(run);
    }
    if (source->traversal) {
        traversal_destroy(source->traversal);
    }
    chain_clear(&source->out);
    chain_clear(&source->messages);
    buffer_clear(&source->frames);
    memory_free(source->lsns);
    memory_free(source->have);
    source->done(source->done_arg);
    memory_free(source);
}

static void read_on_helper(void *arg) {
    struct source *source = arg;
    struct readback *readback = source->readback;
    if (!source->is_sought && source->is_filtering && readback->batch == 0) {
        readback_seek_lsns(readback, source->have);
    } else if (!source->is_sought) {
        readback_seek(readback, readback->batch, readback->index);
    }
    readback_read(readback);
}

static void has_read(void *arg) {
    struct source *source = arg;
    struct readback *readback = source->readback;
    source->is_reading = false;
    if (source->done) {
        end_stop(source);
        return;
    }
    if (readback->error < 0) {
        fail(source, readback->error == -ENOENT ? "the log does not reach back so far any more"
                                                : "the log cannot be read back");
        return;
    }
    if (!source->is_sought && readback->lsns) {
        memcpy(source->lsns, readback->lsns, PARTITIONS * sizeof(*source->lsns));
    }
    source->is_sought = true;
    *source->read_end = readback->first;
    if (readback->first) {
        source->read_end = readback->end;
    }
    source->facts.from_disk += readback->bytes;
    readback->first = NULL;
    readback->end = &readback->first;
    pump_soon(source->core->sources);
}

/* The newest run in memory up to which all is on the disk, or NULL. */
static struct run *meeting_point(const struct sources *sources, uint64_t written) {
    struct run *found = NULL;
    for (struct run *run = sources->backlog.first; run && run->batch <= written; run = run->next) {
        if (run->batch > 0 && !run->was_more) {
            found = run;
        }
    }
    return found;
}

/* True if it has come to a run that is in memory, or to the end of all. */
static bool comes_alive(struct source *source) {
    const struct sources *sources = source->core->sources;
    const struct readback *readback = source->readback;
    const struct writer *writer = source->core->journal->writer;
    struct run *run = sources->backlog.first;
    while (run &&
           (run->batch != readback->batch || run->index != readback->index || run->was_more)) {
        run = run->next;
    }
    bool is_at_head = !sources->backlog.first && readback->batch == writer_open_batch(writer) &&
                      readback->index == writer_open_records(writer);
    if (!run && !is_at_head) {
        return false;
    }
    source->run = run;
    source->is_live = true;
    readback_destroy(source->readback);
    source->readback = NULL;
    source->is_sought = false;
    return true;
}

static void note_files(struct readback *readback, const struct journal *journal) {
    struct writer_facts facts;
    writer_facts(journal->writer, &facts);
    readback->last_segment = facts.segment;
    readback->written = writer_written(journal->writer);
}

static void read_more(struct source *source) {
    const struct core *core = source->core;
    struct readback *readback = source->readback;
    note_files(readback, core->journal);
    const struct run *meeting = meeting_point(core->sources, readback->written);
    readback->until_batch = meeting ? meeting->batch : 0;
    readback->until_index = meeting ? meeting->index : 0;
    bool is_to_be_sought = !source->is_sought;
    if (is_to_be_sought || !readback_is_there(readback)) {
        source->is_reading = true;
        loop_offload(core->loop, read_on_helper, source, has_read);
    }
}

static void begin_reading(struct source *source, uint64_t batch, uint64_t index) {
    struct core *core = source->core;
    source->is_live = false;
    source->run = NULL;
    source->is_sought = false;
    source->readback =
        readback_create(core->journal->root, core->journal->directory,
                        core->shard.effects.partition_first, core->shard.effects.partition_count);
    source->readback->batch = batch;
    source->readback->index = index;
}

/* Its next run is about to leave the memory. */
static void falls_behind(struct source *source) {
    const struct run *run = source->run;
    if (source->core->journal && run->batch > 0) {
        begin_reading(source, run->batch, run->index);
    } else {
        source->run = NULL;
        fail(source, "it was too slow for the backlog, and there is no log to read it from");
    }
}

/* ---- handing on ---- */

/* True if there was something. */
static bool take_from_disk(struct source *source) {
    struct run *run = source->read_first;
    if (run) {
        source->read_first = run->next;
        if (!run->next) {
            source->read_end = &source->read_first;
        }
        consume(source, run);
        run_destroy(run);
        return true;
    }
    if (source->is_reading) {
        return false;
    }
    if (!source->core->journal) {
        fail(source, "there is no log any more to read the journal from");
        return false;
    }
    if (source->is_sought && comes_alive(source)) {
        return true;
    }
    read_more(source);
    return false;
}

static void keep_baseline_facts(struct source *source) {
    if (!source->traversal) {
        source->facts.progress = 1;
        return;
    }
    struct traversal_stats stats = traversal_stats(source->traversal);
    source->facts.baseline_bytes = stats.bytes;
    source->facts.chunks = stats.chunks;
    source->facts.cancels = stats.cancels;
    source->facts.preemptions = stats.preemptions;
    source->facts.progress = stats.progress;
}

/* ---- how fast a baseline goes ----
 *
 * A step delays whoever comes meanwhile. So a turn in which somebody came makes none: his reply leaves at its end, and the
 * next turn follows at once. If nobody comes in that one there is time for a short step, about as long as a client that waits
 * for each reply takes to ask again; if nobody comes in the next ones either, for long ones. Where clients fill all turns,
 * steps get a fifth of the time. */

enum { SHORT_BYTES = 16 << 10, QUIET_TURNS = 4, BUSY_TURNS = 32, BUSY_SHARE = 4 };
#define STEPS_NS 150000 /* long ones, a turn */

static void set_pace(struct sources *sources) {
    const struct loop_stats *stats = loop_stats(sources->core->loop);
    uint64_t came = stats->bytes_in + stats->mails_taken;
    bool is_quiet = came == sources->came;
    uint64_t share_ns = cycles_to_ns(cycles_now() - sources->stepped_at) / BUSY_SHARE;
    sources->came = came;
    sources->quiet_turns = is_quiet ? sources->quiet_turns + 1 : 0;
    sources->busy_turns = is_quiet ? 0 : sources->busy_turns + 1;
    sources->is_short = sources->quiet_turns < QUIET_TURNS;
    if (!sources->is_short) {
        sources->steps_ns = STEPS_NS;
    } else if (is_quiet || sources->busy_turns >= BUSY_TURNS) {
        sources->steps_ns = 1; /* one */
    } else {
        sources->steps_ns = share_ns < sources->short_ns ? 0 : share_ns;
    }
    if (sources->steps_ns > STEPS_NS) {
        sources->steps_ns = STEPS_NS;
    }
}

static void count_step(struct sources *sources, uint64_t begun) {
    sources->stepped_at = cycles_now();
    uint64_t took_ns = cycles_to_ns(sources->stepped_at - begun);
    sources->steps_ns -= took_ns < sources->steps_ns ? took_ns : sources->steps_ns;
    sources->busy_turns = 0;
    if (sources->is_short) {
        sources->short_ns = took_ns;
    }
}

static void step_baseline(struct source *source) {
    struct sources *sources = source->core->sources;
    uint64_t begun = cycles_now();
    traversal_set_pace(source->traversal, sources->is_short ? SHORT_BYTES : 0);
    bool is_more = traversal_step(source->traversal, &source->frames);
    put_frames(source);
    if (!is_more) {
        keep_baseline_facts(source);
        traversal_destroy(source->traversal);
        source->traversal = NULL;
        put_baseline_end(source);
        outlet_baseline_ended(source->outlet);
    }
    count_step(sources, begun);
}

/* ---- messages ---- */

/* Who gets a baseline gets none: what it will hold was not there when they were published. */
static bool takes_messages(const struct source *source) {
    return source->takes_messages && !source->has_failed && !source->traversal;
}

/* Whoever has had all that these say has what was done before they were published, on any core. */
static void put_sums(const struct engine *engine, struct buffer *frame) {
    varint_put(frame, engine->core_count);
    for (unsigned i = 0; i < engine->core_count; i++) {
        /* Relaxed: what was answered or posted before is seen; more does no harm. */
        varint_put(frame, atomic_load_explicit(&engine->cores[i]->sources->shown_sum,
                                               memory_order_relaxed));
    }
}

static void hand_out_messages(struct sources *sources) {
    struct buffer frame = {0};
    if (sources->messages.len == 0) {
        return;
    }
    size_t start = wire_begin(&frame, WIRE_MESSAGES);
    put_sums(sources->core->engine, &frame);
    buffer_append(&frame, buffer_view(&sources->messages));
    wire_end(&frame, start, 0);
    for (struct source *source = sources->first; source; source = source->next) {
        bool has_room =
            source->messages.len == 0 || source->messages.len + frame.len <= SOURCE_MESSAGES;
        if (takes_messages(source) && has_room) {
            chain_append(&source->messages, buffer_view(&frame));
        } else if (takes_messages(source)) {
            source->facts.messages_dropped += sources->message_count;
        }
    }
    sources->message_count = 0;
    buffer_clear(&sources->messages);
    buffer_clear(&frame);
}

void sources_publish(struct core *core, enum topic_kind kind, struct bytes channel,
                     struct bytes text) {
    struct sources *sources = core->sources;
    const struct source *source = sources->first;
    while (source && !takes_messages(source)) {
        source = source->next;
    }
    if (!source) {
        return;
    }
    if (sources->messages.len >= SOURCE_MESSAGES) {
        hand_out_messages(sources);
    }
    struct wire_message message = {kind == TOPIC_SHARD, channel, text};
    wire_add_message(&sources->messages, &message);
    sources->message_count++;
}

static bool is_at_head(const struct source *source) {
    return source->is_live && !source->run && !source->traversal && source->is_cut;
}

/* asks: even if there is nothing new to send. */
static void pump(struct source *source, bool wants_ack, bool asks) {
    const struct sources *sources = source->core->sources;
    while (!source->has_failed && !source->done && unsent(source) < SOURCE_WINDOW) {
        if (!source->is_live) {
            if (!take_from_disk(source)) {
                break;
            }
        } else if (source->run) {
            consume(source, source->run);
            source->run = source->run->next;
        } else if (source->traversal && sources->steps_ns > 0) {
            step_baseline(source);
        } else {
            break;
        }
    }
    if (source->messages.len > 0 && is_at_head(source) && unsent(source) < SOURCE_WINDOW) {
        chain_move(&source->out, &source->messages);
    }
    if ((source->out.len > 0 && wants_ack) || (asks && unsent(source) < SOURCE_WINDOW)) {
        put_question(source);
    }
    if (source->out.len > 0) {
        source->sent += source->out.len;
        source->facts.bytes += source->out.len;
        outlet_send(source->outlet, &source->out, !source->traversal);
    }
    if (source->traversal && source->is_live && unsent(source) < SOURCE_WINDOW) {
        pump_soon(source->core->sources); /* there is more of it */
    }
}

/* ---- gathering ----
 *
 * A frame costs a send here and a wake-up, a receive and an answer there, 10 us and more, whatever is in it. So where replicas
 * are asked to acknowledge each frame, and only there, what a turn has logged may wait for more to go with it:
 *
 *      under `always`   until this core's log writes it, too. No answer that waits for both is later by that.
 *      otherwise        while it is little beside what is to be acknowledged and is not yet: with few clients never, and with
 *                       many there are a few frames on their way at any time, however quick the turns are.
 *
 * Marks do not wait, nor what comes with them: other flows wait for these. Nor do messages, and what is before them, nor
 * questions of who waits already. */

enum { GATHER_SHARE = 4, GATHER_BYTES = 64 << 10 };
#define GATHER_NS 1000000 /* not longer, whatever the disk or the replica does */

static bool is_little(const struct source *source) {
    const struct sources *sources = source->core->sources;
    const struct journal *journal = source->core->journal;
    if (journal && journal->gates) {
        return writer_open_records(journal->writer) > 0;
    }
    uint64_t waits = lsn_sum(sources) - source->lsn_sum;
    uint64_t asked = source->asked - sources->lsn_base, applied = outlet_applied(source->outlet);
    return asked > applied && waits * GATHER_SHARE < asked - applied;
}

static bool is_plain(const struct source *source) {
    return source->is_live && source->run && source->is_cut && !source->is_filtering &&
           !source->traversal && !source->has_failed && source->messages.len == 0 &&
           source->out.len == 0;
}

/* added: the last run of this turn, or NULL. */
static bool gathers(struct source *source, const struct run *added) {
    const struct loop *loop = source->core->loop;
    struct timer *timer = &source->core->sources->gather;
    source->gathered += added ? added->frame.len : 0;
    bool is_whole = added && (added->was_more || added->has_marks);
    if (is_whole || source->gathered >= GATHER_BYTES || !is_plain(source) || !is_little(source)) {
        return false;
    }
    if (source->gathers_since_ns == 0) {
        source->gathers_since_ns = loop_now_ns(loop);
    }
    int64_t left_ns = source->gathers_since_ns + GATHER_NS - loop_now_ns(loop);
    if (left_ns > 0 && !timer_is_running(timer)) {
        timer_start(source->core->loop, timer, left_ns);
    }
    if (left_ns > 0) {
        outlet_await_ack(source->outlet);
    }
    return left_ns > 0;
}

/* There is a turn, which is all that is wanted. */
static void has_gathered(void *arg) {
    (void)arg;
}

/* ---- the core's ---- */

static void add(struct sources *sources, struct bytes record, unsigned place) {
    const struct journal *journal = sources->core->journal;
    uint64_t batch = 0, index = 0;
    if (journal && !sources->backlog.open) { /* the log has it already, as the last one */
        batch = writer_open_batch(journal->writer);
        index = writer_open_records(journal->writer) - 1;
    }
    backlog_add(&sources->backlog, record, place, batch, index);
    atomic_store_explicit(&sources->shown_sum, lsn_sum(sources), memory_order_relaxed);
}

/* Asked for where there is no log, which would come first. */
static char *on_place(void *arg, size_t len) {
    return backlog_place(&((struct sources *)arg)->backlog, len);
}

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)lsn;
    add(arg, record, assemble_is_global(record) ? RUN_GLOBAL : partition);
}

static void on_mark(void *arg, const struct mark *mark, struct bytes record) {
    (void)mark;
    add(arg, record, RUN_MARK);
}

static void tell_of_new_runs(struct sources *sources) {
    const struct backlog *backlog = &sources->backlog;
    struct run *first_new = sources->seen ? sources->seen->next : backlog->first;
    for (struct source *source = sources->first; source; source = source->next) {
        if (source->is_live && !source->run && !source->has_failed) {
            source->run = first_new;
        }
    }
    sources->seen = backlog->last;
}

/* S1. */
static void trim(struct sources *sources) {
    const struct core *core = sources->core;
    struct backlog *backlog = &sources->backlog;
    uint64_t wanted = core->settings->repl_backlog_size / core->engine->core_count;
    while (backlog->first && backlog->bytes > wanted) {
        bool is_too_much = backlog->bytes > wanted + SOURCE_SLACK, is_needed = false;
        for (struct source *source = sources->first; source; source = source->next) {
            if (source->run == backlog->first && is_too_much) {
                falls_behind(source);
            }
            is_needed |= source->run == backlog->first;
        }
        if (is_needed) {
            break;
        }
        if (sources->seen == backlog->first) {
            sources->seen = NULL;
        }
        backlog_drop(backlog);
    }
}

static void at_turn_end(void *arg) {
    struct sources *sources = arg;
    const struct run *added = backlog_seal(&sources->backlog);
    if (added) {
        tell_of_new_runs(sources);
    }
    struct core *core = sources->core;
    journal_keep_for_replicas(core); /* its size may have been set anew */
    set_pace(sources);
    hand_out_messages(sources);
    bool asks = copies_take_wish(sources->core);
    bool wants_ack = sources->first && (copies_are_awaited(core) || follower_wants_acks(core));
    for (struct source *source = sources->first; source; source = source->next) {
        if (!wants_ack || !gathers(source, added)) {
            source->gathered = 0;
            source->gathers_since_ns = 0;
            pump(source, wants_ack, asks && !source->has_failed);
        }
    }
    trim(sources);
}

static void woken(void *arg) {
    ((struct sources *)arg)->is_awake = false;
}

static void pump_soon(struct sources *sources) {
    if (!sources->is_awake) {
        sources->is_awake = true;
        sources->wake = (struct task){.run = woken, .arg = sources};
        loop_defer(sources->core->loop, &sources->wake);
    }
}

static void ping_all(void *arg) {
    struct sources *sources = arg;
    look_at_stable(sources);
    for (struct source *source = sources->first; source; source = source->next) {
        if (!source->has_failed && unsent(source) < SOURCE_WINDOW) {
            put_ping(source, 0);
            put_stable(source);
        }
    }
    if (sources->first) {
        timer_start(sources->core->loop, &sources->ping, ping_ns(sources->core));
        pump_soon(sources);
    }
}

static void begin_backlog(struct sources *sources) {
    const struct effects *effects = &sources->core->shard.effects;
    backlog_init(&sources->backlog, effects->partition_first, effects->partition_count,
                 effects->lsn);
    sources->lsn_base = 0;
    for (unsigned i = 0; i < effects->partition_count; i++) {
        sources->lsn_base += effects->lsn[effects->partition_first + i];
    }
    sources->lsn_base -= effects->lsns_taken;
    atomic_store_explicit(&sources->shown_sum, lsn_sum(sources), memory_order_relaxed);
}

void sources_end_all(struct core *core) {
    struct source *source = core->sources ? core->sources->first : NULL;
    for (; source; source = source->next) {
        give_up(source);
    }
}

void sources_begin_anew(struct core *core) {
    struct sources *sources = core->sources;
    if (!sources) {
        return;
    }
    sources_end_all(core);
    sources->seen = NULL;
    sources->stable = sources->next_ticket = 0;
    backlog_clear(&sources->backlog);
    buffer_clear(&sources->messages);
    sources->message_count = 0;
    begin_backlog(sources);
}

void sources_prepare(struct core *core) {
    if (core->sources) {
        return;
    }
    struct sources *sources = memory_alloc_zeroed(sizeof(*sources));
    sources->core = core;
    sources->gone.progress = 1;
    core->sources = sources;
    begin_backlog(sources);
    core->replica_keeping = KEEPING_SOME;
    sources->feed = (struct feed){.sink = {.place = on_place, .record = on_record, .arg = sources},
                                  .mark = on_mark,
                                  .arg = sources};
    feed_add(core, &sources->feed, false);
    sources->hook = (struct turn_hook){.run = at_turn_end, .arg = sources};
    loop_add_turn_hook(core->loop, &sources->hook);
    timer_init(&sources->ping, ping_all, sources);
    timer_init(&sources->gather, has_gathered, sources);
}

uint64_t sources_lsn_base(const struct core *core) {
    return core->sources->lsn_base;
}

void sources_destroy(struct core *core) {
    if (core->sources) {
        backlog_clear(&core->sources->backlog);
        buffer_clear(&core->sources->messages);
        memory_free(core->sources);
        core->sources = NULL;
    }
}

bool sources_reach(struct core *core, const uint64_t *have, struct readback **probe) {
    const struct effects *effects = &core->shard.effects;
    sources_prepare(core);
    *probe = NULL;
    if (backlog_reaches(&core->sources->backlog, have)) {
        return true;
    }
    if (core->journal) {
        *probe = readback_create(core->journal->root, core->journal->directory,
                                 effects->partition_first, effects->partition_count);
        note_files(*probe, core->journal);
    }
    return false;
}

/* ---- one replica's ---- */

static void begin_baseline(struct source *source) {
    struct core *core = source->core;
    const struct effects *effects = &core->shard.effects;
    struct traversal_options options = {.keyspace = core->shard.keyspace,
                                        .effects = effects,
                                        .databases = core->engine->databases,
                                        .partition_first = effects->partition_first,
                                        .partition_count = effects->partition_count,
                                        .chunk_max = core->settings->serialization_max_chunk_size,
                                        .is_tagged = core->settings->serialization_tagged_chunks};
    source->traversal = traversal_create(&options);
    source->is_live = true;
    memcpy(source->lsns, effects->lsn, sizeof(effects->lsn));
}

static void go_on(struct source *source, const uint64_t *have) {
    struct sources *sources = source->core->sources;
    source->have = memory_alloc(PARTITIONS * sizeof(*source->have));
    memcpy(source->have, have, PARTITIONS * sizeof(*source->have));
    const struct effects *effects = &source->core->shard.effects;
    for (unsigned i = 0; i < effects->partition_count; i++) {
        source->lsn_sum += have[effects->partition_first + i];
    }
    source->is_filtering = true;
    if (backlog_reaches(&sources->backlog, have)) {
        source->is_live = true;
        source->run = sources->backlog.first;
        memcpy(source->lsns, sources->backlog.lsns, sizeof(sources->backlog.lsns));
        look_at_filter(source);
    } else if (source->core->journal) {
        begin_reading(source, 0, 0);
    } else {
        fail(source, "the backlog does not reach back so far");
    }
}

struct source *source_start(struct core *core, const struct source_options *options) {
    sources_prepare(core);
    struct sources *sources = core->sources;
    if (backlog_seal(&sources->backlog)) { /* so that it begins between two runs */
        tell_of_new_runs(sources);
    }
    struct source *source = memory_alloc_zeroed(sizeof(*source));
    source->core = core;
    source->outlet = options->outlet;
    source->is_full = options->is_full;
    source->takes_messages = options->takes_messages;
    source->read_end = &source->read_first;
    source->lsns = memory_alloc_zeroed(PARTITIONS * sizeof(*source->lsns));
    source->facts.progress = 1;
    source->next = sources->first;
    sources->first = source;
    if (options->is_full) {
        begin_baseline(source);
    } else {
        go_on(source, options->have);
    }
    if (!timer_is_running(&sources->ping)) {
        timer_start(core->loop, &sources->ping, ping_ns(sources->core));
    }
    pump_soon(sources);
    return source;
}

static void add_facts(struct source_facts *sum, const struct source_facts *facts) {
    sum->bytes += facts->bytes;
    sum->baseline_bytes += facts->baseline_bytes;
    sum->chunks += facts->chunks;
    sum->cancels += facts->cancels;
    sum->preemptions += facts->preemptions;
    sum->from_disk += facts->from_disk;
    sum->messages_dropped += facts->messages_dropped;
    sum->progress = facts->progress < sum->progress ? facts->progress : sum->progress;
}

void source_drained(struct source *source, uint64_t bytes) {
    bool was_full = unsent(source) >= SOURCE_WINDOW;
    source->drained += bytes;
    if (was_full) {
        pump_soon(source->core->sources);
    }
}

void source_stop(struct source *source, void (*done)(void *arg), void *arg) {
    struct source **link = &source->core->sources->first;
    while (*link != source) {
        link = &(*link)->next;
    }
    *link = source->next;
    keep_baseline_facts(source);
    source->facts.progress = 1;
    add_facts(&source->core->sources->gone, &source->facts);
    source->done = done;
    source->done_arg = arg;
    if (!source->is_reading) {
        end_stop(source);
    }
}

void source_cut(struct source *source, uint64_t tx) {
    source->cut_tx = tx;
}

void sources_ask(struct core *core) {
    struct source *source = core->sources ? core->sources->first : NULL;
    for (; source; source = source->next) {
        if (!source->has_failed && unsent(source) < SOURCE_WINDOW) {
            put_ping(source, 0);
            pump_soon(core->sources);
        }
    }
}

void sources_facts(const struct core *core, struct sources_facts *facts, struct source_facts *sum,
                   unsigned *behind, unsigned *baselines) {
    const struct sources *sources = core->sources;
    const struct effects *effects = &core->shard.effects;
    *facts = (struct sources_facts){.is_active = sources != NULL};
    *sum = (struct source_facts){.progress = 1};
    for (unsigned i = 0; i < effects->partition_count; i++) {
        unsigned partition = effects->partition_first + i;
        facts->lsn_sum += effects->lsn[partition];
        facts->lsn_first += sources ? sources->backlog.lsns[partition] : 0;
    }
    if (!sources) {
        return;
    }
    facts->bytes = sources->backlog.bytes;
    facts->runs = sources->backlog.runs;
    add_facts(sum, &sources->gone);
    for (struct source *source = sources->first; source; source = source->next) {
        keep_baseline_facts(source);
        add_facts(sum, &source->facts);
        *behind += !source->is_live;
        *baselines += source->traversal != NULL;
    }
}
