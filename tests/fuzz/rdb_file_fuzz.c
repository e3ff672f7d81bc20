/* tests/fuzz/rdb_file_fuzz.c - any bytes are a dump file or are refused, with a reason; what is found in it lies within it.
 *
 * The first byte chooses: whether the head is made right, so that most inputs get beyond it, and the version. Every
 * key is made as a server makes it, on bytes that end where the file says they do. */
#include "log/rdb_file.h"

#include "base/memory.h"
#include "data/value.h"
#include "fuzz.h"
#include "log/rdb_crc64.h"

enum { DATABASES = 16, HAS_HEAD = 1 };

static void check_lies_within(struct bytes part, const char *start, size_t len, const char *claim) {
    fuzz_require(part.data >= start && part.len <= len &&
                     (size_t)(part.data - start) <= len - part.len,
                 claim);
}

/* True if it is sound. */
static bool make_item(struct keyspace *keyspace, const struct rdb_item *item) {
    char *copy = fuzz_copy(item->body);
    struct rdb_input input = rdb_input_of(bytes_of(copy, item->body.len));
    struct rdb_text name = {0}, text = {0};
    fuzz_require(rdb_take_text(&input, &name) && bytes_equal(name.bytes, item->key),
                 "the body begins with the key");
    struct key key = key_of(name.bytes);
    struct cell draft = cell_draft(keyspace, item->db % DATABASES, &key, EXPIRE_NONE);
    struct entry *old = keyspace_find_any(keyspace, item->db % DATABASES, &key);
    bool is_good =
        !old && rdb_read_value(&input, item->type, &draft, &text) && rdb_left(&input) == 0;
    if (!is_good) {
        cell_discard(&draft);
    } else if (item->type == RDB_STRING) {
        keyspace_put_string(keyspace, item->db % DATABASES, &key, NULL, text.bytes, EXPIRE_NONE);
    } else {
        cell_publish(&draft, NULL);
    }
    rdb_text_clear(&name);
    rdb_text_clear(&text);
    free(copy);
    return is_good;
}

static void go_through(struct rdb_file *file, struct keyspace *keyspace, struct bytes bytes) {
    const char *before = file->input.at;
    enum rdb_file_next next;
    while ((next = rdb_file_next(file)) == RDB_FILE_ITEM || next == RDB_FILE_FUNCTION) {
        fuzz_require(file->input.at > before, "each step goes on");
        before = file->input.at;
        if (next == RDB_FILE_ITEM) {
            check_lies_within(file->item.body, bytes.data, bytes.len,
                              "a body lies within the file");
            if (!make_item(keyspace, &file->item)) return;
        }
    }
    if (next == RDB_FILE_BAD) {
        fuzz_require(file->error[0] != 0, "there is a reason");
        return;
    }
    fuzz_require(file->crc_len <= bytes.len, "what is summed is there");
    (void)rdb_file_is_whole(file, rdb_crc64(0, bytes_of(bytes.data, file->crc_len)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct keyspace_options options = {.databases = DATABASES, .partition_count = PARTITIONS};
    struct fuzz fuzz = fuzz_of(data, size);
    struct buffer bytes = {0};
    struct rdb_file file;
    char head[RDB_FILE_HEAD];
    unsigned choice = fuzz_byte(&fuzz);
    rdb_file_head(head, 1 + choice / 2 % RDB_VERSION_MAX);
    if (choice & HAS_HEAD) buffer_append(&bytes, bytes_of(head, sizeof head));
    buffer_append(&bytes, bytes_of(fuzz.data, fuzz.left));
    struct keyspace *keyspace = keyspace_create(&options);
    char *copy = fuzz_copy(buffer_view(&bytes));
    struct bytes exact = bytes_of(copy, bytes.len);
    if (rdb_file_open(&file, exact)) {
        go_through(&file, keyspace, exact);
    } else {
        fuzz_require(file.error[0] != 0, "there is a reason");
    }
    rdb_file_close(&file);
    while (keyspace_free_some(keyspace, UINT16_MAX)) continue;
    keyspace_destroy(keyspace);
    buffer_clear(&bytes);
    free(copy);
    return 0;
}
