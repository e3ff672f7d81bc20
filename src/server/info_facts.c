/* server/info_facts.c - each core fills a slot of its own; the asking fiber adds them up. */
#include "server/info_facts.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "engine/journal.h"
#include "engine/pubsub.h"
#include "log/compactor.h"
#include "repl/node.h"
#include "repl/promotion.h"
#include "log/retention.h"
#include "server/instance.h"

enum { CLIENTS_SEEN_MAX = 1000, PROCESS_FACTS_AGE_NS = 100000000 };

struct slot {
    bool with_commands;
    struct core_stats stats;
    struct loop_stats loop;
    struct keyspace_facts *databases;
    struct keyspace_memory memory;
    struct lock_stats locks;
    struct info_log log;
    struct info_saves saves; /* core 0's */
    double rates[3];
    uint64_t dirty, lsn_sum, slowlog_len, atomic_rmws;
    uint64_t *lsns; /* of all partitions: each core fills in its own */
    uint64_t clients_memory, client_input_max, client_output_max;
    unsigned subscribers;
    struct buffer topics[TOPIC_KINDS]; /* their hashes: the same topic may be on many cores */
    struct info_core core;
};

/* With very many clients the first ones stand for all, so that INFO does not hold up the core. */
static void look_at_clients(struct slot *slot, const struct core *core) {
    unsigned seen = 0;
    for (const struct client *client = core->clients_first; client && seen < CLIENTS_SEEN_MAX;
         client = client->next) {
        struct client_memory memory;
        client_memory(client, &memory);
        slot->clients_memory += memory.total;
        slot->core.blocked += client->is_paused;
        slot->core.replicas += client->is_replica;
        if (memory.query_len > slot->client_input_max) {
            slot->client_input_max = memory.query_len;
        }
        if (memory.unsent + memory.output_len > slot->client_output_max) {
            slot->client_output_max = memory.unsent + memory.output_len;
        }
        seen++;
    }
    if (seen == CLIENTS_SEEN_MAX) {
        slot->clients_memory = slot->clients_memory * core->client_count / seen;
        slot->core.blocked = (unsigned)((uint64_t)slot->core.blocked * core->client_count / seen);
    }
    slot->core.blocked += core->blocked_count;
}

static void look_at_shard(struct slot *slot, const struct core *core) {
    const struct shard *shard = &core->shard;
    for (unsigned db = 0; db < core->engine->databases; db++) {
        keyspace_facts(shard->keyspace, db, &slot->databases[db]);
        slot->core.keys += slot->databases[db].keys;
    }
    keyspace_memory(shard->keyspace, &slot->memory);
    slot->locks = lock_table_stats(shard->locks);
    slot->dirty = shard->dirty;
    for (unsigned i = 0; i < shard->partition_count; i++) {
        slot->lsn_sum += shard->effects.lsn[shard->partition_first + i];
        slot->lsns[shard->partition_first + i] = shard->effects.lsn[shard->partition_first + i];
    }
}

static void look_at_log(struct info_log *log, const struct journal *journal) {
    struct writer_facts writer;
    struct compactor_facts compactor;
    struct retention_facts retention;
    int64_t now_ns = loop_now_ns(loop_current());
    if (!journal) {
        return;
    }
    writer_facts(journal->writer, &writer);
    compactor_facts(journal->compactor, &compactor);
    retention_facts(journal->retention, &retention);
    *log = (struct info_log){
        .logs = 1,
        .base_bytes = compactor.base_bytes,
        .log_bytes = writer.segment_bytes,
        .live_bytes = compactor.live_bytes,
        .spare_bytes = writer.spare_bytes,
        .pending_bytes = writer.pending_bytes,
        .discarded_bytes = compactor.discarded_bytes,
        .discarded_records = compactor.discarded_records,
        .written_bytes = compactor.written_bytes,
        .retained_bytes = retention.bytes,
        .retained_since_ms = retention.since_ms,
        .batches = writer.batches,
        .syncs = writer.syncs,
        .records = writer.records,
        .bytes = writer.bytes,
        .runs = compactor.runs,
        .slices = compactor.slices,
        .slices_done = compactor.slices_done,
        .delayed = journal->delayed,
        .run_ns = compactor.run_ns,
        .running_ns = compactor.slices > 0 ? now_ns - compactor.run_begun_ns : 0,
        .syncs_under_way = writer_written(journal->writer) > writer_durable(journal->writer),
        .sync_max_us = writer.sync_max_us,
        .unsynced_max_us = writer.unsynced_max_us,
        .write_error = writer_trouble(journal->writer),
        .compaction_error = compactor.error,
    };
}

/* Core 0 has them. */
static void look_at_saves(struct info_saves *info) {
    const struct saves *saves = &server_instance()->saves;
    *info = (struct info_saves){
        .is_under_way = saves->is_under_way,
        .has_failed = saves->has_failed,
        .last_s = saves->last_s,
        .begun_s = saves->begun_s,
        .took_s = saves->tried_s > 0 ? saves->took_s : -1,
        .count = saves->count,
        .saved_dirty = saves->saved_dirty,
        .load_keys = atomic_load_explicit(&saves->load_keys, memory_order_relaxed),
        .load_expired = atomic_load_explicit(&saves->load_expired, memory_order_relaxed),
    };
    saves_facts(saves, &info->facts);
}

