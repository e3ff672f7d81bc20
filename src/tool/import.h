/* tool/import.h - what Redis kept, given to a server of ours: an AOF directory (its manifest, base and
 * increments), an AOF file, or an RDB file.
 *
 * Values of RDB files go by RESTORE; what is in them is what RESTORE understands. Commands of AOF files go as they
 * are. The server keeps what comes of them in its own log. */
#pragma once

#include "tool/output.h"
#include "tool/progress.h"

/* The connection to the server. */
struct import_link {
    /* Sends all of it, and appends what has come back; sends nothing: waits for something. False if the
     * connection is gone. */
    bool (*exchange)(void *arg, struct bytes bytes, struct buffer *replies);
    void *arg;
};

/* 0; 1: the file is damaged, or the server refused something; 2: it cannot be read, or the connection ended. */
int import_run(const char *path, const struct import_link *link, struct output *output,
               struct progress *progress);
