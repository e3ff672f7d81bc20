/* server/families.h - the families of commands that live in this layer; each file's rows, ended by
 * an empty one. families.c registers them, after those of command/. */
#pragma once

#include "engine/command.h"

extern const struct command server_commands[]; /* TIME SHUTDOWN */
extern const struct command lolwut_commands[];
extern const struct command info_commands[];
extern const struct command config_commands[];
extern const struct command session_commands[]; /* HELLO AUTH PING ECHO SELECT MONITOR … */
extern const struct command client_commands[];
extern const struct command
    client_list_commands[]; /* CLIENT LIST and KILL: after client_commands */
extern const struct command command_commands[];
extern const struct command slowlog_commands[];
extern const struct command latency_commands[];
extern const struct command memory_commands[];
extern const struct command log_commands[];       /* BGREWRITEAOF WAITAOF ANAX */
extern const struct command save_commands[];      /* SAVE BGSAVE LASTSAVE */
extern const struct command dump_send_commands[]; /* REPLCONF SYNC PSYNC */
extern const struct command debug_commands[];

void families_register(void);