static void fill_slot(struct core *core, void *arg) {
    struct slot *slot = &((struct slot *)arg)[core->index];
    if (slot->with_commands) {
        core_stats_init(&slot->stats);
        core_stats_add(&slot->stats, &core->stats);
    } else {
        slot->stats = core->stats;
        slot->stats.by_command = NULL;
    }
    slot->loop = *loop_stats(core->loop);
    core_rates(core, &slot->rates[0], &slot->rates[1], &slot->rates[2]);
    slot->slowlog_len = core->slowlog_len;
    slot->atomic_rmws = atomic_rmw_count();
    slot->core.clients = core->client_count;
    slot->core.monitors = core->monitor_count;
    slot->core.commands = core->stats.commands;
    slot->core.turn_max_ns = slot->loop.turn_max_ns;
    slot->subscribers = core->topics.clients;
    for (unsigned kind = 0; kind < TOPIC_KINDS; kind++) {
        pubsub_collect(core, (enum topic_kind)kind, &slot->topics[kind]);
    }
    look_at_clients(slot, core);
    look_at_shard(slot, core);
    look_at_log(&slot->log, core->journal);
    if (core->index == 0) {
        look_at_saves(&slot->saves);
    }
}

static void add_log(struct info_log *sum, const struct info_log *log) {
    sum->logs += log->logs;
    sum->base_bytes += log->base_bytes;
    sum->log_bytes += log->log_bytes;
    sum->live_bytes += log->live_bytes;
    sum->spare_bytes += log->spare_bytes;
    sum->pending_bytes += log->pending_bytes;
    sum->discarded_bytes += log->discarded_bytes;
    sum->discarded_records += log->discarded_records;
    sum->retained_bytes += log->retained_bytes;
    if (log->retained_since_ms > sum->retained_since_ms) {
        sum->retained_since_ms = log->retained_since_ms;
    }
    sum->written_bytes += log->written_bytes;
    sum->batches += log->batches;
    sum->syncs += log->syncs;
    sum->records += log->records;
    sum->bytes += log->bytes;
    sum->runs = log->runs > sum->runs ? log->runs : sum->runs;
    sum->delayed += log->delayed;
    sum->run_ns = log->run_ns > sum->run_ns ? log->run_ns : sum->run_ns;
    sum->running_ns = log->running_ns > sum->running_ns ? log->running_ns : sum->running_ns;
    sum->slices += log->slices;
    sum->slices_done += log->slices_done;
    sum->syncs_under_way += log->syncs_under_way;
    sum->sync_max_us = log->sync_max_us > sum->sync_max_us ? log->sync_max_us : sum->sync_max_us;
    sum->unsynced_max_us =
        log->unsynced_max_us > sum->unsynced_max_us ? log->unsynced_max_us : sum->unsynced_max_us;
    sum->write_error = log->write_error < 0 ? log->write_error : sum->write_error;
    sum->compaction_error =
        log->compaction_error < 0 ? log->compaction_error : sum->compaction_error;
}

static void add_loop(struct loop_stats *sum, const struct loop_stats *loop) {
    sum->turns += loop->turns;
    sum->sleeps += loop->sleeps;
    sum->wakeups_sent += loop->wakeups_sent;
    sum->mails_sent += loop->mails_sent;
    sum->mail_batches_sent += loop->mail_batches_sent;
    sum->bytes_in += loop->bytes_in;
    sum->bytes_out += loop->bytes_out;
    sum->busy_ns += loop->busy_ns;
    if (loop->turn_max_ns > sum->turn_max_ns) {
        sum->turn_max_ns = loop->turn_max_ns;
    }
}

static void add_databases(struct info_facts *facts, const struct slot *slot, unsigned databases) {
    for (unsigned db = 0; db < databases; db++) {
        struct keyspace_facts *sum = &facts->databases[db];
        const struct keyspace_facts *add = &slot->databases[db];
        sum->keys += add->keys;
        sum->expires += add->expires;
        if (add->expires > 0) { /* far futures add up to more than 63 bits: averages meet instead */
            double share = (double)add->expires / (double)sum->expires;
            double distance_ms = (double)(add->ttl_average_ms - sum->ttl_average_ms);
            sum->ttl_average_ms += (int64_t)(distance_ms * share);
        }
    }
}

