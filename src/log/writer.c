/* log/writer.c - sealing, writing and syncing batches, and going on after errors.
 *
 * Everything that may go on next is looked at by pump, after each thing that ended: a write, a sync,
 * a new file, a second of trouble.
 *
 * Where no reply waits a sync is begun when 2 MiB are not durable: so what has to be kept stays small enough to be
 * used again while it is in the CPU's cache, and a base (log/compactor.h) counts soon after it was made. */
#include "log/writer.h"

#include <assert.h>
#include <errno.h>

#include "base/memory.h"
#include "log/batch_memory.h"
#include "log/spare.h"
#include "log/varint.h"
#include "sys/timer.h"

enum { PENDING_MAX = 64 << 20, UNSYNCED_MAX = 2 << 20, ENOUGH = 256 << 10 };
/* A batch of so many bytes ends at a page of the file: that adds a sixteenth on the average, and the next one can be
 * written without the kernel's cache (sys/disk.h). */
enum { ENDS_AT_PAGE = 32 << 10 };
#define SYNC_EVERY_NS 500000000LL /* so that nothing is older than a second when it is durable */
/* Then writes wait: a tenth of a second before the one that is promised, for other cores have to be told. */
#define UNSYNCED_MAX_NS 900000000LL
#define RETRY_NS 1000000000LL
/* Where no reply waits for it, a batch is held up to here, or until it has ENOUGH bytes: a write costs some 20 us of
 * a CPU however small it is. */
#define HOLD_NS 5000000LL

/* A sealed batch, kept while it may have to be written again (W2). */
struct kept {
    struct kept *next;
    struct buffer bytes;
    uint64_t number;
    int64_t begun_ns; /* of its oldest record */
    uint32_t segment_id;
    uint32_t records;
};

struct written_segment {
    uint64_t number, bytes, records, first_batch;
    bool is_begun; /* its head is durable */
};

struct writer {
    struct writer_options options;
    char *directory;
    struct loop *loop;
    struct spare spare;
    struct batch_memory memory;
    /* the open batch */
    struct buffer open;
    uint32_t open_records;
    int64_t open_ns;
    uint64_t open_number;
    /* sealed ones, oldest first */
    struct kept *kept, **kept_end;
    struct kept *unwritten; /* the first of them that is not written */
    uint64_t pending_bytes;
    uint64_t written, durable;
    /* the file */
    struct disk_file *file;
    uint64_t file_number, file_size, offset;
    uint32_t file_id;
    bool begins_file;                 /* the next batch goes to a new one, */
    uint64_t lsn[PARTITIONS];         /* before which these were the LSNs */
    struct written_segment *segments; /* that are there, the last one is written */
    unsigned segment_count;
    size_t segment_size;
    uint64_t live_bytes;
    uint64_t released_below, keep_max; /* segments below are kept up to so many bytes */
    /* under way */
    struct disk_request write, sync;
    bool is_writing, is_syncing;
    uint64_t wanted;      /* up to this batch it shall be durable soon, whatever the policy */
    bool was_synced;      /* the write under way syncs, too */
    bool is_abandoning;   /* the file has failed: it is left when nothing is under way in it */
    struct buffer first;  /* a file's head and first batch, while they are written */
    uint64_t sync_number; /* what the sync under way makes durable */
    int64_t sync_begun_ns;
    int64_t write_begun_ns;
    bool is_beside_sync; /* the write under way began while a sync was */
    struct timer timer;  /* of the next sync */
    struct timer hold;   /* until the open batch is sealed */
    struct timer
        late; /* until too much time has passed since the oldest record that is not durable */
    uint64_t added,
        seen_added; /* records in all, and at the end of the last turn in which some came */
    int error;
    struct timer retry;
    struct writer_facts facts;
};

static void pump(struct writer *writer);
static void trouble(struct writer *writer, int error);
static void end_trouble(struct writer *writer);
static void abandon(struct writer *writer);

static int64_t now(const struct writer *writer) {
    return writer->loop != NULL ? loop_now_ns(writer->loop) : 0;
}

