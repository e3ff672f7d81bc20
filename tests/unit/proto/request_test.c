/* What proto/request.h promises. The tables of errors, limits and inline requests are
 * redis-server 7.0.15's answers to the same bytes. */
#include "proto/request.h"

#include "base/buffer.h"
#include "base/memory.h"

#include "check.h"

/* A client's stream, parsed as a server does it: what is not consumed is kept, at another place
 * in memory each time, exactly as long as it is, so that a sanitizer sees every wrong look. */
struct session {
    struct request_limits limits;
    struct request_parser parser;
    struct request_arena arena;
    struct request request;
    char *kept;
    size_t kept_len;
    struct buffer log; /* what came out: "COMPLETE a|b\n", "EMPTY\n", "ERROR text\n" */
    bool is_closed;
};

static void session_init(struct session *session) {
    *session = (struct session){.limits = request_limits_default};
    request_parser_init(&session->parser, &session->limits);
}

static void session_clear(struct session *session) {
    request_parser_clear(&session->parser);
    request_arena_clear(&session->arena);
    free(session->kept);
    buffer_clear(&session->log);
}

static void log_request(struct session *session, enum request_status status) {
    if (status == REQUEST_ERROR) {
        buffer_printf(&session->log, "ERROR %s\n", session->request.error);
        return;
    }
    buffer_append_text(&session->log, status == REQUEST_EMPTY ? "EMPTY" : "COMPLETE");
    for (uint32_t i = 0; i < session->request.argc; i++) {
        buffer_append_text(&session->log, i == 0 ? " " : "|");
        buffer_append(&session->log, session->request.argv[i]);
    }
    buffer_append_text(&session->log, "\n");
}

static void session_receive(struct session *session, struct bytes piece) {
    size_t len = session->kept_len + piece.len, from = 0;
    char *input = malloc(len + 1) /* never NULL */, *kept;
    if (session->kept_len > 0) {
        memcpy(input, session->kept, session->kept_len);
    }
    if (piece.len > 0) {
        memcpy(input + session->kept_len, piece.data, piece.len);
    }
    input = realloc(input, len > 0 ? len : 1);
    while (!session->is_closed) {
        enum request_status status =
            request_parse(&session->parser, bytes_of(input + from, len - from), &session->arena,
                          &session->request);
        if (status == REQUEST_INCOMPLETE) {
            CHECK_EQ(session->request.consumed, 0);
            break;
        }
        log_request(session, status);
        session->is_closed = status == REQUEST_ERROR;
        if (!session->is_closed) {
            CHECK(session->request.consumed > 0 && session->request.consumed <= len - from);
            from += session->request.consumed;
        }
    }
    request_arena_reset(&session->arena);
    kept = malloc(len - from > 0 ? len - from : 1);
    memcpy(kept, input + from, len - from);
    free(input);
    free(session->kept);
    session->kept = kept;
    session->kept_len = len - from;
}

/* The log of a stream that arrives in pieces of so many bytes. */
static struct buffer run(const struct request_limits *limits, struct bytes stream, size_t piece) {
    struct session session;
    session_init(&session);
    session.limits = *limits;
    for (size_t at = 0; at < stream.len && !session.is_closed; at += piece) {
        size_t len = stream.len - at < piece ? stream.len - at : piece;
        session_receive(&session, bytes_of(stream.data + at, len));
    }
    struct buffer log = session.log;
    session.log = (struct buffer){0};
    session_clear(&session);
    return log;
}

static void check_stream(const struct request_limits *limits, struct bytes stream,
                         struct bytes expected) {
    static const size_t pieces[] = {SIZE_MAX / 2, 1, 2, 3, 7};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        struct buffer log = run(limits, stream, pieces[i]);
        CHECK_BYTES(log.data, log.len, expected.data, expected.len);
        buffer_clear(&log);
    }
}

