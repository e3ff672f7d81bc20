/* tests/unit/engine/topics_test.c - subscriptions, checked against a plain table of who wants what. */
#include "engine/topics.h"

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "base/memory.h"

enum { CLIENTS = 7, NAMES = 40 };

static struct bytes name_of(char text[16], unsigned number) {
    return bytes_of(text, (size_t)snprintf(text, 16, "name%u", number));
}

static struct topics *make_topics(void) {
    return memory_alloc_zeroed(sizeof(struct topics));
}

static void free_topics(struct topics *topics) {
    topics_clear(topics);
    memory_free(topics);
}

TEST(a_subscription_counts_once) {
    struct topics *topics = make_topics();
    struct client client = {.id = 1};
    struct bytes name = BYTES_LITERAL("a");
    CHECK(topics_add(topics, &client, TOPIC_CHANNEL, name));
    CHECK(!topics_add(topics, &client, TOPIC_CHANNEL, name));
    CHECK(topics_add(topics, &client, TOPIC_SHARD, name));
    CHECK_EQ(client.topics.count[TOPIC_CHANNEL], 1);
    CHECK_EQ(topics->clients, 1);
    CHECK(!topics_remove(topics, &client, TOPIC_PATTERN, name));
    CHECK(topics_remove(topics, &client, TOPIC_CHANNEL, name));
    CHECK(client_is_subscribed(&client));
    topics_remove_all(topics, &client);
    CHECK(!client_is_subscribed(&client));
    CHECK_EQ(topics->clients, 0);
    free_topics(topics);
}

TEST(an_empty_name_is_a_name) {
    struct topics *topics = make_topics();
    struct client client = {.id = 1};
    CHECK(topics_add(topics, &client, TOPIC_CHANNEL, bytes_of(NULL, 0)));
    CHECK(topics_find(topics, TOPIC_CHANNEL, bytes_of("", 0),
                      topic_hash(TOPIC_CHANNEL, bytes_of("", 0))) != NULL);
    CHECK(topics_remove(topics, &client, TOPIC_CHANNEL, bytes_of("", 0)));
    free_topics(topics);
}

TEST(the_subscriptions_of_a_client_are_in_their_order) {
    struct topics *topics = make_topics();
    struct client client = {.id = 1};
    char text[16];
    for (unsigned i = 0; i < NAMES; i++) {
        topics_add(topics, &client, TOPIC_PATTERN, name_of(text, i));
    }
    topics_remove(topics, &client, TOPIC_PATTERN, name_of(text, 3));
    unsigned i = 0;
    for (struct subscription *at = client.topics.first[TOPIC_PATTERN]; at; at = at->next) {
        CHECK(bytes_equal(topic_name(at->topic), name_of(text, i)));
        i += i == 2 ? 2 : 1;
    }
    CHECK_EQ(i, NAMES);
    topics_remove_all(topics, &client);
    free_topics(topics);
}

static bool wanted[TOPIC_KINDS][CLIENTS][NAMES];

static void check_all(struct topics *topics, const struct client *clients) {
    for (unsigned kind = 0; kind < TOPIC_KINDS; kind++) {
        unsigned different = 0;
        for (unsigned name = 0; name < NAMES; name++) {
            char text[16];
            struct bytes bytes = name_of(text, name);
            uint64_t hash = topic_hash((enum topic_kind)kind, bytes);
            const struct topic *topic = topics_find(topics, (enum topic_kind)kind, bytes, hash);
            unsigned count = 0;
            for (unsigned client = 0; client < CLIENTS; client++) {
                count += wanted[kind][client][name];
            }
            different += count > 0;
            CHECK_EQ(topic ? topic->count : 0, count);
            for (unsigned i = 0; i < count; i++) {
                const struct subscription *subscription = topic->subscriptions[i];
                CHECK(subscription->index == i && subscription->topic == topic);
                CHECK(wanted[kind][subscription->client - clients][name]);
            }
            if (count > 0) {
                CHECK(topics_may_want(topics, TOPIC_CHANNEL, hash));
            }
        }
        CHECK_EQ(topics->count[kind], different);
    }
}

TEST(random_subscriptions_are_those_of_the_model) {
    struct topics *topics = make_topics();
    struct client clients[CLIENTS] = {{.id = 0}};
    for (unsigned i = 0; i < CLIENTS; i++) {
        clients[i].id = i + 1;
    }
    memset(wanted, 0, sizeof(wanted));
    for (unsigned step = 0; step < 20000; step++) {
        unsigned kind = (unsigned)check_random() % TOPIC_KINDS,
                 client = (unsigned)check_random() % CLIENTS;
        unsigned name = (unsigned)check_random() % NAMES, action = (unsigned)check_random() % 100;
        char text[16];
        struct bytes bytes = name_of(text, name);
        bool *is_wanted = &wanted[kind][client][name];
        if (action == 0) {
            topics_remove_all(topics, &clients[client]);
            for (unsigned k = 0; k < TOPIC_KINDS; k++) {
                memset(wanted[k][client], 0, sizeof(wanted[k][client]));
            }
        } else if (action < 50) {
            CHECK(topics_add(topics, &clients[client], (enum topic_kind)kind, bytes) != *is_wanted);
            *is_wanted = true;
        } else {
            CHECK(topics_remove(topics, &clients[client], (enum topic_kind)kind, bytes) ==
                  *is_wanted);
            *is_wanted = false;
        }
        if (step % 50 == 0) {
            check_all(topics, clients);
        }
    }
    for (unsigned i = 0; i < CLIENTS; i++) {
        topics_remove_all(topics, &clients[i]);
    }
    for (unsigned i = 0; i < TOPIC_FILTER; i++) {
        CHECK_EQ(atomic_load(&topics->filter[i]), 0);
    }
    free_topics(topics);
}
