/* tests/unit/check.h - a test framework that fits on a page.
 *
 *     TEST(a_popped_element_is_gone) {
 *         CHECK_EQ(list_length(list), 2);
 *     }
 *
 * A test's name is a claim. A failed check is printed and the test goes on, so that all of what
 * is wrong shows; REQUIRE ends the test. Included by exactly one file of a program: it brings main.
 *
 *     NAME_test [--seed N] [--only PART-OF-NAME] [--verbose]
 *
 * The last line is `N passed, N failed`, counted in tests. Random tests draw from check_random();
 * the seed is printed, and the same seed repeats the run. */
#pragma once

#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHECK_SHOWN_MAX = 10, CHECK_SECONDS_MAX = 300 };

struct check_test {
    const char *name;
    void (*run)(void);
    struct check_test *next;
};

static struct check_test *check_first, **check_last = &check_first;
static const char *check_running = "(none)";
static unsigned check_failures; /* of the running test */
static uint64_t check_seed;
static uint64_t check_state;
static bool check_has_drawn;

static inline void check_register(struct check_test *test) {
    *check_last = test;
    check_last = &test->next;
}

#define TEST(claim)                                                   \
    static void claim(void);                                          \
    __attribute__((constructor)) static void claim##_register(void) { \
        static struct check_test test = {#claim, claim, NULL};        \
        check_register(&test);                                        \
    }                                                                 \
    static void claim(void)

