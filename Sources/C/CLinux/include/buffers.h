/// Memory for the buffers of TLS connections.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Allocates buffers of 32 and 16 KiB in an address range of their own. Only written pages cost memory, and the pages
/// of a freed buffer return to the system. Other sizes are allocated by malloc. Safe on any thread.
void *rondo_buffer_allocate(size_t size);
void *rondo_buffer_reallocate(void *pointer, size_t old_size, size_t new_size);
void rondo_buffer_free(void *pointer);
void rondo_buffer_copy(void *to, const void *from, size_t count);

/// A name for the buffer that `inside` points into, valid until it is freed. 0 for memory of malloc.
uint64_t rondo_buffer_name(const void *inside);

/// Releases the pages of that buffer, which reads as zeros afterwards. Does nothing when it was freed meanwhile. Only
/// for the thread that would free it, and only while its content is not needed.
void rondo_buffer_release_pages(uint64_t name);

#ifdef __cplusplus
}
#endif
