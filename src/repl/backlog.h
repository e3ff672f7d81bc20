/* repl/backlog.h - the latest records of a core, as they go to its replicas.
 *
 * Everything that a core logs in one turn is a run: one frame of the journal, made once for all replicas. A run ends
 * between two callbacks. Runs stay until there are more bytes of them than are wanted; what is older is read back from the
 * log as runs of the same kind (repl/readback.h). Pure. */
#pragma once

#include "base/buffer.h"
#include "base/hash.h"

/* Where a record belongs: the partition of its key, or: */
enum run_place { RUN_GLOBAL = 0xfffe /* all partitions of the core */, RUN_MARK = 0xffff };

struct run {
    struct run *next;
    uint64_t batch;       /* of its first record in the log; 0: it is in none */
    uint64_t index;       /* of that record in the batch */
    uint64_t lsns;        /* that its records take */
    struct buffer frame;  /* WIRE_JOURNAL; run_frame writes its head, */
    bool has_head;        /* once */
    struct buffer places; /* a uint16_t a record or mark */
    bool is_more;         /* the next one goes on with what the last callback logged */
    bool was_more;        /* the one before did */
    bool has_marks;       /* other flows wait for what is in it */
};

struct run *run_create(uint64_t batch, uint64_t index);
/* place: a partition, or an enum run_place. lsns: that it takes. */
void run_add(struct run *run, struct bytes record, unsigned place, unsigned lsns);
void run_seal(struct run *run, bool is_more);
void run_destroy(struct run *run);
/* Of a sealed run: as it is sent. A replica keeps runs that most often nobody asks for, and summing is not free. */
struct bytes run_frame(struct run *run);
size_t run_bytes(const struct run *run); /* that it occupies */

/* Over the records of a sealed run; begin with {0}. */
struct run_reader {
    const struct run *run;
    struct bytes rest;
    size_t next;
};
bool run_next(struct run_reader *reader, const struct run *run, struct bytes *record,
              unsigned *place);

struct backlog {
    struct run *first, *last;  /* sealed ones, oldest first */
    struct run *open;          /* of this turn, or NULL */
    uint64_t bytes, runs;      /* of the sealed ones */
    size_t frame_size;         /* that the next frame begins with */
    uint64_t lsns[PARTITIONS]; /* before the first */
    unsigned partition_first, partition_count;
};

/* lsns: of all records so far. */
void backlog_init(struct backlog *backlog, unsigned partition_first, unsigned partition_count,
                  const uint64_t *lsns);
void backlog_clear(struct backlog *backlog);
/* Where a record of that length, which is added next and in no log, may be written, so that it need not be copied. */
char *backlog_place(struct backlog *backlog, size_t len);
/* batch, index: where the log has it. */
void backlog_add(struct backlog *backlog, struct bytes record, unsigned place, uint64_t batch,
                 uint64_t index);
/* At the end of a turn: what is open is sealed. Returns it, or NULL. */
struct run *backlog_seal(struct backlog *backlog);
/* The oldest goes. There is one. */
void backlog_drop(struct backlog *backlog);
/* True if all records after these LSNs are here. */
bool backlog_reaches(const struct backlog *backlog, const uint64_t *lsns);
