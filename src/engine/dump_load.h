/* engine/dump_load.h - a dump file (RDB), of Redis 2.8 to 7.4 or Valkey 8, into the cores.
 *
 * One fiber goes through the file, passing over the values, and deals them out in batches; every core makes
 * its own values, in parallel. The file is mapped, so it costs no memory; its checksum is computed by a
 * helper thread meanwhile. Nothing is logged: who has a log begins it anew afterwards. */
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
