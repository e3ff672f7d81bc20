/* tool/loaded.c - recovery over all cores, without a server. */
#include "tool/loaded.h"

#include <stdio.h>

#include "base/memory.h"
#include "tool/walk.h"

static void scan_core(struct loaded *loaded, unsigned i, uint64_t limit) {
    struct loaded_core *core = &loaded->cores[i];
    core->limit = limit;
    core->recovery =
        recovery_open_as(loaded->place->paths[i], loaded->place->manifests[i], core->error);
    if (core->recovery == NULL) return;
    core->is_sound = recovery_scan_until(core->recovery, limit, core->error);
    recovery_facts(core->recovery, &core->facts);
    if (core->facts.core == i && core->facts.cores == loaded->core_count) return;
    core->is_sound = false;
    snprintf(core->error, sizeof core->error,
             "%.800s/" MANIFEST_NAME " is of core %u of %u, but is in the place of core %u of %u",
             loaded->place->paths[i], core->facts.core, core->facts.cores, i, loaded->core_count);
    recovery_destroy(core->recovery);
    core->recovery = NULL;
}

bool loaded_scan(struct loaded *loaded, const struct place *place, const uint64_t *limits) {
    bool is_sound = true;
    *loaded = (struct loaded){.place = place, .core_count = place->root.cores};
    loaded->cores = memory_alloc_zeroed(loaded->core_count * sizeof *loaded->cores);
    for (unsigned i = 0; i < loaded->core_count; i++) {
        scan_core(loaded, i, limits != NULL ? limits[i] : UINT64_MAX);
        is_sound &= loaded->cores[i].is_sound;
    }
    loaded->databases = walk_databases(place);
    return is_sound;
}

void loaded_draw(struct loaded *loaded) {
    struct line *line = line_create(loaded->core_count);
    for (unsigned i = 0; i < loaded->core_count; i++) {
        if (loaded->cores[i].recovery) recovery_feed_floors(loaded->cores[i].recovery, line);
    }
    for (unsigned i = 0; i < loaded->core_count; i++) {
        struct loaded_core *core = &loaded->cores[i];
        if (core->recovery) recovery_feed_until(core->recovery, line, core->limit);
    }
    line_draw(line);
    for (unsigned i = 0; i < loaded->core_count; i++) loaded->cores[i].line = line_of(line, i);
    line_destroy(line);
}

static bool replay_core(struct loaded *loaded, struct loaded_core *core, struct progress *progress,
                        char *error) {
    struct keyspace_options options = {.databases = loaded->databases,
                                       .partition_first = core->facts.partition_first,
                                       .partition_count = core->facts.partition_count};
    struct recovery_facts facts;
    int more;
    core->keyspace = keyspace_create(&options);
    keyspace_set_expiring(core->keyspace, false);
    recovery_begin(core->recovery, core->keyspace, core->line);
    while ((more = recovery_step(core->recovery, error)) > 0) {
        recovery_facts(core->recovery, &facts);
        progress_tell(progress, facts.bytes_done, facts.bytes);
        while (keyspace_free_some(core->keyspace, 1000)) continue;
    }
    return more == 0;
}

bool loaded_replay(struct loaded *loaded, struct progress *progress, char *error) {
    for (unsigned i = 0; i < loaded->core_count; i++) {
        if (!replay_core(loaded, &loaded->cores[i], progress, error)) return false;
    }
    return true;
}

void loaded_clear(struct loaded *loaded) {
    for (unsigned i = 0; i < loaded->core_count; i++) {
        if (loaded->cores[i].recovery) recovery_destroy(loaded->cores[i].recovery);
        if (loaded->cores[i].keyspace) keyspace_destroy(loaded->cores[i].keyspace);
    }
    memory_free(loaded->cores);
    loaded->cores = NULL;
}

void loaded_digest(const struct loaded *loaded, unsigned char digest[20]) {
    memset(digest, 0, 20);
    for (unsigned i = 0; i < loaded->core_count; i++) {
        for (unsigned db = 0; db < loaded->databases; db++) {
            unsigned char one[20];
            keyspace_digest(loaded->cores[i].keyspace, db, one);
            digest_add(digest, one);
        }
    }
}

uint64_t loaded_keys(const struct loaded *loaded) {
    uint64_t keys = 0;
    struct keyspace_facts facts;
    for (unsigned i = 0; i < loaded->core_count; i++) {
        for (unsigned db = 0; db < loaded->databases; db++) {
            keyspace_facts(loaded->cores[i].keyspace, db, &facts);
            keys += facts.keys;
        }
    }
    return keys;
}
