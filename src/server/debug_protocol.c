/* server/debug_protocol.c - DEBUG PROTOCOL: one reply of each shape, for tests of clients. */
#include "server/debug.h"

static void numbers(struct reply *reply) {
    for (int i = 0; i < 3; i++) {
        reply_integer(reply, i);
    }
}

static void string(struct reply *reply) {
    reply_bulk_string(reply, "Hello World");
}
static void integer(struct reply *reply) {
    reply_integer(reply, 12345);
}
static void real(struct reply *reply) {
    reply_double(reply, 3.141);
}
static void big_number(struct reply *reply) {
    reply_big_number(reply, BYTES_LITERAL("1234567999999999999999999999999999999"));
}
static void array(struct reply *reply) {
    reply_array(reply, 3);
    numbers(reply);
}
static void set(struct reply *reply) {
    reply_set(reply, 3);
    numbers(reply);
}
static void map(struct reply *reply) {
    reply_map(reply, 3);
    for (int i = 0; i < 3; i++) {
        reply_integer(reply, i);
        reply_bool(reply, i == 1);
    }
}
static void attribute(struct reply *reply) {
    if (reply->version > 2) {
        reply_attribute(reply, 1);
        reply_bulk_string(reply, "key-popularity");
        reply_array(reply, 2);
        reply_bulk_string(reply, "key:123");
        reply_integer(reply, 90);
    }
    reply_bulk_string(reply, "Some real reply following the attribute");
}
static void push(struct reply *reply) {
    if (reply->version < 3) {
        reply_error(reply, "ERR RESP2 is not supported by this command");
        return;
    }
    reply_push(reply, 2);
    reply_bulk_string(reply, "server-cpu-usage");
    reply_integer(reply, 42);
    reply_bulk_string(reply, "Some real reply following the push reply");
}
static void verbatim(struct reply *reply) {
    reply_verbatim(reply, "txt", BYTES_LITERAL("This is a verbatim\nstring"));
}
static void yes(struct reply *reply) {
    reply_bool(reply, true);
}
static void no(struct reply *reply) {
    reply_bool(reply, false);
}

void debug_protocol(struct call *call) {
    static const struct {
        const char *name;
        void (*write)(struct reply *reply);
    } shapes[] = {
        {"string", string},    {"integer", integer}, {"double", real},       {"bignum", big_number},
        {"null", reply_nil},   {"array", array},     {"set", set},           {"map", map},
        {"attrib", attribute}, {"push", push},       {"verbatim", verbatim}, {"true", yes},
        {"false", no},
    };
    for (unsigned i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        if (bytes_is(call->argv[2], shapes[i].name)) {
            shapes[i].write(call->reply);
            return;
        }
    }
    reply_error(call->reply, "ERR Wrong protocol type name. Please use one of the following: "
                             "string|integer|double|bignum|null|array|set|map|attrib|push|verbatim|"
                             "true|false");
}
