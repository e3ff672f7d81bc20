/* repl/history.c - terms: begun, compared, written and read.
 *
 *     anax-history 1
 *     closed yes
 *     followed yes                        (or there is no such line)
 *     id 3f0c…
 *     whole 17 40*1023                    (only of a replica that is catching up)
 *     term 1 9c51f00d2a7e0b13 0*1024
 *     term 2 1b77aa0912c3d4e5 17 40*3 39*1020
 *     crc 5d1f00aa */
#include "repl/history.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/crc_line.h"
#include "base/memory.h"
#include "base/number.h"
#include "sys/file.h"
#include "sys/machine.h"

enum { PATH_LEN = 4200, VERSION = 1 };

/* ---- terms ---- */

static struct history_term *add_term(struct history *history) {
    if (history->term_count == HISTORY_TERMS_MAX) {
        history->term_count--;
        memmove(history->terms, history->terms + 1, history->term_count * sizeof(*history->terms));
    }
    history->terms =
        memory_realloc(history->terms, (history->term_count + 1) * sizeof(*history->terms));
    return &history->terms[history->term_count++];
}

void history_open_term(struct history *history, const uint64_t *lsns) {
    uint64_t number = history->term_count > 0 ? history_last(history)->number + 1 : 1;
    struct history_term *term = add_term(history);
    term->number = number;
    machine_random(&term->nonce, sizeof(term->nonce));
    memcpy(term->lsns, lsns, sizeof(term->lsns));
}

void history_begin(struct history *history, const uint64_t *lsns) {
    *history = (struct history){0};
    machine_random_digits(history->id, HISTORY_ID);
    history_open_term(history, lsns);
}

void history_copy(struct history *target, const struct history *source) {
    *target = *source;
    target->terms = memory_alloc((source->term_count + 1) * sizeof(*target->terms));
    memcpy(target->terms, source->terms, source->term_count * sizeof(*target->terms));
}

void history_clear(struct history *history) {
    memory_free(history->terms);
    *history = (struct history){0};
}

void history_shown_id(const struct history *history, unsigned back, char id[HISTORY_ID + 1]) {
    char nonce[17];
    memset(id, '0', HISTORY_ID);
    id[HISTORY_ID] = 0;
    if (back >= history->term_count) {
        return;
    }
    const struct history_term *term = &history->terms[history->term_count - 1 - back];
    memcpy(id, history->id, HISTORY_ID);
    if (term->number > 1) {
        snprintf(nonce, sizeof(nonce), "%016" PRIx64, term->nonce);
        memcpy(id, nonce, sizeof(nonce) - 1);
    }
}

/* ---- as text ---- */

static void print_lsns(const uint64_t *lsns, struct buffer *out) {
    for (unsigned i = 0, end; i < PARTITIONS; i = end) {
        for (end = i + 1; end < PARTITIONS && lsns[end] == lsns[i];) {
            end++;
        }
        buffer_printf(out, end > i + 1 ? " %" PRIu64 "*%u" : " %" PRIu64, lsns[i], end - i);
    }
}

void history_print_terms(const struct history *history, struct buffer *out) {
    for (unsigned i = 0; i < history->term_count; i++) {
        const struct history_term *term = &history->terms[i];
        buffer_printf(out, "term %" PRIu64 " %016" PRIx64, term->number, term->nonce);
        print_lsns(term->lsns, out);
        buffer_append_text(out, "\n");
    }
}

static bool parse_lsns(struct bytes text, uint64_t *lsns) {
    uint64_t next = 0;
    while (text.len > 0) {
        struct bytes word = bytes_take_until(&text, ' ');
        struct bytes lsn_text = bytes_take_until(&word, '*');
        uint64_t lsn, count = 1;
        if (!number_parse_u64(lsn_text, &lsn) ||
            (word.len > 0 && !number_parse_u64(word, &count)) || count > PARTITIONS - next) {
            return false;
        }
        while (count-- > 0) {
            lsns[next++] = lsn;
        }
    }
    return next == PARTITIONS;
}

