/* log/rdb_lzf.c - see rdb_lzf.h.
 *
 *   000LLLLL, L + 1 bytes                 these bytes
 *   LLLooooo oooooooo                     L is 1 to 6: L + 2 bytes from o + 1 back
 *   111ooooo LLLLLLLL oooooooo            L + 9 bytes from o + 1 back
 *
 * A reference may reach into what it makes itself: so a run is one byte and a reference to it.
 *
 * Packing looks for a reference at every byte, in a table of where three bytes like these stood last. The
 * table grows with the text, so that short texts do not pay for clearing a large one. */
#include "log/rdb_lzf.h"

#include "base/memory.h"

enum {
    LITERALS_MAX = 32,
    MATCH_MIN = 3,
    MATCH_SHORT_MAX = 8,
    MATCH_MAX = 264,
    DISTANCE_MAX = 8192,
    TABLE_BITS_MIN = 6,
    TABLE_BITS_MAX = 13
};

/* ---- packing ---- */

struct packing {
    const uint8_t *text;
    size_t len;
    size_t literals; /* where those begin that are not yet written */
    uint8_t *out, *out_end;
    uint32_t *table; /* position + 1; 0: nothing */
    unsigned table_shift;
};

static uint32_t *place_of(const struct packing *packing, size_t at) {
    const uint8_t *p = packing->text + at;
    uint32_t three = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
    return &packing->table[three * 2654435761u >> packing->table_shift];
}

/* How many bytes at position are the same as at candidate, which is before it; 0: too few. */
static size_t match_length(const struct packing *packing, size_t candidate, size_t at) {
    size_t most = packing->len - at, len = 0;
    if (at - candidate > DISTANCE_MAX) return 0;
    if (most > MATCH_MAX) most = MATCH_MAX;
    while (len < most && packing->text[candidate + len] == packing->text[at + len]) len++;
    return len < MATCH_MIN ? 0 : len;
}

static bool put_literals(struct packing *packing, size_t end) {
    while (packing->literals < end) {
        size_t n = end - packing->literals;
        if (n > LITERALS_MAX) n = LITERALS_MAX;
        if ((size_t)(packing->out_end - packing->out) < n + 1) return false;
        *packing->out++ = (uint8_t)(n - 1);
        memcpy(packing->out, packing->text + packing->literals, n);
        packing->out += n;
        packing->literals += n;
    }
    return true;
}

static bool put_match(struct packing *packing, size_t distance, size_t len) {
    if (packing->out_end - packing->out < MATCH_MIN) return false;
    size_t o = distance - 1;
    if (len <= MATCH_SHORT_MAX) {
        *packing->out++ = (uint8_t)((len - 2) << 5 | o >> 8);
    } else {
        *packing->out++ = (uint8_t)(7 << 5 | o >> 8);
        *packing->out++ = (uint8_t)(len - 9);
    }
    *packing->out++ = (uint8_t)o;
    return true;
}

static bool pack(struct packing *packing) {
    size_t at = 0;
    while (at + MATCH_MIN <= packing->len) {
        uint32_t *place = place_of(packing, at);
        size_t seen = *place;
        *place = (uint32_t)at + 1;
        size_t len = seen == 0 ? 0 : match_length(packing, seen - 1, at);
        if (len == 0) {
            at++;
            continue;
        }
        if (!put_literals(packing, at) || !put_match(packing, at - (seen - 1), len)) return false;
        at += len;
        packing->literals = at;
        if (at + MATCH_MIN <= packing->len) *place_of(packing, at - 1) = (uint32_t)at;
    }
    return put_literals(packing, packing->len);
}

size_t rdb_lzf_pack(struct bytes text, char *packed, size_t size_max) {
    unsigned bits = TABLE_BITS_MIN;
    if (text.len > UINT32_MAX - 1) return 0;
    while (bits < TABLE_BITS_MAX && (size_t)1 << bits < text.len) bits++;
    struct packing packing = {.text = (const uint8_t *)text.data,
                              .len = text.len,
                              .out = (uint8_t *)packed,
                              .out_end = (uint8_t *)packed + size_max,
                              .table = memory_alloc_zeroed(sizeof(uint32_t) << bits),
                              .table_shift = 32 - bits};
    bool is_packed = pack(&packing);
    memory_free(packing.table);
    return is_packed ? (size_t)(packing.out - (uint8_t *)packed) : 0;
}

/* ---- expanding ---- */

bool rdb_lzf_expand(struct bytes packed, char *text, size_t len) {
    const uint8_t *in = (const uint8_t *)packed.data, *in_end = in + packed.len;
    size_t made = 0;
    while (in < in_end) {
        unsigned control = *in++;
        size_t n, distance;
        if (control < LITERALS_MAX) {
            n = control + 1;
            if (n > (size_t)(in_end - in) || n > len - made) return false;
            memcpy(text + made, in, n);
            in += n;
            made += n;
            continue;
        }
        n = (control >> 5) + 2;
        if (n == MATCH_SHORT_MAX + 1) {
            if (in == in_end) return false;
            n += *in++;
        }
        if (in == in_end) return false;
        distance = ((size_t)(control & 0x1f) << 8 | *in++) + 1;
        if (distance > made || n > len - made) return false;
        for (; n > 0; n--, made++) text[made] = text[made - distance];
    }
    return made == len;
}
