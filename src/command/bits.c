/* command/bits.c - counting, searching, reading and writing bits. Whole bytes go eight at a time. */
#include "command/bits.h"

#include "base/number.h"
#include "engine/core.h"

static uint64_t load_be(const char *at) {
    uint64_t word;
    memcpy(&word, at, sizeof(word));
    return __builtin_bswap64(word);
}

bool bits_parse_offset(struct call *call, unsigned index, unsigned multiple_of, uint64_t *offset) {
    struct bytes text = call->argv[index];
    bool is_multiple = multiple_of > 0 && text.len > 0 && text.data[0] == '#';
    if (is_multiple) {
        text = bytes_of(text.data + 1, text.len - 1);
    }
    int64_t value;
    bool is_valid = number_parse_i64(text, &value) && value >= 0;
    if (is_valid && is_multiple) {
        is_valid = !__builtin_mul_overflow(value, (int64_t)multiple_of, &value);
    }
    if (!is_valid || ((uint64_t)value >> 3) >= call->shard->core->settings->proto_max_bulk_len) {
        reply_error(call->reply, "ERR bit offset is not an integer or out of range");
        return false;
    }
    *offset = (uint64_t)value;
    return true;
}

static bool bit_at(struct bytes text, uint64_t place) {
    return ((unsigned char)text.data[place >> 3] >> (7 - (place & 7))) & 1;
}

uint64_t bits_count(struct bytes text, uint64_t first, uint64_t last) {
    uint64_t count = 0;
    for (; first <= last && (first & 63); first++) {
        count += bit_at(text, first);
    }
    for (; first <= last && last - first >= 63; first += 64) {
        uint64_t word;
        memcpy(&word, text.data + (first >> 3), sizeof(word));
        count += (uint64_t)__builtin_popcountll(word);
    }
    for (; first <= last; first++) {
        count += bit_at(text, first);
    }
    return count;
}

int64_t bits_find(struct bytes text, bool bit, uint64_t first, uint64_t last) {
    for (; first <= last && (first & 63); first++) {
        if (bit_at(text, first) == bit) {
            return (int64_t)first;
        }
    }
    for (; first <= last && last - first >= 63; first += 64) {
        uint64_t word = load_be(text.data + (first >> 3));
        word = bit ? word : ~word;
        if (word) {
            return (int64_t)first + __builtin_clzll(word);
        }
    }
    for (; first <= last; first++) {
        if (bit_at(text, first) == bit) {
            return (int64_t)first;
        }
    }
    return -1;
}

uint64_t bits_get(struct bytes text, uint64_t offset, unsigned width) {
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++) {
        uint64_t place = offset + i;
        value = value << 1 | ((place >> 3) < text.len && bit_at(text, place));
    }
    return value;
}

void bits_set(char *text, uint64_t offset, unsigned width, uint64_t value) {
    for (unsigned i = 0; i < width; i++) {
        uint64_t place = offset + i;
        unsigned char mask = (unsigned char)(0x80u >> (place & 7));
        unsigned char byte = (unsigned char)text[place >> 3];
        bool bit = (value >> (width - 1 - i)) & 1;
        text[place >> 3] = (char)(bit ? byte | mask : byte & ~mask);
    }
}