static bool parse_hex(struct bytes text, uint64_t *value) {
    *value = 0;
    for (size_t i = 0; i < text.len; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = memchr(digits, text.data[i], 16);
        if (!digit) {
            return false;
        }
        *value = *value << 4 | (uint64_t)(digit - digits);
    }
    return text.len == 16;
}

static bool parse_term(struct history *history, struct bytes line) {
    uint64_t before = history->term_count > 0 ? history_last(history)->number : 0;
    struct history_term *term = add_term(history);
    return bytes_equal(bytes_take_until(&line, ' '), BYTES_LITERAL("term")) &&
           number_parse_u64(bytes_take_until(&line, ' '), &term->number) && term->number > before &&
           parse_hex(bytes_take_until(&line, ' '), &term->nonce) && parse_lsns(line, term->lsns);
}

bool history_parse_terms(struct history *history, struct bytes text) {
    while (text.len > 0) {
        if (history->term_count == HISTORY_TERMS_MAX ||
            !parse_term(history, bytes_take_until(&text, '\n'))) {
            return false;
        }
    }
    return history->term_count > 0;
}

/* ---- comparing ---- */

static bool is_within(const uint64_t *lsns, const uint64_t *limit) {
    for (unsigned i = 0; i < PARTITIONS; i++) {
        if (lsns[i] > limit[i]) {
            return false;
        }
    }
    return true;
}

static bool is_same_term(const struct history_term *one, const struct history_term *other) {
    return one->number == other->number && one->nonce == other->nonce;
}

static const struct history_term *find_term(const struct history *history,
                                            const struct history_term *wanted, unsigned *number) {
    for (unsigned i = history->term_count; i-- > 0;) {
        if (is_same_term(&history->terms[i], wanted)) {
            *number = i;
            return &history->terms[i];
        }
    }
    return NULL;
}

/* Terms before the last one are the same then: they came with it. */
bool history_is_same(const struct history *history, const struct history *other) {
    if (history_is_empty(history) || history_is_empty(other)) {
        return history_is_empty(history) && history_is_empty(other);
    }
    const struct history_term *last = history_last(history), *other_last = history_last(other);
    return strcmp(history->id, other->id) == 0 && last->number == other_last->number &&
           last->nonce == other_last->nonce;
}

/* The last common term, behind which each may have gone on by itself; and where the next one begins on either side, or
 * NULL. Returns why there is none, or NULL. */
static const char *find_fork(const struct history *own, const struct history *other,
                             const uint64_t **own_next, const uint64_t **other_next) {
    if (history_is_empty(own) || history_is_empty(other) || strcmp(own->id, other->id) != 0) {
        return "it has another history";
    }
    unsigned own_term = 0, other_term = other->term_count;
    while (other_term > 0 && !find_term(own, &other->terms[other_term - 1], &own_term)) {
        other_term--;
    }
    *other_next = other_term < other->term_count ? other->terms[other_term].lsns : NULL;
    *own_next = own_term + 1 < own->term_count ? own->terms[own_term + 1].lsns : NULL;
    return other_term > 0 ? NULL : "no term is known to both";
}

const char *history_refusal(const struct history *own, const uint64_t *own_lsns,
                            const struct history *other, const uint64_t *other_lsns) {
    const uint64_t *own_next, *other_next;
    const char *reason = find_fork(own, other, &own_next, &other_next);
    if (reason) {
        return reason;
    }
    if (other_next && !is_within(other_lsns, other_next)) {
        return "it has written in a term of its own";
    }
    if (own_next && !is_within(other_lsns, own_next)) {
        return "it is beyond the place where a new term began";
    }
    return is_within(other_lsns, own_lsns) ? NULL : "it has records that are not here";
}

bool history_branch(const struct history *own, const uint64_t *own_lsns,
                    const struct history *other, const uint64_t *other_lsns, uint64_t *lsns) {
    const uint64_t *next[2];
    if (find_fork(own, other, &next[0], &next[1])) {
        return false;
    }
    memcpy(lsns, other_lsns, PARTITIONS * sizeof(*lsns));
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; next[side] && i < PARTITIONS; i++) {
            lsns[i] = next[side][i] < lsns[i] ? next[side][i] : lsns[i];
        }
    }
    return !is_within(other_lsns, lsns) && is_within(lsns, own_lsns);
}