static void tell(struct writer *writer) {
    if (writer->loop != NULL && writer->options.on_progress != NULL)
        writer->options.on_progress(writer->options.arg);
}

/* ---- records ---- */

static void begin_batch(struct writer *writer) {
    if (writer->open.data == NULL) writer->open = batch_memory_take(&writer->memory);
    log_batch_begin(&writer->open);
    writer->open_ns = now(writer);
}

/* Where a record of so many bytes goes, in the open batch. */
static char *place(struct writer *writer, size_t len) {
    if (writer->open_records == 0) begin_batch(writer);
    batch_memory_grow(&writer->open, len + VARINT_MAX);
    return log_batch_place(&writer->open, len);
}

/* The next record comes some 0.5 us later, and where it will be written is rarely in the cache: batches that wait for a
 * sync go round in 2 MiB and more. */
__attribute__((always_inline)) static inline void fetch_next_place(const struct writer *writer) {
    const char *end = writer->open.data + writer->open.len;
    __builtin_prefetch(end + 64, 1);
    __builtin_prefetch(end + 128, 1);
}

static void add(struct writer *writer, struct bytes record) {
    if (!log_batch_add_placed(&writer->open, record)) {
        place(writer, record.len);
        log_batch_add(&writer->open, record);
    }
    fetch_next_place(writer);
    writer->open_records++;
    writer->added++;
}

static char *on_place(void *arg, size_t len) {
    return place(arg, len);
}

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)partition;
    (void)lsn;
    add(arg, record);
}

struct effect_sink writer_sink(struct writer *writer) {
    return (struct effect_sink){.place = on_place, .record = on_record, .arg = writer};
}

char *writer_place(struct writer *writer, size_t len) {
    return place(writer, len);
}

void writer_add(struct writer *writer, struct bytes record) {
    add(writer, record);
}

/* ---- LSNs ---- */

static void note_lsns(struct writer *writer) {
    const struct effects *effects = writer->options.effects;
    memcpy(writer->lsn, effects->lsn + effects->partition_first,
           effects->partition_count * sizeof writer->lsn[0]);
}

/* Takes back what the records count. */
static void uncount(struct writer *writer, struct bytes records) {
    const struct effects *effects = writer->options.effects;
    struct bytes record;
    while (log_batch_next(&records, &record)) {
        struct effect effect;
        if (!effect_decode(record, &effect)) continue; /* a mark */
        if (effect_is_global(&effect)) {
            for (unsigned i = 0; i < effects->partition_count; i++) writer->lsn[i]--;
        } else {
            writer->lsn[key_of(effect.key).partition - effects->partition_first]--;
        }
    }
}

/* The LSNs before the first batch that is kept: after an error, so the time it takes does not matter. */
static void note_lsns_of_kept(struct writer *writer) {
    note_lsns(writer);
    if (writer->open_records > 0)
        uncount(writer, bytes_of(writer->open.data + BATCH_HEAD, writer->open.len - BATCH_HEAD));
    for (const struct kept *kept = writer->kept; kept != NULL; kept = kept->next) {
        struct log_batch_head head;
        struct bytes records;
        bool is_good = log_batch_read(buffer_view(&kept->bytes), kept->segment_id, &head, &records);
        assert(is_good);
        if (is_good) uncount(writer, records);
    }
}

/* ---- sealing ---- */

static size_t align_of(const struct writer *writer) {
    bool ends_at_page = writer->options.policy == SYNC_ALWAYS || writer->open.len >= ENDS_AT_PAGE;
    return ends_at_page ? BATCH_ALIGN_SYNCED : BATCH_ALIGN;
}

