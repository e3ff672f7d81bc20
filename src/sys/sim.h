/* sys/sim.h - the simulated machine: one thread turns all cores under a seeded schedule.
 *
 * Each step picks at random one core that has something to do and gives it one turn; deliveries of
 * bytes are cut at random places and delayed at random. The same seed and the same input give
 * the same trace hash. Virtual time passes only by sim_advance and, between events, by small steps. */
#pragma once

#include "sys/machine.h"

void sim_set_seed(uint64_t seed); /* before machine_choose(MACHINE_SIM) */

/* A client outside the simulated cores, connected to the first listener's port. Returns its number. */
unsigned sim_client_open(void);
void sim_client_send(unsigned client, struct bytes bytes);
void sim_client_close(unsigned client);
/* Bytes the server sent since the last call; is_closed: the server has closed. */
struct buffer;
void sim_client_take(unsigned client, struct buffer *bytes, bool *is_closed);

/* Turns cores until none has anything to do now (timers in the future do not count), at most steps_max
 * turns; false if that ran out. */
bool sim_run(uint64_t steps_max);
/* Moves the virtual clock, firing timers on the way (runs the cores as needed). */
void sim_advance(int64_t ms);
bool sim_is_stopped(void); /* all loops have stopped */
uint64_t sim_trace_hash(void); /* of every choice, delivery and byte so far */
