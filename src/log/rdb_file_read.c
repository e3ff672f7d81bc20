/* log/rdb_file_read.c - a dump file word by word: what is of no use here is checked and passed over. */
#include <stdio.h>

#include "log/rdb_crc64.h"
#include "log/rdb_file.h"

enum { CHECKSUM_BYTES = 8, CHECKSUM_FROM = 5, MS_OF_S = 1000 };

static bool fail(struct rdb_file *file, const char *why) {
    snprintf(file->error, sizeof file->error, "%s at byte %zu", why,
             (size_t)(file->input.at - file->start));
    return false;
}

/* 0: these are not four digits. */
static unsigned take_version(const char digits[4]) {
    unsigned version = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (digits[i] < '0' || digits[i] > '9') return 0;
        version = 10 * version + (unsigned)(digits[i] - '0');
    }
    return version;
}

bool rdb_file_open(struct rdb_file *file, struct bytes bytes) {
    *file = (struct rdb_file){.input = rdb_input_of(bytes), .start = bytes.data};
    struct bytes head;
    if (!rdb_take(&file->input, RDB_FILE_HEAD, &head) || memcmp(head.data, "REDIS", 5) != 0)
        return fail(file, "this is no dump file: it does not begin with REDIS");
    file->version = take_version(head.data + 5);
    if (file->version < 1 || file->version > RDB_VERSION_MAX) {
        snprintf(file->error, sizeof file->error, "Can't handle RDB format version %u",
                 file->version);
        return false;
    }
    return true;
}

void rdb_file_open_part(struct rdb_file *file, struct bytes words) {
    *file = (struct rdb_file){.input = rdb_input_of(words), .start = words.data, .is_part = true};
}

void rdb_file_close(struct rdb_file *file) {
    rdb_text_clear(&file->key);
    rdb_text_clear(&file->other);
}

static bool take_expiry(struct rdb_file *file, uint8_t word) {
    struct bytes bytes;
    int64_t ms;
    int32_t s;
    if (word == RDB_WORD_EXPIRE_MS) {
        if (!rdb_take(&file->input, sizeof ms, &bytes)) return false;
        memcpy(&ms, bytes.data, sizeof ms);
    } else {
        if (!rdb_take(&file->input, sizeof s, &bytes)) return false;
        memcpy(&s, bytes.data, sizeof s);
        ms = (int64_t)s * MS_OF_S;
    }
    file->item.has_expiry = true;
    file->item.expire_ms = ms;
    return true;
}

static bool take_sizes(struct rdb_file *file) {
    uint64_t keys, expiring;
    return rdb_take_length(&file->input, &keys) && rdb_take_length(&file->input, &expiring);
}

static bool take_database(struct rdb_file *file) {
    uint64_t db;
    if (!rdb_take_length(&file->input, &db) || db > UINT16_MAX) return false;
    file->item.db = (unsigned)db;
    return true;
}

static bool take_use(struct rdb_file *file, uint8_t word) {
    uint64_t idle_s;
    uint8_t frequency;
    if (word == RDB_WORD_FREQUENCY) {
        if (!rdb_take_byte(&file->input, &frequency)) return false;
        file->item.frequency = frequency;
        return true;
    }
    if (!rdb_take_length(&file->input, &idle_s) || idle_s > INT64_MAX) return false;
    file->item.idle_s = (int64_t)idle_s;
    return true;
}

static enum rdb_file_next end(struct rdb_file *file) {
    struct bytes checksum;
    file->crc_len = (size_t)(file->input.at - file->start);
    if (file->version >= CHECKSUM_FROM) {
        if (!rdb_take(&file->input, CHECKSUM_BYTES, &checksum))
            return fail(file, "the checksum is cut off"), RDB_FILE_BAD;
        memcpy(&file->crc, checksum.data, sizeof file->crc);
    } else if (rdb_left(&file->input) > 0) { /* it may be a newer one whose head is damaged */
        return fail(file, "a file of this version ends here, but goes on"), RDB_FILE_BAD;
    }
    return RDB_FILE_END;
}

