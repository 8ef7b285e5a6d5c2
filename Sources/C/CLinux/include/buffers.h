/// Memory for the buffers that every TLS connection holds.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Allocates buffers of 32 and 16 KiB in a stretch of addresses of their own: only the pages that were written to cost memory, and those of a
/// buffer that is given back go back to the system. Other sizes are malloc's. Safe on any thread.
void *rondo_buffer_allocate(size_t size);
void *rondo_buffer_reallocate(void *pointer, size_t old_size, size_t new_size);
void rondo_buffer_free(void *pointer);
void rondo_buffer_copy(void *to, const void *from, size_t count);

/// Names the buffer that `inside` points into, until it is freed. 0 for memory of malloc's.
uint64_t rondo_buffer_name(const void *inside);

/// Gives back the pages of that buffer, which reads as zeros afterwards. Nothing when it was freed meanwhile. Only for the thread that would free
/// it, and only while nobody needs what it holds.
void rondo_buffer_release_pages(uint64_t name);

#ifdef __cplusplus
}
#endif
