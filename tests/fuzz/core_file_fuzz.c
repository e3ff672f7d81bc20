/* tests/fuzz/core_file_fuzz.c - any bytes are a file of a core's dump or are refused, with a reason; any text is a summary or is
 * refused.
 *
 * The first byte chooses: a summary; a file as it is, opened with the right checksum of its index, so that most inputs get
 * that far; or a file whose frames' checksums are made right, too, which then says what it likes. */
#include "log/core_file.h"

#include "base/crc32c.h"
#include "base/memory.h"
#include "fuzz.h"
#include "log/core_set.h"
#include "log/rdb_file.h"
#include "sys/file.h"
#include "sys/sim.h"

enum { CHOICE_SUMMARY, CHOICE_FILE, CHOICE_FRAMES, CHOICES };

static const struct core_file_head head = {.id = 7, .core = 0, .cores = 1};
static const char path[] = "/dump.cores";

static void read_summary(struct bytes text) {
    static bool is_ready;
    struct core_set set;
    struct buffer whole = {0};
    char error[CORE_SET_ERROR] = "";
    if (!is_ready) machine_choose(MACHINE_SIM);
    is_ready = true;
    buffer_append(&whole, text);
    buffer_printf(&whole, "crc %08x\n", crc32c(0, text));
    fuzz_require(file_replace(path, buffer_view(&whole)) == 0, "the file is written");
    if (core_set_read(&set, path, error) == 0) {
        char name[600];
        fuzz_require(set.cores > 0, "a dump has files");
        for (unsigned i = 0; i < set.cores; i++) core_set_path(&set, i, path, name, sizeof name);
    } else {
        fuzz_require(error[0] != 0, "there is a reason");
    }
    core_set_clear(&set);
    buffer_clear(&whole);
}

static void go_through(struct core_file *file) {
    struct packer *packer = packer_create();
    struct buffer text = {0};
    struct bytes words;
    uint32_t number = 0;
    unsigned flags;
    while (number < file->count) {
        uint32_t before = number;
        struct rdb_file part;
        enum rdb_file_next next;
        if (!core_file_run(file, &number, packer, &text, &words, &flags)) {
            fuzz_require(file->error[0] != 0, "there is a reason");
            break;
        }
        fuzz_require(number > before && number <= file->count, "each run goes on");
        rdb_file_open_part(&part, words);
        while ((next = rdb_file_next(&part)) == RDB_FILE_ITEM || next == RDB_FILE_FUNCTION)
            continue;
        fuzz_require(next == RDB_FILE_END || part.error[0] != 0, "there is a reason");
        rdb_file_close(&part);
    }
    buffer_clear(&text);
    packer_destroy(packer);
}

/* A file that holds what the input says behind good heads: of each frame its codec, flags, what it claims to unpack to, and
 * bytes. */
static void make_file(struct fuzz *fuzz, struct buffer *out, uint32_t *count, uint32_t *crc) {
    struct core_file_writer writer;
    core_file_begin(&writer, &head, PACK_NONE, out);
    while (fuzz->left > 0 && writer.count < 20) {
        size_t at = out->len, len = 1 + fuzz_byte(fuzz) * 4u;
        unsigned codec = fuzz_byte(fuzz), flags = fuzz_byte(fuzz);
        uint32_t unpacked = fuzz_byte(fuzz) | (uint32_t)fuzz_byte(fuzz) << 8;
        if (len > fuzz->left) len = fuzz->left;
        if (len == 0) break;
        core_file_put(&writer, bytes_of(fuzz->data, len), false, out);
        fuzz->data += len;
        fuzz->left -= len;
        memcpy(out->data + at + 16, &unpacked, 4);
        out->data[at + 20] = (char)codec;
        out->data[at + 21] = (char)flags;
        uint32_t sum =
            crc32c(core_file_seed(head.id), bytes_of(out->data + at + 8, out->len - at - 8));
        memcpy(out->data + at + 4, &sum, 4);
        memcpy(writer.index.data + writer.index.len - 4, &sum, 4);
    }
    *count = writer.count;
    core_file_end(&writer, out, crc);
    core_file_writer_clear(&writer);
}

/* As it is; a sixteenth of it is taken for the index, which is given a right checksum. */
static void take_file(const struct fuzz *fuzz, struct buffer *out, uint32_t *count, uint32_t *crc) {
    struct core_file_writer writer;
    if (fuzz->left % 2 == 0) core_file_begin(&writer, &head, PACK_NONE, out);
    if (fuzz->left % 2 == 0) core_file_writer_clear(&writer);
    buffer_append(out, bytes_of(fuzz->data, fuzz->left));
    *count = (uint32_t)(out->len / 64);
    size_t index = (size_t)*count * CORE_INDEX_ENTRY;
    *crc = crc32c(core_file_seed(head.id), bytes_of(out->data + out->len - index, index));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz fuzz = fuzz_of(data, size);
    struct buffer bytes = {0};
    struct core_file file;
    uint32_t count = 0, crc = 0;
    unsigned choice = fuzz_byte(&fuzz) % CHOICES;
    if (choice == CHOICE_SUMMARY) {
        read_summary(bytes_of(fuzz.data, fuzz.left));
        return 0;
    }
    if (choice == CHOICE_FRAMES)
        make_file(&fuzz, &bytes, &count, &crc);
    else
        take_file(&fuzz, &bytes, &count, &crc);
    char *copy = fuzz_copy(buffer_view(&bytes));
    if (core_file_open(&file, bytes_of(copy, bytes.len), &head, count, crc))
        go_through(&file);
    else
        fuzz_require(file.error[0] != 0, "there is a reason");
    buffer_clear(&bytes);
    free(copy);
    return 0;
}
