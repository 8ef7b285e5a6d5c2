package import Primitives

/// A rendition ready to be sent.
package enum RenditionContent: Sendable {
    case file(any ReadableFile)
    /// Just made; on its way into the cache.
    case bytes([UInt8])
}
