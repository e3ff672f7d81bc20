/* server/families.c - the one place where every command of the program is registered. */
#include "server/families.h"

#include "command/families.h"

void families_register(void) {
    command_register(key_commands);
    command_register(keys_commands);
    command_register(keyspace_commands);
    command_register(string_commands);
    command_register(strings_commands);
    command_register(lcs_commands);
    command_register(bitmap_commands);
    command_register(bitfield_commands);
    command_register(server_commands);
}
