/* server/option_forms.c - addresses, limits by client class, save points, event classes, percentiles. */
#include "server/option_forms.h"

#include <stdlib.h>

#include "base/number.h"
#include "engine/notify.h"
#include "server/config.h"
#include "server/schedule.h"

enum {
    ADDRESSES_MAX = 16,
    LIMIT_WORDS_MAX = 64,
    SAVE_WORDS_MAX = 64,
    PERCENTILES_MAX = 64,
    RENAME_WORDS_MAX = 512
};

unsigned words_split(struct bytes text, struct bytes *words, unsigned size) {
    unsigned count = 0;
    size_t i = 0;
    for (;;) {
        while (i < text.len && text.data[i] == ' ') {
            i++;
        }
        size_t start = i;
        while (i < text.len && text.data[i] != ' ') {
            i++;
        }
        if (i == start) {
            return count;
        }
        if (count < size) {
            words[count] = bytes_of(text.data + start, i - start);
        }
        count++;
    }
}

static void append_word(struct buffer *out, struct bytes word) {
    if (out->len > 0) {
        buffer_append_text(out, " ");
    }
    buffer_append(out, word);
}

bool form_addresses(struct bytes text, const char *old, struct buffer *out, const char **error) {
    (void)old;
    struct bytes words[ADDRESSES_MAX];
    unsigned count = words_split(text, words, ADDRESSES_MAX);
    if (count > ADDRESSES_MAX) {
        *error = "Too many bind addresses specified.";
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        append_word(out, words[i]);
    }
    return true;
}

/* ---- client-output-buffer-limit: class hard soft seconds, for some of the classes ---- */

static const char *const class_names[CLIENT_CLASSES] = {"normal", "slave", "pubsub"};

static int class_of(struct bytes name) {
    for (int i = 0; i < CLIENT_CLASSES; i++) {
        if (bytes_is(name, class_names[i])) {
            return i;
        }
    }
    return bytes_is(name, "replica") ? CLASS_REPLICA : -1;
}

/* Changes the classes that text names; count is that of its words. */
static bool parse_limits(struct bytes text, struct output_limit *limits, const char **error) {
    struct bytes words[LIMIT_WORDS_MAX];
    unsigned count = words_split(text, words, LIMIT_WORDS_MAX);
    if (count % 4 != 0 || count > LIMIT_WORDS_MAX) {
        *error = "Wrong number of arguments in buffer limit configuration.";
        return false;
    }
    for (unsigned i = 0; i < count; i += 4) {
        int which = class_of(words[i]);
        if (which < 0) {
            *error = "Invalid client class specified in buffer limit configuration.";
            return false;
        }
        struct output_limit *limit = &limits[which];
        int64_t seconds;
        if (!number_parse_memory(words[i + 1], &limit->hard_bytes) ||
            !number_parse_memory(words[i + 2], &limit->soft_bytes) ||
            !number_parse_i64(words[i + 3], &seconds) || seconds < 0 || seconds > INT32_MAX) {
            *error = "Error in hard, soft or soft_seconds setting in buffer limit configuration.";
            return false;
        }
        limit->soft_seconds = (uint32_t)seconds;
    }
    return true;
}

bool form_output_limits(struct bytes text, const char *old, struct buffer *out,
                        const char **error) {
    struct output_limit limits[CLIENT_CLASSES] = {0};
    if ((old && !parse_limits(bytes_of_string(old), limits, error)) ||
        !parse_limits(text, limits, error)) {
        return false;
    }
    for (int i = 0; i < CLIENT_CLASSES; i++) {
        buffer_printf(out, "%s%s %llu %llu %u", i == 0 ? "" : " ", class_names[i],
                      (unsigned long long)limits[i].hard_bytes,
                      (unsigned long long)limits[i].soft_bytes, limits[i].soft_seconds);
    }
    return true;
}

void settle_output_limits(struct settings *settings, const union option_value *value) {
    const char *error; /* the text was checked when it was set */
    parse_limits(bytes_of_string(value->text), settings->output_limit, &error);
}

/* ---- save: pairs of seconds and changes ---- */

