/* command/gather.c - texts of several keys. Each core writes only to its own buffer and to the items of its own
 * keys, so the parts of a hop need no care for each other. */
#include "command/gather.h"

#include "base/memory.h"
#include "engine/core.h"

void gather_init(struct gather *gather, const struct call *call, unsigned first, unsigned count) {
    const struct core *core = call->shard ? call->shard->core : call->client->core;
    *gather = (struct gather){
        .first = first,
        .count = count,
        .items = memory_alloc_zeroed(count * sizeof(*gather->items)),
        .core_count = core->engine->core_count,
    };
    gather->texts = memory_alloc_zeroed(gather->core_count * sizeof(*gather->texts));
}

void gather_clear(struct gather *gather) {
    for (unsigned i = 0; i < gather->core_count; i++) {
        buffer_clear(&gather->texts[i]);
    }
    memory_free(gather->texts);
    memory_free(gather->items);
}

static void gather_one(struct gather *gather, struct call *call, const struct key *key,
                       unsigned number) {
    struct gathered *item = &gather->items[number - gather->first];
    const struct entry *entry = store_find(call, key);
    if (!(call->command->row->flags & READONLY)) {
        store_count_look_up(call, key, entry); /* BITOP reads these, though it writes another */
    }
    if (!entry) {
        return;
    }
    item->exists = true;
    if (entry_type(entry) != VALUE_STRING) {
        item->is_wrong_type = true;
        return;
    }
    item->core = (uint16_t)call->shard->core->index;
    struct buffer *texts = &gather->texts[item->core];
    item->offset = texts->len;
    item->len = entry_text_len(entry);
    entry_text_copy(entry, buffer_reserve(texts, item->len));
    texts->len += item->len;
}

void gather_here(struct gather *gather, struct call *call, unsigned arg_first) {
    for (unsigned i = 0; i < gather->count; i++) {
        struct key key = key_of(call->argv[arg_first + i]);
        gather_one(gather, call, &key, gather->first + i);
    }
}

void gather_part_into(struct tx_part *part, struct gather *gather) {
    for (unsigned i = 0; i < part->key_count; i++) {
        unsigned number = tx_part_key_number(part, i);
        if (number >= gather->first && number < gather->first + gather->count) {
            gather_one(gather, tx_part_call(part, i), &tx_part_key(part, i)->key, number);
        }
    }
}

void gather_part(struct tx_part *part) {
    gather_part_into(part, part->tx->arg);
}
