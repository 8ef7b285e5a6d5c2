package import Catalog
package import Primitives

/// An item that is about to be put on a shelf.
package struct ShelfItemDraft: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case entry(ShelfDescription)
        case track(ID<Track>)
        case album(ID<Album>)
    }

    package let content: Content
    /// The track or album of the library that it is.
    package var subject: AnnotationSubject? {
        switch content {
        case .entry: nil
        case .track(let id): .track(id)
        case .album(let id): .album(id)
        }
    }
    package let comment: String
    /// Of a track or album it becomes the person's rating of it.
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