/* The next random number (splitmix64) of this test; every test starts anew from the seed. */
static inline uint64_t check_random(void) {
    check_has_drawn = true;
    uint64_t z = (check_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline uint64_t check_random_below(uint64_t limit) {
    return check_random() % limit;
}

/* Counts a failure; true if it is to be printed. */
static inline bool check_fail(const char *file, int line) {
    if (check_failures == 0) {
        printf("FAIL %s\n", check_running);
    }
    check_failures++;
    if (check_failures > CHECK_SHOWN_MAX) {
        return false;
    }
    printf("  %s:%d: ", file, line);
    return true;
}

static inline bool check_true(bool is_met, const char *text, const char *file, int line) {
    if (!is_met && check_fail(file, line)) {
        printf("%s\n", text);
    }
    return is_met;
}

static inline bool check_equal(int64_t actual, int64_t expected, const char *text, const char *file,
                               int line) {
    if (actual != expected && check_fail(file, line)) {
        printf("%s is %" PRId64 ", expected %" PRId64 "\n", text, actual, expected);
    }
    return actual == expected;
}

static inline bool check_double(double actual, double expected, const char *text, const char *file,
                                int line) {
    bool is_same = memcmp(&actual, &expected, sizeof actual) == 0;
    if (!is_same && check_fail(file, line)) {
        printf("%s is %.17g, expected %.17g\n", text, actual, expected);
    }
    return is_same;
}

static inline void check_print(const void *data, size_t len) {
    const unsigned char *bytes = data;
    putchar('"');
    for (size_t i = 0; i < len && i < 200; i++) {
        if (bytes[i] >= 0x20 && bytes[i] < 0x7f && bytes[i] != '"' && bytes[i] != '\\') {
            putchar(bytes[i]);
        } else {
            printf("\\x%02x", bytes[i]);
        }
    }
    printf(len > 200 ? "\" and %zu bytes more" : "\"", len - 200);
}

static inline bool check_bytes(const void *actual, size_t actual_len, const void *expected,
                               size_t expected_len, const char *text, const char *file, int line) {
    bool is_same = actual_len == expected_len &&
                   (actual_len == 0 || memcmp(actual, expected, actual_len) == 0);
    if (!is_same && check_fail(file, line)) {
        printf("%s is ", text);
        check_print(actual, actual_len);
        printf(" (%zu), expected ", actual_len);
        check_print(expected, expected_len);
        printf(" (%zu)\n", expected_len);
    }
    return is_same;
}

static inline bool check_string(const char *actual, const char *expected, const char *text,
                                const char *file, int line) {
    if (actual == NULL || expected == NULL) {
        return check_true(actual == expected, text, file, line);
    }
    return check_bytes(actual, strlen(actual), expected, strlen(expected), text, file, line);
}

/* CHECK_EQ would cut doubles to integers, so they do not compile there. */
struct check_use_CHECK_DOUBLE {
    char nothing;
};
#define CHECK_INTEGER(value)                               \
    _Generic((value), float                                \
             : (struct check_use_CHECK_DOUBLE){0}, double  \
             : (struct check_use_CHECK_DOUBLE){0}, default \
             : (value))

#define CHECK(condition) ((void)check_true((condition), #condition, __FILE__, __LINE__))
#define CHECK_EQ(actual, expected)                                                                \
    ((void)check_equal((int64_t)CHECK_INTEGER(actual), (int64_t)CHECK_INTEGER(expected), #actual, \
                       __FILE__, __LINE__))
/* The same bits: -0.0 is not 0.0, and a NaN equals itself. */
#define CHECK_DOUBLE(actual, expected) \
    ((void)check_double((actual), (expected), #actual, __FILE__, __LINE__))
#define CHECK_STR(actual, expected) \
    ((void)check_string((actual), (expected), #actual, __FILE__, __LINE__))
#define CHECK_BYTES(actual, actual_len, expected, expected_len)                               \
    ((void)check_bytes((actual), (actual_len), (expected), (expected_len), #actual, __FILE__, \
                       __LINE__))
/* Ends the test (or the helper that returns void) when what follows would make no sense. */
#define REQUIRE(condition)                                              \
    do {                                                                \
        if (!check_true((condition), #condition, __FILE__, __LINE__)) { \
            return;                                                     \
        }                                                               \
    } while (0)

/* The statement must end in abort(), as a failed assert does. Run in a child process. */
#define CHECK_ABORTS(statement)                                    \
    do {                                                           \
        fflush(stdout);                                            \
        pid_t child = fork();                                      \
        if (child == 0) {                                          \
            signal(SIGABRT, SIG_DFL);                              \
            if (freopen("/dev/null", "w", stderr) == NULL) {       \
                _exit(2);                                          \
            }                                                      \
            statement;                                             \
            _exit(0);                                              \
        }                                                          \
        int status = 0;                                            \
        waitpid(child, &status, 0);                                \
        CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT); \
    } while (0)

/* Says which test a crash or a hang happened in, then dies of the same signal. */
static inline void check_on_signal(int number) {
    static const char text[] = "\ndied in the test ";
    ssize_t ignored = write(STDOUT_FILENO, text, sizeof text - 1);
    ignored += write(STDOUT_FILENO, check_running, strlen(check_running));
    ignored += write(STDOUT_FILENO, "\n", 1);
    (void)ignored;
    signal(number, SIG_DFL);
    raise(number);
}

static inline bool check_run(const struct check_test *test, bool is_verbose) {
    check_running = test->name;
    check_failures = 0;
    check_state = check_seed;
    if (is_verbose) {
        printf("%s\n", test->name);
    }
    fflush(stdout);
    alarm(CHECK_SECONDS_MAX);
    test->run();
    alarm(0);
    if (check_failures > CHECK_SHOWN_MAX) {
        printf("  and %u failures more\n", check_failures - CHECK_SHOWN_MAX);
    }
    return check_failures == 0;
}

int main(int argc, char **argv) {
    const char *only = "";
    bool is_verbose = false;
    check_seed = (uint64_t)time(NULL) * 1000003u + (uint64_t)getpid();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            check_seed = strtoull(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else if (strcmp(argv[i], "--verbose") == 0) {
            is_verbose = true;
        } else {
            fprintf(stderr, "usage: %s [--seed N] [--only PART-OF-NAME] [--verbose]\n", argv[0]);
            return 2;
        }
    }
    signal(SIGABRT, check_on_signal);
    signal(SIGALRM, check_on_signal);
    unsigned passed = 0, failed = 0;
    for (const struct check_test *test = check_first; test != NULL; test = test->next) {
        if (strstr(test->name, only) != NULL) {
            check_run(test, is_verbose) ? passed++ : failed++;
        }
    }
    if (check_has_drawn) {
        printf("seed %" PRIu64 "\n", check_seed);
    }
    if (passed + failed == 0) {
        printf("no test is named like '%s'\n", only);
        failed = 1;
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
