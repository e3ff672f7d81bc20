/* Three implementations of the middle part: AVX2 (32 characters a step), SSE (16) and plain 64-bit
 * arithmetic (8). The last characters, and everything on other machines, take the plain way.
 *
 * Packing joins neighbours three times: 7 + 7 = 14 bits, 14 + 14 = 28, 28 + 28 = 56; then a
 * shuffle closes the gaps of one byte. Unpacking goes the same way back. pext and pdep would do a
 * group in one instruction, but are a hundred times slower on AMD before Zen 3. */
#include "data/ascii.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define HIGH_BITS UINT64_C(0x8080808080808080)

static inline uint64_t load_64(const void *source) {
    uint64_t word;
    memcpy(&word, source, sizeof word);
    return word;
}

static inline uint32_t load_32(const void *source) {
    uint32_t word;
    memcpy(&word, source, sizeof word);
    return word;
}

/* Seven bytes, by registers: through memory, the second half would wait for the first one. */
static inline uint64_t load_56(const uint8_t *source) {
    return load_32(source) | (uint64_t)(load_32(source + 3) >> 8) << 32;
}

static inline void store_56(uint8_t *target, uint64_t word) {
    uint32_t low = (uint32_t)word, high = (uint32_t)(word >> 24);
    memcpy(target, &low, sizeof low);
    memcpy(target + 3, &high, sizeof high);
}

/* The last len bytes, 0 to 7, of something that ends at end; all_len bytes are readable before end.
 */
static inline uint64_t load_tail(const void *end, size_t len, size_t all_len) {
    uint64_t word = 0;
    if (len == 0) return 0;
    if (all_len >= 8) return load_64((const char *)end - 8) >> (64 - 8 * len);
    memcpy(&word, (const char *)end - len, len);
    return word;
}

static inline void store_tail(void *target, uint64_t word, size_t len) {
    char *at = target;
    if (len & 4) {
        memcpy(at, &word, 4);
        at += 4;
        word >>= 32;
    }
    if (len & 2) {
        memcpy(at, &word, 2);
        at += 2;
        word >>= 16;
    }
    if (len & 1) memcpy(at, &word, 1);
}

static inline uint64_t join(uint64_t x) {
    x = (x & UINT64_C(0x007f007f007f007f)) | ((x >> 1) & UINT64_C(0x3f803f803f803f80));
    x = (x & UINT64_C(0x00003fff00003fff)) | ((x >> 2) & UINT64_C(0x0fffc0000fffc000));
    return (x & UINT64_C(0x000000000fffffff)) | ((x >> 4) & UINT64_C(0x00fffffff0000000));
}

static inline uint64_t spread(uint64_t x) {
    x = (x & UINT64_C(0x000000000fffffff)) | ((x & UINT64_C(0x00fffffff0000000)) << 4);
    x = (x & UINT64_C(0x00003fff00003fff)) | ((x & UINT64_C(0x0fffc0000fffc000)) << 2);
    return (x & UINT64_C(0x007f007f007f007f)) | ((x & UINT64_C(0x3f803f803f803f80)) << 1);
}

/* Groups one by one from character done on, to the very end. */
static void pack_rest(uint8_t *target, const char *text, size_t done, size_t len) {
    size_t at = done;
    target += done / 8 * 7;
    for (; len - at >= 8; at += 8, target += 7) store_56(target, join(load_64(text + at)));
    store_tail(target, join(load_tail(text + len, len - at, len)), len - at);
}

static void unpack_rest(char *target, const uint8_t *source, size_t done, size_t len) {
    size_t at = done;
    const uint8_t *from = source + done / 8 * 7;
    for (; len - at >= 8; at += 8, from += 7) {
        uint64_t word = spread(load_56(from));
        memcpy(target + at, &word, sizeof word);
    }
    size_t left = len - at;
    store_tail(target + at, spread(load_tail(from + left, left, ascii_packed_size(len))), left);
}

