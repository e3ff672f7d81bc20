/* sys/mapped.c - mmap, read from front to back. */
#include "sys/mapped.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys/file.h"
#include "sys/machine.h"

static int map(int fd, struct mapped *mapped) {
    struct stat facts;
    if (fstat(fd, &facts) < 0) return -errno;
    if (!S_ISREG(facts.st_mode)) return -EINVAL;
    if (facts.st_size == 0) return 0;
    size_t len = (size_t)facts.st_size;
    char *start = mmap(NULL, len, PROT_READ, MAP_PRIVATE, fd, 0);
    if (start == MAP_FAILED) return -errno;
    madvise(start, len, MADV_SEQUENTIAL);
    mapped->bytes = bytes_of(start, len);
    return 0;
}

int mapped_open(const char *path, struct mapped *mapped) {
    *mapped = (struct mapped){0};
    if (machine_chosen() == MACHINE_SIM) {
        int result = file_read_all(path, &mapped->copy);
        mapped->bytes = buffer_view(&mapped->copy);
        return result;
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -errno;
    int result = map(fd, mapped);
    close(fd);
    return result;
}

void mapped_close(struct mapped *mapped) {
    if (mapped->copy.data == NULL && mapped->bytes.len > 0)
        munmap((void *)(uintptr_t)mapped->bytes.data, mapped->bytes.len);
    buffer_clear(&mapped->copy);
    *mapped = (struct mapped){0};
}
