/* sys/sim_disk.c - the simulated machine's files, and what a power cut leaves of them.
 *
 * A file has contents, which everybody sees, and those that are durable. A sync makes the one the
 * other; of what was written since, a cut leaves any sectors of 512 bytes. Names are durable when
 * their directory was synced; of those made or changed since, a cut leaves the old or the new state,
 * each for itself. Directories are there for ever once made. Any directory may be written to, made
 * or not. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "sys/disk_internal.h"
#include "sys/sim_internal.h"

enum { SECTOR = 512, PATH_LEN = 4096 };

struct inode {
    struct buffer contents, durable;
    bool *is_dirty; /* a place a sector, since the last sync */
    size_t sectors;
    unsigned uses; /* names, durable names, open files */
};

struct name {
    struct name *next;
    struct inode *now, *durable; /* NULL: not there */
    bool is_directory;
    char path[];
};

enum { OPEN_MAX = 4096 };

static struct name *names;
static struct inode *open_files[OPEN_MAX];
static bool is_dark;

/* ---- inodes ---- */

static struct inode *inode_use(struct inode *inode) {
    if (inode != NULL) inode->uses++;
    return inode;
}

static void inode_drop(struct inode *inode) {
    if (inode == NULL || --inode->uses > 0) return;
    buffer_clear(&inode->contents);
    buffer_clear(&inode->durable);
    memory_free(inode->is_dirty);
    memory_free(inode);
}

static void mark_dirty(struct inode *inode, uint64_t from, uint64_t end) {
    size_t sectors = (end + SECTOR - 1) / SECTOR;
    if (sectors > inode->sectors) {
        bool *more = memory_alloc_zeroed(2 * sectors);
        if (inode->sectors > 0) memcpy(more, inode->is_dirty, inode->sectors);
        memory_free(inode->is_dirty);
        inode->is_dirty = more;
        inode->sectors = 2 * sectors;
    }
    for (size_t i = from / SECTOR; i < sectors; i++) inode->is_dirty[i] = true;
}

static void resize(struct buffer *contents, uint64_t size) {
    if (size > contents->len)
        memset(buffer_reserve(contents, size - contents->len), 0, size - contents->len);
    contents->len = size;
}

static void inode_write(struct inode *inode, uint64_t offset, struct bytes bytes) {
    if (bytes.len == 0) return;
    if (offset + bytes.len > inode->contents.len) resize(&inode->contents, offset + bytes.len);
    memcpy(inode->contents.data + offset, bytes.data, bytes.len);
    mark_dirty(inode, offset, offset + bytes.len);
    sim_trace(offset);
    sim_trace_bytes(bytes.data, bytes.len);
}

/* Sectors that are not dirty are the same already. */
static void inode_sync(struct inode *inode) {
    size_t len = inode->contents.len;
    resize(&inode->durable, len);
    for (size_t i = 0; i < inode->sectors && i * SECTOR < len; i++) {
        size_t at = i * SECTOR, part = len - at < SECTOR ? len - at : SECTOR;
        if (inode->is_dirty[i]) memcpy(inode->durable.data + at, inode->contents.data + at, part);
    }
    if (inode->sectors > 0) memset(inode->is_dirty, 0, inode->sectors);
}

/* The length is what was synced, or what was written; a sector is one or the other. */
static void inode_cut(struct inode *inode) {
    resize(&inode->durable, sim_chance(2) ? inode->contents.len : inode->durable.len);
    for (size_t i = 0; i < inode->sectors; i++) {
        size_t at = i * SECTOR;
        if (!inode->is_dirty[i] || sim_chance(2) || at >= inode->durable.len ||
            at >= inode->contents.len)
            continue;
        size_t len = inode->durable.len - at < SECTOR ? inode->durable.len - at : SECTOR;
        if (len > inode->contents.len - at) len = inode->contents.len - at;
        memcpy(inode->durable.data + at, inode->contents.data + at, len);
    }
    inode->contents.len = 0;
    buffer_append(&inode->contents, buffer_view(&inode->durable));
    if (inode->sectors > 0) memset(inode->is_dirty, 0, inode->sectors);
}

/* ---- names ---- */

static struct name *find(const char *path) {
    struct name *name = names;
    while (name != NULL && strcmp(name->path, path) != 0) name = name->next;
    return name;
}

