/* tool/text.c - plain text for people. Dates by the civil calendar's arithmetic: no time zone, no clock. */
#include "tool/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void quote_byte(struct buffer *out, unsigned char byte) {
    switch (byte) {
    case '\n':
        buffer_append_text(out, "\\n");
        break;
    case '\r':
        buffer_append_text(out, "\\r");
        break;
    case '\t':
        buffer_append_text(out, "\\t");
        break;
    case '"':
    case '\\':
        buffer_printf(out, "\\%c", byte);
        break;
    default:
        buffer_printf(out, byte >= 0x20 && byte < 0x7f ? "%c" : "\\x%02x", byte);
    }
}

void text_quote(struct buffer *out, struct bytes bytes, size_t shown_max) {
    size_t shown = shown_max > 0 && bytes.len > shown_max ? shown_max : bytes.len;
    buffer_append_text(out, "\"");
    for (size_t i = 0; i < shown; i++) quote_byte(out, (unsigned char)bytes.data[i]);
    buffer_append_text(out, "\"");
    if (shown < bytes.len) buffer_printf(out, "... (%zu bytes)", bytes.len);
}

/* ---- times ---- */

enum { DAYS_TO_1970 = 719468, DAYS_OF_400_YEARS = 146097 };
#define DAY_MS 86400000LL

/* Years begin in March here, so that leap days come last. */
static int64_t days_of(int64_t year, int month, int day) {
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400, in_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int64_t of_era = in_era * 365 + in_era / 4 - in_era / 100 + of_year;
    return era * DAYS_OF_400_YEARS + of_era - DAYS_TO_1970;
}

static void date_of(int64_t days, int64_t *year, int *month, int *day) {
    days += DAYS_TO_1970;
    int64_t era = (days >= 0 ? days : days - DAYS_OF_400_YEARS + 1) / DAYS_OF_400_YEARS;
    int64_t of_era = days - era * DAYS_OF_400_YEARS;
    int64_t in_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * in_era + in_era / 4 - in_era / 100);
    int64_t shifted = (5 * of_year + 2) / 153;
    *day = (int)(of_year - (153 * shifted + 2) / 5 + 1);
    *month = (int)(shifted < 10 ? shifted + 3 : shifted - 9);
    *year = in_era + era * 400 + (*month <= 2);
}

void text_time(char text[TEXT_TIME_MAX], int64_t unix_ms) {
    int64_t days = unix_ms / DAY_MS, rest = unix_ms % DAY_MS, year;
    int month, day;
    if (rest < 0) {
        rest += DAY_MS;
        days--;
    }
    date_of(days, &year, &month, &day);
    snprintf(text, TEXT_TIME_MAX, "%04" PRId64 "-%02d-%02dT%02d:%02d:%02d.%03dZ", year, month, day,
             (int)(rest / 3600000), (int)(rest / 60000 % 60), (int)(rest / 1000 % 60),
             (int)(rest % 1000));
}

static bool take_fraction(const char *text, int64_t *ms) {
    static const int scale[] = {100, 10, 1};
    *ms = 0;
    if (*text != '.') return *text == 0 || strcmp(text, "Z") == 0;
    text++;
    for (unsigned i = 0; *text >= '0' && *text <= '9'; text++, i++) {
        if (i < 3) *ms += (*text - '0') * scale[i];
    }
    return *text == 0 || strcmp(text, "Z") == 0;
}

static bool parse_iso(const char *text, int64_t *unix_ms) {
    int year, month, day, hour = 0, minute = 0, second = 0, at = 0, end = 0;
    int64_t ms = 0;
    char between;
    if (sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &at) != 3) return false;
    if (text[at] != 0) {
        if (sscanf(text + at, "%c%2d:%2d:%2d%n", &between, &hour, &minute, &second, &end) != 4 ||
            (between != 'T' && between != ' ') || !take_fraction(text + at + end, &ms))
            return false;
    }
    if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60 ||
        hour < 0 || minute < 0 || second < 0)
        return false;
    *unix_ms = days_of(year, month, day) * DAY_MS + hour * 3600000LL + minute * 60000LL +
               second * 1000LL + ms;
    return true;
}

bool text_parse_time(const char *text, int64_t *unix_ms) {
    size_t digits = strspn(text, "0123456789");
    int64_t ms;
    if (digits == 0 || digits > 15 || (text[digits] != 0 && text[digits] != '.'))
        return parse_iso(text, unix_ms);
    *unix_ms = strtoll(text, NULL, 10);
    if (digits >= 13) return text[digits] == 0;
    if (!take_fraction(text + digits, &ms)) return false;
    *unix_ms = *unix_ms * 1000 + ms;
    return true;
}

/* ---- sizes ---- */

void text_count(char text[TEXT_SIZE_MAX], uint64_t count) {
    char digits[TEXT_SIZE_MAX];
    int len = snprintf(digits, sizeof digits, "%" PRIu64, count), at = 0;
    for (int i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0) text[at++] = ',';
        text[at++] = digits[i];
    }
    text[at] = 0;
}

void text_size(char text[TEXT_SIZE_MAX], uint64_t bytes) {
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    double size = (double)bytes / 1024;
    unsigned unit = 0;
    if (bytes < 1024) {
        snprintf(text, TEXT_SIZE_MAX, "%u B", (unsigned)bytes);
        return;
    }
    for (; size >= 1000 && unit < 3; unit++) size /= 1024;
    snprintf(text, TEXT_SIZE_MAX, "%.1f %s", size, units[unit]);
}

void text_bar(struct buffer *out, uint64_t part, uint64_t whole, uint64_t longest, unsigned width) {
    double scale = longest > 0 ? (double)width / (double)longest : 0;
    unsigned end = (unsigned)((double)whole * scale + 0.5);
    unsigned full = (unsigned)((double)part * scale + 0.5);
    for (unsigned i = 0; i < width; i++)
        buffer_append_text(out, i < full ? "█" : i < end ? "░" : " ");
}
