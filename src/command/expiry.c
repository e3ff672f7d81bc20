/* command/expiry.c - expiry times in arguments. */
#include "command/expiry.h"

bool expiry_of_option(struct call *call, unsigned index, enum time_unit unit, bool is_absolute,
                      int64_t *expire_ms) {
    int64_t value;
    if (!arg_integer(call, index, &value)) {
        return false;
    }
    bool is_valid = value > 0;
    if (is_valid && unit == UNIT_SECONDS) {
        is_valid = !__builtin_mul_overflow(value, (int64_t)1000, &value);
    }
    if (is_valid && !is_absolute) {
        is_valid = !__builtin_add_overflow(value, call->now_ms, &value);
    }
    if (!is_valid) {
        reply_error(call->reply, "ERR invalid expire time in '%s' command", call->command->name);
        return false;
    }
    *expire_ms = value;
    return true;
}
