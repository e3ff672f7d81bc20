/* command/element_scan.h - what HSCAN, SSCAN and ZSCAN share: key cursor [MATCH pattern] [COUNT count].
 *
 *     struct element_scan scan = {0};
 *     if (!element_scan_cursor(call, &scan) || !collection_find(call, …, &entry)) return;
 *     if (!entry) { element_scan_reply_nothing(call); return; }   // hides bad options, as in Redis
 *     if (!element_scan_options(call, &scan)) return;
 *     uint64_t next = set_scan(entry, scan.cursor, scan.count, emit, &scan);  // emit: matches? then emit
 *     element_scan_reply(&scan, call, next);
 *
 * The next cursor stands before the elements in the reply, and is known after them: so they are
 * written aside, and moved. */
#pragma once

#include "engine/command.h"

struct element_scan {
    uint64_t cursor, count;
    struct bytes pattern;
    bool has_pattern; /* else every element matches */
    size_t emitted;   /* texts, not elements: a field and its value are two */
    struct chain texts;
};

/* As strtoul reads it: an empty text is 0, a negative number wraps around. */
bool element_scan_parse_cursor(struct bytes text, uint64_t *cursor);
/* argv[2]. False: the error is written. */
bool element_scan_cursor(struct call *call, struct element_scan *scan);
/* argv[3] and on. False: the error is written. */
bool element_scan_options(struct call *call, struct element_scan *scan);
bool element_scan_matches(const struct element_scan *scan, struct bytes element);
void element_scan_emit(struct element_scan *scan, struct bytes text);
/* Gives the scan's memory away. */
void element_scan_reply(struct element_scan *scan, struct call *call, uint64_t next);
/* There is no such key: cursor 0 and an empty array. */
void element_scan_reply_nothing(struct call *call);
