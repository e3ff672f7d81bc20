/* What proto/reply.h promises: the bytes of every reply in both versions of the protocol. */
#include "proto/reply.h"

#include "base/buffer.h"
#include "base/number.h"

#include "check.h"

#include <math.h>

static struct chain chain;
static struct reply reply;

static void start(uint8_t version) {
    chain_clear(&chain);
    reply = (struct reply){.out = &chain, .version = version};
}

static struct buffer flat(void) {
    struct buffer all = {0};
    for (const struct block *block = chain.head; block != NULL; block = block->next) {
        buffer_append(&all, bytes_of(block->data, block->len));
    }
    CHECK_EQ(all.len, chain.len);
    return all;
}

static void check_out(struct bytes expected, const char *file, int line) {
    struct buffer all = flat();
    check_bytes(all.data, all.len, expected.data, expected.len, "the reply", file, line);
    buffer_clear(&all);
    chain_clear(&chain);
}

#define OUT(literal) check_out(BYTES_LITERAL(literal), __FILE__, __LINE__)
#define BOTH(call, literal2, literal3) \
    do {                               \
        start(2);                      \
        call;                          \
        OUT(literal2);                 \
        start(3);                      \
        call;                          \
        OUT(literal3);                 \
    } while (0)
#define SAME(call, literal) BOTH(call, literal, literal)

TEST(simple_replies_have_their_form_in_both_versions) {
    SAME(reply_ok(&reply), "+OK\r\n");
    SAME(reply_status(&reply, "QUEUED"), "+QUEUED\r\n");
    SAME(reply_status(&reply, ""), "+\r\n");
    BOTH(reply_nil(&reply), "$-1\r\n", "_\r\n");
    BOTH(reply_nil_array(&reply), "*-1\r\n", "_\r\n");
    BOTH(reply_bool(&reply, true), ":1\r\n", "#t\r\n");
    BOTH(reply_bool(&reply, false), ":0\r\n", "#f\r\n");
}

TEST(integers_have_no_odd_edges) {
    static const int64_t values[] = {
        0,         1,         9,          10,          11,    19,           99,  100,
        101,       999,       1000,       12345,       -1,    -9,           -10, -100,
        INT64_MIN, INT64_MAX, 1000000000, -1000000000, 99999, INT64_MIN + 1};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char expected[64];
        start(2);
        reply_integer(&reply, values[i]);
        int len = snprintf(expected, sizeof expected, ":%" PRId64 "\r\n", values[i]);
        check_out(bytes_of(expected, (size_t)len), __FILE__, __LINE__);
        start(3);
        reply_bulk_integer(&reply, values[i]);
        char digits[32];
        int count = snprintf(digits, sizeof digits, "%" PRId64, values[i]);
        len = snprintf(expected, sizeof expected, "$%d\r\n%s\r\n", count, digits);
        check_out(bytes_of(expected, (size_t)len), __FILE__, __LINE__);
    }
}

TEST(aggregates_are_arrays_in_version_2) {
    SAME(reply_array(&reply, 0), "*0\r\n");
    SAME(reply_array(&reply, 123), "*123\r\n");
    BOTH(reply_map(&reply, 12), "*24\r\n", "%12\r\n");
    BOTH(reply_set(&reply, 3), "*3\r\n", "~3\r\n");
    BOTH(reply_push(&reply, 2), "*2\r\n", ">2\r\n");
    start(3);
    reply_attribute(&reply, 1);
    OUT("|1\r\n");
    start(2);
    CHECK_ABORTS(reply_attribute(&reply, 1));
}

TEST(special_bulks_have_their_form_in_both_versions) {
    BOTH(reply_double(&reply, 1.5), "$3\r\n1.5\r\n", ",1.5\r\n");
    BOTH(reply_double(&reply, 0.1), "$19\r\n0.10000000000000001\r\n", ",0.10000000000000001\r\n");
    BOTH(reply_double(&reply, (double)INFINITY), "$3\r\ninf\r\n", ",inf\r\n");
    BOTH(reply_double(&reply, -(double)INFINITY), "$4\r\n-inf\r\n", ",-inf\r\n");
    BOTH(reply_double(&reply, 1e17), "$5\r\n1e+17\r\n", ",1e+17\r\n");
    BOTH(reply_human_long_double(&reply, 0.5L), "$3\r\n0.5\r\n", ",0.5\r\n");
    BOTH(reply_big_number(&reply, BYTES_LITERAL("-123456789012345678901234567890")),
         "$31\r\n-123456789012345678901234567890\r\n", "(-123456789012345678901234567890\r\n");
    BOTH(reply_verbatim(&reply, "txt", BYTES_LITERAL("a\r\nb")), "$4\r\na\r\nb\r\n",
         "=8\r\ntxt:a\r\nb\r\n");
    SAME(reply_bulk_string(&reply, "hello"), "$5\r\nhello\r\n");
    SAME(reply_bulk(&reply, bytes_of(NULL, 0)), "$0\r\n\r\n");
}

TEST(bulks_of_every_length_carry_their_bytes) {
    static char data[200000];
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (char)check_random();
    }
    for (size_t len = 0; len < sizeof data; len += len < 2200 ? 1 : 1 + check_random_below(9000)) {
        struct buffer expected = {0};
        start(2);
        for (int repeat = 0; repeat < 4; repeat++) { /* all but the first begin amid a block */
            buffer_printf(&expected, "$%zu\r\n", len);
            buffer_append(&expected, bytes_of(data, len));
            buffer_append_text(&expected, "\r\n");
            if (repeat % 2 == 0) {
                reply_bulk(&reply, bytes_of(data, len));
            } else {
                memcpy(reply_bulk_reserve(&reply, len), data, len);
            }
        }
        check_out(buffer_view(&expected), __FILE__, __LINE__);
        buffer_clear(&expected);
    }
}

