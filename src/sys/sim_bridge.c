/* The bridge between a process that plays the clients and the simulated machine. */
#include "sys/sim_bridge.h"

#include <endian.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "sys/sim.h"

enum {
    HEADER = 9,
    CONNECTIONS_MAX = 1000000,
    PAYLOAD_MAX = 1 << 30,
    READ_STEP = 1 << 16,
    STEPS_MAX = 200000000
};

struct bridge {
    unsigned *clients; /* of the machine, by the other side's number; 0: none */
    uint32_t client_count;
    struct buffer input, output;
    bool has_hosts; /* that frames have started or killed */
};

static const struct sim_bridge_hosts *hosts;

void sim_bridge_set_hosts(const struct sim_bridge_hosts *given) {
    hosts = given;
}

struct frame {
    char op;
    uint32_t connection;
    struct bytes payload;
};

/* ---- out ---- */

static void put_frame(struct bridge *bridge, char op, uint32_t connection, struct bytes payload) {
    char header[HEADER] = {op};
    uint32_t number = htole32(connection), len = htole32((uint32_t)payload.len);
    memcpy(header + 1, &number, sizeof number);
    memcpy(header + 5, &len, sizeof len);
    buffer_append(&bridge->output, bytes_of(header, HEADER));
    buffer_append(&bridge->output, payload);
}

static void put_news_of(struct bridge *bridge, uint32_t connection) {
    struct buffer bytes = {0};
    bool is_closed;
    sim_client_take(bridge->clients[connection], &bytes, &is_closed);
    if (bytes.len > 0) put_frame(bridge, 'D', connection, buffer_view(&bytes));
    buffer_clear(&bytes);
    if (!is_closed) return;
    put_frame(bridge, 'C', connection, bytes_of(NULL, 0));
    sim_client_close(bridge->clients[connection]);
    bridge->clients[connection] = 0;
}

static int write_output(struct bridge *bridge, int out) {
    struct bytes rest = buffer_view(&bridge->output);
    while (rest.len > 0) {
        ssize_t put = write(out, rest.data, rest.len);
        if (put < 0 && errno != EINTR) return -errno;
        if (put > 0) rest = bytes_of(rest.data + put, rest.len - (size_t)put);
    }
    bridge->output.len = 0;
    return 0;
}

static int answer(struct bridge *bridge, int out) {
    for (uint32_t i = 0; i < bridge->client_count; i++) {
        if (bridge->clients[i] != 0) put_news_of(bridge, i);
    }
    uint64_t hash = htole64(sim_trace_hash());
    put_frame(bridge, 'I', 0, bytes_of((char *)&hash, sizeof hash));
    return write_output(bridge, out);
}

static int run(struct bridge *bridge, int out) {
    bool is_at_rest = sim_run(STEPS_MAX);
    int result = answer(bridge, out);
    return result == 0 && !is_at_rest ? -ELOOP : result;
}

static int run_steps(struct bridge *bridge, struct bytes payload, int out) {
    uint64_t steps;
    if (payload.len != sizeof steps) return -EPROTO;
    memcpy(&steps, payload.data, sizeof steps);
    (void)sim_run(le64toh(steps)); /* at rest or not */
    return answer(bridge, out);
}

/* ---- in ---- */

/* A number behind which so many bytes stand. */
static bool take_u32(struct bytes payload, size_t more, uint32_t *number) {
    if (payload.len != sizeof *number + more) return false;
    memcpy(number, payload.data, sizeof *number);
    *number = le32toh(*number);
    return true;
}

static int open_client(struct bridge *bridge, uint32_t connection, struct bytes payload) {
    uint32_t port = 0;
    if (payload.len > 0 && (!take_u32(payload, 0, &port) || port > UINT16_MAX)) return -EPROTO;
    if (connection >= CONNECTIONS_MAX) return -EPROTO;
    if (connection >= bridge->client_count) {
        uint32_t count = 2 * connection + 16;
        bridge->clients = memory_realloc(bridge->clients, count * sizeof *bridge->clients);
        while (bridge->client_count < count) bridge->clients[bridge->client_count++] = 0;
    }
    if (bridge->clients[connection] != 0) return -EPROTO;
    bridge->clients[connection] =
        payload.len > 0 ? sim_client_open_at((uint16_t)port) : sim_client_open();
    return 0;
}

