/* base/glob.c - see glob.h.
 *
 * A pattern is a row of elements, each of which matches one byte (a literal, '?', a class), and
 * of stars. What stands between two stars is a segment. Two facts make it easy: each segment
 * may be taken at its leftmost place (what a later place allows, the leftmost allows too), and
 * the segment behind the last star can only stand at the very end.
 *
 * glob_match tries places one after the other, which is right for every pattern people write.
 * That costs segment x text steps in bad cases; when BUDGET of them are spent it hands over to
 * match_in_parallel, which follows all places at once, one bit each (Baeza-Yates and Gonnet's
 * Shift-And, 1992), in columns of 256 elements so that it needs no big table:
 *
 *      state, bit j: the first j + 1 elements of the column match up to this byte of the text
 *      carry, bit i: all columns to the left match up to byte i of the text */
#include "base/glob.h"

#include "base/memory.h"

enum {
    BUDGET = 32 * 1024, /* pattern bytes looked at again and again: some 50 us */
    COLUMN = 256,       /* elements: as many bits as a handful of registers holds */
};

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool same(char a, char b, bool ignore_case) {
    return a == b || (ignore_case && lower(a) == lower(b));
}

/* ---- classes ---- */

/* What a class lists: the bytes low to high. If it folds, the ends are lower case, and the text's
 * byte is to be made so before it is compared. */
struct class_item {
    signed char low, high;
    bool folds;
};

/* Takes the item at p, which stands within a class that has not ended; returns what follows it.
 * Redis's rules, its oddities included: bytes compare as signed char, a range's ends are swapped
 * if needed before the case is dropped, an escaped byte keeps its case, "[a-]" is a range up to
 * ']', and a class without end ends with the pattern. */
static const char *take_class_item(const char *p, const char *end, bool ignore_case,
                                   struct class_item *item) {
    if (*p == '\\' && end - p >= 2) {
        *item = (struct class_item){(signed char)p[1], (signed char)p[1], false};
        return p + 2;
    }
    bool is_range = end - p >= 3 && p[1] == '-';
    char low = p[0], high = is_range ? p[2] : p[0];
    if ((signed char)low > (signed char)high) {
        char swapped = low;
        low = high;
        high = swapped;
    }
    if (ignore_case) {
        low = lower(low);
        high = lower(high);
    }
    *item = (struct class_item){(signed char)low, (signed char)high, ignore_case};
    return is_range ? p + 3 : p + 1;
}

/* Whether the class at p, behind its '[', has c; returns what follows the class. */
static const char *match_class(const char *p, const char *end, char c, bool ignore_case,
                               bool *is_match) {
    bool is_negated = p < end && *p == '^';
    p += is_negated;
    bool is_found = false;
    while (p < end && *p != ']') {
        struct class_item item;
        p = take_class_item(p, end, ignore_case, &item);
        signed char at = (signed char)(item.folds ? lower(c) : c);
        is_found |= at >= item.low && at <= item.high;
    }
    *is_match = is_found != is_negated;
    return p < end ? p + 1 : end;
}

/* ---- elements ---- */

/* Matches the element at p (not a star) with c; returns what follows the element. */
static const char *match_element(const char *p, const char *end, char c, bool ignore_case,
                                 bool *is_match) {
    switch (*p) {
    case '?':
        *is_match = true;
        return p + 1;
    case '[':
        return match_class(p + 1, end, c, ignore_case, is_match);
    case '\\':
        p += end - p >= 2;
        /* fall through */
    default:
        *is_match = same(*p, c, ignore_case);
        return p + 1;
    }
}

static const char *skip_stars(const char *p, const char *end) {
    while (p < end && *p == '*') {
        p++;
    }
    return p;
}

/* Where the segment at p ends, and how many elements it has. */
static const char *end_of_segment(const char *p, const char *end, size_t *elements) {
    *elements = 0;
    while (p < end && *p != '*') {
        bool ignored;
        p = match_element(p, end, '\0', false, &ignored);
        (*elements)++;
    }
    return p;
}

/* ---- many places at once ---- */

