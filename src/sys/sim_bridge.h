/* sys/sim_bridge.h - drives the simulated machine by frames on a pair of descriptors.
 *
 * A frame, both ways, little endian: u8 op, u32 connection, u32 length, payload. The other side
 * (tests/servers.py) numbers its connections as it likes, below 1,000,000.
 *
 *     in   'O' opens a client connection        'D' the client sends the payload
 *          'E' the client sends nothing more    'C' the client closes
 *          'H' payload 1: the client stops reading, 0: it goes on
 *          'A' the clock moves by u64 ms        'R' runs until nothing can happen now
 *          'W' the wall clock is set by i64 ms, the monotonic one is not
 *     out  after each 'R': 'D' bytes to the client and 'C' the server has closed, by connection,
 * then 'I' with the u64 trace hash
 *
 * A connection that 'C' reported is gone; what still comes for it is ignored. */
#pragma once

/* Serves frames until in ends or all loops have stopped (after the answer to that 'R'). 0; -EPROTO:
 * not a frame; -ELOOP: a run did not come to rest; or another negative errno of reading and
 * writing. */
int sim_bridge_run(int in, int out) __attribute__((warn_unused_result));
