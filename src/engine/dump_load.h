/* engine/dump_load.h - a dump into the cores: a file of Redis 2.8 to 7.4 or Valkey 8 (RDB), or the files that a summary
 * (log/core_set.h) names, of any number of cores.
 *
 * Files are mapped, so they cost no memory. An RDB file is gone through from front to back by one fiber
 * (engine/dump_deal.h); of files for each core every core has its share. Nothing is logged: who has a log begins it anew
 * afterwards. */
#pragma once

#include "engine/core.h"

enum { DUMP_LOAD_ERROR = 768 };

struct dump_load_facts {
    uint64_t keys, expired, empty, functions, bytes;
};

/* On a fiber; the databases are empty, and nobody else touches the data. False with the reason in error; what is
 * there then is of no use. Keys whose time is over are left out (keeps_expired: or not). */
bool dump_load(struct engine *engine, const char *path, bool keeps_expired,
               struct dump_load_facts *facts, char *error);

/* ---- for dump_load.c ---- */

struct dump_loading;
/* By the summary at path. */
bool dump_load_cores(struct dump_loading *loading, const char *path, struct dump_load_facts *facts,
                     char *error);
void dump_load_begins(struct engine *engine, const char *path, uint64_t bytes);
