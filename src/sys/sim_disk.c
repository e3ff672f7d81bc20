/* sys/sim_disk.c - the simulated machine's files, and what a power cut leaves of them.
 *
 * A file has contents, which everybody sees, and those that are durable. A sync makes the one the
 * other, as they were when it was asked for: what is written while it is under way is not in it. Of what was
 * written since, a cut leaves any sectors of 512 bytes. Names are durable when
 * their directory was synced; of those made or changed since, a cut leaves the old or the new state,
 * each for itself; a directory that goes takes what is in it along. Of what a failed sync should have
 * made durable, some sectors never will be, though they read well (as on Linux). Any directory may be
 * written to, made or not. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "sys/disk_internal.h"
#include "sys/sim_internal.h"

enum { SECTOR = 512, PATH_LEN = 4096 };

struct inode {
    struct buffer contents, durable;
    uint64_t *dirty; /* a place a sector: the number of its last write; 0: as it is durable */
    size_t sectors;
    uint64_t writes;
    unsigned uses; /* names, durable names, open files */
};

struct name {
    struct name *next;
    struct inode *now, *durable; /* NULL: not there */
    bool is_directory, is_durable_directory;
    unsigned host; /* that made it */
    char path[];
};

enum { OPEN_MAX = 4096 };

static struct name *names;
static struct inode *open_files[OPEN_MAX];
static bool is_dark_at[SIM_HOSTS_MAX];

static bool is_dark(void) {
    return is_dark_at[sim_host()];
}

/* ---- inodes ---- */

static struct inode *inode_use(struct inode *inode) {
    if (inode != NULL) inode->uses++;
    return inode;
}

static void inode_drop(struct inode *inode) {
    if (inode == NULL || --inode->uses > 0) return;
    buffer_clear(&inode->contents);
    buffer_clear(&inode->durable);
    memory_free(inode->dirty);
    memory_free(inode);
}

static void mark_dirty(struct inode *inode, uint64_t from, uint64_t end) {
    size_t sectors = (end + SECTOR - 1) / SECTOR;
    if (sectors > inode->sectors) {
        uint64_t *more = memory_alloc_zeroed(2 * sectors * sizeof *more);
        if (inode->sectors > 0) memcpy(more, inode->dirty, inode->sectors * sizeof *more);
        memory_free(inode->dirty);
        inode->dirty = more;
        inode->sectors = 2 * sectors;
    }
    inode->writes++;
    for (size_t i = from / SECTOR; i < sectors; i++) inode->dirty[i] = inode->writes;
}

