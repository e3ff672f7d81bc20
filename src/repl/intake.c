/* repl/intake.c - a flow's baseline, dealt out to the cores that own the keys.
 *
 * A frame's records travel as one parcel to each core that they concern, and come back when they are loaded; what is
 * under way is counted, so that the flow can stop reading (flow.c). Those of the flow's own core are loaded from where they
 * are. A stream of chunks is of one key: all of it goes where the first chunk went. */
#include <inttypes.h>

#include "base/memory.h"
#include "log/mark.h"
#include "log/varint.h"
#include "repl/session.h"
#include "repl/wire.h"

struct open_stream {
    uint64_t number;
    unsigned core;
};

struct intake {
    struct open_stream *streams;
    unsigned count;
    size_t size;
    struct buffer *shares; /* one a core, made with the first frame */
    unsigned cores;
};

struct intake *intake_create(void) {
    return memory_alloc_zeroed(sizeof(struct intake));
}

void intake_destroy(struct intake *intake) {
    if (intake == NULL) return;
    for (unsigned i = 0; i < intake->cores; i++) buffer_clear(&intake->shares[i]);
    memory_free(intake->shares);
    memory_free(intake->streams);
    memory_free(intake);
}

/* ---- parcels ---- */

struct parcel {
    struct mail mail;
    struct flow *flow;
    struct core *core;
    unsigned kind;
    uint64_t stream;
    bool is_last;
    struct buffer records;
};

static bool load_records(const struct parcel *parcel, struct bytes records) {
    struct loader *loader = parcel->flow->session->loaders[parcel->core->index];
    switch (parcel->kind) {
    case WIRE_CHUNK:
        return loader_chunk(loader, parcel->stream, records, parcel->is_last);
    case WIRE_CANCEL:
        return loader_cancel(loader, parcel->stream);
    default:
        return loader_records(loader, records);
    }
}

static void load(const struct parcel *parcel, struct bytes records) {
    keyspace_set_now(parcel->core->shard.keyspace, 0);
    if (!load_records(parcel, records))
        session_fail(parcel->flow, "the baseline cannot be loaded: %s",
                     loader_error(parcel->flow->session->loaders[parcel->core->index]));
    core_set_now(parcel->core);
}

static void parcel_returned(struct mail *mail) {
    struct parcel *parcel = (struct parcel *)mail;
    size_t len = parcel->records.len;
    struct flow *flow = parcel->flow;
    buffer_clear(&parcel->records);
    memory_free(parcel);
    flow_parcel_is_back(flow, len);
}

static void parcel_arrived(struct mail *mail) {
    struct parcel *parcel = (struct parcel *)mail;
    load(parcel, buffer_view(&parcel->records));
    parcel->mail.deliver = parcel_returned;
    mail_post(parcel->flow->core->loop, &parcel->mail);
}

/* Takes the records. */
static void send_parcel(struct flow *flow, unsigned core, struct parcel what) {
    struct parcel *parcel = memory_alloc(sizeof *parcel);
    *parcel = what;
    parcel->flow = flow;
    parcel->core = flow->session->engine->cores[core];
    parcel->mail.deliver = parcel_arrived;
    flow->bytes_out += parcel->records.len;
    flow->parcels_out++;
    mail_post(parcel->core->loop, &parcel->mail);
}

static bool is_own(const struct flow *flow, unsigned core) {
    return flow->session->engine->cores[core] == flow->core;
}

static void load_here(struct flow *flow, struct parcel what, struct bytes records) {
    what.flow = flow;
    what.core = flow->core;
    load(&what, records);
}

/* ---- units and journal ---- */

static bool is_mine(const struct flow *flow, uint16_t partition) {
    return partition >= flow->partition_first &&
           partition < flow->partition_first + flow->partition_count;
}

static void count_lsn(struct flow *flow, unsigned kind, uint16_t partition) {
    if (kind == WIRE_JOURNAL && flow->has_lsns) flow->lsns[partition]++;
}

