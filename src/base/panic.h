/* base/panic.h - the end of the program when an invariant is broken or memory has run out.
 *
 * For our own mistakes only; what the world or a client does wrong is an error, not a panic.
 * <assert.h> stays the ordinary way to state an invariant, and stays on in release builds. */
#pragma once

/* Prints the text (printf-like, no newline needed) and a backtrace to stderr, then aborts.
 * Safe to call while memory is exhausted: it allocates nothing. */
_Noreturn void panic(const char *format, ...) __attribute__((format(printf, 1, 2), cold));

/* From now on the fatal signals SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGABRT (a failed assert)
 * print the same report before the program dies of them. Not for sanitizer builds, which have
 * better reports of their own. */
void panic_catch_signals(void);
