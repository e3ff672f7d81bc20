/* options.h - what the user asked for. */
#pragma once

#include "keys.h"
#include "protocol.h"
#include "request.h"
#include "values.h"

#include <stdbool.h>
#include <stdint.h>

struct options {
    const char *host;
    uint64_t port;
    const char *unix_socket; /* instead of host and port */
    const char *password;
    uint64_t database;
    uint64_t resp_version;
    const struct protocol *protocol;

    uint64_t connections;
    uint64_t threads;
    uint64_t pipeline;
    bool sliding; /* refill the pipeline with every reply instead of batch by batch */
    double rate;  /* requests a second in all, open loop; 0 is closed loop */

    uint64_t requests; /* 0: as long as duration_seconds says */
    double duration_seconds;
    double warm_up_seconds;
    bool awaits_signal; /* the warm-up lasts until SIGUSR1 */
    double drain_seconds;

    unsigned weights[REQUEST_KINDS];
    const char *custom;
    uint64_t keys_of_multi;
    enum key_order order;
    double theta;
    uint64_t keys;
    struct key_format key_format;
    uint64_t value_size_min;
    uint64_t value_size_max;
    enum value_content content;
    uint64_t fields; /* of a record, each value_size long; 1: a record is one value */
    uint64_t seed;

    bool load;
    double load_rate; /* keys a second in all, open loop; 0 is as fast as the server takes them */
    enum key_order load_order;
    bool measures; /* there is a measured run, not only a load phase */
    bool check;
    uint64_t server_pid;
    const char *name;
    const char *histogram_path;
    uint64_t print_keys; /* print that many key numbers instead of running */
    bool test_histogram; /* summarise numbers from standard input instead of running */
};

/* Reads the arguments; prints help or a complaint and ends the program where there is nothing
 * to run. */
void options_parse(struct options *options, int count, char **arguments);
