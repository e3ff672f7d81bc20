/* server/memory_command.c - MEMORY: what a key takes, and where the memory of the whole server is.
 */
#include "base/memory.h"
#include "base/number.h"
#include "engine/store.h"
#include "engine/core.h"
#include "server/families.h"
#include "server/instance.h"

/* SAMPLES is read and has no effect: sizes are counted, not estimated. */
static void memory_usage(struct call *call) {
    for (unsigned i = 3; i < call->argc; i += 2) {
        int64_t samples;
        if (!bytes_is(call->argv[i], "samples") || i + 1 == call->argc) {
            reply_error_syntax(call->reply);
            return;
        }
        if (!arg_integer(call, i + 1, &samples)) {
            return;
        }
        if (samples < 0) {
            reply_error_syntax(call->reply);
            return;
        }
    }
    const struct entry *entry = store_peek(call, &call->key);
    if (entry) {
        reply_integer(call->reply, (int64_t)entry_memory(entry));
    } else {
        reply_nil(call->reply);
    }
}

/* ---- sums over all cores ---- */

struct memory_part {
    struct keyspace_memory keyspace;
    uint64_t keys, clients, clients_largest_output;
};

struct memory_sum {
    struct memory_part data;
    uint64_t used, peak, rss, startup, clients_count;
};

static void measure_here(struct core *core, void *arg) {
    struct memory_part *part = &((struct memory_part *)arg)[core->index];
    keyspace_memory(core->shard.keyspace, &part->keyspace);
    for (unsigned db = 0; db < core->engine->databases; db++) {
        struct keyspace_facts facts;
        keyspace_facts(core->shard.keyspace, db, &facts);
        part->keys += facts.keys;
    }
    for (const struct client *client = core->clients_first; client; client = client->next) {
        struct client_memory memory;
        client_memory(client, &memory);
        part->clients += memory.total;
        if (memory.unsent > part->clients_largest_output) {
            part->clients_largest_output = memory.unsent;
        }
    }
}

static void measure(struct engine *engine, struct memory_sum *sum) {
    struct memory_part *parts = memory_alloc_zeroed(engine->core_count * sizeof(*parts));
    core_run_on_all(engine, measure_here, parts);
    *sum = (struct memory_sum){.used = engine_memory_used(engine)};
    for (unsigned i = 0; i < engine->core_count; i++) {
        const struct memory_part *part = &parts[i];
        sum->data.keyspace.entries_bytes += part->keyspace.entries_bytes;
        sum->data.keyspace.slab_bytes += part->keyspace.slab_bytes;
        sum->data.keyspace.index_bytes += part->keyspace.index_bytes;
        sum->data.keyspace.pending_free_bytes += part->keyspace.pending_free_bytes;
        sum->data.keys += part->keys;
        sum->data.clients += part->clients;
        if (part->clients_largest_output > sum->data.clients_largest_output) {
            sum->data.clients_largest_output = part->clients_largest_output;
        }
    }
    memory_free(parts);
    uint64_t startup =
        atomic_load_explicit(&server_instance()->memory_at_start, memory_order_relaxed);
    sum->startup = startup < sum->used ? startup : sum->used;
    sum->clients_count = atomic_load_explicit(&engine->client_count, memory_order_relaxed);
    sum->peak = atomic_load_explicit(&engine->memory_peak, memory_order_relaxed);
    sum->peak = sum->used > sum->peak ? sum->used : sum->peak;
    struct process_facts facts;
    process_facts(&facts);
    sum->rss = facts.rss;
}

/* ---- MEMORY STATS ---- */

static double ratio(uint64_t part, uint64_t whole) {
    return whole > 0 ? (double)part / (double)whole : 0;
}

struct stat {
    const char *name;
    bool is_ratio;
    int64_t count;
    double ratio;
};

static void reply_stats(struct reply *reply, const struct stat *stats, unsigned count) {
    reply_map(reply, count);
    for (unsigned i = 0; i < count; i++) {
        reply_bulk_string(reply, stats[i].name);
        if (stats[i].is_ratio) {
            reply_double(reply, stats[i].ratio);
        } else {
            reply_integer(reply, stats[i].count);
        }
    }
}

