/* What base/number.h promises. The table of odd texts is redis-server 7.0.15's own answers:
 * ZADD and ZSCORE for doubles, INCRBYFLOAT key 0 on that value for long doubles, INCRBY key 0
 * for integers. */
#include "base/number.h"

#include "check.h"

#include <float.h>
#include <math.h>

#define ODD(text) text, sizeof(text) - 1

static const struct odd {
    const char *text;
    size_t len;
    const char *as_double;      /* what ZSCORE prints; NULL: "not a valid float" */
    const char *as_long_double; /* what INCRBYFLOAT prints; NULL: the same; "*": very long */
    bool is_integer;
} odd[] = {
    {ODD(""), NULL, NULL, false},
    {ODD("0"), "0", "0", true},
    {ODD("-0"), "-0", "0", false},
    {ODD("+0"), "0", "0", false},
    {ODD("1"), "1", "1", true},
    {ODD("+1"), "1", "1", false},
    {ODD("-1"), "-1", "-1", true},
    {ODD("--1"), NULL, NULL, false},
    {ODD("+-1"), NULL, NULL, false},
    {ODD("01"), "1", "1", false},
    {ODD("00001"), "1", "1", false},
    {ODD("-01"), "-1", "-1", false},
    {ODD(" 1"), NULL, NULL, false},
    {ODD("1 "), NULL, NULL, false},
    {ODD("\t1"), NULL, NULL, false},
    {ODD("1\n"), NULL, NULL, false},
    {ODD("\v1"), NULL, NULL, false},
    {ODD("1\0"), NULL, NULL, false},
    {ODD("1\0"
         "2"),
     NULL, NULL, false},
    {ODD("."), NULL, NULL, false},
    {ODD("5."), "5", "5", false},
    {ODD(".5"), "0.5", "0.5", false},
    {ODD("-.5"), "-0.5", "-0.5", false},
    {ODD("+"), NULL, NULL, false},
    {ODD("-"), NULL, NULL, false},
    {ODD("e"), NULL, NULL, false},
    {ODD("e5"), NULL, NULL, false},
    {ODD("1e"), NULL, NULL, false},
    {ODD("1e+"), NULL, NULL, false},
    {ODD("1e5"), "100000", "100000", false},
    {ODD("1E5"), "100000", "100000", false},
    {ODD("1e-5"), "1.0000000000000001e-05", "0.00001", false},
    {ODD("1.0e0"), "1", "1", false},
    {ODD("1e00000000000000001"), "10", "10", false},
    {ODD("1_0"), NULL, NULL, false},
    {ODD("1,5"), NULL, NULL, false},
    {ODD("1d"), NULL, NULL, false},
    {ODD("1f"), NULL, NULL, false},
    {ODD("1L"), NULL, NULL, false},
    {ODD("0x"), NULL, NULL, false},
    {ODD("0x10"), "16", "16", false},
    {ODD("0X1F"), "31", "31", false},
    {ODD("-0x10"), "-16", "-16", false},
    {ODD("0x1p3"), "8", "8", false},
    {ODD("0x.8"), "0.5", "0.5", false},
    {ODD("0x1p"), NULL, NULL, false},
    {ODD("0x1.8p-1"), "0.75", "0.75", false},
    {ODD("0xg"), NULL, NULL, false},
    {ODD("0b1"), NULL, NULL, false},
    {ODD("0o7"), NULL, NULL, false},
    {ODD("nan"), NULL, NULL, false},
    {ODD("NaN"), NULL, NULL, false},
    {ODD("-nan"), NULL, NULL, false},
    {ODD("nan(abc)"), NULL, NULL, false},
    {ODD("inf"), "inf", "inf", false},
    {ODD("INF"), "inf", "inf", false},
    {ODD("+inf"), "inf", "inf", false},
    {ODD("-inf"), "-inf", "-inf", false},
    {ODD("infinity"), "inf", "inf", false},
    {ODD("-Infinity"), "-inf", "-inf", false},
    {ODD("infx"), NULL, NULL, false},
    {ODD("infinit"), NULL, NULL, false},
    {ODD("1e308"), "1e+308", "*", false},
    {ODD("1.7976931348623157e308"), "1.7976931348623157e+308", "*", false},
    {ODD("1.7976931348623159e308"), NULL, "*", false},
    {ODD("1e309"), NULL, "*", false},
    {ODD("1e400"), NULL, "*", false},
    {ODD("-1e400"), NULL, "*", false},
    {ODD("1e4932"), NULL, "*", false},
    {ODD("1e4933"), NULL, NULL, false},
    {ODD("1e-307"), "9.9999999999999991e-308", "0", false},
    {ODD("1e-320"), "9.9998886718268301e-321", "0", false},
    {ODD("4.9e-324"), "4.9406564584124654e-324", "0", false},
    {ODD("2.4e-324"), NULL, "0", false},
    {ODD("1e-325"), NULL, "0", false},
    {ODD("1e-400"), NULL, "0", false},
    {ODD("1e-4951"), NULL, NULL, false},
    {ODD("1e-4960"), NULL, NULL, false},
    {ODD("0e-99999999"), "0", "0", false},
    {ODD("0.1"), "0.10000000000000001", "0.1", false},
    {ODD("0.30000000000000004"), "0.30000000000000004", "0.30000000000000004", false},
    {ODD("3.0"), "3", "3", false},
    {ODD("3.14159"), "3.1415899999999999", "3.14159", false},
    {ODD("100000000000000000"), "1e+17", "100000000000000000", true},
    {ODD("123456789012345678"), "1.2345678901234568e+17", "123456789012345678", true},
    {ODD("1234567890.12345678901"), "1234567890.1234567", "1234567890.12345678906422108", false},
    {ODD("9007199254740993"), "9007199254740992", "9007199254740993", true},
    {ODD("9007199254740992.5"), "9007199254740992", "9007199254740992.5", false},
    {ODD("9223372036854775807"), "9.2233720368547758e+18", "9223372036854775807", true},
    {ODD("9223372036854775808"), "9.2233720368547758e+18", "9223372036854775808", false},
    {ODD("-9223372036854775808"), "-9.2233720368547758e+18", "-9223372036854775808", true},
    {ODD("-9223372036854775809"), "-9.2233720368547758e+18", "-9223372036854775809", false},
    {ODD("18446744073709551615"), "1.8446744073709552e+19", "18446744073709551615", false},
    {ODD("18446744073709551616"), "1.8446744073709552e+19", "18446744073709551616", false},
    {ODD("99999999999999999999"), "1e+20", "100000000000000000000", false},
    {ODD("00000000000000000000000"), "0", "0", false},
    {ODD("10000000000000000000000000000000"), "9.9999999999999996e+30",
     "9999999999999999999834643759104", false},
    {ODD("0.000000000000000001"), "1.0000000000000001e-18", "0", false},
    {ODD("0.00000000000000001"), "1.0000000000000001e-17", "0.00000000000000001", false},
    {ODD("0.000000000000000005"), "5.0000000000000004e-18", "0", false},
    {ODD("0.000000000000000015"), "1.5e-17", "0.00000000000000002", false},
};

