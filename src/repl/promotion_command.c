/* repl/promotion_command.c - ANAX PROMOTE and ANAX FENCE. */
#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/core.h"
#include "repl/families.h"
#include "repl/on_home.h"
#include "repl/pledge.h"
#include "repl/promotion.h"

/* ---- ANAX PROMOTE ---- */

struct wish {
    struct engine *engine;
    bool is_forced;
    enum promotion_way way;
    const char *reason;
};

static void carry_out(void *arg) {
    struct wish *wish = arg;
    if (wish->is_forced) {
        promotion_force(wish->engine);
    } else {
        wish->way = promotion_begin(wish->engine, &wish->reason);
    }
}

/* Before the start has read what this server has promised, there is nobody to ask. */
static bool refuse_while_starting(struct call *call) {
    bool is_starting = !pledge_of(call->client->core->engine);
    if (is_starting) {
        reply_error(call->reply, "LOADING Redis is loading the dataset in memory");
    }
    return is_starting;
}

static void promote(struct call *call) {
    struct wish wish = {.engine = call->client->core->engine, .is_forced = call->argc == 3};
    if (call->argc > 3 || (wish.is_forced && !bytes_is(call->argv[2], "force"))) {
        reply_error_syntax(call->reply);
        return;
    }
    if (refuse_while_starting(call)) {
        return;
    }
    on_home(wish.engine, carry_out, &wish);
    if (wish.way == PROMOTION_REFUSED) {
        reply_error(call->reply, "NOPROMOTE %s", wish.reason);
    } else {
        reply_ok(call->reply);
    }
}

/* ---- ANAX FENCE ---- */

struct request {
    struct engine *engine;
    struct fence fence;
    struct buffer members;
};

static void answer_candidate(void *arg) {
    struct request *request = arg;
    promotion_fence(request->engine, &request->fence);
    members_print(&pledge_of(request->engine)->newest, &request->members);
}

static void put(struct reply *reply, const char *name, struct bytes value) {
    reply_bulk_string(reply, name);
    reply_bulk(reply, value);
}

static void fence(struct call *call) {
    struct request request = {.engine = call->client->core->engine};
    char id[MEMBER_ID + 1], least[24];
    struct fence *wanted = &request.fence;
    snprintf(id, sizeof(id), "%.*s", (int)(call->argv[2].len > MEMBER_ID ? 0 : call->argv[2].len),
             call->argv[2].data);
    wanted->candidate = id;
    if (!number_parse_u64(call->argv[3], &wanted->number) ||
        !number_parse_u64(call->argv[4], &wanted->nonce) ||
        !number_parse_u64(call->argv[5], &wanted->version)) {
        reply_error_not_integer(call->reply);
        return;
    }
    if (refuse_while_starting(call)) {
        return;
    }
    on_home(request.engine, answer_candidate, &request);
    snprintf(least, sizeof(least), "%" PRIu64, wanted->least);
    reply_map(call->reply, 4);
    put(call->reply, "granted", wanted->is_granted ? BYTES_LITERAL("1") : BYTES_LITERAL("0"));
    put(call->reply, "reason", bytes_of_string(wanted->reason));
    put(call->reply, "least", bytes_of_string(least));
    put(call->reply, "members", buffer_view(&request.members));
    buffer_clear(&request.members);
}

enum { ALWAYS_ALLOWED = ADMIN | NOSCRIPT | NO_MULTI | STALE | LOADING | ON_FIBER };

const struct command promotion_commands[] = {
    {"ANAX|PROMOTE", "[FORCE]", promote, ALWAYS_ALLOWED, NO_KEYS, "7.0.0", "O(1)",
     "Makes a replica its own primary when enough of the in-sync set agree, or FORCE at once.",
     GROUP_SERVER, NULL},
    {"ANAX|FENCE", "candidate term nonce version", fence, ALWAYS_ALLOWED, NO_KEYS, "7.0.0", "O(1)",
     "Asks a member of the in-sync set to follow no primary of an earlier term.", GROUP_SERVER,
     NULL, .is_system = true},
    {0},
};