bool form_save_points(struct bytes text, const char *old, struct buffer *out, const char **error) {
    (void)old;
    struct bytes words[SAVE_WORDS_MAX];
    unsigned count = words_split(text, words, SAVE_WORDS_MAX);
    *error = "Invalid save parameters";
    if (count % 2 != 0 || count > SAVE_WORDS_MAX) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        int64_t number;
        int64_t least = i % 2 == 0 ? 1 : 0;
        if (!number_parse_i64(words[i], &number) || number < least || number > INT32_MAX) {
            return false;
        }
        append_word(out, words[i]);
    }
    return true;
}

/* ---- snapshot-cron ---- */

bool form_schedule(struct bytes text, const char *old, struct buffer *out, const char **error) {
    (void)old;
    struct schedule schedule;
    *error = "argument must be five fields as cron has them: minute hour day month weekday";
    if (text.len > 0 && !schedule_parse(text, &schedule)) {
        return false;
    }
    buffer_append(out, text);
    return true;
}

/* ---- dbfilename, appenddirname ---- */

static bool is_name(struct bytes text) {
    return text.len == 0 || (!memchr(text.data, '/', text.len) && !memchr(text.data, 0, text.len));
}

bool form_file_name(struct bytes text, const char *old, struct buffer *out, const char **error) {
    (void)old;
    *error = "dbfilename can't be a path, just a filename";
    buffer_append(out, text);
    return is_name(text);
}

bool form_directory_name(struct bytes text, const char *old, struct buffer *out,
                         const char **error) {
    (void)old;
    *error = text.len == 0 ? "appenddirname can't be empty"
                           : "appenddirname can't be a path, just a dirname";
    buffer_append(out, text);
    return text.len > 0 && is_name(text);
}

/* ---- notify-keyspace-events ---- */

static const char event_letters[] =
    "g$lshzxetd"; /* what A stands for, in the order of the answer */

bool form_keyspace_events(struct bytes text, const char *old, struct buffer *out,
                          const char **error) {
    (void)old;
    bool has[256] = {false};
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        if (!c || !strchr("Ag$lshzxeKEtmdn", c)) {
            *error = "Invalid event class character. Use 'Ag$lshzxeKEtmdn'.";
            return false;
        }
        has[(unsigned char)c] = true;
    }
    bool has_all = true;
    for (const char *letter = event_letters; *letter; letter++) {
        has[(unsigned char)*letter] |= has['A'];
        has_all &= has[(unsigned char)*letter];
    }
    if (has_all) {
        buffer_append_text(out, "A");
    }
    for (const char *letter = event_letters; *letter && !has_all; letter++) {
        if (has[(unsigned char)*letter]) {
            buffer_append(out, bytes_of(letter, 1));
        }
    }
    for (const char *letter = "nKEm"; *letter; letter++) {
        if (has[(unsigned char)*letter]) {
            buffer_append(out, bytes_of(letter, 1));
        }
    }
    return true;
}

void settle_keyspace_events(struct settings *settings, const union option_value *value) {
    static const struct {
        char letter;
        uint32_t events;
    } letters[] = {
        {'K', NOTIFY_KEYSPACE}, {'E', NOTIFY_KEYEVENT}, {'A', NOTIFY_ALL},
        {'g', NOTIFY_GENERIC},  {'$', NOTIFY_STRING},   {'l', NOTIFY_LIST},
        {'s', NOTIFY_SET},      {'h', NOTIFY_HASH},     {'z', NOTIFY_ZSET},
        {'x', NOTIFY_EXPIRED},  {'e', NOTIFY_EVICTED},  {'t', NOTIFY_STREAM},
        {'d', NOTIFY_MODULE},   {'m', NOTIFY_MISS},     {'n', NOTIFY_NEW},
    };
    uint32_t events = 0;
    for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++) {
        events |= strchr(value->text, letters[i].letter) ? letters[i].events : 0;
    }
    settings->notify_events = events & (NOTIFY_KEYSPACE | NOTIFY_KEYEVENT) ? events : 0;
}

/* ---- numbers ---- */

bool form_percentiles(struct bytes text, const char *old, struct buffer *out, const char **error) {
    (void)old;
    struct bytes words[PERCENTILES_MAX];
    unsigned count = words_split(text, words, PERCENTILES_MAX);
    *error = "Invalid latency tracking percentile";
    if (count > PERCENTILES_MAX) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        double percentile;
        if (!number_parse_double(words[i], &percentile) || percentile < 0 || percentile > 100) {
            return false;
        }
        buffer_printf(out, "%s%.10g", i == 0 ? "" : " ", percentile);
    }
    return true;
}

