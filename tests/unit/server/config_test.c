/* What values of options may be, what they look like afterwards, and what the cores get of them. */
#include "check.h"

#include "base/memory.h"
#include "server/config.h"
#include "server/option.h"

static char error[CONFIG_ERROR_MAX];

static const struct option *named(const char *name) {
    return option_find(bytes_of_string(name));
}

static bool set(struct config *config, const char *name, const char *text) {
    return config_set(config, named(name), bytes_of_string(text), error);
}

/* The value as CONFIG GET shows it; good until the next call. */
static const char *get(const struct config *config, const char *name) {
    static struct buffer out;
    buffer_clear(&out);
    config_print(config, named(name), &out);
    buffer_append(&out, bytes_of("", 1));
    return out.data;
}

/* Sets it in a fresh config; what it is then, or the error. */
static const char *after(const char *name, const char *text) {
    static char result[512];
    struct config *config = config_create();
    bool is_set = set(config, name, text);
    snprintf(result, sizeof(result), "%s", is_set ? get(config, name) : error);
    config_destroy(config);
    return result;
}

TEST(every_row_of_the_table_is_complete) {
    for (unsigned i = 0; i < options_count; i++) {
        const struct option *option = &options_table[i];
        CHECK(option->summary && option->summary[0]);
        if (option->type == OPTION_SECTION) {
            continue;
        }
        CHECK(option_find(bytes_of_string(option->name)) == option);
        CHECK(option->initial != NULL);
        CHECK((option->type == OPTION_CHOICE) == (option->choices != NULL));
        CHECK((option->type == OPTION_FORM) == (option->form != NULL));
        CHECK(option->summary[strlen(option->summary) - 1] == '.');
    }
}

TEST(every_default_is_a_value_and_prints_as_one) {
    struct config *config = config_create();
    for (unsigned i = 0; i < options_count; i++) {
        const struct option *option = &options_table[i];
        if (option->type == OPTION_SECTION) {
            continue;
        }
        CHECK(config_is_initial(config, option));
        char text[1024];
        snprintf(text, sizeof(text), "%s", get(config, option->name));
        CHECK(config_set(config, option, bytes_of_string(text), error));
        CHECK_STR(get(config, option->name), text);
    }
    config_destroy(config);
}

TEST(every_alias_leads_to_an_option) {
    for (unsigned i = 0; i < option_aliases_count; i++) {
        CHECK(option_find(bytes_of_string(option_aliases[i].alias)) ==
              named(option_aliases[i].name));
    }
    CHECK(option_aliases[option_aliases_count].alias == NULL);
}

TEST(names_are_found_in_any_case_with_dashes_or_underscores) {
    CHECK(named("MAXMEMORY_policy") == named("maxmemory-policy"));
    CHECK(named("slaveof") == named("replicaof"));
    CHECK(named("maxmemor") == NULL);
    CHECK(named("maxmemory2") == NULL);
    CHECK(named("") == NULL);
    CHECK(named("Cores") == named("cores"));
}

TEST(sizes_take_units_and_print_as_bytes) {
    CHECK_STR(after("maxmemory", "100mb"), "104857600");
    CHECK_STR(after("maxmemory", "1g"), "1000000000");
    CHECK_STR(after("maxmemory", "0"), "0");
    CHECK_STR(after("maxmemory", "1x"), "argument must be a memory value");
    CHECK_STR(after("maxmemory", "-1"), "argument must be a memory value");
    CHECK_STR(after("proto-max-bulk-len", "1kb"),
              "argument must be between 1048576 and 9223372036854775807 inclusive");
    CHECK_STR(after("maxmemory-clients", "5%"), "5%");
    CHECK_STR(after("maxmemory-clients", "200%"),
              "percentage argument must be less or equal to 100");
    CHECK_STR(after("maxmemory-clients", "x%"), "argument must be a memory or percent value");
}

