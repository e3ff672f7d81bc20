/* What a replica shows: random primaries write accounts by transactions of all kinds, each of which leaves the sum 0, their
 * flows are cut into frames and delivered in random order, and the sum is looked at after each step. */
#include "check.h"

#include "base/memory.h"
#include "log/effect.h"
#include "log/line.h"
#include "log/mark.h"
#include "repl/assemble.h"
#include "repl/wire.h"

enum { ACCOUNTS = 24, FLOWS_MAX = 4, CORES_MAX = 4, PENDING_MAX = 3, NAME_MAX = 24, OPS = 300 };

/* What a plant does wrong. */
enum plant {
    SOUND,
    SHOWS_AT_ONCE,    /* nothing waits */
    NO_BEGIN,         /* a transaction begins with its mark */
    FORGETS_PARTS,    /* each mark is a whole transaction */
    FORGETS_RUNS,     /* what one callback wrote may be torn */
    FORGETS_TO_MERGE, /* flows of a joint are applied one after the other */
    PLANTS
};

static char names[ACCOUNTS][NAME_MAX];
static uint16_t partitions[ACCOUNTS];

static void choose_names(void) {
    for (unsigned i = 0; i < ACCOUNTS; i++) {
        /* No two of one name. */
        snprintf(names[i], NAME_MAX, "account:%u:%u", i, (unsigned)check_random_below(1000000));
        partitions[i] = slot_of_key(bytes_of_string(names[i])) / SLOTS_PER_PARTITION;
    }
}

/* ---- the primary ---- */

struct atom { /* stays in one frame */
    size_t len;
};

struct flow {
    struct buffer bytes, atoms;
    size_t at, atom; /* what has been delivered */
};

struct tx {
    uint64_t number;
    unsigned accounts[3], count;
    int64_t values[3];
    unsigned next; /* of its flows */
    unsigned flows[3], flow_count;
    bool has_begun[FLOWS_MAX];
};

static struct {
    unsigned flow_count;
    struct flow flows[FLOWS_MAX];
    int64_t values[ACCOUNTS]; /* also of what is locked: as it will be */
    bool is_locked[ACCOUNTS];
    struct tx pending[PENDING_MAX];
    unsigned pending_count;
    uint64_t tx_next;
    struct buffer atom; /* that is being made */
} primary;

static unsigned flow_of(unsigned account) {
    return partitions[account] * primary.flow_count / PARTITIONS;
}

static void put_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)arg, (void)partition, (void)lsn;
    wire_add_record(&primary.atom, record);
}

static void write_account(unsigned account, int64_t value) {
    struct effects effects;
    struct key key = key_of(bytes_of_string(names[account]));
    effects_init(&effects, 0, PARTITIONS);
    effects.sink.record = put_record;
    effect_set(&effects, 0, &key, bytes_of((const char *)&value, sizeof value), 0);
    effects_clear(&effects);
}

static void write_flush(void) {
    struct effects effects;
    effects_init(&effects, 0, PARTITIONS);
    effects.sink.record = put_record;
    effect_flush(&effects, 0);
    effects_clear(&effects);
}

static void write_mark(enum mark_op op, uint64_t tx, unsigned parts) {
    struct buffer bytes = {0};
    struct mark mark = {.op = op, .tx = tx, .parts = parts};
    mark_write(&bytes, &mark);
    wire_add_record(&primary.atom, buffer_view(&bytes));
    buffer_clear(&bytes);
}

static void end_atom(unsigned flow) {
    struct atom atom = {primary.atom.len};
    if (atom.len == 0) return;
    buffer_append(&primary.flows[flow].bytes, buffer_view(&primary.atom));
    buffer_append(&primary.flows[flow].atoms, bytes_of((const char *)&atom, sizeof atom));
    primary.atom.len = 0;
}

/* Some accounts nobody has locked; with_flow: all of that flow. Fewer than two: there are not enough. */
static unsigned pick(unsigned *accounts, unsigned wanted, int with_flow) {
    unsigned count = 0;
    for (unsigned tries = 0; tries < 40 && count < wanted; tries++) {
        unsigned account = (unsigned)check_random_below(ACCOUNTS);
        bool is_good = !primary.is_locked[account] &&
                       (with_flow < 0 || flow_of(account) == (unsigned)with_flow);
        for (unsigned i = 0; i < count; i++) is_good &= accounts[i] != account;
        if (is_good) accounts[count++] = account;
    }
    return count;
}

