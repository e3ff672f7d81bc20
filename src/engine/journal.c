/* engine/journal.c - tickets, the line, and the messages by which core 0 draws it.
 *
 * A core reports to core 0 what it has logged of transactions and how far it is durable, as long as
 * some of them is not known to be whole; core 0 answers every core whose line has moved. */
#include "engine/journal.h"

#include <assert.h>
#include <errno.h>

#include "base/memory.h"
#include "engine/copies.h"
#include "engine/core.h"
#include "engine/journal_ask.h"
#include "log/compactor.h"
#include "log/line.h"
#include "log/manifest.h"
#include "log/mark.h"
#include "log/recover.h"
#include "log/retention.h"
#include "sys/fiber.h"

/* ---- waiting ---- */

static void release(struct journal *journal) {
    while (journal->waits != NULL && journal->waits->ticket <= journal->line) {
        struct journal_wait *wait = journal->waits;
        journal->waits = wait->next;
        if (journal->waits == NULL) journal->waits_end = &journal->waits;
        wait->ready(wait);
    }
}

/* Of a list that is not empty. */
static const struct journal_wait *last_wait(const struct journal *journal) {
    const char *link = (const char *)journal->waits_end;
    return (const struct journal_wait *)(link - offsetof(struct journal_wait, next));
}

void journal_wait(struct journal *journal, struct journal_wait *wait, uint64_t ticket) {
    wait->ticket = ticket;
    struct journal_wait **link = journal->waits_end;
    bool is_last = journal->waits == NULL || last_wait(journal)->ticket <= ticket;
    if (!is_last) { /* a reader of something older */
        link = &journal->waits;
        while (*link != NULL && (*link)->ticket <= ticket) link = &(*link)->next;
    }
    wait->next = *link;
    *link = wait;
    if (wait->next == NULL) journal->waits_end = &wait->next;
}

/* ---- hurrying ---- */

enum { HURRY_FIRST_NS = 1000000, HURRY_LAST_NS = 64000000 };

struct hurry {
    struct mail mail;
    struct core *core;
};

static void hurry_arrived(struct mail *mail) {
    struct journal *journal = ((struct hurry *)mail)->core->journal;
    if (journal) writer_sync_soon(journal->writer);
    memory_free(mail);
}

static void hurry_others(const struct journal *journal) {
    const struct engine *engine = journal->core->engine;
    for (unsigned i = 0; i < engine->core_count; i++) {
        if (engine->cores[i] == journal->core) continue;
        struct hurry *hurry = memory_alloc_zeroed(sizeof *hurry);
        hurry->core = engine->cores[i];
        hurry->mail.deliver = hurry_arrived;
        mail_post(hurry->core->loop, &hurry->mail);
    }
}

/* The line stands before a transaction that is not durable on its other cores, where nobody may be in a hurry; or whose
 * batch there has part of another one, which is not durable here. Told again, less and less often, as long as that is so:
 * a part may have come to its core since. */
static void hurry(void *arg) {
    struct journal *journal = arg;
    bool is_stuck = journal->unsure_from != 0 &&
                    (copies_are_awaited(journal->core) ||
                     (journal->waits && journal->unsure_from <= last_wait(journal)->ticket));
    if (!is_stuck || journal->gates) {
        journal->hurry_ns = 0;
        return;
    }
    writer_sync_soon(journal->writer); /* what has come here since, too */
    hurry_others(journal);
    journal->hurry_ns = journal->hurry_ns == 0 ? HURRY_FIRST_NS : 2 * journal->hurry_ns;
    if (journal->hurry_ns > HURRY_LAST_NS) journal->hurry_ns = HURRY_LAST_NS;
    timer_start(journal->core->loop, &journal->hurry, journal->hurry_ns);
}

static void sync_soon(struct journal *journal) {
    writer_sync_soon(journal->writer);
    if (journal->unsure_from != 0 && !timer_is_running(&journal->hurry)) hurry(journal);
}

/* ---- reading ---- */

static unsigned place_of(const struct key *key) {
    return (unsigned)(key->hash >> 20) % JOURNAL_PLACES;
}

void journal_note_write(struct journal *journal, const struct key *key) {
    journal->places[place_of(key)] = journal_ticket(journal);
}

void journal_note_write_of_all(struct journal *journal) {
    journal->place_of_all = journal_ticket(journal);
}

