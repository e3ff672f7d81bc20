/* server/slowlog.c - noting slow commands, and SLOWLOG. */
#include "server/slowlog.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/number.h"
#include "server/families.h"

enum { ARGS_MAX = 32, ARG_LEN_MAX = 128 };

static void set_argument(struct slow_entry *entry, unsigned index, struct bytes text) {
    entry->argv[index] = memory_copy_text(text);
    entry->lens[index] = text.len;
}

/* Long arguments are cut and many are counted, so that an entry is small whatever was sent. */
static void keep_argument(struct slow_entry *entry, unsigned index, struct bytes text) {
    if (text.len <= ARG_LEN_MAX) {
        set_argument(entry, index, text);
        return;
    }
    char cut[ARG_LEN_MAX + 64];
    memcpy(cut, text.data, ARG_LEN_MAX);
    int more = snprintf(cut + ARG_LEN_MAX, sizeof(cut) - ARG_LEN_MAX, "... (%zu more bytes)",
                        text.len - ARG_LEN_MAX);
    set_argument(entry, index, bytes_of(cut, ARG_LEN_MAX + (size_t)more));
}

static void keep_arguments(struct slow_entry *entry, const struct bytes *argv, unsigned argc,
                           const struct command *row) {
    entry->argc = argc < ARGS_MAX ? argc : ARGS_MAX;
    entry->argv = memory_alloc(entry->argc * sizeof(*entry->argv));
    entry->lens = memory_alloc(entry->argc * sizeof(*entry->lens));
    for (unsigned i = 0; i < entry->argc; i++) {
        if (argc > ARGS_MAX && i == ARGS_MAX - 1) {
            char text[64];
            int len = snprintf(text, sizeof(text), "... (%u more arguments)", argc - ARGS_MAX + 1);
            set_argument(entry, i, bytes_of(text, (size_t)len));
        } else if (row->is_secret && row->is_secret(argv, argc, i)) {
            set_argument(entry, i, BYTES_LITERAL("(redacted)"));
        } else {
            keep_argument(entry, i, argv[i]);
        }
    }
}

static void destroy_entry(struct slow_entry *entry) {
    for (unsigned i = 0; i < entry->argc; i++) {
        memory_free(entry->argv[i]);
    }
    memory_free(entry->argv);
    memory_free(entry->lens);
    memory_free(entry->client_name);
    memory_free(entry);
}

/* Drops the oldest entries of this core until at most so many are left. */
static void trim(struct core *core, uint64_t len_max) {
    if (core->slowlog_len <= len_max) {
        return;
    }
    struct slow_entry **link = &core->slowlog_newest;
    for (uint64_t kept = 0; kept < len_max; kept++) {
        link = &(*link)->next;
    }
    struct slow_entry *entry = *link;
    *link = NULL;
    core->slowlog_len = (unsigned)len_max;
    while (entry) {
        struct slow_entry *next = entry->next;
        destroy_entry(entry);
        entry = next;
    }
}

void slowlog_clear(struct core *core) {
    trim(core, 0);
}

void slowlog_note(struct core *core, const struct client *client, const struct bytes *argv,
                  unsigned argc, const struct command_entry *command, uint64_t duration_us) {
    int64_t limit_us = core->settings->slowlog_log_slower_than_us;
    if (limit_us < 0 || (int64_t)duration_us < limit_us || core->settings->slowlog_max_len == 0 ||
        (command->row->flags & SKIP_SLOWLOG)) {
        return;
    }
    struct slow_entry *entry = memory_alloc_zeroed(sizeof(*entry));
    entry->id = rmw_add(&core->engine->slowlog_id, 1, memory_order_relaxed);
    entry->time_s = loop_wall_ms(core->loop) / 1000;
    entry->duration_us = (int64_t)duration_us;
    keep_arguments(entry, argv, argc, command->row);
    if (client) {
        snprintf(entry->peer, sizeof(entry->peer), "%s", client->address.peer);
        entry->client_name = client->name ? memory_copy_text(bytes_of_string(client->name)) : NULL;
    }
    entry->next = core->slowlog_newest;
    core->slowlog_newest = entry;
    core->slowlog_len++;
    core->stats.slowlog_added++;
    uint64_t len_max = core->settings->slowlog_max_len;
    if (core->slowlog_len > len_max + len_max / 8) { /* finding the end costs a walk */
        trim(core, len_max);
    }
}

/* What one core has, written as replies in the version that was asked for, with the ids beside
 * them. */
struct slow_part {
    struct buffer places; /* of struct slow_place */
    struct chain out;
};

struct slow_place {
    uint64_t id;
    size_t offset, len;
    unsigned core;
};

struct slow_get {
    uint64_t count;
    uint8_t version;
    struct slow_part *parts;
};

static void reply_entry(struct reply *reply, const struct slow_entry *entry) {
    reply_array(reply, 6);
    reply_integer(reply, (int64_t)entry->id);
    reply_integer(reply, entry->time_s);
    reply_integer(reply, entry->duration_us);
    reply_array(reply, entry->argc);
    for (unsigned i = 0; i < entry->argc; i++) {
        reply_bulk(reply, bytes_of(entry->argv[i], entry->lens[i]));
    }
    reply_bulk_string(reply, entry->peer);
    reply_bulk_string(reply, entry->client_name ? entry->client_name : "");
}