static void seal(struct writer *writer) {
    struct kept *kept = memory_alloc_zeroed(sizeof *kept);
    struct log_batch_head head = {.number = writer->open_number,
                                  .durable = writer->durable,
                                  .wall_ms = writer->loop != NULL ? loop_wall_ms(writer->loop)
                                                                  : clock_wall_us() / 1000,
                                  .record_count = writer->open_records};
    kept->number = writer->open_number++;
    kept->segment_id = writer->file_id;
    kept->records = writer->open_records;
    kept->begun_ns = writer->open_ns;
    batch_memory_grow(&writer->open, BATCH_ALIGN_SYNCED);
    log_batch_seal_at(&writer->open, &head, kept->segment_id,
                      writer->begins_file ? 0 : writer->offset, align_of(writer));
    kept->bytes = writer->open;
    writer->open = (struct buffer){0};
    writer->open_records = 0;
    *writer->kept_end = kept;
    writer->kept_end = &kept->next;
    writer->unwritten = kept;
    writer->pending_bytes += kept->bytes.len;
    if (!writer->begins_file && writer->offset + kept->bytes.len > writer->file_size) {
        writer->begins_file = true; /* with this batch */
        note_lsns(writer);
        uncount(writer, bytes_of(kept->bytes.data + BATCH_HEAD, head.records_bytes));
    }
}

/* Forgets the batches up to this number. */
static void drop_kept(struct writer *writer, uint64_t number) {
    while (writer->kept != NULL && writer->kept->number <= number &&
           writer->kept != writer->unwritten) {
        struct kept *kept = writer->kept;
        writer->kept = kept->next;
        writer->pending_bytes -= kept->bytes.len;
        batch_memory_give_back(&writer->memory, &kept->bytes);
        memory_free(kept);
    }
    if (writer->kept != NULL) return;
    writer->kept_end = &writer->kept;
    batch_memory_trim(&writer->memory);
}

/* ---- files ---- */

static void add_segment(struct writer *writer, uint64_t number, uint64_t bytes) {
    writer->segments = memory_room_for_one(writer->segments, writer->segment_count,
                                           &writer->segment_size, sizeof *writer->segments);
    writer->segments[writer->segment_count++] =
        (struct written_segment){.number = number, .bytes = bytes};
}

static void make_spare(struct writer *writer, uint64_t needed) {
    spare_make(&writer->spare, writer->file_number + 1,
               segment_size(writer->live_bytes, needed + 2 * SEGMENT_HEAD_MAX),
               writer->options.policy == SYNC_ALWAYS);
}

static void close_file(struct writer *writer) {
    if (writer->file != NULL) disk_close(writer->file);
    writer->file = NULL;
}

static void choose_id(struct writer *writer) {
    do machine_random(&writer->file_id, sizeof writer->file_id);
    while (writer->file_id == 0);
}

/* Takes the file that is ready; the next batch is its first. */
static void begin_file(struct writer *writer) {
    close_file(writer);
    writer->file_number = writer->spare.number;
    writer->file_size = writer->spare.size;
    writer->file = spare_take(&writer->spare);
    writer->offset = 0;
    choose_id(writer);
    add_segment(writer, writer->file_number, 0);
    make_spare(writer, 0);
}

/* The head of the file and its first batch, in one piece; kept stays as it is. */
static struct bytes with_head(struct writer *writer, const struct kept *kept) {
    const struct effects *effects = writer->options.effects;
    struct segment_head *head = memory_alloc_zeroed(sizeof *head);
    head->id = writer->file_id;
    head->core = writer->options.core;
    head->cores = writer->options.cores;
    head->partition_first = effects->partition_first;
    head->partition_count = effects->partition_count;
    head->number = writer->file_number;
    head->first_batch = kept->number;
    head->wall_ms = writer->loop != NULL ? loop_wall_ms(writer->loop) : clock_wall_us() / 1000;
    memcpy(head->lsn, writer->lsn, sizeof head->lsn);
    if (writer->first.data == NULL) writer->first = batch_memory_take(&writer->memory);
    writer->first.len = 0;
    batch_memory_grow(&writer->first, SEGMENT_HEAD_MAX + kept->bytes.len);
    segment_head_write(head, &writer->first);
    memory_free(head);
    if (writer->loop != NULL)
        writer->segments[writer->segment_count - 1].first_batch = kept->number;
    buffer_append(&writer->first, buffer_view(&kept->bytes));
    return buffer_view(&writer->first);
}

/* ---- writing ---- */

