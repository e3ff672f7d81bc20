/* etcd.c - the protocol of etcd 3: gRPC, which is HTTP/2 (RFC 9113) with HPACK (RFC 7541).
 *
 * Only what the key-value calls Range and Put need. A call is a HEADERS frame and a DATA frame on a
 * stream of its own; the reply is HEADERS, DATA and HEADERS that end the stream. What the headers
 * of a reply say is not decoded: a call that failed has no DATA, and that tells enough.
 *
 * The greeting is a call as well. It puts the headers that all calls share into the server's HPACK
 * table, so that later calls send one byte for each, as any gRPC library does.
 *
 * One call at a time on a connection: replies of several streams may overtake each other. That also
 * keeps what is under way below the server's first window of 65,535 bytes; our own windows are as
 * large as they can be and are topped up long before they are used up. */
#include "protocol.h"

#include <string.h>

enum frame_type {
    FRAME_DATA = 0,
    FRAME_HEADERS = 1,
    FRAME_RST_STREAM = 3,
    FRAME_SETTINGS = 4,
    FRAME_PING = 6,
    FRAME_GOAWAY = 7,
    FRAME_WINDOW_UPDATE = 8,
};

enum { FLAG_END_STREAM = 1, FLAG_ACK = 1, FLAG_END_HEADERS = 4, FLAG_PADDED = 8 };
enum { FRAME_HEAD = 9, MESSAGE_HEAD = 5, WINDOW_MAX = 0x7fffffff, WINDOW_FIRST = 65535 };
/* A message must fit into one frame, and frames are at most 16,384 bytes. */
enum { VALUE_SIZE_MAX = 16000, TOP_UP = 1 << 28 };

struct session {
    struct buffer *out;
    struct buffer message; /* of the reply that is coming in, with its five bytes of head */
    uint32_t stream;       /* of the last call */
    uint32_t received;     /* bytes since the connection's window was topped up */
    bool asks_for_value;   /* the call is a Range */
};

static struct session *begin(struct buffer *out) {
    struct session *session = calloc(1, sizeof *session);
    if (!session) {
        perror("load: out of memory");
        exit(2);
    }
    session->out = out;
    return session;
}

static void end(struct session *session) {
    buffer_clear(&session->message);
    free(session);
}

static int compile(struct request_form *form, enum request_kind kind,
                   const struct request_shape *shape) {
    *form = (struct request_form){.keys_of_each = 1, .replies = 1, .fields = 1};
    bool is_known = kind == REQUEST_GET || kind == REQUEST_SET || kind == REQUEST_INSERT ||
                    kind == REQUEST_MODIFY;
    return is_known && shape->fields == 1 ? 0 : -1;
}

/* ---- writing ---- */

static void put(struct buffer *out, const void *data, size_t size) {
    buffer_reserve(out, size);
    memcpy(out->data + out->size, data, size);
    out->size += size;
}

static void put_byte(struct buffer *out, unsigned byte) {
    char c = (char)byte;
    put(out, &c, 1);
}

static void put_u32(struct buffer *out, uint32_t number) {
    for (int shift = 24; shift >= 0; shift -= 8) put_byte(out, number >> shift & 255);
}

static void put_frame_head(struct buffer *out, size_t size, enum frame_type type, unsigned flags,
                           uint32_t stream) {
    put_u32(out, (uint32_t)size << 8 | type);
    put_byte(out, flags);
    put_u32(out, stream);
}

static void put_varint(struct buffer *out, size_t number) {
    for (; number > 127; number >>= 7) put_byte(out, (number & 127) | 128);
    put_byte(out, (unsigned)number);
}

static size_t varint_size(size_t number) {
    size_t size = 1;
    while (number >>= 7) size++;
    return size;
}

/* A text of HPACK, not compressed; all of ours are shorter than 127 bytes. */
static void put_text(struct buffer *out, const char *text) {
    put_byte(out, (unsigned)strlen(text));
    put(out, text, strlen(text));
}

/* The headers of a call. The path is never indexed; the three others are entries 62 to 64 of the
 * table once the greeting, which adds them in this order, has been sent: the last added is 62. */
static void put_headers(struct buffer *out, const char *path, bool is_greeting) {
    put_byte(out, 0x83); /* :method POST */
    put_byte(out, 0x86); /* :scheme http */
    put_byte(out, 0x04); /* :path */
    put_text(out, path);
    if (!is_greeting) {
        put(out, "\xc0\xbf\xbe", 3);
        return;
    }
    put_byte(out, 0x41); /* :authority */
    put_text(out, "127.0.0.1");
    put_byte(out, 0x40 | 31); /* content-type */
    put_text(out, "application/grpc");
    put_byte(out, 0x40);
    put_text(out, "te");
    put_text(out, "trailers");
}

/* One field of protobuf with bytes in it. */
static void put_field(struct buffer *out, unsigned number, const char *data, size_t size) {
    put_byte(out, number << 3 | 2);
    put_varint(out, size);
    put(out, data, size);
}

static size_t field_size(size_t size) {
    return 1 + varint_size(size) + size;
}

static void call(struct session *session, bool is_put, bool is_greeting, const char *key,
                 size_t key_size, struct value value, struct buffer *out) {
    const char *path = is_put ? "/etcdserverpb.KV/Put" : "/etcdserverpb.KV/Range";
    size_t message = field_size(key_size) + (is_put ? field_size(value.size) : 0);
    session->asks_for_value = !is_put;
    session->message.size = 0;
    session->stream = is_greeting ? 1 : session->stream + 2;
    size_t start = out->size;
    put_frame_head(out, 0, FRAME_HEADERS, FLAG_END_HEADERS, session->stream);
    put_headers(out, path, is_greeting);
    out->data[start + 2] = (char)(out->size - start - FRAME_HEAD); /* less than 256 */
    put_frame_head(out, MESSAGE_HEAD + message, FRAME_DATA, FLAG_END_STREAM, session->stream);
    put_byte(out, 0); /* not compressed */
    put_u32(out, (uint32_t)message);
    put_field(out, 1, key, key_size);
    if (is_put) put_field(out, 2, value.data, value.size);
}

