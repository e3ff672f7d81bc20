/* log/core_set.c - the summary as text, and what lies around it.
 *
 *     anax-dump 1
 *     id 5d1f00aa9b1c44d2 moment 1764535867123 cores 2 words 10 keys 20012 codec lz4
 *     file 0 bytes 52480 frames 12 index 89abcdef dump.cores.5d1f00aa9b1c44d2.0
 *     file 1 bytes 51968 frames 11 index 01234567 dump.cores.5d1f00aa9b1c44d2.1
 *     crc 0f3a77e1 */
#include "log/core_set.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/crc_line.h"
#include "base/memory.h"
#include "sys/atomic.h"
#include "sys/disk.h"
#include "sys/file.h"
#include "sys/machine.h"

enum { PATH_LEN = 4200, ID_DIGITS = 16, CODEC_NAME = 8 };

static const char first_word[] = "anax-dump ";

/* ---- names ---- */

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Relaxed: numbers only have to differ. */
static _Atomic uint32_t process_tag, next_number;

static uint32_t tag_of_process(void) {
    uint32_t tag = atomic_load_explicit(&process_tag, memory_order_relaxed), none = 0;
    while (tag == 0) {
        machine_random(&tag, sizeof tag);
        if (!rmw_compare_exchange(&process_tag, &none, tag, memory_order_relaxed,
                                  memory_order_relaxed))
            tag = none;
    }
    return tag;
}

uint64_t core_set_id(void) {
    return (uint64_t)tag_of_process() << 32 | rmw_add(&next_number, 1, memory_order_relaxed);
}

void core_set_make(struct core_set *set, unsigned cores, const char *path) {
    *set = (struct core_set){.id = core_set_id(), .cores = cores};
    set->files = memory_alloc_zeroed(cores * sizeof *set->files);
    for (unsigned i = 0; i < cores; i++)
        snprintf(set->files[i].name, CORE_SET_NAME, "%.350s.%016" PRIx64 ".%u", name_of(path),
                 set->id, i);
}

void core_set_clear(struct core_set *set) {
    memory_free(set->files);
    *set = (struct core_set){0};
}

void core_set_path(const struct core_set *set, unsigned core, const char *path, char *text,
                   size_t size) {
    snprintf(text, size, "%.*s%s", (int)(name_of(path) - path), path, set->files[core].name);
}

void core_set_temporary(const char *path, uint64_t id, char *text, size_t size) {
    snprintf(text, size, "%s.%016" PRIx64 ".tmp", path, id);
}

/* ---- writing ---- */

static int replace(const struct core_set *set, const char *path, struct bytes text) {
    char temporary[PATH_LEN];
    struct disk_file *file;
    core_set_temporary(path, set->id, temporary, sizeof temporary);
    int result = disk_open(temporary, DISK_WRITE | DISK_CREATE | DISK_EMPTY, &file);
    if (result == 0) {
        result = disk_write_now(file, 0, text);
        if (result == 0) result = disk_sync_now(file);
        disk_close(file);
    }
    return file_publish(temporary, path, result);
}

int core_set_publish(const struct core_set *set, const char *path) {
    struct buffer text = {0};
    buffer_printf(&text,
                  "%s%d\nid %016" PRIx64 " moment %" PRId64 " cores %u words %u keys %" PRIu64
                  " codec %s\n",
                  first_word, CORE_SET_VERSION, set->id, set->moment_ms, set->cores, set->words,
                  set->keys, pack_name(set->codec));
    for (unsigned i = 0; i < set->cores; i++) {
        const struct core_set_file *file = &set->files[i];
        buffer_printf(&text, "file %u bytes %" PRIu64 " frames %u index %08x %s\n", i, file->bytes,
                      file->frames, file->index_crc, file->name);
    }
    crc_line_add(&text);
    int result = replace(set, path, buffer_view(&text));
    buffer_clear(&text);
    return result;
}

/* ---- reading ---- */

bool core_set_is(struct bytes bytes) {
    size_t len = sizeof first_word - 1;
    return bytes.len >= len && memcmp(bytes.data, first_word, len) == 0;
}

static int refuse(const char *path, const char *why, size_t at, char error[CORE_SET_ERROR]) {
    snprintf(error, CORE_SET_ERROR, "%.400s: %s at byte %zu", path, why, at);
    return -EBADMSG;
}

/* Cuts the line off; NULL: there is none. */
static char *next_line(char **rest) {
    char *line = *rest, *end = strchr(line, '\n');
    if (end == NULL) return NULL;
    *end = 0;
    *rest = end + 1;
    return line;
}

static bool read_facts(const char *line, struct core_set *set) {
    char codec[CODEC_NAME + 1];
    unsigned i = 0;
    if (line == NULL ||
        sscanf(line,
               "id %" SCNx64 " moment %" SCNd64 " cores %u words %u keys %" SCNu64 " codec %8s",
               &set->id, &set->moment_ms, &set->cores, &set->words, &set->keys, codec) != 6)
        return false;
    while (i < PACK_CODECS && strcmp(codec, pack_name(i)) != 0) i++;
    set->codec = (enum pack_codec)i;
    return i < PACK_CODECS && set->cores > 0 && set->cores <= CORE_FILE_CORES_MAX;
}

