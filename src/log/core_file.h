/* log/core_file.h - one core's file of a dump in several files (core_set.h): frames, and where they are.
 *
 *     head of 64 bytes   "ANAXDMP" and a line feed, version (4), CRC-32C of what follows (4); id of the set (8), core (4),
 *                        cores (4), Unix time in ms (8), zeros
 *     frames             a head of 24 bytes: "AXF1", CRC-32C of the rest of the frame (4), number (4), bytes that
 *                        follow the head (4), bytes unpacked (4), codec (1), flags (1), zeros (2); then the bytes
 *     index              16 bytes a frame: offset (8), bytes with the head (4), CRC as in its head (4)
 *
 * All numbers are little endian. CRCs of frames and index are seeded from the id, so that no frame of another set fits. The CRC of
 * the index stands in the set's summary: so that speaks for every byte of the file.
 *
 * What a frame unpacks to is words of a dump file (rdb_file.h) without head and end, that begin with their database; at most
 * PACK_BLOCK_MAX bytes. What is longer (a big value) goes on in the next frames: a run is what begins with a frame that
 * begins one, and ends with one that ends one. Every run can be read by itself. */
#pragma once

#include "base/buffer.h"
#include "log/pack.h"

enum {
    CORE_FILE_VERSION = 1,
    CORE_FILE_HEAD = 64,
    CORE_FRAME_HEAD = 24,
    CORE_INDEX_ENTRY = 16,
    CORE_FILE_CORES_MAX = 1024
};

enum core_frame_flag {
    CORE_FRAME_BEGINS = 1,
    CORE_FRAME_ENDS = 2,
    CORE_FRAME_FUNCTIONS = 4 /* the run holds sources of functions and no keys */
};

/* What the CRCs of frames and index begin with: of an id's halves, a process's number and a count. */
uint32_t core_file_seed(uint64_t id);

struct core_file_head {
    uint64_t id;
    uint32_t core, cores;
    int64_t wall_ms;
};

/* ---- writing ---- */

struct core_file_writer {
    uint64_t id;
    enum pack_codec codec;
    struct packer *packer;
    uint64_t offset; /* where the next frame comes */
    uint32_t count;
    struct buffer index;
};

/* Appends the head to out. */
void core_file_begin(struct core_file_writer *writer, const struct core_file_head *head,
                     enum pack_codec codec, struct buffer *out);
/* Appends the frames of a run. */
void core_file_put(struct core_file_writer *writer, struct bytes words, bool is_of_functions,
                   struct buffer *out);
/* Appends the frames of a part of a run, which is not empty; flags: whether it is the first, the last. */
void core_file_put_part(struct core_file_writer *writer, struct bytes words, unsigned flags,
                        struct buffer *out);
/* The same of at most PACK_BLOCK_MAX bytes that are not packed: appends what comes before them, and they are to follow,
 * uncopied. */
void core_file_put_plain(struct core_file_writer *writer, struct bytes words, unsigned flags,
                         struct buffer *out);
/* Appends the index; *crc is that of it. */
void core_file_end(struct core_file_writer *writer, struct buffer *out, uint32_t *crc);
void core_file_writer_clear(struct core_file_writer *writer);

/* ---- reading ---- */

enum { CORE_FILE_ERROR = 200 };

struct core_frame {
    uint64_t offset;
    uint32_t bytes, crc;
};

/* The bytes of a whole file, which stay where they are. */
struct core_file {
    struct bytes bytes;
    uint64_t id;
    uint32_t count;
    const char *index;
    char error[CORE_FILE_ERROR];
};

/* As the summary says it: so many frames, and an index with that CRC. False with the reason in error. */
bool core_file_open(struct core_file *file, struct bytes bytes, const struct core_file_head *head,
                    uint32_t count, uint32_t crc);
struct core_frame core_file_frame(const struct core_file *file, uint32_t number);
/* Whether it begins a run, as it says itself: that is not checked here. */
bool core_file_begins(const struct core_file *file, uint32_t number);
/* The run that begins with frame *number, which becomes that of the next run. Its words are in *words: in the file, or
 * unpacked into text, whose old content is dropped. False with the reason in error. */
bool core_file_run(struct core_file *file, uint32_t *number, struct packer *packer,
                   struct buffer *text, struct bytes *words, unsigned *flags);
