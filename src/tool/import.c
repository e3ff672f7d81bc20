/* tool/import.c - files of Redis, read piece by piece and sent in batches, whose replies are counted.
 *
 *     manifest -> base (RDB, or commands) -> increments (commands)
 *     AOF file -> [RDB in front] -> commands */
#include "tool/import.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "base/memory.h"
#include "data/keyspace.h"
#include "log/rdb.h"
#include "sys/disk.h"
#include "sys/file.h"

enum { PATH_LEN = 4200, BATCH_BYTES = 256 << 10, REFUSALS_SHOWN = 10 };

/* What stands before a key in an RDB file, or instead of one. */
enum {
    RDB_SLOT = 0xf4,
    RDB_FUNCTION = 0xf5,
    RDB_IDLE = 0xf8,
    RDB_FREQUENCY = 0xf9,
    RDB_AUX = 0xfa,
    RDB_SIZES = 0xfb,
    RDB_EXPIRE_MS = 0xfc,
    RDB_EXPIRE_S = 0xfd,
    RDB_DATABASE = 0xfe,
    RDB_END = 0xff,
    RDB_CHECKSUM_SINCE = 5
};

struct import {
    const struct import_link *link;
    struct output *output;
    struct progress *progress;
    struct keyspace *keyspace; /* where values are tried before they are sent */
    const char *name;          /* of the file at hand */
    struct bytes file;
    struct buffer batch, replies;
    uint64_t sent, answered, refused, keys, commands, functions;
    int code;
};

/* ---- the connection ---- */

/* Takes one reply off the front; 0: not all of it is there. */
static int take_reply(struct bytes *input, bool *is_error) {
    const char *end = input->len > 0 ? memchr(input->data, '\n', input->len) : NULL;
    if (end == NULL) return 0;
    char type = *input->data;
    int64_t count = strtoll(input->data + 1, NULL, 10);
    struct bytes rest = bytes_of(end + 1, input->len - (size_t)(end + 1 - input->data));
    if (type == '-') *is_error = true;
    if (type == '$' && count >= 0) {
        if (rest.len < (size_t)count + 2) return 0;
        rest = bytes_of(rest.data + count + 2, rest.len - (size_t)count - 2);
    }
    for (int64_t i = 0; type == '*' && i < count; i++) {
        if (!take_reply(&rest, is_error)) return 0;
    }
    *input = rest;
    return 1;
}

static void count_replies(struct import *import) {
    struct bytes rest = buffer_view(&import->replies);
    while (rest.len > 0) {
        struct bytes before = rest;
        bool is_error = false;
        if (!take_reply(&rest, &is_error)) break;
        import->answered++;
        if (!is_error) continue;
        import->code = 1;
        if (import->refused++ < REFUSALS_SHOWN)
            output_printf(import->output, "refused: %.*s\n",
                          (int)(before.len - rest.len < 300 ? before.len - rest.len - 2 : 300),
                          before.data);
    }
    buffer_consume(&import->replies, import->replies.len - rest.len);
}

static bool send_batch(struct import *import) {
    bool is_there =
        import->link->exchange(import->link->arg, buffer_view(&import->batch), &import->replies);
    import->batch.len = 0;
    count_replies(import);
    while (is_there && import->answered < import->sent) {
        is_there = import->link->exchange(import->link->arg, bytes_of(NULL, 0), &import->replies);
        count_replies(import);
    }
    if (!is_there) {
        output_printf(import->output, "The server has closed the connection.\n");
        import->code = 2;
    }
    return is_there;
}

static bool note_sent(struct import *import, const char *at) {
    import->sent++;
    progress_tell(import->progress, (uint64_t)(at - import->file.data), import->file.len);
    return import->batch.len < BATCH_BYTES || send_batch(import);
}

static void put_word(struct import *import, struct bytes word) {
    buffer_printf(&import->batch, "$%zu\r\n", word.len);
    buffer_append(&import->batch, word);
    buffer_append_text(&import->batch, "\r\n");
}

static bool refuse(struct import *import, const char *at, const char *what) {
    if (import->code == 2) return false;
    import->code = 1;
    output_printf(import->output, "DAMAGE  %s, offset %zu: %s\n", import->name,
                  (size_t)(at - import->file.data), what);
    return false;
}

