/* log/rdb_crc64.c - by tables, 8 bytes at a time, as base/crc32c.c explains it. */
#include "log/rdb_crc64.h"

#define POLYNOMIAL_REFLECTED UINT64_C(0x95ac9329ac4bc9b5)

static uint64_t table[8][256];

__attribute__((constructor)) static void make_tables(void) {
    for (uint64_t b = 0; b < 256; b++) {
        uint64_t crc = b;
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? POLYNOMIAL_REFLECTED : 0);
        }
        table[0][b] = crc;
    }
    for (int k = 1; k < 8; k++) {
        for (int b = 0; b < 256; b++) {
            uint64_t crc = table[k - 1][b];
            table[k][b] = (crc >> 8) ^ table[0][crc & 0xff];
        }
    }
}

uint64_t rdb_crc64(uint64_t crc, struct bytes bytes) {
    const char *p = bytes.data;
    size_t left = bytes.len;
    for (; left >= 8; left -= 8, p += 8) {
        uint64_t w;
        memcpy(&w, p, sizeof w);
        w ^= crc;
        crc = table[7][w & 0xff] ^ table[6][w >> 8 & 0xff] ^ table[5][w >> 16 & 0xff] ^
              table[4][w >> 24 & 0xff] ^ table[3][w >> 32 & 0xff] ^ table[2][w >> 40 & 0xff] ^
              table[1][w >> 48 & 0xff] ^ table[0][w >> 56];
    }
    for (; left > 0; left--, p++) {
        crc = (crc >> 8) ^ table[0][(crc ^ (uint8_t)*p) & 0xff];
    }
    return crc;
}
