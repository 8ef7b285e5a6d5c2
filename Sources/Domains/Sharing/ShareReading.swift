package import Catalog
import Primitives
import Shelf

/// Resolves the contents of shares at present, as their owner, in whose place visitors listen.
struct ShareReading: Sendable {
    /// The most tracks of a share, however many albums and playlists it names.
    private static let maximumTracks = 5_000
    let catalog: any CatalogStore
    let playlists: any PlaylistStore

    /// Calls `describe` for one share after the other, with its heading and its tracks, and returns the results. The
    /// number of store calls is the same for any number of shares, and only one share's tracks are in memory besides
    /// those that several have in common. Each track occurs once, in the share's order. Missing tracks and tracks that
    /// `owner` does not see are left out.
    func tracks<Description>(
        of shares: [Share], as owner: Principal, _ describe: (Share, ShareHeading, [TrackItem]) throws -> Description
    ) async throws -> [Description] {
        let items = shares.flatMap(\.items)
        let albums = try await catalog.tracks(ofAlbums: items.compactMap(\.album), in: owner.libraries)
        let lists = try await playlists.contents(
            of: items.compactMap(\.playlist), for: owner, limit: Self.maximumTracks)
        let names = lists.mapValues(\.name)
        let ids = shares.map { share in
            var seen: Set<ID<Track>> = []
            return share.items.flatMap { item in
                let itemTracks =
                    switch item {
                    case .track(let id): [id]
                    case .album(let id): albums[id] ?? []
                    case .playlist(let id): lists[id]?.tracks ?? []
                    }
                return itemTracks.filter { seen.insert($0).inserted }
            }
        }
        let byID = try await catalog.itemsByID(ids.joined(), in: owner.libraries).filter { !$0.value.isMissing }
        return try zip(shares, ids).map { share, ids in
            let tracks = Array(ids.lazy.compactMap { byID[$0] }.prefix(Self.maximumTracks))
            return try describe(share, ShareHeading(of: share, holding: tracks, playlists: names), tracks)
        }
    }

    /// The track, if it belongs to the share and `owner` sees it.
    func track(_ id: ID<Track>, of share: Share, as owner: Principal) async throws -> TrackItem? {
        guard let item = try await catalog.items(for: [id], in: owner.libraries).first, !item.isMissing else {
            return nil
        }
        if share.items.contains(.track(id)) || share.items.contains(.album(item.album)) { return item }
        let lists = share.items.compactMap(\.playlist)
        guard !lists.isEmpty else { return nil }
        return try await playlists.holds(id, in: lists, for: owner) ? item : nil
    }
}

/// A share's title, with the kind of thing that it names.
package struct ShareHeading: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case track, album, playlist
        /// Several things.
        case mix
    }

    /// The number of names in the title of several things.
    private static let names = 2

    package let kind: Kind
    /// The owner's description, or else the names of the items; empty where none of them is there.
    package let title: String
    /// The artists of a track or an album; empty otherwise.
    package let artists: [String]

    /// - Parameters:
    ///   - tracks: the share's tracks at present.
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

/// The contents of a share, for a visitor with the link.
package struct ShareContents: Sendable {
    package let share: Share
    /// The owner's display name.
    package let owner: String
    package let heading: ShareHeading
    /// The present tracks, each once, in the share's order.
    package let tracks: [TrackItem]
}
