/* server/limits.c - files that are no clients: listeners, the log, and what each core's loop needs. */
#include "server/limits.h"

#include "sys/machine.h"

enum { FILES_OF_PROCESS = 64, FILES_OF_CORE = 4 };

uint64_t limits_raise_clients(unsigned cores, uint64_t clients) {
    uint64_t others = FILES_OF_PROCESS + (uint64_t)cores * FILES_OF_CORE;
    uint64_t files = process_raise_open_files(clients + others);
    if (files >= clients + others) {
        return clients;
    }
    return files > others ? files - others : 0;
}
