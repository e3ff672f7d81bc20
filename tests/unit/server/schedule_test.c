/* tests/unit/server/schedule_test.c - cron's five fields: what they mean, what is none, and every minute of two years
 * against a reading of the fields that is obviously right. */
#include "server/schedule.h"

#include "check.h"

enum { FIELDS = 5 };

static bool parses(const char *text) {
    struct schedule schedule;
    return schedule_parse(bytes_of_string(text), &schedule);
}

/* The minute of that moment, UTC. */
static int64_t minute_of(int year, int month, int day, int hour, int minute) {
    struct tm tm = {.tm_year = year - 1900,
                    .tm_mon = month - 1,
                    .tm_mday = day,
                    .tm_hour = hour,
                    .tm_min = minute};
    return (int64_t)timegm(&tm) / 60;
}

static bool is_due(const char *text, int64_t minute) {
    struct schedule schedule;
    CHECK(schedule_parse(bytes_of_string(text), &schedule));
    return schedule_is_due(&schedule, minute);
}

static void use_utc(void) {
    setenv("TZ", "UTC", 1);
    tzset();
}

TEST(five_fields_are_a_schedule_and_nothing_else_is) {
    static const char *const good[] = {"* * * * *",
                                       "0 0 1 1 0",
                                       "59 23 31 12 7",
                                       "*/30 * * * *",
                                       "1,2,3 4-6 7-9/2 */5 1-5",
                                       "0-59/15 0 * * *",
                                       "5/10 * * * *",
                                       "  1  2  3  4  5 ",
                                       "0,0,0 * * * *",
                                       "*/999 * * * *"};
    static const char *const bad[] = {"",
                                      "*",
                                      "* * * *",
                                      "* * * * * *",
                                      "60 * * * *",
                                      "* 24 * * *",
                                      "* * 0 * *",
                                      "* * 32 * *",
                                      "* * * 0 *",
                                      "* * * 13 *",
                                      "* * * * 8",
                                      "-1 * * * *",
                                      "5-1 * * * *",
                                      "1- * * * *",
                                      "1, * * * *",
                                      ",1 * * * *",
                                      "*/0 * * * *",
                                      "*/ * * * *",
                                      "a * * * *",
                                      "1-2-3 * * * *",
                                      "1/2/3 * * * *",
                                      "* * * jan *",
                                      "99999999999 * * * *",
                                      "** * * * *",
                                      "1.5 * * * *",
                                      "1 * * * * # text"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK(parses(good[i]));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (parses(bad[i])) printf("  taken: %s\n", bad[i]);
        CHECK(!parses(bad[i]));
    }
}

TEST(a_day_of_the_month_or_one_of_the_week_will_do_if_both_are_given) {
    use_utc();
    int64_t friday_13 = minute_of(2026, 11, 13, 0, 0), friday_20 = minute_of(2026, 11, 20, 0, 0);
    int64_t sunday_13 = minute_of(2026, 12, 13, 0, 0), monday_14 = minute_of(2026, 12, 14, 0, 0);
    CHECK(is_due("0 0 13 * 5", friday_13) && is_due("0 0 13 * 5", friday_20));
    CHECK(is_due("0 0 13 * 5", sunday_13) && !is_due("0 0 13 * 5", monday_14));
    CHECK(is_due("0 0 13 * *", sunday_13) && !is_due("0 0 13 * *", friday_20));
    CHECK(is_due("0 0 * * 5", friday_20) && !is_due("0 0 * * 5", sunday_13));
    CHECK(is_due("0 0 * * 7", sunday_13) && is_due("0 0 * * 0", sunday_13));
    CHECK(!is_due("0 0 13 11 5", sunday_13));
}

TEST(the_time_is_that_of_the_place) {
    setenv("TZ", "ABC-5:30", 1); /* east of Greenwich */
    tzset();
    CHECK(is_due("30 5 1 1 *", minute_of(2026, 1, 1, 0, 0)));
    CHECK(!is_due("0 0 1 1 *", minute_of(2026, 1, 1, 0, 0)));
    use_utc();
    CHECK(is_due("0 0 1 1 *", minute_of(2026, 1, 1, 0, 0)));
}

/* A field as a list of all its numbers, written out; returns how many. */
static unsigned random_field(unsigned first, unsigned last, bool numbers[64], char *text) {
    memset(numbers, 0, 64);
    unsigned a = first + (unsigned)check_random_below(last - first + 1);
    unsigned b = a + (unsigned)check_random_below(last - a + 1);
    unsigned step = 1 + (unsigned)check_random_below(9);
    switch (check_random_below(4)) {
    case 0:
        for (unsigned i = first; i <= last; i++) numbers[i] = true;
        return (unsigned)sprintf(text, "*");
    case 1:
        for (unsigned i = first; i <= last; i += step) numbers[i] = true;
        return (unsigned)sprintf(text, "*/%u", step);
    case 2:
        for (unsigned i = a; i <= b; i += step) numbers[i] = true;
        return (unsigned)sprintf(text, "%u-%u/%u", a, b, step);
    default:
        numbers[a] = numbers[b] = true;
        return (unsigned)sprintf(text, "%u,%u", a, b);
    }
}

TEST(every_minute_is_what_the_fields_say) {
    use_utc();
    for (int round = 0; round < 20; round++) {
        static const unsigned ranges[FIELDS][2] = {{0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 6}};
        bool numbers[FIELDS][64];
        char text[200] = "", words[FIELDS][64];
        for (unsigned i = 0; i < FIELDS; i++) {
            random_field(ranges[i][0], ranges[i][1], numbers[i], words[i]);
            strcat(strcat(text, words[i]), " ");
        }
        struct schedule schedule;
        REQUIRE(schedule_parse(bytes_of_string(text), &schedule));
        bool either = words[2][0] != '*' && words[4][0] != '*';
        int64_t start = minute_of(2027, 1, 1, 0, 0), end = minute_of(2029, 1, 1, 0, 0);
        for (int64_t minute = start; minute < end; minute += 1 + (int64_t)check_random_below(90)) {
            time_t seconds = (time_t)minute * 60;
            struct tm tm;
            gmtime_r(&seconds, &tm);
            bool day = numbers[2][tm.tm_mday], weekday = numbers[4][tm.tm_wday];
            bool is_day = either ? day || weekday : day && weekday;
            bool expected = numbers[0][tm.tm_min] && numbers[1][tm.tm_hour] &&
                            numbers[3][tm.tm_mon + 1] && is_day;
            if (schedule_is_due(&schedule, minute) != expected) {
                printf("  %s at minute %lld\n", text, (long long)minute);
                CHECK(false);
                return;
            }
        }
    }
}
