/* server/client_list.c - CLIENT LIST, KILL and UNBLOCK: the connections of all cores.
 *
 * Each core looks at its own; lines come back with their ids and are put in the order of ids, which
 * is the order in which the clients came. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/blocking.h"
#include "server/client_text.h"
#include "server/families.h"

/* Which clients are meant. What is not set does not matter. */
struct client_filter {
    bool has_type, has_ids, skips_own;
    enum client_type type;
    const int64_t *ids;
    unsigned id_count;
    struct bytes peer, local; /* data NULL: any */
    uint64_t own_id;
};

static bool has_id(const struct client_filter *filter, uint64_t id) {
    for (unsigned i = 0; i < filter->id_count; i++) {
        if ((uint64_t)filter->ids[i] == id) {
            return true;
        }
    }
    return false;
}

static bool is_address(struct bytes wanted, const char *address) {
    return !wanted.data || bytes_equal(wanted, bytes_of_string(address));
}

static bool is_meant(const struct client_filter *filter, const struct client *client) {
    if (client->closes_after_reply) {
        return false; /* it was closed a moment ago */
    }
    return (!filter->has_type || client_type_of(client) == filter->type) &&
           (!filter->has_ids || has_id(filter, client->id)) &&
           is_address(filter->peer, client->address.peer) &&
           is_address(filter->local, client->address.local) &&
           !(filter->skips_own && client->id == filter->own_id);
}

struct list_line {
    uint64_t id;
    size_t offset, len;
    unsigned core;
};

struct list_part { /* of one core */
    struct buffer text, lines;
};

struct list {
    const struct client_filter *filter;
    struct list_part *parts;
};

static void list_here(struct core *core, void *arg) {
    const struct list *list = arg;
    struct list_part *part = &list->parts[core->index];
    for (const struct client *client = core->clients_first; client; client = client->next) {
        if (!is_meant(list->filter, client)) {
            continue;
        }
        struct list_line line = {.id = client->id, .offset = part->text.len, .core = core->index};
        client_print(client, &part->text);
        buffer_append_text(&part->text, "\n");
        line.len = part->text.len - line.offset;
        buffer_append(&part->lines, bytes_of((const char *)&line, sizeof(line)));
    }
}

static int compare_ids(const void *a, const void *b) {
    uint64_t id_a = ((const struct list_line *)a)->id, id_b = ((const struct list_line *)b)->id;
    return (id_a > id_b) - (id_a < id_b);
}

static void reply_list(struct call *call, const struct client_filter *filter) {
    struct engine *engine = call->client->core->engine;
    struct list list = {.filter = filter,
                        .parts = memory_alloc_zeroed(engine->core_count * sizeof(*list.parts))};
    core_run_on_all(engine, list_here, &list);
    struct buffer lines = {0}, text = {0};
    for (unsigned i = 0; i < engine->core_count; i++) {
        buffer_append(&lines, buffer_view(&list.parts[i].lines));
    }
    size_t count = lines.len / sizeof(struct list_line);
    struct list_line *sorted = (struct list_line *)(void *)lines.data;
    if (count > 0) {
        qsort(sorted, count, sizeof(*sorted), compare_ids);
    }
    for (size_t i = 0; i < count; i++) {
        const char *base = list.parts[sorted[i].core].text.data;
        buffer_append(&text, bytes_of(base + sorted[i].offset, sorted[i].len));
    }
    reply_verbatim(call->reply, "txt", buffer_view(&text));
    for (unsigned i = 0; i < engine->core_count; i++) {
        buffer_clear(&list.parts[i].text);
        buffer_clear(&list.parts[i].lines);
    }
    buffer_clear(&lines);
    buffer_clear(&text);
    memory_free(list.parts);
}

static bool parse_type(struct call *call, unsigned index, struct client_filter *filter) {
    filter->has_type = true;
    if (client_type_of_name(call->argv[index], &filter->type)) {
        return true;
    }
    reply_error(call->reply, "ERR Unknown client type '%.*s'", (int)call->argv[index].len,
                call->argv[index].data);
    return false;
}

