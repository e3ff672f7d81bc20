/* options.c - the table of options, from which parsing and --help are derived. */
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sets one option from its text. Returns 0, or -1 if the text makes no sense. */
typedef int set_option(struct options *options, const char *text);

struct option_row {
    const char *name;
    const char *argument; /* NULL for a switch */
    set_option *set;
    const char *help;
};

static int read_count(const char *text, uint64_t *out) {
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    if (end == text || errno || *text == '-') return -1;
    if (*end == 'k' || *end == 'K')
        *out *= 1000;
    else if (*end == 'm' || *end == 'M')
        *out *= 1000000;
    else
        return *end ? -1 : 0;
    return end[1] ? -1 : 0;
}

static int read_positive(const char *text, uint64_t *out) {
    return read_count(text, out) || *out == 0 ? -1 : 0;
}

static int read_real(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end == text || *end || !(*out >= 0) ? -1 : 0;
}

#define SETTER(name) static int set_##name(struct options *options, const char *text)

SETTER(host) {
    options->host = text;
    return 0;
}
SETTER(port) {
    return read_positive(text, &options->port);
}
SETTER(socket) {
    options->unix_socket = text;
    return 0;
}
SETTER(password) {
    options->password = text;
    return 0;
}
SETTER(database) {
    return read_count(text, &options->database);
}
SETTER(resp) {
    return read_positive(text, &options->resp_version);
}
SETTER(connections) {
    return read_positive(text, &options->connections);
}
SETTER(threads) {
    return read_positive(text, &options->threads);
}
SETTER(pipeline) {
    return read_positive(text, &options->pipeline);
}
SETTER(sliding) {
    (void)text;
    options->sliding = true;
    return 0;
}
SETTER(rate) {
    return read_real(text, &options->rate);
}
SETTER(warm_up) {
    return read_real(text, &options->warm_up_seconds);
}
SETTER(await_signal) {
    (void)text;
    options->awaits_signal = true;
    return 0;
}
SETTER(drain) {
    return read_real(text, &options->drain_seconds);
}
SETTER(distribution) {
    return key_order_parse(&options->order, text);
}
SETTER(theta) {
    return read_real(text, &options->theta) || options->theta >= 1 ? -1 : 0;
}
SETTER(keys) {
    return read_positive(text, &options->keys);
}
SETTER(key_format) {
    return key_format_parse(&options->key_format, text);
}
SETTER(multi) {
    return read_positive(text, &options->keys_of_multi);
}
SETTER(fields) {
    return read_positive(text, &options->fields) || options->fields > FIELDS_MAX ? -1 : 0;
}
SETTER(seed) {
    return read_count(text, &options->seed);
}
SETTER(load) {
    (void)text;
    options->load = true;
    return 0;
}
SETTER(load_order) {
    return key_order_parse(&options->load_order, text);
}
SETTER(load_rate) {
    return read_real(text, &options->load_rate);
}
SETTER(check) {
    (void)text;
    options->check = true;
    return 0;
}
SETTER(server_pid) {
    return read_positive(text, &options->server_pid);
}
SETTER(name) {
    options->name = text;
    return 0;
}
SETTER(histogram) {
    options->histogram_path = text;
    return 0;
}
SETTER(print_keys) {
    return read_positive(text, &options->print_keys);
}
SETTER(test_histogram) {
    (void)text;
    options->test_histogram = true;
    return 0;
}

SETTER(protocol) {
    options->protocol = protocol_find(text);
    return options->protocol ? 0 : -1;
}

SETTER(requests) {
    options->measures = true;
    return read_positive(text, &options->requests);
}

SETTER(duration) {
    options->measures = true;
    return read_real(text, &options->duration_seconds);
}

SETTER(value_size) {
    char low[32];
    const char *dash = strchr(text, '-');
    if (!dash) {
        options->value_size_max = 0;
        int result = read_count(text, &options->value_size_min);
        options->value_size_max = options->value_size_min;
        return result || options->value_size_max > 512000000 ? -1 : 0;
    }
    snprintf(low, sizeof low, "%.*s", (int)(dash - text), text);
    if (read_count(low, &options->value_size_min) || read_count(dash + 1, &options->value_size_max))
        return -1;
    return options->value_size_min <= options->value_size_max &&
                   options->value_size_max <= 512000000
               ? 0
               : -1;
}

SETTER(content) {
    options->content = strcmp(text, "ascii") == 0 ? VALUES_ASCII : VALUES_RANDOM;
    return strcmp(text, "ascii") == 0 || strcmp(text, "random") == 0 ? 0 : -1;
}

