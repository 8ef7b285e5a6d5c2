import CZlib
package import NIOCore

/// Compresses by gzip (RFC 1952), with zlib.
package enum Gzip {
    /// How hard zlib looks for repetitions.
    package enum Effort: Int32, Sendable {
        /// For replies that a client waits for: about 100 MB/s, a few percent larger than the smallest.
        case fast = 3
        /// For files that are compressed once.
        case thorough = 9
    }

    /// A gzip member has the largest window, 2^15 bytes; 16 more asks zlib for gzip's header and trailer.
    private static let windowBits: Int32 = 15 + 16
    /// zlib's own default.
    private static let memoryLevel: Int32 = 8

    /// Returns nil where the result would not be smaller than `content`.
    package static func compress(_ content: ByteBuffer, _ effort: Effort) -> ByteBuffer? {
        var stream = z_stream()
        // The macro deflateInit2 calls this function; Swift does not import the macro.
        let status = deflateInit2_(
            &stream, effort.rawValue, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        guard let room = UInt32(exactly: content.readableBytes) else { return nil }
        var result = ByteBuffer()
        let count = content.withUnsafeReadableBytes { source in
            result.writeWithUnsafeMutableBytes(minimumWritableBytes: source.count) { target in
                // zlib only reads its input; without ZLIB_CONST its type says otherwise.
                stream.next_in = UnsafeMutablePointer(mutating: source.assumingMemoryBound(to: UInt8.self).baseAddress)
                stream.avail_in = room
                stream.next_out = target.assumingMemoryBound(to: UInt8.self).baseAddress
                stream.avail_out = room
                let isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
                return isComplete ? Int(room - stream.avail_out) : 0
            }
        }
        return count > 0 ? result : nil
    }
}
