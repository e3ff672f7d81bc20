/* server/debug.h - the parts of DEBUG that look at or make data; the rest and its row are in
 * debug.c. */
#pragma once

#include "engine/command.h"

/* Each answers DEBUG NAME …; argc is right. On a fiber; each waits. */
void debug_populate(struct call *call);     /* count [prefix [size]] */
void debug_object(struct call *call);       /* key */
void debug_digest(struct call *call);       /* nothing */
void debug_digest_value(struct call *call); /* key [key ...] */
void debug_shadow(struct call *call);       /* nothing */
void debug_htstats(struct call *call);      /* database */

/* DEBUG DISK-FAULT OFF, or op n|every errno [part-of-path]. */
void debug_disk_fault(struct call *call);

/* Answers DEBUG PROTOCOL type. */
void debug_protocol(struct call *call);
