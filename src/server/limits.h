/* server/limits.h - how many clients the limit of open files allows. */
#pragma once

#include <stdint.h>

/* Raises the limit of open files for so many clients, as far as it can be; returns how many there can be. */
uint64_t limits_raise_clients(unsigned cores, uint64_t clients);
