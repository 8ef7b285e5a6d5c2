package import Catalog
import Primitives
import Shelf

/// The name that a share goes by, and what kind of thing has it.
package struct ShareHeading: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case track, album, playlist
        /// Several things.
        case mix
    }

    /// Names that stand in the title of several things.
    private static let names = 2

    package let kind: Kind
    /// What the owner wrote, else what is shared; empty where nothing of it is there.
    package let title: String
    /// Of a track or an album; else empty.
    package let artists: [String]

    /// - Parameters:
    ///   - tracks: what the share holds at present.
    ///   - playlists: the names of its playlists.
    init(of share: Share, holding tracks: [TrackItem], playlists: [ID<Playlist>: String]) {
        let names = share.items.compactMap { item in
            switch item {
            case .track(let id): tracks.first { $0.id == id }?.title
            case .album(let id): tracks.first { $0.album == id }?.albumName
            case .playlist(let id): playlists[id]
            }
        }
        switch (share.items.count, share.items.first) {
        case (1, .track): (kind, artists) = (.track, tracks.first?.artists.map(\.name) ?? [])
        case (1, .album): (kind, artists) = (.album, tracks.first?.albumArtists.map(\.name) ?? [])
        case (1, .playlist): (kind, artists) = (.playlist, [])
        default: (kind, artists) = (.mix, [])
        }
        let more = names.count - Self.names
        title = share.description ?? names.prefix(Self.names).joined(separator: ", ") + (more > 0 ? " +\(more)" : "")
    }
}