uint64_t journal_ticket_of(const struct journal *journal, const struct key *key) {
    uint64_t ticket = journal->places[place_of(key)];
    ticket = ticket > journal->place_of_all ? ticket : journal->place_of_all;
    return ticket > 0 ? ticket : 1;
}

bool journal_gates(const struct journal *journal, unsigned durability) {
    return durability >= DURABILITY_LOCAL || (journal->gates && durability != DURABILITY_MEMORY);
}

bool journal_wants_copies(const struct journal *journal, unsigned durability) {
    const struct core *core = journal->core;
    return durability >= DURABILITY_REPLICAS ||
           (durability == DURABILITY_DEFAULT && core->settings->min_sync_replicas > 0 &&
            !core->is_replica);
}

static void wait_for_copies(struct journal *journal, struct journal_wait *wait, uint64_t ticket,
                            unsigned durability) {
    bool is_set = durability == DURABILITY_DEFAULT;
    if (journal->copies == NULL) journal->copies = copies_create(journal);
    wait->ticket = ticket;
    copies_wait_or_go(journal->copies, wait,
                      is_set ? COPIES_SET : durability - DURABILITY_REPLICAS + 1);
    if (!journal->gates && !journal_has_reached(journal, ticket)) sync_soon(journal);
}

void journal_wait_or_go(struct journal *journal, struct journal_wait *wait, uint64_t ticket,
                        unsigned durability) {
    wait->is_late = false;
    if (journal_wants_copies(journal, durability)) {
        wait_for_copies(journal, wait, ticket, durability);
        return;
    }
    if (journal_has_reached(journal, ticket)) {
        wait->ready(wait);
        return;
    }
    journal_wait(journal, wait, ticket);
    if (durability == DURABILITY_LOCAL && !journal->gates) sync_soon(journal);
}

/* ---- all cores ---- */

struct sync_of_core {
    struct journal_ask ask;
    struct sync_of_all *all;
};

struct sync_of_all {
    unsigned pending;
    struct event done;
    struct sync_of_core cores[];
};

static void core_is_synced(struct journal_ask *ask) {
    struct sync_of_all *all = ((struct sync_of_core *)ask)->all;
    if (--all->pending == 0) event_signal(&all->done);
}

void journal_sync_all(struct engine *engine) {
    struct sync_of_all *all =
        memory_alloc_zeroed(sizeof *all + engine->core_count * sizeof all->cores[0]);
    all->pending = engine->core_count;
    for (unsigned i = 0; i < engine->core_count; i++) {
        all->cores[i].all = all;
        journal_ask(&all->cores[i].ask, engine->cores[i], JOURNAL_ASK_ALL, core_is_synced);
    }
    mail_flush();
    event_wait(&all->done);
    memory_free(all);
}

/* ---- the line ---- */

struct mark_note {
    uint64_t tx, batch;
    unsigned parts; /* 0: it begins */
};

/* From a core to core 0, and back. */
struct report {
    struct mail mail;
    struct core *core;
    unsigned run;
    uint64_t durable;
    struct buffer marks;
    bool wants_lines;
};

struct verdict {
    struct mail mail;
    struct core *core;
    unsigned run;
    uint64_t line;
    bool has_lines;
    uint64_t lines[];
};

/* Relaxed: who reads it is told of by mail, or only looks. */
static void publish(struct core *core, uint64_t line) {
    atomic_store_explicit(&core->kept_ticket, core->ticket_base + line, memory_order_relaxed);
}

static void set_line(struct journal *journal) {
    uint64_t durable = writer_durable(journal->writer);
    uint64_t line = durable;
    if (journal->unsure_from != 0 && journal->unsure_from <= durable)
        line = journal->unsure_from - 1;
    if (line <= journal->line) return;
    journal->line = line;
    publish(journal->core, line);
    release(journal);
    if (journal->copies != NULL) copies_look(journal->copies);
}

static void verdict_arrived(struct mail *mail) {
    struct verdict *verdict = (struct verdict *)mail;
    struct journal *journal = verdict->core->journal;
    if (journal != NULL && journal->run == verdict->run) {
        if (journal->unsure_from != 0 && verdict->line >= journal->unsure_from)
            journal->unsure_from = verdict->line >= journal->last_mark ? 0 : verdict->line + 1;
        set_line(journal);
        if (verdict->has_lines) {
            journal->has_asked = false;
            compactor_look(journal->compactor, verdict->lines);
        }
    }
    memory_free(verdict);
}

