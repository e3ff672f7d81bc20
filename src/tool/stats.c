/* tool/stats.c - two walks through each core's log (tool/liveness.h), added up. */
#include "tool/stats.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "tool/liveness.h"
#include "tool/loaded.h"
#include "tool/text.h"
#include "tool/walk.h"

/* Rows beyond the types of values. */
enum { ROW_DELETED = VALUE_TYPES, ROW_GLOBAL, ROW_MARKS, ROW_HEADS, ROWS };
enum { BAR = 36 };

struct share {
    uint64_t live, all, live_records, records;
};

struct file_share {
    char name[64];
    unsigned core;
    struct share share;
};

struct stats {
    struct loaded loaded;
    struct liveness *liveness;   /* of the core at hand */
    struct share types[2][ROWS]; /* of the log, of bases */
    struct share totals[2];
    struct file_share *files;
    size_t file_count, file_size;
};

static bool is_skipped(const struct stats *stats, const struct walk_item *item) {
    const struct loaded_core *core = &stats->loaded.cores[item->core];
    if (item->is_base) return false;
    return item->batch.number > core->line ||
           recovery_is_in_base(core->recovery, &item->effect, item->lsn);
}

static void note_item(void *arg, const struct walk_item *item) {
    const struct stats *stats = arg;
    if (!item->is_mark) liveness_note(stats->liveness, &item->effect, is_skipped(stats, item));
}

static unsigned type_of_kind(enum effect_kind kind) {
    switch (kind) {
    case KIND_SET_MEMBER:
        return VALUE_SET;
    case KIND_HASH_FIELD:
        return VALUE_HASH;
    case KIND_ZSET_MEMBER:
        return VALUE_ZSET;
    case KIND_LIST_ELEMENT:
    case KIND_LIST_INSERT:
    case KIND_LIST_REMOVE:
        return VALUE_LIST;
    default:
        return VALUE_STREAM;
    }
}

/* What has no type of its own is of that which the key has in the end. */
static unsigned row_of(const struct stats *stats, const struct walk_item *item) {
    const struct effect *effect = &item->effect;
    if (item->is_mark) return ROW_MARKS;
    switch (effect->op) {
    case EFFECT_SET:
    case EFFECT_PAGE:
        return VALUE_STRING;
    case EFFECT_VALUE:
    case EFFECT_PART:
        return effect->body.len > 1 ? (unsigned char)effect->body.data[1] % VALUE_TYPES : ROW_MARKS;
    case EFFECT_FIELD:
    case EFFECT_BOUND:
    case EFFECT_DELTA:
        return type_of_kind(effect->kind);
    case EFFECT_FLUSH:
    case EFFECT_SWAP:
    case EFFECT_MEMBERS:
        return ROW_GLOBAL;
    default:
        break;
    }
    struct key key = key_of(effect->key);
    struct keyspace *keyspace = stats->loaded.cores[item->core].keyspace;
    const struct entry *entry =
        effect->op == EFFECT_DELETE ? NULL : keyspace_find_any(keyspace, effect->db, &key);
    return entry ? (unsigned)entry_type(entry) : ROW_DELETED;
}

static struct file_share *file_of(struct stats *stats, const struct walk_item *item) {
    char name[64];
    walk_name(item, name);
    struct file_share *last = stats->file_count > 0 ? &stats->files[stats->file_count - 1] : NULL;
    if (last && last->core == item->core && strcmp(last->name, name) == 0) return last;
    if (stats->file_count == stats->file_size) {
        stats->file_size = stats->file_size == 0 ? 64 : 2 * stats->file_size;
        stats->files = memory_realloc(stats->files, stats->file_size * sizeof *stats->files);
    }
    struct file_share *file = &stats->files[stats->file_count++];
    *file = (struct file_share){.core = item->core};
    snprintf(file->name, sizeof file->name, "%s", name);
    return file;
}

static void add(struct share *share, uint64_t bytes, bool is_live) {
    share->all += bytes;
    share->records++;
    share->live += is_live ? bytes : 0;
    share->live_records += is_live;
}

static void count_item(void *arg, const struct walk_item *item) {
    struct stats *stats = arg;
    bool is_live = false;
    if (!item->is_mark)
        is_live = liveness_ask(stats->liveness, &item->effect, is_skipped(stats, item));
    add(&stats->types[item->is_base][row_of(stats, item)], item->bytes, is_live);
    add(&stats->totals[item->is_base], item->bytes, is_live);
    add(&file_of(stats, item)->share, item->bytes, is_live);
}

static void count_batch(void *arg, const struct walk_item *item) {
    struct stats *stats = arg;
    uint64_t bytes = item->batch.length - item->batch.records_bytes;
    add(&stats->types[item->is_base][ROW_HEADS], bytes, false);
    add(&stats->totals[item->is_base], bytes, false);
    add(&file_of(stats, item)->share, bytes, false);
}