TEST(a_percentage_is_no_huge_size) {
    CHECK_STR(after("maxmemory-clients", "5%"), "5%");
    CHECK_STR(after("maxmemory-clients", "9223372036854775807"), "9223372036854775807");
    CHECK_STR(after("maxmemory-clients", "9223372036854775808"),
              "argument must be a memory or percent value");
}

TEST(numbers_have_limits) {
    CHECK_STR(after("port", "65535"), "65535");
    CHECK_STR(after("port", "65536"), "argument must be between 0 and 65535 inclusive");
    CHECK_STR(after("port", "1.5"), "argument couldn't be parsed into an integer");
    CHECK_STR(after("port", ""), "argument couldn't be parsed into an integer");
    CHECK_STR(after("maxclients", "0"), "argument must be between 1 and 4294967295 inclusive");
    CHECK_STR(after("unixsocketperm", "770"), "770");
    CHECK_STR(after("unixsocketperm", "778"), "argument couldn't be parsed as an octal number");
    CHECK_STR(after("unixsocketperm", "1000"), "argument must be between 0 and 777 inclusive");
}

TEST(words_out_of_a_list_in_any_case) {
    CHECK_STR(after("protected-mode", "NO"), "no");
    CHECK_STR(after("protected-mode", "1"), "argument must be 'yes' or 'no'");
    CHECK_STR(after("maxmemory-policy", "AllKeys-LFU"), "allkeys-lfu");
    CHECK_STR(after("loglevel", "loud"),
              "argument(s) must be one of the following: debug, verbose, notice, warning");
}

TEST(what_does_not_exist_yet_cannot_be_asked_for) {
    CHECK_STR(after("activedefrag", "no"), "no");
    CHECK_STR(after("activedefrag", "yes"),
              "only 'no' is possible. There is no defragmentation yet.");
    CHECK(strstr(after("daemonize", "yes"), "only 'no' is possible") != NULL);
    CHECK(strstr(after("cluster-enabled", "yes"), "only 'no' is possible") != NULL);
}

TEST(a_primary_is_a_host_and_a_port_or_no_one) {
    CHECK_STR(after("replicaof", "10.0.0.1  6379"), "10.0.0.1 6379");
    CHECK_STR(after("replicaof", "No One"), "");
    CHECK_STR(after("replicaof", "10.0.0.1"), "wrong number of arguments");
    CHECK_STR(after("replicaof", "10.0.0.1 6379 6380"), "wrong number of arguments");
    CHECK_STR(after("replicaof", "10.0.0.1 65536"), "Invalid master port");
    CHECK_STR(after("replicaof", "10.0.0.1 -1"), "Invalid master port");
}

TEST(output_limits_change_the_classes_that_are_named) {
    CHECK_STR(after("client-output-buffer-limit", "pubsub 64mb 16mb 90"),
              "normal 0 0 0 slave 268435456 67108864 60 pubsub 67108864 16777216 90");
    CHECK_STR(after("client-output-buffer-limit", "replica 1 2 3 normal 4 5 6"),
              "normal 4 5 6 slave 1 2 3 pubsub 33554432 8388608 60");
    CHECK_STR(after("client-output-buffer-limit", "normal 0 0"),
              "Wrong number of arguments in buffer limit configuration.");
    CHECK_STR(after("client-output-buffer-limit", "all 0 0 0"),
              "Invalid client class specified in buffer limit configuration.");
    CHECK_STR(after("client-output-buffer-limit", "normal 0 0 -1"),
              "Error in hard, soft or soft_seconds setting in buffer limit configuration.");
}

TEST(forms_have_one_spelling) {
    CHECK_STR(after("bind", "  127.0.0.1   -::1 "), "127.0.0.1 -::1");
    CHECK_STR(after("notify-keyspace-events", "KEg$lshzxetd"), "AKE");
    CHECK_STR(after("notify-keyspace-events", "mK"), "Km");
    CHECK(strstr(after("notify-keyspace-events", "q"), "Invalid event class") != NULL);
    CHECK_STR(after("save", "900 1 300 10"), "900 1 300 10");
    CHECK_STR(after("save", "900"), "Invalid save parameters");
    CHECK_STR(after("latency-tracking-info-percentiles", "50 99.9 100"), "50 99.9 100");
    CHECK_STR(after("latency-tracking-info-percentiles", "101"),
              "Invalid latency tracking percentile");
}

