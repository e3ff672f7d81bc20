/* base/panic.c - see panic.h.
 *
 * Everything here may run inside a signal handler with a broken heap: only write(2), a static
 * buffer and backtrace(3). The first call of backtrace loads libgcc and allocates, therefore it
 * is called once early, by panic_catch_signals. */
#include "base/panic.h"

#include <execinfo.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES_MAX = 64 };

static atomic_flag is_reporting = ATOMIC_FLAG_INIT;

static void print(const char *text) {
    /* Nothing can be done when stderr is gone. */
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

/* One report a process: a panic inside the report, or on a second thread, only adds its line. */
static void report(void) {
    if (atomic_flag_test_and_set(&is_reporting)) return;
    void *frames[FRAMES_MAX];
    int n = backtrace(frames, FRAMES_MAX);
    print("backtrace (resolve with addr2line -Cfpie PROGRAM ADDRESS):\n");
    backtrace_symbols_fd(frames, n, STDERR_FILENO);
}

void panic(const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print("\n*** panic: ");
    print(text);
    print("\n");
    report();
    signal(SIGABRT, SIG_DFL);
    abort();
}

static void die_of_signal(int number) {
    print("\n*** died of ");
    const char *name = sigabbrev_np(number);
    print("SIG");
    print(name != NULL ? name : "?");
    print("\n");
    report();
    /* The handler was installed with SA_RESETHAND: this time the signal kills. */
    raise(number);
}

void panic_catch_signals(void) {
    void *frame;
    backtrace(&frame, 1);
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
    struct sigaction action = {.sa_handler = die_of_signal,
                               .sa_flags = (int)(SA_RESETHAND | SA_NODEFER | SA_ONSTACK)};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++) sigaction(fatal[i], &action, NULL);
}
