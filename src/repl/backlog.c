/* repl/backlog.c - runs, and the queue of them. */
#include "repl/backlog.h"

#include <assert.h>

#include "base/memory.h"
#include "log/varint.h"
#include "repl/wire.h"

/* A frame is at most half of what the wire takes; what one turn has logged beyond that goes on in another. */
enum {
    RUN_MAX = 16 << 20 /* but for a record that is longer itself */,
    FRAME_SIZE_MAX = 256 << 10
};

struct run *run_create(uint64_t batch, uint64_t index) {
    struct run *run = memory_alloc_zeroed(sizeof(*run));
    run->batch = batch;
    run->index = index;
    wire_begin(&run->frame, WIRE_JOURNAL);
    return run;
}

/* Where a record of that length goes, behind its length. */
static char *place_for(struct run *run, size_t len) {
    size_t width = varint_len(len);
    return buffer_reserve(&run->frame, width + len) + width;
}

void run_add(struct run *run, struct bytes record, unsigned place, unsigned lsns) {
    uint16_t stored = (uint16_t)place;
    struct buffer *frame = &run->frame;
    char *at = place_for(run, record.len);
    if (record.data != at) memcpy(at, record.data, record.len);
    varint_write(frame->data + frame->len, record.len);
    frame->len = (size_t)(at - frame->data) + record.len;
    buffer_append(&run->places, bytes_of((const char *)&stored, sizeof(stored)));
    run->lsns += lsns;
    run->has_marks |= place == RUN_MARK;
}

void run_seal(struct run *run, bool is_more) {
    run->is_more = is_more;
    /* It may stay for long: what it was given in advance goes, if it is much. */
    if (run->frame.size - run->frame.len > run->frame.len / 4) {
        run->frame.data = memory_realloc(run->frame.data, run->frame.len);
        run->frame.size = run->frame.len;
    }
}

struct bytes run_frame(struct run *run) {
    if (!run->has_head) {
        wire_end(&run->frame, 0, run->is_more ? WIRE_MORE : 0);
        run->has_head = true;
    }
    return buffer_view(&run->frame);
}

void run_destroy(struct run *run) {
    buffer_clear(&run->frame);
    buffer_clear(&run->places);
    memory_free(run);
}

size_t run_bytes(const struct run *run) {
    return sizeof(*run) + run->frame.size + run->places.size;
}

bool run_next(struct run_reader *reader, const struct run *run, struct bytes *record,
              unsigned *place) {
    if (!reader->run) {
        reader->run = run;
        reader->rest = bytes_of(run->frame.data + WIRE_HEAD, run->frame.len - WIRE_HEAD);
    }
    uint16_t stored;
    if (!wire_next_record(&reader->rest, record)) {
        return false;
    }
    memcpy(&stored, run->places.data + reader->next, sizeof(stored));
    reader->next += sizeof(stored);
    *place = stored;
    return true;
}

/* ---- the queue ---- */

void backlog_init(struct backlog *backlog, unsigned partition_first, unsigned partition_count,
                  const uint64_t *lsns) {
    *backlog =
        (struct backlog){.partition_first = partition_first, .partition_count = partition_count};
    memcpy(backlog->lsns, lsns, sizeof(backlog->lsns));
}

void backlog_clear(struct backlog *backlog) {
    while (backlog->first) {
        backlog_drop(backlog);
    }
    if (backlog->open) {
        run_destroy(backlog->open);
        backlog->open = NULL;
    }
}

static struct run *seal(struct backlog *backlog, bool is_more) {
    struct run *run = backlog->open;
    backlog->open = NULL;
    if (!run) {
        return NULL;
    }
    backlog->frame_size = run->frame.len < FRAME_SIZE_MAX ? run->frame.len : FRAME_SIZE_MAX;
    run_seal(run, is_more);
    run->was_more = backlog->last && backlog->last->is_more;
    *(backlog->last ? &backlog->last->next : &backlog->first) = run;
    backlog->last = run;
    backlog->bytes += run_bytes(run);
    backlog->runs++;
    return run;
}

struct run *backlog_seal(struct backlog *backlog) {
    return seal(backlog, false);
}

static void prepare(struct backlog *backlog, size_t len, uint64_t batch, uint64_t index) {
    if (backlog->open && backlog->open->frame.len + len > RUN_MAX) {
        seal(backlog, true);
    }
    if (!backlog->open) {
        backlog->open = run_create(batch, index);
        buffer_reserve(&backlog->open->frame, backlog->frame_size); /* turns are alike */
    }
}

char *backlog_place(struct backlog *backlog, size_t len) {
    prepare(backlog, len, 0, 0);
    return place_for(backlog->open, len);
}

void backlog_add(struct backlog *backlog, struct bytes record, unsigned place, uint64_t batch,
                 uint64_t index) {
    prepare(backlog, record.len, batch, index);
    unsigned lsns = place == RUN_MARK ? 0 : place == RUN_GLOBAL ? backlog->partition_count : 1;
    run_add(backlog->open, record, place, lsns);
}

void backlog_drop(struct backlog *backlog) {
    struct run *run = backlog->first;
    assert(run);
    for (size_t at = 0; at < run->places.len; at += sizeof(uint16_t)) {
        uint16_t place; /* the records themselves have left the caches */
        memcpy(&place, run->places.data + at, sizeof(place));
        if (place < PARTITIONS) {
            backlog->lsns[place]++;
        }
        for (unsigned i = 0; i < backlog->partition_count && place == RUN_GLOBAL; i++) {
            backlog->lsns[backlog->partition_first + i]++;
        }
    }
    backlog->first = run->next;
    if (!run->next) {
        backlog->last = NULL;
    }
    backlog->bytes -= run_bytes(run);
    backlog->runs--;
    run_destroy(run);
}

bool backlog_reaches(const struct backlog *backlog, const uint64_t *lsns) {
    for (unsigned i = 0; i < backlog->partition_count; i++) {
        unsigned partition = backlog->partition_first + i;
        if (lsns[partition] < backlog->lsns[partition]) {
            return false;
        }
    }
    return true;
}