static void write_next(struct writer *writer) {
    struct kept *kept = writer->unwritten;
    if (kept->segment_id != writer->file_id) {
        kept->segment_id = writer->file_id;
        log_batch_reseal(&kept->bytes, kept->segment_id);
    }
    struct bytes bytes = writer->offset == 0 ? with_head(writer, kept) : buffer_view(&kept->bytes);
    writer->is_writing = true;
    writer->write_begun_ns = now(writer);
    writer->is_beside_sync = writer->is_syncing;
    writer->was_synced = writer->options.policy == SYNC_ALWAYS;
    disk_write(writer->loop, &writer->write, writer->file, writer->offset, bytes,
               writer->was_synced);
    writer->offset += bytes.len;
    writer->segments[writer->segment_count - 1].bytes += bytes.len;
    writer->segments[writer->segment_count - 1].records += kept->records;
    writer->facts.bytes += bytes.len;
    writer->facts.batches++;
    writer->facts.records += kept->records;
}

static void start_sync(struct writer *writer) {
    writer->is_syncing = true;
    writer->sync_number = writer->written;
    writer->sync_begun_ns = now(writer);
    writer->facts.syncs++;
    disk_sync(writer->loop, &writer->sync, writer->file);
}

static void became_durable(struct writer *writer, uint64_t number) {
    struct written_segment *segment = &writer->segments[writer->segment_count - 1];
    if (number > writer->durable) writer->durable = number;
    segment->is_begun |= number >= segment->first_batch;
    drop_kept(writer, writer->durable);
}

/* True if that was all that was under way in a file that has failed. */
static bool was_abandoned(struct writer *writer, int result) {
    if (result < 0 && !writer->is_abandoning) {
        writer->is_abandoning = true;
        trouble(writer, result);
    }
    if (!writer->is_abandoning) return false;
    if (!writer->is_writing && !writer->is_syncing) abandon(writer);
    return true;
}

static void tell_duration(const struct writer *writer) {
    uint64_t us = (uint64_t)(now(writer) - writer->write_begun_ns) / 1000;
    if (writer->options.on_written != NULL)
        writer->options.on_written(writer->options.arg, us, writer->was_synced,
                                   writer->is_beside_sync);
}

static void on_written(struct disk_request *request) {
    struct writer *writer = request->arg;
    writer->is_writing = false;
    tell_duration(writer);
    if (was_abandoned(writer, request->result)) return;
    const struct kept *kept = writer->unwritten;
    writer->written = kept->number;
    writer->unwritten = kept->next;
    if (writer->first.data != NULL) batch_memory_give_back(&writer->memory, &writer->first);
    if (writer->was_synced) {
        writer->facts.syncs++;
        if (writer->durable + 1 == writer->written)
            became_durable(writer, writer->written);
        else if (writer->wanted < writer->written)
            writer->wanted = writer->written; /* what was written under another policy, too */
    }
    pump(writer);
    end_trouble(writer);
    tell(writer);
}

static void on_synced(struct disk_request *request) {
    struct writer *writer = request->arg;
    writer->is_syncing = false;
    if (was_abandoned(writer, request->result)) return;
    int64_t took_us = (now(writer) - writer->sync_begun_ns) / 1000;
    if (took_us > writer->facts.sync_max_us) writer->facts.sync_max_us = took_us;
    became_durable(writer, writer->sync_number);
    pump(writer);
    tell(writer);
}

static void on_spare(void *arg) {
    struct writer *writer = arg;
    if (writer->spare.error < 0)
        trouble(writer, writer->spare.error); /* W4 */
    else
        pump(writer);
    end_trouble(writer);
    tell(writer);
}

/* ---- errors ---- */

static void trouble(struct writer *writer, int error) {
    if (writer->error == 0) {
        log_line('#', "Core %u cannot write its log in %s: %s. Writes are refused until it can.",
                 writer->options.core, writer->directory, strerror(-error));
    }
    writer->error = error;
    if (writer->loop != NULL) timer_start(writer->loop, &writer->retry, RETRY_NS);
}

