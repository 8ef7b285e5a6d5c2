package import Catalog
package import Primitives

/// What an item of a shelf is.
package enum ShelfSource: Hashable, Sendable {
    /// Typed in by hand.
    case entry
    case track(ID<Track>)
    case album(ID<Album>)

    package enum Kind: String, Sendable, CaseIterable {
        case entry, track, album
    }

    package var kind: Kind {
        switch self {
        case .entry: .entry
        case .track: .track
        case .album: .album
        }
    }

    /// What the person rates when they rate the item; nil for an entry, whose rating is its own.
    package var subject: AnnotationSubject? {
        switch self {
        case .entry: nil
        case .track(let id): .track(id)
        case .album(let id): .album(id)
        }
    }
}
