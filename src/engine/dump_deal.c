/* engine/dump_deal.c - batches there and back, and making what is in them. */
#include "engine/dump_deal.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "engine/load.h"
#include "sys/atomic.h"

enum { FETCHED_AHEAD = 8 };
#define SAY_EVERY_NS 2000000000LL

struct dealt {
    struct rdb_item item;
    uint64_t hash, at;
    uint16_t slot, partition;
};

/* Values for one core, there and back. */
struct dump_batch {
    struct mail mail;
    struct dump_batch *next;
    struct dump_dealer *dealer;
    struct dump_window *window;
    struct core *core;
    const char *path;
    unsigned count;
    uint64_t keys, expired, empty;
    const char *why; /* it was refused, or NULL */
    uint64_t why_at;
    struct dealt items[DUMP_BATCH_ITEMS];
};

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
static const char *make_value(struct dump_batch *batch, const struct rdb_item *item,
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

static struct key key_of_dealt(const struct dealt *dealt, struct bytes name) {
    return (struct key){
        .name = name, .hash = dealt->hash, .slot = dealt->slot, .partition = dealt->partition};
}

static const char *take_item(struct dump_batch *batch, const struct dealt *dealt) {
    const struct dump_loading *loading = batch->dealer->loading;
    const struct rdb_item *item = &dealt->item;
    if (item->has_expiry && item->expire_ms <= loading->now_ms && !loading->keeps_expired) {
        batch->expired++;
        return NULL;
    }
    struct rdb_input input = rdb_input_of(item->body);
    struct rdb_text name = {0};
    const char *why = "a key is damaged";
    if (rdb_take_text(&input, &name)) {
        struct key key = key_of_dealt(dealt, name.bytes);
        why = make_value(batch, item, &key, &input);
    }
    rdb_text_clear(&name);
    return why;
}

static void batch_is_back(struct mail *mail);

static void batch_has_come(struct mail *mail) {
    struct dump_batch *batch = (struct dump_batch *)mail;
    const struct keyspace *keyspace = batch->core->shard.keyspace;
    for (unsigned i = 0; i < batch->count && !batch->why; i++) {
        if (i + FETCHED_AHEAD < batch->count) {
            const struct dealt *later = &batch->items[i + FETCHED_AHEAD];
            struct key key = key_of_dealt(later, (struct bytes){0});
            keyspace_prefetch_bucket(keyspace, later->item.db, &key);
        }
        batch->why = take_item(batch, &batch->items[i]);
        batch->why_at = batch->items[i].at;
    }
    batch->mail.deliver = batch_is_back;
    mail_post(batch->dealer->home->loop, &batch->mail);
}

/* ---- on the dealer's core ---- */

static void note_failure(struct dump_dealer *dealer) {
    atomic_store_explicit(&dealer->loading->has_failed, true, memory_order_relaxed);
}

static bool has_failed(const struct dump_dealer *dealer) {
    return atomic_load_explicit(&dealer->loading->has_failed, memory_order_relaxed) ||
           load_is_cancelled(dealer->loading->engine);
}

static void batch_is_back(struct mail *mail) {
    struct dump_batch *batch = (struct dump_batch *)mail;
    struct dump_dealer *dealer = batch->dealer;
    dealer->facts.keys += batch->keys;
    dealer->facts.expired += batch->expired;
    dealer->facts.empty += batch->empty;
    batch->window->out--;
    if (batch->why && !dealer->error[0]) {
        snprintf(dealer->error, DUMP_LOAD_ERROR, "%.500s: %s at byte %" PRIu64, batch->path,
                 batch->why, batch->why_at);
        note_failure(dealer);
    }
    memory_free(batch);
    event_signal(&dealer->is_back);
}

static void await_window(struct dump_dealer *dealer, const struct dump_window *window) {
    while (window->out > 0) {
        event_wait(&dealer->is_back);
    }
}

static void send_window(struct dump_window *window) {
    struct dump_batch *next;
    for (struct dump_batch *batch = window->first; batch; batch = next) {
        next = batch->next;
        window->out++;
        batch->mail.deliver = batch_has_come;
        mail_post(batch->core->loop, &batch->mail);
    }
    window->first = NULL;
}

static void drop_batches(struct dump_window *window) {
    struct dump_batch *next;
    for (struct dump_batch *batch = window->first; batch; batch = next) {
        next = batch->next;
        memory_free(batch);
    }
    window->first = NULL;
}

static void fill_on_helper(void *arg) {
    struct dump_dealer *dealer = arg;
    dealer->fill(dealer, dealer->filling);
}

/* Kept as they are, for those who will understand them, and for the next dump. */
static void keep_functions(struct dump_dealer *dealer, struct dump_window *window) {
    if (window->function_count > 0) {
        buffer_append(&dealer->loading->engine->functions, buffer_view(&window->functions));
        dealer->facts.functions += window->function_count;
    }
}

/* Relaxed: it is only shown. */
static void note_progress(struct dump_dealer *dealer, size_t bytes) {
    struct engine *engine = dealer->loading->engine;
    int64_t now_ns = clock_monotonic_ns();
    rmw_add(&engine->load_bytes_done, bytes, memory_order_relaxed);
    if (dealer->said_ns > 0 && now_ns - dealer->said_ns >= SAY_EVERY_NS) {
        uint64_t done = atomic_load_explicit(&engine->load_bytes_done, memory_order_relaxed);
        uint64_t all = atomic_load_explicit(&engine->load_bytes, memory_order_relaxed);
        dealer->said_ns = now_ns;
        log_line('*', "Loading %s: %.0f %%", dealer->loading->path,
                 100 * (double)done / (double)all);
    }
}

/* False: there was no more, or it has failed. */
static bool deal_window(struct dump_dealer *dealer, struct dump_window *window) {
    struct engine *engine = dealer->loading->engine;
    await_window(dealer, window);
    if (has_failed(dealer)) {
        return false;
    }
    window->end = &window->first;
    window->bytes = window->items = window->file_bytes = 0;
    window->function_count = 0;
    window->functions.len = 0;
    memset(window->by_core, 0, engine->core_count * sizeof(window->by_core[0]));
    dealer->filling = window;
    fiber_offload(fill_on_helper, dealer);
    if (window->error[0]) {
        drop_batches(window);
        snprintf(dealer->error, DUMP_LOAD_ERROR, "%s", window->error);
        note_failure(dealer);
        return false;
    }
    keep_functions(dealer, window);
    send_window(window);
    note_progress(dealer, window->file_bytes);
    return !window->is_last;
}

bool dump_deal(struct dump_dealer *dealer) {
    size_t size = dealer->loading->engine->core_count * sizeof(struct dump_batch *);
    for (unsigned i = 0; i < DUMP_WINDOWS; i++) {
        dealer->windows[i].by_core = memory_alloc_zeroed(size);
    }
    for (unsigned i = 0; deal_window(dealer, &dealer->windows[i]);) {
        i = (i + 1) % DUMP_WINDOWS;
    }
    for (unsigned i = 0; i < DUMP_WINDOWS; i++) {
        await_window(dealer, &dealer->windows[i]);
        memory_free(dealer->windows[i].by_core);
        buffer_clear(&dealer->windows[i].functions);
    }
    return !has_failed(dealer);
}

/* ---- on a helper ---- */

void dump_window_fail(struct dump_window *window, const char *path, const char *why) {
    snprintf(window->error, sizeof(window->error), "%.500s: %.200s", path, why);
}

void dump_window_add_function(struct dump_window *window, struct bytes source) {
    buffer_append(&window->functions, bytes_of((const char *)&source.len, sizeof(source.len)));
    buffer_append(&window->functions, source);
    window->function_count++;
}

void dump_window_add(struct dump_dealer *dealer, struct dump_window *window,
                     const struct rdb_item *item, const char *path, uint64_t at) {
    struct engine *engine = dealer->loading->engine;
    if (item->db >= engine->databases) {
        dump_window_fail(window, path,
                         "it has more databases than this server; see the option databases");
        return;
    }
    struct key key = key_of(item->key);
    struct core *core = core_of_key(engine, &key);
    struct dump_batch *batch = window->by_core[core->index];
    if (!batch || batch->count == DUMP_BATCH_ITEMS || batch->path != path) {
        batch = memory_alloc(sizeof(*batch));
        memset(batch, 0, offsetof(struct dump_batch, items));
        batch->dealer = dealer;
        batch->window = window;
        batch->core = core;
        batch->path = path;
        *window->end = batch;
        window->end = &batch->next;
        window->by_core[core->index] = batch;
    }
    batch->items[batch->count++] = (struct dealt){
        .item = *item, .hash = key.hash, .at = at, .slot = key.slot, .partition = key.partition};
    window->items++;
}