#define COUNT(stat_name, value) \
    { .name = (stat_name), .count = (int64_t)(value) }
#define RATIO(stat_name, value) \
    { .name = (stat_name), .is_ratio = true, .ratio = (value) }

static void memory_stats(struct call *call) {
    struct memory_sum sum;
    measure(call->client->core->engine, &sum);
    uint64_t overhead = sum.startup + sum.data.clients + sum.data.keyspace.index_bytes;
    overhead = overhead < sum.used ? overhead : sum.used;
    uint64_t data = sum.used - overhead, keys = sum.data.keys;
    const struct stat stats[] = {
        COUNT("peak.allocated", sum.peak),
        COUNT("total.allocated", sum.used),
        COUNT("startup.allocated", sum.startup),
        COUNT("replication.backlog", 0),
        COUNT("clients.slaves", 0),
        COUNT("clients.normal", sum.data.clients),
        COUNT("cluster.links", 0),
        COUNT("aof.buffer", 0),
        COUNT("lua.caches", 0),
        COUNT("functions.caches", 0),
        COUNT("index.bytes", sum.data.keyspace.index_bytes),
        COUNT("slabs.bytes", sum.data.keyspace.slab_bytes),
        COUNT("lazyfree.bytes", sum.data.keyspace.pending_free_bytes),
        COUNT("overhead.total", overhead),
        COUNT("keys.count", keys),
        COUNT("keys.bytes-per-key", keys ? (sum.used - sum.startup) / keys : 0),
        COUNT("dataset.bytes", data),
        RATIO("dataset.percentage", 100 * ratio(data, sum.used - sum.startup)),
        RATIO("peak.percentage", 100 * ratio(sum.used, sum.peak)),
        COUNT("allocator.allocated", sum.used),
        COUNT("allocator.resident", sum.rss),
        RATIO("fragmentation", ratio(sum.rss, sum.used)),
        COUNT("fragmentation.bytes", (int64_t)sum.rss - (int64_t)sum.used),
    };
    reply_stats(call->reply, stats, sizeof(stats) / sizeof(stats[0]));
}

/* ---- MEMORY DOCTOR ---- */

enum { SMALL_BYTES = 5 << 20, CLIENT_LARGE_BYTES = 200 << 10, OUTPUT_LARGE_BYTES = 32 << 20 };

static void print_diagnosis(const struct memory_sum *sum, struct buffer *out) {
    if (sum->used < SMALL_BYTES) {
        buffer_append_text(out, "There is too little in memory for a diagnosis.\n");
        return;
    }
    if (ratio(sum->peak, sum->used) > 1.5) {
        buffer_printf(
            out,
            "* Peak: the server once used %.1f times what it uses now (%llu bytes). Until "
            "it has grown again, fragmentation looks larger than it is. MEMORY PURGE "
            "gives memory back.\n",
            ratio(sum->peak, sum->used), (unsigned long long)sum->peak);
    } else if (ratio(sum->rss, sum->used) > 1.4) {
        buffer_printf(out,
                      "* Fragmentation: the process holds %.1f times what it uses. Many values "
                      "changed their size, or many were deleted. MEMORY PURGE gives memory back.\n",
                      ratio(sum->rss, sum->used));
    }
    uint64_t held = sum->data.keyspace.slab_bytes;
    if (ratio(held, sum->data.keyspace.entries_bytes) > 1.5 && held > SMALL_BYTES) {
        buffer_append_text(out, "* Slabs: less than two thirds of the places for entries are in "
                                "use; new entries will fill them.\n");
    }
    if (sum->clients_count > 0 && sum->data.clients / sum->clients_count > CLIENT_LARGE_BYTES) {
        buffer_append_text(out, "* Clients: connections hold more than 200 KiB on average. Look "
                                "for large omem or qbuf in CLIENT LIST.\n");
    }
    if (sum->data.clients_largest_output > OUTPUT_LARGE_BYTES) {
        buffer_append_text(out, "* Slow reader: a connection does not read its replies (see omem "
                                "in CLIENT LIST); client-output-buffer-limit can close it.\n");
    }
    if (out->len == 0) {
        buffer_append_text(out, "No problem of memory was found.\n");
    }
}

