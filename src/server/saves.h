/* server/saves.h - when dump files are written: by command, by save points, by the clock, at the end.
 *
 * One at a time, on a fiber of core 0, which holds the state; how it is done is engine/dump.h's. */
#pragma once

#include "engine/dump.h"
#include "server/config.h"

struct server;
struct save_wait;

/* Core 0's. Times are Unix seconds. */
struct saves {
    struct dump *dump;                     /* being written */
    struct save_wait *waits_begun, *waits; /* for its moment, for its end */
    bool is_under_way, has_failed;
    bool is_looking; /* whether one is due */
    int64_t looked_ns, looked_minute, said_ns;
    int64_t last_s, begun_s, tried_s, took_s;
    uint64_t saved_dirty; /* changes until the last good one began */
    uint64_t count;
    _Atomic uint64_t load_keys, load_expired; /* of the last dump that was loaded */
    struct snapshot_facts last;               /* of the last one */
    /* By FLUSHALL of any core: with save points the next dump is due. Not beside core 0's own flags, which the compiler reads
     * as one word. */
    _Atomic bool is_flushed;
};

/* On a fiber of any core. False: one is under way. Returns when the moment that it will show has passed; *is_good is false
 * if it did not come to that. */
bool saves_begin(struct server *server, bool *is_good);
/* As saves_begin, and waits for its end: *is_good says how it went. */
bool saves_save(struct server *server, bool *is_good);
/* The server ends, on a fiber of any core: one that is under way is given up; one more if there are save points, or
 * if it is asked for. False if that failed. */
bool saves_at_end(struct server *server, bool is_asked_for);

/* On core 0, now and then: begins one if it is due. */
void saves_look(struct server *server);
/* Any core: all data is gone, and with save points the dump is to say so, too. */
void saves_note_flush(struct server *server);
/* On core 0: how the one under way goes, or how the last one went. */
void saves_facts(const struct saves *saves, struct snapshot_facts *facts);

/* How one made now is to be written; path gets the full path that its file would have, and stays the caller's. */
struct dump_options saves_options(const struct config *config, char *path, size_t size);
/* The one to load: the newest, where the name has a time, or where there are some of both formats; *other is then the newest
 * of the other format, else "". False: there is none. Blocking. */
enum { SAVES_PATH = 4200 };
bool saves_find(const struct config *config, char path[SAVES_PATH], char other[SAVES_PATH]);
bool saves_has_points(const struct config *config);