static void send_verdict(struct engine *engine, unsigned core, bool has_lines) {
    struct verdict *verdict =
        memory_alloc_zeroed(sizeof *verdict + engine->core_count * sizeof verdict->lines[0]);
    verdict->core = engine->cores[core];
    verdict->run = engine->log_run;
    verdict->line = line_of(engine->line, core);
    verdict->has_lines = has_lines;
    for (unsigned i = 0; i < engine->core_count && has_lines; i++)
        verdict->lines[i] = line_of(engine->line, i);
    verdict->mail.deliver = verdict_arrived;
    mail_post(engine->cores[core]->loop, &verdict->mail);
}

static void drop_report(struct report *report) {
    buffer_clear(&report->marks);
    memory_free(report);
}

/* On core 0. */
static void report_arrived(struct mail *mail) {
    struct report *report = (struct report *)mail;
    if (report->run != report->core->engine->log_run) { /* of a log that is closed */
        drop_report(report);
        return;
    }
    struct engine *engine = report->core->engine;
    unsigned core = report->core->index;
    uint64_t *before = memory_alloc(engine->core_count * sizeof *before);
    for (unsigned i = 0; i < engine->core_count; i++) before[i] = line_of(engine->line, i);
    const struct mark_note *notes = (const struct mark_note *)(const void *)report->marks.data;
    for (size_t i = 0; i < report->marks.len / sizeof *notes; i++) {
        if (notes[i].parts == 0)
            line_begin(engine->line, core, notes[i].tx, notes[i].batch);
        else
            line_mark(engine->line, core, notes[i].tx, notes[i].parts, notes[i].batch);
    }
    line_reach(engine->line, core, report->durable);
    line_draw(engine->line);
    for (unsigned i = 0; i < engine->core_count; i++) {
        bool wants_lines = i == core && report->wants_lines;
        if (wants_lines || line_of(engine->line, i) != before[i])
            send_verdict(engine, i, wants_lines);
    }
    memory_free(before);
    drop_report(report);
}

static void send_report(struct journal *journal, bool wants_lines) {
    struct report *report = memory_alloc_zeroed(sizeof *report);
    report->core = journal->core;
    report->run = journal->run;
    report->durable = journal->reported = writer_durable(journal->writer);
    report->marks = journal->unreported;
    report->wants_lines = wants_lines;
    journal->unreported = (struct buffer){0};
    report->mail.deliver = report_arrived;
    mail_post(journal->core->engine->cores[0]->loop, &report->mail);
}

static void note_batch(const struct journal *journal) {
    if (__builtin_expect(journal->copies != NULL, 0))
        copies_note_batch(journal->copies, writer_open_batch(journal->writer),
                          journal->core->shard.effects.lsns_taken);
}

/* Of a transaction, on its way to the open batch. */
static void on_mark(void *arg, const struct mark *mark, struct bytes record) {
    struct journal *journal = arg;
    writer_add(journal->writer, record);
    note_batch(journal);
    struct mark_note note = {mark->tx, writer_open_batch(journal->writer), mark->parts};
    buffer_append(&journal->unreported, bytes_of((const char *)&note, sizeof note));
    journal->last_mark = note.batch;
    if (journal->unsure_from == 0) journal->unsure_from = note.batch;
}

/* ---- what the writer says ---- */

static void tell_state(struct journal *journal) {
    unsigned state = writer_is_full(journal->writer) ? LOG_IS_FULL : 0;
    if (writer_trouble(journal->writer) < 0) state |= LOG_IS_IN_TROUBLE;
    if (state == journal->told_state) return;
    journal->core->log_state |=
        state & LOG_IS_FULL; /* here at once; all cores are told by core 0 */
    journal->delayed += (state & ~(unsigned)journal->told_state & LOG_IS_FULL) != 0;
    core_tell_log_state(journal->core, journal->told_state, (uint8_t)state);
    journal->told_state = (uint8_t)state;
}

static void on_progress(void *arg) {
    struct journal *journal = arg;
    set_line(journal);
    if (journal->unsure_from != 0 && writer_durable(journal->writer) > journal->reported)
        send_report(journal, false);
    tell_state(journal);
}

/* Redis's names for the kinds. */
static void on_written(void *arg, uint64_t us, bool is_synced, bool was_beside_sync) {
    struct core *core = ((struct journal *)arg)->core;
    if (is_synced) {
        core_note_spike(core, "aof-fsync-always", us);
    } else {
        core_note_spike(core, was_beside_sync ? "aof-write-pending-fsync" : "aof-write-alone", us);
        core_note_spike(core, "aof-write", us);
    }
}

