/* engine/pubsub.c - publishing over cores.
 *
 *      pubsub_publish ── own core ──────────────────────────> deliver ──> push_to_all ──> connections
 *            └── core_run_on_some: those whose filter says so ──> deliver
 *      pubsub_post ── one mail a core, the own one too ──> deliver
 *
 * The message that a publisher waits for is read by the other cores where it was received; one that is posted is
 * copied once for each core. */
#include "engine/pubsub.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "base/glob.h"
#include "base/memory.h"
#include "engine/connection.h"
#include "engine/multi.h"

static unsigned topics_of(const struct core *core) {
    return (unsigned)core->topics.by_name.count;
}

static void count_topics(struct core *core, unsigned before) {
    if (topics_of(core) != before) { /* relaxed: see topics_may_want */
        rmw_add(&core->engine->topic_count, topics_of(core) - before, memory_order_relaxed);
    }
}

bool pubsub_subscribe(struct client *client, enum topic_kind kind, struct bytes name) {
    unsigned before = topics_of(client->core);
    bool is_new = topics_add(&client->core->topics, client, kind, name);
    count_topics(client->core, before);
    return is_new;
}

bool pubsub_unsubscribe(struct client *client, enum topic_kind kind, struct bytes name) {
    unsigned before = topics_of(client->core);
    bool existed = topics_remove(&client->core->topics, client, kind, name);
    count_topics(client->core, before);
    return existed;
}

void pubsub_forget(struct client *client) {
    if (client_is_subscribed(client)) {
        unsigned before = topics_of(client->core);
        topics_remove_all(&client->core->topics, client);
        count_topics(client->core, before);
    }
}

/* ---- on the core of the subscribers ---- */

static void append_bulk(struct buffer *text, struct bytes bulk) {
    buffer_printf(text, "$%zu\r\n", bulk.len);
    buffer_append(text, bulk);
    buffer_append_text(text, "\r\n");
}

/* Written once; RESP3 differs in the first byte only. */
static void encode(struct buffer *text, const struct topic *topic, struct bytes channel,
                   struct bytes payload) {
    static const char *const heads[TOPIC_KINDS] = {
        [TOPIC_CHANNEL] = "*3\r\n$7\r\nmessage\r\n",
        [TOPIC_PATTERN] = "*4\r\n$8\r\npmessage\r\n",
        [TOPIC_SHARD] = "*3\r\n$8\r\nsmessage\r\n",
    };
    buffer_reserve(text, channel.len + payload.len + topic->name_len + 100);
    buffer_append_text(text, heads[topic->kind]);
    if (topic->kind == TOPIC_PATTERN) {
        append_bulk(text, topic_name(topic));
    }
    append_bulk(text, channel);
    append_bulk(text, payload);
}

/* From the end: who is over its limit goes in the next turn only, but nothing here relies on it. */
static uint64_t push_to_all(struct topic *topic, struct bytes channel, struct bytes payload) {
    struct buffer text = {0};
    encode(&text, topic, channel, payload);
    uint64_t count = 0;
    for (unsigned i = topic->count; i-- > 0;) {
        struct client *client = topic->subscriptions[i]->client;
        text.data[0] = client->resp == 2 ? '*' : '>';
        count += client_push_bytes(client, buffer_view(&text));
    }
    buffer_clear(&text);
    return count;
}

/* Here, other than for KEYS, no pattern but the empty one matches the empty name. */
static bool matches(const struct topic *pattern, struct bytes channel) {
    return channel.len == 0 ? pattern->name_len == 0
                            : glob_match(topic_name(pattern), channel, false);
}

static uint64_t deliver(struct core *core, enum topic_kind kind, struct bytes channel,
                        struct bytes payload, uint64_t hash) {
    uint64_t count = 0;
    struct topic *topic = topics_find(&core->topics, kind, channel, hash);
    if (topic) {
        count += push_to_all(topic, channel, payload);
    }
    struct topic *pattern = kind == TOPIC_CHANNEL ? core->topics.first[TOPIC_PATTERN] : NULL;
    for (; pattern; pattern = pattern->next) {
        if (matches(pattern, channel)) {
            count += push_to_all(pattern, channel, payload);
        }
    }
    return count;
}

/* ---- publishing that is waited for ---- */

struct publication {
    enum topic_kind kind;
    struct bytes channel, payload;
    uint64_t hash;
    uint64_t *counts; /* by core */
};

static void deliver_here(struct core *core, void *arg) {
    const struct publication *publication = arg;
    publication->counts[core->index] = deliver(core, publication->kind, publication->channel,
                                               publication->payload, publication->hash);
}

static uint64_t publish_over_cores(struct core *own, struct publication *publication,
                                   bool with_own) {
    struct engine *engine = own->engine;
    struct core **cores = memory_alloc(engine->core_count * sizeof(struct core *));
    publication->counts = memory_alloc_zeroed(engine->core_count * sizeof(uint64_t));
    unsigned count = 0;
    for (unsigned i = 0; i < engine->core_count; i++) {
        struct core *core = engine->cores[i];
        if ((core != own || with_own) &&
            topics_may_want(&core->topics, publication->kind, publication->hash)) {
            cores[count++] = core;
        }
    }
    if (count > 0) {
        core_run_on_some(cores, count, deliver_here, publication);
    }
    uint64_t sum = 0;
    for (unsigned i = 0; i < engine->core_count; i++) {
        sum += publication->counts[i];
    }
    memory_free(publication->counts);
    memory_free(cores);
    return sum;
}

