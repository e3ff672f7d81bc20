/* log/rdb_lzf.h - the compression in Redis's dumps: LZF, after the format of Marc Lehmann's liblzf.
 *
 * A library for it exists in Debian (liblzf). These hundred lines stand here because it would be the only
 * thing that the layers up to this one need from elsewhere (make cross builds them without any), and
 * because what is read here comes from strangers. */
#pragma once

#include "base/bytes.h"

/* A reference of three bytes stands for 264 at most. */
enum { RDB_LZF_RATIO_MAX = 88 };

/* Packs text, which is not empty, into at most size_max bytes; returns how many. 0: it does not fit, and
 * what lies there means nothing. */
size_t rdb_lzf_pack(struct bytes text, char *packed, size_t size_max);
/* True if packed unpacks to exactly len bytes. */
bool rdb_lzf_expand(struct bytes packed, char *text, size_t len);
