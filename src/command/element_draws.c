/* command/element_draws.c - as Redis checks it, in its order. */
#include "command/element_draws.h"

#include "engine/store.h"

bool element_draws_parse(struct call *call, const char *word, int64_t *wanted, bool *has_word) {
    if (!arg_integer(call, 2, wanted)) {
        return false;
    }
    if (*wanted == INT64_MIN) {
        reply_error(call->reply,
                    "ERR value is out of range, value must between -9223372036854775807 and "
                    "9223372036854775807");
        return false;
    }
    *has_word = call->argc > 3;
    if (call->argc > 4 || (*has_word && !arg_is(call, 3, word))) {
        reply_error_syntax(call->reply);
        return false;
    }
    if (*has_word && (*wanted < -INT64_MAX / 2 || *wanted > INT64_MAX / 2)) {
        reply_error(call->reply, "ERR value is out of range");
        return false;
    }
    return true;
}
