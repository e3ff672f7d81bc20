/* command/pubsub.c - SUBSCRIBE, PUBLISH and their kin; PUBSUB, which looks at the subscriptions of all cores.
 *
 * Subscribing concerns only the connection's core and never waits. The replies, one for each channel, are
 * pushes: CLIENT REPLY OFF does not stop them. */
#include <stdlib.h>

#include "base/buffer.h"
#include "base/glob.h"
#include "base/memory.h"
#include "command/families.h"
#include "engine/pubsub.h"
#include "engine/shard.h"

/* What is left of channels and patterns together, or of shard channels. */
static unsigned count_of(const struct client *client, enum topic_kind kind) {
    const unsigned *count = client->topics.count;
    return kind == TOPIC_SHARD ? count[TOPIC_SHARD] : count[TOPIC_CHANNEL] + count[TOPIC_PATTERN];
}

static struct reply reply_to_subscriber(struct call *call) {
    struct reply reply = {.out = call->reply->out, .version = call->client->resp};
    if (call->client->is_reply_off || call->client->is_reply_skipped) {
        reply.out = client_pushes(call->client);
    }
    return reply;
}

static void subscribe(struct call *call, enum topic_kind kind, const char *verb) {
    struct reply reply = reply_to_subscriber(call);
    for (unsigned i = 1; i < call->argc; i++) {
        pubsub_subscribe(call->client, kind, call->argv[i]);
        reply_push(&reply, 3);
        reply_bulk_string(&reply, verb);
        reply_bulk(&reply, call->argv[i]);
        reply_integer(&reply, count_of(call->client, kind));
    }
}

/* The reply is begun before the name goes. */
static void unsubscribe_one(struct call *call, struct reply *reply, enum topic_kind kind,
                            const char *verb, struct bytes name) {
    reply_push(reply, 3);
    reply_bulk_string(reply, verb);
    reply_bulk(reply, name);
    pubsub_unsubscribe(call->client, kind, name);
    reply_integer(reply, count_of(call->client, kind));
}

static void unsubscribe(struct call *call, enum topic_kind kind, const char *verb) {
    struct reply reply = reply_to_subscriber(call);
    struct client *client = call->client;
    for (unsigned i = 1; i < call->argc; i++) {
        unsubscribe_one(call, &reply, kind, verb, call->argv[i]);
    }
    if (call->argc == 1 && !client->topics.first[kind]) {
        reply_push(&reply, 3);
        reply_bulk_string(&reply, verb);
        reply_nil(&reply);
        reply_integer(&reply, count_of(client, kind));
    }
    while (call->argc == 1 && client->topics.first[kind]) {
        unsubscribe_one(call, &reply, kind, verb, topic_name(client->topics.first[kind]->topic));
    }
}

static void subscribe_channels(struct call *call) {
    subscribe(call, TOPIC_CHANNEL, "subscribe");
}
static void subscribe_patterns(struct call *call) {
    subscribe(call, TOPIC_PATTERN, "psubscribe");
}
static void subscribe_shard_channels(struct call *call) {
    if (call->in_exec) { /* the others may; so it is in Redis */
        reply_error(call->reply, "ERR SSUBSCRIBE isn't allowed for a DENY BLOCKING client");
        return;
    }
    subscribe(call, TOPIC_SHARD, "ssubscribe");
}
static void unsubscribe_channels(struct call *call) {
    unsubscribe(call, TOPIC_CHANNEL, "unsubscribe");
}
static void unsubscribe_patterns(struct call *call) {
    unsubscribe(call, TOPIC_PATTERN, "punsubscribe");
}
static void unsubscribe_shard_channels(struct call *call) {
    unsubscribe(call, TOPIC_SHARD, "sunsubscribe");
}

static void publish_to(struct call *call, enum topic_kind kind) {
    uint64_t receivers = pubsub_publish(call->client->core, kind, call->argv[1], call->argv[2]);
    pubsub_replicate(call->client, kind, call->argv[1], call->argv[2], call->in_exec);
    reply_integer(call->reply, (int64_t)receivers);
}

static void publish(struct call *call) {
    publish_to(call, TOPIC_CHANNEL);
}
static void spublish(struct call *call) {
    publish_to(call, TOPIC_SHARD);
}

/* ---- PUBSUB ---- */

/* What the cores are asked, and a place for the answer of each. */
struct question {
    enum topic_kind kind;
    const struct bytes *names; /* of NUMSUB */
    unsigned name_count;
    struct bytes pattern;   /* of CHANNELS; no data: all */
    struct buffer *answers; /* by core */
};

static void ask(struct call *call, struct question *question,
                void (*answer)(struct core *core, void *question)) {
    struct engine *engine = call->client->core->engine;
    question->answers = memory_alloc_zeroed(engine->core_count * sizeof(struct buffer));
    core_run_on_all(engine, answer, question);
}

/* All answers one after the other. */
static void take_answers(struct call *call, struct question *question, struct buffer *all) {
    for (unsigned i = 0; i < call->client->core->engine->core_count; i++) {
        buffer_append(all, buffer_view(&question->answers[i]));
        buffer_clear(&question->answers[i]);
    }
    memory_free(question->answers);
}

