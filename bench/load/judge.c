/* judge.c - checks replies, cheaply: a kind for each request, and memcmp under --check. */
#include "judge.h"

#include <string.h>

static bool fail(struct results *results, const char *text, size_t size) {
    results->errors++;
    results_note_error(results, text, size);
    return false;
}

static bool unexpected(struct results *results, enum request_kind kind) {
    char text[ERROR_TEXT_MAX];
    int size =
        snprintf(text, sizeof text, "unexpected type of reply to %s", request_kind_name(kind));
    return fail(results, text, (size_t)size);
}

/* One value of a GET or MGET. A key that an insert has only just made may still be missing. */
static bool judge_value(struct results *results, const struct plan *plan, uint64_t number,
                        const struct reply *reply) {
    bool checks = plan->options->check;
    if (reply->kind == REPLY_NIL) {
        results->misses++;
        if (!checks || number >= plan->space->count) return true;
        results->wrong++;
        results_note_error(results, "a key is missing", 16);
        return false;
    }
    if (!checks) return true;
    struct value value = value_of_key(&plan->values, number);
    if (value.size == reply->size && memcmp(value.data, reply->data, value.size) == 0) return true;
    results->wrong++;
    results_note_error(results, "a value is wrong", 16);
    return false;
}

static bool judge_values(struct results *results, const struct plan *plan, const uint64_t *numbers,
                         const struct reply *reply) {
    if (reply->kind != REPLY_ARRAY || reply->count != plan->options->keys_of_multi)
        return unexpected(results, REQUEST_MGET);
    const char *at = reply->data, *end = reply->data + reply->size;
    bool good = true;
    for (uint64_t i = 0; i < reply->count; i++) {
        struct reply element;
        at += plan->options->protocol->parse(NULL, at, (size_t)(end - at), &element);
        if (element.kind != REPLY_VALUE && element.kind != REPLY_NIL)
            return unexpected(results, REQUEST_MGET);
        good &= judge_value(results, plan, numbers[i], &element);
    }
    return good;
}

/* Whether every field of a record has its part of the value; the fields may come in any order. */
static bool is_whole_record(const struct plan *plan, uint64_t number, const struct reply *reply) {
    unsigned fields = (unsigned)plan->options->fields, seen = 0;
    struct value value = value_of_key(&plan->values, number);
    size_t part = value.size / fields;
    const char *at = reply->data, *end = reply->data + reply->size;
    for (unsigned i = 0; i < fields; i++) {
        struct reply name, text;
        at += plan->options->protocol->parse(NULL, at, (size_t)(end - at), &name);
        at += plan->options->protocol->parse(NULL, at, (size_t)(end - at), &text);
        unsigned field =
            name.size == FIELD_SIZE ? (unsigned)(name.data[FIELD_SIZE - 1] - '0') : ~0u;
        if (field >= fields || memcmp(name.data, "field", FIELD_SIZE - 1) != 0 ||
            text.size != part || memcmp(text.data, value.data + field * part, part) != 0)
            return false;
        seen |= 1u << field;
    }
    return seen == (1u << fields) - 1;
}

static bool judge_record(struct results *results, const struct plan *plan, uint64_t number,
                         const struct reply *reply) {
    static const struct reply missing = {.kind = REPLY_NIL};
    if (reply->kind != REPLY_ARRAY) return unexpected(results, REQUEST_GET);
    if (reply->count == 0) return judge_value(results, plan, number, &missing);
    if (reply->count != 2 * plan->options->fields) return unexpected(results, REQUEST_GET);
    if (!plan->options->check || is_whole_record(plan, number, reply)) return true;
    results->wrong++;
    results_note_error(results, "a record is wrong", 17);
    return false;
}

bool judge_reply(struct results *results, const struct plan *plan, enum request_kind kind,
                 const uint64_t *numbers, const struct reply *reply) {
    if (reply->kind == REPLY_ERROR) return fail(results, reply->data, reply->size);
    bool is_record = plan->options->fields > 1;
    switch (kind) {
    case REQUEST_GET:
    case REQUEST_MODIFY:
        if (is_record) return judge_record(results, plan, numbers[0], reply);
        if (reply->kind != REPLY_VALUE && reply->kind != REPLY_NIL)
            return unexpected(results, kind);
        return judge_value(results, plan, numbers[0], reply);
    case REQUEST_MGET:
        return judge_values(results, plan, numbers, reply);
    case REQUEST_SET:
    case REQUEST_INSERT:
        if (is_record && reply->kind == REPLY_INTEGER) return true;
        return reply->kind == REPLY_STATUS || unexpected(results, kind);
    case REQUEST_MSET:
    case REQUEST_PING:
        return reply->kind == REPLY_STATUS || unexpected(results, kind);
    case REQUEST_INCR:
    case REQUEST_DEL:
        return reply->kind == REPLY_INTEGER || unexpected(results, kind);
    case REQUEST_CUSTOM:
        if (!reply->holds_error) break;
        return fail(results, "an error within a reply", 23);
    case REQUEST_KINDS:
        break;
    }
    return true;
}
