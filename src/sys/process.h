/* sys/process.h - rows of the real machine's table; private to sys/. */
#pragma once

#include "base/buffer.h"
#include "sys/loop.h"

void process_facts_real(struct process_facts *facts);

int file_real_read_all(const char *path, struct buffer *contents);
int file_real_exists(const char *path);
int file_real_remove(const char *path);
int file_real_directory_make(const char *path);
int file_real_directory_lock(const char *path);
void file_real_directory_unlock(int lock);

void offload_real(struct loop *loop, void (*fn)(void *arg), void *arg, void (*done)(void *arg),
                  bool is_background);

/* Pins the calling thread to the nth CPU this process may use (modulo their number). */
void cpu_pin(unsigned nth);
