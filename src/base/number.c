/* base/number.c - see number.h. */
#include "base/number.h"

#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const uint64_t powers_of_10[] = {1u,
                                        10u,
                                        100u,
                                        1000u,
                                        10000u,
                                        100000u,
                                        1000000u,
                                        10000000u,
                                        100000000u,
                                        1000000000u,
                                        10000000000u,
                                        100000000000u,
                                        1000000000000u,
                                        10000000000000u,
                                        100000000000000u,
                                        1000000000000000u,
                                        10000000000000000u,
                                        100000000000000000u,
                                        1000000000000000000u,
                                        10000000000000000000u};

/* ---- integers ---- */

bool number_parse_u64(struct bytes text, uint64_t *value) {
    const char *p = text.data;
    if (text.len == 0 || text.len > 20) {
        return false;
    }
    if (*p == '0') {
        *value = 0;
        return text.len == 1;
    }
    uint64_t sum = 0;
    size_t safe = text.len < 19 ? text.len : 19; /* 19 digits always fit */
    for (size_t i = 0; i < safe; i++) {
        unsigned digit = (unsigned)(uint8_t)p[i] - '0';
        if (digit > 9) {
            return false;
        }
        sum = sum * 10 + digit;
    }
    if (text.len == 20) {
        unsigned digit = (unsigned)(uint8_t)p[19] - '0';
        if (digit > 9 || __builtin_mul_overflow(sum, 10u, &sum) ||
            __builtin_add_overflow(sum, digit, &sum)) {
            return false;
        }
    }
    *value = sum;
    return true;
}

bool number_parse_i64(struct bytes text, int64_t *value) {
    uint64_t magnitude;
    if (text.len > 0 && text.data[0] == '-') {
        if (!number_parse_u64(bytes_of(text.data + 1, text.len - 1), &magnitude) ||
            magnitude == 0 || magnitude > (uint64_t)INT64_MAX + 1) {
            return false;
        }
        *value = (int64_t)(0 - magnitude);
        return true;
    }
    if (!number_parse_u64(text, &magnitude) || magnitude > INT64_MAX) {
        return false;
    }
    *value = (int64_t)magnitude;
    return true;
}

static unsigned digits_of(uint64_t value) {
    /* 1233 / 4096 is log10(2); the estimate is right or one too small. */
    unsigned bits = 64 - (unsigned)__builtin_clzll(value | 1);
    unsigned estimate = bits * 1233 >> 12;
    return estimate + (value >= powers_of_10[estimate]);
}

static void write_two(char *text, unsigned value) {
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    memcpy(text, pairs + 2 * (size_t)value, 2);
}

size_t number_format_u64(char *text, uint64_t value) {
    if (value < 10) {
        text[0] = (char)('0' + value);
        return 1;
    }
    unsigned len = digits_of(value);
    char *p = text + len;
    while (value >= 100) {
        p -= 2;
        write_two(p, (unsigned)(value % 100));
        value /= 100;
    }
    if (value >= 10) {
        write_two(text, (unsigned)value);
    } else {
        text[0] = (char)('0' + value);
    }
    return len;
}

size_t number_format_i64(char *text, int64_t value) {
    if (value >= 0) {
        return number_format_u64(text, (uint64_t)value);
    }
    text[0] = '-';
    return 1 + number_format_u64(text + 1, 0 - (uint64_t)value);
}

/* ---- reading floating point ---- */

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Plain decimals, without exponent, whose digits fit into 53 bits, with at most 22 behind the
 * point: both the digits and the power of ten are exact doubles, so that one division rounds
 * correctly (Clinger 1990). False: not of that kind. */
static bool parse_simple_double(struct bytes text, double *value) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *p = text.data, *end = p + text.len;
    bool is_negative = p < end && *p == '-';
    p += is_negative;
    if (end - p > 18) {
        return false;
    }
    uint64_t digits = 0;
    const char *point = NULL, *first = p;
    for (; p < end; p++) {
        unsigned digit = (unsigned)(uint8_t)*p - '0';
        if (digit <= 9) {
            digits = digits * 10 + digit;
        } else if (*p == '.' && point == NULL) {
            point = p;
        } else {
            return false;
        }
    }
    size_t count = (size_t)(end - first) - (point != NULL);
    if (count == 0 || digits > 1ull << 53) {
        return false;
    }
    double magnitude = (double)digits / powers[point == NULL ? 0 : end - point - 1];
    *value = is_negative ? -magnitude : magnitude;
    return true;
}

bool number_parse_double(struct bytes text, double *value) {
    if (text.len == 0 || is_space(text.data[0])) {
        return false;
    }
    if (parse_simple_double(text, value)) {
        return true;
    }
    char on_stack[128];
    char *copy = text.len < sizeof on_stack ? on_stack : memory_try_alloc(text.len + 1);
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, text.data, text.len);
    copy[text.len] = '\0';
    char *end;
    errno = 0;
    double parsed = strtod(copy, &end);
    /* Denormals also set ERANGE, but are accepted. */
    bool is_valid = (size_t)(end - copy) == text.len && !isnan(parsed) &&
                    !(errno == ERANGE && (isinf(parsed) || parsed == 0));
    if (copy != on_stack) {
        memory_free(copy);
    }
    if (is_valid) {
        *value = parsed;
    }
    return is_valid;
}