uint64_t pubsub_publish(struct core *own, enum topic_kind kind, struct bytes channel,
                        struct bytes payload) {
    if (pubsub_is_idle(own->engine)) {
        return 0;
    }
    struct publication publication = {
        .kind = kind, .channel = channel, .payload = payload, .hash = topic_hash(kind, channel)};
    bool is_behind_mail = own->posts_to_itself > 0; /* P3 */
    uint64_t count = 0;
    if (!is_behind_mail && topics_may_want(&own->topics, kind, publication.hash)) {
        count = deliver(own, kind, channel, payload, publication.hash);
    }
    return count + publish_over_cores(own, &publication, is_behind_mail);
}

/* ---- publishing that is not waited for ---- */

struct post {
    struct mail mail;
    struct core *core;
    bool is_from_itself;
    enum topic_kind kind;
    size_t channel_len, payload_len;
    uint64_t hash;
    char text[]; /* channel, payload */
};

static void post_arrived(struct mail *mail) {
    struct post *post = (struct post *)mail;
    post->core->posts_to_itself -= post->is_from_itself;
    deliver(post->core, post->kind, bytes_of(post->text, post->channel_len),
            bytes_of(post->text + post->channel_len, post->payload_len), post->hash);
    memory_free(post);
}

static void send_post(struct core *own, struct core *target, enum topic_kind kind,
                      struct bytes channel, struct bytes payload, uint64_t hash) {
    struct post *post = memory_alloc(sizeof(*post) + channel.len + payload.len);
    *post = (struct post){
        .mail.deliver = post_arrived,
        .core = target,
        .is_from_itself = own == target,
        .kind = kind,
        .channel_len = channel.len,
        .payload_len = payload.len,
        .hash = hash,
    };
    if (channel.len > 0) {
        memcpy(post->text, channel.data, channel.len);
    }
    if (payload.len > 0) {
        memcpy(post->text + channel.len, payload.data, payload.len);
    }
    own->posts_to_itself += own == target;
    mail_post(target->loop, &post->mail);
}

void pubsub_post(struct core *own, enum topic_kind kind, struct bytes channel,
                 struct bytes payload) {
    uint64_t hash = topic_hash(kind, channel);
    for (unsigned i = 0; i < own->engine->core_count; i++) {
        struct core *target = own->engine->cores[i];
        if (topics_may_want(&target->topics, kind, hash)) {
            send_post(own, target, kind, channel, payload, hash);
        }
    }
}

/* ---- replicas ---- */

struct kept_message { /* in multi->messages; channel and payload follow */
    enum topic_kind kind;
    size_t channel_len, payload_len;
};

void pubsub_replicate(struct client *client, enum topic_kind kind, struct bytes channel,
                      struct bytes payload, bool is_kept) {
    struct core *core = client->core;
    if (!core->sources || core->is_replica || !core->engine->hooks.on_publish) {
        return; /* what is published at a replica stays there */
    }
    if (!is_kept) {
        core->engine->hooks.on_publish(core, kind, channel, payload);
        return;
    }
    struct buffer *messages = &client->multi->messages;
    struct kept_message message = {kind, channel.len, payload.len};
    buffer_append(messages, bytes_of((const char *)&message, sizeof(message)));
    buffer_append(messages, channel);
    buffer_append(messages, payload);
}

void pubsub_replicate_kept(struct client *client) {
    struct buffer *messages = &client->multi->messages;
    for (size_t at = 0; at < messages->len;) {
        struct kept_message message;
        memcpy(&message, messages->data + at, sizeof(message));
        const char *channel = messages->data + at + sizeof(message);
        const char *payload = channel + message.channel_len;
        pubsub_replicate(client, message.kind, bytes_of(channel, message.channel_len),
                         bytes_of(payload, message.payload_len), false);
        at += sizeof(message) + message.channel_len + message.payload_len;
    }
    buffer_clear(messages);
}

/* ---- counting topics over cores ---- */

void pubsub_collect(const struct core *core, enum topic_kind kind, struct buffer *hashes) {
    for (const struct topic *topic = core->topics.first[kind]; topic; topic = topic->next) {
        buffer_append(hashes, bytes_of((const char *)&topic->node.hash, sizeof(uint64_t)));
    }
}

static int compare_hashes(const void *a, const void *b) {
    uint64_t hash_a = *(const uint64_t *)a, hash_b = *(const uint64_t *)b;
    return (hash_a > hash_b) - (hash_a < hash_b);
}

uint64_t pubsub_count_different(struct buffer *hashes) {
    size_t count = hashes->len / sizeof(uint64_t);
    if (count == 0) {
        return 0;
    }
    uint64_t *sorted = (uint64_t *)(void *)hashes->data;
    qsort(sorted, count, sizeof(*sorted), compare_hashes);
    uint64_t different = 1;
    for (size_t i = 1; i < count; i++) {
        different += sorted[i] != sorted[i - 1];
    }
    return different;
}