/* ---- beside the log ---- */

int history_write(const char *directory, const struct history *history,
                  const struct history_state *state) {
    struct buffer text = {0};
    char path[PATH_LEN];
    snprintf(path, sizeof(path), "%s/" HISTORY_NAME, directory);
    buffer_printf(&text, "anax-history %u\nclosed %s\n%sid %s\n", VERSION,
                  state->is_closed ? "yes" : "no", state->is_followed ? "followed yes\n" : "",
                  history->id);
    if (state->is_torn) {
        buffer_append_text(&text, "whole");
        print_lsns(state->whole_lsns, &text);
        buffer_append_text(&text, "\n");
    }
    history_print_terms(history, &text);
    crc_line_add(&text);
    int result = file_replace(path, buffer_view(&text));
    buffer_clear(&text);
    return result;
}

static bool parse_id(struct history *history, struct bytes line) {
    bool is_id =
        bytes_equal(bytes_take_until(&line, ' '), BYTES_LITERAL("id")) && line.len == HISTORY_ID;
    for (unsigned i = 0; is_id && i < HISTORY_ID; i++) {
        history->id[i] = line.data[i];
        is_id = strchr("0123456789abcdef", line.data[i]) != NULL;
    }
    return is_id;
}

/* A line that need not be there. */
static void parse_followed(struct bytes *rest, struct history_state *state) {
    struct bytes after = *rest;
    state->is_followed = bytes_equal(bytes_take_until(&after, '\n'), BYTES_LITERAL("followed yes"));
    if (state->is_followed) {
        *rest = after;
    }
}

/* The same. */
static bool parse_whole(struct bytes *rest, struct history_state *state) {
    struct bytes after = *rest, line = bytes_take_until(&after, '\n');
    state->is_torn = bytes_equal(bytes_take_until(&line, ' '), BYTES_LITERAL("whole"));
    if (state->is_torn) {
        *rest = after;
    }
    return !state->is_torn || parse_lsns(line, state->whole_lsns);
}

/* What is wrong with it, or NULL. */
static const char *parse(struct buffer *text, struct history *history,
                         struct history_state *state) {
    unsigned version;
    *buffer_reserve(text, 1) = 0;
    if (text->len < CRC_LINE || sscanf(text->data, "anax-history %u\n", &version) != 1) {
        return "is damaged: it does not begin as it should";
    }
    if (version > VERSION) {
        return "is of a newer version of Anax than this one";
    }
    struct bytes rest = buffer_view(text);
    if (!crc_line_take(&rest)) {
        return "is damaged: its CRC is wrong";
    }
    bytes_take_until(&rest, '\n');
    state->is_closed = bytes_equal(bytes_take_until(&rest, '\n'), BYTES_LITERAL("closed yes"));
    parse_followed(&rest, state);
    bool is_good = parse_id(history, bytes_take_until(&rest, '\n')) && parse_whole(&rest, state) &&
                   history_parse_terms(history, rest);
    return is_good ? NULL : "is damaged: a line is malformed";
}

int history_read(const char *directory, struct history *history, struct history_state *state,
                 char *error) {
    struct buffer text = {0};
    char path[PATH_LEN];
    snprintf(path, sizeof(path), "%s/" HISTORY_NAME, directory);
    *history = (struct history){0};
    *state = (struct history_state){0};
    int result = file_read_all(path, &text);
    if (result == -ENOENT) {
        result = 0;
    } else if (result < 0) {
        snprintf(error, HISTORY_ERROR, "%.400s: %s", path, strerror(-result));
    } else {
        const char *wrong = parse(&text, history, state);
        result = wrong ? -EBADMSG : 1;
        if (wrong) {
            snprintf(error, HISTORY_ERROR, "%.400s %s", path, wrong);
            history_clear(history);
        }
    }
    buffer_clear(&text);
    return result;
}
