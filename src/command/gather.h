/* command/gather.h - the texts of several string keys, brought together on the caller's core.
 *
 * For commands that read strings of many shards (MGET, LCS, BITOP). Each shard writes the texts of its
 * keys into one buffer of its own; the caller sees views of them. */
#pragma once

#include "engine/store.h"
#include "engine/tx.h"

struct gathered {
    bool exists, is_wrong_type;
    uint16_t core;
    size_t offset, len;
};

struct gather {
    unsigned first, count;  /* key numbers [first, first + count) are wanted */
    struct gathered *items; /* count of them */
    struct buffer *texts;   /* one a core */
    unsigned core_count;
};

/* Key numbers as in tx->keys; on one shard: the keys are argv[1 + first …]. */
void gather_init(struct gather *gather, const struct call *call, unsigned first, unsigned count);
void gather_clear(struct gather *gather);
/* All wanted keys are on call->shard: argv[arg_first + i] is key number first + i. */
void gather_here(struct gather *gather, struct call *call, unsigned arg_first);
/* Callback of a hop whose arg is the gather. */
void gather_part(struct tx_part *part);
void gather_part_into(struct tx_part *part, struct gather *gather);
/* The text of item i (from 0); empty if it does not exist. */
static inline struct bytes gather_text(const struct gather *gather, unsigned i) {
    const struct gathered *item = &gather->items[i];
    const char *base = gather->texts[item->core].data;
    return item->exists && item->len ? bytes_of(base + item->offset, item->len) : bytes_of("", 0);
}
