/* log/pack.c - see pack.h. */
#include "log/pack.h"

#include <lz4.h>
#include <zstd.h>

#include "base/memory.h"
#include "log/rdb_lzf.h"

enum { ZSTD_LEVEL = 1 };

struct packer {
    ZSTD_CCtx *zstd; /* made when they are needed */
    ZSTD_DCtx *zstd_back;
    void *lz4;
};

const char *pack_name(enum pack_codec codec) {
    static const char *const names[PACK_CODECS] = {"none", "lzf", "lz4", "zstd"};
    return names[codec];
}

struct packer *packer_create(void) {
    return memory_alloc_zeroed(sizeof(struct packer));
}

void packer_destroy(struct packer *packer) {
    ZSTD_freeCCtx(packer->zstd);
    ZSTD_freeDCtx(packer->zstd_back);
    memory_free(packer->lz4);
    memory_free(packer);
}

static size_t pack_zstd(struct packer *packer, struct bytes block, char *out, size_t size) {
    if (packer->zstd == NULL) packer->zstd = ZSTD_createCCtx();
    if (packer->zstd == NULL) return 0; /* no memory: it stays as it is */
    size_t len = ZSTD_compressCCtx(packer->zstd, out, size, block.data, block.len, ZSTD_LEVEL);
    return ZSTD_isError(len) ? 0 : len;
}

static size_t pack_lz4(struct packer *packer, struct bytes block, char *out, size_t size) {
    if (packer->lz4 == NULL) packer->lz4 = memory_alloc((size_t)LZ4_sizeofState());
    int len =
        LZ4_compress_fast_extState(packer->lz4, block.data, out, (int)block.len, (int)size, 1);
    return len > 0 ? (size_t)len : 0;
}

bool packer_pack(struct packer *packer, enum pack_codec codec, struct bytes block,
                 struct buffer *out) {
    size_t size = block.len - 1, len = 0;
    char *room = buffer_reserve(out, block.len);
    if (codec == PACK_ZSTD) len = pack_zstd(packer, block, room, size);
    if (codec == PACK_LZ4) len = pack_lz4(packer, block, room, size);
    if (codec == PACK_LZF) len = rdb_lzf_pack(block, room, size);
    out->len += len;
    return len > 0;
}

static bool unpack_zstd(struct packer *packer, struct bytes packed, char *text, size_t len) {
    if (packer->zstd_back == NULL) packer->zstd_back = ZSTD_createDCtx();
    return packer->zstd_back != NULL &&
           ZSTD_decompressDCtx(packer->zstd_back, text, len, packed.data, packed.len) == len;
}

bool packer_unpack(struct packer *packer, enum pack_codec codec, struct bytes packed, char *text,
                   size_t len) {
    if (packed.len > PACK_BLOCK_MAX || len > PACK_BLOCK_MAX) return false;
    switch (codec) {
    case PACK_NONE:
        if (packed.len != len) return false;
        memcpy(text, packed.data, len);
        return true;
    case PACK_LZF:
        return rdb_lzf_expand(packed, text, len);
    case PACK_LZ4:
        return LZ4_decompress_safe(packed.data, text, (int)packed.len, (int)len) == (int)len;
    case PACK_ZSTD:
        return unpack_zstd(packer, packed, text, len);
    default:
        return false;
    }
}
