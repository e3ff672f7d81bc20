/* Manifests: what was written comes back, and what was damaged is refused. */
#include "check.h"

#include <errno.h>

#include "base/buffer.h"
#include "base/crc32c.h"
#include "base/memory.h"
#include "log/manifest.h"
#include "sys/file.h"
#include "sys/sim.h"

static const char *const path = "/data/" MANIFEST_NAME;

static void use_simulated_disk(void) {
    sim_set_seed(1);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
}

static struct manifest *a_manifest(void) {
    struct manifest *manifest = memory_alloc_zeroed(sizeof *manifest);
    manifest->core = 1;
    manifest->cores = 3;
    manifest->partition_first = 10;
    manifest->partition_count = 20;
    manifest->first_segment = 12;
    for (unsigned i = 0; i < 3; i++) manifest->lines[i] = 100 + i;
    manifest->bases[0] = (struct manifest_base){10, 4, 7, 52480, 12};
    manifest->bases[1] = (struct manifest_base){14, 16, 9, 1234567890123, 15};
    manifest->base_count = 2;
    return manifest;
}

static bool is_same(const struct manifest *one, const struct manifest *other) {
    for (unsigned i = 0; i < one->base_count; i++) {
        const struct manifest_base *a = &one->bases[i], *b = &other->bases[i];
        if (a->partition_first != b->partition_first || a->partition_count != b->partition_count ||
            a->number != b->number || a->bytes != b->bytes || a->first_segment != b->first_segment)
            return false;
    }
    return one->core == other->core && one->cores == other->cores &&
           one->partition_first == other->partition_first &&
           one->partition_count == other->partition_count &&
           one->first_segment == other->first_segment && one->base_count == other->base_count &&
           memcmp(one->lines, other->lines, sizeof one->lines) == 0;
}

static bool is_same_root(const struct manifest_root *one, const struct manifest_root *other) {
    bool is_same =
        one->cores == other->cores && one->run == other->run && one->hash_seed == other->hash_seed;
    for (unsigned i = 0; i < one->cores && is_same; i++)
        is_same = strcmp(one->paths[i], other->paths[i]) == 0;
    return is_same;
}

static const struct manifest *wanted;
static struct manifest_root root = {.cores = 2, .run = 3, .hash_seed = 0x9b1c44d2f00a7e31};

/* Whatever the file says: it is refused in one line, or says the same as before. */
static bool is_refused_or_same(struct bytes text) {
    char error[MANIFEST_ERROR] = "";
    CHECK_EQ(file_replace(path, text), 0);
    struct manifest *found = memory_alloc(sizeof *found);
    int result = manifest_read("/data", found, error);
    bool is_good = result == 0 ? is_same(wanted, found) : result == -EBADMSG;
    memory_free(found);
    return is_good && (result == 0 || (strstr(error, path) != NULL && strchr(error, '\n') == NULL));
}

static bool is_refused_or_same_root(struct bytes text) {
    char error[MANIFEST_ERROR] = "";
    struct manifest_root found;
    CHECK_EQ(file_replace(path, text), 0);
    int result = manifest_read_root("/data", &found, error);
    bool is_good = result == 0 ? is_same_root(&root, &found) : result == -EBADMSG;
    manifest_clear_root(&found);
    return is_good && (result == 0 || (strstr(error, path) != NULL && strchr(error, '\n') == NULL));
}

static void damage(bool (*check)(struct bytes text)) {
    struct buffer text = {0};
    CHECK_EQ(file_read_all(path, &text), 0);
    CHECK(check(buffer_view(&text)));
    for (size_t len = 0; len < text.len; len++) CHECK(check(bytes_of(text.data, len)));
    for (size_t bit = 0; bit < 8 * text.len; bit++) {
        text.data[bit / 8] = (char)(text.data[bit / 8] ^ 1 << bit % 8);
        CHECK(check(buffer_view(&text)));
        text.data[bit / 8] = (char)(text.data[bit / 8] ^ 1 << bit % 8);
    }
    buffer_clear(&text);
}

TEST(a_manifest_comes_back_and_a_damaged_one_is_refused) {
    struct manifest *manifest = a_manifest(), *found = memory_alloc(sizeof *found);
    char error[MANIFEST_ERROR];
    use_simulated_disk();
    CHECK_EQ(manifest_read("/data", found, error), -ENOENT);
    CHECK_EQ(manifest_write("/data", manifest), 0);
    CHECK_EQ(manifest_read("/data", found, error), 0);
    CHECK(is_same(manifest, found));
    wanted = manifest;
    damage(is_refused_or_same);
    memory_free(manifest);
    memory_free(found);
}

TEST(a_root_comes_back_and_a_damaged_one_is_refused) {
    char paths[2][MANIFEST_PATH] = {"run-3/core-0", "/other disk/run-3/core-1"};
    char error[MANIFEST_ERROR];
    struct manifest_root found;
    use_simulated_disk();
    root.paths = paths;
    CHECK_EQ(manifest_write_root("/data", &root), 0);
    CHECK_EQ(manifest_read_root("/data", &found, error), 0);
    CHECK(is_same_root(&root, &found));
    manifest_clear_root(&found);
    damage(is_refused_or_same_root);
}

TEST(a_manifest_of_a_newer_version_is_refused_as_that) {
    struct buffer text = {0};
    char error[MANIFEST_ERROR];
    struct manifest *found = memory_alloc(sizeof *found);
    use_simulated_disk();
    buffer_printf(&text, "anax-log %u\nsomething else\n", MANIFEST_VERSION + 1);
    buffer_printf(&text, "crc %08x\n", crc32c(0, buffer_view(&text)));
    CHECK_EQ(file_replace(path, buffer_view(&text)), 0);
    CHECK_EQ(manifest_read("/data", found, error), -EBADMSG);
    CHECK_STR(error, "/data/MANIFEST is of a newer version of Anax than this one");
    buffer_clear(&text);
    memory_free(found);
}
