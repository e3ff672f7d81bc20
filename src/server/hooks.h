/* server/hooks.h - what the server plugs into the engine. */
#pragma once

#include "engine/core.h"

void hooks_fill(struct engine_hooks *hooks);