static bool read_file(const char *line, struct core_set *set, unsigned number) {
    struct core_set_file *file = &set->files[number];
    unsigned said;
    int at = 0;
    if (line == NULL ||
        sscanf(line, "file %u bytes %" SCNu64 " frames %" SCNu32 " index %" SCNx32 " %n", &said,
               &file->bytes, &file->frames, &file->index_crc, &at) != 4 ||
        at == 0 || said != number)
        return false;
    const char *name = line + at;
    bool is_name = name[0] != 0 && strlen(name) < CORE_SET_NAME && strchr(name, '/') == NULL;
    if (is_name) snprintf(file->name, CORE_SET_NAME, "%s", name);
    return is_name;
}

/* text ends with a zero. */
static int parse(struct core_set *set, const char *path, struct buffer *text,
                 char error[CORE_SET_ERROR]) {
    unsigned version;
    char *start = text->data, *rest = start;
    if (!core_set_is(buffer_view(text)) || sscanf(start, "anax-dump %u\n", &version) != 1)
        return refuse(path, "this is no summary of a dump", 0, error);
    if (version > CORE_SET_VERSION)
        return refuse(path, "it is of a newer version of Anax", sizeof first_word - 1, error);
    if (text->len < CRC_LINE) return refuse(path, "it is cut off", text->len, error);
    char *end = start + text->len - CRC_LINE;
    struct bytes lines = buffer_view(text);
    if (!crc_line_take(&lines))
        return refuse(path, "it is cut off, or its checksum is wrong", (size_t)(end - start),
                      error);
    *end = 0;
    next_line(&rest);
    size_t at = (size_t)(rest - start);
    if (!read_facts(next_line(&rest), set)) return refuse(path, "a line is wrong", at, error);
    set->files = memory_alloc_zeroed(set->cores * sizeof *set->files);
    for (unsigned i = 0; i < set->cores; i++) {
        at = (size_t)(rest - start);
        if (!read_file(next_line(&rest), set, i)) return refuse(path, "a line is wrong", at, error);
    }
    return *rest == 0 ? 0
                      : refuse(path, "it goes on behind its end", (size_t)(rest - start), error);
}

int core_set_read(struct core_set *set, const char *path, char error[CORE_SET_ERROR]) {
    struct buffer text = {0};
    *set = (struct core_set){0};
    int result = file_read_all(path, &text);
    if (result < 0) {
        snprintf(error, CORE_SET_ERROR, "%.400s: %s", path, strerror(-result));
    } else {
        *buffer_reserve(&text, 1) = 0;
        result = parse(set, path, &text, error);
    }
    buffer_clear(&text);
    return result;
}

/* ---- what is of no use any more ---- */

static void remove_path(const char *path) {
    int ignored = disk_remove(path); /* a later save tries again */
    (void)ignored;
}

void core_set_remove(const struct core_set *set, const char *path) {
    char text[PATH_LEN];
    for (unsigned i = 0; i < set->cores; i++) {
        core_set_path(set, i, path, text, sizeof text);
        remove_path(text);
    }
}

struct sweeping {
    const char *name; /* of the summary, or of the one file */
    char directory[PATH_LEN];
    bool is_summary;
    uint64_t kept;
    struct buffer found; /* paths, each with a zero behind it */
};

/* Whether a name is NAME.ID.tmp, or, with a summary, NAME.ID.NUMBER. */
static bool is_of_set(const char *found, const char *name, bool is_summary, uint64_t *id) {
    size_t len = strlen(name);
    if (strncmp(found, name, len) != 0 || found[len] != '.') return false;
    const char *digits = found + len + 1, *end = digits + ID_DIGITS;
    if (strspn(digits, "0123456789abcdef") != ID_DIGITS || *end != '.') return false;
    int result = sscanf(digits, "%16" SCNx64, id);
    size_t number = strspn(end + 1, "0123456789");
    bool is_file = is_summary && number > 0 && end[1 + number] == 0;
    return result == 1 && (is_file || strcmp(end, ".tmp") == 0);
}

static void look_at(void *arg, const char *found) {
    struct sweeping *sweeping = arg;
    uint64_t id;
    if (!is_of_set(found, sweeping->name, sweeping->is_summary, &id)) return;
    if (id == sweeping->kept || id >> 32 == tag_of_process()) return;
    buffer_printf(&sweeping->found, "%s/%s", sweeping->directory, found);
    buffer_append(&sweeping->found, bytes_of("", 1));
}

void core_set_sweep(const char *path, bool is_summary) {
    char error[CORE_SET_ERROR];
    struct core_set set = {0};
    struct sweeping *sweeping = memory_alloc_zeroed(sizeof *sweeping);
    int result = is_summary ? core_set_read(&set, path, error) : 0;
    sweeping->name = name_of(path);
    sweeping->is_summary = is_summary;
    sweeping->kept = set.id;
    file_directory(path, sweeping->directory, PATH_LEN);
    /* First, so that the summary that was read is the one that a power cut would leave. */
    if (result == 0 || result == -ENOENT) result = disk_sync_directory(sweeping->directory);
    if (result == 0) result = disk_list(sweeping->directory, look_at, sweeping);
    for (size_t at = 0; result == 0 && at < sweeping->found.len;
         at += strlen(sweeping->found.data + at) + 1)
        remove_path(sweeping->found.data + at);
    buffer_clear(&sweeping->found);
    core_set_clear(&set);
    memory_free(sweeping);
}
