/* tool/verify.h - is this log whole?
 *
 * Every manifest, base and log file is looked at for itself: checksums, numbers, what each says about
 * the others. Then all is loaded as the server would load it. What a crash leaves (a torn end,
 * transactions without their last part) is told and is no damage. */
#pragma once

#include "tool/output.h"
#include "tool/progress.h"

struct verify_result {
    unsigned problems;
    unsigned history_problems;        /* of what is kept: the server starts all the same */
    uint64_t torn_bytes, cut_batches; /* what recovery would cut off */
    uint64_t keys;
    unsigned char digest[20]; /* of the data, if it could be loaded */
    bool is_loaded;
};

/* False: nothing was there to be looked at; the reason is printed. */
bool verify_run(const char *directory, struct output *output, struct progress *progress,
                struct verify_result *result);
