/* command/multi.c - transactions of the client: MULTI, EXEC, DISCARD, WATCH, UNWATCH. */
#include "command/families.h"
#include "engine/exec.h"
#include "engine/watch.h"

static void multi(struct call *call) {
    if (call->client->multi) {
        reply_error(call->reply, "ERR MULTI calls can not be nested");
        return;
    }
    multi_begin(call->client);
    reply_ok(call->reply);
}

static void discard(struct call *call) {
    if (!call->client->multi) {
        reply_error(call->reply, "ERR DISCARD without MULTI");
        return;
    }
    multi_end(call->client);
    reply_ok(call->reply);
}

static void watch(struct call *call) {
    if (call->client->multi) {
        reply_error(call->reply, "ERR WATCH inside MULTI is not allowed");
        return;
    }
    watch_keys(call);
    reply_ok(call->reply);
}

static void unwatch(struct call *call) {
    watch_abandon(call->client);
    reply_ok(call->reply);
}

enum { QUICK = NOSCRIPT | LOADING | STALE | FAST | ALLOW_BUSY };

const struct command multi_commands[] = {
    {"MULTI", "", multi, QUICK | ON_CONNECTION | RUNS_IN_MULTI, NO_KEYS, "1.2.0", "O(1)",
     "Begins a transaction: the commands that follow are queued.", GROUP_TRANSACTIONS, NULL},
    {"EXEC", "", exec_run, NOSCRIPT | LOADING | STALE | SKIP_SLOWLOG | ON_FIBER | RUNS_IN_MULTI,
     NO_KEYS, "1.2.0", "Depends on the queued commands.",
     "Runs what was queued since MULTI as one transaction.", GROUP_TRANSACTIONS, NULL},
    {"DISCARD", "", discard, QUICK | ON_CONNECTION | RUNS_IN_MULTI, NO_KEYS, "2.0.0",
     "O(N) where N is the number of queued commands", "Forgets what was queued since MULTI.",
     GROUP_TRANSACTIONS, NULL},
    {"WATCH", "key [key ...]", watch, QUICK | ON_FIBER | RUNS_IN_MULTI, KEYS_FROM(1, -1, 1, KEY_RO),
     "2.2.0", "O(1) for each key", "EXEC will only run if none of these keys has changed.",
     GROUP_TRANSACTIONS, NULL},
    {"UNWATCH", "", unwatch, QUICK | ON_CONNECTION, NO_KEYS, "2.2.0", "O(1)",
     "Forgets what is watched.", GROUP_TRANSACTIONS, NULL},
    {0},
};
