/* command/lcs.c - LCS: the longest common subsequence of two strings.
 *
 * The classic table: len[i][j] is the length of the longest common subsequence of the first i and the
 * first j bytes. Walking back from the far corner gives the subsequence and the runs it consists of. Time
 * and memory are O(N*M), so the table counts against proto-max-bulk-len. */
#include "base/memory.h"
#include "command/families.h"
#include "command/gather.h"
#include "engine/core.h"

struct lcs_options {
    bool wants_len, wants_idx, with_match_len;
    int64_t match_len_min;
};

/* One run of bytes common to both: [a_start, a_end] and [b_start, b_end], ends included. */
struct run {
    uint32_t a_start, a_end, b_start, b_end;
};

struct lcs {
    struct bytes a, b;
    uint32_t *table; /* (a.len + 1) x (b.len + 1) */
    struct run *runs;
    unsigned run_count, runs_size;
};

static bool parse(struct call *call, struct lcs_options *options) {
    *options = (struct lcs_options){0};
    for (unsigned i = 3; i < call->argc; i++) {
        if (arg_is(call, i, "idx")) {
            options->wants_idx = true;
        } else if (arg_is(call, i, "len")) {
            options->wants_len = true;
        } else if (arg_is(call, i, "withmatchlen")) {
            options->with_match_len = true;
        } else if (arg_is(call, i, "minmatchlen") && i + 1 < call->argc) {
            if (!arg_integer(call, ++i, &options->match_len_min)) {
                return false;
            }
        } else {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    if (options->wants_len && options->wants_idx) {
        reply_error(call->reply,
                    "ERR If you want both the length and indexes, please just use IDX.");
        return false;
    }
    return true;
}

static uint32_t *cell(const struct lcs *lcs, size_t i, size_t j) {
    return &lcs->table[i * (lcs->b.len + 1) + j];
}

static void fill_table(struct lcs *lcs) {
    for (size_t j = 0; j <= lcs->b.len; j++) {
        *cell(lcs, 0, j) = 0;
    }
    for (size_t i = 1; i <= lcs->a.len; i++) {
        *cell(lcs, i, 0) = 0;
        for (size_t j = 1; j <= lcs->b.len; j++) {
            if (lcs->a.data[i - 1] == lcs->b.data[j - 1]) {
                *cell(lcs, i, j) = *cell(lcs, i - 1, j - 1) + 1;
            } else {
                uint32_t up = *cell(lcs, i - 1, j), left = *cell(lcs, i, j - 1);
                *cell(lcs, i, j) = up > left ? up : left;
            }
        }
    }
}

static void add_run(struct lcs *lcs, const struct run *run) {
    if (lcs->run_count == lcs->runs_size) {
        lcs->runs_size = lcs->runs_size ? 2 * lcs->runs_size : 16;
        lcs->runs = memory_realloc(lcs->runs, lcs->runs_size * sizeof(*lcs->runs));
    }
    lcs->runs[lcs->run_count++] = *run;
}

/* From the far corner back: writes the subsequence from its end into text (if not NULL) and notes each
 * run when it is left. Runs come last ones first, as the reply wants them. */
static void walk_back(struct lcs *lcs, char *text) {
    size_t i = lcs->a.len, j = lcs->b.len, at = *cell(lcs, i, j);
    bool in_run = false;
    struct run run = {0};
    while (i > 0 && j > 0) {
        bool is_match = lcs->a.data[i - 1] == lcs->b.data[j - 1];
        if (is_match) {
            if (text) {
                text[--at] = lcs->a.data[i - 1];
            }
            if (!in_run) {
                run.a_end = (uint32_t)i - 1;
                run.b_end = (uint32_t)j - 1;
            }
            run.a_start = (uint32_t)i - 1;
            run.b_start = (uint32_t)j - 1;
            in_run = true;
            i--;
            j--;
        } else if (*cell(lcs, i - 1, j) > *cell(lcs, i, j - 1)) {
            i--;
        } else {
            j--;
        }
        if (in_run && (!is_match || i == 0 || j == 0)) {
            add_run(lcs, &run);
            in_run = false;
        }
    }
}

static void reply_range(struct reply *reply, uint32_t start, uint32_t end) {
    reply_array(reply, 2);
    reply_integer(reply, start);
    reply_integer(reply, end);
}

static void reply_runs(struct reply *reply, const struct lcs *lcs,
                       const struct lcs_options *options) {
    reply_map(reply, 2);
    reply_bulk_string(reply, "matches");
    struct reply_mark mark = reply_array_later(reply, '*');
    size_t count = 0;
    for (unsigned i = 0; i < lcs->run_count; i++) {
        const struct run *run = &lcs->runs[i];
        int64_t len = (int64_t)run->a_end - run->a_start + 1;
        if (len < options->match_len_min) {
            continue;
        }
        count++;
        reply_array(reply, options->with_match_len ? 3 : 2);
        reply_range(reply, run->a_start, run->a_end);
        reply_range(reply, run->b_start, run->b_end);
        if (options->with_match_len) {
            reply_integer(reply, len);
        }
    }
    reply_array_close(reply, mark, count);
    reply_bulk_string(reply, "len");
    reply_integer(reply, *cell(lcs, lcs->a.len, lcs->b.len));
}

static void answer(struct reply *reply, struct lcs *lcs, const struct lcs_options *options) {
    fill_table(lcs);
    uint32_t len = *cell(lcs, lcs->a.len, lcs->b.len);
    if (options->wants_len) {
        reply_integer(reply, len);
    } else if (options->wants_idx) {
        walk_back(lcs, NULL);
        reply_runs(reply, lcs, options);
    } else {
        walk_back(lcs, reply_bulk_reserve(reply, len));
    }
    memory_free(lcs->runs);
}

static void compare(struct call *call, struct bytes a, struct bytes b,
                    const struct lcs_options *options, uint64_t memory_max) {
    struct lcs lcs = {.a = a, .b = b};
    if (a.len >= UINT32_MAX - 1 || b.len >= UINT32_MAX - 1) {
        reply_error(call->reply, "ERR String too long for LCS");
        return;
    }
    unsigned __int128 bytes = (unsigned __int128)(a.len + 1) * (b.len + 1) * sizeof(uint32_t);
    if (bytes > memory_max) {
        reply_error(call->reply, "ERR Insufficient memory, transient memory for LCS exceeds "
                                 "proto-max-bulk-len");
        return;
    }
    lcs.table = memory_try_alloc((size_t)bytes);
    if (!lcs.table) {
        reply_error(call->reply,
                    "ERR Insufficient memory, failed allocating transient memory for LCS");
        return;
    }
    answer(call->reply, &lcs, options);
    memory_free(lcs.table);
}

static void lcs(struct call *call) {
    struct lcs_options options;
    struct gather gather;
    gather_init(&gather, call, 0, 2);
    struct core *core = call->shard ? call->shard->core : call->client->core;
    if (call->shard) {
        gather_here(&gather, call, 1);
    } else {
        struct tx tx;
        tx_begin(&tx, call);
        tx_hop(&tx, gather_part, &gather, TX_CONCLUDE);
        tx_end(&tx);
    }
    if (gather.items[0].is_wrong_type || gather.items[1].is_wrong_type) {
        reply_error(call->reply, "ERR The specified keys must contain string values");
    } else if (parse(call, &options)) {
        /* The settings of before the wait may be gone. */
        compare(call, gather_text(&gather, 0), gather_text(&gather, 1), &options,
                core->settings->proto_max_bulk_len);
    }
    gather_clear(&gather);
}

const struct command lcs_commands[] = {
    {"LCS", "key1 key2 [LEN] [IDX] [MINMATCHLEN min-match-len] [WITHMATCHLEN]", lcs,
     READONLY | MULTI_KEY, KEYS_FROM(1, 2, 1, KEY_RO | KEY_ACCESS), "7.0.0",
     "O(N*M) where N and M are the lengths of the strings",
     "Finds the longest common subsequence of two strings.", GROUP_STRING, NULL},
    {0},
};