#define GIVE_UP_NS 5000000000LL

void journal_turn_end(struct journal *journal) {
    writer_turn_end(journal->writer);
    struct compactor *compactor = journal->compactor;
    if (compactor_wants_lines(compactor, journal->line) && !journal->has_asked) {
        journal->has_asked = true;
        send_report(journal, true);
    }
    int64_t now_ns = loop_now_ns(journal->core->loop);
    bool is_time = now_ns - journal->looked_ns >= JOURNAL_LOOK_EVERY_NS;
    if (!is_time && !compactor_is_eager(compactor)) return;
    compactor_look(compactor, NULL);
    if (!is_time) return;
    journal->looked_ns = now_ns;
    journal_look_now(journal);
}

void journal_look_now(struct journal *journal) {
    if (writer_is_full(journal->writer)) tell_state(journal);
}

void journal_note_global(struct journal *journal) {
    compactor_note_global(journal->compactor);
}

void journal_compact(struct journal *journal) {
    compactor_run_all(journal->compactor);
}

/* What replicas shall have synced is synced here, too. */
static enum sync_policy stricter(const struct core *core, enum sync_policy policy) {
    return core->settings->min_sync_replicas > 0 ? SYNC_ALWAYS : policy;
}

void journal_set_policy(struct journal *journal, enum sync_policy policy) {
    policy = stricter(journal->core, policy);
    journal->gates = policy == SYNC_ALWAYS;
    writer_set_policy(journal->writer, policy);
}

void journal_set_retention(struct journal *journal, uint64_t keep_ms) {
    retention_set(journal->retention, (int64_t)keep_ms);
}

/* Redis's sizes are of one log, and it rewrites as a whole: what is worth while there is so in slices for much less. */
void journal_set_growth(struct journal *journal, const struct settings *settings) {
    enum { SHARE = 8 };
    compactor_set_growth(journal->compactor, settings->auto_aof_rewrite_percentage,
                         settings->auto_aof_rewrite_min_size / SHARE);
}

void journal_keep_for_replicas(struct core *core) {
    struct journal *journal = core->journal;
    if (journal == NULL || core->replica_keeping == KEEPING_UNKNOWN) return;
    bool is_some = core->replica_keeping == KEEPING_SOME;
    uint64_t bytes = is_some ? core->settings->repl_log_retention : 0;
    if (bytes == journal->kept_for_bytes) return;
    journal->kept_for_bytes = bytes;
    writer_keep(journal->writer, bytes / core->engine->core_count);
    retention_keep_runs(journal->retention, bytes);
}

/* ---- life ---- */

static char *on_place(void *arg, size_t len) {
    return writer_place(((struct journal *)arg)->writer, len);
}

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)partition;
    (void)lsn;
    writer_add(((struct journal *)arg)->writer, record);
    note_batch(arg);
}

struct opening {
    struct writer *writer;
    int error;
};

static void make_file(void *arg) {
    struct opening *opening = arg;
    opening->error = writer_make_file(opening->writer);
}

static void adopt_files(struct writer *writer, const struct recovery *recovery) {
    struct recovery_file file;
    unsigned kept = 0;
    for (; recovery != NULL && recovery_kept_file(recovery, kept, &file); kept++)
        writer_adopt(writer, file.number, file.bytes, file.records);
    if (kept > 0) { /* they stay until it is known whether they shall */
        writer_keep(writer, UINT64_MAX);
        writer_release(writer, recovery_manifest(recovery)->first_segment);
    }
    for (unsigned i = 0; recovery != NULL && recovery_file(recovery, i, &file); i++)
        writer_adopt(writer, file.number, file.bytes, file.records);
}

struct finding {
    const struct journal_options *options;
    bool is_first; /* of the cores: that one looks after what all have in common */
    struct retention *retention;
};

static void find_history(void *arg) {
    struct finding *finding = arg;
    const struct journal_options *options = finding->options;
    finding->retention = retention_open(options->directory, options->manifest,
                                        finding->is_first ? options->root : NULL);
}

static void open_retention(struct journal *journal, const struct journal_options *options) {
    struct finding finding = {.options = options, .is_first = journal->core->index == 0};
    fiber_offload(find_history, &finding);
    journal->retention = finding.retention;
    retention_start(journal->retention, journal->core->loop);
    if (!options->is_partial)
        journal_set_retention(journal, journal->core->settings->log_retention_ms);
    writer_set_retention(journal->writer, journal->retention);
}

