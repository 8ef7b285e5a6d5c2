package import Primitives
package import Catalog

/// The audio of a track, or of a file that is none, about to be sent.
package struct AudioStream: Sendable {
    package enum Content: Sendable {
        /// Whole: the track's own file or a finished rendition. Ranges of it may be served.
        case file(any ReadableFile)
        /// Being converted.
        case growing(TranscodeReader)
        /// Would have to be converted, which nobody has begun.
        case pending
    }

    /// Nil for what is no track.
    package let source: TrackSource?
    /// What is sent, before it is converted.
    package let audio: AudioProperties
    package let content: Content
    /// Nil for the file as it is.
    package let encoding: Encoding?
    /// Milliseconds into the track at which it begins.
    package let offset: Int64
    /// About how many bytes there will be; for what is whole, its file knows better.
    package let estimatedBytes: Int64
    /// The right to send it, to be kept for as long as it is sent; nil where nothing is to be sent.
    package let place: StreamSlot?

    init(
        _ source: TrackSource, _ content: Content, encoding: Encoding?, offset: Int64, estimatedBytes: Int64 = 0,
        place: StreamSlot? = nil
    ) {
        self.init(
            source, source.audio, content, encoding: encoding, offset: offset, estimatedBytes: estimatedBytes,
            place: place)
    }

    init(
        _ source: TrackSource?, _ audio: AudioProperties, _ content: Content, encoding: Encoding?, offset: Int64,
        estimatedBytes: Int64 = 0, place: StreamSlot? = nil
    ) {
        self.source = source
        self.audio = audio
        self.content = content
        self.encoding = encoding
        self.offset = offset
        self.estimatedBytes = estimatedBytes
        self.place = place
    }

    /// The same stream, in this place.
    func taking(_ place: StreamSlot?) -> AudioStream {
        if let encoding { place?.convert(to: encoding) }
        return AudioStream(
            source, audio, content, encoding: encoding, offset: offset, estimatedBytes: estimatedBytes, place: place)
    }

    package var mediaType: String { encoding?.format.mediaType ?? audio.mediaType }

    /// Of the part of a library that it comes from, for whoever ends streams when that is taken from their listener.
    package var libraryID: String? { source?.part }
    package var trackID: String? { source?.track.rawValue }

    /// Milliseconds of what is sent.
    package var duration: Int64 { max(0, audio.durationMilliseconds - offset) }
}