enum { ODD_COUNT = sizeof odd / sizeof odd[0] };

static char text[LONG_DOUBLE_TEXT_MAX];

TEST(odd_texts_are_doubles_where_redis_says_so) {
    for (size_t i = 0; i < ODD_COUNT; i++) {
        double value = 42;
        bool is_valid = number_parse_double(bytes_of(odd[i].text, odd[i].len), &value);
        if (odd[i].as_double == NULL) {
            if (is_valid) {
                printf("'%s' ", odd[i].text);
            }
            CHECK(!is_valid);
            CHECK_DOUBLE(value, 42.0);
            continue;
        }
        CHECK(is_valid);
        size_t len = number_format_double(text, value);
        CHECK_BYTES(text, len, odd[i].as_double, strlen(odd[i].as_double));
    }
}

TEST(odd_texts_are_long_doubles_where_redis_says_so) {
    for (size_t i = 0; i < ODD_COUNT; i++) {
        long double value;
        bool is_valid = number_parse_long_double(bytes_of(odd[i].text, odd[i].len), &value);
#if LDBL_MANT_DIG == 64 /* Redis was asked on x86-64 */
        if (is_valid != (odd[i].as_long_double != NULL)) {
            printf("'%s' ", odd[i].text);
        }
        CHECK_EQ(is_valid, odd[i].as_long_double != NULL);
        if (is_valid) {
            size_t len = number_format_long_double(text, value);
            if (odd[i].as_long_double[0] != '*') {
                CHECK_BYTES(text, len, odd[i].as_long_double, strlen(odd[i].as_long_double));
            } else {
                CHECK(len > 60);
            }
        }
#else
        CHECK(is_valid || odd[i].as_double == NULL);
#endif
    }
}

