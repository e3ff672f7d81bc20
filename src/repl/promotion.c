/* repl/promotion.c - the candidate's fiber, and what a member answers it. */
#include "repl/promotion.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "repl/caller.h"
#include "repl/follower.h"
#include "repl/link.h"
#include "repl/node.h"
#include "repl/pledge.h"
#include "repl/sync_set.h"

enum { ASK_MS = 2000, REASON = 160 };
#define RETRY_NS 200000000LL
#define MS_NS 1000000LL

struct promotion {
    bool is_running, is_cancelled, is_refused;
    uint64_t number, nonce;           /* of the term that it wants */
    uint64_t kept_number, kept_nonce; /* what had been promised to others before */
    unsigned heard, needed;
    char reason[REASON];
    struct event changed, ended;
    struct caller *caller; /* while somebody is asked */
};

static struct promotion *promotion_of(struct engine *engine) {
    if (!engine->promotion) {
        engine->promotion = memory_alloc_zeroed(sizeof(*engine->promotion));
    }
    return engine->promotion;
}

bool promotion_goes_on(const struct engine *engine) {
    return engine->promotion && engine->promotion->is_running;
}

/* Of this server's answers to its primary. */
static void await_lease(struct engine *engine, uint64_t lease_ms, const bool *is_cancelled) {
    int64_t due_ns = atomic_load_explicit(&engine->answered_ns, memory_order_relaxed) +
                     (int64_t)lease_ms * MS_NS;
    while (clock_monotonic_ns() < due_ns && !(is_cancelled && *is_cancelled)) {
        int64_t left_ns = due_ns - clock_monotonic_ns();
        fiber_sleep(left_ns < 10 * MS_NS ? left_ns + MS_NS : 10 * MS_NS);
    }
}

static bool is_promised_to(const struct pledge *pledge, uint64_t number, uint64_t nonce) {
    return pledge->fence_number == number && pledge->fence_nonce == nonce;
}

static uint64_t last_term(const struct engine *engine) {
    const struct history *history = node_history(engine);
    return history_is_empty(history) ? 0 : history_last(history)->number;
}

/* Behind all that is known, and all that was promised. */
static uint64_t next_term(const struct engine *engine) {
    uint64_t last = last_term(engine), fence = pledge_of(engine)->fence_number;
    uint64_t seen = follower_seen_fence(engine);
    last = fence > last ? fence : last;
    return (seen > last ? seen : last) + 1;
}

/* ---- a member's answer ---- */

static void refuse(struct fence *fence, const char *reason) {
    snprintf(fence->reason, sizeof(fence->reason), "%s", reason);
}

void promotion_fence(struct engine *engine, struct fence *fence) {
    const struct pledge *pledge = pledge_of(engine);
    uint64_t last = last_term(engine);
    fence->least = (pledge->fence_number > last ? pledge->fence_number : last) + 1;
    if (!engine->cores[0]->is_replica) {
        refuse(fence, "it is a primary itself");
        return;
    }
    if (pledge->newest.version >= fence->version &&
        !members_find(&pledge->newest, fence->candidate)) {
        refuse(fence, "this server is not in the newest in-sync set");
        return;
    }
    if (fence->number < fence->least && !is_promised_to(pledge, fence->number, fence->nonce)) {
        refuse(fence, "it has promised that term, or a later one, to another");
        return;
    }
    if (!pledge_promise(engine, fence->number, fence->nonce)) {
        refuse(fence, "it cannot keep its promise");
        return;
    }
    log_line('*', "Promised term %" PRIu64 " to a member of the in-sync set", fence->number);
    link_break(engine);
    await_lease(engine, pledge->newest.lease_ms, NULL);
    fence->is_granted = is_promised_to(pledge, fence->number, fence->nonce);
    if (!fence->is_granted) {
        refuse(fence, "it has promised a later term to another meanwhile");
    }
}

/* ---- asking ---- */

struct asking {
    struct engine *engine;
    struct promotion *promotion;
    const struct member *member;
    bool has_heard, is_refused, is_behind;
};

static bool greet(struct engine *engine, struct caller *caller, int64_t due_ns) {
    const struct settings *settings = engine->cores[0]->settings;
    return caller_greet(caller, bytes_of_string(settings->masteruser),
                        bytes_of(settings->masterauth, settings->masterauth_len), due_ns);
}

static void send_request(const struct asking *asking, struct caller *caller) {
    const struct pledge *pledge = pledge_of(asking->engine);
    char number[24], nonce[24], version[24];
    snprintf(number, sizeof(number), "%" PRIu64, asking->promotion->number);
    snprintf(nonce, sizeof(nonce), "%" PRIu64, asking->promotion->nonce);
    snprintf(version, sizeof(version), "%" PRIu64, pledge->newest.version);
    struct bytes argv[] = {BYTES_LITERAL("ANAX"),       BYTES_LITERAL("FENCE"),
                           bytes_of_string(pledge->id), bytes_of_string(number),
                           bytes_of_string(nonce),      bytes_of_string(version)};
    caller_request(caller, argv, sizeof(argv) / sizeof(argv[0]));
}

