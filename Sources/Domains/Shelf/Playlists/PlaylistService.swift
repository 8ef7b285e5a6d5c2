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
        let entry = entry(
            "playlist.create", id, caller, origin,
            [
                "name": draft.name, "tracks": draft.rules == nil ? "\(draft.tracks.count)" : "by rules",
            ])
        try await store.create(draft, id, for: caller, at: instant, journal: entry)
        return id
    }

    /// A preview of the tracks that the rules select for the caller.
    package func preview(_ rules: SmartRules, first: Int, as caller: Principal) async throws -> SmartPreview {
        try caller.require(.listen)
        let found = try await store.preview(rules, for: caller, first: first)
        let items = try await catalog.items(for: found.first, in: caller.libraries)
        let byID = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return SmartPreview(
            count: found.count, durationMilliseconds: found.durationMilliseconds,
            first: found.first.compactMap { byID[$0] })
    }

    package func edit(
        _ id: ID<Playlist>, _ edit: PlaylistEdit, as caller: Principal, from origin: String
    ) async throws -> PlaylistChange {
        try caller.require(.listen)
        let entry = entry("playlist.edit", id, caller, origin, edit.summary)
        return try await store.edit(id, edit, for: caller, at: clock.now(), journal: entry)
    }

    /// Sets the playlist's picture. `bytes` is a complete JPEG, PNG or WebP file, whatever its declared type.
    package func setCover(
        _ bytes: [UInt8], of id: ID<Playlist>, as caller: Principal, from origin: String
    ) async throws -> PlaylistChange {
        // Checked before the picture is stored, so that nobody fills the disk with pictures that they may not set.
        guard try await playlist(id, as: caller).isOwn else { throw DomainError.notYourPlaylist }
        var edit = PlaylistEdit()
        edit.cover = .some(try await pictures.keep(bytes, as: caller))
        return try await self.edit(id, edit, as: caller, from: origin)
    }

    package func delete(_ id: ID<Playlist>, as caller: Principal, from origin: String) async throws {
        try caller.require(.listen)
        let entry = entry("playlist.delete", id, caller, origin, [:])
        try await store.delete(id, for: caller, journal: entry)
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
        let tracks = try await catalog.items(for: Array(Set(entries.map(\.track))), in: caller.libraries)
        let byID = Dictionary(tracks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return entries.compactMap { entry in byID[entry.track].map { PlaylistItem(entry: entry, track: $0) } }
    }

    private func entry(
        _ action: String, _ id: ID<Playlist>, _ caller: Principal, _ origin: String, _ details: [String: String]
    ) -> JournalEntry {
        JournalEntry(
            at: clock.now(), by: .init(user: caller.user, origin: origin), action,
            .init(kind: "playlist", id: id.rawValue), details: details)
    }
}
