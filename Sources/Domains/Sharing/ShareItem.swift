package import Catalog
package import Primitives
package import Shelf

/// One thing of a share. An album and a playlist are what they hold at the time of the visit.
package enum ShareItem: Sendable, Hashable {
    case track(ID<Track>)
    case album(ID<Album>)
    case playlist(ID<Playlist>)

    var album: ID<Album>? { if case .album(let id) = self { id } else { nil } }

    var playlist: ID<Playlist>? { if case .playlist(let id) = self { id } else { nil } }
}