static void forget_dirty(struct inode *inode) {
    if (inode->sectors > 0) memset(inode->dirty, 0, inode->sectors * sizeof *inode->dirty);
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

static void inode_truncate(struct inode *inode, uint64_t size) {
    uint64_t old = inode->contents.len, less = old < size ? old : size;
    resize(&inode->contents, size);
    mark_dirty(inode, less, (old > size ? old : size) + 1);
}

/* What a sync makes durable: the sectors from first on that were dirty when it was asked for. */
struct sync {
    struct buffer sectors; /* number and bytes of each */
    uint64_t writes, len;
};

struct synced_sector {
    uint64_t index;
    char bytes[SECTOR];
};

static void sync_begin(struct sync *sync, const struct inode *inode, uint64_t from, uint64_t end) {
    *sync = (struct sync){.writes = inode->writes, .len = inode->contents.len};
    if (end > sync->len) end = sync->len;
    for (size_t i = from / SECTOR; i < inode->sectors && i * SECTOR < end; i++) {
        struct synced_sector sector = {.index = i};
        size_t at = i * SECTOR, len = sync->len - at < SECTOR ? sync->len - at : SECTOR;
        if (inode->dirty[i] == 0) continue;
        memcpy(sector.bytes, inode->contents.data + at, len);
        buffer_append(&sync->sectors, bytes_of((const char *)&sector, sizeof sector));
    }
}

static void sync_end(struct sync *sync, struct inode *inode) {
    struct synced_sector sector;
    resize(&inode->durable, sync->len);
    for (size_t at = 0; at < sync->sectors.len; at += sizeof sector) {
        memcpy(&sector, sync->sectors.data + at, sizeof sector);
        size_t start = sector.index * SECTOR;
        size_t len = sync->len - start < SECTOR ? sync->len - start : SECTOR;
        memcpy(inode->durable.data + start, sector.bytes, len);
        if (inode->dirty[sector.index] <= sync->writes) inode->dirty[sector.index] = 0;
    }
    buffer_clear(&sync->sectors);
}

static void inode_sync(struct inode *inode) {
    struct sync sync;
    sync_begin(&sync, inode, 0, UINT64_MAX);
    sync_end(&sync, inode);
}

/* The length is what was synced, or what was written; a sector is one or the other. */
static void inode_cut(struct inode *inode) {
    resize(&inode->durable, sim_chance(2) ? inode->contents.len : inode->durable.len);
    for (size_t i = 0; i < inode->sectors; i++) {
        size_t at = i * SECTOR;
        if (inode->dirty[i] == 0 || sim_chance(2) || at >= inode->durable.len ||
            at >= inode->contents.len)
            continue;
        size_t len = inode->durable.len - at < SECTOR ? inode->durable.len - at : SECTOR;
        if (len > inode->contents.len - at) len = inode->contents.len - at;
        memcpy(inode->durable.data + at, inode->contents.data + at, len);
    }
    inode->contents.len = 0;
    buffer_append(&inode->contents, buffer_view(&inode->durable));
    forget_dirty(inode);
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
    name->host = sim_host();
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
    size_t len = strcmp(directory, "/") == 0 ? 0 : strlen(directory);
    return strncmp(path, directory, len) == 0 && path[len] == '/' &&
           strchr(path + len + 1, '/') == NULL;
}

static void sync_names(const char *directory) {
    for (struct name *name = names; name != NULL; name = name->next) {
        if (!is_within(name->path, directory)) continue;
        point(&name->durable, name->now);
        name->is_durable_directory = name->is_directory;
    }
}

void sim_file_reset(void) {
    memset(is_dark_at, 0, sizeof is_dark_at);
    while (names != NULL) {
        struct name *name = names;
        names = name->next;
        inode_drop(name->now);
        inode_drop(name->durable);
        memory_free(name);
    }
}

static void forget_directory(const struct name *directory) {
    size_t len = strlen(directory->path);
    for (struct name *name = names; name != NULL; name = name->next) {
        bool is_below = strncmp(name->path, directory->path, len) == 0 &&
                        (name->path[len] == '/' || name->path[len] == 0);
        if (!is_below) continue;
        point(&name->now, NULL);
        point(&name->durable, NULL);
        name->is_directory = name->is_durable_directory = false;
    }
}

static void cut_directories(void) {
    for (struct name *name = names; name != NULL; name = name->next) {
        if (name->host != sim_host()) continue;
        if (name->is_directory && !name->is_durable_directory && sim_chance(2))
            forget_directory(name);
        name->is_durable_directory = name->is_directory;
    }
}

void sim_cut_power(void) {
    is_dark_at[sim_host()] = true;
    cut_directories();
    for (struct name *name = names; name != NULL; name = name->next) {
        if (name->host != sim_host()) continue;
        if (sim_chance(2))
            point(&name->now, name->durable);
        else
            point(&name->durable, name->now);
    }
    for (struct name *name = names; name != NULL; name = name->next) {
        if (name->host == sim_host() && name->now != NULL)
            inode_cut(name->now); /* twice, by two names: the same */
    }
}

void sim_restore_power(void) {
    is_dark_at[sim_host()] = false;
}

/* ---- small files (sys/file.h) ---- */

int sim_file_read_all(const char *path, struct buffer *contents) {
    const struct name *name = find(path);
    if (name != NULL && name->is_directory) return -EISDIR;
    if (name == NULL || name->now == NULL) return -ENOENT;
    buffer_append(contents, buffer_view(&name->now->contents));
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
    if (is_dark()) return -EIO;
    point(&name->now, NULL);
    return 0;
}

int sim_directory_make(const char *path) {
    struct name *name = find_or_make(path);
    if (name->now != NULL) return -EEXIST;
    if (name->is_directory) return 0;
    if (is_dark()) return -EIO;
    name->is_directory = true;
    return 1;
}

/* ---- the log's files (sys/disk.h) ---- */

static int disk_sim_open(const char *path, unsigned flags, int *fd) {
    struct name *name = find(path);
    bool exists = name != NULL && name->now != NULL;
    if (name != NULL && name->is_directory) return -EISDIR;
    if (!exists && (flags & DISK_CREATE) == 0) return -ENOENT;
    if (exists && (flags & DISK_EXCLUSIVE) != 0) return -EEXIST;
    if (is_dark() && !exists) return -EIO;
    if (!exists) make_inode(name = find_or_make(path));
    if ((flags & DISK_EMPTY) != 0 && exists) {
        if (is_dark()) return -EIO;
        inode_truncate(name->now, 0);
    }
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
    if (is_dark()) return -EIO;
    struct inode *inode = open_files[file->fd];
    struct sync sync;
    inode_write(inode, offset, bytes);
    if (!is_synced) return 0;
    sync_begin(&sync, inode, offset, offset + bytes.len); /* of earlier writes it says nothing */
    sync_end(&sync, inode);
    return 0;
}

static int disk_sim_sync(struct disk_file *file) {
    if (is_dark()) return -EIO;
    inode_sync(open_files[file->fd]);
    return 0;
}

static int disk_sim_truncate(struct disk_file *file, uint64_t size) {
    if (is_dark()) return -EIO;
    inode_truncate(open_files[file->fd], size);
    return 0;
}

static int disk_sim_reserve(struct disk_file *file, uint64_t size) {
    if (is_dark()) return -EIO;
    struct inode *inode = open_files[file->fd];
    if (inode->contents.len < size) inode_truncate(inode, size);
    return 0;
}

static int disk_sim_take_mode(struct disk_file *file, const char *path) {
    (void)file;
    (void)path;
    return 0;
}

static void disk_sim_lose(struct disk_file *file) {
    struct inode *inode = open_files[file->fd];
    for (size_t i = 0; i < inode->sectors; i++) {
        if (inode->dirty[i] != 0 && sim_chance(2)) inode->dirty[i] = 0;
    }
}

static int disk_sim_rename(const char *path, const char *new_path) {
    struct name *name = find(path), *new_name = find(new_path);
    if (name == NULL || name->now == NULL) return -ENOENT;
    if (new_name != NULL && new_name->is_directory) return -EISDIR;
    if (is_dark()) return -EIO;
    point(&find_or_make(new_path)->now, name->now);
    point(&name->now, NULL);
    return 0;
}

static int disk_sim_link(const char *path, const char *new_path) {
    struct name *name = find(path), *new_name = find_or_make(new_path);
    if (name == NULL || name->now == NULL) return -ENOENT;
    if (new_name->now != NULL) return -EEXIST;
    if (is_dark()) return -EIO;
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
    name->is_directory = name->is_durable_directory = false;
    return 0;
}

static int disk_sim_sync_directory(const char *path) {
    if (is_dark()) return -EIO;
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

static void do_nothing(void *arg) {
    (void)arg;
}

/* A write happens when it ends: until then a cut finds nothing of it. A sync under way has what was written
 * before it was asked for. */
struct under_way {
    struct disk_request *request;
    struct sync sync;
};

static void end_request(void *arg) {
    struct under_way *way = arg;
    struct disk_request *request = way->request;
    if (request->op != DISK_OP_SYNC) {
        request->result = disk_sim_write(request->file, request->offset, request->rest,
                                         request->op == DISK_OP_WRITE_SYNCED);
    } else {
        request->result = is_dark() ? -EIO : 0;
        if (is_dark())
            buffer_clear(&way->sync.sectors);
        else
            sync_end(&way->sync, open_files[request->file->fd]);
    }
    memory_free(way);
    request->done(request);
}

static void disk_sim_submit(struct disk_request *request) {
    struct under_way *way = memory_alloc_zeroed(sizeof *way);
    way->request = request;
    if (request->op == DISK_OP_SYNC)
        sync_begin(&way->sync, open_files[request->file->fd], 0, UINT64_MAX);
    sim_offload(request->loop, do_nothing, way, end_request, false);
}

const struct disk_backend disk_backend_simulated = {
    .open = disk_sim_open,
    .close = disk_sim_close,
    .size = disk_sim_size,
    .read = disk_sim_read,
    .write = disk_sim_write,
    .sync = disk_sim_sync,
    .truncate = disk_sim_truncate,
    .reserve = disk_sim_reserve,
    .rename = disk_sim_rename,
    .link = disk_sim_link,
    .links = disk_sim_links,
    .remove_directory = disk_sim_remove_directory,
    .sync_directory = disk_sim_sync_directory,
    .list = disk_sim_list,
    .submit = disk_sim_submit,
    .take_mode = disk_sim_take_mode,
    .lose = disk_sim_lose,
};
