/* sys/fiber_sanitize.h - tells AddressSanitizer and ThreadSanitizer of switches; private to
 * fiber.c.
 *
 * Without a sanitizer all of it is empty. Both want to be told right before a switch where it
 * goes; ASan also right after it, where it came from, and learns so where the loop's own stack
 * lies. https://github.com/llvm/llvm-project: sanitizer/common_interface_defs.h,
 * sanitizer/tsan_interface.h */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FIBER_ASAN 1
#elif __has_feature(thread_sanitizer)
#define FIBER_TSAN 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define FIBER_ASAN 1
#endif
#ifdef __SANITIZE_THREAD__
#define FIBER_TSAN 1
#endif

#if defined(FIBER_ASAN) || defined(FIBER_TSAN)
#define FIBER_IS_SANITIZED 1
#else
#define FIBER_IS_SANITIZED 0
#endif

#ifdef FIBER_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#endif
#ifdef FIBER_TSAN
#include <sanitizer/tsan_interface.h>
#endif

/* For functions that switch: TSan keeps a call stack for each fiber, and a function that it saw
 * entered on one must not be seen left on another, or never. */
#define FIBER_SWITCHES __attribute__((no_sanitize_thread))

/* Where execution goes on when it is switched to. */
struct fiber_context {
    void *sp;
#ifdef FIBER_ASAN
    void *fake_stack;
    const void *bottom;
    size_t size;
#endif
#ifdef FIBER_TSAN
    void *tsan;
#endif
};

/* Pointers on a waiting fiber's stack keep what they point at from being called a leak. */
FIBER_SWITCHES static inline void sanitize_stack_made(struct fiber_context *fiber, char *bottom,
                                                      size_t size) {
    (void)fiber, (void)bottom, (void)size;
#ifdef FIBER_ASAN
    __lsan_register_root_region(bottom, size);
    fiber->bottom = bottom;
    fiber->size = size;
#endif
#ifdef FIBER_TSAN
    fiber->tsan = __tsan_create_fiber(0); /* takes half a millisecond: once a stack, not a start */
#endif
}

FIBER_SWITCHES static inline void sanitize_stack_unmade(struct fiber_context *fiber, char *bottom,
                                                        size_t size) {
    (void)fiber, (void)bottom, (void)size;
#ifdef FIBER_ASAN
    __lsan_unregister_root_region(bottom, size);
#endif
#ifdef FIBER_TSAN
    __tsan_destroy_fiber(fiber->tsan);
#endif
}

/* The frames of an ended fiber were never returned from: their red zones are still poisoned. */
FIBER_SWITCHES static inline void sanitize_end(char *bottom, size_t size) {
    (void)bottom, (void)size;
#ifdef FIBER_ASAN
    __asan_unpoison_memory_region(bottom, size);
#endif
}

FIBER_SWITCHES static inline void sanitize_before_enter(struct fiber_context *from,
                                                        struct fiber_context *fiber) {
    (void)from, (void)fiber;
#ifdef FIBER_ASAN
    __sanitizer_start_switch_fiber(&from->fake_stack, fiber->bottom, fiber->size);
#endif
#ifdef FIBER_TSAN
    from->tsan = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(fiber->tsan, 0);
#endif
}

FIBER_SWITCHES static inline void sanitize_after_enter(struct fiber_context *from) {
    (void)from;
#ifdef FIBER_ASAN
    __sanitizer_finish_switch_fiber(from->fake_stack, NULL, NULL);
#endif
}

FIBER_SWITCHES static inline void sanitize_arrived_first(struct fiber_context *from) {
    (void)from;
#ifdef FIBER_ASAN
    __sanitizer_finish_switch_fiber(NULL, &from->bottom, &from->size);
#endif
}

FIBER_SWITCHES static inline void
sanitize_before_leave(struct fiber_context *fiber, struct fiber_context *target, bool is_ended) {
    (void)fiber, (void)target, (void)is_ended;
#ifdef FIBER_ASAN
    __sanitizer_start_switch_fiber(is_ended ? NULL : &fiber->fake_stack, target->bottom,
                                   target->size);
#endif
#ifdef FIBER_TSAN
    __tsan_switch_to_fiber(target->tsan, 0);
#endif
}

FIBER_SWITCHES static inline void sanitize_after_leave(struct fiber_context *fiber,
                                                       struct fiber_context *from) {
    (void)fiber, (void)from;
#ifdef FIBER_ASAN
    __sanitizer_finish_switch_fiber(fiber->fake_stack, &from->bottom, &from->size);
#endif
}
