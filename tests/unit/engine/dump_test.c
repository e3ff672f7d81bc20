/* tests/unit/engine/dump_test.c - a dump of either format is loaded again by any number of cores; whatever step the power
 * goes at, or a disk fails at, what is loaded afterwards is the dump before or the new one, and nothing is left lying.
 *
 * On the simulated machine. The command that writes a dump, or loads one, runs on a fiber as in the server. */
#include "engine/dump.h"

#include <errno.h>

#include "check.h"
#include "base/memory.h"
#include "data/set.h"
#include "engine/connection.h"
#include "engine/dump_load.h"
#include "engine/feed.h"
#include "engine/shard.h"
#include "log/core_set.h"
#include "sys/disk.h"
#include "sys/file.h"
#include "rig.h"
#include "sys/sim.h"

enum { CORES_MAX = 3, DATABASES = 3, STEPS_MAX = 20000000, NAMES_MAX = 20 };

static struct engine *engine;

static const struct settings settings = RIG_SETTINGS(1 << 20, DATABASES);

/* What the commands are told, and say. */
static struct {
    unsigned keys, salt;
    struct dump_options options;
    bool is_good;
    char error[DUMP_LOAD_ERROR];
    struct dump_load_facts facts;
    uint64_t sum, sums[CORES_MAX];
} play;

/* ---- data ---- */

static void make_key(struct keyspace *keyspace, unsigned number) {
    char name[40], *text = memory_alloc(40000);
    size_t name_len = (size_t)snprintf(name, sizeof name, "key %u", number);
    struct key key = key_of(bytes_of(name, name_len));
    unsigned db = number % DATABASES;
    size_t len = number % 100 == 0 ? 40000 : number % 60;
    if (!keyspace_has_partition(keyspace, key.partition)) {
        memory_free(text);
        return;
    }
    for (size_t i = 0; i < len; i++) text[i] = (char)('a' + (number + play.salt + i / 9) % 26);
    if (number % 7 == 0) {
        struct cell draft = cell_draft(keyspace, db, &key, EXPIRE_NONE);
        for (size_t i = 0; i < 1 + len % 40; i++) set_add(&draft, bytes_of(text + i, len - i));
        cell_publish(&draft, NULL);
    } else {
        CHECK(keyspace_put_string(keyspace, db, &key, NULL, bytes_of(text, len),
                                  number % 5 ? EXPIRE_NONE : 4102444800000 + number));
    }
    memory_free(text);
}

static void fill_here(struct core *core, void *arg) {
    (void)arg;
    for (unsigned db = 0; db < DATABASES; db++) keyspace_flush(core->shard.keyspace, db);
    for (unsigned i = 0; i < play.keys; i++) make_key(core->shard.keyspace, i);
}

static void sum_here(struct core *core, void *arg) {
    (void)arg;
    play.sums[core->index] = 0;
    for (unsigned db = 0; db < DATABASES; db++) {
        unsigned char digest[20];
        uint64_t word;
        keyspace_digest(core->shard.keyspace, db, digest);
        memcpy(&word, digest, sizeof word);
        play.sums[core->index] += word;
    }
}

static void run_sum(struct call *call) {
    core_run_on_all(engine, sum_here, NULL);
    play.sum = 0;
    for (unsigned i = 0; i < engine->core_count; i++) play.sum += play.sums[i];
    reply_ok(call->reply);
}

static void run_fill(struct call *call) {
    core_run_on_all(engine, fill_here, NULL);
    reply_ok(call->reply);
}

static void run_dump(struct call *call) {
    struct snapshot_facts facts;
    struct dump *dump = dump_begin(engine, &play.options, play.error);
    play.is_good = dump && dump_end(dump, &facts, play.error);
    reply_ok(call->reply);
}

static void run_load(struct call *call) {
    play.is_good = dump_load(engine, play.options.path, true, &play.facts, play.error);
    reply_ok(call->reply);
}

