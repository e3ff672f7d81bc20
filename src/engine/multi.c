/* engine/multi.c - the queue of a MULTI.
 *
 * Copies stand in blocks, one behind the other: a queued request is its array of arguments, then their bytes. Queues
 * that stayed small are kept on the core for the next MULTI, so that one of a few commands asks the allocator for
 * nothing. */
#include "engine/multi.h"

#include "base/memory.h"
#include "engine/execute.h"
#include "engine/watch.h"
#include "sys/machine.h"

enum { BLOCK_BYTES = 4096, REQUESTS_FIRST = 16, KEPT_MAX = 16 };

struct multi_block {
    struct multi_block *next;
    size_t used, size;
    _Alignas(8) char data[];
};

static struct multi_block *create_block(size_t size) {
    struct multi_block *block = memory_alloc(sizeof(*block) + size);
    *block = (struct multi_block){.size = size};
    return block;
}

static struct multi *create(void) {
    struct multi *multi = memory_alloc_zeroed(sizeof(*multi));
    multi->size = REQUESTS_FIRST;
    multi->requests = memory_alloc(multi->size * sizeof(*multi->requests));
    multi->blocks = create_block(BLOCK_BYTES - sizeof(struct multi_block));
    multi->bytes = BLOCK_BYTES + multi->size * sizeof(*multi->requests);
    return multi;
}

static void destroy(struct multi *multi) {
    while (multi->blocks) {
        struct multi_block *block = multi->blocks;
        multi->blocks = block->next;
        memory_free(block);
    }
    buffer_clear(&multi->messages);
    memory_free(multi->requests);
    memory_free(multi);
}

static void give_back(struct core *core, struct multi *multi) {
    if (multi->blocks->next || multi->size > REQUESTS_FIRST || core->free_multi_count >= KEPT_MAX) {
        destroy(multi);
        return;
    }
    multi->blocks->used = 0;
    multi->count = 0;
    multi->flags = 0;
    multi->is_refused = multi->needs_data = multi->needs_fiber = multi->is_elsewhere = false;
    multi->next_free = core->free_multis;
    core->free_multis = multi;
    core->free_multi_count++;
}

void core_free_multis(struct core *core) {
    while (core->free_multis) {
        struct multi *multi = core->free_multis;
        core->free_multis = multi->next_free;
        destroy(multi);
    }
    core->free_multi_count = 0;
}

void multi_begin(struct client *client) {
    struct core *core = client->core;
    if (core->free_multis) {
        client->multi = core->free_multis;
        core->free_multis = client->multi->next_free;
        core->free_multi_count--;
    } else {
        client->multi = create();
    }
}

void multi_end(struct client *client) {
    if (client->multi) {
        give_back(client->core, client->multi);
        client->multi = NULL;
    }
    watch_abandon(client);
}

static char *obtain(struct multi *multi, size_t size) {
    struct multi_block *block = multi->blocks;
    size = (size + 7) & ~(size_t)7;
    if (block->size - block->used < size) {
        size_t least = BLOCK_BYTES - sizeof(*block);
        block = create_block(size > least ? size : least);
        block->next = multi->blocks;
        multi->blocks = block;
        multi->bytes += sizeof(*block) + block->size;
    }
    char *place = block->data + block->used;
    block->used += size;
    return place;
}

static struct bytes *copy_arguments(struct multi *multi, const struct batch_request *request) {
    size_t len = request->argc * sizeof(struct bytes);
    for (unsigned i = 0; i < request->argc; i++) {
        len += request->argv[i].len;
    }
    char *place = obtain(multi, len);
    struct bytes *argv = (struct bytes *)(void *)place;
    place += request->argc * sizeof(struct bytes);
    for (unsigned i = 0; i < request->argc; i++) {
        struct bytes argument = request->argv[i];
        argv[i] = bytes_of(place, argument.len);
        if (argument.len > 0) {
            memcpy(place, argument.data, argument.len);
        }
        place += argument.len;
    }
    return argv;
}

/* The key's name is a view of an argument; it becomes one of the copy. */
static void move_key(struct batch_request *queued, const struct batch_request *request) {
    for (unsigned i = 0; i < request->argc; i++) {
        if (request->argv[i].data == request->key.name.data) {
            queued->key.name = queued->argv[i];
            return;
        }
    }
}

static void append(struct client *client, const struct batch_request *request) {
    struct multi *multi = client->multi;
    if (multi->count == multi->size) {
        multi->bytes += multi->size * sizeof(*multi->requests);
        multi->size *= 2;
        multi->requests = memory_realloc(multi->requests, multi->size * sizeof(*multi->requests));
    }
    struct batch_request *queued = &multi->requests[multi->count++];
    *queued = *request;
    queued->argv = copy_arguments(multi, request);
    multi->flags |= request->command->row->flags;
    multi->needs_data |= !(request->command->row->flags & LOADING);
    if (request->kind == KIND_GROUP) {
        move_key(queued, request);
        multi->is_elsewhere |= request->core != client->core;
    }
    multi->needs_fiber |= request->kind == KIND_FIBER;
}

static bool exceeds_limit(struct client *client) {
    if (client->multi->bytes <= client->core->settings->client_query_buffer_limit) {
        return false;
    }
    log_line('#', "Closing client that reached max query buffer length by MULTI: id=%llu addr=%s",
             (unsigned long long)client->id, client->address.peer);
    client->core->stats.query_limit_closed++;
    client_close(client, false);
    return true;
}

bool multi_takes(struct client *client, const struct batch_request *request, struct reply *reply) {
    uint32_t flags = request->command->row->flags;
    if (!client->multi || (flags & RUNS_IN_MULTI)) {
        return false;
    }
    struct core *core = client->core;
    struct call call = {.command = request->command, .reply = reply};
    client->last_command = request->command;
    if (flags & NO_MULTI) {
        reply_error(reply, "ERR Command not allowed inside a transaction");
        core_stats_of(core, request->command)->rejected++;
        multi_refuse(client);
    } else if (execute_refuses_oom(core, &call) || /* whatever it is: the queue takes memory */
               execute_refuses_misconf(core, &call)) {
        multi_refuse(client);
    } else {
        /* What will not run need not be kept. */
        if (!client->multi->is_refused && !watch_is_dirty(client)) {
            append(client, request);
        }
        if (!exceeds_limit(client)) {
            reply_status(reply, "QUEUED");
        }
    }
    return true;
}

void multi_refuse(struct client *client) {
    if (client->multi) {
        client->multi->is_refused = true;
    }
}

int multi_count(const struct client *client) {
    return client->multi ? (int)client->multi->count : -1;
}

size_t multi_bytes(const struct client *client) {
    return client->multi ? client->multi->bytes : 0;
}
