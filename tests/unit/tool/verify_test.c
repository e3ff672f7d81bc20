/* Nothing that is done to a log goes unnoticed: bits flipped, files missing, swapped, cut short. What verify
 * calls whole loads to exactly the data that was logged; what it calls a torn end, to what was logged a
 * batch or two before. */
#include "check.h"

#include "base/memory.h"
#include "sys/disk.h"
#include "sys/file.h"
#include "sys/machine.h"
#include "tool/dump.h"
#include "make_log.h"
#include "tool/repair.h"
#include "tool/restore.h"
#include "tool/stats.h"
#include "tool/verify.h"

#define ROOT "/data"
enum { CORES = 2, STATES = 64, FILES = 256 };

static struct make_log log_;
static unsigned char states[CORES][STATES][20]; /* of each core, after each of its batches */
static unsigned state_count[CORES];
static unsigned char whole[20];

static char files[FILES][260];
static unsigned file_count;

/* ---- files ---- */

static const char *listed;

static void note_name(void *arg, const char *name) {
    (void)arg;
    bool is_spare = strcmp(name, "MANIFEST.spare") == 0; /* nobody reads what is in it */
    if (file_count < FILES && !is_spare)
        snprintf(files[file_count++], sizeof files[0], "%s/%s", listed, name);
}

static void list_files(void) {
    file_count = 0;
    snprintf(files[file_count++], sizeof files[0], ROOT "/MANIFEST");
    for (unsigned i = 0; i < CORES; i++) {
        listed = log_.cores[i].directory;
        int result = disk_list(listed, note_name, NULL);
        CHECK_EQ(result, 0);
    }
}

static struct buffer read_all(const char *path) {
    struct buffer bytes = {0};
    CHECK_EQ(file_read_all(path, &bytes), 0);
    return bytes;
}

static void write_all(const char *path, struct bytes bytes) {
    struct disk_file *file;
    REQUIRE(disk_open(path, DISK_WRITE | DISK_CREATE, &file) == 0);
    CHECK_EQ(disk_truncate(file, 0), 0);
    CHECK_EQ(disk_write_now(file, 0, bytes), 0);
    disk_close(file);
}

static void write_byte(const char *path, uint64_t at, char byte) {
    struct disk_file *file;
    REQUIRE(disk_open(path, DISK_WRITE, &file) == 0);
    CHECK_EQ(disk_write_now(file, at, bytes_of(&byte, 1)), 0);
    disk_close(file);
}

static bool is_named(const char *path, const char *what) {
    return strstr(strrchr(path, '/'), what) != NULL;
}

/* ---- the log ---- */

static void seal(unsigned core) {
    make_log_seal(&log_, core);
    memset(states[core][state_count[core]], 0, 20);
    for (unsigned db = 0; db < MAKE_DATABASES; db++) {
        unsigned char one[20];
        keyspace_digest(log_.cores[core].keyspace, db, one);
        digest_add(states[core][state_count[core]], one);
    }
    state_count[core]++;
    log_.wall_ms += 1000;
}

static void write_some(unsigned batches) {
    for (unsigned i = 0; i < batches; i++) {
        for (unsigned j = 0; j < 10; j++) make_log_write(&log_, i % CORES);
        if (i % 3 == 2) {
            make_log_transaction(&log_, false);
            seal((i + 1) % CORES);
        }
        seal(i % CORES);
    }
}

/* Core 0 has bases, and files of the log behind them; core 1 its whole log. */
static void build(bool has_bases) {
    static bool has_machine;
    if (!has_machine) CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    has_machine = true;
    CHECK_EQ(directory_make(ROOT), 0);
    for (unsigned i = 0; i < file_count; i++) {
        int ignored = file_remove(files[i]);
        (void)ignored;
    }
    memset(state_count, 0, sizeof state_count);
    make_log_begin(&log_, ROOT, CORES, check_random);
    write_some(8);
    make_log_rotate(&log_, 0);
    make_log_rotate(&log_, 1);
    write_some(4);
    if (has_bases) make_log_base(&log_, 0, true);
    write_some(6);
    make_log_rotate(&log_, 0);
    write_some(4);
    make_log_end(&log_);
    make_log_digest(&log_, whole);
    list_files();
}

static void unbuild(void) {
    list_files();
    make_log_free(&log_);
}

static struct verify_result verify(struct buffer *text) {
    struct verify_result result;
    struct output output = {.is_kept = true};
    struct progress progress = {0};
    bool is_there = verify_run(ROOT, &output, &progress, &result);
    if (!is_there) result.problems = 1;
    if (text)
        *text = output.text;
    else
        buffer_clear(&output.text);
    return result;
}

/* A state that was, some batches before the end of each core. */
static bool was_there(const unsigned char digest[20]) {
    for (unsigned i = 0; i < state_count[0]; i++) {
        for (unsigned j = 0; j < state_count[1]; j++) {
            unsigned char sum[20];
            memcpy(sum, states[0][i], 20);
            digest_add(sum, states[1][j]);
            if (memcmp(sum, digest, 20) == 0) return true;
        }
    }
    return false;
}

