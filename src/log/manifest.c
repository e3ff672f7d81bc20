/* log/manifest.c - manifests as text.
 *
 *     anax-log 1                                anax-log 1
 *     core 0 of 2                               run 3 cores 2 seed 9b1c44d2f00a7e31
 *     partitions 0 512                          core 0 run-3/core-0
 *     first 12                                  core 1 run-3/core-1
 *     line 0 118                                continues
 *     line 1 97                                 crc 5d1f00aa
 *     base 0 32 number 7 bytes 52480 first 12
 *     crc 0f3a77e1 */
#include "log/manifest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/crc_line.h"
#include "base/memory.h"
#include "sys/file.h"

enum { PATH_LEN = 4200 };

static void path_of(const char *directory, const char *name, char path[PATH_LEN]) {
    snprintf(path, PATH_LEN, "%s/%s", directory, name);
}

static int publish(const char *directory, const char *name, struct buffer *text,
                   int (*replace)(const char *path, struct bytes contents)) {
    char path[PATH_LEN];
    path_of(directory, name, path);
    crc_line_add(text);
    int result = replace(path, buffer_view(text));
    buffer_clear(text);
    return result;
}

static int refuse(const char *directory, const char *name, const char *what, char *error) {
    snprintf(error, MANIFEST_ERROR, "%.380s/%.40s %s", directory, name, what);
    return -EBADMSG;
}

/* The text, ended by a zero, without its CRC; the version is checked. */
static int load(const char *directory, const char *name, struct buffer *text, char *error) {
    char path[PATH_LEN];
    unsigned version;
    path_of(directory, name, path);
    int result = file_read_all(path, text);
    if (result < 0) {
        snprintf(error, MANIFEST_ERROR, "%.400s: %s", path, strerror(-result));
        return result;
    }
    *buffer_reserve(text, 1) = 0;
    if (sscanf(text->data, "anax-log %u\n", &version) != 1)
        return refuse(directory, name, "is damaged: it does not begin as it should", error);
    if (version > MANIFEST_VERSION)
        return refuse(directory, name, "is of a newer version of Anax than this one", error);
    struct bytes lines = buffer_view(text);
    if (!crc_line_take(&lines))
        return refuse(directory, name, "is damaged: its CRC is wrong", error);
    text->data[lines.len] = 0;
    return 0;
}

static char *next_line(char **rest) {
    char *line = *rest, *end = strchr(line, '\n');
    if (*line == 0 || end == NULL) return NULL;
    *end = 0;
    *rest = end + 1;
    return line;
}

/* ---- of a core ---- */

static bool read_base(const char *line, struct manifest *manifest) {
    struct manifest_base *base = &manifest->bases[manifest->base_count];
    if (manifest->base_count == PARTITIONS ||
        sscanf(line, "base %u %u number %" SCNu64 " bytes %" SCNu64 " first %" SCNu64,
               &base->partition_first, &base->partition_count, &base->number, &base->bytes,
               &base->first_segment) != 5)
        return false;
    manifest->base_count++;
    return base->partition_count > 0 && base->partition_first >= manifest->partition_first &&
           base->partition_first + base->partition_count <=
               manifest->partition_first + manifest->partition_count;
}

static bool read_line(const char *text, struct manifest *manifest) {
    unsigned core;
    uint64_t line;
    if (sscanf(text, "line %u %" SCNu64, &core, &line) != 2 || core >= MANIFEST_CORES_MAX)
        return false;
    manifest->lines[core] = line;
    return true;
}

int manifest_read(const char *directory, struct manifest *manifest, char *error) {
    return manifest_read_as(directory, MANIFEST_NAME, manifest, error);
}

int manifest_read_as(const char *directory, const char *name, struct manifest *manifest,
                     char *error) {
    struct buffer text = {0};
    memset(manifest, 0, sizeof *manifest);
    int result = load(directory, name, &text, error);
    char *rest = text.data, *line;
    bool is_good = result == 0;
    while (is_good && (line = next_line(&rest)) != NULL) {
        unsigned version;
        is_good = sscanf(line, "anax-log %u", &version) == 1 ||
                  sscanf(line, "core %u of %u", &manifest->core, &manifest->cores) == 2 ||
                  sscanf(line, "partitions %u %u", &manifest->partition_first,
                         &manifest->partition_count) == 2 ||
                  sscanf(line, "first %" SCNu64, &manifest->first_segment) == 1 ||
                  read_line(line, manifest) || read_base(line, manifest);
    }
    buffer_clear(&text);
    if (result < 0) return result;
    if (!is_good || manifest->partition_count == 0 || manifest->core >= manifest->cores ||
        manifest->cores > MANIFEST_CORES_MAX)
        return refuse(directory, name, "says what it cannot", error);
    return 0;
}

