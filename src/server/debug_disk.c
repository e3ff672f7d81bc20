/* server/debug_disk.c - DEBUG DISK-FAULT: files of the log fail when a test wants it. */
#include <errno.h>

#include "base/number.h"
#include "server/debug.h"
#include "sys/atomic.h"
#include "sys/disk.h"

/* Asked from all threads; set by whoever runs DEBUG. Relaxed: which operation it is exactly does not matter. */
static struct {
    _Atomic int error;          /* negative errno; 0: none */
    _Atomic uint64_t countdown; /* operations up to the one that fails */
    _Atomic bool is_every;
    _Atomic unsigned ops; /* bits of enum disk_op */
} fault;

static int decide(void *arg, enum disk_op op, const char *path, uint64_t number) {
    (void)arg;
    (void)path;
    (void)number;
    int error = atomic_load_explicit(&fault.error, memory_order_relaxed);
    unsigned ops = atomic_load_explicit(&fault.ops, memory_order_relaxed);
    if (error == 0 || !(ops & (1u << op))) {
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
    {"open", 1 << DISK_OP_OPEN},
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
    bool is_every = call->argc == 5 && bytes_is(call->argv[3], "every");
    int error = call->argc == 5 ? parse_error(call->argv[4]) : 0;
    if (ops == 0 || error == 0 ||
        (!is_every && (!number_parse_i64(call->argv[3], &number) || number < 1))) {
        reply_error_syntax(call->reply);
        return;
    }
    atomic_store_explicit(&fault.error, 0, memory_order_relaxed);
    atomic_store_explicit(&fault.ops, ops, memory_order_relaxed);
    atomic_store_explicit(&fault.is_every, is_every, memory_order_relaxed);
    atomic_store_explicit(&fault.countdown, (uint64_t)number, memory_order_relaxed);
    atomic_store_explicit(&fault.error, -error, memory_order_relaxed);
    disk_set_faults(&faults);
    reply_ok(call->reply);
}
