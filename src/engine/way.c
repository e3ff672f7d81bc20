/* engine/way.c - looking, on their shards, at the values of a request, one after the other, until none is in a snapshot's way. */
#include "engine/way.h"

#include "base/memory.h"
#include "engine/exec.h"
#include "engine/multi.h"
#include "engine/preimage.h"
#include "engine/snapshot.h"

enum { FEW = 64 }; /* elements that are noted without asking */

/* One look at one value, and what comes of it. */
struct look {
    struct preimage_wait wait;
    struct mail mail;
    struct core *home;
    const struct batch_request *request;
    uint64_t
        least; /* elements that are changed at least: by what else belongs to its transaction */
    unsigned db;
    struct key key;
    bool is_in_the_way;
    struct event passed;
};

static bool changes_data(const struct batch_request *request) {
    return request->kind != KIND_BAD && (request->command->row->flags & WRITE) != 0;
}

/* What it may change as far as that is known without the value. */
static uint64_t changes_at_most(const struct batch_request *request) {
    if (!changes_data(request)) {
        return 0;
    }
    return request->command->row->changes ? FEW + 1 : request->argc;
}

bool way_is_wanted(const struct client *client, const struct batch_request *request) {
    if (!snapshots_are_under_way(client->core->engine) || request->kind == KIND_BAD) {
        return false;
    }
    if (!exec_is(request->command)) {
        return !client->multi && changes_at_most(request) > FEW;
    }
    uint64_t sum = 0;
    for (unsigned i = 0; client->multi && i < client->multi->count && sum <= FEW; i++) {
        sum += changes_at_most(&client->multi->requests[i]);
    }
    return sum > FEW;
}

static void hear_at_home(struct mail *mail) {
    struct look *look = (struct look *)((char *)mail - offsetof(struct look, mail));
    event_signal(&look->passed);
}

static void has_passed(struct preimage_wait *wait) {
    struct look *look = (struct look *)wait;
    look->mail.deliver = hear_at_home;
    mail_post(look->home->loop, &look->mail);
}

static void look_here(struct core *core, void *arg) {
    struct look *look = arg;
    const struct batch_request *request = look->request;
    const struct command *row = request->command->row;
    const struct entry *value = keyspace_peek(core->shard.keyspace, look->db, &look->key);
    uint64_t elements = request->argc;
    if (value && row->changes) {
        elements = row->changes(request->argv, request->argc, value);
    }
    elements = elements > look->least ? elements : look->least;
    look->wait.passed = has_passed;
    look->is_in_the_way =
        value && elements > FEW &&
        snapshot_is_in_the_way(&core->shard, look->db, &look->key, elements, &look->wait);
}

/* Until no snapshot has anything of this value left to write, or little changes. */
static void look_at(struct client *client, const struct batch_request *request, struct key key,
                    uint64_t least) {
    struct core *home = client->core;
    struct look look = {
        .home = home, .request = request, .least = least, .db = client->db, .key = key};
    do {
        look.passed = (struct event){0};
        core_run_on(core_of_key(home->engine, &key), look_here, &look);
        if (look.is_in_the_way) {
            home->stats.delayed_writes++;
            event_wait(&look.passed);
        }
    } while (look.is_in_the_way);
}

static void look_at_keys(struct client *client, const struct batch_request *request,
                         uint64_t least) {
    unsigned *indices = memory_alloc(request->argc * sizeof(*indices));
    uint16_t *use = memory_alloc(request->argc * sizeof(*use));
    int count =
        command_keys(request->command, request->argv, request->argc, indices, use, request->argc);
    for (int i = 0; i < count; i++) {
        if (use[i] & KEY_EXCLUSIVE) {
            look_at(client, request, key_of(request->argv[indices[i]]), least);
        }
    }
    memory_free(indices);
    memory_free(use);
}

/* Of a transaction each value may be changed by all commands up to the one that is looked at. */
static void look_at_queue(struct client *client, const struct multi *multi) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < multi->count; i++) {
        const struct batch_request *request = &multi->requests[i];
        uint64_t changes = changes_at_most(request);
        sum += changes;
        if (changes > 0 && sum > FEW) {
            look_at_keys(client, request, sum);
        }
    }
}

void way_make(struct client *client, const struct batch_request *request) {
    if (!exec_is(request->command)) {
        look_at_keys(client, request, 0);
    } else if (client->multi) {
        look_at_queue(client, client->multi);
    }
}
