/* server/limits.c - open files, and the score by which the system ends processes when memory is short. */
#include "server/limits.h"

#include "base/number.h"
#include "server/config.h"
#include "server/option_forms.h"
#include "sys/machine.h"

/* Files that are no clients: listeners, the log, and what each core's loop needs. */
enum { FILES_OF_PROCESS = 64, FILES_OF_CORE = 4 };

uint64_t limits_raise_clients(unsigned cores, uint64_t clients) {
    uint64_t others = FILES_OF_PROCESS + (uint64_t)cores * FILES_OF_CORE;
    uint64_t files = process_raise_open_files(clients + others);
    if (files >= clients + others) {
        return clients;
    }
    return files > others ? files - others : 0;
}

/* What the score was before we touched it, while the option is on; it is changed by one fiber at a time. */
static struct {
    bool is_known;
    int score;
} oom_before;

int limits_apply_oom_score(const struct config *config) {
    int64_t how = config_number(config, "oom-score-adj");
    if (how == OOM_SCORE_NO) {
        bool is_ours = oom_before.is_known;
        oom_before.is_known = false; /* whatever it will be when the option is turned on again */
        return is_ours ? process_set_oom_score(oom_before.score) : 0;
    }
    if (!oom_before.is_known) {
        int result = process_oom_score(&oom_before.score);
        if (result < 0) {
            return result;
        }
        oom_before.is_known = true;
    }
    struct bytes words[3];
    const char *values = config_text(config, "oom-score-adj-values");
    words_split(bytes_of_string(values), words, 3);
    int64_t score = 0;
    number_parse_i64(words[0], &score);
    score += how == OOM_SCORE_RELATIVE ? oom_before.score : 0;
    score = score > 1000 ? 1000 : score < -1000 ? -1000 : score;
    return process_set_oom_score((int)score);
}
