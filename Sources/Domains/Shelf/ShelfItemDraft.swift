package import Catalog
package import Primitives

/// The values of a new item.
package struct ShelfItemDraft: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case entry(ShelfDescription)
        case track(ID<Track>)
        case album(ID<Album>)
    }

    package let content: Content
    /// The library's track or album that the item stands for; nil for an entry.
    package var subject: AnnotationSubject? {
        switch content {
        case .entry: nil
        case .track(let id): .track(id)
        case .album(let id): .album(id)
        }
    }
    package let comment: String
    /// The rating. For a track or album it becomes the user's rating of that.
    package let rating: Rating?
    package let folder: ID<ShelfFolder>?

    package init(
        _ content: Content, comment: String = "", rating: Rating? = nil, folder: ID<ShelfFolder>? = nil
    ) throws(DomainError) {
        self.content = content
        self.comment = try ShelfRules.lines(comment, 0...ShelfRules.longestComment, field: "comment")
        self.rating = rating
        self.folder = folder
    }
}

/// The description that a user types in for an entry.
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

/// A change of an item. Nil leaves a field as it is; `.some(nil)` clears it.
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
        self.title = try ShelfRules.line(title, 1...ShelfRules.longestTitle, field: "title")
        self.artist = try ShelfRules.line(artist, 0...ShelfRules.longestTitle, field: "artist")
        self.genre = try ShelfRules.line(genre, 0...ShelfRules.longestGenre, field: "genre")
        if let durationMilliseconds {
            self.durationMilliseconds = .some(try ShelfDescription.checked(durationMilliseconds))
        } else {
            self.durationMilliseconds = nil
        }
        self.comment = try ShelfRules.lines(comment, 0...ShelfRules.longestComment, field: "comment")
        self.rating = rating
        self.folder = folder
        self.cover = cover
    }

    /// Gives an item the comment, rating and folder that the draft has, and leaves the others.
    init(valuesOf draft: ShelfItemDraft) throws(DomainError) {
        try self.init(
            comment: draft.comment.isEmpty ? nil : draft.comment, rating: draft.rating.map { .some($0) },
            folder: draft.folder.map { .some($0) })
    }

    /// The name of the first changed field that only an entry can change; nil where there is none.
    package var describedField: String? {
        if title != nil { return "title" }
        if artist != nil { return "artist" }
        if genre != nil { return "genre" }
        if durationMilliseconds != nil { return "durationMs" }
        return cover == nil ? nil : "cover"
    }
}