static bool walk_all(struct stats *stats, struct output *output) {
    char *error = memory_alloc_zeroed(WALK_ERROR);
    const struct place *place = stats->loaded.place;
    bool is_good = true;
    for (unsigned i = 0; i < place->root.cores && is_good; i++) {
        stats->liveness = liveness_create();
        walk_core(place, i, &(struct walk){.item = note_item, .arg = stats}, error);
        liveness_turn(stats->liveness);
        walk_core(place, i, &(struct walk){.item = count_item, .batch = count_batch, .arg = stats},
                  error);
        liveness_destroy(stats->liveness);
        is_good = error[0] == 0;
    }
    if (!is_good) output_printf(output, "DAMAGE  %s\n", error);
    memory_free(error);
    return is_good;
}

/* ---- drawing ---- */

static void draw(struct output *output, const char *name, const struct share *share,
                 uint64_t longest) {
    struct buffer bar = {0};
    char live[TEXT_SIZE_MAX], all[TEXT_SIZE_MAX];
    text_bar(&bar, share->live, share->all, longest, BAR);
    text_size(live, share->live);
    text_size(all, share->all);
    unsigned percent = share->all > 0 ? (unsigned)(100 * share->live / share->all) : 0;
    output_printf(
        output, "  %-24s %.*s %10s of %10s live, %3u %%, %" PRIu64 " of %" PRIu64 " records\n",
        name, (int)bar.len, bar.data, live, all, percent, share->live_records, share->records);
    buffer_clear(&bar);
}

static void draw_types(const struct stats *stats, struct output *output, bool of_bases) {
    static const char *const names[] = {[ROW_DELETED] = "deletes and deleted",
                                        [ROW_GLOBAL] = "flush, swap",
                                        [ROW_MARKS] = "marks",
                                        [ROW_HEADS] = "batch heads, padding"};
    uint64_t longest = 0;
    for (unsigned i = 0; i < ROWS; i++) {
        if (stats->types[of_bases][i].all > longest) longest = stats->types[of_bases][i].all;
    }
    for (unsigned i = 0; i < ROWS; i++) {
        const char *name = i < VALUE_TYPES ? value_type_name((enum value_type)i) : names[i];
        if (stats->types[of_bases][i].all > 0)
            draw(output, name, &stats->types[of_bases][i], longest);
    }
    draw(output, "all", &stats->totals[of_bases], stats->totals[of_bases].all);
}

static void draw_files(const struct stats *stats, struct output *output, bool bases) {
    uint64_t longest = 0;
    char name[96];
    for (size_t i = 0; i < stats->file_count; i++) {
        if (stats->files[i].share.all > longest) longest = stats->files[i].share.all;
    }
    for (size_t i = 0; i < stats->file_count; i++) {
        const struct file_share *file = &stats->files[i];
        if ((file->name[0] == 'b') != bases) continue;
        snprintf(name, sizeof name, "%u %s", file->core, file->name);
        draw(output, name, &file->share, longest);
    }
}

static void draw_all(const struct stats *stats, struct output *output) {
    output_printf(output, "█ live  ░ dead: covered by a later record, or by a base\n\n");
    output_printf(output, "The log, by type\n");
    draw_types(stats, output, false);
    output_printf(output, "\nThe log, by core and file\n");
    draw_files(stats, output, false);
    if (stats->totals[1].all == 0) return;
    output_printf(output, "\nBases, by type (live: the log behind has nothing newer)\n");
    draw_types(stats, output, true);
    output_printf(output, "\nBases, by core and file\n");
    draw_files(stats, output, true);
}

int stats_run(const char *directory, struct output *output, struct progress *progress) {
    struct place place;
    struct stats *stats = memory_alloc_zeroed(sizeof *stats);
    char *error = memory_alloc_zeroed(PLACE_ERROR);
    int code = 0;
    if (place_open(&place, directory, error) < 0) {
        output_printf(output, "%s\n", error);
        code = 2;
    } else {
        bool is_good = loaded_scan(&stats->loaded, &place, NULL);
        if (is_good) loaded_draw(&stats->loaded);
        is_good = is_good && loaded_replay(&stats->loaded, progress, error);
        progress_end(progress);
        is_good = is_good && walk_all(stats, output);
        if (is_good)
            draw_all(stats, output);
        else
            output_printf(output, "The log is damaged: anax-log verify says where.\n");
        code = is_good ? 0 : 1;
        loaded_clear(&stats->loaded);
        place_close(&place);
    }
    memory_free(stats->files);
    memory_free(stats);
    memory_free(error);
    return code;
}
