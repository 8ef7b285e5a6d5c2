#define _GNU_SOURCE
#include "buffers.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Equal slots in one address range. The free slots are a stack, with the most recently used ones on top.
struct region {
    size_t slot;
    uint32_t count;
    char *start;
    uint32_t *free;
    uint32_t free_count;
    // The number of times that each slot was freed.
    uint32_t *generations;
    // Slots from here on were never used.
    uint32_t unused;
    pthread_mutex_t lock;
};

// The buffers for decrypted and for encrypted bytes (NIOSSLHandler.plaintextReadBuffer, ByteBufferBIO.outboundBuffer).
static struct region regions[] = {
    {.slot = 32 * 1024, .count = 16 * 1024, .lock = PTHREAD_MUTEX_INITIALIZER},
    {.slot = 16 * 1024, .count = 16 * 1024, .lock = PTHREAD_MUTEX_INITIALIZER},
};
#define REGIONS (sizeof(regions) / sizeof(regions[0]))
// The number of free slots that retain their pages.
#define WARM 64

static pthread_once_t reserved = PTHREAD_ONCE_INIT;

static void reserve(void) {
    for (size_t index = 0; index < REGIONS; index++) {
        struct region *region = &regions[index];
        size_t length = region->slot * region->count;
        char *start = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (start == MAP_FAILED) continue;
#if defined(MADV_NOHUGEPAGE)
        madvise(start, length, MADV_NOHUGEPAGE);
#endif
        region->free = calloc(region->count, 2 * sizeof(uint32_t));
        if (region->free == NULL) {
            munmap(start, length);
            continue;
        }
        region->generations = region->free + region->count;
        region->start = start;
    }
}

static struct region *region_of(const void *pointer) {
    for (size_t index = 0; index < REGIONS; index++) {
        struct region *region = &regions[index];
        const char *address = pointer;
        if (region->start != NULL && address >= region->start && address < region->start + region->slot * region->count)
            return region;
    }
    return NULL;
}

void *rondo_buffer_allocate(size_t size) {
    pthread_once(&reserved, reserve);
    for (size_t index = 0; index < REGIONS; index++) {
        struct region *region = &regions[index];
        if (region->slot != size || region->start == NULL) continue;
        pthread_mutex_lock(&region->lock);
        uint32_t slot = region->free_count > 0 ? region->free[--region->free_count]
            : region->unused < region->count   ? region->unused++
                                               : UINT32_MAX;
        pthread_mutex_unlock(&region->lock);
        if (slot != UINT32_MAX) return region->start + region->slot * slot;
    }
    return malloc(size);
}

void rondo_buffer_free(void *pointer) {
    struct region *region = region_of(pointer);
    if (region == NULL) {
        free(pointer);
        return;
    }
    uint32_t slot = (uint32_t)(((char *)pointer - region->start) / region->slot);
    pthread_mutex_lock(&region->lock);
    int cold = region->free_count >= WARM;
    region->generations[slot]++;
    pthread_mutex_unlock(&region->lock);
    // Before another thread can allocate it.
    if (cold) madvise(pointer, region->slot, MADV_DONTNEED);
    pthread_mutex_lock(&region->lock);
    region->free[region->free_count++] = slot;
    pthread_mutex_unlock(&region->lock);
}

void *rondo_buffer_reallocate(void *pointer, size_t old_size, size_t new_size) {
    struct region *region = pointer == NULL ? NULL : region_of(pointer);
    if (region == NULL) return realloc(pointer, new_size);
    void *moved = rondo_buffer_allocate(new_size);
    if (moved == NULL) return NULL;
    memcpy(moved, pointer, old_size < new_size ? old_size : new_size);
    rondo_buffer_free(pointer);
    return moved;
}

void rondo_buffer_copy(void *to, const void *from, size_t count) { memcpy(to, from, count); }

uint64_t rondo_buffer_name(const void *inside) {
    struct region *region = region_of(inside);
    if (region == NULL) return 0;
    uint64_t slot = (uint64_t)((const char *)inside - region->start) / region->slot;
    pthread_mutex_lock(&region->lock);
    uint64_t generation = region->generations[slot];
    pthread_mutex_unlock(&region->lock);
    return generation << 32 | slot << 8 | (uint64_t)(region - regions + 1);
}

void rondo_buffer_release_pages(uint64_t name) {
    uint64_t index = name & 0xFF, slot = name >> 8 & 0xFFFFFF;
    if (index == 0 || index > REGIONS) return;
    struct region *region = &regions[index - 1];
    pthread_mutex_lock(&region->lock);
    // Under the lock, no other thread can free the slot and reuse it meanwhile.
    if (slot < region->count && region->generations[slot] == name >> 32)
        madvise(region->start + region->slot * slot, region->slot, MADV_DONTNEED);
    pthread_mutex_unlock(&region->lock);
}
