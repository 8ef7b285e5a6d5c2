package import Primitives

/// What somebody wants different about their wish; nil leaves it as it is.
package struct WishChange: Sendable, Equatable {
    package let title: String?
    package let artist: String?
    package let note: String?
    /// Within: nil takes the picture away.
    package let cover: BlobKey??

    package init(
        title: String? = nil, artist: String? = nil, note: String? = nil, cover: BlobKey?? = nil
    ) throws(DomainError) {
        if let title {
            self.title = try ShelfRules.line(title, 1...WishRules.longestTitle, field: "title")
        } else {
            self.title = nil
        }
        if let artist {
            self.artist = try ShelfRules.line(artist, 0...WishRules.longestTitle, field: "artist")
        } else {
            self.artist = nil
        }
        if let note {
            self.note = try ShelfRules.lines(note, 0...WishRules.longestNote, field: "note")
        } else {
            self.note = nil
        }
        self.cover = cover
    }
}
