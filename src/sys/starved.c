/* A queue that streams may leave from the middle. Leaving walks, because it is rare: a stream that
 * closes while it waits. Whoever is served leaves at the front. */
#include "sys/starved.h"

static struct stream **next_of(struct stream *stream) {
    return (struct stream **)(void *)&stream->backend_data;
}

void starved_init(struct starved *starved) {
    *starved = (struct starved){.end = &starved->first};
}

void starved_add(struct starved *starved, struct stream *stream) {
    *next_of(stream) = NULL;
    *starved->end = stream;
    starved->end = next_of(stream);
}

void starved_remove(struct starved *starved, struct stream *stream) {
    struct stream **link = &starved->first;
    while (*link != stream) link = next_of(*link);
    *link = *next_of(stream);
    if (*link == NULL) starved->end = link;
}
