package import Primitives
package import Catalog

/// What somebody wants different about an item; nil leaves it as it is, and nil within takes it away.
package struct ShelfItemChange: Sendable, Equatable {
    package let title: String?
    package let artist: String?
    package let genre: String?
    package let durationMilliseconds: Int64??
    package let comment: String?
    package let rating: Rating??
    package let folder: ID<ShelfFolder>??
    package let cover: BlobKey??

    package init(
        title: String? = nil, artist: String? = nil, genre: String? = nil, durationMilliseconds: Int64?? = nil,
        comment: String? = nil, rating: Rating?? = nil, folder: ID<ShelfFolder>?? = nil, cover: BlobKey?? = nil
    ) throws(DomainError) {
        self.title = try Self.line(title, 1...ShelfRules.longestTitle, "title")
        self.artist = try Self.line(artist, 0...ShelfRules.longestTitle, "artist")
        self.genre = try Self.line(genre, 0...ShelfRules.longestGenre, "genre")
        if let durationMilliseconds {
            self.durationMilliseconds = .some(try ShelfDescription.checked(durationMilliseconds))
        } else {
            self.durationMilliseconds = nil
        }
        if let comment {
            self.comment = try ShelfRules.lines(comment, 0...ShelfRules.longestComment, field: "comment")
        } else {
            self.comment = nil
        }
        self.rating = rating
        self.folder = folder
        self.cover = cover
    }

    /// The first of what only an entry can have changed.
    package var describedField: String? {
        if title != nil { return "title" }
        if artist != nil { return "artist" }
        if genre != nil { return "genre" }
        if durationMilliseconds != nil { return "durationMs" }
        return cover == nil ? nil : "cover"
    }

    private static func line(
        _ text: String?, _ length: ClosedRange<Int>, _ field: String
    ) throws(DomainError) -> String? {
        guard let text else { return nil }
        return try ShelfRules.line(text, length, field: field)
    }
}
