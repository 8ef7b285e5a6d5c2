import Catalog
import Primitives
import Shelf

/// Finds out what shares hold at present, for somebody: their owner, in whose place visitors listen.
struct ShareReading: Sendable {
    /// However many albums and playlists a share names.
    private static let maximumTracks = 5_000
    let catalog: any CatalogStore
    let playlists: any PlaylistStore

    /// What `describe` makes of each share with its heading and its tracks, one share after the other: the same few calls of the stores however
    /// many there are, and the tracks of one in memory beside what several have in common. Each track comes once, in the share's order, without
    /// those that are missing or that `owner` does not see.
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
                let held =
                    switch item {
                    case .track(let id): [id]
                    case .album(let id): albums[id] ?? []
                    case .playlist(let id): lists[id]?.tracks ?? []
                    }
                return held.filter { seen.insert($0).inserted }
            }
        }
        let all = Set(ids.joined())
        let found = try await catalog.items(for: Array(all), in: owner.libraries).filter { !$0.isMissing }
        let byID = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return try zip(shares, ids).map { share, ids in
            let tracks = Array(ids.lazy.compactMap { byID[$0] }.prefix(Self.maximumTracks))
            return try describe(share, ShareHeading(of: share, holding: tracks, playlists: names), tracks)
        }
    }

    /// The track, if it is one of the share's and `owner` sees it.
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
