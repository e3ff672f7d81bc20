/* server/start_log.c - one line for each fact. */
#include "server/start_log.h"

#include "server/human.h"
#include "server/version.h"
#include "sys/machine.h"

void start_log_idle_option(const struct config *config, const struct option *option) {
    if ((option->flags & OPTION_IDLE) && !config_is_initial(config, option)) {
        log_line('#', "The option %s has no effect in Anax. %s", option->name, option->summary);
    }
}

static void log_memory(const struct server *server) {
    struct process_facts facts;
    process_facts(&facts);
    uint64_t maxmemory = server->settings->maxmemory;
    uint64_t there = facts.memory_total;
    if (facts.memory_limit && facts.memory_limit < there) {
        there = facts.memory_limit;
    }
    char limit[HUMAN_MAX], machine[HUMAN_MAX];
    human_bytes(limit, maxmemory);
    human_bytes(machine, there);
    log_line('*', "Memory: %s here, maxmemory %s", machine, maxmemory ? limit : "0 (no limit)");
    if (maxmemory > there) {
        log_line('#', "maxmemory is more than there is: the system may end this process first");
    } else if (maxmemory == 0 && facts.memory_limit) {
        log_line(
            '#',
            "There is no maxmemory, but the cgroup ends this process at %s: consider maxmemory",
            machine);
    }
}

void start_log_options(const struct server *server) {
    struct process_facts facts;
    process_facts(&facts);
    log_line('*', "Anax %s (answers as Redis %s), process %d", ANAX_VERSION, REDIS_VERSION,
             facts.pid);
    log_line('*', "Configuration: %s", server->config->file ? server->config->file : "no file");
    log_line('*', "%u cores on %s, %s", server->engine->core_count, machine_name(),
             server->is_pinned ? "each pinned to its CPU" : "not pinned");
    log_memory(server);
    for (unsigned i = 0; i < options_count; i++) {
        if (server->is_given[i]) {
            start_log_idle_option(server->config, &options_table[i]);
        }
    }
    if (server->settings->maxmemory && server->settings->maxmemory_policy != POLICY_NOEVICTION) {
        log_line('#',
                 "Nothing is evicted yet: at maxmemory writes are refused, whatever the policy");
    }
}
