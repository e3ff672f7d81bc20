/* tests/unit/log/core_file_test.c - files for each core, and the summary that makes them a dump: what was written is read
 * again, whatever the codec; any byte that is changed or missing is noticed; power that goes between any two steps
 * leaves the old dump or the new one. */
#include "log/core_set.h"

#include <errno.h>

#include "check.h"
#include "base/memory.h"
#include "sys/disk.h"
#include "sys/file.h"
#include "sys/sim.h"

enum { RUNS_MAX = 40 };

static const struct core_file_head head = {
    .id = UINT64_C(0x1234567800000003), .core = 1, .cores = 3, .wall_ms = 1764535867123};

/* ---- blocks ---- */

static void fill_text(char *text, size_t len) {
    bool is_random = check_random_below(3) == 0;
    for (size_t i = 0; i < len; i++)
        text[i] = (char)(is_random ? check_random() : i / 7 % 50 + check_random_below(2));
}

TEST(a_block_unpacks_to_what_it_was_with_every_codec) {
    struct packer *packer = packer_create();
    char *text = memory_alloc(PACK_BLOCK_MAX), *back = memory_alloc(PACK_BLOCK_MAX);
    struct buffer packed = {0};
    for (unsigned n = 0; n < 200; n++) {
        size_t len = 1 + check_random_below(n % 20 == 0 ? PACK_BLOCK_MAX : 5000);
        enum pack_codec codec = PACK_LZF + n % (PACK_CODECS - PACK_LZF);
        fill_text(text, len);
        packed.len = 0;
        if (!packer_pack(packer, codec, bytes_of(text, len), &packed)) {
            CHECK_EQ(packed.len, 0);
            continue;
        }
        CHECK(packed.len < len);
        CHECK(packer_unpack(packer, codec, buffer_view(&packed), back, len));
        CHECK(memcmp(text, back, len) == 0);
        CHECK(!packer_unpack(packer, codec, bytes_of(packed.data, packed.len - 1), back, len));
        CHECK(!packer_unpack(packer, codec, buffer_view(&packed), back, len - 1) || len == 1);
    }
    buffer_clear(&packed);
    memory_free(text);
    memory_free(back);
    packer_destroy(packer);
}

TEST(what_repeats_gets_much_shorter_with_every_codec) {
    struct packer *packer = packer_create();
    char text[10000];
    memset(text, 'a', sizeof text);
    for (enum pack_codec codec = PACK_LZF; codec < PACK_CODECS; codec++) {
        struct buffer packed = {0};
        CHECK(packer_pack(packer, codec, bytes_of(text, sizeof text), &packed));
        CHECK(packed.len < sizeof text / 20);
        buffer_clear(&packed);
    }
    packer_destroy(packer);
}

/* ---- files ---- */

struct made {
    struct buffer bytes, runs[RUNS_MAX];
    unsigned run_count;
    uint32_t frames, crc;
};

static void make(struct made *made, unsigned runs, size_t run_max, enum pack_codec codec) {
    struct core_file_writer writer;
    *made = (struct made){.run_count = runs};
    core_file_begin(&writer, &head, codec, &made->bytes);
    for (unsigned i = 0; i < runs; i++) {
        size_t len = 1 + check_random_below(run_max);
        fill_text(buffer_reserve(&made->runs[i], len), len);
        made->runs[i].len = len;
        core_file_put(&writer, buffer_view(&made->runs[i]), i == 0, &made->bytes);
    }
    made->frames = writer.count;
    core_file_end(&writer, &made->bytes, &made->crc);
    core_file_writer_clear(&writer);
}

static void clear(struct made *made) {
    for (unsigned i = 0; i < made->run_count; i++) buffer_clear(&made->runs[i]);
    buffer_clear(&made->bytes);
}

/* True if it opens and every run is as it was; else there is a reason. */
static bool is_same(const struct made *made, struct bytes bytes) {
    struct packer *packer = packer_create();
    struct buffer text = {0};
    struct core_file file;
    uint32_t number = 0;
    bool is_same = core_file_open(&file, bytes, &head, made->frames, made->crc);
    for (unsigned i = 0; is_same && i < made->run_count; i++) {
        struct bytes words;
        unsigned flags;
        is_same = core_file_begins(&file, number) &&
                  core_file_run(&file, &number, packer, &text, &words, &flags);
        if (is_same) {
            CHECK(bytes_equal(words, buffer_view(&made->runs[i])));
            CHECK_EQ((flags & CORE_FRAME_FUNCTIONS) != 0, i == 0);
        }
    }
    CHECK(is_same ? number == made->frames
                  : file.error[0] != 0 || !core_file_begins(&file, number));
    buffer_clear(&text);
    packer_destroy(packer);
    return is_same;
}

TEST(runs_are_read_as_they_were_written) {
    for (unsigned n = 0; n < 12; n++) {
        struct made made;
        bool has_long = n % 4 == 3; /* over several frames */
        make(&made, has_long ? 3 : n * 3, has_long ? 5 << 20 : 20000, n % PACK_CODECS);
        CHECK(is_same(&made, buffer_view(&made.bytes)));
        CHECK(!has_long || made.frames > 3);
        clear(&made);
    }
}