#define EXPECT(stream, log) \
    check_stream(&request_limits_default, BYTES_LITERAL(stream), BYTES_LITERAL(log))

TEST(requests_are_parsed_one_after_the_other) {
    EXPECT("*1\r\n$4\r\nPING\r\n", "COMPLETE PING\n");
    EXPECT("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$12\r\na\r\nb\0c\r\n*1\r\n\r\n*2\r\n$4\r\nECHO\r\n$"
           "0\r\n\r\n",
           "COMPLETE SET|k|a\r\nb\0c\r\n*1\r\n\nCOMPLETE ECHO|\n");
    EXPECT("*0\r\n*1\r\n$4\r\nPING\r\n", "EMPTY\nCOMPLETE PING\n");
    EXPECT("*-1\r\n*-5\r\nPING\r\n", "EMPTY\nEMPTY\nCOMPLETE PING\n");
    EXPECT("", "");
}

TEST(redis_is_lenient_about_the_bytes_behind_cr_and_behind_a_bulk) {
    EXPECT("*1\r\n$4\r\nPINGxxPING\r\n", "COMPLETE PING\nCOMPLETE PING\n");
    EXPECT("*1\rx$4\rxPINGxx", "COMPLETE PING\n");
    EXPECT("*1\n$4\nPING\n", "");
}

TEST(wrong_lengths_are_refused_in_redis_words) {
    static const char *items[] = {"*x\r\n",
                                  "*\r\n",
                                  "*01\r\n",
                                  "*+1\r\n",
                                  "* 1\r\n",
                                  "*1 \r\n",
                                  "*-0\r\n",
                                  "*2147483648\r\n",
                                  "*00\r\n",
                                  "*99999999999999999999999\r\n",
                                  "*1x\r\n",
                                  "*123456789x\r\n",
                                  "*9223372036854775808\r\n"};
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        check_stream(&request_limits_default, bytes_of_string(items[i]),
                     BYTES_LITERAL("ERROR Protocol error: invalid multibulk length\n"));
    }
    static const char *bulks[] = {"$-1\r\n",
                                  "$x\r\n",
                                  "$\r\n",
                                  "$04\r\nPING\r\n",
                                  "$-5\r\n",
                                  "$536870913\r\n",
                                  "$+4\r\n",
                                  "$ 4\r\n",
                                  "$4 \r\n",
                                  "$4x\r\n",
                                  "$1234567890123456789\r\n"};
    for (size_t i = 0; i < sizeof bulks / sizeof bulks[0]; i++) {
        char stream[64];
        int len = snprintf(stream, sizeof stream, "*2\r\n$1\r\na\r\n%s", bulks[i]);
        check_stream(&request_limits_default, bytes_of(stream, (size_t)len),
                     BYTES_LITERAL("ERROR Protocol error: invalid bulk length\n"));
    }
}

TEST(a_bulk_without_its_dollar_is_refused_with_what_stands_there) {
    EXPECT("*1\r\nfoo\r\n", "ERROR Protocol error: expected '$', got 'f'\n");
    EXPECT("*1\r\n*1\r\n$4\r\nPING\r\n", "ERROR Protocol error: expected '$', got '*'\n");
    EXPECT("*1\r\n\xff\r\n", "ERROR Protocol error: expected '$', got '\xff'\n");
    /* reply_error makes spaces of these: "got ' '" on the wire, as in Redis. */
    EXPECT("*1\r\n\r\n", "ERROR Protocol error: expected '$', got '\r'\n");
    EXPECT("*1\r\n\n\r\n", "ERROR Protocol error: expected '$', got '\n'\n");
    EXPECT("*2\r\n$1\r\na\r\nfoo", ""); /* not before the line has ended */
}

TEST(good_requests_before_a_bad_one_are_served) {
    EXPECT("PING\r\n*1\r\n$4\r\nPING\r\n*z\r\n*1\r\n$4\r\nPING\r\n",
           "COMPLETE PING\nCOMPLETE PING\nERROR Protocol error: invalid multibulk length\n");
}

