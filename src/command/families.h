/* command/families.h - the families of data commands; each file's rows, ended by an empty one. */
#pragma once

#include "engine/command.h"

extern const struct command string_commands[];  /* one string: GET SET INCR … */
extern const struct command strings_commands[]; /* several strings: MGET MSET MSETNX LCS */
extern const struct command lcs_commands[];
extern const struct command bitmap_commands[]; /* SETBIT GETBIT BITCOUNT BITPOS BITOP */
extern const struct command bitfield_commands[];
extern const struct command key_commands[];        /* one key: TYPE EXPIRE TTL MOVE OBJECT … */
extern const struct command keys_commands[];       /* several keys: DEL EXISTS RENAME COPY … */
extern const struct command lists_commands[];      /* one list: LPUSH LPOP LRANGE LREM LPOS … */
extern const struct command list_moves_commands[]; /* several lists: LMOVE RPOPLPUSH LMPOP */
extern const struct command
    list_blocking_commands[]; /* commands that wait for lists: BLPOP BLMOVE BLMPOP … */
extern const struct command hashes_commands[];     /* hashes by field: HSET HGET HDEL HINCRBY … */
extern const struct command hash_reads_commands[]; /* whole hashes: HGETALL HRANDFIELD HSCAN … */
extern const struct command
    hash_expiry_commands[];                  /* expiry of hash fields: HEXPIRE HTTL HPERSIST … */
extern const struct command sets_commands[]; /* sets: SADD SPOP SSCAN … */
extern const struct command
    set_algebra_commands[];                   /* several sets: SINTER SUNIONSTORE SINTERCARD … */
extern const struct command zsets_commands[]; /* sorted sets: ZADD ZINCRBY ZPOPMIN ZSCAN … */
extern const struct command
    zset_ranges_commands[]; /* ranges of sorted sets: ZRANGE ZCOUNT ZREMRANGEBYLEX … */
extern const struct command
    zset_algebra_commands[]; /* several sorted sets: ZUNION ZINTERSTORE ZDIFF … */
extern const struct command
    zset_blocking_commands[]; /* commands that wait for sorted sets: BZPOPMIN BZMPOP … */
extern const struct command geo_commands[];           /* geo: GEOADD GEOSEARCH … */
extern const struct command hyperloglog_commands[];   /* HyperLogLog: PFADD PFCOUNT PFMERGE */
extern const struct command streams_commands[];       /* streams: XADD XRANGE XTRIM … */
extern const struct command stream_groups_commands[]; /* consumer groups of streams: XGROUP */
extern const struct command
    stream_pending_commands[]; /* entries not acknowledged: XACK XPENDING XCLAIM XAUTOCLAIM */
extern const struct command stream_reads_commands[]; /* XREAD and XREADGROUP, which may wait */
extern const struct command stream_info_commands[];  /* XINFO */
extern const struct command sort_commands[];         /* SORT and SORT_RO */
extern const struct command dump_commands[];         /* DUMP and RESTORE */
extern const struct command multi_commands[];        /* MULTI EXEC DISCARD WATCH UNWATCH */
extern const struct command pubsub_commands[];       /* SUBSCRIBE PUBLISH PUBSUB … */
extern const struct command keyspace_commands[];     /* all keys: SCAN KEYS FLUSHALL SWAPDB … */