static int obey_client(struct bridge *bridge, const struct frame *frame) {
    uint32_t connection = frame->connection;
    unsigned client = connection < bridge->client_count ? bridge->clients[connection] : 0;
    if (strchr("DECH", frame->op) == NULL) return -EPROTO;
    if (client == 0) return 0; /* it has closed; the other side may not know yet */
    if (frame->op == 'D') sim_client_send(client, frame->payload);
    if (frame->op == 'E') sim_client_end(client);
    if (frame->op == 'H') sim_client_hold(client, frame->payload.len > 0 && *frame->payload.data);
    if (frame->op == 'C') {
        sim_client_close(client);
        bridge->clients[connection] = 0;
    }
    return 0;
}

static int advance(struct bytes payload) {
    uint64_t ms;
    if (payload.len != sizeof ms) return -EPROTO;
    memcpy(&ms, payload.data, sizeof ms);
    ms = le64toh(ms);
    if (ms > INT64_MAX / 2000000) return -EPROTO;
    return sim_advance((int64_t)ms) ? 0 : -ELOOP;
}

static int step_wall(struct bytes payload) {
    int64_t ms, limit = INT64_C(1) << 50;
    if (payload.len != sizeof ms) return -EPROTO;
    memcpy(&ms, payload.data, sizeof ms);
    ms = (int64_t)le64toh((uint64_t)ms);
    if (ms < -limit || ms > limit) return -EPROTO;
    sim_step_wall(ms);
    return 0;
}

static int end_host(unsigned host, struct bytes payload) {
    char way = payload.len > 0 ? *payload.data : 0;
    sim_choose_host(host);
    if (way == 2) {
        hosts->stop(host);
        return 0;
    }
    sim_kill_host(host);
    hosts->forget(host);
    if (way == 1) sim_cut_power();
    sim_restore_power();
    return 0;
}

static int obey_host(struct bridge *bridge, const struct frame *frame) {
    unsigned host = frame->connection;
    uint32_t other;
    if (hosts == NULL || host >= SIM_HOSTS_MAX) return -EPROTO;
    bridge->has_hosts = true;
    if (frame->op == 'S') {
        sim_choose_host(host);
        return hosts->start(host, frame->payload);
    }
    if (frame->op == 'K') return end_host(host, frame->payload);
    if (!take_u32(frame->payload, frame->op == 'P', &other) || other >= SIM_HOSTS_MAX)
        return -EPROTO;
    if (frame->op == 'B') sim_break_links(host, other);
    if (frame->op == 'P') sim_part(host, other, frame->payload.data[sizeof other] != 0);
    return 0;
}

static int obey(struct bridge *bridge, const struct frame *frame, int out) {
    switch (frame->op) {
    case 'O':
        return open_client(bridge, frame->connection, frame->payload);
    case 'A':
        return advance(frame->payload);
    case 'W':
        return step_wall(frame->payload);
    case 'R':
        return run(bridge, out);
    case 'N':
        return run_steps(bridge, frame->payload, out);
    case 'S':
    case 'K':
    case 'B':
    case 'P':
        return obey_host(bridge, frame);
    default:
        return obey_client(bridge, frame);
    }
}

/* 1: frame is the first of input; 0: it is not all there. */
static int parse(const struct buffer *input, struct frame *frame) {
    uint32_t connection, len;
    if (input->len < HEADER) return 0;
    memcpy(&connection, input->data + 1, sizeof connection);
    memcpy(&len, input->data + 5, sizeof len);
    len = le32toh(len);
    if (len > PAYLOAD_MAX) return -EPROTO;
    if (input->len - HEADER < len) return 0;
    *frame =
        (struct frame){input->data[0], le32toh(connection), bytes_of(input->data + HEADER, len)};
    return 1;
}

/* 1: got a frame, 0: the input has ended between frames. */
static int next_frame(struct bridge *bridge, int in, struct frame *frame) {
    struct buffer *input = &bridge->input;
    for (;;) {
        int result = parse(input, frame);
        if (result != 0) return result;
        ssize_t got = read(in, buffer_reserve(input, READ_STEP), READ_STEP);
        if (got < 0 && errno != EINTR) return -errno;
        if (got == 0) return input->len == 0 ? 0 : -EPROTO;
        if (got > 0) input->len += (size_t)got;
    }
}

int sim_bridge_run(int in, int out) {
    struct bridge bridge = {0};
    struct frame frame = {0};
    int result;
    while ((result = next_frame(&bridge, in, &frame)) > 0) {
        char op = frame.op;
        size_t len = HEADER + frame.payload.len;
        result = obey(&bridge, &frame, out);
        buffer_consume(&bridge.input, len);
        if (result < 0 || (op == 'R' && !bridge.has_hosts && sim_is_stopped())) break;
    }
    memory_free(bridge.clients);
    buffer_clear(&bridge.input);
    buffer_clear(&bridge.output);
    return result < 0 ? result : 0;
}
