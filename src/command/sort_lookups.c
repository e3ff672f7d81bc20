/* command/sort_lookups.c - reads keys by pattern. Parts of a hop run on their cores at the same time: each
 * writes only to its own buffer and to the lookups of its own keys. */
#include "command/sort_lookups.h"

#include <assert.h>

#include "base/memory.h"
#include "engine/collection.h"
#include "engine/core.h"

enum { LOOKUPS_AT_ONCE = 16384 }; /* some 2 ms on one core */

/* As Redis reads them: a NUL ends the search for star and arrow. */
static struct bytes up_to_nul(struct bytes text) {
    const char *end = text.len > 0 ? memchr(text.data, 0, text.len) : NULL;
    return end ? bytes_of(text.data, (size_t)(end - text.data)) : text;
}

struct sort_pattern sort_pattern_of(struct bytes text) {
    struct sort_pattern pattern = {.is_self = bytes_equal(text, BYTES_LITERAL("#"))};
    struct bytes searched = up_to_nul(text);
    const char *star = searched.len > 0 ? memchr(searched.data, '*', searched.len) : NULL;
    if (!star) {
        return pattern;
    }
    const char *end = text.data + text.len;
    pattern.has_star = true;
    pattern.before = bytes_of(text.data, (size_t)(star - text.data));
    pattern.after = bytes_of(star + 1, (size_t)(end - star) - 1);
    const char *arrow =
        memmem(star + 1, searched.len - (size_t)(star + 1 - searched.data), "->", 2);
    bool has_field = arrow && arrow + 2 < searched.data + searched.len;
    if (has_field) {
        pattern.after.len = (size_t)(arrow - star) - 1;
        pattern.field = bytes_of(arrow + 2, (size_t)(end - arrow) - 2);
    }
    return pattern;
}

void sort_lookups_init(struct sort_lookups *lookups, const struct engine *engine, size_t size) {
    *lookups = (struct sort_lookups){
        .items = memory_alloc(size * sizeof(*lookups->items)),
        .size = size,
        .values = memory_alloc_zeroed(engine->core_count * sizeof(*lookups->values)),
        .engine = engine,
    };
}

void sort_lookups_clear(struct sort_lookups *lookups) {
    for (unsigned i = 0; lookups->values && i < lookups->engine->core_count; i++) {
        buffer_clear(&lookups->values[i]);
    }
    memory_free(lookups->values);
    memory_free(lookups->items);
    buffer_clear(&lookups->names);
    *lookups = (struct sort_lookups){0};
}

void sort_lookups_add(struct sort_lookups *lookups, const struct sort_pattern *pattern,
                      struct bytes element) {
    assert(lookups->count < lookups->size);
    struct sort_lookup *lookup = &lookups->items[lookups->count++];
    *lookup = (struct sort_lookup){.pattern = pattern, .name_at = lookups->names.len};
    if (!pattern->has_star) {
        return; /* it finds nothing */
    }
    buffer_append(&lookups->names, pattern->before);
    buffer_append(&lookups->names, element);
    buffer_append(&lookups->names, pattern->after);
    lookup->name_len = lookups->names.len - lookup->name_at;
    struct key key = key_of(bytes_of(lookups->names.data + lookup->name_at, lookup->name_len));
    lookup->core = (uint16_t)core_of_key(lookups->engine, &key)->index;
}

static void keep_value(struct sort_lookup *lookup, struct buffer *values, struct bytes text) {
    lookup->is_found = true;
    lookup->value_at = values->len;
    lookup->value_len = text.len;
    buffer_append(values, text);
    buffer_append(values, bytes_of("", 1));
}

static void look_up(struct sort_lookups *lookups, struct sort_lookup *lookup, struct call *call) {
    struct buffer *values = &lookups->values[lookup->core];
    struct key key = key_of(bytes_of(lookups->names.data + lookup->name_at, lookup->name_len));
    const struct entry *entry = store_find(call, &key);
    if (!(call->command->row->flags & READONLY)) {
        store_count_look_up(call, &key, entry);
    }
    struct bytes field = lookup->pattern->field;
    struct hash_found found;
    if (entry && field.len > 0 && entry_type(entry) == VALUE_HASH) {
        if (hash_get(entry, field, call->now_ms, &found)) {
            keep_value(lookup, values, found.value);
        }
    } else if (entry && field.len == 0 && entry_type(entry) == VALUE_STRING) {
        keep_value(lookup, values, entry_text(entry, store_scratch(call)));
    }
}

static void look_up_part(struct tx_part *part) {
    struct sort_lookups *lookups = part->tx->arg;
    for (size_t i = lookups->first; i < lookups->end; i++) {
        struct sort_lookup *lookup = &lookups->items[i];
        if (lookup->core == part->core->index && lookup->pattern->has_star) {
            look_up(lookups, lookup, &part->call);
        }
    }
}

void sort_lookups_run(struct sort_lookups *lookups, struct tx *tx) {
    while (lookups->end < lookups->count) {
        lookups->first = lookups->end;
        size_t left = lookups->count - lookups->first;
        lookups->end += left < LOOKUPS_AT_ONCE ? left : LOOKUPS_AT_ONCE;
        tx_hop(tx, look_up_part, lookups, TX_KEEP);
    }
}

struct bytes sort_lookups_value(const struct sort_lookups *lookups, size_t i) {
    const struct sort_lookup *lookup = &lookups->items[i];
    return lookup->is_found
               ? bytes_of(lookups->values[lookup->core].data + lookup->value_at, lookup->value_len)
               : bytes_of(NULL, 0);
}
