/* tool/place.h - where a log is: its root manifest and the directories of its cores.
 *
 * What anax-log is given is the directory that holds the root MANIFEST, or the one above it, which is
 * what `anax --dir` is given. Opening sets the seed of all hashes to that of the log.
 *
 * What is read from it begins with the manifests that count, or with others that were (log/retention.h). */
#pragma once

#include "log/retention.h"

enum { PLACE_PATH = 4096, PLACE_ERROR = 1600 };
#define PLACE_BELOW "appendonlydir"

struct place {
    char directory[PLACE_PATH]; /* of the root manifest */
    struct manifest_root root;
    char (*paths)[PLACE_PATH];             /* of each core's files */
    char (*manifests)[RETENTION_NAME_MAX]; /* the name of each core's, there: "MANIFEST" */
};

/* 0, or a negative errno with the reason in error (PLACE_ERROR bytes): -EBADMSG is damage. */
int place_open(struct place *place, const char *directory, char *error);
/* By another root manifest in the same directory: of a run that has ended. */
int place_open_as(struct place *place, const char *directory, const char *root, char *error);
void place_close(struct place *place);
/* Keeps servers from that log: directory_lock (sys/file.h), -EWOULDBLOCK if one has it; -ENOENT: there is none. */
int place_lock(const char *directory);
