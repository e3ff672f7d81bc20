/* sys/starved.h - the streams of a loop that wait for receive buffers, oldest first; private to sys/.
 *
 * Linked through stream->backend_data, which the backends of the real machine do not need otherwise. */
#pragma once

#include "sys/loop_internal.h"

struct starved {
    struct stream *first, **end;
};

void starved_init(struct starved *starved);
void starved_add(struct starved *starved, struct stream *stream);
void starved_remove(struct starved *starved, struct stream *stream); /* it is in there */
