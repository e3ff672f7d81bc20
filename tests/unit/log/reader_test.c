/* A log that was cut off at any byte, or in which any bit was flipped: torn, damaged, or harmless, but never
 * read as something that it was not.
 *
 * The log has about 1,000 records in two files: some 80,000 cuts and 250,000 flips, of which
 * AddressSanitizer's build, which is slower, does one a byte. */
#include "check.h"

#include <errno.h>

#include "log/reader.h"
#include "sys/disk.h"
#include "sys/sim.h"

enum { FILES = 2, BATCHES = 64, RECORDS = 8, PARTITION_COUNT = 4, LAST = FILES * BATCHES };

struct place { /* of a batch */
    unsigned file;
    size_t from, end;
};

static struct buffer files[FILES];
static struct place places[LAST + 1]; /* by number, from 1 on */

static const char *path_of(unsigned file) {
    static char path[64];
    char name[SEGMENT_NAME_MAX];
    segment_name(file + 1, name);
    snprintf(path, sizeof path, "/data/%s", name);
    return path;
}

static void put_file(unsigned file, struct bytes contents) {
    struct disk_file *open;
    CHECK_EQ(disk_open(path_of(file), DISK_WRITE | DISK_CREATE, &open), 0);
    CHECK_EQ(disk_truncate(open, 0), 0);
    CHECK_EQ(disk_write_now(open, 0, contents), 0);
    disk_close(open);
}

static void add_batch(unsigned file, uint64_t number, uint32_t id) {
    struct buffer batch = {0};
    struct log_batch_head head = {
        .number = number, .durable = number - 1, .wall_ms = 1, .record_count = RECORDS};
    log_batch_begin(&batch);
    for (unsigned i = 0; i < RECORDS; i++) {
        char text[40];
        int len = snprintf(text, sizeof text, "%llu.%u %llx", (unsigned long long)number, i,
                           (unsigned long long)check_random() >> check_random_below(60));
        log_batch_add(&batch, bytes_of(text, (size_t)len));
    }
    log_batch_seal(&batch, &head, id, BATCH_ALIGN);
    places[number] = (struct place){file, files[file].len, files[file].len + batch.len};
    buffer_append(&files[file], buffer_view(&batch));
    buffer_clear(&batch);
}

static void build(void) {
    sim_set_seed(1);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    for (unsigned file = 0; file < FILES; file++) {
        struct segment_head head = {.id = (uint32_t)check_random() | 1,
                                    .cores = 1,
                                    .partition_count = PARTITION_COUNT,
                                    .number = file + 1,
                                    .first_batch = file * BATCHES + 1};
        files[file].len = 0;
        segment_head_write(&head, &files[file]);
        for (unsigned i = 0; i < BATCHES; i++) add_batch(file, head.first_batch + i, head.id);
        put_file(file, buffer_view(&files[file]));
    }
}

static void clear(void) {
    for (unsigned file = 0; file < FILES; file++) buffer_clear(&files[file]);
    memset(files, 0, sizeof files);
}

struct reading {
    enum reader_state state;
    uint64_t batches, torn_bytes;
    bool is_true; /* what was read is what was written */
    char error[512];
};

static struct reading read_all(void) {
    struct reading reading = {.is_true = true};
    struct reader reader;
    reading.state = reader_open(&reader, "/data", 1);
    while (reading.state == READER_OK && (reading.state = reader_next(&reader)) == READER_OK) {
        reading.batches++;
        const struct place *place = &places[reading.batches];
        const char *wanted = files[place->file].data + place->from + BATCH_HEAD;
        reading.is_true &= reader.batch.number == reading.batches &&
                           reader.batch.record_count == RECORDS &&
                           reader.records.len <= place->end - place->from &&
                           memcmp(reader.records.data, wanted, reader.records.len) == 0;
    }
    reading.torn_bytes = reader.torn_bytes;
    snprintf(reading.error, sizeof reading.error, "%s", reader.error);
    reader_close(&reader);
    return reading;
}

static bool names(const struct reading *reading, unsigned file, size_t offset) {
    char place[32];
    snprintf(place, sizeof place, "offset %zu:", offset);
    return strstr(reading->error, path_of(file)) != NULL && strstr(reading->error, place) != NULL &&
           strchr(reading->error, '\n') == NULL;
}

TEST(a_log_of_several_files_is_read_to_its_end) {
    build();
    struct reading reading = read_all();
    CHECK_EQ(reading.state, READER_END);
    CHECK_EQ(reading.batches, LAST);
    CHECK_EQ(reading.torn_bytes, 0);
    CHECK(reading.is_true);
    clear();
}

/* ---- torn ---- */

enum tail { TAIL_NONE, TAIL_ZEROS, TAIL_GARBAGE };

