/* command/changes.h - how much of a value a command may change at once (struct command.changes), for those whose arguments do
 * not name what they change. Upper bounds; arguments that are malformed change nothing. */
#pragma once

#include "data/entry.h"
#include "engine/command.h"

/* "key [count]": LPOP, SPOP, ZPOPMIN. */
uint64_t changes_of_pop(const struct bytes *argv, unsigned argc, const struct entry *value);
/* "... [COUNT count]" at the end: LMPOP, BZMPOP. */
uint64_t changes_of_count(const struct bytes *argv, unsigned argc, const struct entry *value);
/* Pages of a string. */
uint64_t changes_of_setrange(const struct bytes *argv, unsigned argc, const struct entry *value);
uint64_t changes_of_lrem(const struct bytes *argv, unsigned argc, const struct entry *value);
uint64_t changes_of_ltrim(const struct bytes *argv, unsigned argc, const struct entry *value);
uint64_t changes_of_zremrangebyrank(const struct bytes *argv, unsigned argc,
                                    const struct entry *value);
uint64_t changes_of_zremrangebyscore(const struct bytes *argv, unsigned argc,
                                     const struct entry *value);
uint64_t changes_of_zremrangebylex(const struct bytes *argv, unsigned argc,
                                   const struct entry *value);
/* XADD and XTRIM. */
uint64_t changes_of_stream_trim(const struct bytes *argv, unsigned argc, const struct entry *value);
/* Those of groups: pending entries. */
uint64_t changes_of_xreadgroup(const struct bytes *argv, unsigned argc, const struct entry *value);
uint64_t changes_of_xautoclaim(const struct bytes *argv, unsigned argc, const struct entry *value);
uint64_t changes_of_group_destroy(const struct bytes *argv, unsigned argc,
                                  const struct entry *value);
uint64_t changes_of_consumer_destroy(const struct bytes *argv, unsigned argc,
                                     const struct entry *value);
