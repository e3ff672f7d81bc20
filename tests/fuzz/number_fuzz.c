/* tests/fuzz/number_fuzz.c - numbers are read as the C library reads them and come back from their
 * text.
 *
 * The first eight bytes of the input are a number of every kind, to be written and read again; all
 * of it is a text, to be read as a number of every kind. */
#include "base/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>

#include "fuzz.h"

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool has_no_nul(struct bytes text) {
    return text.len == 0 || memchr(text.data, 0, text.len) == NULL;
}

/* ---- reading ---- */

/* An integer that is accepted is written the one way that it is written. */
static void read_integers(struct bytes text) {
    char again[NUMBER_TEXT_MAX];
    int64_t number;
    uint64_t natural;
    bool is_number = number_parse_i64(text, &number);
    if (is_number) {
        struct bytes written = bytes_of(again, number_format_i64(again, number));
        fuzz_require(bytes_equal(written, text), "only canonical integers are read");
    }
    if (number_parse_u64(text, &natural)) {
        struct bytes written = bytes_of(again, number_format_u64(again, natural));
        fuzz_require(bytes_equal(written, text), "only canonical natural numbers are read");
        fuzz_require(is_number == (natural <= INT64_MAX), "the kinds agree up to the largest");
    }
}

/* What strtod and strtold make of the whole text, with the exceptions that number.h names. */
static void read_floats(struct bytes text) {
    char *copy = malloc(text.len + 1), *end;
    if (text.len > 0) memcpy(copy, text.data, text.len);
    copy[text.len] = 0;
    bool may_be = text.len > 0 && !is_space(text.data[0]) && has_no_nul(text);

    double value, read = 0;
    errno = 0;
    double expected = strtod(copy, &end);
    bool is_lost = errno == ERANGE && (isinf(expected) || expected == 0);
    bool is_whole = may_be && end == copy + text.len && !isnan(expected) && !is_lost;
    bool is_read = number_parse_double(text, &read);
    fuzz_require(is_read == is_whole, "doubles are read where strtod reads them");
    value = read;
    fuzz_require(!is_read || memcmp(&value, &expected, sizeof value) == 0,
                 "doubles are what strtod says");

    long double long_read = 0;
    errno = 0;
    long double long_expected = strtold(copy, &end);
    is_lost = errno == ERANGE && (isinf(long_expected) || long_expected == 0);
    is_whole = may_be && text.len < LONG_DOUBLE_TEXT_MAX && end == copy + text.len &&
               !isnan(long_expected) && !is_lost;
    is_read = number_parse_long_double(text, &long_read);
    fuzz_require(is_read == is_whole, "long doubles are read where strtold reads them");
    if (is_read) {
        fuzz_require(long_read == long_expected, "long doubles are what strtold says");
        char *written = malloc(LONG_DOUBLE_TEXT_MAX);
        size_t len = number_format_long_double(written, long_read);
        fuzz_require(len > 0 && len < LONG_DOUBLE_TEXT_MAX, "a long double's text has room");
        fuzz_require(!bytes_equal(bytes_of(written, len), BYTES_LITERAL("-0")), "never -0");
        free(written);
    }
    free(copy);
}

static void read_memory(struct bytes text) {
    uint64_t amount, digits = 0;
    if (!number_parse_memory(text, &amount)) return;
    size_t count = 0;
    while (count < text.len && text.data[count] >= '0' && text.data[count] <= '9') {
        digits = digits * 10 + (uint64_t)(text.data[count++] - '0');
    }
    fuzz_require(count > 0 && text.len - count <= 2, "an amount is digits and a unit");
    fuzz_require(digits == 0 ? amount == 0 : amount % digits == 0 && amount >= digits,
                 "an amount is its digits times a unit");
}

/* ---- writing ---- */

static void write_integers(uint64_t number) {
    char *text = malloc(NUMBER_TEXT_MAX), expected[32];
    int len = snprintf(expected, sizeof expected, "%" PRIu64, number);
    size_t written = number_format_u64(text, number);
    fuzz_require(bytes_equal(bytes_of(text, written), bytes_of(expected, (size_t)len)),
                 "natural numbers are written as printf does");
    len = snprintf(expected, sizeof expected, "%" PRId64, (int64_t)number);
    written = number_format_i64(text, (int64_t)number);
    fuzz_require(bytes_equal(bytes_of(text, written), bytes_of(expected, (size_t)len)),
                 "integers are written as printf does");
    free(text);
}

static void write_double(double number) {
    char *text = malloc(DOUBLE_TEXT_MAX), expected[64];
    int len = snprintf(expected, sizeof expected, "%.17g", number);
    size_t written = number_format_double(text, number);
    fuzz_require(bytes_equal(bytes_of(text, written), bytes_of(expected, (size_t)len)),
                 "doubles are written as %.17g");
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz fuzz = fuzz_of(data, size);
    uint64_t number = fuzz_u64(&fuzz);
    double value;
    memcpy(&value, &number, sizeof value);
    write_integers(number);
    write_integers(number >> (number & 63));
    write_double(value);
    write_double((double)(int64_t)number);
    write_double((double)(int64_t)(number >> 16) / (double)(1 + (number & 0xffff)));
    char *copy = fuzz_copy(bytes_of((const char *)data, size));
    struct bytes text = bytes_of(copy, size);
    read_integers(text);
    read_floats(text);
    read_memory(text);
    free(copy);
    return 0;
}
