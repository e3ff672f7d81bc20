/* The eventfd of a loop. It is written to and never read: both backends watch it for edges, and its
 * 64-bit counter does not overflow in the life of a computer. */
#include "sys/real.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

int real_create_wake(struct loop *loop) {
    loop->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return loop->wake_fd < 0 ? -errno : 0;
}

void real_destroy_wake(struct loop *loop) {
    if (loop->wake_fd >= 0) close(loop->wake_fd);
}

void real_wake(struct loop *loop) {
    uint64_t one = 1;
    ssize_t ignored = write(loop->wake_fd, &one, sizeof one);
    (void)ignored;
}