typedef unsigned __int128 wide;

/* A column's masks: bit j of masks[c] is set if its element j matches c. */
struct column {
    struct mask {
        wide low, high;
    } masks[256];
};

static void set_bit(struct mask *mask, unsigned element) {
    if (element < 128) {
        mask->low |= (wide)1 << element;
    } else {
        mask->high |= (wide)1 << (element - 128);
    }
}

static void admit(struct column *column, char c, unsigned element) {
    set_bit(&column->masks[(uint8_t)c], element);
}

static void admit_item(struct column *column, const struct class_item *item, unsigned element) {
    for (int at = (int)item->low; at <= item->high; at++) {
        char c = (char)at;
        if (!item->folds) {
            admit(column, c, element);
        } else if (c == lower(c)) { /* upper case never equals a folded byte */
            admit(column, c, element);
            admit(column, c >= 'a' && c <= 'z' ? (char)(c - ('a' - 'A')) : c, element);
        }
    }
}

/* Sets the masks' bits of the element at p; returns what follows it. inverted collects the
 * elements whose bits are to be turned round in the end: '?' is a class of none, negated. */
static const char *compile_element(struct column *column, const char *p, const char *end,
                                   bool ignore_case, unsigned element, struct mask *inverted) {
    struct class_item item;
    switch (*p) {
    case '?':
        set_bit(inverted, element);
        return p + 1;
    case '[':
        p++;
        if (p < end && *p == '^') {
            p++;
            set_bit(inverted, element);
        }
        while (p < end && *p != ']') {
            p = take_class_item(p, end, ignore_case, &item);
            admit_item(column, &item, element);
        }
        return p < end ? p + 1 : end;
    case '\\':
        p += end - p >= 2;
        /* fall through */
    default:
        item.low = item.high = (signed char)(ignore_case ? lower(*p) : *p);
        item.folds = ignore_case;
        admit_item(column, &item, element);
        return p + 1;
    }
}

/* Makes the masks of up to COLUMN elements at p; returns what follows them. */
static const char *compile_column(struct column *column, const char *p, const char *end,
                                  bool ignore_case) {
    struct mask inverted = {0};
    memset(column, 0, sizeof *column);
    for (unsigned element = 0; element < COLUMN && p < end; element++) {
        p = compile_element(column, p, end, ignore_case, element, &inverted);
    }
    for (unsigned c = 0; c < 256; c++) {
        column->masks[c].low ^= inverted.low;
        column->masks[c].high ^= inverted.high;
    }
    return p;
}

/* Runs one column of count elements over text[from, to). On entry, bit i of carry says that all
 * columns to the left match up to byte i, so that this one may begin at byte i + 1; on return it
 * says the same of this column. Returns where it first ended (behind that byte), or SIZE_MAX;
 * with is_last it stops there. */
static inline size_t run_column(const struct column *column, unsigned count, struct bytes text,
                                size_t from, size_t to, uint64_t *carry, bool is_last) {
    const bool is_full = count == COLUMN;
    const wide goal_low = count <= 128 ? (wide)1 << (count - 1) : 0;
    const wide goal_high = count <= 128 ? 0 : (wide)1 << (count - 129);
    wide low = 0, high = 0;
    size_t first = SIZE_MAX;
    /* Byte -1, so to say, ends everything to the left of the first column. */
    uint64_t top = from < 64 ? 1 : carry[from / 64 - 1] >> 63;
    for (size_t i = from; i < to;) {
        size_t word = i / 64, stop = word * 64 + 64 < to ? word * 64 + 64 : to;
        uint64_t begins = (carry[word] << 1 | top) >> i % 64, ends = 0;
        top = carry[word] >> 63;
        for (; i < stop; i++, begins >>= 1) {
            const struct mask *mask = &column->masks[(uint8_t)text.data[i]];
            high = (high + high + (uint64_t)(low >> 127)) & mask->high;
            low = (low + low + (begins & 1)) & mask->low;
            uint64_t is_end =
                is_full ? (uint64_t)(high >> 127) : ((low & goal_low) | (high & goal_high)) != 0;
            ends |= is_end << i % 64;
        }
        carry[word] = ends;
        if (ends != 0 && first == SIZE_MAX) {
            first = word * 64 + (size_t)__builtin_ctzll(ends) + 1;
            if (is_last) {
                return first;
            }
        }
    }
    return first;
}