static void list_ids(struct call *call, struct client_filter *filter) {
    unsigned count = call->argc - 3;
    int64_t *ids = memory_alloc(count * sizeof(*ids));
    bool is_valid = true;
    for (unsigned i = 0; i < count && is_valid; i++) {
        is_valid = number_parse_i64(call->argv[i + 3], &ids[i]);
    }
    if (is_valid) {
        filter->has_ids = true;
        filter->ids = ids;
        filter->id_count = count;
        reply_list(call, filter);
    } else {
        reply_error(call->reply, "ERR Invalid client ID");
    }
    memory_free(ids);
}

static void client_list(struct call *call) {
    struct client_filter filter = {0};
    if (call->argc == 2) {
        reply_list(call, &filter);
    } else if (call->argc == 4 && bytes_is(call->argv[2], "type")) {
        if (parse_type(call, 3, &filter)) {
            reply_list(call, &filter);
        }
    } else if (call->argc > 3 && bytes_is(call->argv[2], "id")) {
        list_ids(call, &filter);
    } else {
        reply_error_syntax(call->reply);
    }
}

struct kill {
    const struct client_filter *filter;
    unsigned *killed; /* by each core */
};

static void kill_here(struct core *core, void *arg) {
    struct kill *kill = arg;
    for (struct client *client = core->clients_first; client;) {
        struct client *next = client->next;
        if (is_meant(kill->filter, client)) {
            bool is_own = client->id == kill->filter->own_id;
            client_close(client, is_own); /* who asked is answered first */
            core->stats.clients_killed++;
            kill->killed[core->index]++;
        }
        client = next;
    }
}

static unsigned kill_clients(struct engine *engine, const struct client_filter *filter) {
    struct kill kill = {.filter = filter,
                        .killed = memory_alloc_zeroed(engine->core_count * sizeof(unsigned))};
    core_run_on_all(engine, kill_here, &kill);
    unsigned sum = 0;
    for (unsigned i = 0; i < engine->core_count; i++) {
        sum += kill.killed[i];
    }
    memory_free(kill.killed);
    return sum;
}

static bool parse_kill_option(struct call *call, unsigned i, struct client_filter *filter,
                              int64_t *id) {
    struct bytes name = call->argv[i], value = call->argv[i + 1];
    if (bytes_is(name, "id")) {
        if (!number_parse_i64(value, id) || *id < 1) {
            reply_error(call->reply, "ERR client-id should be greater than 0");
            return false;
        }
        filter->has_ids = true;
        filter->ids = id;
        filter->id_count = 1;
    } else if (bytes_is(name, "type")) {
        return parse_type(call, i + 1, filter);
    } else if (bytes_is(name, "addr")) {
        filter->peer = value;
    } else if (bytes_is(name, "laddr")) {
        filter->local = value;
    } else if (bytes_is(name, "user")) {
        if (!bytes_equal(value, BYTES_LITERAL("default"))) {
            reply_error(call->reply, "ERR No such user '%.*s'", (int)value.len, value.data);
            return false;
        }
    } else if (bytes_is(name, "skipme") && (bytes_is(value, "yes") || bytes_is(value, "no"))) {
        filter->skips_own = bytes_is(value, "yes");
    } else {
        reply_error_syntax(call->reply);
        return false;
    }
    return true;
}

static void client_kill(struct call *call) {
    struct engine *engine = call->client->core->engine;
    struct client_filter filter = {.own_id = call->client->id};
    if (call->argc == 3) {
        filter.peer = call->argv[2];
        if (kill_clients(engine, &filter) > 0) {
            reply_ok(call->reply);
        } else {
            reply_error(call->reply, "ERR No such client");
        }
        return;
    }
    filter.skips_own = true;
    int64_t id;
    for (unsigned i = 2; i < call->argc; i += 2) {
        if (i + 1 == call->argc) {
            reply_error_syntax(call->reply);
            return;
        }
        if (!parse_kill_option(call, i, &filter, &id)) {
            return;
        }
    }
    reply_integer(call->reply, kill_clients(engine, &filter));
}

