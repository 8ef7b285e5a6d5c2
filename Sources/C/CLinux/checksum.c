#include "clinux.h"

#include <pthread.h>

// Slicing by 8: eight bytes a step by eight tables (Kounavis and Berry, "Novel Table Lookup-Based Algorithms for
// High-Performance CRC Generation", 2008). The polynomial is that of zip, gzip and PNG, reflected.
#define POLYNOMIAL 0xEDB88320u

static uint32_t tables[8][256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t value = byte;
        for (int bit = 0; bit < 8; bit++) value = value & 1 ? value >> 1 ^ POLYNOMIAL : value >> 1;
        tables[0][byte] = value;
    }
    for (int slice = 1; slice < 8; slice++) {
        for (uint32_t byte = 0; byte < 256; byte++) {
            uint32_t before = tables[slice - 1][byte];
            tables[slice][byte] = before >> 8 ^ tables[0][before & 0xFF];
        }
    }
}

uint32_t rondo_crc32(uint32_t checksum, const void *bytes, size_t count) {
    pthread_once(&once, fill);
    const uint8_t *at = bytes;
    uint32_t value = ~checksum;
    for (; count >= 8; at += 8, count -= 8) {
        uint32_t low = value ^ ((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
        value = tables[7][low & 0xFF] ^ tables[6][low >> 8 & 0xFF] ^ tables[5][low >> 16 & 0xFF] ^ tables[4][low >> 24]
            ^ tables[3][at[4]] ^ tables[2][at[5]] ^ tables[1][at[6]] ^ tables[0][at[7]];
    }
    for (; count > 0; at++, count--) value = value >> 8 ^ tables[0][(value ^ *at) & 0xFF];
    return ~value;
}