static enum rdb_file_next take_key(struct rdb_file *file, uint8_t type) {
    struct rdb_item *item = &file->item;
    item->type = type;
    item->body.data = file->input.at;
    if (!rdb_take_text(&file->input, &file->key))
        return fail(file, "a key is cut off"), RDB_FILE_BAD;
    item->key = file->key.bytes;
    if (!rdb_skip_value(&file->input, type))
        return fail(file, "a value is damaged, cut off, or of a type that is not known"),
               RDB_FILE_BAD;
    item->body.len = (size_t)(file->input.at - item->body.data);
    return RDB_FILE_ITEM;
}

/* One that says something of the file or of the next key. */
static bool take_word(struct rdb_file *file, uint8_t word) {
    switch (word) {
    case RDB_WORD_FACT:
        return rdb_skip_text(&file->input) && rdb_skip_text(&file->input);
    case RDB_WORD_SIZES:
        return take_sizes(file);
    case RDB_WORD_DATABASE:
        return take_database(file);
    case RDB_WORD_EXPIRE_MS:
    case RDB_WORD_EXPIRE_S:
        return take_expiry(file, word);
    case RDB_WORD_IDLE:
    case RDB_WORD_FREQUENCY:
        return take_use(file, word);
    default:
        return false;
    }
}

/* There were words about a key that has not come. */
static bool says_something(const struct rdb_item *item) {
    return item->has_expiry || item->idle_s >= 0 || item->frequency >= 0;
}

enum rdb_file_next rdb_file_next(struct rdb_file *file) {
    unsigned db = file->item.db;
    file->item = (struct rdb_item){.db = db, .idle_s = -1, .frequency = -1};
    for (;;) {
        uint8_t word;
        if (file->is_part && rdb_left(&file->input) == 0 && !says_something(&file->item))
            return RDB_FILE_END;
        if (!rdb_take_byte(&file->input, &word))
            return fail(file, "the file is cut off"), RDB_FILE_BAD;
        if (word == RDB_WORD_END && !file->is_part) return end(file);
        if (word == RDB_WORD_FUNCTION) {
            if (!rdb_take_text(&file->input, &file->other))
                return fail(file, "a function is cut off"), RDB_FILE_BAD;
            return RDB_FILE_FUNCTION;
        }
        if (word == RDB_WORD_MODULE || word == RDB_WORD_FUNCTION_OLD)
            return fail(file, "there is data of a module, or of functions of a release candidate"),
                   RDB_FILE_BAD;
        if (word < RDB_WORD_FUNCTION) return take_key(file, word);
        if (!take_word(file, word)) return fail(file, "a word is damaged or cut off"), RDB_FILE_BAD;
    }
}

int64_t rdb_file_time(struct bytes start) {
    struct rdb_file file;
    struct rdb_text name = {0}, text = {0};
    int64_t wall_s = 0;
    uint8_t word;
    bool has_more = rdb_file_open(&file, start), is_dump = has_more;
    while (has_more && rdb_take_byte(&file.input, &word) && word == RDB_WORD_FACT) {
        has_more = rdb_take_text(&file.input, &name) && rdb_take_text(&file.input, &text);
        if (has_more && bytes_equal(name.bytes, BYTES_LITERAL("ctime")))
            has_more = !number_parse_i64(text.bytes, &wall_s);
    }
    rdb_text_clear(&name);
    rdb_text_clear(&text);
    rdb_file_close(&file);
    return is_dump ? wall_s : -1;
}

/* Some files have 0 there: they were written without one. */
bool rdb_file_is_whole(const struct rdb_file *file, uint64_t crc) {
    return file->version < CHECKSUM_FROM || file->crc == 0 || file->crc == crc;
}