static void write_request(struct session *session, enum request_kind kind, const char *key,
                          size_t key_size, struct value value, struct buffer *out) {
    bool is_put = kind == REQUEST_SET || kind == REQUEST_INSERT;
    call(session, is_put, false, key, key_size, value, out);
}

static int greet(struct session *session, struct buffer *out, unsigned *replies,
                 const char *password, unsigned database, unsigned version) {
    static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    put(out, preface, sizeof preface - 1);
    put_frame_head(out, 6, FRAME_SETTINGS, 0, 0);
    put(out, "\0\4", 2); /* the initial window of streams */
    put_u32(out, WINDOW_MAX);
    put_frame_head(out, 4, FRAME_WINDOW_UPDATE, 0, 0);
    put_u32(out, WINDOW_MAX - WINDOW_FIRST);
    call(session, false, true, "greeting", 8, (struct value){0}, out);
    *replies = 1;
    return password || database || version != 2 ? -1 : 0;
}

/* ---- reading ---- */

static uint32_t read_u32(const char *data) {
    const unsigned char *bytes = (const unsigned char *)data;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Reads a varint off the front. Returns 0, or -1 at the end of the bytes. */
static int read_varint(const char **at, const char *end, uint64_t *number) {
    *number = 0;
    for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
        unsigned char byte = (unsigned char)*(*at)++;
        *number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return 0;
    }
    return -1;
}

/* Finds the first field of that number that holds bytes. Returns NULL where there is none. */
static const char *find_field(const char *at, const char *end, uint64_t number, size_t *size) {
    uint64_t tag, length;
    while (at < end) {
        if (read_varint(&at, end, &tag) || read_varint(&at, end, &length)) return NULL;
        if ((tag & 7) == 0) continue; /* a number, which has just been read */
        if ((tag & 7) != 2 || length > (uint64_t)(end - at)) return NULL;
        *size = (size_t)length;
        if (tag >> 3 == number) return at;
        at += length;
    }
    return NULL;
}

/* What the whole message of a RangeResponse (its field 2: the entries, whose field 5 is the value)
 * or of a PutResponse says. */
static void read_message(struct session *session, struct reply *reply) {
    const char *message = session->message.data + MESSAGE_HEAD;
    size_t size = session->message.size;
    if (size < MESSAGE_HEAD || read_u32(session->message.data + 1) != size - MESSAGE_HEAD) {
        *reply = (struct reply){.kind = REPLY_ERROR, .data = "the call failed", .size = 15};
        return;
    }
    *reply = (struct reply){.kind = session->asks_for_value ? REPLY_NIL : REPLY_STATUS};
    if (!session->asks_for_value) return;
    const char *entry = find_field(message, message + size - MESSAGE_HEAD, 2, &size);
    if (!entry) return;
    reply->kind = REPLY_VALUE;
    reply->data = find_field(entry, entry + size, 5, &reply->size);
    if (!reply->data) reply->size = 0; /* protobuf leaves out an empty value */
}

static void top_up_window(struct session *session, size_t size) {
    session->received += (uint32_t)size;
    if (session->received < TOP_UP) return;
    put_frame_head(session->out, 4, FRAME_WINDOW_UPDATE, 0, 0);
    put_u32(session->out, session->received);
    session->received = 0;
}

/* Takes one frame, and answers what wants an answer. Returns 0, or -1 for what ends everything. */
static int take_frame(struct session *session, enum frame_type type, unsigned flags,
                      const char *data, size_t size, struct reply *reply) {
    *reply = (struct reply){.kind = REPLY_NONE};
    if (type == FRAME_GOAWAY || (type <= FRAME_HEADERS && (flags & FLAG_PADDED))) return -1;
    if (type == FRAME_DATA) {
        put(&session->message, data, size);
        top_up_window(session, size);
    }
    if (type == FRAME_RST_STREAM) session->message.size = 0;
    if (type == FRAME_RST_STREAM || (type <= FRAME_HEADERS && (flags & FLAG_END_STREAM)))
        read_message(session, reply);
    if (type == FRAME_SETTINGS && !(flags & FLAG_ACK))
        put_frame_head(session->out, 0, FRAME_SETTINGS, FLAG_ACK, 0);
    if (type == FRAME_PING && !(flags & FLAG_ACK)) {
        put_frame_head(session->out, size, FRAME_PING, FLAG_ACK, 0);
        put(session->out, data, size);
    }
    return 0;
}

static ssize_t parse(struct session *session, const char *data, size_t size, struct reply *reply) {
    if (size < FRAME_HEAD) return 0;
    size_t length = read_u32(data) >> 8;
    if (size < FRAME_HEAD + length) return 0;
    enum frame_type type = (enum frame_type)(unsigned char)data[3];
    if (take_frame(session, type, (unsigned char)data[4], data + FRAME_HEAD, length, reply))
        return -1;
    return (ssize_t)(FRAME_HEAD + length);
}

const struct protocol protocol_etcd = {
    .name = "etcd",
    .pipeline_max = 1,
    .value_size_max = VALUE_SIZE_MAX,
    .compile = compile,
    .begin = begin,
    .end = end,
    .write = write_request,
    .greet = greet,
    .parse = parse,
};