static void send_shares(struct flow *flow, unsigned kind) {
    struct intake *intake = flow->intake;
    for (unsigned i = 0; i < intake->cores; i++) {
        struct buffer *share = &intake->shares[i];
        if (share->len == 0) continue;
        if (is_own(flow, i)) {
            load_here(flow, (struct parcel){.kind = kind}, buffer_view(share));
            share->len = 0;
        } else {
            send_parcel(flow, i, (struct parcel){.kind = kind, .records = *share});
            *share = (struct buffer){0};
        }
    }
}

static bool deal_records(struct flow *flow, unsigned kind, struct bytes payload, size_t *at,
                         bool *is_global, struct bytes *global) {
    const struct engine *engine = flow->session->engine;
    bool is_only_core = engine->core_count == 1; /* then nothing has to be sorted and copied */
    struct bytes all = bytes_of(payload.data + *at, payload.len - *at), rest = all, record;
    size_t dealt = 0;
    while (!*is_global && wire_next_record(&rest, &record)) {
        uint16_t partition;
        if (mark_is(record)) continue;
        if (assemble_is_global(record)) {
            *is_global = kind == WIRE_JOURNAL;
            *global = record;
            if (!*is_global) return false;
            continue;
        }
        if (!assemble_partition(record, &partition) || !is_mine(flow, partition)) return false;
        if (!is_only_core)
            wire_add_record(&flow->intake->shares[engine->core_of_partition[partition]], record);
        count_lsn(flow, kind, partition);
        dealt = all.len - rest.len;
    }
    *at = payload.len - rest.len;
    if (is_only_core)
        load_here(flow, (struct parcel){.kind = kind}, bytes_of(all.data, dealt));
    else
        send_shares(flow, kind);
    return *is_global || rest.len == 0;
}

/* ---- chunks ---- */

static struct open_stream *find_stream(const struct intake *intake, uint64_t number) {
    for (unsigned i = 0; i < intake->count; i++)
        if (intake->streams[i].number == number) return &intake->streams[i];
    return NULL;
}

static struct open_stream *open_stream(struct flow *flow, uint64_t number, struct bytes records) {
    struct intake *intake = flow->intake;
    struct bytes key;
    if (intake->count == LOADER_STREAMS_MAX || !loader_key(records, &key)) return NULL;
    uint16_t partition = slot_of_key(key) / SLOTS_PER_PARTITION;
    if (!is_mine(flow, partition)) return NULL;
    intake->streams =
        memory_room_for_one(intake->streams, intake->count, &intake->size, sizeof *intake->streams);
    struct open_stream *stream = &intake->streams[intake->count++];
    *stream = (struct open_stream){number, flow->session->engine->core_of_partition[partition]};
    return stream;
}

static bool deal_chunk(struct flow *flow, unsigned kind, unsigned flags, struct bytes payload) {
    struct intake *intake = flow->intake;
    uint64_t number;
    if (!varint_take(&payload, &number) || number > UINT32_MAX) return false;
    struct open_stream *stream = find_stream(intake, number);
    if (stream == NULL && kind == WIRE_CHUNK) stream = open_stream(flow, number, payload);
    if (stream == NULL) return false;
    struct parcel parcel = {.kind = kind,
                            .stream = (uint64_t)flow->number << 32 | number,
                            .is_last = (flags & WIRE_LAST) != 0};
    if (is_own(flow, stream->core)) {
        load_here(flow, parcel, payload);
    } else {
        buffer_append(&parcel.records, payload);
        send_parcel(flow, stream->core, parcel);
    }
    if (parcel.is_last || kind == WIRE_CANCEL) *stream = intake->streams[--intake->count];
    return true;
}

bool intake_frame(struct flow *flow, unsigned kind, unsigned flags, struct bytes payload,
                  size_t *at, bool *is_global, struct bytes *global) {
    struct intake *intake = flow->intake;
    bool is_good;
    if (intake->shares == NULL) {
        intake->cores = flow->session->engine->core_count;
        intake->shares = memory_alloc_zeroed(intake->cores * sizeof *intake->shares);
    }
    *is_global = false;
    if (kind == WIRE_CHUNK || kind == WIRE_CANCEL)
        is_good = deal_chunk(flow, kind, flags, payload);
    else
        is_good = deal_records(flow, kind, payload, at, is_global, global);
    if (!is_good)
        session_fail(flow, "a frame of the baseline of flow %u is malformed", flow->number);
    return is_good;
}
