/* sys/sim.h - the simulated machine: one thread turns all cores under a seeded schedule.
 *
 * The wall clock goes with virtual time, but for sim_step_wall.
 *
 * Each step picks at random one of the things that could happen now: a turn of a core that has
 * something to do, the delivery of some bytes (cut at a random place) or of mail between two cores,
 * the end of a helper's work. The same seed and the same calls give the same trace hash. Virtual
 * time passes by sim_advance and, as if turns took time, by a few microseconds a turn.
 *
 * One simulated machine a process, of one host or several, used from one thread:
 *
 *     sim_set_seed(7);  machine_choose(MACHINE_SIM);  create, listen and launch as usual;
 *     client = sim_client_open();  sim_client_send(client, ...);  sim_run(...);
 * sim_client_take(client, ...) */
#pragma once

#include "sys/machine.h"

/* Before machine_choose(MACHINE_SIM). Also starts anew: clients and files are forgotten, the clock
 * goes back. All loops must have been destroyed. */
void sim_set_seed(uint64_t seed);
void sim_show_log(void); /* log lines are written, not dropped */

/* A client outside the simulated cores, connected to the listener opened first. Returns its number,
 * which is never 0. */
unsigned sim_client_open(void);
void sim_client_send(unsigned client, struct bytes bytes);
/* Nothing more will be sent, but read (shutdown). Then, or at once: no more of this client. */
void sim_client_end(unsigned client);
void sim_client_close(unsigned client);
/* Appends the bytes that the server sent since the last call; is_closed: and it sends no more. */
struct buffer;
void sim_client_take(unsigned client, struct buffer *bytes, bool *is_closed);
/* A client that holds takes nothing from the network, so what is sent to it backs up. */
void sim_client_hold(unsigned client, bool holds);
/* A client of the listener with that port, as sim_client_open; where there is none it is closed at once. */
unsigned sim_client_open_at(uint16_t port);
/* The next count attempts to accept a connection fail with EMFILE. */
void sim_fail_accepts(unsigned count);

/* The power of the disks goes: files are what a cut leaves of them (sim_disk.c), and every write and
 * sync fails, until the power is back. Of the chosen host's. */
void sim_cut_power(void);
void sim_restore_power(void);

/* ---- several hosts ----
 *
 * Loops, listeners and files belong to the host that was chosen when they were made; 0 without any choice. Hosts share
 * clock and schedule, and reach each other's ports. */
enum { SIM_HOSTS_MAX = 8 };
void sim_choose_host(unsigned host);
unsigned sim_host(void); /* whose turn it is, or that was chosen */
/* fn(host) is called when something of another host than the last one is about to run: what is global to a program
 * is exchanged there. */
void sim_on_host(void (*fn)(unsigned host));
/* The host's program is gone between two instructions (kill -9): its loops never run again, though their memory stays; its
 * connections end behind what they have sent, or before; its files are what was written. */
void sim_kill_host(unsigned host);
/* All connections between the two break: what is under way is lost, and both sides are told. */
void sim_break_links(unsigned one, unsigned other);
/* From now on nothing gets from one to the other, and new connections fail, until the same with false. */
void sim_part(unsigned one, unsigned other, bool parts);

/* Runs until nothing can happen now (timers in the future do not count), at most steps_max steps;
 * false if those ran out. */
bool sim_run(uint64_t steps_max);
/* Moves the virtual clock by ms, running all that happens on the way, timers at their times; false
 * if something went on for ever at one point in time. */
bool sim_advance(int64_t ms);
/* Somebody sets the wall clock by so much, either way; the monotonic one goes on. */
void sim_step_wall(int64_t ms);
bool sim_is_stopped(void);     /* all loops have stopped */
uint64_t sim_trace_hash(void); /* of every choice, delivery and byte so far */