static void move_money(const unsigned *accounts, unsigned count) {
    for (unsigned i = 1; i < count; i++) {
        int64_t amount = (int64_t)check_random_below(1000) + 1;
        primary.values[accounts[0]] -= amount;
        primary.values[accounts[i]] += amount;
    }
}

/* Several accounts of one core, in one callback: no marks. */
static void do_local(void) {
    unsigned accounts[3];
    unsigned flow = (unsigned)check_random_below(primary.flow_count);
    unsigned count = pick(accounts, 2 + (unsigned)check_random_below(2), (int)flow);
    if (count < 2) return;
    move_money(accounts, count);
    for (unsigned i = 0; i < count; i++) write_account(accounts[i], primary.values[accounts[i]]);
    end_atom(flow);
}

static void begin_tx(void) {
    if (primary.pending_count == PENDING_MAX) return;
    struct tx *tx = &primary.pending[primary.pending_count];
    *tx = (struct tx){.number = ++primary.tx_next};
    tx->count = pick(tx->accounts, 3, -1);
    if (tx->count < 2) return;
    move_money(tx->accounts, tx->count);
    for (unsigned i = 0; i < tx->count; i++) {
        unsigned flow = flow_of(tx->accounts[i]), j = 0;
        tx->values[i] = primary.values[tx->accounts[i]];
        primary.is_locked[tx->accounts[i]] = true;
        while (j < tx->flow_count && tx->flows[j] != flow) j++;
        if (j == tx->flow_count) tx->flows[tx->flow_count++] = flow;
    }
    primary.pending_count++;
}

/* Its part on one more core: in one callback, with or without a BEGIN, or in two. */
static void go_on(struct tx *tx) {
    unsigned flow = tx->flows[tx->next];
    bool begins = check_random_below(2) == 0, had_begun = tx->has_begun[flow];
    if (begins && !had_begun) write_mark(MARK_TX_BEGIN, tx->number, 0);
    tx->has_begun[flow] |= begins;
    unsigned first = 0;
    while (flow_of(tx->accounts[first]) != flow) first++;
    write_account(tx->accounts[first], tx->values[first]);
    if (begins && !had_begun && check_random_below(2) == 0) {
        end_atom(flow);
        return; /* the rest later, what was written is written again */
    }
    for (unsigned i = 0; i < tx->count; i++)
        if (flow_of(tx->accounts[i]) == flow) write_account(tx->accounts[i], tx->values[i]);
    write_mark(MARK_TX, tx->number, tx->flow_count);
    end_atom(flow);
    if (++tx->next < tx->flow_count) return;
    for (unsigned i = 0; i < tx->count; i++) primary.is_locked[tx->accounts[i]] = false;
    *tx = primary.pending[--primary.pending_count];
}

static void flush_all(void) {
    while (primary.pending_count > 0) go_on(&primary.pending[0]);
    uint64_t number = ++primary.tx_next;
    bool is_marked = check_random_below(2) == 0;
    for (unsigned i = 0; i < primary.flow_count; i++) {
        if (is_marked) write_mark(MARK_TX_BEGIN, number, 0);
        write_flush();
        if (is_marked) write_mark(MARK_TX, number, primary.flow_count);
        end_atom(i);
    }
    memset(primary.values, 0, sizeof primary.values);
}

static void write_history(unsigned flow_count) {
    memset(&primary, 0, sizeof primary);
    primary.flow_count = flow_count;
    for (unsigned i = 0; i < OPS; i++) {
        unsigned choice = (unsigned)check_random_below(40);
        if (choice == 0)
            flush_all();
        else if (choice < 12)
            do_local();
        else if (choice < 22)
            begin_tx();
        else if (primary.pending_count > 0)
            go_on(&primary.pending[check_random_below(primary.pending_count)]);
    }
    while (primary.pending_count > 0) go_on(&primary.pending[0]);
}

/* ---- the replica ---- */

static struct {
    enum plant plant;
    unsigned cores;
    uint16_t core_of_partition[PARTITIONS], all_on_one[PARTITIONS];
    struct assemble flows[FLOWS_MAX];
    struct line *line;
    int64_t values[ACCOUNTS];
    uint64_t lsns_received, lsns_applied, torn;
    unsigned joints, directs;
} replica;

