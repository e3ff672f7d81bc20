/* log/mark.c - op, then what there is of: the transaction's number, how many parts it has; database,
 * from, end and LSNs; units. All varints but from and end, which have 8 bytes. */
#include "log/mark.h"

#include "log/varint.h"

void mark_write(struct buffer *out, const struct mark *mark) {
    *buffer_reserve(out, 1) = (char)mark->op;
    out->len++;
    switch (mark->op) {
    case MARK_TX_BEGIN:
    case MARK_TX:
        varint_put(out, mark->tx);
        if (mark->op == MARK_TX) varint_put(out, mark->parts);
        break;
    case MARK_UNIT:
        varint_put(out, mark->db);
        buffer_append(out, bytes_of((const char *)&mark->from, sizeof mark->from));
        buffer_append(out, bytes_of((const char *)&mark->end, sizeof mark->end));
        break;
    case MARK_BASE_END:
        varint_put(out, mark->units);
        break;
    }
}

void mark_put_lsn(struct buffer *out, uint64_t lsn) {
    varint_put(out, lsn);
}

bool mark_next_lsn(struct mark *mark, uint64_t *lsn) {
    return varint_take(&mark->lsns, lsn);
}

static bool take_u64(struct bytes *rest, uint64_t *value) {
    if (rest->len < sizeof *value) return false;
    memcpy(value, rest->data, sizeof *value);
    *rest = bytes_of(rest->data + sizeof *value, rest->len - sizeof *value);
    return true;
}

static bool read_unit(struct bytes rest, struct mark *mark) {
    uint64_t db;
    if (!varint_take(&rest, &db) || db > UINT16_MAX || !take_u64(&rest, &mark->from) ||
        !take_u64(&rest, &mark->end))
        return false;
    mark->db = (unsigned)db;
    mark->lsns = rest;
    return mark->from < mark->end && mark_partition(mark->end - 1) < PARTITIONS;
}

bool mark_read(struct bytes record, struct mark *mark) {
    uint64_t parts = 0;
    if (!mark_is(record)) return false;
    mark->op = (enum mark_op)(unsigned char)record.data[0];
    struct bytes rest = bytes_of(record.data + 1, record.len - 1);
    switch (mark->op) {
    case MARK_TX:
        if (!varint_take(&rest, &mark->tx) || !varint_take(&rest, &parts) || parts == 0 ||
            parts > UINT16_MAX)
            return false;
        mark->parts = (unsigned)parts;
        return rest.len == 0;
    case MARK_TX_BEGIN:
        return varint_take(&rest, &mark->tx) && rest.len == 0;
    case MARK_UNIT:
        return read_unit(rest, mark);
    case MARK_BASE_END:
        return varint_take(&rest, &mark->units) && rest.len == 0;
    }
    return false;
}
