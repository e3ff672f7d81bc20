/* tests/fuzz/glob_fuzz.c - globs match what the rules say, whatever the pattern, and never take
 * long.
 *
 * The input is flags, a pattern and a text. The rules are applied a second time, as slowly as can
 * be (every element of the pattern against every byte of the text), and must say the same. A flag
 * repeats pattern and text until the fast matcher hands over to its other half. */
#include "base/glob.h"

#include <time.h>

#include "base/buffer.h"
#include "fuzz.h"

enum { PATTERN_MAX = 2000, REPEATED_MAX = 16000, MODEL_MAX = 1 << 18, LONG_MS = 500 };

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* ---- the rules, slowly ---- */

/* Whether the class behind the '[' at *at has c; *at moves behind the class. Redis's oddities:
 * bytes are signed, a range's ends are put in order before their case is dropped, an escaped byte
 * keeps its case, and a class without end ends with the pattern. */
static bool class_has(struct bytes pattern, size_t *at, char c, bool ignore_case) {
    size_t i = *at;
    bool is_negated = i < pattern.len && pattern.data[i] == '^', has = false;
    i += is_negated;
    char folded = ignore_case ? lower(c) : c;
    for (; i < pattern.len && pattern.data[i] != ']'; i++) {
        const char *p = pattern.data + i;
        size_t left = pattern.len - i;
        if (p[0] == '\\' && left >= 2) {
            has |= p[1] == c;
            i++;
        } else if (left >= 3 && p[1] == '-') {
            bool is_ordered = (signed char)p[0] <= (signed char)p[2];
            char low = is_ordered ? p[0] : p[2], high = is_ordered ? p[2] : p[0];
            low = ignore_case ? lower(low) : low;
            high = ignore_case ? lower(high) : high;
            has |=
                (signed char)folded >= (signed char)low && (signed char)folded <= (signed char)high;
            i += 2;
        } else {
            has |= (ignore_case ? lower(p[0]) : p[0]) == folded;
        }
    }
    *at = i < pattern.len ? i + 1 : pattern.len;
    return has != is_negated;
}

static bool element_has(struct bytes pattern, size_t *at, char c, bool ignore_case) {
    char first = pattern.data[(*at)++];
    if (first == '?') return true;
    if (first == '[') return class_has(pattern, at, c, ignore_case);
    if (first == '\\' && *at < pattern.len) first = pattern.data[(*at)++];
    return first == c || (ignore_case && lower(first) == lower(c));
}

/* reached[i]: the pattern up to here matches the first i bytes of the text. */
static bool model(struct bytes pattern, struct bytes text, bool ignore_case) {
    if (text.len == 0) return pattern.len == 0 || bytes_equal(pattern, BYTES_LITERAL("*"));
    bool *reached = calloc(text.len + 1, sizeof *reached);
    reached[0] = true;
    for (size_t at = 0, next; at < pattern.len; at = next) {
        next = at + 1;
        if (pattern.data[at] == '*') {
            for (size_t i = 1; i <= text.len; i++) reached[i] |= reached[i - 1];
            continue;
        }
        for (size_t i = text.len; i > 0; i--) {
            next = at;
            bool has = element_has(pattern, &next, text.data[i - 1], ignore_case);
            reached[i] = has && reached[i - 1];
        }
        reached[0] = false;
    }
    bool is_match = reached[text.len];
    free(reached);
    return is_match;
}

/* ---- the run ---- */

static struct buffer repeated(struct bytes bytes, unsigned times) {
    struct buffer buffer = {0};
    for (unsigned i = 0; i < times && buffer.len + bytes.len <= REPEATED_MAX; i++) {
        buffer_append(&buffer, bytes);
    }
    return buffer;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void check(struct bytes pattern, struct bytes text, bool ignore_case) {
    char *pattern_copy = fuzz_copy(pattern), *text_copy = fuzz_copy(text);
    struct bytes own_pattern = bytes_of(pattern_copy, pattern.len);
    struct bytes own_text = bytes_of(text_copy, text.len);
    int64_t start = now_ms();
    bool is_match = glob_match(own_pattern, own_text, ignore_case);
    fuzz_require(now_ms() - start < LONG_MS, "no pattern takes long");
    if (pattern.len * text.len <= MODEL_MAX) {
        fuzz_require(is_match == model(own_pattern, own_text, ignore_case), "the rules hold");
    }
    if (glob_is_literal(own_pattern) && !ignore_case) {
        fuzz_require(is_match == bytes_equal(pattern, text), "a literal matches itself alone");
    }
    free(pattern_copy);
    free(text_copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz fuzz = fuzz_of(data, size);
    uint8_t flags = fuzz_byte(&fuzz);
    struct bytes pattern = fuzz_take(&fuzz, fuzz_below(&fuzz, PATTERN_MAX));
    struct bytes text = fuzz_take(&fuzz, fuzz.left);
    bool ignore_case = flags & 1;
    check(pattern, text, ignore_case);
    if (flags & 2) {
        struct buffer long_pattern = repeated(pattern, 1 + (flags >> 2) % 8);
        struct buffer long_text = repeated(text, 1 + (flags >> 5) * 200u);
        check(buffer_view(&long_pattern), buffer_view(&long_text), ignore_case);
        buffer_clear(&long_pattern);
        buffer_clear(&long_text);
    }
    return 0;
}