static const struct command rows[] = {
    {"BGSAVE", "", run_dump, ADMIN | ON_FIBER, NO_KEYS}, /* whose row snapshots take part as */
    {"TDUMP", "", run_dump, READONLY | ON_FIBER, NO_KEYS},
    {"TLOAD", "", run_load, WRITE | ON_FIBER, NO_KEYS},
    {"TFILL", "", run_fill, WRITE | ON_FIBER, NO_KEYS},
    {"TSUM", "", run_sum, READONLY | ON_FIBER, NO_KEYS},
    {0},
};

/* ---- servers, one after the other, on the same disk ---- */

static void begin_machine(void) {
    rig_choose_machine(rows, check_random());
    CHECK_EQ(directory_make("/data"), 0);
}

static void begin(unsigned cores) {
    engine = rig_start(&settings, cores);
    rig_drop_shadows(engine); /* what is written here has no effects */
}

static void end(void) {
    rig_stop(engine);
}

static void run(const char *command) {
    unsigned client = sim_client_open();
    sim_client_send(client, bytes_of_string(command));
    sim_client_send(client, BYTES_LITERAL("\r\n"));
    CHECK(sim_run(STEPS_MAX));
    sim_client_close(client);
    CHECK(sim_run(STEPS_MAX));
}

static uint64_t fill_and_sum(unsigned salt) {
    play.salt = salt;
    run("TFILL");
    run("TSUM");
    return play.sum;
}

/* 0: it could not be loaded. */
static uint64_t load_and_sum(unsigned cores) {
    begin(cores);
    run("TLOAD");
    bool is_good = play.is_good;
    run("TSUM");
    end();
    return is_good ? play.sum : 0;
}

/* ---- the directory ---- */

struct names {
    char names[NAMES_MAX][300];
    unsigned count;
};

static void note_name(void *arg, const char *name) {
    struct names *names = arg;
    if (names->count < NAMES_MAX) snprintf(names->names[names->count], 300, "%s", name);
    names->count++;
}

static unsigned files_there(void) {
    struct names names = {.count = 0};
    CHECK_EQ(disk_list("/data", note_name, &names), 0);
    return names.count;
}

static void use(enum dump_format format, enum pack_codec codec) {
    play.options =
        (struct dump_options){.path = format == DUMP_RDB ? "/data/dump.rdb" : "/data/dump.cores",
                              .format = format,
                              .compresses = codec != PACK_NONE,
                              .checksums = true,
                              .codec = codec};
}

TEST(what_is_dumped_is_loaded_by_any_number_of_cores) {
    for (unsigned n = 0; n < 2 * PACK_CODECS; n++) {
        for (unsigned cores = 1; cores <= CORES_MAX; cores++) {
            begin_machine();
            play.keys = (unsigned)check_random_below(1500);
            use(n % 2 ? DUMP_CORES : DUMP_RDB, n / 2);
            begin(cores);
            uint64_t sum = fill_and_sum(n);
            run("TDUMP");
            CHECK(play.is_good);
            end();
            for (unsigned loaders = 1; loaders <= CORES_MAX; loaders++) {
                CHECK(load_and_sum(loaders) == sum);
                CHECK_EQ(play.facts.keys, play.keys);
            }
        }
    }
}

/* ---- damage ---- */

static void check_damage(const char *path) {
    struct buffer good = {0};
    CHECK_EQ(file_read_all(path, &good), 0);
    for (unsigned n = 0; n < 30; n++) {
        size_t at = check_random_below(good.len);
        char bit = (char)(1 << check_random_below(8));
        struct bytes bytes = n % 3 == 0 ? bytes_of(good.data, at) : buffer_view(&good);
        good.data[at] ^= bit;
        CHECK_EQ(file_replace(path, bytes), 0);
        good.data[at] ^= bit;
        begin(1 + n % CORES_MAX);
        run("TLOAD");
        CHECK(!play.is_good);
        CHECK(strstr(play.error, path) != NULL && strstr(play.error, " at byte ") != NULL);
        end();
    }
    CHECK_EQ(disk_remove(path), 0);
    begin(2);
    run("TLOAD");
    CHECK(!play.is_good && strstr(play.error, path) != NULL);
    end();
    CHECK_EQ(file_replace(path, buffer_view(&good)), 0);
    buffer_clear(&good);
}

