/* engine/preimage_list.c - lists as they were: runs of elements in the order of the moment.
 *
 *     runs    | still there: from number 5 on, 40 | noted: 64 in bytes | still there: from number 109 on, 900 |
 *
 * A change first cuts what it concerns out of the runs that are still there and notes it; where it moves numbers, the runs behind
 * it move along. Elements that came later are in no run. What is noted of a list for one element is up to GROUP of them, so
 * that runs stay few.
 *
 * The numbers of runs never descend, noted ones included, which have that of the place where they were. */
#include <assert.h>

#include "base/memory.h"
#include "data/lists.h"
#include "engine/preimage_kind.h"

enum {
    GROUP = 64,
    GROUP_BYTES = 64 << 10, /* more: that element alone */
    RUNS_MIN = 8
};

struct preimage_run {
    int64_t number; /* of its first element */
    uint64_t count; /* 0: noted */
    struct buffer noted;
};

static void begin(struct preimage *preimage) {
    struct preimage_run run = {.number = lists_first(preimage->shell)};
    run.count = preimage->count = preimage->left = lists_count(preimage->shell);
    preimage->of.list.runs = memory_alloc(RUNS_MIN * sizeof(run));
    preimage->of.list.runs[0] = run;
    preimage->of.list.count = 1;
    preimage->of.list.room = RUNS_MIN;
}

static int64_t end_of(const struct preimage_run *run) {
    return run->number + (int64_t)run->count;
}