/* count bytes c behind front; the error must come exactly beyond the limit. */
static void check_endless_line(const char *front, char c, const char *error) {
    struct buffer stream = {0};
    size_t front_len = strlen(front), line = front_len;
    if (front_len > 4) {
        line = 1; /* "*1\r\n$": counted from the '$' */
    }
    buffer_append_text(&stream, front);
    memset(buffer_reserve(&stream, 65536), c, 65536);
    stream.len += 65536 - line;
    struct buffer log = run(&request_limits_default, buffer_view(&stream), 1000);
    CHECK_EQ(log.len, 0);
    buffer_append_text(&stream, (char[]){c, '\0'});
    for (size_t piece = 1000; piece < 100000; piece *= 80) {
        buffer_clear(&log);
        log = run(&request_limits_default, buffer_view(&stream), piece);
        CHECK_BYTES(log.data, log.len, error, strlen(error));
    }
    buffer_append_text(&stream, "\r\n"); /* the end comes too late */
    buffer_clear(&log);
    log = run(&request_limits_default, buffer_view(&stream), SIZE_MAX / 2);
    CHECK_BYTES(log.data, log.len, error, strlen(error));
    buffer_clear(&log);
    buffer_clear(&stream);
}

TEST(endless_lines_are_refused_beyond_64_kib) {
    check_endless_line("*", '1', "ERROR Protocol error: too big mbulk count string\n");
    check_endless_line("*1\r\n$", '1', "ERROR Protocol error: too big bulk count string\n");
    check_endless_line("", 'a', "ERROR Protocol error: too big inline request\n");
}

TEST(before_auth_the_limits_are_small) {
    struct request_limits limits = request_limits_default;
    limits.unauthenticated = true;
#define UNAUTH(stream, log) check_stream(&limits, BYTES_LITERAL(stream), BYTES_LITERAL(log))
    UNAUTH("*10\r\n", "");
    UNAUTH("*11\r\n", "ERROR Protocol error: unauthenticated multibulk length\n");
    UNAUTH("*2147483648\r\n", "ERROR Protocol error: invalid multibulk length\n");
    UNAUTH("*1\r\n$16384\r\n", "");
    UNAUTH("*1\r\n$16385\r\n", "ERROR Protocol error: unauthenticated bulk length\n");
    UNAUTH("*1\r\n$536870913\r\n", "ERROR Protocol error: invalid bulk length\n");
    UNAUTH("*2\r\n$4\r\nAUTH\r\n$1\r\nx\r\n", "COMPLETE AUTH|x\n");
}

TEST(limits_may_be_set_and_hold_for_both_parsers) {
    struct request_limits limits = request_limits_default;
    limits.items_max = 2;
    limits.bulk_max = 3;
    check_stream(&limits, BYTES_LITERAL("*2\r\n$3\r\nabc\r\n$0\r\n\r\n*3\r\n"),
                 BYTES_LITERAL("COMPLETE abc|\nERROR Protocol error: invalid multibulk length\n"));
    check_stream(&limits, BYTES_LITERAL("*2\r\n$3\r\nabc\r\n$4\r\nabcd\r\n"),
                 BYTES_LITERAL("ERROR Protocol error: invalid bulk length\n"));
}

