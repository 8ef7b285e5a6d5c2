package import Primitives

/// What somebody wishes for.
package struct WishDraft: Sendable, Equatable {
    package let title: String
    package let artist: String
    package let note: String

    package init(title: String, artist: String = "", note: String = "") throws(DomainError) {
        self.title = try ShelfRules.line(title, 1...WishRules.longestTitle, field: "title")
        self.artist = try ShelfRules.line(artist, 0...WishRules.longestTitle, field: "artist")
        self.note = try ShelfRules.lines(note, 0...WishRules.longestNote, field: "note")
    }
}