static struct name *find_or_make(const char *path) {
    struct name *name = find(path);
    if (name != NULL) return name;
    size_t size = strlen(path) + 1;
    name = memory_alloc_zeroed(sizeof *name + size);
    memcpy(name->path, path, size);
    name->next = names;
    names = name;
    return name;
}

static void point(struct inode **where, struct inode *inode) {
    struct inode *old = *where;
    *where = inode_use(inode);
    inode_drop(old);
}

static struct inode *make_inode(struct name *name) {
    struct inode *inode = memory_alloc_zeroed(sizeof *inode);
    point(&name->now, inode);
    return inode;
}

static bool is_within(const char *path, const char *directory) {
    size_t len = strlen(directory);
    return strncmp(path, directory, len) == 0 && path[len] == '/' &&
           strchr(path + len + 1, '/') == NULL;
}

static void sync_names(const char *directory) {
    for (struct name *name = names; name != NULL; name = name->next) {
        if (is_within(name->path, directory)) point(&name->durable, name->now);
    }
}

void sim_file_reset(void) {
    is_dark = false;
    while (names != NULL) {
        struct name *name = names;
        names = name->next;
        inode_drop(name->now);
        inode_drop(name->durable);
        memory_free(name);
    }
}

void sim_cut_power(void) {
    is_dark = true;
    for (struct name *name = names; name != NULL; name = name->next) {
        if (sim_chance(2))
            point(&name->now, name->durable);
        else
            point(&name->durable, name->now);
    }
    for (struct name *name = names; name != NULL; name = name->next) {
        if (name->now != NULL) inode_cut(name->now); /* twice, by two names: the same */
    }
}

void sim_restore_power(void) {
    is_dark = false;
}

/* ---- small files (sys/file.h) ---- */

int sim_file_read_all(const char *path, struct buffer *contents) {
    const struct name *name = find(path);
    if (name != NULL && name->is_directory) return -EISDIR;
    if (name == NULL || name->now == NULL) return -ENOENT;
    buffer_append(contents, buffer_view(&name->now->contents));
    return 0;
}

static void directory_of(const char *path, char directory[PATH_LEN]) {
    const char *slash = strrchr(path, '/');
    snprintf(directory, PATH_LEN, "%.*s", slash != NULL ? (int)(slash - path) : 1,
             slash != NULL ? path : ".");
}

int sim_file_replace(const char *path, struct bytes contents) {
    char directory[PATH_LEN];
    struct name *name = find_or_make(path);
    if (name->is_directory) return -EISDIR;
    if (is_dark) return -EIO;
    sim_trace_bytes(path, strlen(path));
    struct inode *inode = make_inode(name);
    inode_write(inode, 0, contents);
    inode_sync(inode);
    directory_of(path, directory);
    sync_names(directory);
    return 0;
}

int sim_file_exists(const char *path) {
    const struct name *name = find(path);
    return name != NULL && (name->now != NULL || name->is_directory);
}

int sim_file_remove(const char *path) {
    struct name *name = find(path);
    if (name != NULL && name->is_directory) return -EISDIR;
    if (name == NULL || name->now == NULL) return -ENOENT;
    if (is_dark) return -EIO;
    point(&name->now, NULL);
    return 0;
}

int sim_directory_make(const char *path) {
    struct name *name = find_or_make(path);
    if (name->now != NULL) return -EEXIST;
    name->is_directory = true;
    return 0;
}

/* ---- the log's files (sys/disk.h) ---- */

static int disk_sim_open(const char *path, unsigned flags, int *fd) {
    struct name *name = find(path);
    bool exists = name != NULL && name->now != NULL;
    if (name != NULL && name->is_directory) return -EISDIR;
    if (!exists && (flags & DISK_CREATE) == 0) return -ENOENT;
    if (exists && (flags & DISK_EXCLUSIVE) != 0) return -EEXIST;
    if (is_dark && !exists) return -EIO;
    if (!exists) make_inode(name = find_or_make(path));
    for (int i = 0; i < OPEN_MAX; i++) {
        if (open_files[i] != NULL) continue;
        open_files[i] = inode_use(name->now);
        *fd = i;
        return 0;
    }
    return -EMFILE;
}

static void disk_sim_close(struct disk_file *file) {
    inode_drop(open_files[file->fd]);
    open_files[file->fd] = NULL;
}

