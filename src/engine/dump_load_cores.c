/* engine/dump_load_cores.c - the files of a set: every core has a dealer, which goes through its share of them.
 *
 *     files     |   core 0's   |   core 1's   |   core 2's   |
 *     dealers   |      first of two      |      second       |
 *
 * Files of cores follow each other in the order of partitions, and so do, nearly, the keys in each. So what a dealer
 * finds is mostly its own core's, whatever the number of cores was. A share ends at a frame; who has the beginning of a
 * run goes through all of it. */
#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "engine/dump_deal.h"
#include "log/core_set.h"
#include "sys/mapped.h"

enum { RUNS_MAX = 8, TEXT_KEPT_MAX = 4 << 20 };

struct set_file {
    char path[CORE_SET_NAME + 4200];
    struct mapped mapped;
    struct core_file file;
};

struct set_loading {
    struct dump_loading *common;
    struct core *home;
    const char *path;
    struct core_set set;
    struct set_file *files;
    unsigned mapped_count;
    uint64_t frames, bytes;
    struct share *shares;
    unsigned pending; /* dealers that have not ended */
    struct event are_done;
    char *error;
};

/* What one dealer goes through. */
struct share {
    struct mail mail;
    struct set_loading *set;
    struct dump_dealer dealer;
    unsigned file;     /* at this one, */
    uint32_t frame;    /* and this frame of it */
    unsigned end_file; /* up to here: runs that begin before it */
    uint32_t end_frame;
    uint64_t frames;         /* gone through */
    struct core_file reader; /* a copy: it keeps an error */
    struct packer *packer;
    struct buffer texts[DUMP_WINDOWS][RUNS_MAX]; /* of runs that were packed, by window */
};

/* ---- on a helper: the files ---- */

static bool fail(struct set_loading *set, const char *path, const char *why) {
    snprintf(set->error, DUMP_LOAD_ERROR, "%.500s: %.200s", path, why);
    return false;
}

static bool open_file(struct set_loading *set, unsigned number) {
    struct set_file *file = &set->files[number];
    const struct core_set_file *said = &set->set.files[number];
    struct core_file_head head = {.id = set->set.id, .core = number, .cores = set->set.cores};
    char why[CORE_FILE_ERROR];
    core_set_path(&set->set, number, set->path, file->path, sizeof(file->path));
    int result = mapped_open(file->path, &file->mapped);
    if (result < 0) {
        return fail(set, file->path, strerror(-result));
    }
    set->mapped_count++;
    if (file->mapped.bytes.len != said->bytes) {
        snprintf(why, sizeof(why), "it should have %" PRIu64 " bytes and ends at byte %zu",
                 said->bytes, file->mapped.bytes.len);
        return fail(set, file->path, why);
    }
    set->frames += said->frames;
    set->bytes += said->bytes;
    return core_file_open(&file->file, file->mapped.bytes, &head, said->frames, said->index_crc) ||
           fail(set, file->path, file->file.error);
}

static void open_on_helper(void *arg) {
    struct set_loading *set = arg;
    if (core_set_read(&set->set, set->path, set->error) < 0) {
        return;
    }
    if (set->set.words > RDB_VERSION_MAX) {
        fail(set, set->path, "it is of a newer version of Anax");
        return;
    }
    set->files = memory_alloc_zeroed(set->set.cores * sizeof(*set->files));
    for (unsigned i = 0; i < set->set.cores && open_file(set, i); i++) {
        continue;
    }
}

static void close_on_helper(void *arg) {
    struct set_loading *set = arg;
    for (unsigned i = 0; i < set->mapped_count; i++) {
        mapped_close(&set->files[i].mapped);
    }
    memory_free(set->files);
    core_set_clear(&set->set);
}

/* ---- on a helper: what is in them ---- */

static struct bytes run_words(struct share *share, struct buffer *text, unsigned *flags) {
    struct bytes words = {0};
    uint32_t before = share->frame;
    if (text->size > TEXT_KEPT_MAX) {
        buffer_clear(text);
        *text = (struct buffer){0};
    }
    share->reader = share->set->files[share->file].file;
    if (!core_file_run(&share->reader, &share->frame, share->packer, text, &words, flags)) {
        return (struct bytes){0};
    }
    share->frames += share->frame - before;
    return words;
}

static void add_items(struct share *share, struct dump_window *window, struct bytes words,
                      uint64_t at) {
    const char *path = share->set->files[share->file].path;
    struct rdb_file file;
    enum rdb_file_next next;
    rdb_file_open_part(&file, words);
    while (!window->error[0] && (next = rdb_file_next(&file)) != RDB_FILE_END) {
        if (next == RDB_FILE_ITEM) {
            dump_window_add(&share->dealer, window, &file.item, path, at);
        } else if (next == RDB_FILE_FUNCTION) {
            dump_window_add_function(window, file.other.bytes);
        } else {
            char why[300];
            snprintf(why, sizeof(why), "%s of what is in the frame at byte %" PRIu64, file.error,
                     at);
            dump_window_fail(window, path, why);
        }
    }
    rdb_file_close(&file);
}

/* True if a run begins there that is this share's; moves on to the next file where one ends. */
static bool has_more(struct share *share) {
    while (share->file < share->set->set.cores &&
           share->frame == share->set->files[share->file].file.count) {
        share->file++;
        share->frame = 0;
    }
    return share->file < share->end_file ||
           (share->file == share->end_file && share->frame < share->end_frame);
}