TEST(inline_requests_are_split_and_unquoted_as_in_redis) {
    EXPECT("PING\n", "COMPLETE PING\n");
    EXPECT("\r\n\n   \r\nPING\r\n", "EMPTY\nEMPTY\nEMPTY\nCOMPLETE PING\n");
    EXPECT("  SET  k\tv \r\n", "COMPLETE SET|k|v\n");
    EXPECT("echo \"a\\x41\\n\\q\"\r\n", "COMPLETE echo|aA\nq\n");
    EXPECT("echo \"\\r\\t\\b\\a\\\"\\\\\"\r\n", "COMPLETE echo|\r\t\b\a\"\\\n");
    EXPECT("echo 'a\\'b\\x41'\r\n", "COMPLETE echo|a'b\\x41\n");
    EXPECT("echo a\"b c\"\r\n", "COMPLETE echo|ab c\n");
    EXPECT("echo \"\\xzz\\x4\"\r\n", "COMPLETE echo|xzzx4\n");
    EXPECT("echo \\x41\r\n", "COMPLETE echo|\\x41\n");
    EXPECT("echo a\vb\r\n", "COMPLETE echo|a\vb\n");
    EXPECT("echo \"a\"\v\r\n", "COMPLETE echo|a\n");
    EXPECT("PI\rNG\r\n", "COMPLETE PI|NG\n");
    EXPECT("\"\" ''\r\n", "COMPLETE |\n");
    EXPECT("$4\r\nPING\r\n", "COMPLETE $4\nCOMPLETE PING\n");
    EXPECT("echo \"ab\\\\\"\r\n", "COMPLETE echo|ab\\\n");
    EXPECT("echo \"\\xfF\\x0d\"\r\n", "COMPLETE echo|\xff\r\n");
    /* Redis waits for ever here; for us a NUL is a byte like any other. */
    EXPECT("echo a\0b\r\n", "COMPLETE echo|a\0b\n");
}

TEST(unbalanced_quotes_are_refused) {
    static const char *lines[] = {"\"abc\r\n",     "echo \"a\"b\r\n",   "echo 'a\r\n",
                                  "echo 'a'b\r\n", "echo \"ab\\\"\r\n", "echo '\\'\r\n",
                                  "'a\\\r\n",      "\"a\\\r\n"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        check_stream(&request_limits_default, bytes_of_string(lines[i]),
                     BYTES_LITERAL("ERROR Protocol error: unbalanced quotes in request\n"));
    }
}

TEST(an_inline_request_may_have_any_number_of_words) {
    struct buffer stream = {0}, expected = {0};
    buffer_append_text(&expected, "COMPLETE ");
    for (int i = 0; i < 30000; i++) {
        buffer_append_text(&stream, i == 0 ? "x" : " x");
        buffer_append_text(&expected, i == 0 ? "x" : "|x");
    }
    buffer_append_text(&stream, "\r\n");
    buffer_append_text(&expected, "\n");
    struct buffer log = run(&request_limits_default, buffer_view(&stream), 5000);
    CHECK_BYTES(log.data, log.len, expected.data, expected.len);
    buffer_clear(&log);
    buffer_clear(&stream);
    buffer_clear(&expected);
}

/* ---- incomplete requests ---- */

/* Appends a random request in its plain form, and what the log must say of it. */
static void add_random_request(struct buffer *stream, struct buffer *expected) {
    uint64_t items = check_random_below(50) == 0 ? check_random_below(3000) : check_random_below(6);
    buffer_printf(stream, "*%d\r\n", (int)items);
    buffer_append_text(expected, items == 0 ? "EMPTY" : "COMPLETE");
    for (uint64_t i = 0; i < items; i++) {
        size_t len = check_random_below(1ull << check_random_below(11));
        buffer_printf(stream, "$%zu\r\n", len);
        char *data = buffer_reserve(stream, len);
        for (size_t j = 0; j < len; j++) {
            data[j] = (char)check_random_below(check_random_below(2) == 0 ? 256 : 48);
        }
        stream->len += len;
        buffer_append_text(expected, i == 0 ? " " : "|");
        buffer_append(expected, bytes_of(data, len));
        buffer_append_text(stream, "\r\n");
    }
    buffer_append_text(expected, "\n");
}

