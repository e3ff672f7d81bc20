/* log/core_file.c - frames in and out: see core_file.h. */
#include "log/core_file.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/crc32c.h"
#include "base/memory.h"

static const char file_mark[8] = "ANAXDMP\n", frame_mark[4] = {'A', 'X', 'F', '1'};

/* As it lies there. */
struct head_bytes {
    char mark[8];
    uint32_t version, crc;
    uint64_t id;
    uint32_t core, cores;
    int64_t wall_ms;
    char zeros[24];
};
_Static_assert(sizeof(struct head_bytes) == CORE_FILE_HEAD, "the head of a file has 64 bytes");

struct frame_bytes {
    char mark[4];
    uint32_t crc, number, bytes, unpacked;
    uint8_t codec, flags;
    char zeros[2];
};
_Static_assert(sizeof(struct frame_bytes) == CORE_FRAME_HEAD, "the head of a frame has 24 bytes");

enum { HEAD_CRC_FROM = 16, FRAME_CRC_FROM = 8 };

uint32_t core_file_seed(uint64_t id) {
    return (uint32_t)(id >> 32) ^ (uint32_t)id * 2654435761u;
}

static struct bytes from(const char *start, size_t at, size_t len) {
    return bytes_of(start + at, len - at);
}

/* ---- writing ---- */

void core_file_begin(struct core_file_writer *writer, const struct core_file_head *head,
                     enum pack_codec codec, struct buffer *out) {
    *writer = (struct core_file_writer){
        .id = head->id, .codec = codec, .packer = packer_create(), .offset = CORE_FILE_HEAD};
    struct head_bytes bytes = {.version = CORE_FILE_VERSION,
                               .id = head->id,
                               .core = head->core,
                               .cores = head->cores,
                               .wall_ms = head->wall_ms};
    memcpy(bytes.mark, file_mark, sizeof file_mark);
    bytes.crc = crc32c(0, from((const char *)&bytes, HEAD_CRC_FROM, sizeof bytes));
    buffer_append(out, bytes_of((const char *)&bytes, sizeof bytes));
}

/* Appends a frame to out, or only its head: then the block is to follow. */
static void put_frame(struct core_file_writer *writer, struct bytes block, unsigned flags,
                      bool is_plain, struct buffer *out) {
    struct frame_bytes head = {.number = writer->count++,
                               .unpacked = (uint32_t)block.len,
                               .codec = (uint8_t)writer->codec,
                               .flags = (uint8_t)flags};
    size_t start = out->len;
    memcpy(head.mark, frame_mark, sizeof frame_mark);
    buffer_append(out, bytes_of((const char *)&head, sizeof head));
    bool is_packed = !is_plain && packer_pack(writer->packer, writer->codec, block, out);
    if (!is_packed) head.codec = PACK_NONE;
    head.bytes = (uint32_t)(is_packed ? out->len - start - sizeof head : block.len);
    head.crc =
        crc32c(core_file_seed(writer->id), from((const char *)&head, FRAME_CRC_FROM, sizeof head));
    head.crc = crc32c(head.crc,
                      is_packed ? from(out->data + start, sizeof head, out->len - start) : block);
    memcpy(out->data + start, &head, sizeof head);
    if (!is_packed && !is_plain) buffer_append(out, block);
    struct core_frame frame = {writer->offset, (uint32_t)sizeof head + head.bytes, head.crc};
    buffer_append(&writer->index, bytes_of((const char *)&frame, sizeof frame));
    writer->offset += frame.bytes;
}
_Static_assert(sizeof(struct core_frame) == CORE_INDEX_ENTRY, "it lies in the index as it is");

void core_file_put_part(struct core_file_writer *writer, struct bytes words, unsigned flags,
                        struct buffer *out) {
    unsigned kind = flags & CORE_FRAME_FUNCTIONS;
    for (size_t at = 0; at < words.len;) {
        size_t len = words.len - at < PACK_BLOCK_MAX ? words.len - at : PACK_BLOCK_MAX;
        unsigned begins = at == 0 ? flags & CORE_FRAME_BEGINS : 0;
        unsigned ends = at + len == words.len ? flags & CORE_FRAME_ENDS : 0;
        put_frame(writer, bytes_of(words.data + at, len), kind | begins | ends, false, out);
        at += len;
    }
}

void core_file_put(struct core_file_writer *writer, struct bytes words, bool is_of_functions,
                   struct buffer *out) {
    unsigned kind = is_of_functions ? CORE_FRAME_FUNCTIONS : 0;
    core_file_put_part(writer, words, kind | CORE_FRAME_BEGINS | CORE_FRAME_ENDS, out);
}

void core_file_put_plain(struct core_file_writer *writer, struct bytes words, unsigned flags,
                         struct buffer *out) {
    assert(words.len > 0 && words.len <= PACK_BLOCK_MAX);
    put_frame(writer, words, flags, true, out);
}

void core_file_end(struct core_file_writer *writer, struct buffer *out, uint32_t *crc) {
    *crc = crc32c(core_file_seed(writer->id), buffer_view(&writer->index));
    buffer_append(out, buffer_view(&writer->index));
}

void core_file_writer_clear(struct core_file_writer *writer) {
    if (writer->packer != NULL) packer_destroy(writer->packer);
    buffer_clear(&writer->index);
    *writer = (struct core_file_writer){0};
}

/* ---- reading ---- */

static bool fail(struct core_file *file, const char *why, uint64_t offset) {
    snprintf(file->error, sizeof file->error, "%s at byte %" PRIu64, why, offset);
    return false;
}

