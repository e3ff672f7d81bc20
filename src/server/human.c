/* server/human.c - see human.h. */
#include "server/human.h"

#include <stdio.h>

void human_bytes(char text[HUMAN_MAX], uint64_t bytes) {
    static const char units[] = "BKMGTP";
    double size = (double)bytes;
    unsigned unit = 0;
    while (size >= 1024 && unit < sizeof(units) - 2) {
        size /= 1024;
        unit++;
    }
    if (unit == 0) {
        snprintf(text, HUMAN_MAX, "%lluB", (unsigned long long)bytes);
    } else {
        snprintf(text, HUMAN_MAX, "%.2f%c", size, units[unit]);
    }
}