static void get_here(struct core *core, void *arg) {
    const struct slow_get *get = arg;
    struct slow_part *part = &get->parts[core->index];
    struct reply reply = {.out = &part->out, .version = get->version};
    trim(core, core->settings->slowlog_max_len); /* it may have been set since */
    uint64_t left = get->count;
    for (const struct slow_entry *entry = core->slowlog_newest; entry && left > 0; left--) {
        struct slow_place place = {.id = entry->id, .offset = part->out.len, .core = core->index};
        reply_entry(&reply, entry);
        place.len = part->out.len - place.offset;
        buffer_append(&part->places, bytes_of((const char *)&place, sizeof(place)));
        entry = entry->next;
    }
}

static int compare_places(const void *a, const void *b) {
    uint64_t id_a = ((const struct slow_place *)a)->id, id_b = ((const struct slow_place *)b)->id;
    return (id_a < id_b) - (id_a > id_b); /* the newest first */
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static void reply_newest(struct call *call, uint64_t count) {
    struct engine *engine = call->client->core->engine;
    struct slow_get get = {.count = count, .version = call->reply->version};
    get.parts = memory_alloc_zeroed(engine->core_count * sizeof(*get.parts));
    core_run_on_all(engine, get_here, &get);
    struct buffer places = {0};
    for (unsigned i = 0; i < engine->core_count; i++) {
        buffer_append(&places, buffer_view(&get.parts[i].places));
    }
    struct slow_place *sorted = (struct slow_place *)(void *)places.data;
    size_t found = places.len / sizeof(*sorted);
    if (found > 0) {
        qsort(sorted, found, sizeof(*sorted), compare_places);
    }
    found = least(found, least(count, call->client->core->settings->slowlog_max_len));
    reply_array(call->reply, found);
    for (size_t i = 0; i < found; i++) {
        chain_copy_range(call->reply->out, &get.parts[sorted[i].core].out, sorted[i].offset,
                         sorted[i].len);
    }
    for (unsigned i = 0; i < engine->core_count; i++) {
        buffer_clear(&get.parts[i].places);
        chain_clear(&get.parts[i].out);
    }
    buffer_clear(&places);
    memory_free(get.parts);
}

static void slowlog_get(struct call *call) {
    int64_t count = 10;
    if (call->argc > 3) {
        reply_error(call->reply,
                    "ERR unknown subcommand or wrong number of arguments for '%.*s'. "
                    "Try SLOWLOG HELP.",
                    (int)call->argv[1].len, call->argv[1].data);
        return;
    }
    if (call->argc == 3 && (!number_parse_i64(call->argv[2], &count) || count < -1)) {
        reply_error(call->reply, "ERR count should be greater than or equal to -1");
        return;
    }
    reply_newest(call, count < 0 ? UINT64_MAX : (uint64_t)count);
}

static void count_here(struct core *core, void *arg) {
    trim(core, core->settings->slowlog_max_len);
    ((uint64_t *)arg)[core->index] = core->slowlog_len;
}

static void slowlog_len(struct call *call) {
    struct core *own = call->client->core;
    uint64_t *lens = memory_alloc_zeroed(own->engine->core_count * sizeof(*lens));
    core_run_on_all(own->engine, count_here, lens);
    uint64_t sum = 0;
    for (unsigned i = 0; i < own->engine->core_count; i++) {
        sum += lens[i];
    }
    memory_free(lens);
    reply_integer(call->reply, (int64_t)least(sum, own->settings->slowlog_max_len));
}

static void reset_here(struct core *core, void *arg) {
    (void)arg;
    slowlog_clear(core);
}

static void slowlog_reset(struct call *call) {
    core_run_on_all(call->client->core->engine, reset_here, NULL);
    reply_ok(call->reply);
}

static void slowlog_help(struct call *call) {
    static const char *const lines[] = {
        "GET [<count>]",
        "    Return top <count> entries from the slowlog (default: 10, -1 mean all).",
        "    Entries are made of:",
        "    id, timestamp, time in microseconds, arguments array, client IP and port,",
        "    client name",
        "LEN",
        "    Return the length of the slowlog.",
        "RESET",
        "    Reset the slowlog.",
        NULL,
    };
    reply_help(call->reply, "slowlog", lines);
}

enum { WATCHING = ADMIN | LOADING | STALE | ON_FIBER };

const struct command slowlog_commands[] = {
    {"SLOWLOG", "", NULL, 0, NO_KEYS, "2.2.12", "Depends on subcommand.",
     "A container for commands on the slow log.", GROUP_SERVER, NULL},
    {"SLOWLOG|GET", "[count]", slowlog_get, WATCHING, NO_KEYS, "2.2.12",
     "O(N) where N is the number of entries returned", "Returns the latest slow commands.",
     GROUP_SERVER, "4.0.0: Added client IP address, port and name to the reply.",
     .tips = "request_policy:all_nodes|nondeterministic_output", .keeps_place = true},
    {"SLOWLOG|LEN", "", slowlog_len, WATCHING, NO_KEYS, "2.2.12", "O(1)",
     "Returns the number of entries.", GROUP_SERVER, NULL,
     .tips = "request_policy:all_nodes|response_policy:agg_sum|nondeterministic_output",
     .keeps_place = true},
    {"SLOWLOG|RESET", "", slowlog_reset, WATCHING, NO_KEYS, "2.2.12",
     "O(N) where N is the number of entries", "Forgets all entries.", GROUP_SERVER, NULL,
     .tips = "request_policy:all_nodes|response_policy:all_succeeded", .keeps_place = true},
    {"SLOWLOG|HELP", "", slowlog_help, LOADING | STALE | ON_CONNECTION, NO_KEYS, "6.2.0", "O(1)",
     "Lists the subcommands.", GROUP_SERVER, NULL},
    {0},
};
