/* What base/glob.h promises. The rows are redis-server 7.0.15's answers (KEYS pattern on a server
 * with that one key). */
#include "base/glob.h"

#include "check.h"

static bool match(const char *pattern, const char *text) {
    return glob_match(bytes_of_string(pattern), bytes_of_string(text), false);
}

static bool match_nocase(const char *pattern, const char *text) {
    return glob_match(bytes_of_string(pattern), bytes_of_string(text), true);
}

TEST(patterns_match_as_in_redis) {
    CHECK(match("", ""));
    CHECK(!match("", "a"));
    CHECK(match("*", "anything"));
    CHECK(match("***", "anything"));
    CHECK(match("h?llo", "hello"));
    CHECK(!match("h?llo", "hllo"));
    CHECK(match("h*llo", "hllo"));
    CHECK(match("h*llo", "heeeello"));
    CHECK(match("a*", "a"));
    CHECK(match("a**", "a"));
    CHECK(match("*a", "a"));
    CHECK(match("*a*", "a"));
    CHECK(!match("*ab", "aba"));
    CHECK(match("*ab", "abab"));
    CHECK(match("*a*b*c", "xxaxxbxxcc"));
    CHECK(!match("*a*b*c", "xxaxxcxxb"));
    CHECK(match("\\*", "*"));
    CHECK(!match("\\*", "a"));
    CHECK(match("a\\", "a\\"));
    CHECK(match("\\a", "a"));
    CHECK(!match("?", ""));
    CHECK(match("?", "\xff"));
}

TEST(an_empty_text_is_matched_by_two_patterns_only) {
    CHECK(match("*", ""));
    CHECK(!match("**", ""));
    CHECK(!match("?", ""));
    CHECK(!match("[a]", ""));
    CHECK(glob_match(bytes_of(NULL, 0), bytes_of(NULL, 0), false));
}

TEST(classes_match_as_in_redis) {
    CHECK(match("h[ae]llo", "hallo"));
    CHECK(!match("h[ae]llo", "hillo"));
    CHECK(match("h[^e]llo", "hallo"));
    CHECK(!match("h[^e]llo", "hello"));
    CHECK(match("[a-c]", "b"));
    CHECK(!match("[a-c]", "d"));
    CHECK(match("[c-a]", "b"));
    CHECK(match("[\\]]", "]"));
    CHECK(match("[\\-]", "-"));
    CHECK(!match("[]", "a"));
    CHECK(match("[^]", "a"));
    CHECK(match("[^]b", "ab"));
    CHECK(match("[-a]", "-"));
}

TEST(odd_classes_are_as_odd_as_in_redis) {
    CHECK(match("[a", "a"));
    CHECK(match("x[^a", "xb"));
    CHECK(!match("[", "["));
    CHECK(match("[^", "q"));
    CHECK(match("[a\\", "\\"));
    CHECK(match("[a-]", "_")); /* a range up to ']', and no end */
    CHECK(match("[a-", "-"));
    CHECK(match("[\x7f-\x80]", "a")); /* bytes are signed: -128 to 127 */
    CHECK(match("[\xe0-\xef]", "\xe5"));
    CHECK(!match("[\xe0-\xef]", "\x65"));
}

TEST(letter_case_is_ignored_where_redis_ignores_it) {
    CHECK(match_nocase("MaxMemory", "maxmemory"));
    CHECK(match_nocase("[A-C]", "b"));
    CHECK(match_nocase("[a-c]", "B"));
    CHECK(match_nocase("\\A", "a"));
    CHECK(!match_nocase("[\\A]", "a")); /* an escaped byte of a class keeps its case */
    CHECK(!match_nocase("[Z-a]", "_"));
    CHECK(!match("a", "A"));
}

TEST(a_pattern_without_special_bytes_is_literal) {
    CHECK(glob_is_literal(BYTES_LITERAL("")));
    CHECK(glob_is_literal(BYTES_LITERAL("user:1]^-")));
    CHECK(!glob_is_literal(BYTES_LITERAL("a*")));
    CHECK(!glob_is_literal(BYTES_LITERAL("a?")));
    CHECK(!glob_is_literal(BYTES_LITERAL("[a")));
    CHECK(!glob_is_literal(BYTES_LITERAL("a\\")));
}

enum { LONG = 65536 };