/* W2: nothing is under way in the file, and it is left as it is. */
static void abandon(struct writer *writer) {
    close_file(writer);
    writer->is_abandoning = false;
    writer->unwritten = writer->kept;
    if (writer->kept != NULL)
        writer->written = writer->kept->number - 1; /* what was there is void */
    writer->begins_file = true;
    note_lsns_of_kept(writer);
    tell(writer);
}

static void on_retry(void *arg) {
    pump(arg);
    end_trouble(arg);
}

/* Once everything has a place again, and the next file is there. */
static void end_trouble(struct writer *writer) {
    bool is_placed = writer->unwritten == NULL && !writer->is_writing && !writer->is_abandoning;
    if (writer->error == 0 || !is_placed || writer->spare.file == NULL) return;
    writer->error = 0;
    timer_stop(&writer->retry);
    log_line('*', "Core %u writes its log again.", writer->options.core);
}

/* ---- what comes next ---- */

/* A new file for the next batch; false if it has to wait for one (W3). */
static bool change_file(struct writer *writer) {
    bool is_behind = writer->durable < writer->written;
    if (writer->is_syncing) return false;
    if (writer->file != NULL && is_behind) {
        start_sync(writer);
        return false;
    }
    if (writer->spare.file == NULL) {
        make_spare(writer, writer->unwritten->bytes.len);
        return false;
    }
    begin_file(writer);
    writer->begins_file = false;
    return true;
}

static void sync_when_due(struct writer *writer) {
    bool is_behind = writer->durable < writer->written && writer->file != NULL;
    if (!is_behind || writer->is_syncing || writer->is_abandoning) return;
    int64_t due_ns = writer->sync_begun_ns + SYNC_EVERY_NS;
    bool is_due = writer->pending_bytes >= UNSYNCED_MAX ||
                  (writer->options.policy != SYNC_NO && now(writer) >= due_ns);
    if (writer->wanted > writer->durable || is_due)
        start_sync(writer);
    else if (writer->options.policy == SYNC_EVERYSEC && !timer_is_running(&writer->timer))
        timer_start_at(writer->loop, &writer->timer, due_ns);
}

/* Writes shall be held up in time, though nothing else may happen on this core meanwhile. (Once they are, there is
 * nothing to watch: a timer whose time has passed would turn the loop without end.) */
static void watch_age(struct writer *writer) {
    bool is_watched = writer->options.policy == SYNC_EVERYSEC && writer->kept != NULL;
    if (is_watched && !writer_is_full(writer) && !timer_is_running(&writer->late))
        timer_start_at(writer->loop, &writer->late, writer->kept->begun_ns + UNSYNCED_MAX_NS);
}

static void on_late(void *arg) {
    struct writer *writer = arg;
    if (writer_is_full(writer))
        tell(writer); /* what ends that is a sync, which looks again */
    else
        watch_age(writer);
}

/* The open batch shall be sealed now. */
static bool is_ripe(struct writer *writer) {
    if (writer->open_records == 0 || writer->is_writing || writer->unwritten != NULL) return false;
    int64_t held_ns = now(writer) - writer->open_ns;
    if (writer->options.policy == SYNC_ALWAYS || writer->wanted >= writer->open_number ||
        held_ns >= HOLD_NS || writer->open.len >= ENOUGH)
        return true;
    if (!timer_is_running(&writer->hold))
        timer_start(writer->loop, &writer->hold, HOLD_NS - held_ns);
    return false;
}

static void pump(struct writer *writer) {
    if (writer->is_abandoning || writer->loop == NULL) return;
    bool is_waiting = timer_is_running(&writer->retry);
    if (writer->spare.file == NULL && !is_waiting) make_spare(writer, 0);
    if (is_ripe(writer)) seal(writer);
    if (writer->unwritten != NULL && !writer->is_writing && !(is_waiting && writer->file == NULL)) {
        bool has_file = writer->file != NULL && !writer->begins_file;
        if (has_file || change_file(writer)) write_next(writer);
    }
    sync_when_due(writer);
    watch_age(writer);
}

static void on_timer(void *arg) {
    pump(arg);
}