/* The last file is cut at a byte; then nothing follows, or zeros, or garbage. */
static void cut_at(size_t at, enum tail tail) {
    const struct buffer *whole = &files[FILES - 1];
    struct buffer cut = {0};
    buffer_append(&cut, bytes_of(whole->data, at));
    while (tail != TAIL_NONE && cut.len < whole->len) {
        char byte = tail == TAIL_GARBAGE ? (char)check_random() : 0;
        buffer_append(&cut, bytes_of(&byte, 1));
    }
    size_t same = at;
    while (same < cut.len && cut.data[same] == whole->data[same]) same++;
    uint64_t wanted = LAST - BATCHES;
    while (wanted < LAST && places[wanted + 1].end <= same) wanted++;
    put_file(FILES - 1, buffer_view(&cut));
    struct reading reading = read_all();
    CHECK_EQ(reading.state, READER_END);
    CHECK_EQ(reading.batches, wanted);
    CHECK(reading.is_true);
    size_t end = wanted > LAST - BATCHES ? places[wanted].end : segment_head_size(PARTITION_COUNT);
    if (tail != TAIL_ZEROS && at >= end + 4) CHECK(reading.torn_bytes > 0);
    buffer_clear(&cut);
}

TEST(a_log_cut_at_any_byte_ends_before_the_batch_that_was_cut) {
    build();
    for (size_t at = 0; at < files[FILES - 1].len; at++) {
        for (enum tail tail = TAIL_NONE; tail <= TAIL_GARBAGE; tail++) cut_at(at, tail);
    }
    clear();
}

/* ---- damaged ---- */

static void flip(unsigned file, size_t bit) {
    struct buffer *contents = &files[file];
    size_t at = bit / 8, head = segment_head_size(PARTITION_COUNT);
    uint64_t hit = file * BATCHES + 1;
    while (at >= places[hit].end) hit++;
    contents->data[at] = (char)(contents->data[at] ^ 1 << bit % 8);
    put_file(file, buffer_view(contents));
    contents->data[at] = (char)(contents->data[at] ^ 1 << bit % 8);
    struct reading reading = read_all();
    CHECK(reading.is_true);
    if (at < head && file == 0) { /* nothing goes before it: or the version is newer, as it seems */
        CHECK(reading.state == READER_DAMAGED || reading.state == READER_FAILED);
        CHECK(strstr(reading.error, path_of(0)) != NULL);
    } else if (at < head) {
        CHECK(reading.state == READER_DAMAGED || reading.state == READER_FAILED);
    } else if (hit < LAST) {
        CHECK_EQ(reading.state, READER_DAMAGED);
        CHECK_EQ(reading.batches, hit - 1);
        CHECK(names(&reading, file, places[hit].from));
    } else { /* nobody says that it was durable */
        CHECK_EQ(reading.state, READER_END);
        CHECK_EQ(reading.batches, LAST - 1);
        CHECK(reading.torn_bytes > 0);
    }
}

TEST(a_flipped_bit_in_what_was_synced_is_damage_and_file_and_place_are_named) {
#ifdef __SANITIZE_ADDRESS__
    bool all = false;
#else
    bool all = true;
#endif
    build();
    for (unsigned file = 0; file < FILES; file++) {
        for (size_t at = 0; at < files[file].len; at++) {
            for (unsigned bit = 0; bit < 8; bit += all ? 1 : 8)
                flip(file, 8 * at + (all ? bit : check_random_below(8)));
        }
        put_file(file, buffer_view(&files[file]));
    }
    clear();
}

TEST(a_file_that_is_missing_between_others_is_damage) {
    build();
    CHECK_EQ(disk_rename(path_of(0), "/data/elsewhere"), 0);
    struct reading reading = read_all();
    CHECK_EQ(reading.state, READER_DAMAGED);
    CHECK(strstr(reading.error, path_of(0)) != NULL);
    clear();
}

TEST(a_file_of_a_newer_format_is_refused_in_one_line) {
    build();
    files[1].data[8] = SEGMENT_VERSION + 1;
    put_file(1, buffer_view(&files[1]));
    struct reading reading = read_all();
    CHECK_EQ(reading.state, READER_FAILED);
    CHECK_STR(reading.error,
              "/data/log-0000000002 has format 2, and this version knows formats up to 1");
    clear();
}

/* ---- void ---- */

TEST(a_later_file_voids_what_it_has_again_and_a_file_that_failed_is_passed_over) {
    build();
    struct segment_head head = {.id = 99, .cores = 1, .partition_count = PARTITION_COUNT};
    struct buffer failed = {0};
    buffer_append(&failed, bytes_of(files[1].data, 100)); /* a head of which little was written */
    memset(failed.data + 40, 3, 1);
    put_file(2, buffer_view(&failed));
    head.number = 4;
    head.first_batch = LAST - 2;
    files[1].len = 0;
    segment_head_write(&head, &files[1]);
    struct place old = places[LAST - 2];
    for (uint64_t number = LAST - 2; number <= LAST; number++) add_batch(1, number, head.id);
    put_file(3, buffer_view(&files[1]));
    struct reading reading = read_all();
    CHECK_EQ(reading.state, READER_END);
    CHECK_EQ(reading.batches, LAST);
    CHECK(old.from != places[LAST - 2].from);
    buffer_clear(&failed);
    clear();
}