TEST(a_request_cut_at_any_byte_is_whole_afterwards) {
    struct bytes stream =
        BYTES_LITERAL("*4\r\n$3\r\nSET\r\n$10\r\n0123456789\r\n$0\r\n\r\n$2\r\n\r\n\r\n");
    for (size_t cut = 0; cut < stream.len; cut++) {
        for (size_t again = cut; again < stream.len; again++) {
            struct session session;
            session_init(&session);
            session_receive(&session, bytes_of(stream.data, cut));
            session_receive(&session, bytes_of(stream.data + cut, again - cut));
            CHECK_EQ(session.log.len, 0);
            session_receive(&session, bytes_of(stream.data + again, stream.len - again));
            CHECK_BYTES(session.log.data, session.log.len, "COMPLETE SET|0123456789||\r\n\n", 28);
            CHECK_EQ(session.kept_len, 0);
            session_clear(&session);
        }
    }
}

TEST(random_requests_in_random_pieces_come_out_as_they_went_in) {
    for (int round = 0; round < 100; round++) {
        struct buffer stream = {0}, expected = {0};
        struct session session;
        session_init(&session);
        for (uint64_t n = check_random_below(20) + 1; n > 0; n--) {
            add_random_request(&stream, &expected);
        }
        /* At most some 2,000 pieces: this test copies what is kept for each of them. */
        size_t piece_max = ((size_t)1 << check_random_below(16)) + stream.len / 1000;
        for (size_t at = 0; at < stream.len;) {
            size_t len = check_random_below(piece_max) + 1;
            len = len < stream.len - at ? len : stream.len - at;
            session_receive(&session, bytes_of(stream.data + at, len));
            at += len;
        }
        CHECK_BYTES(session.log.data, session.log.len, expected.data, expected.len);
        CHECK_EQ(session.kept_len, 0);
        session_clear(&session);
        buffer_clear(&stream);
        buffer_clear(&expected);
    }
}

