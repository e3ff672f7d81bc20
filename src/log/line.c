/* log/line.c - the greatest line that tears no transaction.
 *
 * Begin with all that is there. While some transaction has fewer marks below the line than it has
 * parts, every core where it is ends before it. Each round takes away at least one, so it ends; no
 * line above the result tears none, because each thing taken away was torn by what was left. */
#include "log/line.h"

#include <stdlib.h>

#include "base/memory.h"

struct part {
    uint64_t tx, first, last; /* batches; last is 0 while the mark is missing */
    unsigned parts, core;
};

struct core_line {
    struct part *parts; /* above the line, in no order */
    unsigned count;
    size_t size;
    uint64_t reach, line, floor;
    uint64_t drawn; /* the line before */
};

struct line {
    unsigned cores;
    struct part **sorted; /* scratch of line_draw: all parts, by transaction */
    unsigned sorted_size;
    struct core_line core[];
};

struct line *line_create(unsigned cores) {
    struct line *line = memory_alloc_zeroed(sizeof *line + cores * sizeof line->core[0]);
    line->cores = cores;
    return line;
}

void line_destroy(struct line *line) {
    for (unsigned i = 0; i < line->cores; i++) memory_free(line->core[i].parts);
    memory_free(line->sorted);
    memory_free(line);
}

static struct part *add(struct core_line *core) {
    core->parts = memory_room_for_one(core->parts, core->count, &core->size, sizeof *core->parts);
    return &core->parts[core->count++];
}

static struct part *begun(struct core_line *core, uint64_t tx) {
    for (unsigned i = core->count; i-- > 0;) {
        if (core->parts[i].tx == tx && core->parts[i].last == 0) return &core->parts[i];
    }
    return NULL;
}

void line_begin(struct line *line, unsigned core, uint64_t tx, uint64_t batch) {
    if (batch <= line->core[core].floor || begun(&line->core[core], tx) != NULL) return;
    *add(&line->core[core]) = (struct part){.tx = tx, .first = batch, .core = core};
}

void line_mark(struct line *line, unsigned core, uint64_t tx, unsigned parts, uint64_t batch) {
    if (batch <= line->core[core].floor) return;
    struct part *part = begun(&line->core[core], tx);
    if (part == NULL) {
        part = add(&line->core[core]);
        *part = (struct part){.tx = tx, .first = batch, .core = core};
    }
    part->last = batch;
    part->parts = parts;
}

void line_reach(struct line *line, unsigned core, uint64_t batch) {
    if (batch > line->core[core].reach) line->core[core].reach = batch;
}

void line_floor(struct line *line, unsigned core, uint64_t batch) {
    if (batch > line->core[core].floor) line->core[core].floor = batch;
    line_reach(line, core, batch);
}

static int by_tx(const void *one, const void *other) {
    const struct part *a = *(struct part *const *)one, *b = *(struct part *const *)other;
    return a->tx < b->tx ? -1 : a->tx > b->tx;
}

static unsigned sort_parts(struct line *line) {
    unsigned count = 0;
    for (unsigned i = 0; i < line->cores; i++) count += line->core[i].count;
    if (count > line->sorted_size) {
        memory_free(line->sorted);
        line->sorted_size = 2 * count;
        line->sorted = memory_alloc(line->sorted_size * sizeof *line->sorted);
    }
    unsigned at = 0;
    for (unsigned i = 0; i < line->cores; i++) {
        for (unsigned j = 0; j < line->core[i].count; j++)
            line->sorted[at++] = &line->core[i].parts[j];
    }
    if (count > 1) qsort(line->sorted, count, sizeof *line->sorted, by_tx);
    return count;
}

static bool is_there(const struct line *line, const struct part *part) {
    return part->last != 0 && part->last <= line->core[part->core].line;
}

/* Lowers the line before each torn transaction; true if that changed anything. */
static bool lower(struct line *line, unsigned count) {
    bool is_changed = false;
    for (unsigned i = 0, end; i < count; i = end) {
        unsigned there = 0;
        for (end = i; end < count && line->sorted[end]->tx == line->sorted[i]->tx; end++)
            there += is_there(line, line->sorted[end]);
        if (there > 0 && there == line->sorted[i]->parts && there == end - i) continue;
        for (unsigned j = i; j < end; j++) {
            struct core_line *core = &line->core[line->sorted[j]->core];
            if (line->sorted[j]->first > core->line) continue;
            core->line = line->sorted[j]->first - 1;
            is_changed = true;
        }
    }
    return is_changed;
}

static void forget_below(struct core_line *core) {
    unsigned kept = 0;
    for (unsigned i = 0; i < core->count; i++) {
        if (core->parts[i].first > core->line) core->parts[kept++] = core->parts[i];
    }
    core->count = kept;
}

bool line_draw(struct line *line) {
    unsigned count = sort_parts(line);
    for (unsigned i = 0; i < line->cores; i++) {
        line->core[i].drawn = line->core[i].line;
        line->core[i].line = line->core[i].reach;
    }
    while (lower(line, count)) continue;
    bool has_moved = false;
    for (unsigned i = 0; i < line->cores; i++) {
        forget_below(&line->core[i]);
        has_moved |= line->core[i].line != line->core[i].drawn;
    }
    return has_moved;
}

uint64_t line_of(const struct line *line, unsigned core) {
    return line->core[core].line;
}
