package import Catalog
package import Primitives
package import Shelf

extension SQLitePlaylistStore {
    package func preview(
        _ rules: SmartRules, for caller: Principal, first: Int
    ) async throws -> (count: Int, durationMilliseconds: Int64, first: [ID<Track>]) {
        try await database.read { try PlaylistWriter.check(rules, for: caller, $0) }
        let result = try await finder.result(of: rules, for: caller)
        return (result.tracks.count, result.durationMilliseconds, Array(result.tracks.prefix(first)))
    }

    /// As it is stored, without what rules find.
    func bare(_ id: ID<Playlist>, for caller: Principal) async throws -> Playlist {
        try await database.read { try PlaylistReader($0, for: caller).playlist(id) }
    }

    func smart(_ id: ID<Playlist>, for caller: Principal) async throws -> SmartContents? {
        let playlist = try await bare(id, for: caller)
        guard let rules = playlist.rules else { return nil }
        return SmartContents(
            playlist: playlist,
            result: try await result(of: rules, in: playlist, for: caller))
    }

    func result(of rules: SmartRules, in playlist: Playlist, for caller: Principal) async throws -> SmartResult {
        try await finder.result(
            of: playlist.id, playlist.revision, rules, for: rules.subject(of: playlist.owner.id, for: caller))
    }

    func filled(_ playlists: [Playlist], for caller: Principal) async throws -> [Playlist] {
        let end = ContinuousClock.now + finder.timeout.page
        var filled: [Playlist] = []
        for playlist in playlists {
            guard let rules = playlist.rules else {
                filled.append(playlist)
                continue
            }
            let subject = rules.subject(of: playlist.owner.id, for: caller)
            var result = finder.known(playlist.id, playlist.revision, rules, for: subject)
            if result == nil, ContinuousClock.now < end {
                do {
                    result = try await self.result(of: rules, in: playlist, for: caller)
                } catch let error as DomainError where error == .rulesTooSlow {
                    // The list is of use without it; the playlist itself says what is wrong.
                }
            }
            filled.append(result.map { playlist.filled(with: $0) } ?? playlist)
        }
        return filled
    }
}

extension Playlist {
    func filled(with result: SmartResult) -> Playlist {
        var playlist = self
        playlist.covers = result.covers
        playlist.totals = PlaylistTotals(
            entries: result.tracks.count, missing: 0, hidden: 0, durationMilliseconds: result.durationMilliseconds)
        playlist.contents = result.stamp
        return playlist
    }
}
