/* clock_shim.c - a wall clock that a test can step, for LD_PRELOAD: adds the seconds that stand in the file
 * CLOCK_SHIM (a binary long, mapped) to CLOCK_REALTIME. The monotonic clock stays as it is, as when an
 * administrator sets the clock. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static const volatile long *step;

__attribute__((constructor)) static void open_step(void) {
    static const long none = 0;
    const char *path = getenv("CLOCK_SHIM");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *map = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, fd, 0);
    step = map == MAP_FAILED ? &none : map;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    if (clock == CLOCK_REALTIME && step) now->tv_sec += *step;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}
