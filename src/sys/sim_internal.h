/* sys/sim_internal.h - the simulated machine from inside; private to sim*.c.
 *
 * Whatever could happen next is an event in one set: a turn of a core, the delivery of some bytes
 * of a connection, of a batch of mail between two cores, of the end of a helper's work. A step
 * picks one at random and runs it. So everything is delayed and reordered as far as its own rules
 * allow.
 *
 * S1  Every choice is drawn from sim_random_below, and it and every byte delivered goes into the
 * trace hash: equal hashes mean equal runs. S2  An event is enabled exactly while running it would
 * change something. A core's turn may be enabled without need; that costs an idle turn. S3  Batches
 * of mail from one core to another, and bytes of one direction, keep their order. */
#pragma once

#include "base/buffer.h"
#include "sys/machine_internal.h"
#include "sys/sim.h"

struct sim_event {
    void (*run)(struct sim_event *event);
    unsigned place;  /* in the set of enabled ones, from 1; 0: not enabled */
    unsigned number; /* for the trace */
};

struct sim_core {
    struct sim_event turn;
    struct loop *loop;
    int64_t due_ns; /* of its next timer */
    unsigned host;
    bool is_begun, is_dead;
    struct sim_connection *ready, **ready_end; /* those that its next poll looks at */
    unsigned rx_out, rx_max;
    bool has_starved;
    struct sim_pair **pairs; /* mail under way from here, by index of the target */
    unsigned pair_count;
};

static inline struct sim_core *sim_core_of(const struct loop *loop) {
    return loop->backend_state;
}

/* sim.c */
void sim_enable(struct sim_event *event);
void sim_disable(struct sim_event *event);
uint64_t sim_random_below(uint64_t limit); /* limit > 0 */
static inline bool sim_chance(unsigned one_in) {
    return sim_random_below(one_in) == 0;
}
void sim_trace(uint64_t value);
void sim_trace_bytes(const char *data, size_t len);
/* Lets the core have a turn if it has something to do. */
void sim_core_check(struct sim_core *core);

/* sim_mail.c */
void sim_mail_carry(struct loop *source, struct loop *target, struct mail_batch *batch);
void sim_mail_clear(struct sim_core *core);
void sim_offload(struct loop *loop, void (*fn)(void *arg), void *arg, void (*done)(void *arg),
                 bool is_background);

/* sim_net.c: rows of the backend's table, and what sim.c needs. */
void sim_net_reset(void);         /* forgets clients; no core exists */
void sim_net_kill(unsigned host); /* its cores are dead */
bool sim_net_has_work(const struct sim_core *core);
void sim_net_poll(struct sim_core *core);
void sim_stream_start(struct stream *stream);
void sim_stream_receive(struct stream *stream);
void sim_stream_flush(struct stream *stream);
void sim_stream_shut(struct stream *stream);
void sim_stream_address(const struct stream *stream, struct stream_address *address);
void sim_stream_keepalive(struct stream *stream, unsigned seconds);
void sim_rx_give_back(struct loop *loop, struct rx *rx);
int sim_connect(const struct connect_options *options, void **backend_data);
int sim_listener_open(struct listener *listener, char *error, size_t error_size);
void sim_listener_start(struct listener *listener);
void sim_listener_close(struct listener *listener);

/* sim_disk.c: rows of the machine's table. */
void sim_file_reset(void);
int sim_file_read_all(const char *path, struct buffer *contents);
int sim_file_exists(const char *path);
int sim_file_remove(const char *path);
int sim_directory_make(const char *path);
