import Accounts
import Journal
package import Primitives

/// The folders of playlists, of which each user has their own.
package struct PlaylistFolderService: Sendable {
    private let store: any PlaylistFolderStore
    private let clock: any WallClock

    package init(store: any PlaylistFolderStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// The caller's folders by name.
    package func folders(as caller: Principal) async throws -> [PlaylistFolder] {
        try caller.require(.listen)
        return try await store.folders(of: caller)
    }

    package func folder(_ id: ID<PlaylistFolder>, as caller: Principal) async throws -> PlaylistFolder {
        guard let folder = try await folders(as: caller).first(where: { $0.id == id }) else {
            throw DomainError.noPlaylistFolder
        }
        return folder
    }

    package func create(
        _ draft: PlaylistFolderDraft, as caller: Principal, from origin: String
    ) async throws -> ID<PlaylistFolder> {
        try caller.require(.listen)
        let instant = clock.now()
        let id = ID<PlaylistFolder>.make(at: instant)
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "playlistFolder.create", .init("playlistFolder", id))
        try await store.edit { folders in
            try folders.tree(of: caller.user).checkAddition(to: draft.parent)
            return Self.changes([.add(id, draft, of: caller.user, at: instant)], entry, of: caller)
        }
        return id
    }

    /// An empty change only checks that there is the folder.
    package func edit(
        _ id: ID<PlaylistFolder>, _ change: PlaylistFolderChange, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.listen)
        let instant = clock.now()
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "playlistFolder.edit", .init("playlistFolder", id))
        try await store.edit { folders in
            let tree = try folders.tree(of: caller.user)
            guard tree.contains(id) else { throw DomainError.noPlaylistFolder }
            if let parent = change.parent { try tree.checkMove(of: id, to: parent) }
            return change.isEmpty ? nil : Self.changes([.edit(id, change, at: instant)], entry, of: caller)
        }
    }

    /// Deletes a folder. What is in it goes to the folder that it is in.
    package func delete(_ id: ID<PlaylistFolder>, as caller: Principal, from origin: String) async throws {
        try caller.require(.listen)
        let entry = JournalEntry(
            at: clock.now(), by: caller, from: origin, "playlistFolder.delete", .init("playlistFolder", id))
        try await store.edit { folders in
            let tree = try folders.tree(of: caller.user)
            guard tree.contains(id) else { throw DomainError.noPlaylistFolder }
            return Self.changes([.empty(id, into: tree.parent(of: id)), .remove(id)], entry, of: caller)
        }
    }

    /// Puts a playlist that the caller may read into a folder of theirs; nil takes it out of its folder.
    package func put(
        _ playlist: ID<Playlist>, into folder: ID<PlaylistFolder>?, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.listen)
        let entry = JournalEntry(
            at: clock.now(), by: caller, from: origin, "playlist.file", .init("playlist", playlist))
        try await store.edit { folders in
            guard try folders.reads(playlist, caller) else { throw DomainError.noPlaylist }
            if let folder {
                guard try folders.tree(of: caller.user).contains(folder) else { throw DomainError.unknownFolder }
            }
            guard try folders.folder(holding: playlist, of: caller.user) != folder else { return nil }
            return Self.changes([.put(playlist, into: folder, of: caller.user)], entry, of: caller)
        }
    }

    /// The writes of one use case with its journal entry, and the event for the user's own clients, which load their
    /// folders again.
    private static func changes(
        _ writes: [PlaylistFolderWrite], _ entry: JournalEntry, of caller: Principal
    ) -> Changes<PlaylistFolderWrite> {
        Changes(
            at: entry.at, writes, journal: [entry], events: [PlaylistFolderEvents.changed(of: caller.user)])
    }
}
