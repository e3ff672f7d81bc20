/* command/families.h - the families of data commands; each file's rows, ended by an empty one. */
#pragma once

#include "engine/command.h"

extern const struct command string_commands[];  /* one string: GET SET INCR … */
extern const struct command strings_commands[]; /* several strings: MGET MSET MSETNX LCS */
extern const struct command lcs_commands[];
extern const struct command bitmap_commands[]; /* SETBIT GETBIT BITCOUNT BITPOS BITOP */
extern const struct command bitfield_commands[];
extern const struct command key_commands[];      /* one key: TYPE EXPIRE TTL MOVE OBJECT … */
extern const struct command keys_commands[];     /* several keys: DEL EXISTS RENAME COPY … */
extern const struct command multi_commands[];    /* MULTI EXEC DISCARD WATCH UNWATCH */
extern const struct command pubsub_commands[];   /* SUBSCRIBE PUBLISH PUBSUB … */
extern const struct command keyspace_commands[]; /* all keys: SCAN KEYS FLUSHALL SWAPDB … */
