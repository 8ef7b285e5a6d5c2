package import Streaming

/// A stream that is being sent, with what people call its listener and its track.
package struct LiveStream: Sendable {
    package let stream: OpenStreamInfo
    /// The person, or for a visitor whose link they have.
    package let person: String
    /// Nil for a track that is gone.
    package let title: String?
    package let artist: String?
}