/* ---- RDB ---- */

struct rdb_walk {
    struct rdb_input input;
    unsigned version;
    int64_t expire_ms;
    struct rdb_text key, text;
};

static bool select_database(struct import *import, uint64_t db) {
    char word[24];
    int len = snprintf(word, sizeof word, "%" PRIu64, db);
    buffer_append_text(&import->batch, "*2\r\n$6\r\nSELECT\r\n");
    put_word(import, bytes_of(word, (size_t)len));
    return note_sent(import, import->file.data);
}

/* The value, as RESTORE takes it. */
static bool send_value(struct import *import, struct rdb_walk *walk, unsigned type) {
    const char *start = walk->input.at;
    char word[24];
    if (!rdb_take_text(&walk->input, &walk->key)) return refuse(import, start, "a key is cut off");
    struct key key = key_of(walk->key.bytes);
    struct cell draft = cell_draft(import->keyspace, 0, &key, EXPIRE_NONE);
    const char *value = walk->input.at;
    bool is_good = rdb_read_value(&walk->input, type, &draft, &walk->text);
    cell_discard(&draft);
    if (!is_good)
        return refuse(import, value, "a value is damaged, or of a type that is not known");
    struct buffer payload = {0};
    rdb_put_byte(&payload, (uint8_t)type);
    buffer_append(&payload, bytes_of(value, (size_t)(walk->input.at - value)));
    rdb_write_footer(&payload, 0, walk->version);
    int len = snprintf(word, sizeof word, "%" PRId64, walk->expire_ms);
    buffer_append_text(&import->batch, walk->expire_ms > 0 ? "*6\r\n" : "*5\r\n");
    put_word(import, BYTES_LITERAL("RESTORE"));
    put_word(import, walk->key.bytes);
    put_word(import, bytes_of(word, (size_t)len));
    put_word(import, buffer_view(&payload));
    put_word(import, BYTES_LITERAL("REPLACE"));
    if (walk->expire_ms > 0) put_word(import, BYTES_LITERAL("ABSTTL"));
    buffer_clear(&payload);
    walk->expire_ms = 0;
    import->keys++;
    return note_sent(import, walk->input.at);
}

static bool take_times(struct rdb_walk *walk, unsigned op) {
    uint64_t value = 0;
    struct bytes seconds;
    if (op == RDB_EXPIRE_MS) {
        if (!rdb_take_u64(&walk->input, &value)) return false;
        walk->expire_ms = (int64_t)value;
        return true;
    }
    if (!rdb_take(&walk->input, 4, &seconds)) return false;
    memcpy(&value, seconds.data, 4);
    walk->expire_ms = (int64_t)value * 1000;
    return true;
}

/* What is no key; false if it is cut off or not known. */
static bool take_other(struct import *import, struct rdb_walk *walk, unsigned op) {
    uint64_t number;
    uint8_t byte;
    switch (op) {
    case RDB_EXPIRE_MS:
    case RDB_EXPIRE_S:
        return take_times(walk, op);
    case RDB_DATABASE:
        return rdb_take_length(&walk->input, &number) && select_database(import, number);
    case RDB_SIZES:
        return rdb_take_length(&walk->input, &number) && rdb_take_length(&walk->input, &number);
    case RDB_SLOT:
        return rdb_take_length(&walk->input, &number) && rdb_take_length(&walk->input, &number) &&
               rdb_take_length(&walk->input, &number);
    case RDB_AUX:
        return rdb_take_text(&walk->input, &walk->text) && rdb_take_text(&walk->input, &walk->text);
    case RDB_IDLE:
        return rdb_take_length(&walk->input, &number);
    case RDB_FREQUENCY:
        return rdb_take_byte(&walk->input, &byte);
    case RDB_FUNCTION:
        import->functions++;
        return rdb_take_text(&walk->input, &walk->text);
    default:
        return false;
    }
}

