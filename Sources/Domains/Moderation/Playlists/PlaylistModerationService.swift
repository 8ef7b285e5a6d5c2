import Journal
package import Primitives
package import Shelf

/// What moderators do about other people's public playlists.
package struct PlaylistModerationService: Sendable {
    private let store: any PlaylistModerationStore
    private let clock: any WallClock

    package init(store: any PlaylistModerationStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    package func playlists(
        _ query: ModeratedPlaylistQuery, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<ModeratedPlaylist> {
        try caller.require(.moderate)
        return try await store.playlists(query, page)
    }

    /// - Parameter reason: nil to show the playlist again.
    package func hide(
        _ id: ID<Playlist>, because reason: String?, as caller: Principal, from origin: String
    ) async throws -> ModeratedPlaylist {
        try caller.require(.moderate)
        guard let text = reason else {
            return try await store.hide(
                id, because: nil, by: caller, journal: entry("playlist.show", id, caller, origin, [:]))
        }
        let reason = try ModerationReason(text)
        return try await store.hide(
            id, because: reason, by: caller,
            journal: entry("playlist.hide", id, caller, origin, ["reason": reason.text]))
    }

    /// Removes it for good.
    package func delete(
        _ id: ID<Playlist>, because reason: String, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.moderate)
        let reason = try ModerationReason(reason)
        try await store.delete(
            id, because: reason, by: caller,
            journal: entry("playlist.delete", id, caller, origin, ["reason": reason.text]))
    }

    private func entry(
        _ action: String, _ id: ID<Playlist>, _ caller: Principal, _ origin: String, _ details: [String: String]
    ) -> JournalEntry {
        JournalEntry(
            at: clock.now(), by: .init(user: caller.user, origin: origin), action,
            .init(kind: "playlist", id: id.rawValue), details: details)
    }
}