SETTER(mix) {
    memset(options->weights, 0, sizeof options->weights);
    char *copy = strdup(text), *rest = copy, *item;
    unsigned total = 0;
    while ((item = strsep(&rest, ","))) {
        enum request_kind kind;
        uint64_t weight = 1;
        char *equals = strchr(item, '=');
        if (equals) *equals++ = 0;
        if (request_kind_parse(&kind, item) || (equals && read_count(equals, &weight)) ||
            weight > 1000000)
            break;
        options->weights[kind] += (unsigned)weight;
        total += (unsigned)weight;
    }
    free(copy);
    return item || !total ? -1 : 0;
}

SETTER(read_ratio) {
    double ratio;
    if (read_real(text, &ratio) || ratio > 1) return -1;
    memset(options->weights, 0, sizeof options->weights);
    options->weights[REQUEST_GET] = (unsigned)(ratio * 100000 + 0.5);
    options->weights[REQUEST_SET] = 100000 - options->weights[REQUEST_GET];
    return 0;
}

SETTER(command) {
    options->custom = text;
    return set_mix(options, "custom");
}

/* The core workloads of YCSB (Cooper et al., SoCC 2010), except the scans of E: a record is one
 * value of 1,000 bytes. */
SETTER(ycsb) {
    static const struct {
        char name;
        const char *mix;
        enum key_order order;
    } presets[] = {
        {'a', "get=50,set=50", KEYS_ZIPFIAN},
        {'b', "get=95,set=5", KEYS_ZIPFIAN},
        {'c', "get=1", KEYS_ZIPFIAN},
        {'d', "get=95,insert=5", KEYS_LATEST},
        {'f', "get=50,modify=50", KEYS_ZIPFIAN},
    };
    for (unsigned i = 0; i < sizeof presets / sizeof *presets; i++) {
        if ((*text | 32) != presets[i].name || text[1]) continue;
        options->order = presets[i].order;
        options->value_size_min = options->value_size_max = 1000;
        return set_mix(options, presets[i].mix);
    }
    return -1;
}

static const struct option_row rows[] = {
    {"host", "ADDRESS", set_host, "IPv4 address of the server (127.0.0.1)"},
    {"port", "N", set_port, "port of the server (6379)"},
    {"socket", "PATH", set_socket, "Unix socket of the server, instead of host and port"},
    {"password", "TEXT", set_password, "sends AUTH on every connection"},
    {"database", "N", set_database, "sends SELECT on every connection"},
    {"protocol", "NAME", set_protocol, "resp, or etcd (gRPC: get, set, insert, modify)"},
    {"resp", "2|3", set_resp, "version of RESP; 3 sends HELLO 3 (2)"},
    {"connections", "N", set_connections, "connections in all (50)"},
    {"threads", "N", set_threads, "threads that share the connections (1)"},
    {"pipeline", "N", set_pipeline, "requests in flight per connection (1)"},
    {"sliding", NULL, set_sliding,
     "refill the pipeline with every reply; else the next batch waits for all replies"},
    {"rate", "N", set_rate, "open loop: N requests a second in all, timed from their due moment"},
    {"requests", "N", set_requests, "length of the measured run in requests"},
    {"duration", "SECONDS", set_duration, "length of the measured run (10, if not only --load)"},
    {"warm-up", "SECONDS", set_warm_up, "the same load before the measured run, not counted (0)"},
    {"await-signal", NULL, set_await_signal,
     "the warm-up lasts until SIGUSR1, which begins the measured run"},
    {"drain", "SECONDS", set_drain, "how long the last replies are awaited (10)"},
    {"ycsb", "A|B|C|D|F", set_ycsb, "mix, distribution and value size (1000) of a YCSB workload"},
    {"mix", "KIND=N,...", set_mix,
     "get set insert modify incr mget mset del ping custom, by weight (get=50,set=50)"},
    {"read-ratio", "R", set_read_ratio, "a mix of GET and SET with this share of GET"},
    {"command", "TEMPLATE", set_command,
     "any command, quoted as in redis-cli, with __key__, __value__, __number__; or A ; [ B ] ; C"},
    {"multi", "N", set_multi, "keys of an MGET or MSET, repetitions of [ B ] (10)"},
    {"distribution", "NAME", set_distribution,
     "uniform, zipfian (scrambled), latest, sequential, shuffled (uniform)"},
    {"theta", "T", set_theta, "skew of zipfian and latest, below 1 (0.99)"},
    {"keys", "N", set_keys, "number of keys (1000000); k and m multiply"},
    {"key-format", "FORMAT", set_key_format, "text of a key, with one %lu or %012lu (key:%lu)"},
    {"value-size", "N|MIN-MAX", set_value_size, "bytes of a value; a range varies by key (256)"},
    {"fields", "N", set_fields,
     "records are hashes of N fields of --value-size: get reads all, set writes one (1: a string)"},
    {"content", "random|ascii", set_content, "bytes of values (random)"},
    {"seed", "N", set_seed, "of all random choices (1)"},
    {"load", NULL, set_load, "first SET every key once, in a phase with its own line of results"},
    {"load-order", "NAME", set_load_order, "sequential or shuffled (sequential)"},
    {"load-rate", "N", set_load_rate, "open loop for the load phase: N keys a second in all"},
    {"check", NULL, set_check, "compare every value read with the one this program writes"},
    {"server-pid", "PID", set_server_pid, "report that process's CPU per operation"},
    {"name", "TEXT", set_name, "copied into the results"},
    {"histogram", "FILE", set_histogram, "write \"nanoseconds count\" lines of all latencies"},
    {"print-keys", "N", set_print_keys, "print N draws of key numbers and end"},
    {"test-histogram", NULL, set_test_histogram,
     "print percentiles of numbers read from standard input and end"},
};

