import CLinux
@_spi(CustomByteBufferAllocator) import NIOCore

/// Where connections have their buffers. NIOSSL (2.37) keeps 48 KiB for each as long as it lives, most of it never written to:
/// this memory costs the pages that were, and goes back to the system with the connection.
enum BufferMemory {
    static let allocator = ByteBufferAllocator(
        allocate: { rondo_buffer_allocate($0) },
        reallocate: { rondo_buffer_reallocate($0, $1, $2) },
        deallocate: { rondo_buffer_free($0) },
        copy: { rondo_buffer_copy($0, $1, $2) })
}