TEST(a_refused_value_changes_nothing) {
    struct config *config = config_create();
    CHECK(set(config, "requirepass", "one"));
    CHECK(!config_set(config, named("logfile"), bytes_of("a\0b", 3), error));
    CHECK_STR(config_text(config, "logfile"), "");
    CHECK(!set(config, "client-output-buffer-limit", "normal 1 2 3 pubsub x 0 0"));
    CHECK(config_is_initial(config, named("client-output-buffer-limit")));
    config_destroy(config);
}

TEST(a_copy_is_on_its_own) {
    struct config *config = config_create();
    CHECK(set(config, "requirepass", "one"));
    struct config *copy = config_copy(config);
    CHECK(config_is_same(config, copy, named("requirepass")));
    CHECK(set(copy, "requirepass", "two"));
    CHECK(set(copy, "timeout", "7"));
    CHECK(!config_is_same(config, copy, named("requirepass")));
    CHECK(!config_is_same(config, copy, named("timeout")));
    CHECK_STR(config_text(config, "requirepass"), "one");
    CHECK_EQ(config_number(config, "timeout"), 0);
    config_destroy(config);
    config_destroy(copy);
}

TEST(settings_hold_what_was_set) {
    struct config *config = config_create();
    CHECK(set(config, "maxmemory", "3gb"));
    CHECK(set(config, "maxmemory-policy", "volatile-ttl"));
    CHECK(set(config, "pipeline-order", "strict"));
    CHECK(set(config, "slowlog-log-slower-than", "-1"));
    CHECK(set(config, "requirepass", "secret"));
    CHECK(set(config, "enable-debug-command", "local"));
    CHECK(set(config, "client-output-buffer-limit", "pubsub 1mb 2 3"));
    CHECK(set(config, "protected-mode", "no"));
    struct settings *settings = config_settings(config);
    CHECK_EQ(settings->maxmemory, 3ll << 30);
    CHECK_EQ(settings->maxmemory_policy, POLICY_VOLATILE_TTL);
    CHECK(settings->pipeline_order_strict);
    CHECK_EQ(settings->slowlog_log_slower_than_us, -1);
    CHECK_STR(settings->requirepass, "secret");
    CHECK(!settings->enable_debug_command && settings->enable_debug_command_local);
    CHECK_EQ(settings->output_limit[CLASS_PUBSUB].hard_bytes, 1 << 20);
    CHECK_EQ(settings->output_limit[CLASS_PUBSUB].soft_seconds, 3);
    CHECK_EQ(settings->output_limit[CLASS_REPLICA].hard_bytes, 256 << 20);
    CHECK(!settings->protected_mode);
    CHECK_EQ(settings->databases, 16);
    CHECK_EQ(settings->maxclients, 10000);
    CHECK(settings->latency_tracking);
    memory_free(settings);
    config_destroy(config);
}

TEST(a_password_may_hold_any_byte) {
    struct config *config = config_create();
    CHECK(config_set(config, named("requirepass"), bytes_of("a\0b", 3), error));
    struct config *copy = config_copy(config);
    struct settings *settings = config_settings(copy);
    CHECK_BYTES(settings->requirepass, settings->requirepass_len, "a\0b", 3);
    memory_free(settings);
    CHECK(config_set(copy, named("requirepass"), bytes_of("a\0c", 3), error));
    CHECK(!config_is_same(config, copy, named("requirepass")));
    config_destroy(config);
    config_destroy(copy);
}

TEST(a_password_is_a_secret) {
    CHECK(option_is_secret(BYTES_LITERAL("requirepass")));
    CHECK(option_is_secret(BYTES_LITERAL("RequirePass")));
    CHECK(!option_is_secret(BYTES_LITERAL("port")));
    CHECK(!option_is_secret(BYTES_LITERAL("nothing")));
}