static bool apply(void *arg, struct bytes record) {
    struct effect effect;
    (void)arg;
    if (!effect_decode(record, &effect)) return false;
    if (effect.op == EFFECT_FLUSH) {
        /* Of one core's share: its accounts. */
        unsigned core = *(unsigned *)arg;
        for (unsigned i = 0; i < ACCOUNTS; i++)
            if (replica.core_of_partition[partitions[i]] == core) replica.values[i] = 0;
        return true;
    }
    for (unsigned i = 0; i < ACCOUNTS; i++)
        if (bytes_equal(effect.key, bytes_of_string(names[i])))
            memcpy(&replica.values[i], effect.body.data, sizeof replica.values[i]);
    return true;
}

static void look(void) {
    int64_t sum = 0;
    for (unsigned i = 0; i < ACCOUNTS; i++) sum += replica.values[i];
    replica.torn += sum != 0;
}

static void apply_joint(void) {
    struct buffer shares[FLOWS_MAX][CORES_MAX] = {0};
    bool has_some = false;
    unsigned involved[FLOWS_MAX], count = 0;
    for (unsigned i = 0; i < primary.flow_count; i++) {
        struct assemble *flow = &replica.flows[i];
        if (!assemble_holds(flow) || flow->first > line_of(replica.line, i)) continue;
        replica.lsns_applied +=
            assemble_take(flow, line_of(replica.line, i), shares[i], replica.cores);
        involved[count++] = i;
        has_some = true;
    }
    if (!has_some) return;
    replica.joints++;
    for (unsigned core = 0; core < replica.cores; core++) {
        struct bytes views[FLOWS_MAX];
        for (unsigned i = 0; i < count; i++) views[i] = buffer_view(&shares[involved[i]][core]);
        if (replica.plant == FORGETS_TO_MERGE) {
            for (unsigned i = 0; i < count; i++) CHECK(assemble_merge(&views[i], 1, apply, &core));
        } else {
            bool is_good = assemble_merge(views, count, apply, &core);
            CHECK(is_good || replica.plant != SOUND);
            replica.torn += !is_good;
        }
    }
    look();
    for (unsigned i = 0; i < count; i++) assemble_join(&replica.flows[involved[i]]);
    for (unsigned i = 0; i < primary.flow_count; i++)
        for (unsigned core = 0; core < replica.cores; core++) buffer_clear(&shares[i][core]);
}

/* Each core runs its records in one callback, the cores one after the other. */
static void apply_direct(struct bytes payload) {
    for (unsigned core = 0; core < replica.cores; core++) {
        struct bytes rest = payload, record;
        uint16_t partition = 0;
        while (wire_next_record(&rest, &record)) {
            if (mark_is(record)) continue;
            bool is_global = assemble_is_global(record);
            CHECK(is_global || assemble_partition(record, &partition));
            if (is_global || replica.core_of_partition[partition] == core)
                CHECK(apply(&core, record));
        }
        look();
    }
}

static void tell_line(unsigned flow, const struct buffer *notes) {
    const struct assemble_note *note = (const struct assemble_note *)(const void *)notes->data;
    for (size_t i = 0; i < notes->len / sizeof *note; i++) {
        if (note[i].parts > 0)
            line_mark(replica.line, flow, note[i].tx,
                      replica.plant == FORGETS_PARTS ? 1 : note[i].parts, note[i].place);
        else if (replica.plant != NO_BEGIN)
            line_begin(replica.line, flow, note[i].tx, note[i].place);
    }
    line_reach(replica.line, flow, replica.flows[flow].place);
    line_draw(replica.line);
}

static void deliver(unsigned number) {
    struct flow *flow = &primary.flows[number];
    struct buffer notes = {0};
    uint64_t lsns = 0;
    unsigned core = 0;
    size_t len = 0;
    for (uint64_t atoms = 1 + check_random_below(4);
         atoms > 0 && flow->atom < flow->atoms.len / sizeof(struct atom); atoms--) {
        struct atom atom;
        memcpy(&atom, flow->atoms.data + flow->atom++ * sizeof atom, sizeof atom);
        len += atom.len;
    }
    struct bytes payload = bytes_of(flow->bytes.data + flow->at, len);
    flow->at += len;
    enum assemble_way way = assemble_frame(&replica.flows[number], payload, &core, &lsns, &notes);
    CHECK(way != ASSEMBLE_BAD);
    replica.lsns_received += lsns;
    if (replica.plant == SHOWS_AT_ONCE) way = ASSEMBLE_DIRECT;
    if (way == ASSEMBLE_DIRECT) {
        replica.lsns_applied += lsns;
        replica.directs++;
        apply_direct(payload);
    } else {
        tell_line(number, &notes);
        apply_joint();
    }
    buffer_clear(&notes);
}

