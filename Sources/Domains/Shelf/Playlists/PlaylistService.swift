package import Catalog
package import Accounts
import Journal
package import Primitives

/// All playlists, as each user may read and change them.
package struct PlaylistService: Sendable {
    private let store: any PlaylistStore
    private let catalog: any CatalogStore
    private let pictures: PictureUploads
    private let clock: any WallClock

    package init(
        store: any PlaylistStore, catalog: any CatalogStore, pictures: PictureUploads,
        clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.catalog = catalog
        self.pictures = pictures
        self.clock = clock
    }

    package func playlists(
        _ query: PlaylistQuery, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<Playlist> {
        try caller.require(.listen)
        return try await store.playlists(query, for: caller, page)
    }

    package func playlist(_ id: ID<Playlist>, as caller: Principal) async throws -> Playlist {
        try caller.require(.listen)
        return try await store.playlist(id, for: caller)
    }

    package func editors(of id: ID<Playlist>, as caller: Principal) async throws -> [PlaylistPerson] {
        try caller.require(.listen)
        return try await store.editors(of: id, for: caller)
    }

    package func items(
        of id: ID<Playlist>, _ page: PageRequest, as caller: Principal
    ) async throws -> (items: Page<PlaylistItem>, revision: Int64) {
        try caller.require(.listen)
        let (entries, revision) = try await store.entries(of: id, for: caller, page)
        return (Page(items: try await items(entries.items, caller), next: entries.next), revision)
    }

    /// All items of the playlist that the caller sees, in order.
    package func items(of id: ID<Playlist>, as caller: Principal) async throws -> [PlaylistItem] {
        try caller.require(.listen)
        return try await items(store.whole(id, for: caller).entries, caller)
    }

    /// The playlist with all its tracks that the caller sees, in order.
    package func whole(
        _ id: ID<Playlist>, as caller: Principal
    ) async throws -> (playlist: Playlist, tracks: [ID<Track>]) {
        try caller.require(.listen)
        let (playlist, entries) = try await store.whole(id, for: caller)
        return (playlist, entries.map(\.track))
    }

    package func outline(of id: ID<Playlist>, step: Int, as caller: Principal) async throws -> ListOutline {
        try caller.require(.listen)
        return try await store.outline(of: id, for: caller, step: step)
    }

    package func create(
        _ draft: PlaylistDraft, as caller: Principal, from origin: String
    ) async throws -> ID<Playlist> {
        try caller.require(.listen)
        let instant = clock.now()
        let id = ID<Playlist>.make(at: instant)
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "playlist.create", .init("playlist", id),
            details: ["name": draft.name, "tracks": draft.rules == nil ? "\(draft.tracks.count)" : "by rules"])
        _ = try await store.edit { playlists in
            guard try playlists.count(of: caller.user) < PlaylistRules.mostPerPerson else {
                throw DomainError.tooManyPlaylists
            }
            try draft.rules?.check(for: caller, playlists)
            let access = PlaylistAccess(
                owner: caller.user, visibility: draft.visibility, isHidden: false, invited: [])
            var changes = Changes<PlaylistWrite>(
                at: instant, .add(id, draft, owner: caller.user, at: instant), journal: [entry],
                events: PlaylistEvents.events(id, revision: 1, to: access.readers))
            if let rules = draft.rules { changes.writes.append(.setRules(rules, of: id)) }
            changes.writes.append(.rearrange([.append(draft.tracks)], of: id, as: caller, at: instant))
            return (changes, ())
        }
        return id
    }

    /// A preview of the tracks that the rules select for the caller.
    package func preview(_ rules: SmartRules, first: Int, as caller: Principal) async throws -> SmartPreview {
        try caller.require(.listen)
        try await store.inspect { try rules.check(for: caller, $0) }
        let found = try await store.preview(rules, for: caller, first: first)
        let byID = try await catalog.itemsByID(found.first, in: caller.libraries)
        return SmartPreview(
            count: found.count, durationMilliseconds: found.durationMilliseconds,
            first: found.first.compactMap { byID[$0] })
    }

    /// Changes a playlist as a whole or not at all, and notifies the editors whom it invites. An edit without a change
    /// only checks that it would be allowed.
    package func edit(
        _ id: ID<Playlist>, _ edit: PlaylistEdit, as caller: Principal, from origin: String
    ) async throws -> PlaylistChange {
        try caller.require(.listen)
        let instant = clock.now()
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "playlist.edit", .init("playlist", id), details: edit.summary)
        let (access, entries) = try await store.edit { playlists in
            let playlist = try playlists.playlist(id, for: caller)
            try playlist.check(edit)
            guard let before = try playlists.access(to: id) else { throw DomainError.noPlaylist }
            guard !edit.isEmpty else { return (nil, (before, before, playlist.revision)) }
            try edit.rules?.check(for: caller, playlists)
            let after = try Self.access(before, changedBy: edit, playlists)
            let revision = playlist.revision + 1
            var changes = Changes<PlaylistWrite>(
                at: instant, .describe(id, edit), journal: [entry],
                events: PlaylistEvents.events(id, revision, before: before.readers, after: after.readers),
                notifications: PlaylistNotifications.invited(
                    to: id, named: edit.name ?? playlist.name, from: before, to: after, by: caller.user))
            if let rules = edit.rules { changes.writes.append(.setRules(rules, of: id)) }
            if edit.editors != nil { changes.writes.append(.setEditors(after.invited, of: id)) }
            changes.writes += [
                .rearrange(edit.operations, of: id, as: caller, at: instant), .raiseRevision(of: id, at: instant),
            ]
            return (changes, (before, after, revision))
        }
        return PlaylistChange(
            revision: access.2, added: entries.added, removed: entries.removed, before: access.0.readers,
            after: access.1.readers)
    }

    private static func access(
        _ access: PlaylistAccess, changedBy edit: PlaylistEdit, _ playlists: any PlaylistState
    ) throws -> PlaylistAccess {
        var access = access
        if let visibility = edit.visibility { access.visibility = visibility }
        guard let usernames = edit.editors else { return access }
        access.invited = []
        for username in Set(usernames) {
            guard let person = try playlists.person(named: username) else {
                throw DomainError.invalid("There is no user \(username.prefix(64))", field: "editors")
            }
            if person != access.owner { access.invited.insert(person) }
        }
        return access
    }

    /// Sets the playlist's picture. `bytes` is a complete JPEG, PNG or WebP file, whatever its declared type.
    package func setCover(
        _ bytes: [UInt8], of id: ID<Playlist>, as caller: Principal, from origin: String
    ) async throws -> PlaylistChange {
        // Checked before the picture is stored, so that nobody fills the disk with pictures that they may not set.
        guard try await playlist(id, as: caller).isOwn else { throw DomainError.notYourPlaylist }
        var edit = PlaylistEdit()
        edit.cover = .some(try await pictures.store(bytes, as: caller))
        return try await self.edit(id, edit, as: caller, from: origin)
    }

    package func delete(_ id: ID<Playlist>, as caller: Principal, from origin: String) async throws {
        try caller.require(.listen)
        let instant = clock.now()
        let entry = JournalEntry(at: instant, by: caller, from: origin, "playlist.delete", .init("playlist", id))
        _ = try await store.edit { playlists in
            guard try playlists.playlist(id, for: caller).isOwn else { throw DomainError.notYourPlaylist }
            let readers = try playlists.access(to: id)?.readers ?? .people([])
            let changes = Changes<PlaylistWrite>(
                at: instant, .remove(id), journal: [entry],
                events: PlaylistEvents.events(id, revision: nil, to: readers),
                notifications: [.retract(about: id.rawValue)])
            return (changes, ())
        }
    }

    /// Makes a private copy, owned by the caller, of the entries that the caller sees.
    package func duplicate(
        _ id: ID<Playlist>, name: String? = nil, as caller: Principal, from origin: String
    ) async throws -> ID<Playlist> {
        let (original, tracks) = try await whole(id, as: caller)
        let draft = try PlaylistDraft(
            name: name ?? original.name, description: original.description, tracks: tracks)
        return try await create(draft, as: caller, from: origin)
    }

    /// The playlist as a document that other programs can read.
    package func document(of id: ID<Playlist>, as caller: Principal) async throws -> PlaylistDocument {
        try caller.require(.listen)
        let (playlist, entries) = try await store.whole(id, for: caller)
        let items = try await items(entries, caller)
        let labels = try await store.labels(of: Array(Set(items.map(\.track.id))), in: caller.libraries)
        let showsPath = caller.may(.manageLibraries)
        return PlaylistDocument(
            title: playlist.name, description: playlist.description,
            tracks: items.map { PlaylistDocument.Track($0.track, labels[$0.track.id], showsPath: showsPath) })
    }

    /// Creates a playlist from a document, and reports the tracks that are not in the library.
    package func create(
        from document: PlaylistDocument, named name: String?, as caller: Principal, from origin: String
    ) async throws -> PlaylistImport {
        try caller.require(.listen)
        let found = try await store.match(document.tracks, in: caller.libraries)
        let draft = try PlaylistDraft(
            name: name ?? document.title ?? "Playlist", description: document.description ?? "",
            tracks: found.compactMap(\.self))
        let missing = zip(document.tracks.indices, found).compactMap { $1 == nil ? $0 : nil }
        return PlaylistImport(
            playlist: try await create(draft, as: caller, from: origin), found: draft.tracks.count,
            missing: missing.map { PlaylistImport.Missing(place: $0, label: document.tracks[$0].label) })
    }

    private func items(_ entries: [PlaylistEntry], _ caller: Principal) async throws -> [PlaylistItem] {
        let byID = try await catalog.itemsByID(entries.map(\.track), in: caller.libraries)
        return entries.compactMap { entry in byID[entry.track].map { PlaylistItem(entry: entry, track: $0) } }
    }
}
