/* server/families.c - the one place where every command of the program is registered. */
#include "server/families.h"

#include "command/families.h"
#include "repl/families.h"

void families_register(void) {
    if (command_count() > 0) {
        return; /* servers that live one after the other in a process share the table */
    }
    command_register(key_commands);
    command_register(keys_commands);
    command_register(keyspace_commands);
    command_register(multi_commands);
    command_register(string_commands);
    command_register(strings_commands);
    command_register(lcs_commands);
    command_register(bitmap_commands);
    command_register(bitfield_commands);
    command_register(lists_commands);
    command_register(list_moves_commands);
    command_register(list_blocking_commands);
    command_register(hashes_commands);
    command_register(hash_reads_commands);
    command_register(hash_expiry_commands);
    command_register(sets_commands);
    command_register(set_algebra_commands);
    command_register(zsets_commands);
    command_register(zset_ranges_commands);
    command_register(zset_algebra_commands);
    command_register(zset_blocking_commands);
    command_register(geo_commands);
    command_register(hyperloglog_commands);
    command_register(streams_commands);
    command_register(stream_groups_commands);
    command_register(stream_pending_commands);
    command_register(stream_reads_commands);
    command_register(stream_info_commands);
    command_register(sort_commands);
    command_register(dump_commands);
    command_register(pubsub_commands);
    command_register(replica_commands);
    command_register(server_commands);
    command_register(lolwut_commands);
    command_register(info_commands);
    command_register(config_commands);
    command_register(session_commands);
    command_register(client_commands);
    command_register(client_list_commands);
    command_register(command_commands);
    command_register(slowlog_commands);
    command_register(latency_commands);
    command_register(memory_commands);
    command_register(log_commands);
    command_register(save_commands);
    command_register(dump_send_commands);
    command_register(sync_commands);
    command_register(promotion_commands);
    command_register(debug_commands);
}