int journal_open(struct core *core, const struct journal_options *options) {
    struct journal *journal = memory_alloc_zeroed(sizeof *journal);
    struct writer_options write = {.directory = options->directory,
                                   .core = core->index,
                                   .cores = core->engine->core_count,
                                   .effects = &core->shard.effects,
                                   .policy = stricter(core, options->policy),
                                   .first_batch = options->first_batch,
                                   .first_segment = options->first_segment,
                                   .on_progress = on_progress,
                                   .on_written = on_written,
                                   .arg = journal};
    struct opening opening = {.writer = writer_create(&write)};
    fiber_offload(make_file, &opening);
    if (opening.error < 0) {
        writer_destroy(opening.writer);
        memory_free(journal);
        return opening.error;
    }
    journal->core = core;
    journal->run = core->engine->log_run;
    journal->writer = opening.writer;
    journal->directory = memory_copy_text(bytes_of_string(options->directory));
    journal->root = memory_copy_text(bytes_of_string(options->root));
    journal->kept_for_bytes = UINT64_MAX;
    journal->waits_end = &journal->waits;
    timer_init(&journal->hurry, hurry, journal);
    journal->gates = write.policy == SYNC_ALWAYS;
    open_retention(journal, options);
    adopt_files(journal->writer, options->recovery);
    writer_start(journal->writer, core->loop);
    journal->line = writer_durable(journal->writer);
    publish(core, journal->line);
    struct compactor_options compact = {.loop = core->loop,
                                        .keyspace = core->shard.keyspace,
                                        .effects = &core->shard.effects,
                                        .writer = journal->writer,
                                        .retention = journal->retention,
                                        .directory = options->directory,
                                        .databases = core->engine->databases,
                                        .manifest = options->manifest,
                                        .is_off = !options->compacts};
    journal->compactor = compactor_create(&compact);
    core->journal = journal;
    journal_set_growth(journal, core->settings);
    journal_keep_for_replicas(core);
    journal->feed = (struct feed){.sink = {.place = on_place, .record = on_record, .arg = journal},
                                  .mark = on_mark,
                                  .arg = journal};
    feed_add(core, &journal->feed, true);
    send_report(journal, false); /* where the line begins */
    return 0;
}

/* Nothing is under way, and either everything is durable or the disk has been given long enough. */
static bool has_ended(const struct journal *journal, int64_t *give_up_ns) {
    int64_t now_ns = loop_now_ns(journal->core->loop);
    if (compactor_is_busy(journal->compactor) || !writer_is_quiet(journal->writer)) return false;
    if (writer_is_idle(journal->writer)) return true;
    if (writer_trouble(journal->writer) == 0) return false;
    if (*give_up_ns == 0) *give_up_ns = now_ns + GIVE_UP_NS;
    return now_ns >= *give_up_ns;
}

void journal_close(struct core *core) {
    struct journal *journal = core->journal;
    int64_t give_up_ns = 0;
    feed_remove(core, &journal->feed);
    compactor_stop(journal->compactor);
    writer_sync_soon(journal->writer);
    while (!has_ended(journal, &give_up_ns)) {
        writer_turn_end(journal->writer);
        fiber_sleep(1000000);
    }
    if (!writer_is_idle(journal->writer))
        log_line('#', "Core %u cannot write its log: what was not yet durable is lost",
                 core->index);
    core->journal = NULL;
    core->ticket_base += journal_ticket(journal);
    publish(core, 0);
    if (journal->copies != NULL) copies_give_up(journal->copies);
    journal->line = UINT64_MAX;
    release(journal); /* whoever still waits, waits for nothing */
    journal_destroy(journal);
}

void journal_forget_line(struct engine *engine) {
    line_destroy(engine->line);
    engine->line = line_create(engine->core_count);
    engine->log_run++;
}

void journal_destroy(struct journal *journal) {
    if (journal == NULL) return;
    timer_stop(&journal->hurry);
    copies_destroy(journal->copies);
    compactor_destroy(journal->compactor);
    writer_destroy(journal->writer);
    retention_close(journal->retention);
    buffer_clear(&journal->unreported);
    memory_free(journal->directory);
    memory_free(journal->root);
    memory_free(journal);
}
