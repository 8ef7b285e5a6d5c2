package import Journal
package import Primitives
package import Shelf

/// Lets moderators hide, show and delete other users' public playlists.
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

    /// Deletes the playlist for good.
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

/// A public playlist as moderators see it, hidden or not.
package struct ModeratedPlaylist: Sendable, Equatable {
    package let id: ID<Playlist>
    package let name: String
    package let description: String
    package let owner: NamedPerson
    package let entries: Int
    package let cover: BlobKey?
    package let changedAt: Timestamp
    package let hiding: PlaylistHiding?

    package init(
        id: ID<Playlist>, name: String, description: String, owner: NamedPerson, entries: Int, cover: BlobKey?,
        changedAt: Timestamp, hiding: PlaylistHiding?
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.owner = owner
        self.entries = entries
        self.cover = cover
        self.changedAt = changedAt
        self.hiding = hiding
    }
}

/// The filter of a moderator's list of public playlists.
package struct ModeratedPlaylistQuery: Sendable, Equatable {
    /// A part of the title or of the owner's name; empty for all.
    package var text: String
    package var hiddenOnly: Bool

    package init(text: String = "", hiddenOnly: Bool = false) {
        self.text = text
        self.hiddenOnly = hiddenOnly
    }
}

/// Stores the moderation of playlists. Every method is one transaction. A playlist that is not public is treated as
/// nonexistent.
package protocol PlaylistModerationStore: Sendable {
    /// The playlists, latest change first.
    func playlists(_ query: ModeratedPlaylistQuery, _ page: PageRequest) async throws -> Page<ModeratedPlaylist>
    /// - Parameter reason: nil to show it again.
    func hide(
        _ id: ID<Playlist>, because reason: ModerationReason?, by caller: Principal, journal entry: JournalEntry
    ) async throws -> ModeratedPlaylist
    func delete(
        _ id: ID<Playlist>, because reason: ModerationReason, by caller: Principal, journal entry: JournalEntry
    ) async throws
}
