/* sys/machine.h - which machine the program runs on: the real one or a simulated one.
 *
 * All of sys/ reaches the kernel through one table of functions chosen at start: the real machine
 * on io_uring or on epoll, or a simulated one (one thread, N cores, seeded schedule, virtual
 * clock, in-memory sockets and files). Nothing above sys/ can tell which. */
#pragma once

#include "base/bytes.h"

enum machine_kind { MACHINE_AUTO, MACHINE_URING, MACHINE_EPOLL, MACHINE_SIM };

/* Chooses the machine, once, before any loop exists. AUTO tries io_uring and falls back to epoll
 * where it is forbidden. Returns 0, or a negative errno when a forced kind is not available. */
int machine_choose(enum machine_kind kind) __attribute__((warn_unused_result));
enum machine_kind machine_chosen(void);
const char *machine_name(void); /* "io_uring", "epoll", "simulated" */

/* CPUs this process may use: affinity, cut by the cgroup's quota (v1 and v2), at least 1. */
unsigned machine_cpus(void);
unsigned machine_affinity(void); /* CPUs of the affinity alone, whatever the quota */

/* Wall clock and monotonic clock, read now (loops keep a cached copy of each turn). */
int64_t clock_wall_us(void);
int64_t clock_monotonic_ns(void);

/* Random bytes from the system; the simulated machine derives them from its seed. */
void machine_random(void *bytes, size_t len);
/* So many random hexadecimal digits (even, at most 64), and a zero behind them. */
void machine_random_digits(char *text, size_t digits);

/* Facts for INFO and logs. Sizes in bytes, times in microseconds. The simulated machine answers
 * with constants. */
struct process_facts {
    uint64_t rss, rss_peak, memory_total, memory_limit;
    uint64_t user_us, system_us, children_user_us, children_system_us;
    uint64_t open_files, open_files_max;
    int pid;
};
void process_facts(struct process_facts *facts);
void machine_os(char *text, size_t size);           /* "Linux 6.1.0 x86_64" */
void machine_executable(char *text, size_t size);   /* path of the running program */
uint64_t process_raise_open_files(uint64_t wanted); /* returns the limit reached */
/* The score that the kernel adds when it looks for what to end, -1000 to 1000. 0 or a negative errno. */
int process_oom_score(int *score) __attribute__((warn_unused_result));
int process_set_oom_score(int score) __attribute__((warn_unused_result));

/* A line of the log to stdout or to the log file: level '.', '-', '*' or '#' as in Redis. Thread
 * safe. The simulated machine drops lines unless asked. */
void log_line(char level, const char *format, ...) __attribute__((format(printf, 2, 3)));
int log_open(const char *path) __attribute__((warn_unused_result)); /* "" is stdout */
void log_set_level(char least);