static void print_help(void) {
    printf("load - generates load for a server and reports what it measured\n\n"
           "usage: load [--name value | --name=value]...\n\n"
           "Prints one line of JSON for each phase to standard output, and a readable line to\n"
           "standard error. Ends with 0, 1 if there were errors, 2 if it could not run.\n\n");
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char left[64];
        snprintf(left, sizeof left, "--%s %s", rows[i].name,
                 rows[i].argument ? rows[i].argument : "");
        printf("  %-28s %s\n", left, rows[i].help);
    }
}

static void complain(const char *what, const char *detail) {
    fprintf(stderr, "load: %s%s (see --help)\n", what, detail);
    exit(2);
}

static const struct option_row *find_row(const char *name, size_t size) {
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].name) == size && memcmp(rows[i].name, name, size) == 0) return &rows[i];
    return NULL;
}

static void set_defaults(struct options *options) {
    *options = (struct options){
        .host = "127.0.0.1",
        .port = 6379,
        .resp_version = 2,
        .protocol = &protocol_resp,
        .connections = 50,
        .threads = 1,
        .pipeline = 1,
        .duration_seconds = 10,
        .drain_seconds = 10,
        .keys_of_multi = 10,
        .order = KEYS_UNIFORM,
        .theta = 0.99,
        .keys = 1000000,
        .value_size_min = 256,
        .value_size_max = 256,
        .fields = 1,
        .seed = 1,
        .load_order = KEYS_SEQUENTIAL,
        .name = "load",
    };
    options->weights[REQUEST_GET] = options->weights[REQUEST_SET] = 50;
    key_format_parse(&options->key_format, "key:%lu");
}

/* What no single option can see. */
static void check_combination(struct options *options) {
    if (options->threads > options->connections) options->threads = options->connections;
    if (options->connections > 100000 || options->threads > 256 || options->pipeline > 100000)
        complain("at most 100000 connections, 256 threads, a pipeline of 100000", "");
    /* Each thread has the same number of requests, and each connection the same rate. */
    if ((options->rate > 0 || options->load_rate > 0) && options->connections % options->threads)
        complain("at a fixed rate --connections must be a multiple of --threads", "");
    if (options->keys_of_multi > 10000 || options->port > 65535)
        complain("at most 10000 keys in one request, and ports up to 65535", "");
    if (options->weights[REQUEST_CUSTOM] && !options->custom)
        complain("custom in --mix needs --command before it", "");
    if (options->load_order != KEYS_SEQUENTIAL && options->load_order != KEYS_SHUFFLED)
        complain("--load-order is sequential or shuffled", "");
    if (options->fields > 1 && options->value_size_min != options->value_size_max)
        complain("the fields of a record are all of one size", "");
    const struct protocol *protocol = options->protocol;
    if (protocol->pipeline_max && options->pipeline > protocol->pipeline_max)
        complain("that is too long a pipeline for the protocol ", protocol->name);
    if (protocol->value_size_max && options->value_size_max > protocol->value_size_max)
        complain("that value is too large for the protocol ", protocol->name);
    if (!options->load) options->measures = true;
}

void options_parse(struct options *options, int count, char **arguments) {
    set_defaults(options);
    for (int i = 1; i < count; i++) {
        const char *text = arguments[i];
        if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) {
            print_help();
            exit(0);
        }
        size_t size = strcspn(text, "=");
        const struct option_row *row =
            strncmp(text, "--", 2) == 0 && size > 2 ? find_row(text + 2, size - 2) : NULL;
        if (!row) complain("unknown option ", text);
        const char *value = text[size] ? text + size + 1 : NULL;
        if (row->argument && !value) {
            if (++i == count) complain("a value is missing after ", text);
            value = arguments[i];
        }
        if ((!row->argument && value) || row->set(options, value))
            complain("wrong value of --", row->name);
    }
    check_combination(options);
}
