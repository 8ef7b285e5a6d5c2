import Catalog
import Primitives
import Shelf

/// Finds out what a share holds at present, for somebody: its owner, in whose place visitors listen.
struct ShareReading: Sendable {
    /// However many albums and playlists it names.
    private static let maximumTracks = 5_000
    let catalog: any CatalogStore
    let playlists: any PlaylistStore

    /// Each once, in the share's order, without those that are missing or that `owner` does not see.
    func tracks(of share: Share, as owner: Principal) async throws -> [TrackItem] {
        let single = share.items.compactMap { if case .track(let id) = $0 { id } else { nil } }
        let items = try await catalog.items(for: single, in: owner.libraries)
        let byID = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var found: [TrackItem] = []
        var seen: Set<ID<Track>> = []
        for item in share.items where found.count < Self.maximumTracks {
            let next: [TrackItem] =
                switch item {
                case .track(let id): byID[id].map { [$0] } ?? []
                case .album(let id): try await catalog.album(id, in: owner.libraries)?.tracks ?? []
                case .playlist(let id):
                    try await catalog.items(
                        for: Array(entries(of: id, as: owner).prefix(Self.maximumTracks)), in: owner.libraries)
                }
            found += next.filter { !$0.isMissing && seen.insert($0.id).inserted }
        }
        return Array(found.prefix(Self.maximumTracks))
    }

    /// The track, if it is one of the share's and `owner` sees it.
    func track(_ id: ID<Track>, of share: Share, as owner: Principal) async throws -> TrackItem? {
        guard let item = try await catalog.items(for: [id], in: owner.libraries).first, !item.isMissing else {
            return nil
        }
        if share.items.contains(.track(id)) || share.items.contains(.album(item.album)) { return item }
        for case .playlist(let playlist) in share.items
        where try await entries(of: playlist, as: owner).contains(id) {
            return item
        }
        return nil
    }

    /// Nothing of a playlist that is gone, or that `owner` may no longer read.
    private func entries(of playlist: ID<Playlist>, as owner: Principal) async throws -> [ID<Track>] {
        do {
            return try await playlists.entries(of: playlist, for: owner).map(\.track)
        } catch let error as DomainError where error.code == .notFound {
            return []
        }
    }
}