static void take_answer(struct asking *asking, const struct caller_reply *reply) {
    struct engine *engine = asking->engine;
    struct bytes granted, text, reason, least_text;
    uint64_t least;
    struct members *members = memory_alloc(sizeof(*members));
    if (caller_find(reply, "granted", &granted) && caller_find(reply, "members", &text) &&
        caller_find(reply, "reason", &reason) && caller_find(reply, "least", &least_text) &&
        number_parse_u64(least_text, &least) && members_parse(members, text)) {
        const struct pledge *pledge = pledge_of(engine);
        asking->has_heard = bytes_equal(granted, BYTES_LITERAL("1"));
        if (members->version > pledge->newest.version) {
            asking->is_refused = !members_find(members, pledge->id);
            pledge_know(engine, pledge->history, members);
        }
        asking->is_behind = !asking->has_heard && least > asking->promotion->number;
        if (!asking->has_heard) {
            snprintf(asking->promotion->reason, REASON, "%s:%u: %.*s", asking->member->host,
                     asking->member->port, (int)(reason.len < 80 ? reason.len : 80), reason.data);
        }
    }
    memory_free(members);
}

static void ask(struct asking *asking) {
    struct caller caller = {0};
    struct caller_reply *reply = memory_alloc(sizeof(*reply));
    int64_t lease_ns = (int64_t)pledge_of(asking->engine)->newest.lease_ms * MS_NS;
    int64_t due_ns = loop_now_ns(loop_current()) + ASK_MS * MS_NS + 2 * lease_ns;
    asking->promotion->caller = &caller;
    bool is_open = caller_open(&caller, asking->member->host, asking->member->port, ASK_MS);
    if (is_open && greet(asking->engine, &caller, due_ns)) {
        send_request(asking, &caller);
        if (caller_reply(&caller, reply, due_ns)) {
            take_answer(asking, reply);
        }
    }
    asking->promotion->caller = NULL;
    if (is_open) {
        caller_close(&caller);
    }
    memory_free(reply);
}

/* ---- the candidate ---- */

enum round { ROUND_WON, ROUND_AGAIN, ROUND_LATER_TERM, ROUND_REFUSED };

/* Asks one after the other, because few are needed. What they promise they keep: who is asked again says yes at once. */
static enum round ask_all(struct engine *engine, struct promotion *promotion) {
    struct members *members = memory_alloc(sizeof(*members));
    enum round round = ROUND_AGAIN;
    *members = pledge_of(engine)->newest;
    if (!members_find(members,
                      pledge_of(engine)->id)) { /* it may have come while the session ended */
        snprintf(promotion->reason, REASON, "this server is not in the newest in-sync set");
        round = ROUND_REFUSED;
    }
    promotion->needed = members_to_hear(members);
    promotion->heard = 0;
    for (unsigned i = 0; i < members->count && promotion->heard < promotion->needed &&
                         round == ROUND_AGAIN && !promotion->is_cancelled;
         i++) {
        struct asking asking = {engine, promotion, &members->list[i], false, false, false};
        if (strcmp(members->list[i].id, pledge_of(engine)->id) == 0) {
            continue;
        }
        ask(&asking);
        promotion->heard += asking.has_heard;
        round = asking.is_refused ? ROUND_REFUSED : asking.is_behind ? ROUND_LATER_TERM : round;
    }
    bool is_same_set = members->version == pledge_of(engine)->newest.version;
    bool has_enough = is_same_set && promotion->heard >= promotion->needed;
    memory_free(members);
    return round == ROUND_AGAIN && has_enough ? ROUND_WON : round;
}

/* Meanwhile it may have promised another one's term: that stays promised when it gives up its own. */
static void keep_promise_to_others(const struct pledge *pledge, struct promotion *promotion) {
    if (!is_promised_to(pledge, promotion->number, promotion->nonce)) {
        promotion->kept_number = pledge->fence_number;
        promotion->kept_nonce = pledge->fence_nonce;
    }
}

static bool promise_oneself(struct engine *engine, struct promotion *promotion) {
    keep_promise_to_others(pledge_of(engine), promotion);
    promotion->number = next_term(engine);
    machine_random(&promotion->nonce, sizeof(promotion->nonce));
    return pledge_promise(engine, promotion->number, promotion->nonce);
}

/* Before another one has been promised the same term again, two candidates have had different rests. */
static void rest(struct promotion *promotion) {
    uint64_t random;
    machine_random(&random, sizeof(random));
    event_wait_until(&promotion->changed, loop_now_ns(loop_current()) + RETRY_NS +
                                              (int64_t)(random % (uint64_t)RETRY_NS));
}