static void memory_doctor(struct call *call) {
    struct memory_sum sum;
    struct buffer text = {0};
    measure(call->client->core->engine, &sum);
    print_diagnosis(&sum, &text);
    reply_verbatim(call->reply, "txt", buffer_view(&text));
    buffer_clear(&text);
}

static void memory_malloc_stats(struct call *call) {
    struct memory_sum sum;
    struct buffer text = {0};
    measure(call->client->core->engine, &sum);
    const struct keyspace_memory *keyspace = &sum.data.keyspace;
    buffer_printf(&text, "allocated %llu bytes in all, resident %llu\n",
                  (unsigned long long)sum.used, (unsigned long long)sum.rss);
    buffer_printf(&text, "slabs     %llu bytes, of which %llu hold entries\n",
                  (unsigned long long)keyspace->slab_bytes,
                  (unsigned long long)keyspace->entries_bytes);
    buffer_printf(&text, "index     %llu bytes\nto free   %llu bytes\n",
                  (unsigned long long)keyspace->index_bytes,
                  (unsigned long long)keyspace->pending_free_bytes);
    buffer_printf(&text, "clients   %llu bytes\n", (unsigned long long)sum.data.clients);
    reply_verbatim(call->reply, "txt", buffer_view(&text));
    buffer_clear(&text);
}

static void purge_here(struct core *core, void *arg) {
    (void)core;
    (void)arg;
    block_trim();
    memory_purge();
}

static void memory_purge_all(struct call *call) {
    core_run_on_all(call->client->core->engine, purge_here, NULL);
    reply_ok(call->reply);
}

static void memory_help(struct call *call) {
    static const char *const lines[] = {
        "DOCTOR",
        "    Return memory problems reports.",
        "MALLOC-STATS",
        "    Return internal statistics report from the memory allocator.",
        "PURGE",
        "    Attempt to purge dirty pages for reclamation by the allocator.",
        "STATS",
        "    Return information about the memory usage of the server.",
        "USAGE <key> [SAMPLES <count>]",
        "    Return memory in bytes used by <key> and its value.",
        NULL,
    };
    reply_help(call->reply, "memory", lines);
}

#define OF_ALL_SHARDS \
    .tips = "nondeterministic_output|request_policy:all_shards|response_policy:special"

const struct command memory_commands[] = {
    {"MEMORY", "", NULL, 0, NO_KEYS, "4.0.0", "Depends on subcommand.",
     "A container for commands on memory.", GROUP_SERVER, NULL},
    {"MEMORY|USAGE", "key [SAMPLES count]", memory_usage, READONLY, KEY_AT(2, KEY_RO), "4.0.0",
     "O(1)", "Says how many bytes a key takes.", GROUP_SERVER, NULL},
    {"MEMORY|STATS", "", memory_stats, ON_FIBER, NO_KEYS, "4.0.0", "O(1)",
     "Says where the memory is.", GROUP_SERVER, NULL, OF_ALL_SHARDS},
    {"MEMORY|DOCTOR", "", memory_doctor, ON_FIBER, NO_KEYS, "4.0.0", "O(1)",
     "Says what may be wrong with the memory.", GROUP_SERVER, NULL, OF_ALL_SHARDS},
    {"MEMORY|PURGE", "", memory_purge_all, ON_FIBER, NO_KEYS, "4.0.0", "Depends on the allocator.",
     "Gives unused memory back to the system.", GROUP_SERVER, NULL,
     .tips = "request_policy:all_shards|response_policy:all_succeeded"},
    {"MEMORY|MALLOC-STATS", "", memory_malloc_stats, ON_FIBER, NO_KEYS, "4.0.0", "O(1)",
     "Returns what the allocator counts.", GROUP_SERVER, NULL, OF_ALL_SHARDS},
    {"MEMORY|HELP", "", memory_help, LOADING | STALE | ON_CONNECTION, NO_KEYS, "4.0.0", "O(1)",
     "Lists the subcommands.", GROUP_SERVER, NULL},
    {0},
};
