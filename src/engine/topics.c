/* engine/topics.c - the subscriptions of one core.
 *
 *   client ── first[kind] ──> subscription ⇄ subscription          (next, prev)
 *                                  │ topic            ^
 *                                  v                  │ subscriptions[index]
 *   by_name ──────────────────>  topic ───────────────┘
 *   by_client ── topic x client ─> subscription
 *
 * A topic's subscriptions are an array without order: the last one fills the place of one that goes. Who walks it
 * from its end may remove the one he is at. */
#include "engine/topics.h"

#include <assert.h>

#include "base/hash.h"
#include "base/memory.h"

enum { TABLE_MIN = 16, SUBSCRIPTIONS_MIN = 4 };

/* ---- a table of nodes ---- */

static void resize(struct topic_table *table, size_t size) {
    struct topic_node **buckets = memory_alloc_zeroed(size * sizeof(struct topic_node *));
    for (size_t i = 0; i < table->size; i++) {
        while (table->buckets[i]) {
            struct topic_node *node = table->buckets[i];
            table->buckets[i] = node->next;
            node->next = buckets[node->hash % size];
            buckets[node->hash % size] = node;
        }
    }
    memory_free(table->buckets);
    table->buckets = buckets;
    table->size = size;
}

static struct topic_node *first_of(const struct topic_table *table, uint64_t hash) {
    return table->size > 0 ? table->buckets[hash % table->size] : NULL;
}

static void insert(struct topic_table *table, struct topic_node *node) {
    if (table->count >= table->size) {
        resize(table, table->size > 0 ? table->size * 2 : TABLE_MIN);
    }
    struct topic_node **bucket = &table->buckets[node->hash % table->size];
    node->next = *bucket;
    *bucket = node;
    table->count++;
}

static void take_out(struct topic_table *table, struct topic_node *node) {
    struct topic_node **link = &table->buckets[node->hash % table->size];
    while (*link != node) {
        link = &(*link)->next;
    }
    *link = node->next;
    table->count--;
    if (table->size > TABLE_MIN && table->count < table->size / 8) {
        resize(table, table->size / 4);
    }
}

/* ---- topics ---- */

uint64_t topic_hash(enum topic_kind kind, struct bytes name) {
    /* The same name of another kind is another topic; the odd constant is 2^64 by the golden ratio. */
    return hash_bytes(name) + (uint64_t)kind * 0x9e3779b97f4a7c15u;
}

struct topic *topics_find(const struct topics *topics, enum topic_kind kind, struct bytes name,
                          uint64_t hash) {
    for (struct topic_node *node = first_of(&topics->by_name, hash); node; node = node->next) {
        struct topic *topic = (struct topic *)node;
        if (node->hash == hash && topic->kind == kind && bytes_equal(topic_name(topic), name)) {
            return topic;
        }
    }
    return NULL;
}

/* Only this core writes the filter, so a load and a store are enough; relaxed as in topics_may_want. */
static void adjust(_Atomic uint32_t *counter, int by) {
    uint32_t value = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, value + (uint32_t)by, memory_order_relaxed);
}

static void count_topic(struct topics *topics, const struct topic *topic, int by) {
    topics->count[topic->kind] += (unsigned)by;
    if (topic->kind == TOPIC_PATTERN) {
        adjust(&topics->patterns, by);
    } else {
        adjust(&topics->filter[topic->node.hash % TOPIC_FILTER], by);
    }
}

static struct topic *make_topic(struct topics *topics, enum topic_kind kind, struct bytes name,
                                uint64_t hash) {
    struct topic *topic = memory_alloc(sizeof(*topic) + name.len);
    *topic = (struct topic){
        .node.hash = hash, .prev = topics->last[kind], .kind = kind, .name_len = name.len};
    if (name.len > 0) {
        memcpy(topic->name, name.data, name.len);
    }
    *(topic->prev ? &topic->prev->next : &topics->first[kind]) = topic;
    topics->last[kind] = topic;
    insert(&topics->by_name, &topic->node);
    count_topic(topics, topic, 1);
    return topic;
}

