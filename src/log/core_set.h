/* log/core_set.h - a dump as one file a core, and the summary that makes them a dump.
 *
 *     DIR/dump.cores                          the summary
 *     DIR/dump.cores.5d1f00aa9b1c44d2.0       what core 0 had; the number in the middle is the set's id
 *     DIR/dump.cores.5d1f00aa9b1c44d2.1
 *
 * The files are written and made durable under names that nothing else has; then the summary is replaced as a whole
 * (written beside, synced, renamed). So it names all of a dump at any time: the old one or the new one. What it does not
 * name is no dump; files of the set before, and what a process left that died in the middle, are removed.
 *
 * The upper half of an id is the process's own: it removes leftovers of others, never what it is writing elsewhere. */
#pragma once

#include "log/core_file.h"

enum { CORE_SET_NAME = 400, CORE_SET_ERROR = 700, CORE_SET_VERSION = 1 };

struct core_set_file {
    char name[CORE_SET_NAME]; /* in the directory of the summary */
    uint64_t bytes;
    uint32_t frames, index_crc;
};

struct core_set {
    uint64_t id;
    int64_t moment_ms; /* Unix time of what it shows */
    unsigned cores;    /* so many files */
    unsigned words;    /* version of the words in the frames, as in an RDB file */
    uint64_t keys;
    enum pack_codec codec;
    struct core_set_file *files;
};

/* Sets id and names of all files: for a dump whose summary shall be at path. files then are core_set_clear's. */
void core_set_make(struct core_set *set, unsigned cores, const char *path);
void core_set_clear(struct core_set *set);
/* "directory/name" of a file of it; directory is that of path. */
void core_set_path(const struct core_set *set, unsigned core, const char *path, char *text,
                   size_t size);
/* An id for whatever this process writes next. */
uint64_t core_set_id(void);

/* Durably, in place of the summary at path: after all files and their directory were synced. 0 or a negative errno. */
int core_set_publish(const struct core_set *set, const char *path)
    __attribute__((warn_unused_result));
/* True if these bytes are the beginning of a summary, sound or not. */
bool core_set_is(struct bytes bytes);
/* 0, -ENOENT, -EBADMSG if it is damaged (error says where), or another negative errno. core_set_clear in any case. */
int core_set_read(struct core_set *set, const char *path, char error[CORE_SET_ERROR])
    __attribute__((warn_unused_result));

/* Removes its files, as far as they are there. */
void core_set_remove(const struct core_set *set, const char *path);
/* Removes what other processes have begun to write for the dump at path and not ended: temporary files, and, if a summary
 * belongs there, files of sets that it does not name; nothing if it cannot be read. */
void core_set_sweep(const char *path, bool is_summary);
/* "PATH.ID.tmp", which core_set_sweep knows. */
void core_set_temporary(const char *path, uint64_t id, char *text, size_t size);
