/* tests/unit/engine/command_test.c - what the table derives from a command's row. */
#include "engine/command.h"

#include "check.h"

static void nothing(struct call *call) {
    (void)call;
}

static const struct command rows[] = {
    {"PING", "[message]", nothing, ON_CONNECTION, NO_KEYS, "1", "", "", GROUP_CONNECTION, NULL},
    {"GET", "key", nothing, READONLY, KEY_AT(1, KEY_RO), "1", "", "", GROUP_STRING, NULL},
    {"SET", "key value [NX | XX] [EX seconds]", nothing, WRITE, KEY_AT(1, KEY_RW), "1", "", "",
     GROUP_STRING, NULL},
    {"MSET", "key value [key value ...]", nothing, WRITE, KEYS_FROM(1, -1, 2, KEY_OW), "1", "", "",
     GROUP_STRING, NULL},
    {"BITOP",
     "<AND | OR | XOR | NOT> destkey key [key ...]",
     nothing,
     WRITE,
     {{2, 2, 1, 0, KEY_OW}, {3, -1, 1, 0, KEY_RO}},
     "1",
     "",
     "",
     GROUP_BITMAP,
     NULL},
    {"SINTERCARD",
     "numkeys key [key ...]",
     nothing,
     READONLY,
     {{2, 0, 1, 1, KEY_RO}},
     "1",
     "",
     "",
     GROUP_SET,
     NULL},
    {"XREAD", "STREAMS key [key ...] id [id ...]", nothing, READONLY,
     KEYS_AT_WORD(1, KEYS_AFTER_STREAMS, KEY_RO), "5", "", "", GROUP_STREAM, NULL},
    {"GEORADIUS",
     "key [STORE key] [STOREDIST key]",
     nothing,
     WRITE,
     {{1, 1, 1, 0, KEY_RO},
      {2, 0, 1, KEY_AFTER_STORE, KEY_OW},
      {2, 0, 1, KEY_AFTER_STOREDIST, KEY_OW}},
     "3",
     "",
     "",
     GROUP_GEO,
     NULL},
    {"CONFIG", "", NULL, ADMIN, NO_KEYS, "1", "", "", GROUP_SERVER, NULL},
    {"CONFIG|GET", "parameter [parameter ...]", nothing, ADMIN, NO_KEYS, "1", "", "", GROUP_SERVER,
     NULL},
    {0},
};

static void register_once(void) {
    if (command_count() == 0) {
        command_register(rows);
    }
}

static const struct command_entry *find(const char *name) {
    register_once();
    return command_find(bytes_of_string(name));
}

TEST(arity_follows_from_the_synopsis) {
    CHECK_EQ(find("ping")->arity, -1);
    CHECK_EQ(find("get")->arity, 2);
    CHECK_EQ(find("set")->arity, -3);
    CHECK_EQ(find("mset")->arity, -3);
    CHECK_EQ(find("bitop")->arity, -4);
    CHECK_EQ(find("sintercard")->arity, -3);
    CHECK_EQ(find("config")->arity, -2);
    CHECK_EQ(find("config|get")->arity, -3);
}

TEST(names_are_found_in_any_letter_case_and_nothing_else_is) {
    CHECK(find("GeT") == find("get"));
    CHECK(!find("ge"));
    CHECK(!find("gets"));
    CHECK(!find(""));
    CHECK(!find("a name that is longer than any command's name may ever be"));
}

static int keys_of(const char *name, const char *const *words, unsigned argc, unsigned *indices) {
    struct bytes argv[8];
    for (unsigned i = 0; i < argc; i++) {
        argv[i] = bytes_of_string(words[i]);
    }
    return command_keys(find(name), argv, argc, indices, NULL, 8);
}

TEST(keys_are_found_where_the_row_says) {
    unsigned at[8];
    CHECK_EQ(keys_of("mset", (const char *[]){"MSET", "a", "1", "b", "2"}, 5, at), 2);
    CHECK_EQ(at[0], 1);
    CHECK_EQ(at[1], 3);
    CHECK_EQ(keys_of("bitop", (const char *[]){"BITOP", "AND", "d", "x", "y"}, 5, at), 3);
    CHECK_EQ(at[0], 2);
    CHECK_EQ(at[2], 4);
    CHECK_EQ(keys_of("sintercard", (const char *[]){"SINTERCARD", "2", "x", "y", "LIMIT"}, 5, at),
             2);
    CHECK_EQ(at[0], 2);
    CHECK_EQ(at[1], 3);
    CHECK_EQ(keys_of("sintercard", (const char *[]){"SINTERCARD", "9", "x"}, 3, at), -1);
    CHECK_EQ(keys_of("ping", (const char *[]){"PING", "x"}, 2, at), 0);
}

TEST(keys_behind_a_word_are_not_looked_for_among_the_values_of_options) {
    unsigned at[8];
    CHECK_EQ(keys_of("xread", (const char *[]){"XREAD", "streams", "a", "b", "1", "2"}, 6, at), 2);
    CHECK_EQ(at[0], 2);
    CHECK_EQ(at[1], 3);
    const char *named_like_it[] = {"XREADGROUP", "GROUP", "STREAMS", "c", "STREAMS", "a", ">"};
    CHECK_EQ(keys_of("xread", named_like_it, 7, at), 1);
    CHECK_EQ(at[0], 5);
    CHECK_EQ(keys_of("xread", (const char *[]){"XREAD", "STREAMS", "a", "b", "1"}, 5, at), 1);
    CHECK_EQ(keys_of("xread", (const char *[]){"XREAD", "STREAMS", "a"}, 3, at), 0);
    CHECK_EQ(keys_of("xread", (const char *[]){"XREAD", "COUNT", "STREAMS", "a", "1"}, 5, at), 0);
    const char *stores[] = {"GEORADIUS", "k", "COUNT", "STORE", "STORE", "a", "store", "b"};
    CHECK_EQ(keys_of("georadius", stores, 8, at), 2);
    CHECK_EQ(at[0], 1);
    CHECK_EQ(at[1], 7);
    CHECK_EQ(keys_of("georadius", (const char *[]){"G", "k", "STOREDIST", "a"}, 4, at), 2);
    CHECK_EQ(at[1], 3);
    CHECK_EQ(keys_of("georadius", (const char *[]){"G", "k", "STORE"}, 3, at), 1);
}