TEST(a_changed_bit_and_a_missing_end_are_noticed) {
    struct made made;
    make(&made, 12, 700, PACK_LZ4);
    for (unsigned n = 0; n < 3000; n++) { /* first every bit of the head */
        bool is_head = n < CORE_FILE_HEAD * 8;
        size_t at = is_head ? n / 8 : check_random_below(made.bytes.len);
        char bit = (char)(1 << (is_head ? n % 8 : check_random_below(8)));
        made.bytes.data[at] ^= bit;
        CHECK(!is_same(&made, buffer_view(&made.bytes)));
        made.bytes.data[at] ^= bit;
        CHECK(!is_same(&made, bytes_of(made.bytes.data, at)));
    }
    CHECK(is_same(&made, buffer_view(&made.bytes)));
    clear(&made);
}

TEST(a_file_of_another_set_or_core_is_refused) {
    struct made made;
    struct core_file file;
    make(&made, 2, 100, PACK_NONE);
    for (unsigned n = 0; n < 3; n++) {
        struct core_file_head other = head;
        if (n == 0) other.id++;
        if (n == 1) other.core++;
        if (n == 2) other.cores++;
        CHECK(!core_file_open(&file, buffer_view(&made.bytes), &other, made.frames, made.crc));
        CHECK(strstr(file.error, "of another dump") != NULL);
    }
    clear(&made);
}

/* ---- summaries ---- */

static const char path[] = "/data/dump.cores";

static void use_simulated_disk(void) {
    sim_set_seed(check_random());
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    CHECK_EQ(directory_make("/data"), 0);
}

static void a_set(struct core_set *set, unsigned cores) {
    core_set_make(set, cores, path);
    set->moment_ms = 1764535867123;
    set->words = 10;
    set->keys = 1234567890123;
    set->codec = PACK_ZSTD;
    for (unsigned i = 0; i < cores; i++) {
        set->files[i].bytes = 5000000000 + i;
        set->files[i].frames = 70 + i;
        set->files[i].index_crc = 0x89abcdefu + i;
    }
}

static bool is_same_set(const struct core_set *one, const struct core_set *other) {
    for (unsigned i = 0; i < one->cores && i < other->cores; i++) {
        const struct core_set_file *a = &one->files[i], *b = &other->files[i];
        if (strcmp(a->name, b->name) != 0 || a->bytes != b->bytes || a->frames != b->frames ||
            a->index_crc != b->index_crc)
            return false;
    }
    return one->id == other->id && one->moment_ms == other->moment_ms &&
           one->cores == other->cores && one->words == other->words && one->keys == other->keys &&
           one->codec == other->codec;
}

TEST(a_summary_is_read_as_it_was_written_and_damage_is_refused) {
    struct core_set set, read;
    struct buffer text = {0};
    char error[CORE_SET_ERROR];
    use_simulated_disk();
    CHECK_EQ(core_set_read(&read, path, error), -ENOENT);
    a_set(&set, 3);
    CHECK_EQ(core_set_publish(&set, path), 0);
    CHECK_EQ(core_set_read(&read, path, error), 0);
    CHECK(is_same_set(&set, &read));
    core_set_clear(&read);
    CHECK_EQ(file_read_all(path, &text), 0);
    CHECK(core_set_is(buffer_view(&text)));
    for (unsigned n = 0; n < 2000; n++) {
        size_t at = check_random_below(text.len);
        char bit = (char)(1 << check_random_below(8));
        struct bytes bytes = n % 2 ? bytes_of(text.data, at) : buffer_view(&text);
        text.data[at] ^= bit;
        CHECK_EQ(file_replace(path, bytes), 0);
        text.data[at] ^= bit;
        CHECK_EQ(core_set_read(&read, path, error), -EBADMSG);
        CHECK(strstr(error, path) != NULL && strstr(error, " at byte ") != NULL);
        core_set_clear(&read);
    }
    buffer_clear(&text);
    core_set_clear(&set);
}

static void make_file(const char *name) {
    char full[600];
    snprintf(full, sizeof full, "/data/%s", name);
    CHECK_EQ(file_replace(full, BYTES_LITERAL("x")), 0);
}

static bool is_there(const char *name) {
    char full[600];
    snprintf(full, sizeof full, "/data/%s", name);
    return file_exists(full) == 1;
}

TEST(a_sweep_takes_what_others_left_and_nothing_else) {
    static const char *const gone[] = {"dump.cores.00000001000000ab.0",
                                       "dump.cores.00000001000000ab.12",
                                       "dump.cores.00000001000000ac.tmp"};
    static const char *const kept[] = {
        "dump.cores.00000001000000ab",    "dump.cores.00000001000000ab.x",  "dump.cores.0000001.0",
        "other.cores.00000001000000ab.0", "dump.cores.00000001000000ab.0x", "dump.cores2"};
    struct core_set set;
    char own[60];
    use_simulated_disk();
    a_set(&set, 2);
    CHECK_EQ(core_set_publish(&set, path), 0);
    for (unsigned i = 0; i < 2; i++) make_file(set.files[i].name);
    for (unsigned i = 0; i < 3; i++) make_file(gone[i]);
    for (unsigned i = 0; i < 6; i++) make_file(kept[i]);
    snprintf(own, sizeof own, "dump.cores.%016" PRIx64 ".0", core_set_id());
    make_file(own);
    core_set_sweep(path, true);
    for (unsigned i = 0; i < 2; i++) CHECK(is_there(set.files[i].name));
    for (unsigned i = 0; i < 3; i++) CHECK(!is_there(gone[i]));
    for (unsigned i = 0; i < 6; i++) CHECK(is_there(kept[i]));
    CHECK(is_there(own)); /* this process may be writing it */
    make_file(gone[0]);
    make_file("dump.cores"); /* damaged: then nobody knows what it named */
    core_set_sweep(path, true);
    CHECK(is_there(gone[0]));
    core_set_clear(&set);
}