/* The end of the leftmost place in text of the segment [p, end) of so many elements, or SIZE_MAX.
 * carry: a bit for each byte of text. */
static size_t find_segment(const char *p, const char *end, size_t elements, struct bytes text,
                           bool ignore_case, uint64_t *carry) {
    struct column column;
    size_t from = 0;
    memset(carry, 0xff, (text.len / 64 + 1) * sizeof *carry);
    while (elements > 0 && text.len - from >= elements) {
        unsigned count = elements < COLUMN ? (unsigned)elements : COLUMN;
        elements -= count;
        p = compile_column(&column, p, end, ignore_case);
        /* The elements of later columns need a byte each. */
        size_t to = text.len - elements;
        from = count == COLUMN ? run_column(&column, COLUMN, text, from, to, carry, elements == 0)
                               : run_column(&column, count, text, from, to, carry, elements == 0);
        if (from == SIZE_MAX) {
            return SIZE_MAX;
        }
    }
    return elements == 0 ? from : SIZE_MAX;
}

/* The rest of glob_match: p is behind a star, no place before the text's start will do.
 * carry: a bit for each byte of text, of scratch. */
static bool match_in_parallel(const char *p, const char *end, struct bytes text, bool ignore_case,
                              uint64_t *carry) {
    while (p < end) {
        size_t elements;
        const char *segment_end = end_of_segment(p, end, &elements);
        if (text.len < elements) {
            return false;
        }
        if (segment_end == end) {
            bool is_match = true;
            for (const char *t = text.data + text.len - elements; is_match && p < end; t++) {
                p = match_element(p, end, *t, ignore_case, &is_match);
            }
            return is_match;
        }
        size_t place = find_segment(p, segment_end, elements, text, ignore_case, carry);
        if (place == SIZE_MAX) {
            return false;
        }
        text = bytes_of(text.data + place, text.len - place);
        p = skip_stars(segment_end, end);
    }
    return true;
}

/* ---- one place after the other ---- */

bool glob_match(struct bytes pattern, struct bytes text, bool ignore_case) {
    const char *p = pattern.data, *p_end = p + pattern.len;
    const char *t = text.data, *t_end = t + text.len;
    const char *star_p = NULL, *star_t = NULL; /* behind the last star, and its place in text */
    size_t spent = 0;
    if (text.len == 0) {
        return pattern.len == 0 || (pattern.len == 1 && *p == '*');
    }
    while (t < t_end) {
        if (p < p_end && *p == '*') {
            p = skip_stars(p, p_end);
            if (p == p_end) {
                return true;
            }
            star_p = p;
            star_t = t;
        }
        bool is_match = false;
        const char *next = p;
        if (p < p_end) {
            next = match_element(p, p_end, *t, ignore_case, &is_match);
        }
        if (is_match) {
            p = next;
            t++;
            continue;
        }
        if (star_p == NULL) {
            return false;
        }
        spent += (size_t)(next - star_p);
        p = star_p;
        t = ++star_t;
        if (spent > BUDGET) {
            struct bytes rest = bytes_of(t, (size_t)(t_end - t));
            uint64_t *carry = memory_try_alloc((rest.len / 64 + 1) * sizeof *carry);
            if (carry != NULL) {
                bool is_whole_match = match_in_parallel(p, p_end, rest, ignore_case, carry);
                memory_free(carry);
                return is_whole_match;
            }
            spent = 0; /* no memory: go on slowly */
        }
    }
    return skip_stars(p, p_end) == p_end;
}

bool glob_is_literal(struct bytes pattern) {
    for (size_t i = 0; i < pattern.len; i++) {
        char c = pattern.data[i];
        if (c == '*' || c == '?' || c == '[' || c == '\\') {
            return false;
        }
    }
    return true;
}
