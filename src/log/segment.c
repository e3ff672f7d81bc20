/* log/segment.c - the heads and names of log files. */
#include "log/segment.h"

#include <stdio.h>

#include "base/crc32c.h"

enum {
    AT_VERSION = 8,
    AT_CRC = 12,
    AT_SIZE = 16,
    AT_ID = 20,
    AT_CORE = 24,
    AT_CORES = 28,
    AT_FIRST = 32,
    AT_COUNT = 36,
    AT_NUMBER = 40,
    AT_BATCH = 48,
    AT_WALL = 56,
    AT_LSN = 64,
    COPY = 16, /* number, id and their CRC once more, at the end */
    PAGE = 4096,
    VERSIONS_TO_COME = 1000
};
#define SIZE_MIN ((uint64_t)1 << 20)
#define SIZE_GOOD ((uint64_t)4 << 20)
#define SIZE_MAX_WANTED ((uint64_t)32 << 20)

static const char magic[8] = "ANAXLOG\n";

size_t segment_head_size(unsigned partition_count) {
    return (AT_LSN + 8 * (size_t)partition_count + COPY + PAGE - 1) / PAGE * PAGE;
}

static void put_u32(char *head, size_t at, uint32_t value) {
    memcpy(head + at, &value, sizeof value);
}

static uint32_t get_u32(const char *head, size_t at) {
    uint32_t value;
    memcpy(&value, head + at, sizeof value);
    return value;
}

/* Of everything but magic, version and itself. */
static uint32_t crc_of(const char *head, size_t size) {
    return crc32c(0, bytes_of(head + AT_SIZE, size - AT_SIZE));
}

void segment_head_write(const struct segment_head *head, struct buffer *out) {
    size_t size = segment_head_size(head->partition_count);
    char *to = buffer_reserve(out, size);
    memset(to, 0, size);
    memcpy(to, magic, sizeof magic);
    put_u32(to, AT_VERSION, SEGMENT_VERSION);
    put_u32(to, AT_SIZE, (uint32_t)size);
    put_u32(to, AT_ID, head->id);
    put_u32(to, AT_CORE, head->core);
    put_u32(to, AT_CORES, head->cores);
    put_u32(to, AT_FIRST, head->partition_first);
    put_u32(to, AT_COUNT, head->partition_count);
    memcpy(to + AT_NUMBER, &head->number, 8);
    memcpy(to + AT_BATCH, &head->first_batch, 8);
    memcpy(to + AT_WALL, &head->wall_ms, 8);
    memcpy(to + AT_LSN, head->lsn, 8 * (size_t)head->partition_count);
    memcpy(to + size - COPY, &head->number, 8);
    put_u32(to, size - 8, head->id);
    put_u32(to, size - 4, crc32c(0, bytes_of(to + size - COPY, 12)));
    put_u32(to, AT_CRC, crc_of(to, size));
    out->len += size;
}

static bool is_sound(const struct segment_head *head) {
    return head->partition_count > 0 && head->partition_first < PARTITIONS &&
           head->partition_count <= PARTITIONS - head->partition_first &&
           head->core < head->cores && head->cores <= PARTITIONS;
}

enum segment_state segment_head_read(struct bytes bytes, uint64_t number,
                                     struct segment_head *head) {
    const char *from = bytes.data;
    head->number = 0;
    if (bytes.len < PAGE || memcmp(from, magic, sizeof magic) != 0) return SEGMENT_NOT_BEGUN;
    memcpy(&head->number, from + AT_NUMBER, 8);
    head->version = get_u32(from, AT_VERSION);
    if (head->version > SEGMENT_VERSION && head->version < SEGMENT_VERSION + VERSIONS_TO_COME)
        return SEGMENT_TOO_NEW; /* greater numbers are garbage of a torn write */
    size_t size = get_u32(from, AT_SIZE);
    head->partition_count = get_u32(from, AT_COUNT);
    bool is_whole = head->partition_count <= PARTITIONS && size <= bytes.len &&
                    size == segment_head_size(head->partition_count) &&
                    get_u32(from, AT_CRC) == crc_of(from, size);
    if (!is_whole || head->version == 0 || head->version > SEGMENT_VERSION) return SEGMENT_DAMAGED;
    if (head->number > number) return SEGMENT_MISPLACED;
    if (head->number < number) return SEGMENT_NOT_BEGUN; /* what it was before */
    head->id = get_u32(from, AT_ID);
    head->core = get_u32(from, AT_CORE);
    head->cores = get_u32(from, AT_CORES);
    head->partition_first = get_u32(from, AT_FIRST);
    memcpy(&head->first_batch, from + AT_BATCH, 8);
    memcpy(&head->wall_ms, from + AT_WALL, 8);
    memcpy(head->lsn, from + AT_LSN, 8 * (size_t)head->partition_count);
    return is_sound(head) ? SEGMENT_GOOD : SEGMENT_DAMAGED;
}

bool segment_id_of_damaged(struct bytes bytes, uint64_t number, unsigned copy,
                           unsigned partition_count, uint32_t *id) {
    size_t size = segment_head_size(partition_count);
    uint64_t found;
    if (bytes.len < size || copy > 1) return false;
    if (copy == 0) {
        memcpy(&found, bytes.data + AT_NUMBER, 8);
        *id = get_u32(bytes.data, AT_ID);
        return found == number;
    }
    const char *at = bytes.data + size - COPY;
    memcpy(&found, at, 8);
    *id = get_u32(at, 8);
    return found == number && get_u32(at, 12) == crc32c(0, bytes_of(at, 12));
}

bool segment_head_kind(unsigned i, unsigned *partition_count) {
    static const unsigned kinds[] = {1, PARTITIONS / 2, PARTITIONS};
    if (i >= sizeof kinds / sizeof kinds[0]) return false;
    *partition_count = kinds[i];
    return true;
}

void segment_name(uint64_t number, char name[SEGMENT_NAME_MAX]) {
    snprintf(name, SEGMENT_NAME_MAX, "log-%010llu", (unsigned long long)number);
}

bool segment_number(const char *name, uint64_t *number) {
    static const char prefix[] = "log-";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) return false;
    const char *digits = name + sizeof prefix - 1;
    size_t len = strspn(digits, "0123456789");
    if (len < 10 || len > 20 || digits[len] != 0) return false;
    *number = 0;
    for (size_t i = 0; i < len; i++) *number = *number * 10 + (uint64_t)(digits[i] - '0');
    return true;
}

uint64_t segment_size(uint64_t live_bytes, uint64_t needed) {
    uint64_t size = live_bytes / 32, eighth = live_bytes / 8;
    if (size < SIZE_GOOD) size = eighth < SIZE_GOOD ? eighth : SIZE_GOOD;
    if (size < SIZE_MIN) size = SIZE_MIN;
    if (size > SIZE_MAX_WANTED) size = SIZE_MAX_WANTED;
    if (size < needed) size = needed;
    return (size + PAGE - 1) / PAGE * PAGE;
}
