/* engine/backup.h - a copy of the log while it is in use: a directory that a server can be started with.
 *
 * It holds all that was acknowledged, or was answered without waiting for the disk, before it began, and a part of
 * what came meanwhile, no transaction torn. Bases and finished log files become hard links, or copies where the
 * directory is on another file system; only the log file that is being written is copied.
 *
 * Compaction is held back on all cores meanwhile: first its manifests and files stand still, then everything is made
 * durable, so that no manifest says more of another core's log than the copies hold, then each core's files are
 * linked. Log files that have a second name are never written again (log/spare.c).
 *
 * What stands beside the log, who this server is among others (HISTORY, MEMBERS), is not copied: who starts from the copy is
 * somebody else, and must not count as a member of the in-sync set, nor as one that has all that this one will have. */
#pragma once

#include "engine/core.h"

enum { BACKUP_ERROR = 1024 };

/* directory: of the log; target: is made, or is empty. On a fiber; waits long. False with the reason in error; what
 * there is in target then has no manifest, and no server will take it for a log. */
bool backup_make(struct engine *engine, const char *directory, const char *target, char *error);
