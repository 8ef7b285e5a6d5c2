package import Primitives

/// What somebody types in about an entry.
package struct ShelfDescription: Sendable, Equatable {
    package let title: String
    package let artist: String
    package let genre: String
    package let durationMilliseconds: Int64?

    package init(
        title: String, artist: String = "", genre: String = "", durationMilliseconds: Int64? = nil
    ) throws(DomainError) {
        self.title = try ShelfRules.line(title, 1...ShelfRules.longestTitle, field: "title")
        self.artist = try ShelfRules.line(artist, 0...ShelfRules.longestTitle, field: "artist")
        self.genre = try ShelfRules.line(genre, 0...ShelfRules.longestGenre, field: "genre")
        self.durationMilliseconds = try ShelfDescription.checked(durationMilliseconds)
    }

    static func checked(_ duration: Int64?) throws(DomainError) -> Int64? {
        guard let duration else { return nil }
        guard (1...ShelfRules.longestDuration).contains(duration) else {
            throw .invalid("durationMs is at least one millisecond and at most a week", field: "durationMs")
        }
        return duration
    }
}