bool form_three_numbers(struct bytes text, const char *old, struct buffer *out,
                        const char **error) {
    (void)old;
    struct bytes words[3];
    if (words_split(text, words, 3) != 3) {
        *error = "wrong number of arguments";
        return false;
    }
    for (unsigned i = 0; i < 3; i++) {
        int64_t number;
        if (!number_parse_i64(words[i], &number) || number < -2000 || number > 2000) {
            *error = "Invalid oom-score-adj-values, elements must be between -2000 and 2000.";
            return false;
        }
        append_word(out, words[i]);
    }
    return true;
}

/* ---- shutdown-on-sigterm ---- */

bool form_shutdown(struct bytes text, const char *old, struct buffer *out, const char **error) {
    (void)old;
    static const char *const names[] = {"default", "save", "nosave", "now", "force"};
    struct bytes words[5];
    unsigned count = words_split(text, words, 5);
    bool has[5] = {false};
    *error = "argument(s) must be one of the following: default, save, nosave, now, force";
    for (unsigned i = 0; i < count && i < 5; i++) {
        unsigned w = 0;
        while (w < 5 && !bytes_is(words[i], names[w])) {
            w++;
        }
        if (w == 5) {
            return false;
        }
        has[w] = true;
    }
    if (count == 0 || count > 5 || (has[1] && has[2]) || (has[0] && count > 1)) {
        return false;
    }
    for (unsigned w = 0; w < 5; w++) {
        if (has[w]) {
            append_word(out, bytes_of_string(names[w]));
        }
    }
    return true;
}

/* ---- log-retention ---- */

static bool parse_duration(struct bytes text, int64_t *milliseconds) {
    static const struct {
        const char *unit;
        int64_t milliseconds;
    } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}, {"d", 86400000}};
    size_t digits = 0;
    while (digits < text.len && text.data[digits] >= '0' && text.data[digits] <= '9') {
        digits++;
    }
    struct bytes unit = bytes_of(text.data + digits, text.len - digits);
    int64_t number;
    if (!number_parse_i64(bytes_of(text.data, digits), &number) || number > INT32_MAX) {
        return false;
    }
    *milliseconds = 0;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (bytes_is(unit, units[i].unit)) {
            *milliseconds = number * units[i].milliseconds;
            return true;
        }
    }
    return number == 0 && unit.len == 0;
}

bool form_duration(struct bytes text, const char *old, struct buffer *out, const char **error) {
    (void)old;
    int64_t milliseconds;
    if (!parse_duration(text, &milliseconds)) {
        *error = "argument must be a duration: 0, or a number with ms, s, m, h or d";
        return false;
    }
    buffer_append(out, milliseconds == 0 ? bytes_of_string("0") : text);
    return true;
}

void settle_log_retention(struct settings *settings, const union option_value *value) {
    int64_t milliseconds = 0;
    parse_duration(bytes_of_string(value->text), &milliseconds); /* was checked when it was set */
    settings->log_retention_ms = (uint64_t)milliseconds;
}

/* ---- replicaof: host and port ---- */

bool form_replica(struct bytes text, const char *old, struct buffer *out, const char **error) {
    (void)old;
    struct bytes words[2];
    unsigned count = words_split(text, words, 2);
    int64_t port;
    if (count == 0 || (count == 2 && bytes_is(words[0], "no") && bytes_is(words[1], "one"))) {
        return true;
    }
    if (count != 2) {
        *error = "wrong number of arguments";
        return false;
    }
    if (!number_parse_i64(words[1], &port) || port < 0 || port > 65535) {
        *error = "Invalid master port";
        return false;
    }
    append_word(out, words[0]);
    append_word(out, words[1]);
    return true;
}

/* ---- rename-command ---- */

bool form_renames(struct bytes text, const char *old, struct buffer *out, const char **error) {
    (void)old;
    struct bytes words[RENAME_WORDS_MAX];
    unsigned count = words_split(text, words, RENAME_WORDS_MAX);
    if (count > RENAME_WORDS_MAX || (count % 2 != 0 && count > 0)) {
        *error = "wrong number of arguments";
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        append_word(out, words[i]);
    }
    return true;
}
