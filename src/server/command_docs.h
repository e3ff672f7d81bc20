/* server/command_docs.h - COMMAND DOCS, whose row stands in command_info.c. */
#pragma once

#include "engine/command.h"

void command_docs(struct call *call);