/* What a crash would have taken back just now, of what was answered. */
static void note_exposure(struct writer *writer) {
    if (writer->added == writer->seen_added) return;
    writer->seen_added = writer->added;
    if (writer->options.policy != SYNC_EVERYSEC || writer->kept == NULL) return;
    int64_t age_us = (now(writer) - writer->kept->begun_ns) / 1000;
    if (age_us > writer->facts.unsynced_max_us) writer->facts.unsynced_max_us = age_us;
}

void writer_turn_end(struct writer *writer) {
    note_exposure(writer);
    if (writer->open_records > 0 && !writer->is_writing) pump(writer);
}

/* ---- life ---- */

/* The first file begins with an empty batch, which voids what a crash has left behind the line. */
static int write_first(struct writer *writer) {
    writer->file_number = writer->spare.number;
    writer->file_size = writer->spare.size;
    writer->file = spare_take(&writer->spare);
    choose_id(writer);
    begin_batch(writer);
    seal(writer);
    struct bytes bytes = with_head(writer, writer->kept);
    int error = disk_write_now(writer->file, 0, bytes);
    if (error == 0) error = disk_sync_now(writer->file);
    writer->offset = bytes.len;
    writer->unwritten = NULL;
    writer->begins_file = false;
    writer->written = writer->durable = writer->kept->number;
    drop_kept(writer, writer->durable);
    batch_memory_give_back(&writer->memory, &writer->first);
    return error;
}

struct writer *writer_create(const struct writer_options *options) {
    struct writer *writer = memory_alloc_zeroed(sizeof *writer);
    writer->options = *options;
    writer->directory = memory_copy_text(bytes_of_string(options->directory));
    writer->kept_end = &writer->kept;
    writer->open_number = options->first_batch;
    writer->written = writer->durable = options->first_batch - 1;
    writer->file_number = options->first_segment - 1;
    writer->begins_file = true;
    note_lsns(writer);
    writer->write = (struct disk_request){.done = on_written, .arg = writer};
    writer->sync = (struct disk_request){.done = on_synced, .arg = writer};
    timer_init(&writer->timer, on_timer, writer);
    timer_init(&writer->hold, on_timer, writer);
    timer_init(&writer->late, on_late, writer);
    timer_init(&writer->retry, on_retry, writer);
    spare_init(&writer->spare, options->directory, on_spare, writer);
    return writer;
}

int writer_make_file(struct writer *writer) {
    make_spare(writer, 0);
    return writer->spare.error < 0 ? writer->spare.error : write_first(writer);
}

void writer_adopt(struct writer *writer, uint64_t number, uint64_t bytes, uint64_t records) {
    add_segment(writer, number, bytes);
    writer->segments[writer->segment_count - 1].records = records;
    writer->segments[writer->segment_count - 1].is_begun = true;
}

/* While the first file was made on a helper, records may have been counted that nobody logs (the log is begun while the
 * engine is in use): its head has old LSNs then, and the next batch goes to another file. */
static void check_lsns(struct writer *writer) {
    const struct effects *effects = writer->options.effects;
    if (memcmp(writer->lsn, effects->lsn + effects->partition_first,
               effects->partition_count * sizeof writer->lsn[0]) == 0)
        return;
    note_lsns(writer);
    writer->begins_file = true;
}

void writer_start(struct writer *writer, struct loop *loop) {
    writer_adopt(writer, writer->file_number, writer->offset, 0); /* behind those of earlier runs */
    writer->loop = writer->spare.loop = loop;
    writer->sync_begun_ns = loop_now_ns(loop);
    check_lsns(writer);
    pump(writer);
}

void writer_destroy(struct writer *writer) {
    timer_stop(&writer->timer);
    timer_stop(&writer->hold);
    timer_stop(&writer->late);
    timer_stop(&writer->retry);
    writer->unwritten = NULL;
    drop_kept(writer, UINT64_MAX);
    close_file(writer);
    spare_clear(&writer->spare);
    buffer_clear(&writer->open);
    buffer_clear(&writer->first);
    batch_memory_clear(&writer->memory);
    memory_free(writer->segments);
    memory_free(writer->directory);
    memory_free(writer);
}

void writer_set_policy(struct writer *writer, enum sync_policy policy) {
    writer->options.policy = policy;
    pump(writer);
}