int manifest_write(const char *directory, const struct manifest *manifest) {
    struct buffer text = {0};
    buffer_printf(&text, "anax-log %u\ncore %u of %u\npartitions %u %u\nfirst %" PRIu64 "\n",
                  MANIFEST_VERSION, manifest->core, manifest->cores, manifest->partition_first,
                  manifest->partition_count, manifest->first_segment);
    for (unsigned i = 0; i < manifest->cores; i++)
        buffer_printf(&text, "line %u %" PRIu64 "\n", i, manifest->lines[i]);
    for (unsigned i = 0; i < manifest->base_count; i++) {
        const struct manifest_base *base = &manifest->bases[i];
        buffer_printf(&text, "base %u %u number %" PRIu64 " bytes %" PRIu64 " first %" PRIu64 "\n",
                      base->partition_first, base->partition_count, base->number, base->bytes,
                      base->first_segment);
    }
    return publish(directory, MANIFEST_NAME, &text, file_replace_often);
}

/* ---- the root ---- */

static bool read_core(const char *line, struct manifest_root *root) {
    unsigned core;
    int at = 0;
    if (sscanf(line, "core %u %n", &core, &at) != 1 || at == 0 || core >= root->cores ||
        strlen(line + at) >= MANIFEST_PATH)
        return false;
    snprintf(root->paths[core], MANIFEST_PATH, "%s", line + at);
    return true;
}

static bool read_run(const char *line, struct manifest_root *root) {
    if (root->paths != NULL ||
        sscanf(line, "run %" SCNu64 " cores %u seed %" SCNx64, &root->run, &root->cores,
               &root->hash_seed) != 3 ||
        root->cores > MANIFEST_CORES_MAX)
        return false;
    root->paths = memory_alloc_zeroed((root->cores + 1) * sizeof *root->paths); /* also of none */
    return true;
}

/* How the run began (with data from elsewhere, if nothing is said), and what is left of it. */
static bool read_word(const char *line, struct manifest_root *root) {
    bool continues = strcmp(line, "continues") == 0,
         is_from_empty = strcmp(line, "from empty") == 0;
    bool is_trimmed = strcmp(line, "trimmed") == 0;
    root->continues |= continues;
    root->is_from_empty |= is_from_empty;
    root->is_trimmed |= is_trimmed;
    return continues || is_from_empty || is_trimmed;
}

int manifest_read_root(const char *directory, struct manifest_root *root, char *error) {
    return manifest_read_root_as(directory, MANIFEST_NAME, root, error);
}

int manifest_read_root_as(const char *directory, const char *name, struct manifest_root *root,
                          char *error) {
    struct buffer text = {0};
    *root = (struct manifest_root){0};
    int result = load(directory, name, &text, error);
    char *rest = text.data, *line;
    bool is_good = result == 0;
    while (is_good && (line = next_line(&rest)) != NULL) {
        unsigned version;
        is_good = sscanf(line, "anax-log %u", &version) == 1 || read_run(line, root) ||
                  (root->paths != NULL && (read_core(line, root) || read_word(line, root)));
    }
    buffer_clear(&text);
    if (result < 0) return result;
    for (unsigned i = 0; i < root->cores; i++) is_good &= root->paths[i][0] != 0;
    if (is_good && root->paths != NULL) return 0;
    manifest_clear_root(root);
    return refuse(directory, name, "says what it cannot", error);
}

int manifest_keep(const char *directory, const char *name) {
    char path[PATH_LEN];
    struct buffer text = {0};
    path_of(directory, MANIFEST_NAME, path);
    int result = file_read_all(path, &text);
    path_of(directory, name, path);
    if (result == 0) result = file_replace(path, buffer_view(&text));
    buffer_clear(&text);
    return result;
}

int manifest_write_root(const char *directory, const struct manifest_root *root) {
    return manifest_write_root_as(directory, MANIFEST_NAME, root);
}

int manifest_write_root_as(const char *directory, const char *name,
                           const struct manifest_root *root) {
    struct buffer text = {0};
    buffer_printf(&text, "anax-log %u\nrun %" PRIu64 " cores %u seed %" PRIx64 "\n",
                  MANIFEST_VERSION, root->run, root->cores, root->hash_seed);
    for (unsigned i = 0; i < root->cores; i++)
        buffer_printf(&text, "core %u %s\n", i, root->paths[i]);
    if (root->continues) buffer_append_text(&text, "continues\n");
    if (root->is_from_empty) buffer_append_text(&text, "from empty\n");
    if (root->is_trimmed) buffer_append_text(&text, "trimmed\n");
    return publish(directory, name, &text, file_replace);
}

void manifest_clear_root(struct manifest_root *root) {
    memory_free(root->paths);
    root->paths = NULL;
}