static void collect_hashes(struct core *core, void *arg) {
    struct question *question = arg;
    pubsub_collect(core, question->kind, &question->answers[core->index]);
}

/* Patterns, each counted once however many subscribe to it. */
static void pubsub_numpat(struct call *call) {
    struct question question = {.kind = TOPIC_PATTERN};
    struct buffer hashes = {0};
    ask(call, &question, collect_hashes);
    take_answers(call, &question, &hashes);
    reply_integer(call->reply, (int64_t)pubsub_count_different(&hashes));
    buffer_clear(&hashes);
}

static void count_subscribers(struct core *core, void *arg) {
    struct question *question = arg;
    for (unsigned i = 0; i < question->name_count; i++) {
        struct bytes name = question->names[i];
        const struct topic *topic =
            topics_find(&core->topics, question->kind, name, topic_hash(question->kind, name));
        unsigned count = topic ? topic->count : 0;
        buffer_append(&question->answers[core->index],
                      bytes_of((const char *)&count, sizeof(count)));
    }
}

static void reply_subscribers(struct call *call, enum topic_kind kind) {
    unsigned cores = call->client->core->engine->core_count, names = call->argc - 2;
    struct question question = {.kind = kind, .names = call->argv + 2, .name_count = names};
    struct buffer counts = {0};
    ask(call, &question, count_subscribers);
    take_answers(call, &question, &counts);
    reply_array(call->reply, 2 * (size_t)names);
    for (unsigned i = 0; i < names; i++) {
        int64_t sum = 0;
        for (unsigned core = 0; core < cores; core++) {
            sum += ((const unsigned *)(const void *)counts.data)[core * names + i];
        }
        reply_bulk(call->reply, call->argv[i + 2]);
        reply_integer(call->reply, sum);
    }
    buffer_clear(&counts);
}

static void pubsub_numsub(struct call *call) {
    reply_subscribers(call, TOPIC_CHANNEL);
}
static void pubsub_shardnumsub(struct call *call) {
    reply_subscribers(call, TOPIC_SHARD);
}

static bool is_asked_for(const struct question *question, struct bytes name) {
    if (!question->pattern.data) {
        return true;
    }
    return name.len == 0 ? question->pattern.len == 0 : glob_match(question->pattern, name, false);
}

/* Each name behind its length. */
static void list_names(struct core *core, void *arg) {
    struct question *question = arg;
    struct buffer *answer = &question->answers[core->index];
    for (const struct topic *topic = core->topics.first[question->kind]; topic;
         topic = topic->next) {
        if (is_asked_for(question, topic_name(topic))) {
            buffer_append(answer,
                          bytes_of((const char *)&topic->name_len, sizeof(topic->name_len)));
            buffer_append(answer, topic_name(topic));
        }
    }
}

static int compare_names(const void *a, const void *b) {
    return bytes_compare(*(const struct bytes *)a, *(const struct bytes *)b);
}

/* Sorts the names, drops those that several cores have; returns how many are left. */
static size_t sort_names(struct buffer *text, struct buffer *names) {
    for (size_t at = 0; at < text->len;) {
        struct bytes name = {text->data + at + sizeof(size_t), 0};
        memcpy(&name.len, text->data + at, sizeof(size_t));
        buffer_append(names, bytes_of((const char *)&name, sizeof(name)));
        at += sizeof(size_t) + name.len;
    }
    size_t count = names->len / sizeof(struct bytes), different = 0;
    struct bytes *sorted = (struct bytes *)(void *)names->data;
    if (count > 0) {
        qsort(sorted, count, sizeof(*sorted), compare_names);
    }
    for (size_t i = 0; i < count; i++) {
        if (different == 0 || !bytes_equal(sorted[different - 1], sorted[i])) {
            sorted[different++] = sorted[i];
        }
    }
    return different;
}

static void reply_channels(struct call *call, enum topic_kind kind) {
    if (call->argc > 3) {
        reply_error(call->reply,
                    "ERR unknown subcommand or wrong number of arguments for '%.*s'. Try PUBSUB "
                    "HELP.",
                    (int)call->argv[1].len, call->argv[1].data);
        return;
    }
    struct question question = {.kind = kind};
    if (call->argc == 3) {
        question.pattern = call->argv[2];
    }
    struct buffer text = {0}, names = {0};
    ask(call, &question, list_names);
    take_answers(call, &question, &text);
    size_t count = sort_names(&text, &names);
    reply_array(call->reply, count);
    for (size_t i = 0; i < count; i++) {
        reply_bulk(call->reply, ((const struct bytes *)(const void *)names.data)[i]);
    }
    buffer_clear(&text);
    buffer_clear(&names);
}

static void pubsub_channels(struct call *call) {
    reply_channels(call, TOPIC_CHANNEL);
}
static void pubsub_shardchannels(struct call *call) {
    reply_channels(call, TOPIC_SHARD);
}

