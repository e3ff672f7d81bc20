/* log/mark.c - op, then the transaction's number, then (MARK_TX) how many parts it has; varints. */
#include "log/mark.h"

#include "log/varint.h"

void mark_write(struct buffer *out, const struct mark *mark) {
    *buffer_reserve(out, 1) = (char)mark->op;
    out->len++;
    varint_put(out, mark->tx);
    if (mark->op == MARK_TX) varint_put(out, mark->parts);
}

bool mark_read(struct bytes record, struct mark *mark) {
    uint64_t parts = 0;
    if (!mark_is(record)) return false;
    mark->op = (enum mark_op)(unsigned char)record.data[0];
    struct bytes rest = bytes_of(record.data + 1, record.len - 1);
    if (mark->op > MARK_TX || !varint_take(&rest, &mark->tx)) return false;
    if (mark->op == MARK_TX && (!varint_take(&rest, &parts) || parts == 0 || parts > UINT16_MAX))
        return false;
    mark->parts = (unsigned)parts;
    return rest.len == 0;
}