TEST(a_damaged_or_missing_file_is_named_with_the_place) {
    begin_machine();
    play.keys = 300;
    use(DUMP_CORES, PACK_LZ4);
    begin(2);
    uint64_t sum = fill_and_sum(1);
    run("TDUMP");
    end();
    struct names names = {.count = 0};
    CHECK_EQ(disk_list("/data", note_name, &names), 0);
    CHECK_EQ(names.count, 3);
    for (unsigned i = 0; i < names.count; i++) {
        char path[400];
        snprintf(path, sizeof path, "/data/%s", names.names[i]);
        check_damage(path);
    }
    CHECK(load_and_sum(3) == sum);
}

/* ---- power, and errors ---- */

static struct {
    enum { HARM_NONE, HARM_POWER, HARM_ERROR } harm;
    unsigned at, seen;
} aim;

static int decide(void *arg, enum disk_op op, const char *path, uint64_t number) {
    (void)arg, (void)op, (void)path, (void)number;
    if (aim.harm == HARM_NONE || ++aim.seen != aim.at) return 0;
    if (aim.harm == HARM_POWER) sim_cut_power();
    return -EIO;
}

static const struct disk_faults faults = {.decide = decide};

/* True if the harm came to pass. */
static bool dump_under_harm(enum dump_format format, unsigned at, int harm) {
    begin_machine();
    use(format, PACK_LZ4);
    play.keys = 200;
    begin(2);
    uint64_t old_sum = fill_and_sum(1);
    run("TDUMP");
    CHECK(play.is_good);
    uint64_t new_sum = fill_and_sum(2);
    CHECK(old_sum != new_sum);
    disk_set_faults(&faults);
    aim.seen = 0;
    aim.at = at;
    aim.harm = harm;
    run("TDUMP");
    bool is_good = play.is_good, is_harmed = aim.seen >= at;
    aim.harm = HARM_NONE;
    if (harm == HARM_POWER && !is_harmed) sim_cut_power(); /* after the last step */
    end();
    sim_restore_power();
    disk_set_faults(NULL);
    uint64_t found = load_and_sum(1 + at % CORES_MAX);
    CHECK(found == new_sum || (!is_good && found == old_sum));
    /* What is left of it does no harm to the next, and does not stay if it failed. */
    if (harm == HARM_ERROR && format == DUMP_RDB) CHECK_EQ(files_there(), 1);
    begin(3);
    new_sum = fill_and_sum(3);
    run("TDUMP");
    CHECK(play.is_good);
    end();
    CHECK(load_and_sum(2) == new_sum);
    return is_harmed;
}

TEST(the_power_may_go_at_any_step) {
    for (int format = DUMP_RDB; format <= DUMP_CORES; format++) {
        unsigned at = 1;
        while (dump_under_harm(format, at, HARM_POWER) && check_failures == 0) at++;
        CHECK(at > 6); /* so many steps at least */
    }
}

TEST(the_disk_may_fail_at_any_step) {
    for (int format = DUMP_RDB; format <= DUMP_CORES; format++) {
        unsigned at = 1;
        while (dump_under_harm(format, at, HARM_ERROR) && check_failures == 0) at++;
        CHECK(at > 6);
    }
}

TEST(the_set_before_goes_when_the_next_is_there) {
    begin_machine();
    use(DUMP_CORES, PACK_ZSTD);
    play.keys = 100;
    begin(3);
    for (unsigned i = 0; i < 3; i++) {
        fill_and_sum(i);
        run("TDUMP");
        CHECK(play.is_good);
        CHECK_EQ(files_there(), 4); /* the summary and three files */
    }
    end();
}
