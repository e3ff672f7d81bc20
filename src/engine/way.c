/* engine/way.c - looking, on their shards, at the values of a request, until none is in a snapshot's way. */
#include "engine/way.h"

#include "base/memory.h"
#include "engine/exec.h"
#include "engine/multi.h"
#include "engine/preimage.h"
#include "engine/snapshot.h"

enum {
    FEW = 64, /* elements that are noted, and keys whose regions are written, without asking */
    KEYS_OF_TURN = 64 /* that are looked at in one: each may make a region be written */
};

/* The keys of a request, and where the looking at them stands. */
struct look {
    struct preimage_wait wait;
    struct mail mail;
    struct core *home;
    const struct batch_request *request;
    uint64_t least; /* elements are changed: by what else belongs to its transaction */
    unsigned db;
    const struct key *keys;
    unsigned count, next;
    bool is_in_the_way; /* the next one is */
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
    const struct command *row = request->command->row;
    return row->changes ? row->changes(request->argv, request->argc, NULL) : request->argc;
}

static uint64_t plus(uint64_t sum, uint64_t changes) {
    return changes < UINT64_MAX - sum ? sum + changes : UINT64_MAX;
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
        sum = plus(sum, changes_at_most(&client->multi->requests[i]));
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

/* Of several keys each has its value replaced, or one element of it changed. */
static uint64_t elements_of(const struct look *look, const struct entry *value) {
    const struct batch_request *request = look->request;
    const struct command *row = request->command->row;
    uint64_t elements = look->count > 1 ? 1 : request->argc;
    if (row->changes) {
        elements = value ? row->changes(request->argv, request->argc, value) : 0;
    }
    return elements > look->least ? elements : look->least;
}

/* To the next key of this core. */
static void move_on(struct look *look, const struct core *core) {
    while (look->next < look->count && core_of_key(core->engine, &look->keys[look->next]) != core) {
        look->next++;
    }
}

static void look_here(struct core *core, void *arg) {
    struct look *look = arg;
    struct shard *shard = &core->shard;
    look->is_in_the_way = false;
    for (unsigned n = 0; n < KEYS_OF_TURN && look->next < look->count; n++) {
        const struct key *key = &look->keys[look->next];
        const struct entry *value = keyspace_peek(shard->keyspace, look->db, key);
        look->is_in_the_way =
            snapshot_is_in_the_way(shard, look->db, key, elements_of(look, value), &look->wait);
        if (look->is_in_the_way) {
            return; /* and looks at it again */
        }
        look->next++;
        move_on(look, core);
    }
}

/* Until no snapshot has anything left to write of what this core has of the keys, or little changes. */
static void look_on(struct core *core, struct look *look) {
    look->next = 0;
    move_on(look, core);
    while (look->next < look->count) {
        look->passed = (struct event){0};
        core_run_on(core, look_here, look);
        if (look->is_in_the_way) {
            look->home->stats.delayed_writes++;
            event_wait(&look->passed);
        }
    }
}

static void look_at(struct client *client, const struct batch_request *request, uint64_t least) {
    struct engine *engine = client->core->engine;
    unsigned *indices = memory_alloc(request->argc * sizeof(*indices));
    uint16_t *use = memory_alloc(request->argc * sizeof(*use));
    struct key *keys = memory_alloc(request->argc * sizeof(*keys));
    struct look look = {.wait.passed = has_passed,
                        .home = client->core,
                        .request = request,
                        .least = least,
                        .db = client->db,
                        .keys = keys};
    int count =
        command_keys(request->command, request->argv, request->argc, indices, use, request->argc);
    for (int i = 0; i < count; i++) {
        if (use[i] & KEY_EXCLUSIVE) {
            keys[look.count++] = key_of(request->argv[indices[i]]);
        }
    }
    for (unsigned i = 0; i < engine->core_count; i++) {
        look_on(engine->cores[i], &look);
    }
    memory_free(indices);
    memory_free(use);
    memory_free(keys);
}

/* Of a transaction each value may be changed by all commands up to the one that is looked at. */
static void look_at_queue(struct client *client, const struct multi *multi) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < multi->count; i++) {
        const struct batch_request *request = &multi->requests[i];
        uint64_t changes = changes_at_most(request);
        sum = plus(sum, changes);
        if (changes > 0 && sum > FEW) {
            look_at(client, request, sum);
        }
    }
}

void way_make(struct client *client, const struct batch_request *request) {
    if (!exec_is(request->command)) {
        look_at(client, request, 0);
    } else if (client->multi) {
        look_at_queue(client, client->multi);
    }
}
