/* results.c - adding up and printing. */
#include "results.h"

#include <string.h>

void results_clear(struct results *results) {
    memset(results, 0, sizeof *results);
    histogram_clear(&results->latency);
}

void results_note_error(struct results *results, const char *text, size_t size) {
    if (results->first_error[0]) return;
    if (size >= ERROR_TEXT_MAX) size = ERROR_TEXT_MAX - 1;
    memcpy(results->first_error, text, size);
}

void results_add(struct results *results, const struct results *other) {
    results->operations += other->operations;
    results->requests += other->requests;
    results->errors += other->errors;
    results->wrong += other->wrong;
    results->misses += other->misses;
    results->unanswered += other->unanswered;
    results->disconnects += other->disconnects;
    results->bytes_in += other->bytes_in;
    results->bytes_out += other->bytes_out;
    results_note_error(results, other->first_error, strlen(other->first_error));
    histogram_add(&results->latency, &other->latency);
}

bool results_failed(const struct results *results) {
    return results->errors || results->wrong || results->unanswered || results->disconnects;
}

static void print_text(const char *name, const char *text) {
    printf("\"%s\":\"", name);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < 32 || c > 126)
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    printf("\",");
}

static void print_count(const char *name, uint64_t count) {
    printf("\"%s\":%llu,", name, (unsigned long long)count);
}

static void print_real(const char *name, double value) {
    printf("\"%s\":%.4f,", name, value);
}

static double percentile_usec(const struct results *results, double percent) {
    return (double)histogram_percentile(&results->latency, percent) / 1000;
}

static double per_operation_usec(const struct results *results, double seconds) {
    return results->operations ? seconds * 1e6 / (double)results->operations : 0;
}

static void print_settings(const struct options *options) {
    printf("\"mix\":{");
    const char *comma = "";
    for (unsigned i = 0; i < REQUEST_KINDS; i++) {
        if (!options->weights[i]) continue;
        printf("%s\"%s\":%u", comma, request_kind_name((enum request_kind)i), options->weights[i]);
        comma = ",";
    }
    printf("},");
    if (options->custom) print_text("command", options->custom);
    print_text("distribution", key_order_name(options->order));
    print_text("content", options->content == VALUES_ASCII ? "ascii" : "random");
    print_count("keys", options->keys);
    print_count("value_size_min", options->value_size_min);
    print_count("value_size_max", options->value_size_max);
    print_count("fields", options->fields);
    print_count("connections", options->connections);
    print_count("threads", options->threads);
    print_count("pipeline", options->pipeline);
    print_real("rate", options->rate);
}

static void print_server(const struct results *results, const struct surroundings *around) {
    const struct usage *server = &around->server;
    print_real("server_cpu_usec_per_op", per_operation_usec(results, (double)server->cpu_ns / 1e9));
    print_real("server_cpu_seconds", (double)server->cpu_ns / 1e9);
    print_real("server_user_seconds", (double)server->user_ns / 1e9);
    print_real("server_system_seconds", (double)server->system_ns / 1e9);
    print_real("server_wait_seconds", (double)server->wait_ns / 1e9);
    print_count("server_rss_bytes", server->rss_bytes);
}

static void print_json(const struct results *results, const struct options *options,
                       const struct surroundings *around) {
    putchar('{');
    print_text("name", options->name);
    print_text("phase", around->phase);
    print_count("operations", results->operations);
    print_count("requests", results->requests);
    print_real("seconds", around->seconds);
    print_real("ops_per_second", (double)results->operations / around->seconds);
    print_real("p50_usec", percentile_usec(results, 50));
    print_real("p90_usec", percentile_usec(results, 90));
    print_real("p99_usec", percentile_usec(results, 99));
    print_real("p999_usec", percentile_usec(results, 99.9));
    print_real("max_usec", (double)results->latency.max / 1000);
    print_real("mean_usec", histogram_mean(&results->latency) / 1000);
    print_count("errors", results->errors);
    print_count("wrong", results->wrong);
    print_count("misses", results->misses);
    print_count("unanswered", results->unanswered);
    print_count("disconnects", results->disconnects);
    if (results->first_error[0]) print_text("first_error", results->first_error);
    print_count("bytes_out", results->bytes_out);
    print_count("bytes_in", results->bytes_in);
    print_settings(options);
    if (around->has_server) print_server(results, around);
    printf("\"client_cpu_usec_per_op\":%.4f}\n",
           per_operation_usec(results, around->client_cpu_seconds));
    fflush(stdout);
}

static void print_readable(const struct results *results, const struct options *options,
                           const struct surroundings *around) {
    fprintf(stderr,
            "%s %s: %.0f ops/s, p50 %.0f p90 %.0f p99 %.0f p99.9 %.0f max %.0f usec, client %.2f",
            options->name, around->phase, (double)results->operations / around->seconds,
            percentile_usec(results, 50), percentile_usec(results, 90),
            percentile_usec(results, 99), percentile_usec(results, 99.9),
            (double)results->latency.max / 1000,
            per_operation_usec(results, around->client_cpu_seconds));
    if (around->has_server)
        fprintf(stderr, ", server %.3f usec CPU/op, RSS %.1f MiB",
                per_operation_usec(results, (double)around->server.cpu_ns / 1e9),
                (double)around->server.rss_bytes / 1048576);
    if (results->misses) fprintf(stderr, ", %llu misses", (unsigned long long)results->misses);
    if (results_failed(results))
        fprintf(stderr, ", FAILED: %llu errors, %llu wrong, %llu unanswered, %llu disconnects: %s",
                (unsigned long long)results->errors, (unsigned long long)results->wrong,
                (unsigned long long)results->unanswered, (unsigned long long)results->disconnects,
                results->first_error);
    fputc('\n', stderr);
}

void results_print(const struct results *results, const struct options *options,
                   const struct surroundings *around) {
    print_json(results, options, around);
    print_readable(results, options, around);
}
