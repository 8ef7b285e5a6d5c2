package import Primitives
package import Catalog

/// One conversion, from an open file.
package struct EncodeJob: Sendable {
    package enum Input: Sendable {
        /// The track's own file.
        case original
        /// A finished rendition in the very encoding that is asked for: it is cut, not encoded again.
        case finished
    }

    package let file: any ReadableFile
    package let input: Input
    package let encoding: Encoding
    /// Milliseconds.
    package let offset: Int64
    /// Milliseconds of the whole track, 0 when unknown.
    package let duration: Int64
    /// About how many bytes will come out.
    package let estimatedBytes: Int64
    /// Whether the whole of it may stay in the cache; what is no track may be gone at any time, and leaves nothing behind.
    package let isForKeeping: Bool

    package init(
        _ file: any ReadableFile, _ input: Input, _ encoding: Encoding, offset: Int64, duration: Int64,
        estimatedBytes: Int64, isForKeeping: Bool = true
    ) {
        self.file = file
        self.input = input
        self.encoding = encoding
        self.offset = offset
        self.duration = duration
        self.estimatedBytes = estimatedBytes
        self.isForKeeping = isForKeeping
    }
}