static char *repeat(const char *front, const char *unit, const char *back, size_t len) {
    size_t at = strlen(front), unit_len = strlen(unit), back_len = strlen(back);
    char *text = malloc(len + 1);
    memcpy(text, front, at);
    for (; at + unit_len + back_len <= len; at += unit_len) {
        memcpy(text + at, unit, unit_len);
    }
    memcpy(text + at, back, back_len + 1);
    return text;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Alone on a machine a match takes at most the times below; a busy one takes several times as long,
 * sanitizers and emulators more. What must not be, exponential time, would take hours. */
#ifdef ANAX_TEST
static const double allowance = 50;
#else
static const double allowance = 10;
#endif

static void check_slow(const char *front, const char *unit, const char *back, size_t pattern_len,
                       const char *text_unit, const char *text_back, bool expected) {
    const double seconds_max = (pattern_len == LONG ? 0.010 : 0.020) * allowance;
    char *pattern = repeat(front, unit, back, pattern_len);
    char *text = repeat("", text_unit, text_back, LONG);
    double best = 1e9;
    for (int attempt = 0; attempt < 5 && best > seconds_max; attempt++) {
        double start = seconds();
        CHECK_EQ(match(pattern, text), expected);
        double taken = seconds() - start;
        best = taken < best ? taken : best;
    }
    if (best > seconds_max) {
        printf("%.10s…%s: %.4f s\n", pattern, back, best);
    }
    CHECK(best <= seconds_max);
    free(pattern);
    free(text);
}

TEST(patterns_made_to_be_slow_take_some_milliseconds) {
    check_slow("", "a*", "b", LONG, "a", "", false);
    check_slow("", "*a", "*", LONG, "a", "", true);
    check_slow("*", "a", "b*", LONG / 2, "a", "", false);
    check_slow("*", "a", "b*", LONG / 4, "a", "", false);
    check_slow("*", "a", "b*", LONG / 2, "a", "b", true);
    check_slow("*", "a", "b", LONG / 2, "a", "", false);
    check_slow("*", "?", "b*", LONG / 2, "a", "", false);
    check_slow("*", "?", "b*", LONG / 2, "a", "b", true);
    check_slow("*", "[^c]", "b*", LONG, "a", "", false);
    check_slow("*", "[!-~]", "b*", LONG, "a", "", false);
    check_slow("*[", "c", "]*", LONG, "a", "", false);
    check_slow("*[", "c-d", "]x", LONG, "a", "", false);
    check_slow("*", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab*", "c", LONG, "a", "", false);
}

/* The plain recursion, by a table: can[i][j] says whether pattern from i matches text from j. */
static bool match_by_table(const char *pattern, size_t m, const char *text, size_t n,
                           const bool *elements_match, const size_t *next) {
    static bool can[80][80];
    for (size_t i = m + 1; i-- > 0;) {
        for (size_t j = n + 1; j-- > 0;) {
            if (i == m) {
                can[i][j] = j == n;
            } else if (pattern[i] == '*') {
                can[i][j] = can[i + 1][j] || (j < n && can[i][j + 1]);
            } else {
                can[i][j] =
                    j < n && elements_match[i * 256 + (uint8_t)text[j]] && can[next[i]][j + 1];
            }
        }
    }
    return can[0][0];
}

/* One-byte elements are asked of glob_match itself; here the stars are what is tested. */
TEST(stars_agree_with_the_plain_recursion) {
    static bool elements_match[80 * 256];
    static size_t next[80];
    for (int round = 0; round < 20000; round++) {
        char pattern[64], text[64];
        size_t m = check_random_below(20), n = check_random_below(30) + 1;
        const char *alphabet = check_random_below(2) == 0 ? "ab*?" : "aab***";
        for (size_t i = 0; i < m; i++) {
            char c = alphabet[check_random_below(strlen(alphabet))];
            pattern[i] = c;
            next[i] = i + 1;
            for (int b = 0; b < 256; b++) {
                elements_match[i * 256 + (size_t)b] = c == '?' || c == (char)b;
            }
        }
        for (size_t j = 0; j < n; j++) {
            text[j] = check_random_below(3) == 0 ? 'b' : 'a';
        }
        CHECK_EQ(glob_match(bytes_of(pattern, m), bytes_of(text, n), false),
                 match_by_table(pattern, m, text, n, elements_match, next));
    }
}

/* Long texts of few different bytes, so that the slow way is given up in the middle; a pattern
 * cut out of the text itself must be found, and one with a wrong byte must not. */
TEST(what_is_cut_out_of_a_text_is_found_in_it) {
    for (int round = 0; round < 60; round++) {
        size_t n = 2000 + check_random_below(20000);
        char *text = malloc(n), *pattern = malloc(8 * n + 16);
        for (size_t j = 0; j < n; j++) {
            text[j] = check_random_below(200) == 0 ? 'B' : 'a';
        }
        size_t m = 0, at = check_random_below(100), wrong = SIZE_MAX;
        bool ignore_case = check_random_below(2) == 0;
        pattern[m++] = '*';
        while (at < n) {
            size_t run = 1 + check_random_below(n / 3);
            for (; run > 0 && at < n; run--, at++) {
                switch (check_random_below(12)) {
                case 0:
                    pattern[m++] = '?';
                    break;
                case 1:
                    memcpy(pattern + m, text[at] == 'a' ? "[^B]" : "[^a]", 4);
                    m += 4;
                    break;
                case 2:
                    memcpy(pattern + m, text[at] == 'a' ? "[a-c]" : "[A-C]", 5);
                    m += 5;
                    break;
                case 3:
                    pattern[m++] = '\\';
                    /* fall through */
                default:
                    wrong = m;
                    pattern[m++] = ignore_case && text[at] == 'B' ? 'b' : text[at];
                }
            }
            pattern[m++] = '*';
            at += check_random_below(n / 8);
        }
        CHECK(glob_match(bytes_of(pattern, m), bytes_of(text, n), ignore_case));
        pattern[wrong] = 'x';
        CHECK(!glob_match(bytes_of(pattern, m), bytes_of(text, n), ignore_case));
        free(text);
        free(pattern);
    }
}