void writer_sync_soon(struct writer *writer) {
    writer->wanted = writer_last_batch(writer);
    pump(writer);
}

void writer_set_live_bytes(struct writer *writer, uint64_t bytes) {
    writer->live_bytes = bytes;
}

void writer_set_retention(struct writer *writer, struct retention *retention) {
    spare_set_retention(&writer->spare, retention);
}

static uint64_t kept_bytes(const struct writer *writer) {
    uint64_t bytes = 0;
    for (unsigned i = 0;
         i < writer->segment_count && writer->segments[i].number < writer->released_below; i++)
        bytes += writer->segments[i].bytes;
    return bytes;
}

static void remove_released(struct writer *writer) {
    unsigned gone = 0;
    uint64_t kept = kept_bytes(writer);
    while (gone + 1 < writer->segment_count &&
           writer->segments[gone].number < writer->released_below && kept > writer->keep_max) {
        kept -= writer->segments[gone].bytes;
        writer->facts.discarded_bytes += writer->segments[gone].bytes;
        writer->facts.discarded_records += writer->segments[gone].records;
        spare_release(&writer->spare, writer->segments[gone].number, writer->segments[gone].bytes);
        gone++;
    }
    writer->segment_count -= gone;
    memmove(writer->segments, writer->segments + gone,
            writer->segment_count * sizeof *writer->segments);
}

void writer_release(struct writer *writer, uint64_t below_segment) {
    writer->released_below = below_segment;
    remove_released(writer);
}

void writer_keep(struct writer *writer, uint64_t bytes) {
    if (bytes == writer->keep_max) return;
    writer->keep_max = bytes;
    remove_released(writer);
}

/* ---- what is known ---- */

uint64_t writer_segment_of(const struct writer *writer, uint64_t batch) {
    unsigned i = writer->segment_count - 1;
    while (i > 0 && (!writer->segments[i].is_begun || writer->segments[i].first_batch > batch)) i--;
    return writer->segments[i].number;
}

uint64_t writer_open_batch(const struct writer *writer) {
    return writer->open_number;
}

uint64_t writer_last_batch(const struct writer *writer) {
    return writer->open_records > 0 ? writer->open_number : writer->open_number - 1;
}

uint32_t writer_open_records(const struct writer *writer) {
    return writer->open_records;
}

uint64_t writer_written(const struct writer *writer) {
    return writer->written;
}

uint64_t writer_durable(const struct writer *writer) {
    return writer->durable;
}

bool writer_is_quiet(const struct writer *writer) {
    return !writer->is_writing && !writer->is_syncing && !spare_is_busy(&writer->spare);
}

bool writer_is_idle(const struct writer *writer) {
    uint64_t reached = writer->options.policy == SYNC_NO ? writer->written : writer->durable;
    return writer->open_records == 0 && reached + 1 == writer->open_number &&
           writer_is_quiet(writer);
}

static uint64_t pending_bytes(const struct writer *writer) {
    return writer->pending_bytes + writer->open.len;
}

bool writer_is_full(const struct writer *writer) {
    if (pending_bytes(writer) > PENDING_MAX) return true;
    if (writer->options.policy == SYNC_NO || writer->kept == NULL) return false;
    return now(writer) - writer->kept->begun_ns >= UNSYNCED_MAX_NS;
}

int writer_trouble(const struct writer *writer) {
    return writer->error;
}

void writer_facts(const struct writer *writer, struct writer_facts *facts) {
    *facts = writer->facts;
    facts->segment = writer->file_number;
    facts->segment_offset = writer->offset;
    facts->first_segment = writer->segment_count > 0 ? writer->segments[0].number : 0;
    for (unsigned i = 0; i < writer->segment_count; i++)
        facts->segment_bytes += writer->segments[i].bytes;
    facts->kept_bytes = kept_bytes(writer);
    facts->segment_bytes -= facts->kept_bytes;
    facts->spare_bytes = writer->spare.file != NULL ? writer->spare.size : 0;
    facts->pending_bytes = pending_bytes(writer);
}
