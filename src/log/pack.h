/* log/pack.h - blocks of bytes made shorter: zstd, lz4 (libraries of Debian) or lzf (rdb_lzf.h).
 *
 * A packer keeps what the libraries work in, half a megabyte or more, from one block to the next; one thread uses it at a
 * time. */
#pragma once

#include "base/buffer.h"

/* Numbers of the format of core_file.h. */
enum pack_codec { PACK_NONE, PACK_LZF, PACK_LZ4, PACK_ZSTD, PACK_CODECS };

enum { PACK_BLOCK_MAX = 1 << 20 };

/* "none", "lzf", "lz4", "zstd". */
const char *pack_name(enum pack_codec codec);

struct packer;
struct packer *packer_create(void);
void packer_destroy(struct packer *packer);

/* Appends block, of 1 to PACK_BLOCK_MAX bytes, packed; false, and nothing is appended, if it gets no shorter. */
bool packer_pack(struct packer *packer, enum pack_codec codec, struct bytes block,
                 struct buffer *out);
/* True if packed unpacks to exactly len bytes, which are at text then. Whatever packed is. */
bool packer_unpack(struct packer *packer, enum pack_codec codec, struct bytes packed, char *text,
                   size_t len);
