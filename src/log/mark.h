/* log/mark.h - records of a log that are no effects: they change nothing and have no LSN. */
#pragma once

#include "base/buffer.h"

/* Above all of enum effect_op. */
enum mark_op {
    MARK_TX_BEGIN = 0x80, /* a transaction of several hops has begun to write here */
    MARK_TX = 0x81        /* it has ended here, and has so many parts (log/line.h) */
};

struct mark {
    enum mark_op op;
    uint64_t tx;
    unsigned parts;
};

void mark_write(struct buffer *out, const struct mark *mark);
/* False if the record is none, or is malformed. */
bool mark_read(struct bytes record, struct mark *mark);
static inline bool mark_is(struct bytes record) {
    return record.len > 0 && (unsigned char)record.data[0] >= 0x80;
}