static bool walk_rdb(struct import *import, struct rdb_walk *walk) {
    uint8_t op;
    for (;;) {
        const char *at = walk->input.at;
        if (!rdb_take_byte(&walk->input, &op)) return refuse(import, at, "the file is cut off");
        if (op == RDB_END) break;
        bool is_good = op < RDB_SLOT ? send_value(import, walk, op) : take_other(import, walk, op);
        if (is_good) continue;
        return import->code == 0 ? refuse(import, at, "what is here is not known") : false;
    }
    struct bytes checksum;
    const char *at = walk->input.at;
    if (walk->version >= RDB_CHECKSUM_SINCE && !rdb_take(&walk->input, 8, &checksum))
        return refuse(import, at, "the file is cut off");
    return true;
}

/* *used: its bytes. */
static bool import_rdb(struct import *import, size_t *used) {
    struct rdb_walk walk = {.input = rdb_input_of(import->file)};
    unsigned version = 0;
    if (import->file.len < 9 || sscanf(import->file.data, "REDIS%4u", &version) != 1)
        return refuse(import, import->file.data, "the head of the RDB file is damaged");
    if (version > RDB_VERSION_MAX)
        return refuse(import, import->file.data + 5, "its RDB version is newer than 12");
    walk.version = version < RDB_VERSION ? RDB_VERSION : version;
    walk.input.at += 9;
    bool is_good = walk_rdb(import, &walk) && select_database(import, 0);
    *used = (size_t)(walk.input.at - import->file.data);
    rdb_text_clear(&walk.key);
    rdb_text_clear(&walk.text);
    return is_good;
}

/* ---- commands ---- */

/* "*3\r\n" or "$3\r\n". 1: taken; 0: cut off; -1: that is not what is here. */
static int take_count(struct bytes *rest, char type, uint64_t *count) {
    const char *end = rest->len > 0 ? memchr(rest->data, '\n', rest->len) : NULL;
    if (rest->len > 0 && *rest->data != type) return -1;
    if (end == NULL) return rest->len < 32 ? 0 : -1;
    char *stop;
    *count = strtoull(rest->data + 1, &stop, 10);
    if (stop == rest->data + 1 || *stop != '\r' || stop + 1 != end) return -1;
    *rest = bytes_of(end + 1, rest->len - (size_t)(end + 1 - rest->data));
    return 1;
}

static int take_command(struct bytes *rest) {
    uint64_t words, len;
    int state = take_count(rest, '*', &words);
    for (uint64_t i = 0; state == 1 && i < words; i++) {
        state = take_count(rest, '$', &len);
        if (state != 1) break;
        if (len >= rest->len || rest->len - len < 2) return 0;
        if (memcmp(rest->data + len, "\r\n", 2) != 0) return -1;
        *rest = bytes_of(rest->data + len + 2, rest->len - len - 2);
    }
    return state;
}

/* The word of a whole command with this number, from 0 on; empty if there are fewer. */
static struct bytes word_of(struct bytes command, unsigned number) {
    uint64_t words, len = 0;
    if (take_count(&command, '*', &words) != 1 || number >= words) return bytes_of(NULL, 0);
    for (unsigned i = 0; take_count(&command, '$', &len) == 1 && i < number; i++)
        command = bytes_of(command.data + len + 2, command.len - len - 2);
    return bytes_of(command.data, len);
}

/* FUNCTION LOAD and its kind: the server would not know it. What functions did is there as their effects. */
static bool is_left_out(struct import *import, struct bytes command) {
    struct bytes name = word_of(command, 0), what = word_of(command, 1);
    if (name.len != 8 || strncasecmp(name.data, "FUNCTION", 8) != 0) return false;
    bool brings_some = (what.len == 4 && strncasecmp(what.data, "LOAD", 4) == 0) ||
                       (what.len == 7 && strncasecmp(what.data, "RESTORE", 7) == 0);
    import->functions += brings_some;
    return true;
}