TEST(garbage_gives_the_same_answers_whole_and_in_pieces) {
    static const char *words[] = {"*1",   "*2",   "*",      "\r\n", "\r",
                                  "\n",   "$",    "$4\r\n", "PING", "*0",
                                  "*-1",  "$0",   "'",      "\"",   " ",
                                  "\\",   "x41",  "\t",     "\\x",  "1",
                                  "$1\r", "*3\r", "\r\n",   "a",    "*1\r\n$1\r\na\r\n"};
    for (int round = 0; round < 10000; round++) {
        struct buffer stream = {0};
        for (uint64_t n = check_random_below(12) + 1; n > 0; n--) {
            buffer_append_text(&stream, words[check_random_below(sizeof words / sizeof words[0])]);
        }
        struct buffer whole = run(&request_limits_default, buffer_view(&stream), SIZE_MAX / 2);
        struct buffer pieces =
            run(&request_limits_default, buffer_view(&stream), check_random_below(4) + 1);
        CHECK_BYTES(pieces.data, pieces.len, whole.data, whole.len);
        buffer_clear(&whole);
        buffer_clear(&pieces);
        buffer_clear(&stream);
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The caller's buffer grows in place, piece bytes a call; returns the seconds it took. */
static double receive_growing(struct buffer *stream, size_t piece, uint32_t argc) {
    struct session session;
    session_init(&session);
    double start = seconds();
    enum request_status status = REQUEST_INCOMPLETE;
    for (size_t len = piece; status == REQUEST_INCOMPLETE; len += piece) {
        len = len < stream->len ? len : stream->len;
        status = request_parse(&session.parser, bytes_of(stream->data, len), &session.arena,
                               &session.request);
        if (len == stream->len) {
            break;
        }
    }
    double taken = seconds() - start;
    CHECK_EQ(status, REQUEST_COMPLETE);
    CHECK_EQ(session.request.argc, argc);
    CHECK_EQ(session.request.consumed, stream->len);
    session_clear(&session);
    return taken;
}

/* Quadratic cost would be minutes here. */
TEST(a_megabyte_in_single_bytes_costs_only_its_length) {
    struct buffer one = {0}, many = {0}, line = {0};
    buffer_printf(&one, "*1\r\n$1000000\r\n");
    memset(buffer_reserve(&one, 1000002), 'x', 1000002);
    one.len += 1000002;
    CHECK(receive_growing(&one, 1, 1) < 1);
    buffer_printf(&many, "*150000\r\n");
    for (int i = 0; i < 150000; i++) {
        buffer_append_text(&many, "$1\r\nx\r\n");
    }
    CHECK(receive_growing(&many, 1, 150000) < 1);
    CHECK(receive_growing(&many, 100, 150000) < 1);
    CHECK(receive_growing(&many, many.len, 150000) < 1);
    memset(buffer_reserve(&line, 65530), 'x', 65530);
    line.len = 65530;
    buffer_append_text(&line, "\n");
    CHECK(receive_growing(&line, 1, 1) < 1);
    buffer_clear(&one);
    buffer_clear(&many);
    buffer_clear(&line);
}

TEST(the_missing_bytes_of_a_bulk_are_told) {
    struct session session;
    session_init(&session);
    session_receive(&session, BYTES_LITERAL("*2\r\n$3\r\nSET\r\n$10"));
    CHECK_EQ(request_missing(&session.parser), 0);
    session_receive(&session, BYTES_LITERAL("00\r\n"));
    CHECK_EQ(request_missing(&session.parser), 1002);
    session_receive(&session, BYTES_LITERAL("abc"));
    CHECK_EQ(request_missing(&session.parser), 999);
    static const char rest[999];
    session_receive(&session, bytes_of(rest, sizeof rest));
    CHECK_EQ(request_missing(&session.parser), 0);
    CHECK_EQ(session.kept_len, 0);
    session_clear(&session);
}

TEST(a_claim_of_many_arguments_reserves_nothing) {
    int64_t before = *memory_thread_counter();
    struct session session;
    session_init(&session);
    session_receive(&session, BYTES_LITERAL("*2147483647\r\n$536870912\r\nabc"));
    CHECK(*memory_thread_counter() - before < 8192);
    session_clear(&session);
    CHECK_EQ(*memory_thread_counter(), before);
}

TEST(a_complete_request_leaves_nothing_behind_in_the_parser) {
    int64_t before = *memory_thread_counter();
    struct session session;
    session_init(&session);
    session_receive(&session, BYTES_LITERAL("*2\r\n$4\r\nECHO\r\n$"));
    session_receive(&session, BYTES_LITERAL("1\r\na\r\n"));
    CHECK(session.parser.args == NULL);
    request_arena_clear(&session.arena);
    buffer_clear(&session.log);
    CHECK_EQ(*memory_thread_counter(), before);
    session_clear(&session);
}

/* ---- the arena ---- */

TEST(slots_stay_where_they_are_until_the_reset) {
    struct request_arena arena = {0};
    struct bytes *taken[300];
    for (size_t i = 0; i < 300; i++) {
        taken[i] = request_arena_take(&arena, i);
        for (size_t j = 0; j < i; j++) {
            taken[i][j] = bytes_of((const char *)&arena, i * 1000 + j);
        }
    }
    for (size_t i = 0; i < 300; i++) {
        for (size_t j = 0; j < i; j++) {
            REQUIRE(taken[i][j].len == i * 1000 + j);
        }
    }
    request_arena_clear(&arena);
}

TEST(a_reset_arena_keeps_little) {
    int64_t before = *memory_thread_counter();
    struct request_arena arena = {0};
    for (int round = 0; round < 3; round++) {
        request_arena_take(&arena, 10);
        request_arena_take(&arena, 100000);
        request_arena_take(&arena, 10);
        request_arena_reset(&arena);
        CHECK(*memory_thread_counter() - before <= 64 * 1024);
        CHECK(arena.more == NULL && arena.used == 0);
    }
    request_arena_clear(&arena);
    request_arena_clear(&arena);
    CHECK_EQ(*memory_thread_counter(), before);
}