TEST(odd_texts_are_integers_where_redis_says_so) {
    for (size_t i = 0; i < ODD_COUNT; i++) {
        int64_t value;
        struct bytes bytes = bytes_of(odd[i].text, odd[i].len);
        CHECK_EQ(number_parse_i64(bytes, &value), odd[i].is_integer);
        if (odd[i].is_integer) {
            CHECK_BYTES(text, number_format_i64(text, value), odd[i].text, odd[i].len);
        }
    }
}

TEST(overlong_long_doubles_are_refused_and_overlong_doubles_are_not) {
    static char zeros[100000];
    memset(zeros, '0', sizeof zeros);
    double narrow;
    long double wide;
    CHECK(number_parse_long_double(bytes_of(zeros, LONG_DOUBLE_TEXT_MAX - 1), &wide));
    CHECK(!number_parse_long_double(bytes_of(zeros, LONG_DOUBLE_TEXT_MAX), &wide));
    zeros[sizeof zeros - 1] = '7';
    CHECK(number_parse_double(bytes_of(zeros, sizeof zeros), &narrow));
    CHECK_DOUBLE(narrow, 7.0);
}

TEST(integers_at_every_edge_go_out_and_in_again) {
    uint64_t power = 1;
    for (int digits = 1; digits <= 20; digits++, power *= 10) {
        for (int64_t delta = -2; delta <= 2; delta++) {
            uint64_t value = power + (uint64_t)delta, back;
            int64_t negative = (int64_t)(0 - value), signed_back;
            char expected[32];
            size_t len = (size_t)snprintf(expected, sizeof expected, "%" PRIu64, value);
            CHECK_BYTES(text, number_format_u64(text, value), expected, len);
            CHECK(number_parse_u64(bytes_of(expected, len), &back) && back == value);
            len = (size_t)snprintf(expected, sizeof expected, "%" PRId64, negative);
            CHECK_BYTES(text, number_format_i64(text, negative), expected, len);
            CHECK(number_parse_i64(bytes_of(expected, len), &signed_back));
            CHECK_EQ(signed_back, negative);
        }
    }
    CHECK_BYTES(text, number_format_i64(text, INT64_MIN), "-9223372036854775808", 20);
    CHECK_BYTES(text, number_format_u64(text, UINT64_MAX), "18446744073709551615", 20);
}

TEST(unsigned_numbers_beyond_64_bits_are_refused) {
    uint64_t value;
    CHECK(number_parse_u64(BYTES_LITERAL("18446744073709551615"), &value));
    CHECK(value == UINT64_MAX);
    CHECK(!number_parse_u64(BYTES_LITERAL("18446744073709551616"), &value));
    CHECK(!number_parse_u64(BYTES_LITERAL("99999999999999999999"), &value));
    CHECK(!number_parse_u64(BYTES_LITERAL("100000000000000000000"), &value));
    CHECK(!number_parse_u64(BYTES_LITERAL("-1"), &value));
    CHECK(!number_parse_u64(BYTES_LITERAL("1844674407370955161x"), &value));
    CHECK(!number_parse_u64(BYTES_LITERAL("/"), &value));
    CHECK(!number_parse_u64(BYTES_LITERAL(":"), &value));
}