static void fill(struct dump_dealer *dealer, struct dump_window *window) {
    struct share *share = dealer->arg;
    struct buffer *texts = share->texts[window - dealer->windows];
    for (unsigned i = 0; i < RUNS_MAX && !dump_window_is_full(window); i++) {
        if (!has_more(share)) {
            window->is_last = true;
            return;
        }
        const struct core_file *file = &share->set->files[share->file].file;
        uint64_t at = core_file_frame(file, share->frame).offset;
        unsigned flags = 0;
        uint32_t frame = share->frame;
        struct bytes words = run_words(share, &texts[i], &flags);
        if (words.len == 0) {
            dump_window_fail(window, share->set->files[share->file].path, share->reader.error);
            return;
        }
        add_items(share, window, words, at);
        window->bytes += words.len;
        for (; frame < share->frame; frame++) {
            window->file_bytes += core_file_frame(file, frame).bytes;
        }
        if (window->error[0]) {
            return;
        }
    }
}

/* ---- shares ---- */

/* The place where the share begins that has so many bytes of frames before it: a frame that begins a run. */
static void find_place(const struct set_loading *set, uint64_t before, unsigned *file_number,
                       uint32_t *frame) {
    *frame = 0;
    for (*file_number = 0; *file_number < set->set.cores; ++*file_number) {
        const struct core_file *file = &set->files[*file_number].file;
        if (before < file->bytes.len) {
            uint32_t low = 0, high = file->count; /* the first one at before or behind it */
            while (low < high) {
                uint32_t middle = low + (high - low) / 2;
                bool is_before = core_file_frame(file, middle).offset < before;
                low = is_before ? middle + 1 : low;
                high = is_before ? high : middle;
            }
            while (low < file->count && !core_file_begins(file, low)) {
                low++;
            }
            *frame = low;
            return;
        }
        before -= file->bytes.len;
    }
}

static void prepare_share(struct set_loading *set, unsigned number) {
    struct share *share = &set->shares[number];
    struct engine *engine = set->common->engine;
    unsigned cores = engine->core_count;
    share->set = set;
    share->packer = packer_create();
    share->dealer.loading = set->common;
    share->dealer.home = engine->cores[number];
    share->dealer.fill = fill;
    share->dealer.arg = share;
    share->dealer.said_ns = number == 0 ? clock_monotonic_ns() : 0;
    find_place(set, set->bytes / cores * number, &share->file, &share->frame);
    if (number + 1 < cores) {
        find_place(set, set->bytes / cores * (number + 1), &share->end_file, &share->end_frame);
    } else {
        share->end_file = set->set.cores;
    }
}

static void clear_share(struct share *share) {
    packer_destroy(share->packer);
    for (unsigned i = 0; i < DUMP_WINDOWS * RUNS_MAX; i++) {
        buffer_clear(&share->texts[i / RUNS_MAX][i % RUNS_MAX]);
    }
}

static void share_has_ended(struct mail *mail) {
    struct set_loading *set = ((struct share *)mail)->set;
    if (--set->pending == 0) {
        event_signal(&set->are_done);
    }
}

static void deal_on_fiber(void *arg) {
    struct share *share = arg;
    bool is_good = dump_deal(&share->dealer);
    (void)is_good; /* known to all */
    share->mail.deliver = share_has_ended;
    mail_post(share->set->home->loop, &share->mail);
}

static void begin_here(struct core *core, void *arg) {
    struct set_loading *set = arg;
    fiber_start(FIBER_LARGE, deal_on_fiber, &set->shares[core->index]);
}

/* ---- as a whole ---- */

static void add_facts(struct dump_load_facts *sum, const struct dump_load_facts *facts) {
    sum->keys += facts->keys;
    sum->expired += facts->expired;
    sum->empty += facts->empty;
    sum->functions += facts->functions;
}

/* All is there that the summary says: what flags of frames say is not covered by the index. */
static bool check_sums(struct set_loading *set, const struct dump_load_facts *facts,
                       uint64_t frames) {
    char why[160];
    uint64_t keys = facts->keys + facts->expired + facts->empty;
    if (frames == set->frames && keys == set->set.keys) {
        return true;
    }
    snprintf(why, sizeof(why),
             "it should have %" PRIu64 " keys in %" PRIu64 " frames, and has %" PRIu64
             " in %" PRIu64,
             set->set.keys, set->frames, keys, frames);
    return fail(set, set->path, why);
}

static bool deal_all(struct set_loading *set, struct dump_load_facts *facts) {
    struct engine *engine = set->common->engine;
    unsigned cores = engine->core_count;
    uint64_t frames = 0;
    set->shares = memory_alloc_zeroed(cores * sizeof(*set->shares));
    set->pending = cores;
    for (unsigned i = 0; i < cores; i++) {
        prepare_share(set, i);
    }
    core_run_on_all(engine, begin_here, set);
    event_wait(&set->are_done);
    for (unsigned i = 0; i < cores; i++) {
        struct share *share = &set->shares[i];
        add_facts(facts, &share->dealer.facts);
        frames += share->frames;
        if (share->dealer.error[0]) {
            snprintf(set->error, DUMP_LOAD_ERROR, "%s", share->dealer.error);
        }
        clear_share(share);
    }
    memory_free(set->shares);
    return !set->error[0] && check_sums(set, facts, frames);
}

bool dump_load_cores(struct dump_loading *loading, const char *path, struct dump_load_facts *facts,
                     char *error) {
    struct set_loading *set = memory_alloc_zeroed(sizeof(*set));
    *set = (struct set_loading){
        .common = loading, .home = core_current(), .path = path, .error = error};
    error[0] = 0;
    fiber_offload(open_on_helper, set);
    bool is_good = error[0] == 0;
    if (is_good) {
        facts->bytes = set->bytes;
        dump_load_begins(loading->engine, path, set->bytes);
        is_good = deal_all(set, facts);
    }
    fiber_offload(close_on_helper, set);
    memory_free(set);
    return is_good;
}
