package import Primitives
package import Journal
package import Shelf

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

/// Which public playlists a moderator looks at.
package struct ModeratedPlaylistQuery: Sendable, Equatable {
    /// Part of the title or of its owner's name; empty for all.
    package var text: String
    package var hiddenOnly: Bool

    package init(text: String = "", hiddenOnly: Bool = false) {
        self.text = text
        self.hiddenOnly = hiddenOnly
    }
}

/// What moderating playlists needs from storage. Every method is one transaction; a playlist that is not public is treated as if it never
/// was.
package protocol PlaylistModerationStore: Sendable {
    /// Those that were changed last come first.
    func playlists(_ query: ModeratedPlaylistQuery, _ page: PageRequest) async throws -> Page<ModeratedPlaylist>
    /// - Parameter reason: nil to show it again.
    func hide(
        _ id: ID<Playlist>, because reason: ModerationReason?, by caller: Principal, journal entry: JournalEntry
    ) async throws -> ModeratedPlaylist
    func delete(
        _ id: ID<Playlist>, because reason: ModerationReason, by caller: Principal, journal entry: JournalEntry
    ) async throws
}
