/* engine/dump_load.c - dealing out a file, and making what was dealt. */
#include "engine/dump_load.h"

#include <stdio.h>

#include "base/memory.h"
#include "log/rdb_crc64.h"
#include "log/rdb_file.h"
#include "sys/mapped.h"

enum {
    BATCH_ITEMS = 256,
    BATCH_BYTES = 256 << 10,
    OUT_MAX = 4,       /* batches on their way to one core */
    YIELD_ITEMS = 4096 /* that are gone through in one go */
};
#define SAY_EVERY_NS 2000000000LL

/* Values for one core, there and back. */
struct batch_of_items {
    struct mail mail;
    struct batch_of_items *next; /* while it is free */
    struct loading *loading;
    struct core *core;
    unsigned count;
    size_t bytes;
    uint64_t keys, expired, empty;
    const char *why; /* it was refused, or NULL */
    struct rdb_item items[BATCH_ITEMS];
};

struct loading {
    struct engine *engine;
    struct core *home;
    struct mapped mapped;
    const char *path;
    bool keeps_expired, has_failed;
    int64_t now_ms, said_ns;
    struct dump_load_facts *facts;
    char *error;
    /* By core: what is gathered, and how many are on their way. */
    struct batch_of_items **gathering;
    unsigned *out;
    unsigned out_sum;
    struct event is_back;
    /* Of the helper. */
    struct event is_checked;
    size_t crc_len; /* of the file, but for its checksum */
    uint64_t crc;
    int result; /* of mapping it */
};

static void fail(struct loading *loading, const char *why) {
    if (!loading->has_failed) {
        snprintf(loading->error, DUMP_LOAD_ERROR, "%.400s: %.200s", loading->path, why);
    }
    loading->has_failed = true;
}

/* ---- on the core that owns them ---- */

static void set_use(struct keyspace *keyspace, const struct rdb_item *item, struct entry *entry,
                    bool counts_frequency) {
    enum { IDLE_MAX = (1 << 24) - 1 };
    if (counts_frequency && item->frequency >= 0) {
        keyspace_set_frequency(keyspace, entry, (uint8_t)item->frequency);
    } else if (!counts_frequency && item->idle_s >= 0) {
        keyspace_set_idle(keyspace, entry,
                          (uint32_t)(item->idle_s < IDLE_MAX ? item->idle_s : IDLE_MAX));
    }
}

/* The reason why it is refused, or NULL. */
static const char *make_value(struct batch_of_items *batch, const struct rdb_item *item,
                              const struct key *key, struct rdb_input *input) {
    struct keyspace *keyspace = batch->core->shard.keyspace;
    int64_t expire_ms = item->has_expiry ? item->expire_ms : EXPIRE_NONE;
    struct cell draft = cell_draft(keyspace, item->db, key, expire_ms);
    struct rdb_text text = {0};
    struct rdb_input start = *input;
    const char *why = NULL;
    if (keyspace_find_any(keyspace, item->db, key)) {
        return "a key is there twice";
    }
    if (!rdb_read_value(input, item->type, &draft, &text) || rdb_left(input) > 0) {
        bool is_empty = rdb_value_is_empty(start, item->type);
        batch->empty += is_empty;
        why = is_empty ? NULL : "a value is damaged";
        cell_discard(&draft);
    } else {
        struct entry *entry;
        if (item->type == RDB_STRING) {
            entry = keyspace_put_string(keyspace, item->db, key, NULL, text.bytes, expire_ms);
        } else {
            cell_publish(&draft, NULL);
            entry = draft.entry;
        }
        enum maxmemory_policy policy = batch->core->settings->maxmemory_policy;
        if (entry) {
            set_use(keyspace, item, entry,
                    policy == POLICY_ALLKEYS_LFU || policy == POLICY_VOLATILE_LFU);
        }
        why = entry ? NULL : "there is no memory for a value";
        batch->keys++;
    }
    rdb_text_clear(&text);
    return why;
}

static const char *take_item(struct batch_of_items *batch, const struct rdb_item *item) {
    const struct loading *loading = batch->loading;
    if (item->has_expiry && item->expire_ms <= loading->now_ms && !loading->keeps_expired) {
        batch->expired++;
        return NULL;
    }
    struct rdb_input input = rdb_input_of(item->body);
    struct rdb_text name = {0};
    const char *why = "a key is damaged";
    if (rdb_take_text(&input, &name)) {
        struct key key = key_of(name.bytes);
        why = make_value(batch, item, &key, &input);
    }
    rdb_text_clear(&name);
    return why;
}

static void batch_is_back(struct mail *mail);

static void batch_has_come(struct mail *mail) {
    struct batch_of_items *batch = (struct batch_of_items *)mail;
    for (unsigned i = 0; i < batch->count && !batch->why; i++) {
        batch->why = take_item(batch, &batch->items[i]);
    }
    batch->mail.deliver = batch_is_back;
    mail_post(batch->loading->home->loop, &batch->mail);
}

/* ---- on the fiber's core ---- */

static void batch_is_back(struct mail *mail) {
    struct batch_of_items *batch = (struct batch_of_items *)mail;
    struct loading *loading = batch->loading;
    loading->facts->keys += batch->keys;
    loading->facts->expired += batch->expired;
    loading->facts->empty += batch->empty;
    loading->out[batch->core->index]--;
    loading->out_sum--;
    if (batch->why) {
        fail(loading, batch->why);
    }
    memory_free(batch);
    event_signal(&loading->is_back);
}