#if defined(__x86_64__)

/* Each returns how many characters it has done. A step writes (or reads) two bytes too many, so
 * one group must follow it. */
static size_t pack_sse(uint8_t *target, const char *text, size_t len) {
    const __m128i first = _mm_set1_epi16((short)0x8001), second = _mm_set1_epi32(0x40000001);
    const __m128i low = _mm_set1_epi64x(0x0fffffff);
    const __m128i close = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, -1, -1);
    size_t done = 0;
    for (; len - done >= 24; done += 16, target += 14) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(text + done));
        x = _mm_madd_epi16(_mm_maddubs_epi16(first, x), second);
        x = _mm_or_si128(_mm_and_si128(x, low), _mm_slli_epi64(_mm_srli_epi64(x, 32), 28));
        _mm_storeu_si128((__m128i *)(void *)target, _mm_shuffle_epi8(x, close));
    }
    return done;
}

static size_t unpack_sse(char *target, const uint8_t *source, size_t len) {
    const __m128i open = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, -1, 7, 8, 9, 10, 11, 12, 13, -1);
    const __m128i low_28 = _mm_set1_epi64x(0x0fffffff), low_14 = _mm_set1_epi32(0x3fff);
    const __m128i high_14 = _mm_set1_epi32(0x3fff0000), low_7 = _mm_set1_epi16(0x7f);
    const __m128i high_7 = _mm_set1_epi16(0x7f00);
    size_t done = 0;
    for (; len - done >= 24; done += 16, source += 14) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)source);
        x = _mm_shuffle_epi8(x, open);
        x = _mm_or_si128(_mm_and_si128(x, low_28), _mm_slli_epi64(_mm_srli_epi64(x, 28), 32));
        x = _mm_or_si128(_mm_and_si128(x, low_14), _mm_and_si128(_mm_slli_epi32(x, 2), high_14));
        x = _mm_or_si128(_mm_and_si128(x, low_7), _mm_and_si128(_mm_slli_epi16(x, 1), high_7));
        _mm_storeu_si128((__m128i *)(void *)(target + done), x);
    }
    return done;
}

__attribute__((target("avx2"))) static size_t pack_avx2(uint8_t *target, const char *text,
                                                        size_t len) {
    const __m256i first = _mm256_set1_epi16((short)0x8001), second = _mm256_set1_epi32(0x40000001);
    const __m256i low = _mm256_set1_epi64x(0x0fffffff);
    const __m256i close = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, -1, -1, 0,
                                           1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, -1, -1);
    size_t done = 0;
    for (; len - done >= 40; done += 32, target += 28) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(text + done));
        x = _mm256_madd_epi16(_mm256_maddubs_epi16(first, x), second);
        x = _mm256_or_si256(_mm256_and_si256(x, low),
                            _mm256_slli_epi64(_mm256_srli_epi64(x, 32), 28));
        x = _mm256_shuffle_epi8(x, close);
        _mm_storeu_si128((__m128i *)(void *)target, _mm256_castsi256_si128(x));
        _mm_storeu_si128((__m128i *)(void *)(target + 14), _mm256_extracti128_si256(x, 1));
    }
    return done + pack_sse(target, text + done, len - done);
}

