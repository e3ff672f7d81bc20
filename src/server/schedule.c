/* server/schedule.c - reading five fields, and comparing them with the clock. */
#include "server/schedule.h"

#include "base/number.h"
#include "server/option_forms.h"
#include "sys/local_time.h"

enum { FIELDS = 5, FIELD_WORDS_MAX = 8 };

struct field {
    unsigned first, last;
};

static const struct field fields[FIELDS] = {{0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 7}};

static bool take_number(struct bytes *text, unsigned *number) {
    size_t digits = 0;
    int64_t value;
    while (digits < text->len && text->data[digits] >= '0' && text->data[digits] <= '9') {
        digits++;
    }
    if (digits == 0 || digits > 3 || !number_parse_i64(bytes_of(text->data, digits), &value)) {
        return false;
    }
    *number = (unsigned)value;
    *text = bytes_of(text->data + digits, text->len - digits);
    return true;
}

static bool take(struct bytes *text, char c) {
    if (text->len == 0 || text->data[0] != c) {
        return false;
    }
    *text = bytes_of(text->data + 1, text->len - 1);
    return true;
}

/* One of those between commas. */
static bool take_range(struct bytes *text, const struct field *field, uint64_t *bits) {
    unsigned first = field->first, last = field->last, step = 1;
    bool is_one = !take(text, '*');
    if (is_one) {
        if (!take_number(text, &first)) {
            return false;
        }
        last = first;
        is_one = !take(text, '-');
        if (!is_one && !take_number(text, &last)) {
            return false;
        }
    }
    if (take(text, '/')) {
        if (!take_number(text, &step) || step == 0) {
            return false;
        }
        last = is_one ? field->last : last; /* 5/10: from 5 on */
    }
    if (first < field->first || last > field->last || first > last) {
        return false;
    }
    for (unsigned i = first; i <= last; i += step) {
        *bits |= (uint64_t)1 << i;
    }
    return true;
}

static bool parse_field(struct bytes text, const struct field *field, uint64_t *bits) {
    *bits = 0;
    do {
        if (!take_range(&text, field, bits)) {
            return false;
        }
    } while (take(&text, ','));
    return text.len == 0;
}

bool schedule_parse(struct bytes text, struct schedule *schedule) {
    struct bytes words[FIELD_WORDS_MAX];
    uint64_t bits[FIELDS];
    if (words_split(text, words, FIELD_WORDS_MAX) != FIELDS) {
        return false;
    }
    for (unsigned i = 0; i < FIELDS; i++) {
        if (!parse_field(words[i], &fields[i], &bits[i])) {
            return false;
        }
    }
    *schedule = (struct schedule){
        .minutes = bits[0],
        .hours = (uint32_t)bits[1],
        .days = (uint32_t)bits[2],
        .months = (uint32_t)bits[3],
        .weekdays = (uint32_t)(bits[4] | bits[4] >> 7), /* 7 is 0, too */
        .has_days = words[2].data[0] != '*',
        .has_weekdays = words[4].data[0] != '*',
    };
    return true;
}

static bool has(uint64_t bits, int i) {
    return bits >> i & 1;
}

bool schedule_is_due(const struct schedule *schedule, int64_t minute) {
    struct local_time local;
    local_time_of(minute * 60, &local);
    bool is_day = has(schedule->days, local.day);
    bool is_weekday = has(schedule->weekdays, local.weekday);
    bool is_right_day =
        schedule->has_days && schedule->has_weekdays ? is_day || is_weekday : is_day && is_weekday;
    return has(schedule->minutes, local.minute) && has(schedule->hours, local.hour) &&
           has(schedule->months, local.month) && is_right_day;
}
