/* The simulated machine's files: whole contents by path, in memory, and names of directories. Any
 * directory may be written to, made or not. */
#include <errno.h>
#include <string.h>

#include "base/memory.h"
#include "sys/sim_internal.h"

struct sim_file {
    struct sim_file *next;
    struct buffer contents;
    bool is_directory;
    char path[];
};

static struct sim_file *files;

static struct sim_file *find(const char *path) {
    struct sim_file *file = files;
    while (file != NULL && strcmp(file->path, path) != 0) file = file->next;
    return file;
}

static struct sim_file *make(const char *path, bool is_directory) {
    size_t size = strlen(path) + 1;
    struct sim_file *file = memory_alloc_zeroed(sizeof *file + size);
    memcpy(file->path, path, size);
    file->is_directory = is_directory;
    file->next = files;
    files = file;
    return file;
}

void sim_file_reset(void) {
    while (files != NULL) {
        struct sim_file *file = files;
        files = file->next;
        buffer_clear(&file->contents);
        memory_free(file);
    }
}

int sim_file_read_all(const char *path, struct buffer *contents) {
    const struct sim_file *file = find(path);
    if (file == NULL) return -ENOENT;
    if (file->is_directory) return -EISDIR;
    buffer_append(contents, buffer_view(&file->contents));
    return 0;
}

int sim_file_replace(const char *path, struct bytes contents) {
    struct sim_file *file = find(path);
    if (file == NULL) file = make(path, false);
    if (file->is_directory) return -EISDIR;
    file->contents.len = 0;
    buffer_append(&file->contents, contents);
    sim_trace_bytes(path, strlen(path));
    sim_trace_bytes(contents.data, contents.len);
    return 0;
}

int sim_file_exists(const char *path) {
    return find(path) != NULL;
}

int sim_file_remove(const char *path) {
    for (struct sim_file **link = &files; *link != NULL; link = &(*link)->next) {
        struct sim_file *file = *link;
        if (strcmp(file->path, path) != 0) continue;
        if (file->is_directory) return -EISDIR;
        *link = file->next;
        buffer_clear(&file->contents);
        memory_free(file);
        return 0;
    }
    return -ENOENT;
}

int sim_directory_make(const char *path) {
    const struct sim_file *file = find(path);
    if (file == NULL)
        make(path, true);
    else if (!file->is_directory)
        return -EEXIST;
    return 0;
}