/* True when it may become the primary. */
static bool campaign(struct engine *engine, struct promotion *promotion) {
    bool has_term = false;
    while (!promotion->is_cancelled) {
        const struct pledge *pledge = pledge_of(engine);
        if (!has_term || !is_promised_to(pledge, promotion->number, promotion->nonce)) {
            has_term = promise_oneself(engine, promotion);
            link_break(engine);
        }
        enum round round = has_term ? ask_all(engine, promotion) : ROUND_AGAIN;
        promotion->is_refused = round == ROUND_REFUSED;
        if (promotion->is_refused) {
            return false;
        }
        if (round == ROUND_WON) {
            await_lease(engine, pledge->newest.lease_ms, &promotion->is_cancelled);
            bool is_member = members_find(&pledge->newest, pledge->id) != NULL;
            if (is_member && is_promised_to(pledge, promotion->number, promotion->nonce)) {
                return !promotion->is_cancelled;
            }
        }
        has_term &= round != ROUND_LATER_TERM;
        rest(promotion);
    }
    return false;
}

static void promotion_main(void *arg) {
    struct engine *engine = arg;
    struct promotion *promotion = engine->promotion;
    bool has_won = campaign(engine, promotion);
    if (has_won) {
        log_line('*', "Promoted to the primary of term %" PRIu64 ": %u of %u others agree",
                 promotion->number, promotion->heard, promotion->needed);
        link_end_at(engine, promotion->number, promotion->nonce);
        sync_set_look(engine);
    } else if (is_promised_to(pledge_of(engine), promotion->number, promotion->nonce)) {
        /* Only itself has been promised that to. */
        pledge_promise(engine, promotion->kept_number, promotion->kept_nonce);
    }
    if (promotion->is_refused) {
        log_line('#', "Not promoted: %s", promotion->reason);
    }
    atomic_store_explicit(&engine->is_loading, false, memory_order_relaxed);
    promotion->is_running = false;
    event_signal(&promotion->ended);
}

/* ---- from outside ---- */

static bool knows_a_set(const struct engine *engine) {
    const struct pledge *pledge = pledge_of(engine);
    return pledge && pledge->newest.required > 0 &&
           strcmp(pledge->history, node_history(engine)->id) == 0;
}

enum promotion_way promotion_begin(struct engine *engine, const char **reason) {
    if (promotion_goes_on(engine)) {
        return PROMOTION_GOES_ON;
    }
    if (!link_is_wanted(engine) || !knows_a_set(engine)) {
        link_end(engine);
        return PROMOTION_DONE;
    }
    const struct pledge *pledge = pledge_of(engine);
    struct promotion *promotion = promotion_of(engine);
    if (!members_find(&pledge->newest, pledge->id)) {
        *reason = "this server is not in the in-sync set: others have been acknowledged what it "
                  "does not have";
        return PROMOTION_REFUSED;
    }
    *promotion = (struct promotion){.is_running = true};
    log_line('*', "Candidate for the primary: %u other members of the in-sync set have to agree",
             members_to_hear(&pledge->newest));
    atomic_store_explicit(&engine->is_loading, true, memory_order_relaxed);
    fiber_start(FIBER_LARGE, promotion_main, engine);
    return PROMOTION_GOES_ON;
}

void promotion_cancel(struct engine *engine) {
    struct promotion *promotion = promotion_of(engine);
    promotion->is_cancelled = true;
    event_signal(&promotion->changed);
    if (promotion->caller && promotion->caller->stream) {
        stream_abort(promotion->caller->stream); /* its answer is not waited for */
    }
    while (promotion->is_running) {
        event_wait(&promotion->ended);
    }
}

void promotion_destroy(struct engine *engine) {
    memory_free(engine->promotion);
    engine->promotion = NULL;
}

void promotion_force(struct engine *engine) {
    uint64_t number, nonce;
    promotion_cancel(engine);
    number = next_term(engine);
    machine_random(&nonce, sizeof(nonce));
    log_line('#', "Promoted by force: nobody was asked what the in-sync set has acknowledged");
    if (!link_end_at(engine, number, nonce)) {
        link_open_term(engine, number, nonce);
    }
    pledge_promise(engine, number, nonce);
    sync_set_give_up(engine);
}

void promotion_print(const struct engine *engine, struct buffer *out) {
    const struct promotion *promotion = engine->promotion;
    bool goes_on = promotion_goes_on(engine);
    buffer_printf(out, "sync_promotion:%s\r\n",
                  goes_on                              ? "waits"
                  : promotion && promotion->is_refused ? "refused"
                                                       : "none");
    if (goes_on) {
        buffer_printf(out, "sync_promotion_heard:%u\r\nsync_promotion_needed:%u\r\n",
                      promotion->heard, promotion->needed);
    }
    if (promotion && (goes_on || promotion->is_refused) && promotion->reason[0]) {
        buffer_printf(out, "sync_promotion_reason:%s\r\n", promotion->reason);
    }
}