__attribute__((target("avx2"))) static size_t unpack_avx2(char *target, const uint8_t *source,
                                                          size_t len) {
    const __m256i open = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, -1, 7, 8, 9, 10, 11, 12, 13, -1, 0,
                                          1, 2, 3, 4, 5, 6, -1, 7, 8, 9, 10, 11, 12, 13, -1);
    const __m256i low_28 = _mm256_set1_epi64x(0x0fffffff), low_14 = _mm256_set1_epi32(0x3fff);
    const __m256i high_14 = _mm256_set1_epi32(0x3fff0000), low_7 = _mm256_set1_epi16(0x7f);
    const __m256i high_7 = _mm256_set1_epi16(0x7f00);
    size_t done = 0;
    for (; len - done >= 40; done += 32, source += 28) {
        __m256i x = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)source));
        x = _mm256_inserti128_si256(
            x, _mm_loadu_si128((const __m128i *)(const void *)(source + 14)), 1);
        x = _mm256_shuffle_epi8(x, open);
        x = _mm256_or_si256(_mm256_and_si256(x, low_28),
                            _mm256_slli_epi64(_mm256_srli_epi64(x, 28), 32));
        x = _mm256_or_si256(_mm256_and_si256(x, low_14),
                            _mm256_and_si256(_mm256_slli_epi32(x, 2), high_14));
        x = _mm256_or_si256(_mm256_and_si256(x, low_7),
                            _mm256_and_si256(_mm256_slli_epi16(x, 1), high_7));
        _mm256_storeu_si256((__m256i *)(void *)(target + done), x);
    }
    return done + unpack_sse(target + done, source, len - done);
}

__attribute__((target("avx2"))) static size_t skip_ascii_avx2(const char *text, size_t len) {
    size_t done = 0;
    for (; len - done >= 32; done += 32) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(text + done));
        if (_mm256_movemask_epi8(x) != 0) break;
    }
    return done;
}
#endif

static size_t skip_none(const char *text, size_t len) {
    (void)text, (void)len;
    return 0;
}

static size_t pack_none(uint8_t *target, const char *text, size_t len) {
    (void)target, (void)text, (void)len;
    return 0;
}

static size_t unpack_none(char *target, const uint8_t *source, size_t len) {
    (void)target, (void)source, (void)len;
    return 0;
}

/* Chosen once, before main. */
static size_t (*pack_some)(uint8_t *target, const char *text, size_t len) = pack_none;
static size_t (*unpack_some)(char *target, const uint8_t *source, size_t len) = unpack_none;
static size_t (*skip_ascii)(const char *text, size_t len) = skip_none;

void ascii_force_plain(bool is_plain) {
    pack_some = pack_none;
    unpack_some = unpack_none;
    skip_ascii = skip_none;
#if defined(__x86_64__)
    if (is_plain) return;
    bool has_avx2 = __builtin_cpu_supports("avx2");
    pack_some = has_avx2 ? pack_avx2 : pack_sse;
    unpack_some = has_avx2 ? unpack_avx2 : unpack_sse;
    skip_ascii = has_avx2 ? skip_ascii_avx2 : skip_none;
#else
    (void)is_plain;
#endif
}

__attribute__((constructor)) static void choose(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
#endif
    ascii_force_plain(false);
}

bool ascii_is(struct bytes text) {
    size_t i = skip_ascii(text.data, text.len);
    for (; i + 8 <= text.len; i += 8)
        if ((load_64(text.data + i) & HIGH_BITS) != 0) return false;
    return (load_tail(text.data + text.len, text.len - i, text.len) & HIGH_BITS) == 0;
}

void ascii_pack(uint8_t *target, struct bytes text) {
    pack_rest(target, text.data, pack_some(target, text.data, text.len), text.len);
}

void ascii_unpack(char *target, const uint8_t *source, size_t len) {
    unpack_rest(target, source, unpack_some(target, source, len), len);
}

void ascii_unpack_range(char *target, const uint8_t *source, size_t offset, size_t len) {
    source += offset / 8 * 7;
    size_t skip = offset % 8;
    if (skip != 0 && len != 0) {
        /* The group the range begins in; how many bytes of it exist is not known here, but up to
         * the last character wanted there are. */
        char group[8];
        size_t wanted = skip + len < 8 ? skip + len : 8;
        unpack_rest(group, source, 0, wanted);
        memcpy(target, group + skip, wanted - skip);
        target += wanted - skip;
        len -= wanted - skip;
        source += 7;
    }
    ascii_unpack(target, source, len);
}