static int disk_sim_size(struct disk_file *file, uint64_t *size) {
    *size = open_files[file->fd]->contents.len;
    return 0;
}

static int64_t disk_sim_read(struct disk_file *file, uint64_t offset, char *target, size_t len) {
    const struct buffer *contents = &open_files[file->fd]->contents;
    if (offset >= contents->len) return 0;
    if (len > contents->len - offset) len = contents->len - offset;
    memcpy(target, contents->data + offset, len);
    return (int64_t)len;
}

static int disk_sim_write(struct disk_file *file, uint64_t offset, struct bytes bytes,
                          bool is_synced) {
    if (is_dark) return -EIO;
    inode_write(open_files[file->fd], offset, bytes);
    if (is_synced) inode_sync(open_files[file->fd]);
    return 0;
}

static int disk_sim_sync(struct disk_file *file) {
    if (is_dark) return -EIO;
    inode_sync(open_files[file->fd]);
    return 0;
}

static int disk_sim_truncate(struct disk_file *file, uint64_t size) {
    if (is_dark) return -EIO;
    struct inode *inode = open_files[file->fd];
    uint64_t old = inode->contents.len, less = old < size ? old : size;
    resize(&inode->contents, size);
    mark_dirty(inode, less, (old > size ? old : size) + 1);
    return 0;
}

static int disk_sim_rename(const char *path, const char *new_path) {
    struct name *name = find(path);
    if (name == NULL || name->now == NULL) return -ENOENT;
    if (is_dark) return -EIO;
    point(&find_or_make(new_path)->now, name->now);
    point(&name->now, NULL);
    return 0;
}

static int disk_sim_link(const char *path, const char *new_path) {
    struct name *name = find(path), *new_name = find_or_make(new_path);
    if (name == NULL || name->now == NULL) return -ENOENT;
    if (new_name->now != NULL) return -EEXIST;
    if (is_dark) return -EIO;
    point(&new_name->now, name->now);
    return 0;
}

static int disk_sim_links(const char *path, uint64_t *count) {
    const struct name *name = find(path);
    if (name == NULL || name->now == NULL) return -ENOENT;
    *count = 0;
    for (const struct name *other = names; other != NULL; other = other->next)
        *count += other->now == name->now;
    return 0;
}

static int disk_sim_remove_directory(const char *path) {
    struct name *name = find(path);
    if (name == NULL || !name->is_directory) return -ENOENT;
    name->is_directory = false;
    return 0;
}

static int disk_sim_sync_directory(const char *path) {
    if (is_dark) return -EIO;
    sync_names(path);
    return 0;
}

static int disk_sim_list(const char *path, void (*found)(void *arg, const char *name), void *arg) {
    size_t len = strlen(path);
    for (const struct name *name = names; name != NULL; name = name->next) {
        if (is_within(name->path, path) && (name->now != NULL || name->is_directory))
            found(arg, name->path + len + 1);
    }
    return 0;
}

static int disk_sim_free(const char *path, uint64_t *bytes) {
    (void)path;
    *bytes = (uint64_t)1 << 40;
    return 0;
}

static void do_nothing(void *arg) {
    (void)arg;
}

/* It happens when it ends: until then a cut finds nothing of it. */
static void end_request(void *arg) {
    struct disk_request *request = arg;
    request->result = request->op == DISK_OP_SYNC
                          ? disk_sim_sync(request->file)
                          : disk_sim_write(request->file, request->offset, request->rest,
                                           request->op == DISK_OP_WRITE_SYNCED);
    request->done(request);
}

static void disk_sim_submit(struct disk_request *request) {
    sim_offload(request->loop, do_nothing, request, end_request);
}

const struct disk_backend disk_backend_simulated = {
    .open = disk_sim_open,
    .close = disk_sim_close,
    .size = disk_sim_size,
    .read = disk_sim_read,
    .write = disk_sim_write,
    .sync = disk_sim_sync,
    .truncate = disk_sim_truncate,
    .rename = disk_sim_rename,
    .link = disk_sim_link,
    .links = disk_sim_links,
    .remove_directory = disk_sim_remove_directory,
    .sync_directory = disk_sim_sync_directory,
    .list = disk_sim_list,
    .free = disk_sim_free,
    .submit = disk_sim_submit,
};
