/* server/debug_disk.c - DEBUG DISK-FAULT: files fail when a test wants it, all or those whose path has some text. */
#include <errno.h>
#include <string.h>

#include "base/number.h"
#include "server/debug.h"
#include "sys/atomic.h"
#include "sys/disk.h"

enum { PATH_PART = 64 };

/* Asked from all threads; set by whoever runs DEBUG, the error last. Relaxed: which operation it is exactly does not
 * matter, nor whether one that is asked at this moment sees the old fault or the new. */
static struct {
    _Atomic int error;          /* negative errno; 0: none */
    _Atomic uint64_t countdown; /* operations up to the one that fails */
    _Atomic bool is_every;
    _Atomic unsigned ops;         /* bits of enum disk_op */
    _Atomic char path[PATH_PART]; /* text that the path has; empty: any path */
} fault;

static bool is_meant(const char *path) {
    char part[PATH_PART];
    for (unsigned i = 0; i < PATH_PART; i++) {
        part[i] = atomic_load_explicit(&fault.path[i], memory_order_relaxed);
    }
    part[PATH_PART - 1] = 0;
    return strstr(path, part) != NULL;
}

static int decide(void *arg, enum disk_op op, const char *path, uint64_t number) {
    (void)arg;
    (void)number;
    int error = atomic_load_explicit(&fault.error, memory_order_relaxed);
    unsigned ops = atomic_load_explicit(&fault.ops, memory_order_relaxed);
    if (error == 0 || !(ops & (1u << op)) || !is_meant(path)) {
        return 0;
    }
    if (atomic_load_explicit(&fault.is_every, memory_order_relaxed)) {
        return error;
    }
    return rmw_sub(&fault.countdown, 1, memory_order_relaxed) == 1 ? error : 0;
}

static const struct {
    const char *name;
    unsigned ops;
} kinds[] = {
    {"open", 1 << DISK_OP_OPEN | 1 << DISK_OP_MAKE_DIRECTORY},
    {"write", 1 << DISK_OP_WRITE | 1 << DISK_OP_WRITE_SYNCED},
    {"sync", 1 << DISK_OP_SYNC | 1 << DISK_OP_WRITE_SYNCED | 1 << DISK_OP_SYNC_DIRECTORY},
    {"rename", 1 << DISK_OP_RENAME},
    {"remove", 1 << DISK_OP_REMOVE},
    {"read", 1 << DISK_OP_READ},
    {"any", UINT32_MAX},
};

static int parse_error(struct bytes text) {
    static const struct {
        const char *name;
        int error;
    } errors[] = {{"eio", EIO}, {"enospc", ENOSPC}, {"edquot", EDQUOT}, {"erofs", EROFS}};
    for (unsigned i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
        if (bytes_is(text, errors[i].name)) {
            return errors[i].error;
        }
    }
    return 0;
}

static unsigned parse_ops(struct bytes text) {
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (bytes_is(text, kinds[i].name)) {
            return kinds[i].ops;
        }
    }
    return 0;
}

void debug_disk_fault(struct call *call) {
    static const struct disk_faults faults = {.decide = decide};
    if (call->argc == 3 && bytes_is(call->argv[2], "off")) {
        atomic_store_explicit(&fault.error, 0, memory_order_relaxed);
        reply_ok(call->reply);
        return;
    }
    int64_t number = 1;
    unsigned ops = parse_ops(call->argv[2]);
    bool is_long_enough = call->argc == 5 || call->argc == 6;
    bool is_every = is_long_enough && bytes_is(call->argv[3], "every");
    int error = is_long_enough ? parse_error(call->argv[4]) : 0;
    struct bytes path = call->argc == 6 ? call->argv[5] : (struct bytes){0};
    if (ops == 0 || error == 0 || path.len >= PATH_PART ||
        (!is_every && (!number_parse_i64(call->argv[3], &number) || number < 1))) {
        reply_error_syntax(call->reply);
        return;
    }
    atomic_store_explicit(&fault.error, 0, memory_order_relaxed);
    atomic_store_explicit(&fault.ops, ops, memory_order_relaxed);
    atomic_store_explicit(&fault.is_every, is_every, memory_order_relaxed);
    for (unsigned i = 0; i < PATH_PART; i++) {
        atomic_store_explicit(&fault.path[i], i < path.len ? path.data[i] : 0,
                              memory_order_relaxed);
    }
    atomic_store_explicit(&fault.countdown, (uint64_t)number, memory_order_relaxed);
    atomic_store_explicit(&fault.error, -error, memory_order_relaxed);
    disk_set_faults(&faults);
    reply_ok(call->reply);
}
