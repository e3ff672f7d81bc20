/* repl/assemble.c - what waits is kept as it came, and sorted when it is taken.
 *
 *     flow 0   r r r B r M r r . . . .         r  a record: applied as it comes, as long as nothing waits
 *     flow 1   r r B r . . .                   B, M  the transaction begins, has its mark
 *                  ^ line: M is missing, so flow 0 waits from its B on */
#include "repl/assemble.h"

#include "log/effect.h"
#include "log/mark.h"
#include "log/varint.h"
#include "repl/wire.h"

enum { NO_CORE = UINT32_MAX };
/* Above all numbers of transactions. */
#define RUN_NAMES (1ull << 63)
#define GLOBAL_NAMES (3ull << 62)

void assemble_init(struct assemble *assemble, unsigned flow, unsigned flows, unsigned partitions,
                   const uint16_t *core_of_partition) {
    *assemble = (struct assemble){.flow = flow,
                                  .flows = flows,
                                  .partitions = partitions,
                                  .core_of_partition = core_of_partition};
}

void assemble_clear(struct assemble *assemble) {
    buffer_clear(&assemble->held);
}

bool assemble_is_global(struct bytes record) {
    return record.len > 0 && (record.data[0] == EFFECT_FLUSH || record.data[0] == EFFECT_SWAP ||
                              record.data[0] == EFFECT_MEMBERS);
}

bool assemble_partition(struct bytes record, uint16_t *partition) {
    uint64_t db, len;
    if (record.len < 2) return false;
    struct bytes rest = bytes_of(record.data + 2, record.len - 2);
    if (!varint_take(&rest, &db) || !varint_take(&rest, &len) || len > rest.len) return false;
    *partition = slot_of_key(bytes_of(rest.data, (size_t)len)) / SLOTS_PER_PARTITION;
    return true;
}

/* ---- looking at a frame ---- */

/* Records between two marks (A2). */
struct run {
    uint64_t first, last; /* places; 0: there are none */
    unsigned core;
    bool spreads;
};

struct look {
    struct assemble *assemble;
    struct buffer *notes;
    struct run run;
    unsigned core; /* of the last run */
    uint64_t place, lsns;
    bool waits; /* some of it does */
};

static void note(struct look *look, uint64_t tx, uint64_t place, unsigned parts) {
    struct assemble_note entry = {.tx = tx, .place = place, .parts = parts};
    buffer_append(look->notes, bytes_of((const char *)&entry, sizeof entry));
}

static void end_run(struct look *look) {
    struct assemble *assemble = look->assemble;
    if (look->run.spreads && assemble->open == 0) {
        uint64_t name = RUN_NAMES | (uint64_t)assemble->flow << 48 | assemble->runs++;
        note(look, name, look->run.first, 0);
        note(look, name, look->run.last, 1);
    }
    look->waits |= look->run.spreads;
    look->core = look->run.first > 0 ? look->run.core : look->core;
    look->run = (struct run){.core = NO_CORE};
}

static bool look_at_mark(struct look *look, struct bytes record) {
    struct assemble *assemble = look->assemble;
    struct mark mark;
    end_run(look);
    look->waits = true;
    if (!mark_read(record, &mark)) return false;
    switch (mark.op) {
    case MARK_TX_BEGIN:
        note(look, mark.tx, look->place, 0);
        assemble->open++;
        return true;
    case MARK_TX:
        /* The line knows whether it has begun; if not, it began somewhere in this frame. */
        note(look, mark.tx, assemble->frame_first, 0);
        note(look, mark.tx, look->place, mark.parts);
        assemble->open -= assemble->open > 0;
        return true;
    default:
        return false;
    }
}

/* It has no marks: the flows count. */
static void note_global(struct look *look) {
    struct assemble *assemble = look->assemble;
    uint64_t name = GLOBAL_NAMES | assemble->globals++;
    note(look, name, look->place, 0);
    note(look, name, look->place, assemble->flows);
}

static bool look_at_record(struct look *look, struct bytes record) {
    struct assemble *assemble = look->assemble;
    struct run *run = &look->run;
    uint16_t partition;
    if (run->first == 0) *run = (struct run){.first = look->place, .core = run->core};
    run->last = look->place;
    if (assemble_is_global(record)) {
        run->spreads = true;
        if (assemble->open == 0) note_global(look);
        look->lsns += assemble->partitions;
        return true;
    }
    if (!assemble_partition(record, &partition)) return false;
    unsigned core = assemble->core_of_partition[partition];
    if (run->core == NO_CORE) run->core = core;
    run->spreads |= run->core != core;
    look->lsns++;
    return true;
}

enum assemble_way assemble_frame(struct assemble *assemble, struct bytes payload, unsigned *core,
                                 uint64_t *lsns, struct buffer *notes) {
    struct look look = {
        .assemble = assemble, .notes = notes, .place = assemble->place, .run = {.core = NO_CORE}};
    struct bytes rest = payload, record;
    assemble->frame_first = assemble->place + 1;
    while (wire_next_record(&rest, &record)) {
        look.place++;
        if (!(mark_is(record) ? look_at_mark(&look, record) : look_at_record(&look, record)))
            return ASSEMBLE_BAD;
    }
    if (rest.len > 0) return ASSEMBLE_BAD;
    end_run(&look);
    *lsns = look.lsns;
    *core = look.core;
    if (!look.waits && !assemble_holds(assemble) && !assemble->is_joining) return ASSEMBLE_DIRECT;
    if (!assemble_holds(assemble)) assemble->first = assemble->frame_first;
    buffer_append(&assemble->held, payload);
    assemble->place = look.place;
    return ASSEMBLE_HELD;
}

/* ---- taking ---- */

uint64_t assemble_take(struct assemble *assemble, uint64_t place, struct buffer *shares,
                       unsigned cores) {
    struct bytes rest = buffer_view(&assemble->held), record;
    uint64_t lsns = 0;
    assemble->is_joining = true;
    while (assemble->first <= place && wire_next_record(&rest, &record)) {
        uint16_t partition = 0;
        assemble->first++;
        if (mark_is(record)) continue;
        if (assemble_is_global(record)) {
            for (unsigned i = 0; i < cores; i++) wire_add_record(&shares[i], record);
            lsns += assemble->partitions;
        } else if (assemble_partition(record, &partition)) {
            wire_add_record(&shares[assemble->core_of_partition[partition]], record);
            lsns++;
        }
    }
    if (rest.len == 0)
        buffer_clear(&assemble->held);
    else
        buffer_consume(&assemble->held, assemble->held.len - rest.len);
    return lsns;
}

/* ---- a core's share ---- */

/* Applies up to the next record without a key, which is left in *global; false if something was refused. */
static bool apply_to_global(struct bytes *share, struct bytes *global,
                            bool (*apply)(void *arg, struct bytes record), void *arg) {
    struct bytes record;
    *global = bytes_of(NULL, 0);
    while (wire_next_record(share, &record)) {
        if (assemble_is_global(record)) {
            *global = record;
            return true;
        }
        if (!apply(arg, record)) return false;
    }
    return share->len == 0;
}

bool assemble_merge(struct bytes *shares, unsigned count,
                    bool (*apply)(void *arg, struct bytes record), void *arg) {
    for (;;) {
        struct bytes first = bytes_of(NULL, 0);
        for (unsigned i = 0; i < count; i++) {
            struct bytes global;
            if (!apply_to_global(&shares[i], &global, apply, arg)) return false;
            if (i == 0) first = global;
            if (!bytes_equal(first, global)) return false; /* A4 */
        }
        if (first.len == 0) return true;
        if (!apply(arg, first)) return false;
    }
}