static void add_slot(struct info_facts *facts, const struct slot *slot, unsigned databases) {
    if (slot->with_commands) {
        core_stats_add(&facts->stats, &slot->stats);
    } else {
        core_stats_add_plain(&facts->stats, &slot->stats);
    }
    add_loop(&facts->loop, &slot->loop);
    add_databases(facts, slot, databases);
    facts->memory.entries_bytes += slot->memory.entries_bytes;
    facts->memory.slab_bytes += slot->memory.slab_bytes;
    facts->memory.index_bytes += slot->memory.index_bytes;
    facts->memory.pending_free_bytes += slot->memory.pending_free_bytes;
    facts->locks.waits += slot->locks.waits;
    facts->locks.out_of_order += slot->locks.out_of_order;
    facts->locks.queued += slot->locks.queued;
    facts->commands_per_second += slot->rates[0];
    facts->bytes_in_per_second += slot->rates[1];
    facts->bytes_out_per_second += slot->rates[2];
    facts->dirty += slot->dirty;
    facts->lsn_sum += slot->lsn_sum;
    facts->slowlog_len += slot->slowlog_len;
    facts->atomic_rmws += slot->atomic_rmws;
    facts->clients_memory += slot->clients_memory;
    facts->clients += slot->core.clients;
    facts->replicas += slot->core.replicas;
    facts->blocked += slot->core.blocked;
    facts->monitors += slot->core.monitors;
    facts->subscribers += slot->subscribers;
    if (slot->client_input_max > facts->client_input_max) {
        facts->client_input_max = slot->client_input_max;
    }
    if (slot->client_output_max > facts->client_output_max) {
        facts->client_output_max = slot->client_output_max;
    }
}

static void count_topics(struct info_facts *facts, struct slot *slots, unsigned cores) {
    for (unsigned kind = 0; kind < TOPIC_KINDS; kind++) {
        struct buffer all = {0};
        for (unsigned i = 0; i < cores; i++) {
            buffer_append(&all, buffer_view(&slots[i].topics[kind]));
            buffer_clear(&slots[i].topics[kind]);
        }
        facts->topics[kind] = pubsub_count_different(&all);
        buffer_clear(&all);
    }
}

static struct slot *make_slots(const struct engine *engine, bool with_commands, uint64_t *lsns) {
    struct slot *slots = memory_alloc_zeroed(engine->core_count * sizeof(*slots));
    for (unsigned i = 0; i < engine->core_count; i++) {
        slots[i].with_commands = with_commands;
        slots[i].lsns = lsns;
        slots[i].databases = memory_alloc_zeroed(engine->databases * sizeof(*slots[i].databases));
    }
    return slots;
}

/* The kernel takes as long to tell them as all the rest of INFO: each core keeps them for a while. */
static void recent_process_facts(const struct core *own, struct process_facts *facts) {
    static _Thread_local struct process_facts kept;
    static _Thread_local int64_t kept_ns;
    int64_t now_ns = loop_now_ns(own->loop);
    if (kept_ns == 0 || now_ns - kept_ns > PROCESS_FACTS_AGE_NS) {
        process_facts(&kept);
        kept_ns = now_ns;
    }
    *facts = kept;
}

/* On core 0. */
static void look_at_replication(struct core *core, void *arg) {
    struct info_facts *facts = arg;
    link_facts(core->engine, &facts->link);
    sync_set_facts(core->engine, &facts->sync_set);
    promotion_print(core->engine, &facts->promotion);
    const struct history *history = node_history(core->engine);
    history_shown_id(history, 0, facts->replid);
    history_shown_id(history, 1, facts->replid2);
    facts->second_offset = history->term_count > 1 ? 1 : -1;
    for (unsigned i = 0; history->term_count > 1 && i < PARTITIONS; i++) {
        facts->second_offset += (int64_t)history_last(history)->lsns[i];
    }
}

void info_facts_gather(struct info_facts *facts, struct core *own, bool with_commands) {
    struct engine *engine = own->engine;
    uint64_t *lsns = memory_alloc_zeroed(PARTITIONS * sizeof(*lsns));
    struct slot *slots = make_slots(engine, with_commands, lsns);
    core_run_on_all(engine, fill_slot, slots);
    *facts = (struct info_facts){.lsns = lsns};
    if (with_commands) {
        core_stats_init(&facts->stats);
    }
    facts->databases = memory_alloc_zeroed(engine->databases * sizeof(*facts->databases));
    facts->cores = memory_alloc_zeroed(engine->core_count * sizeof(*facts->cores));
    count_topics(facts, slots, engine->core_count);
    facts->saves = slots[0].saves;
    for (unsigned i = 0; i < engine->core_count; i++) {
        add_slot(facts, &slots[i], engine->databases);
        add_log(&facts->log, &slots[i].log);
        facts->cores[i] = slots[i].core;
        core_stats_clear(&slots[i].stats);
        memory_free(slots[i].databases);
    }
    memory_free(slots);
    core_run_on(engine->cores[0], look_at_replication, facts);
    primary_facts(engine, &facts->primary);
    recent_process_facts(own, &facts->process);
    facts->memory_used = engine_memory_used(engine);
    facts->memory_peak = atomic_load_explicit(&engine->memory_peak, memory_order_relaxed);
    if (facts->memory_peak < facts->memory_used) {
        facts->memory_peak = facts->memory_used;
    }
}

void info_facts_clear(struct info_facts *facts) {
    core_stats_clear(&facts->stats);
    buffer_clear(&facts->promotion);
    memory_free(facts->databases);
    memory_free(facts->cores);
    memory_free(facts->lsns);
}