struct tally {
    unsigned all, caught, harmless, torn;
};

/* One thing was done to the log. */

static void judge(struct tally *tally, const char *what, uint64_t where) {
    struct verify_result result = verify(NULL);
    bool is_same = result.is_loaded && memcmp(result.digest, whole, 20) == 0;
    bool is_torn = result.torn_bytes + result.cut_batches > 0;
    tally->all++;
    tally->caught += result.problems > 0;
    tally->harmless += result.problems == 0 && is_same;
    tally->torn += result.problems == 0 && !is_same;
    bool is_right =
        result.problems > 0 || is_same || (is_torn && result.is_loaded && was_there(result.digest));
    if (!is_right) printf("  %s, %llu\n", what, (unsigned long long)where);
    CHECK(is_right);
}

static void tell(const char *what, const struct tally *tally) {
    printf("%s: %u tried, %u caught, %u harmless, %u look like a torn end\n", what, tally->all,
           tally->caught, tally->harmless, tally->torn);
}

/* ---- what is promised ---- */

TEST(a_sound_log_is_whole_and_has_the_data) {
    build(true);
    struct buffer text = {0};
    struct verify_result result = verify(&text);
    CHECK_EQ(result.problems, 0);
    CHECK(result.is_loaded);
    CHECK_BYTES(result.digest, 20, whole, 20);
    CHECK_EQ(result.torn_bytes, 0);
    if (result.problems > 0) printf("%.*s", (int)text.len, text.data);
    buffer_clear(&text);
    unbuild();
}

/* Manifests byte by byte; of other files what matters: heads, batches, and some of the zeros behind. */
static void flip_file(const char *path, struct tally *tally) {
    struct buffer bytes = read_all(path);
    bool is_manifest = is_named(path, "MANIFEST");
    for (uint64_t at = 0; at < bytes.len; at++) {
        bool is_zero = bytes.data[at] == 0;
        if (!is_manifest && check_random_below(is_zero                  ? 400
                                               : is_named(path, "base") ? 40
                                                                        : 8) != 0)
            continue;
        write_byte(path, at, (char)(bytes.data[at] ^ 1 << check_random_below(8)));
        judge(tally, path, at);
        write_byte(path, at, bytes.data[at]);
    }
    buffer_clear(&bytes);
}

TEST(no_flipped_bit_gives_other_data_in_silence) {
    struct tally tally = {0};
    build(true);
    for (unsigned i = 0; i < file_count; i++) flip_file(files[i], &tally);
    tell("flipped bits", &tally);
    CHECK(tally.caught > tally.all / 2);
    CHECK_EQ(verify(NULL).problems, 0);
    unbuild();
}

TEST(a_missing_file_is_noticed) {
    struct tally tally = {0};
    build(true);
    for (unsigned i = 0; i < file_count; i++) {
        struct buffer bytes = read_all(files[i]);
        CHECK_EQ(file_remove(files[i]), 0);
        judge(&tally, files[i], 0);
        write_all(files[i], buffer_view(&bytes));
        buffer_clear(&bytes);
    }
    tell("missing files", &tally);
    CHECK_EQ(tally.harmless, CORES); /* the spare ones */
    CHECK_EQ(tally.torn, 0);
    unbuild();
}

TEST(swapped_files_are_noticed) {
    struct tally tally = {0};
    build(true);
    for (unsigned i = 0; i < file_count; i++) {
        for (unsigned j = i + 1; j < file_count; j++) {
            bool are_bases = is_named(files[i], "base") && is_named(files[j], "base");
            if (are_bases && check_random_below(10) != 0) continue;
            struct buffer one = read_all(files[i]), other = read_all(files[j]);
            bool are_same = bytes_equal(buffer_view(&one), buffer_view(&other));
            write_all(files[i], buffer_view(&other));
            write_all(files[j], buffer_view(&one));
            if (!are_same) judge(&tally, files[i], j);
            write_all(files[i], buffer_view(&one));
            write_all(files[j], buffer_view(&other));
            buffer_clear(&one);
            buffer_clear(&other);
        }
    }
    tell("swapped files", &tally);
    CHECK_EQ(tally.caught, tally.all);
    unbuild();
}

TEST(a_file_that_was_cut_short_is_noticed_or_its_end_is_torn) {
    struct tally tally = {0};
    build(true);
    for (unsigned i = 0; i < file_count; i++) {
        struct buffer bytes = read_all(files[i]);
        for (unsigned j = 0; j < 12; j++) {
            uint64_t len = check_random_below(bytes.len);
            write_all(files[i], bytes_of(bytes.data, len));
            judge(&tally, files[i], len);
        }
        write_all(files[i], buffer_view(&bytes));
        buffer_clear(&bytes);
    }
    tell("files cut short", &tally);
    unbuild();
}
