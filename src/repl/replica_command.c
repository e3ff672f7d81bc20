/* repl/replica_command.c - REPLICAOF, ROLE. */
#include "base/memory.h"
#include "base/number.h"
#include "engine/core.h"
#include "repl/families.h"
#include "repl/info_primary.h"
#include "repl/info_replica.h"
#include "repl/link.h"
#include "repl/node.h"
#include "repl/on_home.h"
#include "repl/promotion.h"

struct wish {
    struct engine *engine;
    struct bytes host;
    uint16_t port;
    bool is_none; /* nobody's */
    bool is_new;
    bool is_too_early; /* the server still loads what its disk has */
    bool is_refused;
    const char *reason;
};

static void carry_out(void *arg) {
    struct wish *wish = arg;
    wish->is_too_early = atomic_load_explicit(&wish->engine->is_loading, memory_order_relaxed) &&
                         !link_is_half(wish->engine) && !promotion_goes_on(wish->engine);
    if (wish->is_too_early) return;
    if (!wish->is_none) {
        promotion_cancel(wish->engine);
        wish->is_new = link_begin(wish->engine, wish->host, wish->port);
    } else {
        wish->is_refused = promotion_begin(wish->engine, &wish->reason) == PROMOTION_REFUSED;
    }
}

static void replicaof(struct call *call) {
    struct wish wish = {.engine = call->client->core->engine};
    bool is_none = bytes_is(call->argv[1], "no") && bytes_is(call->argv[2], "one");
    int64_t port = 0;
    if (call->argv[1].len == 0) {
        reply_error(call->reply, "ERR Invalid master host");
        return;
    }
    if (!is_none && (!number_parse_i64(call->argv[2], &port) || port < 0 || port > 65535)) {
        reply_error(call->reply, "ERR Invalid master port");
        return;
    }
    wish.is_none = is_none;
    wish.host = call->argv[1];
    wish.port = (uint16_t)port;
    on_home(wish.engine, carry_out, &wish);
    if (wish.is_too_early)
        reply_error(call->reply, "LOADING Redis is loading the dataset in memory");
    else if (wish.is_refused)
        reply_error(call->reply, "NOPROMOTE %s", wish.reason);
    else if (is_none || wish.is_new)
        reply_ok(call->reply);
    else
        reply_status(call->reply, "OK Already connected to specified master");
}

struct role {
    struct engine *engine;
    struct link_facts link;
    uint64_t offset;
};

static void gather(void *arg) {
    struct role *role = arg;
    uint64_t *lsns = memory_alloc_zeroed(PARTITIONS * sizeof *lsns);
    link_facts(role->engine, &role->link);
    node_lsns(role->engine, lsns);
    for (unsigned i = 0; i < PARTITIONS; i++) role->offset += lsns[i];
    memory_free(lsns);
}

static void role_of_server(struct call *call) {
    struct role role = {.engine = call->client->core->engine};
    on_home(role.engine, gather, &role);
    if (role.link.state != LINK_NONE) {
        info_replica_role(&role.link, role.offset, call->reply);
        return;
    }
    struct primary_facts facts;
    primary_facts(role.engine, &facts);
    info_primary_role(&facts, call->reply);
}

/* REPLICAOF is allowed while a sync is loaded, other than in Redis: a replica whose primary is lost in the middle of it
 * stays in that state until it is told to be its own. What the disk has is loaded first. */
const struct command replica_commands[] = {
    {"REPLICAOF", "host port", replicaof,
     ADMIN | NOSCRIPT | STALE | LOADING | NO_ASYNC_LOADING | ON_FIBER, NO_KEYS, "5.0.0", "O(1)",
     "Makes the server a replica of another one, or its own primary (NO ONE).", GROUP_SERVER, NULL},
    {"SLAVEOF", "host port", replicaof,
     ADMIN | NOSCRIPT | STALE | LOADING | NO_ASYNC_LOADING | ON_FIBER, NO_KEYS, "1.0.0", "O(1)",
     "Makes the server a replica of another one, or its own primary (NO ONE).", GROUP_SERVER, NULL,
     .deprecated = "5.0.0: `REPLICAOF`"},
    {"ROLE", "", role_of_server, NOSCRIPT | LOADING | STALE | FAST | ON_FIBER, NO_KEYS, "2.8.12",
     "O(1)", "Tells whether the server is a primary or a replica, and how its links stand.",
     GROUP_SERVER, NULL, .categories = CATEGORY_ADMIN | CATEGORY_DANGEROUS},
    {0},
};