TEST(errors_are_one_line_whatever_they_echo) {
    start(2);
    reply_error(&reply, "ERR unknown command '%s'", "a\r\nb\nc");
    OUT("-ERR unknown command 'a  b c'\r\n");
    reply_error(&reply, "ERR ends with lines\r\n\n");
    OUT("-ERR ends with lines\r\n");
    reply_error_bytes(&reply, BYTES_LITERAL("ERR a\0b"));
    OUT("-ERR a\0b\r\n");
    reply_error_bytes(&reply, bytes_of(NULL, 0));
    OUT("-\r\n");
    CHECK_EQ(reply.errors, 4);
}

static char told[64];
static size_t told_len;

static void hear(struct bytes text) {
    memcpy(told, text.data, text.len);
    told_len = text.len;
}

TEST(who_counts_errors_is_told_of_each_as_it_is_sent) {
    start(2);
    reply_error_hook = hear;
    reply_error(&reply, "NOGROUP no\nsuch\r\n");
    reply_error_hook = NULL;
    CHECK_BYTES(told, told_len, "NOGROUP no such", 15);
    OUT("-NOGROUP no such\r\n");
}

TEST(long_errors_are_whole) {
    for (int len = 500; len < 520; len++) {
        struct buffer expected = {0};
        start(3);
        reply_error(&reply, "ERR %0*d", len, 7);
        buffer_printf(&expected, "-ERR %0*d\r\n", len, 7);
        check_out(buffer_view(&expected), __FILE__, __LINE__);
        buffer_clear(&expected);
    }
}

TEST(common_errors_have_redis_words) {
    SAME(reply_error_syntax(&reply), "-ERR syntax error\r\n");
    SAME(reply_error_not_integer(&reply), "-ERR value is not an integer or out of range\r\n");
    SAME(reply_error_not_float(&reply), "-ERR value is not a valid float\r\n");
    SAME(reply_error_wrong_type(&reply),
         "-WRONGTYPE Operation against a key holding the wrong kind of value\r\n");
    SAME(reply_error_no_key(&reply), "-ERR no such key\r\n");
    CHECK_EQ(reply.errors, 1);
}

TEST(help_has_redis_form) {
    static const char *const lines[] = {"COUNTKEYS", "    Return it.", NULL};
    SAME(reply_help(&reply, "object", lines),
         "*5\r\n+OBJECT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:\r\n"
         "+COUNTKEYS\r\n+    Return it.\r\n+HELP\r\n+    Print this help.\r\n");
}

/* ---- lengths that come later ---- */

TEST(a_length_may_come_after_its_items) {
    start(2);
    struct reply_mark mark = reply_array_later(&reply, '*');
    reply_integer(&reply, 1);
    reply_integer(&reply, 2);
    reply_array_close(&reply, mark, 2);
    reply_ok(&reply);
    OUT("*2\r\n:1\r\n:2\r\n+OK\r\n");
    mark = reply_array_later(&reply, '*');
    reply_array_close(&reply, mark, 0);
    OUT("*0\r\n");
}

TEST(later_maps_and_sets_are_arrays_in_version_2) {
    for (uint8_t version = 2; version <= 3; version++) {
        start(version);
        struct reply_mark map = reply_array_later(&reply, '%');
        reply_integer(&reply, 1);
        struct reply_mark set = reply_array_later(&reply, '~');
        reply_integer(&reply, 2);
        reply_array_close(&reply, set, 1);
        reply_array_close(&reply, map, 1);
        if (version == 2) {
            OUT("*2\r\n:1\r\n*1\r\n:2\r\n");
        } else {
            OUT("%1\r\n:1\r\n~1\r\n:2\r\n");
        }
    }
}

/* A random tree of arrays, written both ways: lengths first into the model, later into the reply.
 */
static void write_tree(struct buffer *model, int depth) {
    struct buffer items = {0};
    struct reply_mark mark = reply_array_later(&reply, '*');
    size_t count = check_random_below(depth == 0 ? 1 : 12);
    static const char data[30000];
    for (size_t i = 0; i < count; i++) {
        if (check_random_below(3) == 0) {
            write_tree(&items, depth - 1);
            continue;
        }
        size_t len =
            check_random_below(20) == 0 ? check_random_below(sizeof data) : check_random_below(50);
        reply_bulk(&reply, bytes_of(data, len));
        buffer_printf(&items, "$%zu\r\n", len);
        buffer_append(&items, bytes_of(data, len));
        buffer_append_text(&items, "\r\n");
    }
    reply_array_close(&reply, mark, count);
    buffer_printf(model, "*%zu\r\n", count);
    buffer_append(model, buffer_view(&items));
    buffer_clear(&items);
}

TEST(trees_of_later_lengths_equal_trees_of_known_ones) {
    for (int round = 0; round < 300; round++) {
        struct buffer model = {0};
        start(3);
        write_tree(&model, 4);
        write_tree(&model, 4);
        check_out(buffer_view(&model), __FILE__, __LINE__);
        buffer_clear(&model);
    }
}
