package import Catalog

/// A post with the track that it is about, as the catalogue has it now.
package struct PostItem: Sendable {
    package let post: Post
    /// Nil when the reader does not see the song, or the catalogue has forgotten it.
    package let track: TrackItem?
    package let isOwn: Bool
}
