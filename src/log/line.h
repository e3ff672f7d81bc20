/* log/line.h - the line: how far each core's log counts, so that no transaction is torn.
 *
 * A transaction that writes on several cores leaves a mark in the log of each (EFFECT_TX of
 * log/effect.h). It counts if all of them are there: else every one of these logs ends before the
 * batch in which it began there. What comes behind may build on it, so it goes with it, and may be
 * a part of other transactions, which are torn then: the line is the greatest one that tears none.
 *
 * The same rule decides after a crash, of what was found on the disks, and while the server runs, of
 * what is durable so far: an answer leaves when its batch is at or below the line.
 *
 * Pure. Marks are added in the order of each core's log; batches are named by their numbers. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct line;

struct line *line_create(unsigned cores);
void line_destroy(struct line *line);
/* The transaction has begun to write on this core, in that batch: for those that write in several
 * hops. Without it the mark's own batch is where it began. */
void line_begin(struct line *line, unsigned core, uint64_t tx, uint64_t batch);
/* Its mark on this core, in this batch: parts cores have one in the end. */
void line_mark(struct line *line, unsigned core, uint64_t tx, unsigned parts, uint64_t batch);
/* The core's log is there up to this batch; never back. */
void line_reach(struct line *line, unsigned core, uint64_t batch);
/* All transactions with a mark up to this batch are known to be whole: what else is said of them is
 * not looked at. Floors are parts of one earlier line over all cores, or of several: their greatest
 * ones tear nothing either. Before the core's marks are added. */
void line_floor(struct line *line, unsigned core, uint64_t batch);
/* Draws the line anew; true if it moved anywhere. Forgets the transactions below it. Cost: what is
 * above it. */
bool line_draw(struct line *line);
uint64_t line_of(const struct line *line, unsigned core);
