/* command/stream_parse.c - IDs of streams as arguments, entries in replies. */
#include "command/stream_parse.h"

void stream_reply_error_id(struct reply *reply) {
    reply_error(reply, "ERR Invalid stream ID specified as stream command argument");
}

static bool parse_text(struct call *call, struct bytes text, bool is_strict, uint64_t seq_missing,
                       struct stream_id *id) {
    if (!is_strict && text.len == 1 && (text.data[0] == '-' || text.data[0] == '+')) {
        *id = text.data[0] == '-' ? STREAM_ID_MIN : STREAM_ID_MAX;
        return true;
    }
    if (!stream_id_parse(text, seq_missing, id, NULL)) {
        stream_reply_error_id(call->reply);
        return false;
    }
    return true;
}

bool stream_parse_id(struct call *call, unsigned index, uint64_t seq_missing,
                     struct stream_id *id) {
    return parse_text(call, call->argv[index], false, seq_missing, id);
}

bool stream_parse_strict_id(struct call *call, unsigned index, uint64_t seq_missing,
                            struct stream_id *id) {
    return parse_text(call, call->argv[index], true, seq_missing, id);
}

static bool parse_bound(struct call *call, unsigned index, uint64_t seq_missing,
                        struct stream_id *id, bool *is_excluded) {
    struct bytes text = call->argv[index];
    *is_excluded = text.len > 1 && text.data[0] == '(';
    if (*is_excluded) {
        text = bytes_of(text.data + 1, text.len - 1);
    }
    return parse_text(call, text, *is_excluded, seq_missing, id);
}

bool stream_parse_start(struct call *call, unsigned index, struct stream_id *id) {
    bool is_excluded;
    if (!parse_bound(call, index, 0, id, &is_excluded)) {
        return false;
    }
    if (is_excluded && !stream_id_step_up(id)) {
        reply_error(call->reply, "ERR invalid start ID for the interval");
        return false;
    }
    return true;
}

bool stream_parse_end(struct call *call, unsigned index, struct stream_id *id) {
    bool is_excluded;
    if (!parse_bound(call, index, UINT64_MAX, id, &is_excluded)) {
        return false;
    }
    if (is_excluded && !stream_id_step_down(id)) {
        reply_error(call->reply, "ERR invalid end ID for the interval");
        return false;
    }
    return true;
}

void stream_reply_id(struct reply *reply, struct stream_id id) {
    char text[STREAM_ID_TEXT_MAX];
    reply_bulk(reply, bytes_of(text, stream_id_format(text, id)));
}

void stream_reply_entry(struct reply *reply, struct stream_walk *walk) {
    struct bytes field, value;
    reply_array(reply, 2);
    stream_reply_id(reply, walk->id);
    reply_array(reply, 2 * walk->field_count);
    while (stream_next_field(walk, &field, &value)) {
        reply_bulk(reply, field);
        reply_bulk(reply, value);
    }
}

uint64_t stream_reply_entries(struct reply *reply, struct stream_walk *walk, uint64_t count) {
    uint64_t replied = 0;
    while ((count == 0 || replied < count) && stream_next(walk)) {
        stream_reply_entry(reply, walk);
        replied++;
    }
    return replied;
}
