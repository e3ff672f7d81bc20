/* repl/on_home.h - on a fiber of any core: something is done by a fiber of core 0, where replication is kept. */
#pragma once

struct engine;

/* Waits for the end of fn(arg), which may wait. */
void on_home(struct engine *engine, void (*fn)(void *arg), void *arg);