static void send_batch(struct loading *loading, unsigned core) {
    struct batch_of_items *batch = loading->gathering[core];
    if (!batch) {
        return;
    }
    loading->gathering[core] = NULL;
    while (loading->out[core] >= OUT_MAX) {
        event_wait(&loading->is_back);
    }
    loading->out[core]++;
    loading->out_sum++;
    batch->mail.deliver = batch_has_come;
    mail_post(batch->core->loop, &batch->mail);
}

static void deal(struct loading *loading, const struct rdb_item *item) {
    struct key key = key_of(item->key);
    struct core *core = core_of_key(loading->engine, &key);
    struct batch_of_items **batch = &loading->gathering[core->index];
    if (!*batch) {
        *batch = memory_alloc(sizeof(**batch));
        memset(*batch, 0, offsetof(struct batch_of_items, items));
        (*batch)->loading = loading;
        (*batch)->core = core;
    }
    (*batch)->items[(*batch)->count++] = *item;
    (*batch)->bytes += item->body.len;
    if ((*batch)->count == BATCH_ITEMS || (*batch)->bytes >= BATCH_BYTES) {
        send_batch(loading, core->index);
    }
}

static void say_progress(struct loading *loading, const struct rdb_file *file) {
    size_t done = (size_t)(file->input.at - file->start), all = loading->mapped.bytes.len;
    int64_t now_ns = clock_monotonic_ns();
    atomic_store_explicit(&loading->engine->load_bytes_done, done, memory_order_relaxed);
    if (now_ns - loading->said_ns >= SAY_EVERY_NS) {
        loading->said_ns = now_ns;
        log_line('*', "Loading %s: %.0f %%", loading->path, 100 * (double)done / (double)all);
    }
}

/* Kept as they are, for those who will understand them, and for the next dump. */
static void keep_function(struct loading *loading, struct bytes source) {
    struct buffer *functions = &loading->engine->functions;
    buffer_append(functions, bytes_of((const char *)&source.len, sizeof(source.len)));
    buffer_append(functions, source);
    loading->facts->functions++;
}

static void go_through(struct loading *loading, struct rdb_file *file) {
    for (unsigned i = 1; !loading->has_failed; i++) {
        enum rdb_file_next next = rdb_file_next(file);
        if (next == RDB_FILE_BAD) {
            fail(loading, file->error);
        } else if (next == RDB_FILE_END) {
            return;
        } else if (next == RDB_FILE_FUNCTION) {
            keep_function(loading, file->other.bytes);
        } else if (file->item.db >= loading->engine->databases) {
            fail(loading, "it has more databases than this server; see the option databases");
        } else {
            deal(loading, &file->item);
        }
        if (i % YIELD_ITEMS == 0) {
            say_progress(loading, file);
            fiber_yield();
        }
    }
}

static void deal_out(struct loading *loading, struct rdb_file *file) {
    go_through(loading, file);
    for (unsigned i = 0; i < loading->engine->core_count; i++) {
        send_batch(loading, i);
    }
    while (loading->out_sum > 0) {
        event_wait(&loading->is_back);
    }
}

/* ---- the file ---- */

static void map_on_helper(void *arg) {
    struct loading *loading = arg;
    loading->result = mapped_open(loading->path, &loading->mapped);
}

static void unmap_on_helper(void *arg) {
    mapped_close(&((struct loading *)arg)->mapped);
}

static void check_on_helper(void *arg) {
    struct loading *loading = arg;
    loading->crc = rdb_crc64(0, bytes_of(loading->mapped.bytes.data, loading->crc_len));
}

static void is_checked(void *arg) {
    event_signal(&((struct loading *)arg)->is_checked);
}

/* What follows the checksum is not looked at, as in Redis; then it is computed once more. */
static void check(struct loading *loading, const struct rdb_file *file) {
    event_wait(&loading->is_checked);
    if (loading->has_failed) {
        return;
    }
    if (file->crc_len != loading->crc_len) {
        loading->crc_len = file->crc_len;
        fiber_offload(check_on_helper, loading);
    }
    if (!rdb_file_is_whole(file, loading->crc)) {
        fail(loading, "Wrong RDB checksum");
    }
}

static void load_mapped(struct loading *loading) {
    enum { CHECKSUM_BYTES = 8 };
    struct rdb_file file;
    size_t len = loading->mapped.bytes.len;
    if (!rdb_file_open(&file, loading->mapped.bytes)) {
        fail(loading, file.error);
        return;
    }
    loading->facts->bytes = len;
    atomic_store_explicit(&loading->engine->load_bytes, len, memory_order_relaxed);
    loading->crc_len = len > CHECKSUM_BYTES ? len - CHECKSUM_BYTES : 0;
    loop_offload(loading->home->loop, check_on_helper, loading, is_checked);
    deal_out(loading, &file);
    check(loading, &file);
    rdb_file_close(&file);
}

bool dump_load(struct engine *engine, const char *path, bool keeps_expired,
               struct dump_load_facts *facts, char *error) {
    struct loading loading = {
        .engine = engine,
        .home = core_current(),
        .path = path,
        .keeps_expired = keeps_expired,
        .facts = facts,
        .error = error,
        .now_ms = clock_wall_us() / 1000,
        .said_ns = clock_monotonic_ns(),
    };
    *facts = (struct dump_load_facts){0};
    fiber_offload(map_on_helper, &loading);
    if (loading.result < 0) {
        fail(&loading, strerror(-loading.result));
        return false;
    }
    loading.gathering = memory_alloc_zeroed(engine->core_count * sizeof(*loading.gathering));
    loading.out = memory_alloc_zeroed(engine->core_count * sizeof(*loading.out));
    buffer_clear(&engine->functions);
    engine->functions = (struct buffer){0};
    load_mapped(&loading);
    fiber_offload(unmap_on_helper, &loading);
    memory_free(loading.gathering);
    memory_free(loading.out);
    return !loading.has_failed;
}
