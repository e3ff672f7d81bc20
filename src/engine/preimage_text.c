/* engine/preimage_text.c - strings as they were: pages of 4 KiB, noted before they change.
 *
 * A text that is made longer than its room becomes another one, and this one stays as it is. */
#include "base/memory.h"
#include "engine/preimage_kind.h"

static size_t page_len(const struct preimage *preimage, size_t page) {
    size_t rest = preimage->of.text.len - page * PREIMAGE_PAGE;
    return rest < PREIMAGE_PAGE ? rest : PREIMAGE_PAGE;
}

static void begin(struct preimage *preimage) {
    preimage->of.text.len = entry_text_len(preimage->shell);
}

static void note_page(struct preimage *preimage, size_t page) {
    char **pages = preimage->of.text.pages;
    if (!pages[page]) {
        size_t len = page_len(preimage, page);
        pages[page] = memory_alloc(len);
        entry_text_copy_range(preimage->shell, page * PREIMAGE_PAGE, len, pages[page]);
        preimage->of.text.bytes += len;
    }
}

static void note(struct preimage *preimage, const struct mutation *mutation) {
    struct text_range range = {0, SIZE_MAX};
    uint64_t len = preimage->of.text.len, place = preimage->of.text.place;
    if (mutation->field.len == sizeof(range)) {
        memcpy(&range, mutation->field.data, sizeof(range));
    }
    uint64_t end =
        range.len < len && range.offset < len - range.len ? range.offset + range.len : len;
    uint64_t start = range.offset > place ? range.offset : place;
    if (start >= end) {
        return;
    }
    if (!preimage->of.text.pages) {
        size_t size = preimage_pages(preimage->of.text.len) * sizeof(char *);
        preimage->of.text.pages = memory_alloc_zeroed(size);
        preimage->of.text.bytes += size;
    }
    for (size_t page = start / PREIMAGE_PAGE; page <= (end - 1) / PREIMAGE_PAGE; page++) {
        note_page(preimage, page);
    }
}

static void write_head(struct preimage *preimage, struct rdb_writer *writer) {
    if (preimage->of.text.len > PREIMAGE_COMPRESSED_MAX) {
        rdb_put_length(writer->out, preimage->of.text.len);
    }
}

/* Appends the page at place. */
static void put_page(struct preimage *preimage, struct buffer *out) {
    size_t page = preimage->of.text.place / PREIMAGE_PAGE, len = page_len(preimage, page);
    char **pages = preimage->of.text.pages;
    char *target = buffer_reserve(out, len);
    if (pages && pages[page]) {
        memcpy(target, pages[page], len);
        memory_free(pages[page]);
        pages[page] = NULL;
        preimage->of.text.bytes -= len;
    } else {
        entry_text_copy_range(preimage->shell, page * PREIMAGE_PAGE, len, target);
    }
    out->len += len;
    preimage->of.text.place += len;
}

static bool write(struct preimage *preimage, struct rdb_writer *writer, size_t end) {
    struct buffer whole = {0};
    bool is_whole = preimage->of.text.len <= PREIMAGE_COMPRESSED_MAX;
    struct buffer *out = is_whole ? &whole : writer->out;
    while (preimage->of.text.place < preimage->of.text.len && (is_whole || out->len < end)) {
        put_page(preimage, out);
    }
    if (is_whole) {
        rdb_put_text(writer->out, buffer_view(&whole), writer->compresses);
    }
    buffer_clear(&whole);
    return preimage->of.text.place < preimage->of.text.len;
}

static size_t bytes(const struct preimage *preimage) {
    return preimage->of.text.bytes;
}

static void clear(struct preimage *preimage) {
    for (size_t page = 0; preimage->of.text.pages && page < preimage_pages(preimage->of.text.len);
         page++) {
        memory_free(preimage->of.text.pages[page]);
    }
    memory_free(preimage->of.text.pages);
}

const struct preimage_kind preimage_text = {begin, note, write_head, write, bytes, clear};
