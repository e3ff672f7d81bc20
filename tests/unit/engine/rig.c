/* tests/unit/engine/rig.c - starting and stopping an engine where time stands still. */
#include "rig.h"

#include <assert.h>

#include "engine/feed.h"
#include "engine/shard.h"
#include "sys/cycles.h"
#include "sys/sim.h"

enum { RIG_STEPS_MAX = 20000000 };

static struct listener *listener;

static void run(void) {
    bool has_ended = sim_run(RIG_STEPS_MAX);
    assert(has_ended);
    (void)has_ended;
}

void rig_choose_machine(const struct command *rows, uint64_t seed) {
    static const struct command *registered;
    if (registered != rows) command_register(rows);
    registered = rows;
    sim_set_seed(seed);
    int result = machine_choose(MACHINE_SIM);
    assert(result == 0);
    (void)result;
    cycles_init(true);
}

struct engine *rig_start(const struct settings *settings, unsigned cores) {
    struct engine_options options = {
        .cores = cores, .databases = (unsigned)settings->databases, .settings = settings};
    struct listen_options listen = {.address = "127.0.0.1", .port = 6379};
    char error[200] = "";
    struct engine *engine = engine_create(&options);
    bool listens = engine_listen(engine, &listen, error, sizeof error, &listener);
    assert(listens);
    (void)listens;
    engine_launch(engine);
    run();
    return engine;
}

void rig_drop_shadows(struct engine *engine) {
    for (unsigned i = 0; i < engine->core_count; i++) {
        struct core *core = engine->cores[i];
        if (core->shard.shadow_feed) feed_remove(core, core->shard.shadow_feed);
    }
}

void rig_stop(struct engine *engine) {
    listener_close(listener);
    run();
    engine_stop(engine);
    engine_join(engine);
    engine_destroy(engine);
}
