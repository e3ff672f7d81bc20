/* results.h - what one phase of a run measured, and how it is printed. */
#pragma once

#include "histogram.h"
#include "options.h"
#include "usage.h"

#include <stdint.h>

enum { ERROR_TEXT_MAX = 160 };

/* Counted by each worker for itself, then added up. An operation is one logical request: a
 * read-modify-write is one operation of two requests, an MGET of ten keys is one of one. */
struct results {
    uint64_t operations;  /* answered as expected */
    uint64_t requests;    /* requests answered, whatever the answer */
    uint64_t errors;      /* error replies, replies of an unexpected type, and broken replies */
    uint64_t wrong;       /* values that differ from what --check expects */
    uint64_t misses;      /* keys read that were not there */
    uint64_t unanswered;  /* requests that were due, but without reply when waiting ended */
    uint64_t disconnects; /* connections lost */
    uint64_t bytes_in;
    uint64_t bytes_out;
    char first_error[ERROR_TEXT_MAX];
    struct histogram latency; /* nanoseconds of operations, and the age of the unanswered */
};

/* Empties the counts. */
void results_clear(struct results *results);

/* Adds the counts of another worker. */
void results_add(struct results *results, const struct results *other);

/* Returns whether anything went wrong. */
bool results_failed(const struct results *results);

/* Keeps the text of the first error. */
void results_note_error(struct results *results, const char *text, size_t size);

/* What the main thread measured around a phase. */
struct surroundings {
    const char *phase;
    double seconds;
    double client_cpu_seconds;
    bool has_server;
    struct usage server;
};

/* Prints the JSON line to standard output and the readable one to standard error. */
void results_print(const struct results *results, const struct options *options,
                   const struct surroundings *around);
