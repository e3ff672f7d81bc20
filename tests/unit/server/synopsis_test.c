/* What server/synopsis.h promises: how a synopsis becomes the arguments of COMMAND DOCS.
 *
 * They are compared as a line: TOKEN:name/type, with ? for optional, * for multiple, #n for the key
 * specification, children in parentheses. */
#include "server/synopsis.h"

#include "base/buffer.h"
#include "check.h"

static void print(const struct argument *first, struct buffer *out) {
    for (const struct argument *argument = first; argument; argument = argument->next) {
        if (argument != first) {
            buffer_append_text(out, " ");
        }
        if (argument->token[0]) {
            buffer_printf(out, "%s:", argument->token);
        }
        buffer_printf(out, "%s/%s%s%s", argument->name, argument_type_name(argument->type),
                      argument->is_optional ? "?" : "", argument->is_multiple ? "*" : "");
        if (argument->key_spec >= 0) {
            buffer_printf(out, "#%d", argument->key_spec);
        }
        if (argument->first) {
            buffer_append_text(out, "(");
            print(argument->first, out);
            buffer_append_text(out, ")");
        }
    }
}

static void check_row(const struct command *row, const char *expected) {
    struct buffer out = {0};
    struct argument *arguments = synopsis_parse(row);
    print(arguments, &out);
    CHECK_BYTES(out.data, out.len, expected, strlen(expected));
    argument_destroy(arguments);
    buffer_clear(&out);
}

static void check(const char *synopsis, const char *expected) {
    struct command row = {.name = "TEST", .synopsis = synopsis};
    check_row(&row, expected);
}

TEST(nothing_is_nothing) {
    check("", "");
    check("...", "");
}

TEST(words_are_arguments_with_the_type_of_their_name) {
    check("value", "value/string");
    check("seconds unix-time-seconds pattern",
          "seconds/integer unix-time-seconds/unix-time pattern/pattern");
}

TEST(tokens_belong_to_what_follows) {
    check("[GET]", "GET:get/pure-token?");
    check("[COUNT count]", "COUNT:count/integer?");
    check("[LIMIT offset count]", "LIMIT:offset_count/block?(offset/integer count/integer)");
    check("[FILTERBY <MODULE name | PATTERN pattern>]",
          "FILTERBY:name_pattern/oneof?(MODULE:name/string PATTERN:pattern/pattern)");
}

TEST(choices_are_oneofs) {
    check("[NX | XX]", "nx_xx/oneof?(NX:nx/pure-token XX:xx/pure-token)");
    check("<ON | OFF>", "on_off/oneof(ON:on/pure-token OFF:off/pure-token)");
    check("[EX seconds | KEEPTTL]",
          "seconds_keepttl/oneof?(EX:seconds/integer KEEPTTL:keepttl/pure-token)");
}

TEST(repetitions_are_folded) {
    check("field [field ...]", "field/string*");
    check("[field ...]", "field/string?*");
    check("[field [field ...]]", "field/string?*");
    check("field value [field value ...]", "field_value/block*(field/string value/string)");
    check("[ID client-id [client-id ...]]", "ID:client-id/integer?*");
    check("[GET encoding offset [GET encoding offset ...]]",
          "GET:encoding_offset/block?*(encoding/string offset/integer)");
    check("<a b | C> ...", "a_b_c/oneof*(a_b/block(a/string b/string) C:c/pure-token)");
    check("[GET name | value ...]", "name_value/oneof?*(GET:name/string value/string)");
}

TEST(groups_nest) {
    check("[protover [AUTH username password] [SETNAME clientname]]",
          "protover_username_password_clientname/block?(protover/integer "
          "AUTH:username_password/block?(username/string password/string) "
          "SETNAME:clientname/string?)");
}

TEST(keys_are_where_the_specifications_say) {
    struct command mset = {.name = "MSET",
                           .synopsis = "key value [key value ...]",
                           .keys = KEYS_FROM(1, -1, 2, KEY_OW)};
    check_row(&mset, "key_value/block*(key/key#0 value/string)");
    struct command rename = {
        .name = "RENAME", .synopsis = "source target", .keys = TWO_KEYS(KEY_RW, KEY_OW)};
    check_row(&rename, "source/key#0 target/key#1");
    struct command usage = {
        .name = "MEMORY|USAGE", .synopsis = "key [SAMPLES count]", .keys = KEY_AT(2, KEY_RO)};
    check_row(&usage, "key/key#0 SAMPLES:count/integer?");
    struct command counted = {.name = "MPOP",
                              .synopsis = "numkeys key [key ...] [COUNT count]",
                              .keys = {{0, 0, 0, 1, KEY_RW}}};
    check_row(&counted, "numkeys/integer key/key*#0 COUNT:count/integer?");
    struct command read = {.name = "XREAD",
                           .synopsis = "[COUNT count] STREAMS key [key ...] id [id ...]",
                           .keys = KEYS_AT_WORD(1, KEYS_AFTER_STREAMS, KEY_RO)};
    check_row(&read, "COUNT:count/integer? STREAMS:key/key*#0 id/string*");
    struct command sort = {.name = "SORT",
                           .synopsis = "key [BY pattern] [STORE target]",
                           .keys = {{1, 1, 1, 0, KEY_RO},
                                    {2, 0, 1, KEYS_UNKNOWN, KEY_RO},
                                    {2, 0, 1, KEY_AFTER_STORE_UNSAID, KEY_OW}}};
    check_row(&sort, "key/key#0 BY:pattern/pattern? STORE:target/key?#2");
}

TEST(increments_of_floats_are_doubles) {
    struct command row = {.name = "INCRBYFLOAT", .synopsis = "increment"};
    check_row(&row, "increment/double");
    check("increment", "increment/integer");
}
