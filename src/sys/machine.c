/* The choice of the machine, and the calls that only pass on to it. */
#include "sys/disk_internal.h"
#include "sys/machine_internal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "sys/process.h"
#include "sys/uring.h"

/* ---- the real machine ---- */

static int64_t read_clock(clockid_t clock, int64_t unit_per_second) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * unit_per_second + now.tv_nsec / (1000000000 / unit_per_second);
}

static int64_t real_wall_us(void) {
    return read_clock(CLOCK_REALTIME, 1000000);
}

static int64_t real_monotonic_ns(void) {
    return read_clock(CLOCK_MONOTONIC, 1000000000);
}

static void real_random(void *bytes, size_t len) {
    char *to = bytes;
    while (len > 0) {
        ssize_t got = getrandom(to, len, 0);
        assert(got > 0 || errno == EINTR); /* blocks only before the kernel is seeded */
        if (got > 0) {
            to += got;
            len -= (size_t)got;
        }
    }
}

/* The backend is written once by machine_choose, before other threads exist. */
static struct machine real = {
    .backend = &loop_backend_epoll,
    .disk = &disk_backend_real,
    .wall_us = real_wall_us,
    .monotonic_ns = real_monotonic_ns,
    .random = real_random,
    .facts = process_facts_real,
    .file_read_all = file_real_read_all,
    .file_exists = file_real_exists,
    .file_remove = file_real_remove,
    .directory_make = file_real_directory_make,
    .directory_lock = file_real_directory_lock,
    .directory_unlock = file_real_directory_unlock,
    .offload = offload_real,
};

const struct machine *machine = &real;

/* ---- the choice ---- */

int machine_choose(enum machine_kind kind) {
    switch (kind) {
    case MACHINE_SIM:
        machine = &machine_simulated;
        return 0;
    case MACHINE_EPOLL:
        real.backend = &loop_backend_epoll;
        break;
    case MACHINE_URING:
    case MACHINE_AUTO: {
        int result = uring_probe();
        if (result < 0 && kind == MACHINE_URING) return result;
        if (result < 0)
            log_line('*', "io_uring is not available here (%s): using epoll", strerror(-result));
        real.backend = result < 0 ? &loop_backend_epoll : &loop_backend_uring;
        break;
    }
    }
    machine = &real;
    return 0;
}

enum machine_kind machine_chosen(void) {
    if (machine != &real) return MACHINE_SIM;
    return real.backend == &loop_backend_uring ? MACHINE_URING : MACHINE_EPOLL;
}

const char *machine_name(void) {
    return machine->backend->name;
}

/* ---- what only passes on ---- */

int64_t clock_wall_us(void) {
    return machine->wall_us();
}

int64_t clock_monotonic_ns(void) {
    return machine->monotonic_ns();
}

void machine_random(void *bytes, size_t len) {
    machine->random(bytes, len);
}

void machine_random_digits(char *text, size_t digits) {
    static const char names[] = "0123456789abcdef";
    unsigned char random[32];
    assert(digits % 2 == 0 && digits / 2 <= sizeof random);
    machine_random(random, digits / 2);
    for (size_t i = 0; i < digits; i++) text[i] = names[random[i / 2] >> (i % 2 ? 0 : 4) & 15];
    text[digits] = 0;
}

void process_facts(struct process_facts *facts) {
    machine->facts(facts);
}