static void free_topic(struct topics *topics, struct topic *topic) {
    *(topic->prev ? &topic->prev->next : &topics->first[topic->kind]) = topic->next;
    *(topic->next ? &topic->next->prev : &topics->last[topic->kind]) = topic->prev;
    take_out(&topics->by_name, &topic->node);
    count_topic(topics, topic, -1);
    memory_free(topic->subscriptions);
    memory_free(topic);
}

/* ---- subscriptions ---- */

static uint64_t hash_of_subscription(const struct topic *topic, const struct client *client) {
    uint64_t mixed = (topic->node.hash ^ client->id) * 0x9e3779b97f4a7c15u;
    return mixed ^ mixed >> 32;
}

static struct subscription *find_subscription(const struct topics *topics,
                                              const struct topic *topic,
                                              const struct client *client) {
    uint64_t hash = hash_of_subscription(topic, client);
    for (struct topic_node *node = first_of(&topics->by_client, hash); node; node = node->next) {
        struct subscription *subscription = (struct subscription *)node;
        if (subscription->topic == topic && subscription->client == client) {
            return subscription;
        }
    }
    return NULL;
}

static void add_to_topic(struct topic *topic, struct subscription *subscription) {
    if (topic->count == topic->size) {
        topic->size = topic->size > 0 ? topic->size * 2 : SUBSCRIPTIONS_MIN;
        topic->subscriptions =
            memory_realloc(topic->subscriptions, topic->size * sizeof(struct subscription *));
    }
    subscription->index = topic->count;
    topic->subscriptions[topic->count++] = subscription;
}

bool topics_add(struct topics *topics, struct client *client, enum topic_kind kind,
                struct bytes name) {
    uint64_t hash = topic_hash(kind, name);
    struct topic *topic = topics_find(topics, kind, name, hash);
    if (!topic) {
        topic = make_topic(topics, kind, name, hash);
    } else if (find_subscription(topics, topic, client)) {
        return false;
    }
    topics->clients += !client_is_subscribed(client);
    struct client_topics *own = &client->topics;
    struct subscription *subscription = memory_alloc(sizeof(*subscription));
    *subscription = (struct subscription){
        .node.hash = hash_of_subscription(topic, client),
        .prev = own->last[kind],
        .topic = topic,
        .client = client,
    };
    *(own->last[kind] ? &own->last[kind]->next : &own->first[kind]) = subscription;
    own->last[kind] = subscription;
    own->count[kind]++;
    insert(&topics->by_client, &subscription->node);
    add_to_topic(topic, subscription);
    return true;
}

static void remove_subscription(struct topics *topics, struct subscription *subscription) {
    struct topic *topic = subscription->topic;
    struct client_topics *own = &subscription->client->topics;
    enum topic_kind kind = topic->kind;
    *(subscription->prev ? &subscription->prev->next : &own->first[kind]) = subscription->next;
    *(subscription->next ? &subscription->next->prev : &own->last[kind]) = subscription->prev;
    own->count[kind]--;
    topics->clients -= !client_is_subscribed(subscription->client);
    take_out(&topics->by_client, &subscription->node);
    struct subscription *last = topic->subscriptions[--topic->count];
    topic->subscriptions[subscription->index] = last;
    last->index = subscription->index;
    memory_free(subscription);
    if (topic->count == 0) {
        free_topic(topics, topic);
    }
}

bool topics_remove(struct topics *topics, struct client *client, enum topic_kind kind,
                   struct bytes name) {
    struct topic *topic = topics_find(topics, kind, name, topic_hash(kind, name));
    struct subscription *subscription = topic ? find_subscription(topics, topic, client) : NULL;
    if (subscription) {
        remove_subscription(topics, subscription);
    }
    return subscription != NULL;
}

void topics_remove_all(struct topics *topics, struct client *client) {
    for (unsigned kind = 0; kind < TOPIC_KINDS; kind++) {
        while (client->topics.first[kind]) {
            remove_subscription(topics, client->topics.first[kind]);
        }
    }
}

void topics_clear(struct topics *topics) {
    assert(topics->by_name.count == 0 && topics->by_client.count == 0);
    memory_free(topics->by_name.buckets);
    memory_free(topics->by_client.buckets);
    topics->by_name = topics->by_client = (struct topic_table){0};
}
