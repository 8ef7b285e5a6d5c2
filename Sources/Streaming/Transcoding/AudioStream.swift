package import Blobs
package import Catalog
import Primitives

/// A track's audio, about to be sent.
package struct AudioStream: Sendable {
    package enum Content: Sendable {
        /// Whole: the track's own file or a finished rendition. Ranges of it may be served.
        case file(any HeldFile)
        /// Being converted.
        case growing(TranscodeReader)
        /// Would have to be converted, which nobody has begun.
        case pending
    }

    package let source: TrackSource
    package let content: Content
    /// Nil for the file as it is.
    package let encoding: Encoding?
    /// Milliseconds into the track at which it begins.
    package let offset: Int64
    /// About how many bytes there will be; for what is whole, its file knows better.
    package let estimatedBytes: Int64

    init(
        _ source: TrackSource, _ content: Content, encoding: Encoding?, offset: Int64, estimatedBytes: Int64 = 0
    ) {
        self.source = source
        self.content = content
        self.encoding = encoding
        self.offset = offset
        self.estimatedBytes = estimatedBytes
    }

    package var mediaType: String { encoding?.format.mediaType ?? source.mediaType }

    /// Of the library that it comes from, for whoever ends streams when that is taken from their listener.
    package var libraryID: String { source.library.rawValue }

    /// Milliseconds of what is sent.
    package var duration: Int64 { max(0, source.durationMilliseconds - offset) }
}
