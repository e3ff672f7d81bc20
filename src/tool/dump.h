/* tool/dump.h - every record of a log, one a line. */
#pragma once

#include "tool/output.h"

struct dump_options {
    int core, shard;  /* -1: all; a shard is what the partitions of one core are */
    const char *key;  /* a glob, or NULL */
    size_t shown_max; /* of keys, fields and values; 0: all */
};

/* 0; 1: it ends at damage; 2: there is no log. */
int dump_run(const char *directory, const struct dump_options *options, struct output *output);
/* What a record says, for messages: "K SET db 0 \"k\" \"v\"". */
struct walk_item;
void dump_describe(struct buffer *out, const struct walk_item *item, size_t shown_max);
