/* The whole server on the simulated machine: what clients must never notice, or must not cost. */
#include "check.h"

#include <stdlib.h>

#include "engine/connection.h"
#include "server/server.h"
#include "sys/machine.h"
#include "sys/sim.h"

enum { STEPS_MAX = 50000000 };

static struct server *server;

static void start(uint64_t seed) {
    char *argv[] = {"anax", "--cores=4", "--crash-log-enabled=no", NULL};
    char *environment[] = {NULL};
    char error[512] = "";
    sim_set_seed(seed);
    REQUIRE(machine_choose(MACHINE_SIM) == 0);
    server = server_create(3, argv, environment, error, sizeof error);
    REQUIRE(server != NULL && server_start(server, error, sizeof error));
    REQUIRE(sim_run(STEPS_MAX)); /* until its log is loaded */
}

static void stop(void) {
    server_stop(server);
    server_join(server);
    server_destroy(server);
}

static void send_text(unsigned client, const char *text) {
    sim_client_send(client, bytes_of_string(text));
}

/* The most bytes of input that any connection has kept. */
static size_t input_kept(void) {
    size_t most = 0;
    const struct engine *engine = server_engine(server);
    for (unsigned i = 0; i < engine->core_count; i++) {
        for (struct client *client = engine->cores[i]->clients_first; client;
             client = client->next) {
            size_t kept = connection_of(client)->partial.len;
            most = kept > most ? kept : most;
        }
    }
    return most;
}

/* Its requests go to all cores, so that more arrives while they run; each piece ends within a request. */
TEST(a_pipeline_that_comes_faster_than_it_is_run_does_not_pile_up) {
    start(check_random());
    unsigned client = sim_client_open();
    struct buffer stream = {0}, replies = {0};
    for (unsigned i = 0; i < 100000; i++) buffer_printf(&stream, "SET key:%u value\r\n", i);
    size_t most = 0, len = stream.len;
    buffer_append(&stream, BYTES_LITERAL("PING\r\n"));
    sim_client_send(client, buffer_view(&stream));
    bool is_closed = false;
    for (unsigned n = 0; n < 100000 && replies.len < 7 * 100000 - 200000; n++) {
        sim_run(200);
        sim_client_take(client, &replies, &is_closed);
        size_t kept = input_kept();
        most = kept > most ? kept : most;
    }
    REQUIRE(sim_run(STEPS_MAX));
    sim_client_take(client, &replies, &is_closed);
    CHECK_EQ(replies.len, 100000 * 5 + 7);
    CHECK(!is_closed);
    CHECK(len > 2000000);
    CHECK(most < 300000);
    buffer_clear(&stream);
    buffer_clear(&replies);
    stop();
}

/* CONFIG SET frees the old settings while the others wait for other cores. What is used too late is seen
 * by a build with the address sanitizer. */
TEST(options_may_change_under_commands_that_wait) {
    start(check_random());
    unsigned reader = sim_client_open(), writer = sim_client_open();
    struct buffer replies = {0};
    bool is_closed = false;
    send_text(writer, "MSET a text b next\r\n");
    REQUIRE(sim_run(STEPS_MAX));
    sim_client_take(writer, &replies, &is_closed);
    buffer_clear(&replies);
    for (unsigned i = 0; i < 300; i++) {
        send_text(reader, "LCS a b LEN\r\nINFO server\r\n");
        send_text(writer, i % 2 ? "CONFIG SET hz 20\r\n" : "CONFIG SET hz 10\r\n");
        REQUIRE(sim_advance((int64_t)check_random_below(3)));
    }
    REQUIRE(sim_advance(1000));
    sim_client_take(writer, &replies, &is_closed);
    CHECK_EQ(replies.len, 300 * 5);
    buffer_clear(&replies);
    sim_client_take(reader, &replies, &is_closed);
    CHECK(!is_closed && replies.len > 300 * 100);
    buffer_clear(&replies);
    stop();
}

TEST(the_largest_times_are_for_ever) {
    static const char *const requests[] = {
        "CONFIG SET slowlog-log-slower-than 9223372036854775807\r\n",
        "CONFIG SET latency-monitor-threshold 9223372036854775807\r\n",
        "CONFIG SET timeout 2147483647\r\n",
        "CLIENT PAUSE 7456137613142000000 WRITE\r\n",
        "SET a b PX 7456137613142000000\r\n", /* waits for the end of the pause */
        "SET {a} b PX 7456137613142000000\r\n",
        "SET {a}c b PX 7456137613142000000\r\n",
        "INFO keyspace\r\n",
    };
    start(check_random());
    unsigned client = sim_client_open(), other = sim_client_open();
    struct buffer replies = {0};
    bool is_closed = false;
    for (unsigned i = 0; i < sizeof requests / sizeof *requests; i++) {
        send_text(client, requests[i]);
    }
    REQUIRE(sim_advance(1000));
    sim_client_take(client, &replies, &is_closed);
    CHECK_BYTES(replies.data, replies.len, "+OK\r\n+OK\r\n+OK\r\n+OK\r\n", 20);
    send_text(other, "GET a\r\nCLIENT UNPAUSE\r\nGET a\r\nSLOWLOG LEN\r\nLATENCY LATEST\r\n");
    buffer_clear(&replies);
    REQUIRE(sim_advance(1000));
    sim_client_take(other, &replies, &is_closed);
    CHECK_BYTES(replies.data, replies.len, "$-1\r\n+OK\r\n$1\r\nb\r\n:0\r\n*0\r\n", 25);
    buffer_clear(&replies);
    sim_client_take(client, &replies, &is_closed);
    buffer_append(&replies, bytes_of("", 1));
    CHECK(strstr(replies.data, "keys=3,expires=3,avg_ttl=74561376131") != NULL);
    buffer_clear(&replies);
    stop();
}

/* Its lines come while its own request waits, and it does not read them. */
TEST(a_monitor_that_does_not_read_is_closed_though_it_is_busy) {
    start(check_random());
    unsigned monitor = sim_client_open(), other = sim_client_open();
    struct buffer replies = {0}, request = {0};
    bool is_closed = false;
    send_text(other, "CONFIG SET client-output-buffer-limit \"replica 300kb 0 0\"\r\n");
    send_text(monitor, "MONITOR\r\n");
    REQUIRE(sim_advance(10));
    send_text(other, "CLIENT PAUSE 1000000 WRITE\r\n");
    REQUIRE(sim_advance(10));
    send_text(monitor, "SET a b\r\n");
    sim_client_hold(monitor, true);
    REQUIRE(sim_advance(10));
    for (unsigned i = 0; i < 3000; i++) buffer_printf(&request, "ECHO %01000u\r\n", i);
    sim_client_send(other, buffer_view(&request));
    REQUIRE(sim_advance(10000));
    sim_client_take(other, &replies, &is_closed);
    CHECK(replies.len > 3000000);
    unsigned clients = 0;
    for (unsigned i = 0; i < 4; i++) clients += server_engine(server)->cores[i]->client_count;
    CHECK_EQ(clients, 1);
    buffer_clear(&replies);
    buffer_clear(&request);
    stop();
}
