/* base/glob.c - see glob.h. */
#include "base/glob.h"

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool same(char a, char b, bool ignore_case) {
    return a == b || (ignore_case && lower(a) == lower(b));
}

/* A class, p behind its '['. Redis's rules, its oddities included: bytes compare as signed char,
 * a range's ends are swapped if needed before the case is dropped, an escaped byte keeps its
 * case, "[a-]" is a range up to ']', and a class without end ends with the pattern. */
static const char *match_class(const char *p, const char *end, char c, bool ignore_case,
                               bool *is_match) {
    bool is_negated = p < end && *p == '^';
    p += is_negated;
    bool found = false;
    for (; p < end && *p != ']'; p++) {
        if (*p == '\\' && end - p >= 2) {
            p++;
            found |= *p == c;
        } else if (end - p >= 3 && p[1] == '-') {
            signed char low = (signed char)p[0], high = (signed char)p[2], at = (signed char)c;
            if (low > high) {
                signed char swapped = low;
                low = high;
                high = swapped;
            }
            if (ignore_case) {
                low = (signed char)lower((char)low);
                high = (signed char)lower((char)high);
                at = (signed char)lower(c);
            }
            p += 2;
            found |= at >= low && at <= high;
        } else {
            found |= same(*p, c, ignore_case);
        }
    }
    *is_match = found != is_negated;
    return p < end ? p + 1 : end;
}

/* Matches the element at p (not a star) with c; returns where the next element begins. */
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

/* Only the last star met is ever tried again: what an earlier one could give, it can give too. */
bool glob_match(struct bytes pattern, struct bytes text, bool ignore_case) {
    const char *p = pattern.data, *p_end = p + pattern.len;
    const char *t = text.data, *t_end = t + text.len;
    const char *star_p = NULL, *star_t = NULL;
    if (text.len == 0) {
        return pattern.len == 0 || (pattern.len == 1 && *p == '*');
    }
    while (t < t_end) {
        if (p < p_end && *p == '*') {
            while (p < p_end && *p == '*') {
                p++;
            }
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
        } else if (star_p != NULL) {
            p = star_p;
            t = ++star_t;
        } else {
            return false;
        }
    }
    while (p < p_end && *p == '*') {
        p++;
    }
    return p == p_end;
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
