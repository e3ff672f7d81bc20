/* server/dump_send.c - REPLCONF, SYNC and PSYNC, as far as Redis's tools use them to fetch a dump: redis-cli --rdb.
 *
 *      REPLCONF rdb-only 1 ─> SYNC ─> a dump file beside the others ─> opened, its name removed ─┬─> "$bytes" and
 *                                                    on_sent ─> read, on a helper ─> push ───────┴─> piece after piece
 *
 * The dump goes through a file and not from the snapshot to the connection: so it does not matter how slowly the other
 * side reads. What a snapshot has encoded and nobody has taken counts against its budget (S2 of engine/snapshot.h), and
 * when that is spent clients wait. The file has no name while it is sent, so nothing is left of it whatever happens.
 *
 * There is no stream of commands behind it: records say what a write has done, by LSNs, and not how Redis would say
 * it. Whoever wants one, a replica of Redis or redis-cli --replica, is refused before anything is sent; such a
 * replica keeps what it has. */
#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/connection.h"
#include "engine/dump.h"
#include "engine/dump_file.h"
#include "log/core_set.h"
#include "repl/node.h"
#include "repl/on_home.h"
#include "server/config_change.h"
#include "server/families.h"
#include "server/instance.h"
#include "server/persistence.h"
#include "sys/disk.h"

enum { PIECE = 256 << 10 };

/* ---- writing it ---- */

struct errand {
    struct server *server;
    char path[DUMP_PATH], error[DUMP_ERROR], replid[HISTORY_ID + 1];
    bool is_good;
    struct disk_file *file; /* the dump, without a name by now */
    uint64_t len;
};

static void write_on_home(void *arg) {
    struct errand *errand = arg;
    struct engine *engine = errand->server->engine;
    struct snapshot_facts facts;
    const struct config *config = config_borrow(errand->server);
    struct dump_options options = {.path = errand->path,
                                   .format = DUMP_RDB,
                                   .compresses = config_number(config, "rdbcompression"),
                                   .checksums = config_number(config, "rdbchecksum")};
    snprintf(errand->path, sizeof(errand->path), "%.4000s/sync-%016" PRIx64 ".rdb",
             config_text(config, "dir"), core_set_id());
    persistence_make_directory(config);
    config_return(errand->server);
    history_shown_id(node_history(engine), 0, errand->replid);
    struct dump *dump = dump_begin(engine, &options, errand->error);
    errand->is_good = dump && dump_end(dump, &facts, errand->error);
}

static void open_on_helper(void *arg) {
    struct errand *errand = arg;
    int error = disk_open(errand->path, 0, &errand->file);
    if (error == 0) {
        error = disk_size(errand->file, &errand->len);
    }
    int removed = disk_remove(errand->path);
    if (error < 0 || removed < 0) {
        errand->is_good = false;
        snprintf(errand->error, DUMP_ERROR, "%.300s: %s", errand->path,
                 strerror(error < 0 ? -error : -removed));
    }
}

static void close_file(struct disk_file *file) {
    if (file) {
        disk_close(file);
    }
}

/* ---- sending it ---- */

struct sender {
    struct client *client; /* NULL: it is gone */
    struct core *core;
    struct disk_file *file; /* NULL: all has been read */
    uint64_t offset, len;
    bool is_reading;
    int64_t got;
    char piece[PIECE];
};

static void end_if_over(struct sender *sender) {
    if (!sender->client && !sender->is_reading) {
        close_file(sender->file);
        memory_free(sender);
    }
}

static void read_piece(void *arg) {
    struct sender *sender = arg;
    uint64_t rest = sender->len - sender->offset;
    sender->got = disk_read_now(sender->file, sender->offset, sender->piece,
                                rest < PIECE ? (size_t)rest : PIECE);
}

static void piece_is_read(void *arg) {
    struct sender *sender = arg;
    sender->is_reading = false;
    if (sender->client && sender->got > 0) {
        sender->offset += (uint64_t)sender->got;
        client_push_bytes(sender->client, bytes_of(sender->piece, (size_t)sender->got));
    } else if (sender->client) { /* it has been promised more bytes than there are */
        log_line('#', "A dump that is sent cannot be read: %s", strerror((int)-sender->got));
        client_close(sender->client, false);
    }
    end_if_over(sender);
}

static void on_sent(struct client *client) {
    struct sender *sender = client->taker;
    if (!sender->is_reading && sender->offset < sender->len) {
        sender->is_reading = true;
        loop_offload(sender->core->loop, read_piece, sender, piece_is_read);
    }
}

