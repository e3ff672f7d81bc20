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
 *          'N' as 'R', but after u64 steps at the latest
 *     and, with several hosts, whose number stands in the place of the connection:
 *          'S' a program is started there with the payload's words, each behind a zero
 *          'K' it is killed; payload 1: and the power goes, 2: it stops in good order
 *          'B' its connections with host u32 break       'P' nothing gets to host u32 and back; u8 1 or 0
 *          'O' with a payload u32: a client of the listener with that port
 *     out  after each 'R': 'D' bytes to the client and 'C' the server has closed, by connection,
 * then 'I' with the u64 trace hash
 *
 * A connection that 'C' reported is gone; what still comes for it is ignored. */
#pragma once

#include "base/bytes.h"

/* Who starts and ends programs on the hosts. options: as in 'S'. start returns 0 or a negative errno; forget: the program
 * was killed. */
struct sim_bridge_hosts {
    int (*start)(unsigned host, struct bytes options);
    void (*stop)(unsigned host);
    void (*forget)(unsigned host);
};
void sim_bridge_set_hosts(const struct sim_bridge_hosts *hosts);

/* Serves frames until in ends or, unless a host was started by a frame, all loops have stopped (after the answer to that
 * 'R'). 0; -EPROTO:
 * not a frame; -ELOOP: a run did not come to rest; or another negative errno of reading and
 * writing. */
int sim_bridge_run(int in, int out) __attribute__((warn_unused_result));