static bool check_head(struct core_file *file, const struct core_file_head *wanted) {
    struct head_bytes head;
    if (file->bytes.len < sizeof head) return fail(file, "the file is cut off", file->bytes.len);
    memcpy(&head, file->bytes.data, sizeof head);
    if (memcmp(head.mark, file_mark, sizeof file_mark) != 0 || head.version == 0)
        return fail(file, "the file does not begin as it should", 0);
    if (head.crc != crc32c(0, from(file->bytes.data, HEAD_CRC_FROM, sizeof head)))
        return fail(file, "the head's checksum is wrong", 0);
    if (head.version > CORE_FILE_VERSION)
        return fail(file, "the file is of a newer version of Anax", 8);
    if (head.id != wanted->id || head.core != wanted->core || head.cores != wanted->cores)
        return fail(file, "the file is of another dump, or of another core", HEAD_CRC_FROM);
    return true;
}

/* Frames lie behind each other from the head on, and the index behind them. */
static bool check_index(struct core_file *file) {
    uint64_t at = CORE_FILE_HEAD;
    for (uint32_t i = 0; i < file->count; i++) {
        struct core_frame frame = core_file_frame(file, i);
        if (frame.offset != at || frame.bytes < CORE_FRAME_HEAD)
            return fail(file, "the index says what cannot be", at);
        at += frame.bytes;
    }
    size_t index = file->bytes.len - (size_t)file->count * CORE_INDEX_ENTRY;
    return at == index || fail(file, "the index does not say where the frames end", index);
}

bool core_file_open(struct core_file *file, struct bytes bytes, const struct core_file_head *head,
                    uint32_t count, uint32_t crc) {
    *file = (struct core_file){.bytes = bytes, .id = head->id, .count = count};
    if (!check_head(file, head)) return false;
    size_t index = (size_t)count * CORE_INDEX_ENTRY;
    if (bytes.len - CORE_FILE_HEAD < index) return fail(file, "the file is cut off", bytes.len);
    file->index = bytes.data + bytes.len - index;
    if (crc32c(core_file_seed(file->id), bytes_of(file->index, index)) != crc)
        return fail(file, "the index has a wrong checksum", bytes.len - index);
    return check_index(file);
}

struct core_frame core_file_frame(const struct core_file *file, uint32_t number) {
    struct core_frame frame;
    memcpy(&frame, file->index + (size_t)number * CORE_INDEX_ENTRY, sizeof frame);
    return frame;
}

bool core_file_begins(const struct core_file *file, uint32_t number) {
    struct frame_bytes head;
    memcpy(&head, file->bytes.data + core_file_frame(file, number).offset, sizeof head);
    return (head.flags & CORE_FRAME_BEGINS) != 0;
}

/* Checked, with its head; the bytes behind that are in *packed. */
static bool take_frame(struct core_file *file, uint32_t number, struct frame_bytes *head,
                       struct bytes *packed) {
    struct core_frame frame = core_file_frame(file, number);
    const char *start = file->bytes.data + frame.offset;
    memcpy(head, start, sizeof *head);
    if (memcmp(head->mark, frame_mark, sizeof frame_mark) != 0 || head->crc != frame.crc ||
        frame.crc != crc32c(core_file_seed(file->id), from(start, FRAME_CRC_FROM, frame.bytes)))
        return fail(file, "a frame has a wrong checksum", frame.offset);
    if (head->number != number || head->bytes != frame.bytes - sizeof *head ||
        head->unpacked == 0 || head->unpacked > PACK_BLOCK_MAX || head->codec >= PACK_CODECS)
        return fail(file, "a frame says what cannot be", frame.offset);
    *packed = from(start, sizeof *head, frame.bytes);
    return true;
}

static bool unpack(struct core_file *file, const struct frame_bytes *head, struct bytes packed,
                   struct packer *packer, struct buffer *text) {
    char *room = buffer_reserve(text, head->unpacked);
    text->len += head->unpacked;
    return packer_unpack(packer, head->codec, packed, room, head->unpacked) ||
           fail(file, "a frame cannot be unpacked", core_file_frame(file, head->number).offset);
}

bool core_file_run(struct core_file *file, uint32_t *number, struct packer *packer,
                   struct buffer *text, struct bytes *words, unsigned *flags) {
    enum { ALONE = CORE_FRAME_BEGINS | CORE_FRAME_ENDS };
    struct frame_bytes head;
    struct bytes packed;
    text->len = 0;
    assert(*number < file->count);
    if (!take_frame(file, *number, &head, &packed)) return false;
    uint64_t offset = core_file_frame(file, *number).offset;
    if ((head.flags & CORE_FRAME_BEGINS) == 0) return fail(file, "a run has no beginning", offset);
    *flags = head.flags;
    if ((head.flags & ALONE) == ALONE && head.codec == PACK_NONE && packed.len == head.unpacked) {
        ++*number;
        *words = packed;
        return true;
    }
    for (;;) {
        if (!unpack(file, &head, packed, packer, text)) return false;
        ++*number;
        if (head.flags & CORE_FRAME_ENDS) break;
        if (*number == file->count) return fail(file, "a run has no end", file->bytes.len);
        if (!take_frame(file, *number, &head, &packed)) return false;
        if (head.flags & CORE_FRAME_BEGINS)
            return fail(file, "a run has no end", core_file_frame(file, *number).offset);
    }
    *words = buffer_view(text);
    return true;
}
