/* tool/place.c - finding a log. */
#include "tool/place.h"

#include <errno.h>
#include <stdio.h>

#include "base/memory.h"
#include "sys/file.h"

/* The directory itself, or the one below it that the server makes. */
static int find_root(struct place *place, const char *directory, char *error) {
    char path[PLACE_PATH + 64];
    snprintf(path, sizeof path, "%.4000s/" MANIFEST_NAME, directory);
    int is_there = file_exists(path);
    snprintf(place->directory, sizeof place->directory, "%.4000s", directory);
    if (is_there == 1) return 0;
    snprintf(path, sizeof path, "%.4000s/" PLACE_BELOW "/" MANIFEST_NAME, directory);
    if (is_there == 0) is_there = file_exists(path);
    snprintf(place->directory, sizeof place->directory, "%.4000s/" PLACE_BELOW, directory);
    if (is_there == 1) return 0;
    snprintf(error, PLACE_ERROR,
             "%.1000s: there is no " MANIFEST_NAME " in it, nor in " PLACE_BELOW, directory);
    return is_there < 0 ? is_there : -ENOENT;
}

int place_open(struct place *place, const char *directory, char *error) {
    return place_open_as(place, directory, MANIFEST_NAME, error);
}

int place_open_as(struct place *place, const char *directory, const char *root, char *error) {
    *place = (struct place){0};
    int result = find_root(place, directory, error);
    if (result == 0) result = manifest_read_root_as(place->directory, root, &place->root, error);
    if (result < 0) return result;
    hash_set_seed(place->root.hash_seed);
    place->paths = memory_alloc(place->root.cores * sizeof *place->paths);
    place->manifests = memory_alloc(place->root.cores * sizeof *place->manifests);
    for (unsigned i = 0; i < place->root.cores; i++) {
        const char *name = place->root.paths[i];
        snprintf(place->manifests[i], RETENTION_NAME_MAX, MANIFEST_NAME);
        if (name[0] == '/')
            snprintf(place->paths[i], PLACE_PATH, "%s", name);
        else
            snprintf(place->paths[i], PLACE_PATH, "%.3500s/%.500s", place->directory, name);
    }
    return 0;
}

void place_close(struct place *place) {
    manifest_clear_root(&place->root);
    memory_free(place->paths);
    memory_free(place->manifests);
    place->paths = NULL;
    place->manifests = NULL;
}

int place_lock(const char *directory) {
    struct place *place = memory_alloc_zeroed(sizeof *place);
    char error[PLACE_ERROR];
    int result = find_root(place, directory, error);
    if (result == 0) result = directory_lock(place->directory);
    memory_free(place);
    return result;
}