static void pubsub_help(struct call *call) {
    static const char *const lines[] = {
        "CHANNELS [<pattern>]",
        "    Return the currently active channels matching a <pattern> (default: '*').",
        "NUMPAT",
        "    Return number of subscriptions to patterns.",
        "NUMSUB [<channel> ...]",
        "    Return the number of subscribers for the specified channels, excluding",
        "    pattern subscriptions(default: no channels).",
        "SHARDCHANNELS [<pattern>]",
        "    Return the currently active shard level channels matching a <pattern> (default: '*').",
        "SHARDNUMSUB [<shardchannel> ...]",
        "    Return the number of subscribers for the specified shard level channel(s)",
        NULL,
    };
    reply_help(call->reply, "PUBSUB", lines);
}

enum {
    LISTENS = PUBSUB | NOSCRIPT | LOADING | STALE | ON_CONNECTION | WHILE_SUBSCRIBED,
    SPEAKS = PUBSUB | LOADING | STALE | FAST | MAY_REPLICATE | ON_FIBER,
    LOOKS = PUBSUB | LOADING | STALE | ON_FIBER
};

const struct command pubsub_commands[] = {
    {"SUBSCRIBE", "channel [channel ...]", subscribe_channels, LISTENS, NO_KEYS, "2.0.0",
     "O(N) where N is the number of channels", "Listens to channels.", GROUP_PUBSUB, NULL},
    {"UNSUBSCRIBE", "[channel [channel ...]]", unsubscribe_channels, LISTENS, NO_KEYS, "2.0.0",
     "O(N) where N is the number of channels", "Listens to these channels no more, or to none.",
     GROUP_PUBSUB, NULL},
    {"PSUBSCRIBE", "pattern [pattern ...]", subscribe_patterns, LISTENS, NO_KEYS, "2.0.0",
     "O(N) where N is the number of patterns", "Listens to all channels whose names match.",
     GROUP_PUBSUB, NULL},
    {"PUNSUBSCRIBE", "[pattern [pattern ...]]", unsubscribe_patterns, LISTENS, NO_KEYS, "2.0.0",
     "O(N) where N is the number of patterns", "Listens to these patterns no more, or to none.",
     GROUP_PUBSUB, NULL},
    {"SSUBSCRIBE", "shardchannel [shardchannel ...]", subscribe_shard_channels, LISTENS,
     KEYS_FROM(1, -1, 1, KEY_NOT_KEY), "7.0.0", "O(N) where N is the number of channels",
     "Listens to shard channels.", GROUP_PUBSUB, NULL},
    {"SUNSUBSCRIBE", "[shardchannel [shardchannel ...]]", unsubscribe_shard_channels, LISTENS,
     KEYS_FROM(1, -1, 1, KEY_NOT_KEY), "7.0.0", "O(N) where N is the number of channels",
     "Listens to these shard channels no more, or to none.", GROUP_PUBSUB, NULL},
    {"PUBLISH", "channel message", publish, SPEAKS, NO_KEYS, "2.0.0",
     "O(N+M) where N is the number of the channel's subscribers and M of all patterns",
     "Sends a message to all who listen to a channel.", GROUP_PUBSUB, NULL},
    {"SPUBLISH", "shardchannel message", spublish, SPEAKS, KEY_AT(1, KEY_NOT_KEY), "7.0.0",
     "O(N) where N is the number of the channel's subscribers",
     "Sends a message to all who listen to a shard channel.", GROUP_PUBSUB, NULL},
    {"PUBSUB", "", NULL, 0, NO_KEYS, "2.8.0", "Depends on subcommand.",
     "A container for commands about who listens.", GROUP_PUBSUB, NULL},
    {"PUBSUB|NUMPAT", "", pubsub_numpat, LOOKS, NO_KEYS, "2.8.0",
     "O(N*log(N)) where N is the number of patterns", "Counts the patterns that are listened to.",
     GROUP_PUBSUB, NULL},
    {"PUBSUB|CHANNELS", "[pattern]", pubsub_channels, LOOKS, NO_KEYS, "2.8.0",
     "O(N*log(N)) where N is the number of channels", "Lists the channels that are listened to.",
     GROUP_PUBSUB, NULL},
    {"PUBSUB|NUMSUB", "[channel [channel ...]]", pubsub_numsub, LOOKS, NO_KEYS, "2.8.0",
     "O(N) where N is the number of channels", "Counts the subscribers of channels.", GROUP_PUBSUB,
     NULL},
    {"PUBSUB|HELP", "", pubsub_help, LOADING | STALE | ON_CONNECTION, NO_KEYS, "6.2.0", "O(1)",
     "Lists the subcommands.", GROUP_PUBSUB, NULL},
    {"PUBSUB|SHARDNUMSUB", "[shardchannel [shardchannel ...]]", pubsub_shardnumsub, LOOKS, NO_KEYS,
     "7.0.0", "O(N) where N is the number of channels", "Counts the subscribers of shard channels.",
     GROUP_PUBSUB, NULL},
    {"PUBSUB|SHARDCHANNELS", "[pattern]", pubsub_shardchannels, LOOKS, NO_KEYS, "7.0.0",
     "O(N*log(N)) where N is the number of channels",
     "Lists the shard channels that are listened to.", GROUP_PUBSUB, NULL},
    {0},
};