struct unblock {
    int64_t id;
    enum blocking_end how;
    _Atomic bool is_done;
};

static void unblock_here(struct core *core, void *arg) {
    struct unblock *unblock = arg;
    for (struct client *client = core->clients_first; client; client = client->next) {
        if ((int64_t)client->id == unblock->id) {
            if (blocking_end(client, unblock->how)) {
                /* Relaxed: the answer to this message carries it. */
                atomic_store_explicit(&unblock->is_done, true, memory_order_relaxed);
            }
            return; /* it may be gone by now */
        }
    }
}

static void client_unblock(struct call *call) {
    struct unblock unblock = {.how = BLOCKING_TIMED_OUT};
    if (call->argc > 4) {
        reply_error(call->reply,
                    "ERR unknown subcommand or wrong number of arguments for '%.*s'. "
                    "Try CLIENT HELP.",
                    (int)call->argv[1].len, call->argv[1].data);
        return;
    }
    if (call->argc == 4 && bytes_is(call->argv[3], "error")) {
        unblock.how = BLOCKING_UNBLOCKED;
    } else if (call->argc == 4 && !bytes_is(call->argv[3], "timeout")) {
        reply_error(call->reply, "ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR");
        return;
    }
    if (!number_parse_i64(call->argv[2], &unblock.id)) {
        reply_error_not_integer(call->reply);
        return;
    }
    core_run_on_all(call->client->core->engine, unblock_here, &unblock);
    reply_integer(call->reply, atomic_load_explicit(&unblock.is_done, memory_order_relaxed));
}

const struct command client_list_commands[] = {
    {"CLIENT|LIST", "[TYPE <NORMAL | MASTER | REPLICA | PUBSUB>] [ID client-id [client-id ...]]",
     client_list, ADMIN | NOSCRIPT | LOADING | STALE | ON_FIBER, NO_KEYS, "2.4.0",
     "O(N) where N is the number of client connections", "Lists the connections.", GROUP_CONNECTION,
     "2.8.12: Added unique client `id` field.|5.0.0: Added optional `TYPE` filter.|"
     "6.0.0: Added `user` field.|6.2.0: Added `argv-mem`, `tot-mem`, `laddr` and `redir` fields "
     "and the optional `ID` filter.|7.0.0: Added `resp`, `multi-mem`, `rbs` and `rbp` fields.|"
     "7.0.3: Added `ssub` field.",
     .tips = "nondeterministic_output"},
    {"CLIENT|KILL",
     "<ip:port | <[ID client-id] | [TYPE <NORMAL | MASTER | REPLICA | PUBSUB>] | [USER username] | "
     "[ADDR ip:port] | [LADDR ip:port] | [SKIPME yes/no]> ...>",
     client_kill, ADMIN | NOSCRIPT | LOADING | STALE | ON_FIBER, NO_KEYS, "2.4.0",
     "O(N) where N is the number of client connections", "Closes connections.", GROUP_CONNECTION,
     "2.8.12: Added new filter format.|2.8.12: `ID` option.|"
     "3.2.0: Added `master` type in for `TYPE` option.|5.0.0: Replaced `slave` `TYPE` with "
     "`replica`. `slave` still supported for backward compatibility.|6.2.0: `LADDR` option."},
    {"CLIENT|UNBLOCK", "client-id [TIMEOUT | ERROR]", client_unblock,
     ADMIN | NOSCRIPT | LOADING | STALE | ON_FIBER, NO_KEYS, "5.0.0",
     "O(N) where N is the number of client connections",
     "Ends the waiting of a client that is blocked.", GROUP_CONNECTION, NULL, .keeps_place = true},
    {0},
};
