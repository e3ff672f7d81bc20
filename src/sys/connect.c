/* sys/connect.c - outgoing connections. A helper thread does what blocks, the loop gets what came of it. */
#include "sys/connect.h"

#include <assert.h>

#include "sys/fiber.h"
#include "sys/loop_internal.h"
#include "sys/machine_internal.h"

struct attempt {
    const struct connect_options *options;
    int result;
    void *backend_data;
};

static void try_it(void *arg) {
    struct attempt *attempt = arg;
    attempt->result = machine->backend->connect(attempt->options, &attempt->backend_data);
}

struct stream *stream_connect(const struct connect_options *options, int *error) {
    struct attempt attempt = {.options = options};
    assert(fiber_current() != NULL);
    fiber_offload(try_it, &attempt);
    *error = attempt.result < 0 ? attempt.result : 0;
    return attempt.result < 0 ? NULL
                              : stream_create(loop_current(), attempt.result, attempt.backend_data);
}
