/* repl/wire.c - frames, written and taken apart. */
#include "repl/wire.h"

#include <string.h>

#include "base/crc32c.h"
#include "log/varint.h"

enum { AT_LEN = 4, AT_CRC = 8 };

static uint32_t crc_of(const char *frame, size_t payload_len) {
    uint32_t crc = crc32c(0, bytes_of(frame, AT_CRC));
    return crc32c(crc, bytes_of(frame + WIRE_HEAD, payload_len));
}

size_t wire_begin(struct buffer *out, enum wire_kind kind) {
    size_t start = out->len;
    memset(buffer_reserve(out, WIRE_HEAD), 0, WIRE_HEAD);
    out->data[start] = (char)kind;
    out->len += WIRE_HEAD;
    return start;
}

void wire_end(struct buffer *out, size_t start, unsigned flags) {
    char *frame = out->data + start;
    uint32_t len = (uint32_t)(out->len - start - WIRE_HEAD);
    frame[1] = (char)flags;
    memcpy(frame + AT_LEN, &len, sizeof len);
    uint32_t crc = crc_of(frame, len);
    memcpy(frame + AT_CRC, &crc, sizeof crc);
}

void wire_add_record(struct buffer *out, struct bytes record) {
    varint_put(out, record.len);
    buffer_append(out, record);
}

int wire_next(struct bytes *input, struct wire_head *head, struct bytes *payload) {
    if (input->len < WIRE_HEAD) return 0;
    const char *frame = input->data;
    *head = (struct wire_head){.kind = (uint8_t)frame[0], .flags = (uint8_t)frame[1]};
    memcpy(&head->len, frame + AT_LEN, sizeof head->len);
    memcpy(&head->crc, frame + AT_CRC, sizeof head->crc);
    if (head->len > WIRE_PAYLOAD_MAX || frame[2] != 0 || frame[3] != 0) return -1;
    if (input->len - WIRE_HEAD < head->len) return 0;
    if (crc_of(frame, head->len) != head->crc) return -1;
    *payload = bytes_of(frame + WIRE_HEAD, head->len);
    *input = bytes_of(frame + WIRE_HEAD + head->len, input->len - WIRE_HEAD - head->len);
    return 1;
}

bool wire_next_record(struct bytes *rest, struct bytes *record) {
    struct bytes input = *rest;
    uint64_t len;
    if (!varint_take(&input, &len) || len > input.len) return false;
    *record = bytes_of(input.data, (size_t)len);
    *rest = bytes_of(input.data + len, input.len - (size_t)len);
    return true;
}

void wire_add_message(struct buffer *out, const struct wire_message *message) {
    varint_put(out, message->is_shard);
    wire_add_record(out, message->channel);
    wire_add_record(out, message->text);
}

bool wire_next_message(struct bytes *rest, struct wire_message *message) {
    struct bytes input = *rest;
    uint64_t kind;
    if (!varint_take(&input, &kind) || kind > 1 || !wire_next_record(&input, &message->channel) ||
        !wire_next_record(&input, &message->text))
        return false;
    message->is_shard = kind == 1;
    *rest = input;
    return true;
}
