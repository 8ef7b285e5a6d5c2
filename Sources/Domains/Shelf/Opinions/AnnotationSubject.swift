package import Catalog
package import Primitives

/// What somebody can like, rate and write about.
package enum AnnotationSubject: Hashable, Sendable {
    case track(ID<Track>)
    case album(ID<Album>)
    case artist(ID<Artist>)

    package enum Kind: String, Sendable, CaseIterable {
        case track, album, artist
    }

    package var kind: Kind {
        switch self {
        case .track: .track
        case .album: .album
        case .artist: .artist
        }
    }

    /// The id as text.
    package var id: String {
        switch self {
        case .track(let id): id.rawValue
        case .album(let id): id.rawValue
        case .artist(let id): id.rawValue
        }
    }

    package init(_ kind: Kind, _ id: String) {
        switch kind {
        case .track: self = .track(ID(id))
        case .album: self = .album(ID(id))
        case .artist: self = .artist(ID(id))
        }
    }
}