/* The end may be cut off, as a crash leaves it. */
static bool import_commands(struct import *import, size_t from) {
    struct bytes rest = bytes_of(import->file.data + from, import->file.len - from);
    while (rest.len > 0) {
        struct bytes before = rest;
        if (*rest.data == '#') { /* a time */
            const char *end = memchr(rest.data, '\n', rest.len);
            rest = end ? bytes_of(end + 1, rest.len - (size_t)(end + 1 - rest.data))
                       : bytes_of(rest.data, 0);
            continue;
        }
        int state = take_command(&rest);
        if (state < 0) return refuse(import, before.data, "there should be a command");
        if (state == 0) {
            output_printf(import->output, "%s: its last %zu bytes are half a command: left out\n",
                          import->name, before.len);
            return true;
        }
        struct bytes command = bytes_of(before.data, before.len - rest.len);
        if (is_left_out(import, command)) continue;
        buffer_append(&import->batch, command);
        import->commands++;
        if (!note_sent(import, rest.data)) return false;
    }
    return true;
}

/* ---- files ---- */

static bool import_file(struct import *import, const char *path) {
    struct buffer bytes = {0};
    size_t from = 0;
    int result = file_read_all(path, &bytes);
    if (result < 0) {
        output_printf(import->output, "%s: %s\n", path, strerror(-result));
        import->code = 2;
        return false;
    }
    *buffer_reserve(&bytes, 1) = 0; /* numbers at the end stop there */
    import->name = path;
    import->file = buffer_view(&bytes);
    bool is_good = true;
    if (bytes.len >= 5 && memcmp(bytes.data, "REDIS", 5) == 0) is_good = import_rdb(import, &from);
    is_good = is_good && import_commands(import, from);
    is_good = import->code != 2 && send_batch(import) && is_good; /* what is before damage, too */
    progress_end(import->progress);
    buffer_clear(&bytes);
    return is_good;
}

static bool import_manifest(struct import *import, const char *directory, const char *manifest) {
    struct buffer text = {0};
    char path[PATH_LEN], name[512], type;
    unsigned sequence;
    snprintf(path, sizeof path, "%.3000s/%.500s", directory, manifest);
    bool is_good = file_read_all(path, &text) == 0;
    *buffer_reserve(&text, 1) = 0;
    for (char *line = text.data; is_good && line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (sscanf(line, "file %511s seq %u type %c", name, &sequence, &type) != 3) continue;
        if (type == 'h') continue; /* of the past */
        snprintf(path, sizeof path, "%.3000s/%.500s", directory, name);
        is_good = import_file(import, path);
    }
    if (!is_good && import->code == 0) import->code = 2;
    buffer_clear(&text);
    return is_good;
}

static void find_manifest(void *arg, const char *name) {
    char *found = arg;
    size_t len = strlen(name);
    if (len > 9 && len < 500 && strcmp(name + len - 9, ".manifest") == 0)
        memcpy(found, name, len + 1);
}

static void import_path(struct import *import, const char *path) {
    char manifest[512] = "", below[PATH_LEN];
    int result = disk_list(path, find_manifest, manifest);
    snprintf(below, sizeof below, "%.4000s", path);
    if (result == 0 && manifest[0] == 0) {
        snprintf(below, sizeof below, "%.4000s/appendonlydir", path);
        result = disk_list(below, find_manifest, manifest);
    }
    if (manifest[0] != 0) {
        import_manifest(import, below, manifest);
    } else if (result == -ENOTDIR) {
        import_file(import, path);
    } else {
        output_printf(import->output, "%s: there is no AOF manifest in it, and it is no file\n",
                      path);
        import->code = 2;
    }
}

int import_run(const char *path, const struct import_link *link, struct output *output,
               struct progress *progress) {
    struct import import = {.link = link, .output = output, .progress = progress};
    struct keyspace_options options = {.databases = 1, .partition_count = PARTITIONS};
    import.keyspace = keyspace_create(&options);
    import_path(&import, path);
    if (import.functions > 0)
        output_printf(output, "%" PRIu64 " %s of functions %s left out\n", import.functions,
                      import.functions == 1 ? "library" : "libraries",
                      import.functions == 1 ? "was" : "were");
    if (import.refused > 0)
        output_printf(output, "%" PRIu64 " commands were refused by the server\n", import.refused);
    output_printf(output, "%" PRIu64 " keys of RDB files and %" PRIu64 " commands were imported\n",
                  import.keys, import.commands);
    buffer_clear(&import.batch);
    buffer_clear(&import.replies);
    keyspace_destroy(import.keyspace);
    return import.code;
}