/* The first run that ends behind this number; count if there is none. */
static unsigned find_run(const struct preimage *preimage, int64_t number) {
    unsigned low = preimage->of.list.first, high = preimage->of.list.count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (end_of(&preimage->of.list.runs[middle]) > number) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* Makes room for n runs before run i. */
static void open_runs(struct preimage *preimage, unsigned i, unsigned n) {
    unsigned count = preimage->of.list.count;
    if (count + n > preimage->of.list.room) {
        preimage->of.list.room = 2 * (count + n);
        preimage->of.list.runs = memory_realloc(
            preimage->of.list.runs, preimage->of.list.room * sizeof(struct preimage_run));
    }
    struct preimage_run *run = &preimage->of.list.runs[i];
    memmove(run + n, run, (count - i) * sizeof(*run));
    memset(run, 0, n * sizeof(*run));
    preimage->of.list.count += n;
}

/* Run i, which is still there, ends before this number; what is behind it is the next run. */
static void split(struct preimage *preimage, unsigned i, int64_t number) {
    open_runs(preimage, i + 1, 1);
    struct preimage_run *run = &preimage->of.list.runs[i];
    run[1].number = number;
    run[1].count = (uint64_t)(end_of(run) - number);
    run->count = (uint64_t)(number - run->number);
}

/* At most count elements from the start of this run on, into out, while that is shorter than end; returns how many. */
static uint64_t put(struct preimage *preimage, const struct preimage_run *run, uint64_t count,
                    size_t end, struct buffer *out) {
    struct lists_walk walk;
    uint64_t done = 0;
    lists_walk(preimage->shell, (uint64_t)(run->number - lists_first(preimage->shell)), &walk);
    while (done < count && (done == 0 || out->len < end) && lists_next(&walk)) {
        preimage_put_text(out, walk.text, preimage->compresses);
        done++;
    }
    assert(done > 0); /* P1: a run that is still there is there */
    return done;
}

/* Run i as a whole, which is still there. */
static void note_run(struct preimage *preimage, unsigned i) {
    struct preimage_run *run = &preimage->of.list.runs[i];
    uint64_t noted = put(preimage, run, run->count, SIZE_MAX, &run->noted);
    assert(noted == run->count);
    preimage->left -= noted;
    run->count = 0;
    preimage->of.list.bytes += run->noted.len;
}

/* What is still there of [start, end). */
static void note_range(struct preimage *preimage, int64_t start, int64_t end) {
    for (unsigned i = find_run(preimage, start); i < preimage->of.list.count; i++) {
        const struct preimage_run *run = &preimage->of.list.runs[i];
        if (run->count == 0) {
            continue;
        }
        if (run->number >= end) {
            break;
        }
        if (run->number < start) {
            split(preimage, i, start);
            continue; /* the next one begins there */
        }
        if (end_of(run) > end) {
            split(preimage, i, end);
        }
        note_run(preimage, i);
    }
}

static bool is_short(const struct preimage *preimage, int64_t start, int64_t end) {
    struct lists_walk walk;
    size_t size = 0;
    lists_walk(preimage->shell, (uint64_t)(start - lists_first(preimage->shell)), &walk);
    while (start++ < end && size <= GROUP_BYTES && lists_next(&walk)) {
        size += walk.text.len;
    }
    return size <= GROUP_BYTES;
}

static void note_one(struct preimage *preimage, int64_t number) {
    unsigned i = find_run(preimage, number);
    while (i < preimage->of.list.count && preimage->of.list.runs[i].count == 0) {
        i++;
    }
    const struct preimage_run *run = &preimage->of.list.runs[i];
    if (i == preimage->of.list.count || run->number > number) {
        return;
    }
    int64_t start = number & -(int64_t)GROUP, end = start + GROUP;
    start = start > run->number ? start : run->number;
    end = end < end_of(run) ? end : end_of(run);
    if (is_short(preimage, start, end)) {
        note_range(preimage, start, end);
    } else {
        note_range(preimage, number, number + 1);
    }
}

/* Elements from this number on get other ones. */
static void shift(struct preimage *preimage, int64_t number, int64_t by) {
    unsigned i = find_run(preimage, number);
    if (i < preimage->of.list.count && preimage->of.list.runs[i].number < number) {
        split(preimage, i++, number);
    }
    for (; i < preimage->of.list.count; i++) {
        struct preimage_run *run = &preimage->of.list.runs[i];
        bool is_within = by < 0 && run->number < number - by; /* what went: noted */
        run->number = is_within ? number : run->number + by;
    }
}

static void note(struct preimage *preimage, const struct mutation *mutation) {
    struct lists_field field = {.count = 1, .what = LISTS_CUT};
    if (mutation->field.len == sizeof(field.number)) {
        memcpy(&field.number, mutation->field.data, sizeof(field.number));
        note_one(preimage, field.number);
        return;
    }
    if (mutation->field.len != sizeof(field)) {
        return; /* touched, for those who watch the key */
    }
    memcpy(&field, mutation->field.data, sizeof(field));
    if (field.what != LISTS_INSERT) {
        note_range(preimage, field.number, field.number + (int64_t)field.count);
    }
    if (field.what != LISTS_CUT) {
        int64_t count = (int64_t)field.count;
        shift(preimage, field.number, field.what == LISTS_INSERT ? count : -count);
    }
}

static void write_head(struct preimage *preimage, struct rdb_writer *writer) {
    rdb_put_length(writer->out, preimage->count);
}

/* Some of the first run. */
static void write_some(struct preimage *preimage, struct rdb_writer *writer, size_t end) {
    struct preimage_run *run = &preimage->of.list.runs[preimage->of.list.first];
    if (run->count > 0) {
        uint64_t done = put(preimage, run, run->count, end, writer->out);
        preimage->left -= done;
        run->number += (int64_t)done;
        run->count -= done;
    } else if (run->noted.len > 0) {
        buffer_append(writer->out, buffer_view(&run->noted));
        preimage->of.list.bytes -= run->noted.len;
    }
    if (run->count == 0) {
        buffer_clear(&run->noted);
        preimage->of.list.first++;
    }
}

static bool write(struct preimage *preimage, struct rdb_writer *writer, size_t end) {
    while (preimage->of.list.first < preimage->of.list.count && writer->out->len < end) {
        write_some(preimage, writer, end);
    }
    return preimage->of.list.first < preimage->of.list.count;
}

static size_t bytes(const struct preimage *preimage) {
    return preimage->of.list.bytes + preimage->of.list.room * sizeof(struct preimage_run);
}

static void clear(struct preimage *preimage) {
    for (unsigned i = preimage->of.list.first; i < preimage->of.list.count; i++) {
        buffer_clear(&preimage->of.list.runs[i].noted);
    }
    memory_free(preimage->of.list.runs);
}

const struct preimage_kind preimage_list = {begin, note, write_head, write, bytes, clear};