/* Doubles of many kinds: any bits, short decimals, halves and quarters, near powers of ten. */
static double random_double(void) {
    uint64_t bits = check_random();
    double value = (double)(check_random_below(20000000)) - 1e7;
    switch (check_random_below(5)) {
    case 0:
        memcpy(&value, &bits, sizeof value);
        return value;
    case 1:
        return value / pow(10, (double)check_random_below(9));
    case 2:
        return ldexp((double)(int64_t)bits, -(int)check_random_below(70));
    case 3:
        bits = (bits & 0x800fffffffffffffu) | (1023 - 16 + check_random_below(75)) << 52;
        memcpy(&value, &bits, sizeof value);
        return value;
    default:
        value = pow(10, (double)check_random_below(26) - 6);
        memcpy(&bits, &value, sizeof value);
        bits += check_random_below(7) - 3;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
}

TEST(doubles_print_as_printf_prints_them_and_come_back) {
    for (int i = 0; i < 300000; i++) {
        double value = random_double(), back;
        char expected[64];
        size_t len = (size_t)snprintf(expected, sizeof expected, "%.17g", value);
        CHECK_BYTES(text, number_format_double(text, value), expected, len);
        if (!isnan(value)) {
            CHECK(number_parse_double(bytes_of(expected, len), &back));
            CHECK_DOUBLE(back, value);
        }
    }
}

TEST(short_decimals_are_read_as_strtod_reads_them) {
    for (int i = 0; i < 100000; i++) {
        char decimal[48];
        size_t len = (size_t)snprintf(
            decimal, sizeof decimal, "%s%" PRIu64 ".%0*" PRIu64,
            check_random_below(2) == 0 ? "-" : "", check_random() >> check_random_below(64),
            (int)check_random_below(8) + 1, check_random_below(100000000));
        double value = 0;
        CHECK(number_parse_double(bytes_of(decimal, len), &value));
        CHECK_DOUBLE(value, strtod(decimal, NULL));
    }
}

TEST(odd_doubles_print_as_redis_prints_them) {
    CHECK_BYTES(text, number_format_double(text, -0.0), "-0", 2);
    CHECK_BYTES(text, number_format_double(text, INFINITY), "inf", 3);
    CHECK_BYTES(text, number_format_double(text, -INFINITY), "-inf", 4);
    CHECK_BYTES(text, number_format_double(text, copysign(NAN, 1)), "nan", 3);
    CHECK_BYTES(text, number_format_double(text, copysign(NAN, -1)), "-nan", 4);
    CHECK_BYTES(text, number_format_double(text, 1e17), "1e+17", 5);
    CHECK_BYTES(text, number_format_double(text, 1e16), "10000000000000000", 17);
}

TEST(odd_long_doubles_print_as_incrbyfloat_prints_them) {
    CHECK_BYTES(text, number_format_long_double(text, -0.0L), "0", 1);
    CHECK_BYTES(text, number_format_long_double(text, -1e-30L), "0", 1);
    CHECK_BYTES(text, number_format_long_double(text, 100.0L), "100", 3);
    CHECK_BYTES(text, number_format_long_double(text, -0.5L), "-0.5", 4);
    CHECK_BYTES(text, number_format_long_double(text, (long double)INFINITY), "inf", 3);
    CHECK_BYTES(text, number_format_long_double(text, -(long double)INFINITY), "-inf", 4);
    CHECK_BYTES(text, number_format_long_double(text, (long double)NAN), "nan", 3);
    CHECK(number_format_long_double(text, LDBL_MAX) > 4000);
    CHECK(number_format_long_double(text, -LDBL_MAX) > 4000);
}

static int64_t memory(const char *amount) {
    uint64_t bytes;
    return number_parse_memory(bytes_of_string(amount), &bytes) ? (int64_t)bytes : -1;
}

TEST(amounts_of_memory_are_read_as_in_redis_conf) {
    CHECK_EQ(memory("0"), 0);
    CHECK_EQ(memory("1"), 1);
    CHECK_EQ(memory("1B"), 1);
    CHECK_EQ(memory("5k"), 5000);
    CHECK_EQ(memory("1Kb"), 1024);
    CHECK_EQ(memory("100mb"), 100 << 20);
    CHECK_EQ(memory("3M"), 3000000);
    CHECK_EQ(memory("2g"), 2000000000);
    CHECK_EQ(memory("2GB"), 2ll << 30);
    const char *wrong[] = {"",
                           "mb",
                           "-1",
                           "1t",
                           "1.5gb",
                           " 1",
                           "1 ",
                           "1 mb",
                           "1kbb",
                           "0x10",
                           "18446744073709551616",
                           "9007199254740993gb"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_EQ(memory(wrong[i]), -1);
    }
}