/* REPLCONF ACK, perhaps. */
static bool on_bytes(struct client *client, struct bytes bytes) {
    (void)client;
    (void)bytes;
    return true;
}

static void on_closed(struct client *client) {
    struct sender *sender = client->taker;
    sender->client = NULL;
    end_if_over(sender);
}

static void begin_sending(struct client *client, const struct errand *errand) {
    static const struct client_takeover takeover = {
        .on_bytes = on_bytes, .on_sent = on_sent, .on_closed = on_closed};
    struct sender *sender = memory_alloc_zeroed(sizeof(*sender));
    sender->client = client;
    sender->core = client->core;
    sender->file = errand->file;
    sender->len = errand->len;
    client->is_replica = true;
    client->takeover = &takeover;
    client->taker = sender;
}

/* ---- the commands ---- */

static void send_dump(struct call *call, bool is_psync) {
    struct client *client = call->client;
    if (!client->wants_dump || client->takeover) {
        reply_error(call->reply,
                    "ERR Anax replicates only with Anax. What it has as a dump is sent "
                    "after REPLCONF rdb-only 1, as by redis-cli --rdb");
        return;
    }
    struct errand *errand = memory_alloc_zeroed(sizeof(*errand));
    errand->server = server_instance();
    on_home(client->core->engine, write_on_home, errand);
    if (errand->is_good) {
        fiber_offload(open_on_helper, errand);
    }
    if (!errand->is_good || !connection_of(client)->stream) {
        close_file(errand->file);
        reply_error(call->reply, "ERR the dump cannot be made: %s", errand->error);
    } else {
        char head[100 + HISTORY_ID];
        int len =
            is_psync ? snprintf(head, sizeof(head), "+FULLRESYNC %s 0\r\n", errand->replid) : 0;
        len += snprintf(head + len, sizeof(head) - (size_t)len, "$%" PRIu64 "\r\n", errand->len);
        chain_append(call->reply->out, bytes_of(head, (size_t)len));
        begin_sending(client, errand);
        log_line('*', "A dump is sent to %s: %" PRIu64 " bytes", client->address.peer, errand->len);
    }
    memory_free(errand);
}

static void sync_whole(struct call *call) {
    send_dump(call, false);
}

static void sync_from(struct call *call) {
    send_dump(call, true);
}

static bool take_option(struct call *call, struct bytes name, struct bytes value) {
    int64_t number;
    if (bytes_is(name, "listening-port") || bytes_is(name, "rdb-only")) {
        if (!number_parse_i64(value, &number)) {
            reply_error_not_integer(call->reply);
            return false;
        }
        call->client->wants_dump =
            bytes_is(name, "rdb-only") ? number != 0 : call->client->wants_dump;
        return true;
    }
    bool is_filter =
        bytes_is(name, "rdb-filter-only"); /* redis-cli --replica asks for none of it */
    if (bytes_is(name, "ip-address") || bytes_is(name, "capa") || (is_filter && value.len == 0)) {
        return true;
    }
    if (is_filter) {
        reply_error(call->reply, "ERR Unsupported rdb-filter-only option: %.*s", (int)value.len,
                    value.data);
        return false;
    }
    reply_error(call->reply, "ERR Unrecognized REPLCONF option: %.*s", (int)name.len, name.data);
    return false;
}

static void configure(struct call *call) {
    if (call->argc % 2 == 0) {
        reply_error_syntax(call->reply);
        return;
    }
    for (unsigned i = 1; i < call->argc; i += 2) {
        if (!take_option(call, call->argv[i], call->argv[i + 1])) {
            return;
        }
    }
    reply_ok(call->reply);
}

enum { FETCHES = ADMIN | NOSCRIPT | NO_ASYNC_LOADING | NO_MULTI | ON_FIBER };

const struct command dump_send_commands[] = {
    {"SYNC", "", sync_whole, FETCHES, NO_KEYS, "1.0.0", "O(N) where N is the number of keys",
     "Sends all data as a dump file, for redis-cli --rdb.", GROUP_SERVER, NULL},
    {"PSYNC", "replicationid offset ...", sync_from, FETCHES, NO_KEYS, "2.8.0",
     "O(N) where N is the number of keys",
     "Sends all data as a dump file, in the words of Redis's replication.", GROUP_SERVER, NULL},
    {"REPLCONF", "[option value ...]", configure,
     ADMIN | NOSCRIPT | LOADING | STALE | ALLOW_BUSY | ON_CONNECTION, NO_KEYS, "3.0.0", "O(1)",
     "Says what SYNC on this connection is to do.", GROUP_SERVER, NULL, .is_system = true},
    {0},
};
