/* log/mark.h - records of a log that are no effects: they change nothing and have no LSN. */
#pragma once

#include "base/buffer.h"
#include "base/hash.h"

/* Above all of enum effect_op. */
enum mark_op {
    MARK_TX_BEGIN = 0x80, /* a transaction of several hops has begun to write here */
    MARK_TX = 0x81,       /* it has ended here, and has so many parts (log/line.h) */
    MARK_UNIT = 0x82,     /* of a base: what follows are all keys of a region (log/base.h) */
    MARK_BASE_END = 0x83  /* of a base: that is all of it */
};

struct mark {
    enum mark_op op;
    uint64_t tx;
    unsigned parts;
    /* MARK_UNIT: the region [from, end) of spots in a database, and the LSNs of its partitions, varints that
     * mark_next_lsn takes. MARK_BASE_END: how many units there were. */
    unsigned db;
    uint64_t from, end, units;
    struct bytes lsns;
};

/* Spots are places in the order of (partition, hash), see data/keyspace.h. */
static inline unsigned mark_partition(uint64_t spot) {
    return (unsigned)(spot >> 53);
}

void mark_write(struct buffer *out, const struct mark *mark);
/* The start of a MARK_UNIT; the LSNs of its partitions are to be put behind it, by mark_put_lsn. */
void mark_put_lsn(struct buffer *out, uint64_t lsn);
bool mark_next_lsn(struct mark *mark, uint64_t *lsn);
/* False if the record is none, or is malformed. */
bool mark_read(struct bytes record, struct mark *mark);
static inline bool mark_is(struct bytes record) {
    return record.len > 0 && (unsigned char)record.data[0] >= 0x80;
}