/* True if all went well. */
static bool replicate(enum plant plant, unsigned flows, unsigned cores) {
    memset(&replica, 0, sizeof replica);
    replica.plant = plant;
    replica.cores = cores;
    for (unsigned i = 0; i < PARTITIONS; i++)
        replica.core_of_partition[i] = (uint16_t)(i * cores / PARTITIONS);
    choose_names();
    write_history(flows);
    for (unsigned i = 0; i < flows; i++)
        assemble_init(&replica.flows[i], i, flows, PARTITIONS / flows,
                      plant == FORGETS_RUNS ? replica.all_on_one : replica.core_of_partition);
    replica.line = line_create(flows);
    for (;;) {
        unsigned left = 0, number = 0;
        for (unsigned i = 0; i < flows; i++)
            if (primary.flows[i].at < primary.flows[i].bytes.len && check_random_below(++left) == 0)
                number = i;
        if (left == 0) break;
        deliver(number);
    }
    bool is_good = replica.torn == 0;
    for (unsigned i = 0; i < ACCOUNTS; i++) is_good &= replica.values[i] == primary.values[i];
    for (unsigned i = 0; i < flows; i++) {
        if (plant == SOUND) CHECK(!assemble_holds(&replica.flows[i]));
        assemble_clear(&replica.flows[i]);
        buffer_clear(&primary.flows[i].bytes);
        buffer_clear(&primary.flows[i].atoms);
    }
    if (plant == SOUND) CHECK_EQ(replica.lsns_applied, replica.lsns_received);
    buffer_clear(&primary.atom);
    line_destroy(replica.line);
    return is_good;
}

TEST(no_transaction_is_ever_seen_torn_and_all_of_them_arrive) {
    unsigned joints = 0, directs = 0;
    for (int i = 0; i < 400; i++) {
        unsigned flows = 1 + (unsigned)check_random_below(FLOWS_MAX);
        unsigned cores = 1 + (unsigned)check_random_below(CORES_MAX);
        CHECK(replicate(SOUND, flows, cores));
        joints += replica.joints;
        directs += replica.directs;
    }
    CHECK(joints > 400);
    CHECK(directs > 400);
}

TEST(each_way_to_get_it_wrong_is_noticed) {
    for (int plant = SOUND + 1; plant < PLANTS; plant++) {
        unsigned caught = 0;
        for (int i = 0; i < 40; i++) caught += !replicate((enum plant)plant, 3, 2);
        if (caught == 0) printf("  plant %d was not noticed\n", plant);
        CHECK(caught > 0);
    }
}

TEST(single_keys_never_wait_and_know_their_core) {
    struct assemble assemble;
    struct buffer notes = {0};
    uint64_t lsns;
    unsigned core;
    choose_names();
    memset(&primary, 0, sizeof primary);
    for (unsigned i = 0; i < PARTITIONS; i++) replica.core_of_partition[i] = i >= PARTITIONS / 2;
    assemble_init(&assemble, 0, 1, PARTITIONS, replica.core_of_partition);
    for (unsigned i = 0; i < ACCOUNTS; i++) {
        write_account(i, 1);
        CHECK_EQ(assemble_frame(&assemble, buffer_view(&primary.atom), &core, &lsns, &notes),
                 ASSEMBLE_DIRECT);
        CHECK_EQ(core, partitions[i] >= PARTITIONS / 2);
        CHECK_EQ(lsns, 1);
        primary.atom.len = 0;
    }
    write_flush();
    CHECK_EQ(assemble_frame(&assemble, buffer_view(&primary.atom), &core, &lsns, &notes),
             ASSEMBLE_HELD);
    CHECK_EQ(lsns, PARTITIONS);
    assemble_clear(&assemble);
    buffer_clear(&primary.atom);
    buffer_clear(&notes);
}

TEST(a_frame_that_is_cut_or_holds_no_records_is_refused) {
    struct assemble assemble;
    struct buffer notes = {0};
    uint64_t lsns;
    unsigned core;
    choose_names();
    memset(&primary, 0, sizeof primary);
    memset(replica.core_of_partition, 0, sizeof replica.core_of_partition);
    write_account(0, 1);
    for (size_t len = 1; len < primary.atom.len; len++) {
        assemble_init(&assemble, 0, 1, PARTITIONS, replica.core_of_partition);
        CHECK_EQ(assemble_frame(&assemble, bytes_of(primary.atom.data, len), &core, &lsns, &notes),
                 ASSEMBLE_BAD);
        assemble_clear(&assemble);
    }
    buffer_clear(&primary.atom);
    buffer_clear(&notes);
}
