/* tool/export.h - a log that was loaded, as one dump file (RDB) that Redis 7.0 loads. */
#pragma once

#include "tool/loaded.h"

/* Written beside path, synced, renamed. 0 or a negative errno: path is as it was then. */
int export_write(const struct loaded *loaded, const char *path, struct progress *progress)
    __attribute__((warn_unused_result));
