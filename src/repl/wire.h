/* repl/wire.h - what a primary and its replica send each other on a flow.
 *
 * A replica opens one control connection and one flow for each core of its primary, all to the
 * ordinary port. They begin as RESP commands (AUTH and the like first, if need be):
 *
 *   ANAX SYNC field value ...      control: who I am, what I have; answered by a map
 *       in    version, capabilities (words: messages: it takes WIRE_MESSAGES), port, ip, replica-id, replid (of the history it holds, or "?"), terms (text, history.h),
 *             lsns (PARTITIONS numbers of 8 bytes: of the last record of each partition), member (its name in the in-sync
 *             set, sync_set.h), members-version (of the set that it knows), no-member (1: it is not to be in it), fence (the
 *             term that it has promised to somebody)
 *       out   version, session (a number), cores, databases, mode ("full" or "continue"),
 *             replid, terms, chunk-size, members (text, members.h: the in-sync set that the primary knows)
 *   ANAX FLOW session core         a flow: answered by +FLOW, and nothing but frames follows
 *
 * Frames, both ways. All numbers are little endian, varints LEB128.
 *
 *   kind u8, flags u8, zero u16, payload length u32, CRC-32C of all but itself u32, payload
 *
 * A flow has one order, the order in which its frames were produced:
 *
 *   full:      [UNIT | CHUNK | CANCEL | JOURNAL]*  BASELINE_END  JOURNAL*  PUBLISH  JOURNAL* ...
 *   continue:  PUBLISH-free: [JOURNAL]* ...
 *
 * continue: until the flows have come to a common instant, which nothing shows, marks of transactions are left out but
 * for those that have a record without a key: a flow may begin behind some of a transaction's parts, others before them.
 *
 * A record forwarded during the baseline has LSN n > x of its unit (rule B1 of DESIGN.md); LSNs themselves are
 * not sent but in BASELINE_END, because the loader needs none before.
 *
 * A JOURNAL frame ends only between two callbacks of the primary's core: all that a command, or an EXEC of keys of one
 * core, has logged is in one frame (or, where that is more than a frame takes, in several of which all but the
 * last have WIRE_MORE), so a replica with other cores can show it at once. A batch of the log
 * on the disk is such a frame. FLUSHDB, FLUSHALL and SWAPDB are in the journals of all flows.
 *
 * Transactions over several cores: MARK_TX_BEGIN before their first record in this flow, MARK_TX
 * behind the last one, in JOURNAL frames as in the log (log/mark.h). Until all flows have brought
 * their MARK_TX the replica shows nothing of it. Without a MARK_TX_BEGIN it began somewhere in the frame of its
 * MARK_TX (which costs the replica more than one that says where). During the baseline nothing is shown anyway.
 *
 * What clients publish goes beside the journal, behind the cut only, to replicas that say that they take it. It has
 * no LSN and is in no log: it is not sent again (repl/message.h). */
#pragma once

#include "base/buffer.h"

enum wire_kind {
    /* primary to replica */
    WIRE_UNIT = 1, /* records that make all small entries of a unit: each varint length, record */
    WIRE_CHUNK =
        2, /* a piece of a big value: stream varint, then records as above: the first chunk begins
                              with EFFECT_BEGIN, the last (WIRE_LAST) ends with EFFECT_END */
    WIRE_CANCEL = 3,       /* stream varint: what came of that value never happened */
    WIRE_JOURNAL = 4,      /* records and marks as above, in order */
    WIRE_BASELINE_END = 5, /* first partition varint, count varint, then the LSN of each, varints:
                              of the last record that was produced before this frame */
    WIRE_PUBLISH = 6,      /* tx varint: all flows have ended their baselines, or what the replica
                              had missed; the state at this place of every flow is one instant */
    WIRE_PING =
        7, /* the primary's LSN sum of this core, varint; wall clock ms, varint; a stamp, varint:
                              its own clock */
    WIRE_STABLE = 8, /* what the primary's log holds durably, as an LSN sum of this core, varint:
                        up to there a replica may make bases (I3 of the log) */
    WIRE_MESSAGES =
        9, /* count varint, that many LSN sums, varints: one of each flow, before which nothing of
                          this is shown; then messages, as wire_add_message writes them */
    /* replica to primary */
    WIRE_ACK =
        16, /* received, durable, applied: LSN sums of this primary's core, varints; the stamp of the
                      last ping that came before, varint, which may be missing */
    /* both: the other end shall say why it closes the flow; payload: one line of text */
    WIRE_ERROR = 32
};

/* Flags. WIRE_ACK_SYNCED, with WIRE_ACK_WANTED: one acknowledgement will do, when the replica's log has it; without one, or
 * by who does not know the flag, it is acknowledged at once, too. */
enum { WIRE_LAST = 1, WIRE_ACK_WANTED = 2, WIRE_MORE = 4, WIRE_ACK_SYNCED = 8 };
/* A record is never cut, and one may be as long as a request (client-query-buffer-limit: 1 GiB). */
enum { WIRE_HEAD = 12, WIRE_PAYLOAD_MAX = (1 << 30) + (64 << 20), WIRE_VERSION = 1 };

struct wire_head {
    uint8_t kind, flags;
    uint32_t len;
    uint32_t crc;
};

/* Begins a frame at the end of out; returns where it stands. What is appended until wire_end is its
 * payload. */
size_t wire_begin(struct buffer *out, enum wire_kind kind);
void wire_end(struct buffer *out, size_t start, unsigned flags);
/* A record or mark within a frame. */
void wire_add_record(struct buffer *out, struct bytes record);

/* What a client has published to a channel, or to a shard channel. */
struct wire_message {
    bool is_shard;
    struct bytes channel, text;
};
void wire_add_message(struct buffer *out, const struct wire_message *message);
/* As wire_next_record does. */
bool wire_next_message(struct bytes *rest, struct wire_message *message);

/* Of what has been received: 1: there is a whole frame, head and payload say what it is, *input begins
 * behind it; 0: more has to come; -1: that is no frame, the flow is to be closed. */
int wire_next(struct bytes *input, struct wire_head *head, struct bytes *payload);
/* The next record of a payload: false at its end, or if what is there is cut off (rest->len is not 0 then). */
bool wire_next_record(struct bytes *rest, struct bytes *record);
