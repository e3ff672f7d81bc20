/* server/human.h - sizes for people: "1.50M", as Redis prints them. */
#pragma once

#include <stdint.h>

enum { HUMAN_MAX = 32 };
void human_bytes(char text[HUMAN_MAX], uint64_t bytes);