bool number_parse_long_double(struct bytes text, long double *value) {
    char copy[LONG_DOUBLE_TEXT_MAX];
    if (text.len == 0 || text.len >= sizeof copy || is_space(text.data[0])) {
        return false;
    }
    memcpy(copy, text.data, text.len);
    copy[text.len] = '\0';
    char *end;
    errno = 0;
    long double parsed = strtold(copy, &end);
    if ((size_t)(end - copy) != text.len || isnan(parsed) ||
        (errno == ERANGE && (isinf(parsed) || parsed == 0))) {
        return false;
    }
    *value = parsed;
    return true;
}

/* ---- writing floating point ---- */

/* round(mantissa x 10^power / 2^shift), ties to even, exact in 128 bits: mantissa has 53 bits,
 * 10^power at most 70. */
static uint64_t scale(uint64_t mantissa, unsigned power, unsigned shift) {
    unsigned __int128 product = mantissa;
    if (power > 19) {
        product *= powers_of_10[power - 19];
        power = 19;
    }
    product *= powers_of_10[power];
    unsigned __int128 half = (unsigned __int128)1 << (shift - 1);
    unsigned __int128 rest = product & ((half << 1) - 1);
    uint64_t quotient = (uint64_t)(product >> shift);
    return quotient + (rest > half || (rest == half && (quotient & 1) != 0));
}

/* The 17 significant digits of a fraction in [1e-4, 2^53), and the power of ten of the first. */
static uint64_t digits_of_fraction(double value, int *exponent10) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent2 = (int)(bits >> 52) - 1075; /* -66 to -1 */
    uint64_t mantissa = (bits & ((1ull << 52) - 1)) | 1ull << 52;
    /* floor(log10(value)) or one less; 78913 / 2^18 is log10(2). */
    int guess = (exponent2 + 52) * 78913 >> 18;
    uint64_t digits = scale(mantissa, (unsigned)(16 - guess), (unsigned)-exponent2);
    if (digits >= 100000000000000000u) {
        guess++;
        digits = scale(mantissa, (unsigned)(16 - guess), (unsigned)-exponent2);
    }
    *exponent10 = guess;
    return digits;
}

static size_t format_fraction(char *text, double value) {
    int exponent;
    uint64_t digits = digits_of_fraction(value, &exponent);
    if (digits % 100000000 == 0) {
        digits /= 100000000;
    }
    while (digits % 10 == 0) {
        digits /= 10;
    }
    char decimals[NUMBER_TEXT_MAX];
    size_t count = number_format_u64(decimals, digits);
    char *p = text;
    size_t whole = exponent < 0 ? 0 : (size_t)exponent + 1;
    if (whole == 0) {
        memcpy(p, "0.0000", 6);
        p += 1 - exponent; /* "0." and -exponent - 1 zeros */
        memcpy(p, decimals, count);
        return (size_t)(p - text) + count;
    }
    if (count <= whole) { /* rounded up to an integer */
        memset(p, '0', whole);
        memcpy(p, decimals, count);
        return whole;
    }
    memcpy(p, decimals, whole);
    p[whole] = '.';
    memcpy(p + whole + 1, decimals + whole, count - whole);
    return count + 1;
}

size_t number_format_double(char *text, double value) {
    double magnitude = fabs(value);
    if (magnitude < 1e17) { /* false for NaN */
        size_t sign = signbit(value) != 0;
        text[0] = '-';
        uint64_t whole = (uint64_t)magnitude;
        if ((double)whole == magnitude) {
            return sign + number_format_u64(text + sign, whole);
        }
        if (magnitude >= 1e-4) {
            return sign + format_fraction(text + sign, magnitude);
        }
    }
    int len = snprintf(text, DOUBLE_TEXT_MAX, "%.17g", value);
    assert(len > 0 && len < DOUBLE_TEXT_MAX);
    return (size_t)len;
}

size_t number_format_long_double(char *text, long double value) {
    int printed = snprintf(text, LONG_DOUBLE_TEXT_MAX, "%.17Lf", value);
    assert(printed > 0 && printed < LONG_DOUBLE_TEXT_MAX);
    size_t len = (size_t)printed;
    if (isnan(value)) {
        memcpy(text, "nan", 3);
        return 3;
    }
    if (isinf(value)) {
        return len;
    }
    while (text[len - 1] == '0') { /* ends at the point at the latest */
        len--;
    }
    if (text[len - 1] == '.') {
        len--;
    }
    if (len == 2 && text[0] == '-' && text[1] == '0') {
        text[0] = '0';
        len = 1;
    }
    return len;
}

/* ---- amounts of memory ---- */

bool number_parse_memory(struct bytes text, uint64_t *bytes) {
    static const struct {
        const char *name;
        uint64_t factor;
    } units[] = {{"", 1},        {"b", 1},         {"k", 1000},       {"kb", 1024},
                 {"m", 1000000}, {"mb", 1u << 20}, {"g", 1000000000}, {"gb", 1u << 30}};
    size_t digits = 0;
    uint64_t value = 0;
    while (digits < text.len && text.data[digits] >= '0' && text.data[digits] <= '9') {
        uint64_t digit = (uint64_t)(text.data[digits] - '0');
        if (__builtin_mul_overflow(value, 10u, &value) ||
            __builtin_add_overflow(value, digit, &value)) {
            return false;
        }
        digits++;
    }
    struct bytes unit = bytes_of(text.data + digits, text.len - digits);
    for (size_t i = 0; i < sizeof units / sizeof units[0] && digits > 0; i++) {
        if (bytes_is(unit, units[i].name)) {
            return !__builtin_mul_overflow(value, units[i].factor, bytes);
        }
    }
    return false;
}
