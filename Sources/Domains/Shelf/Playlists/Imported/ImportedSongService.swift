package import Catalog
import Journal
package import Primitives

/// The songs of a playlist that was brought from another service, for its owner: what matched how surely, and what is
/// awaited.
package struct ImportedSongService: Sendable {
    private static let mostCandidates = 5

    private let store: any ImportedSongStore
    private let playlists: any PlaylistStore
    private let wishes: WishService
    private let catalog: any CatalogStore
    private let clock: any WallClock

    package init(
        store: any ImportedSongStore, playlists: any PlaylistStore, wishes: WishService, catalog: any CatalogStore,
        clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.playlists = playlists
        self.wishes = wishes
        self.catalog = catalog
        self.clock = clock
    }

    package func counts(of id: ID<Playlist>, as caller: Principal) async throws -> ImportedSongCounts {
        try await check(id, caller)
        return try await store.counts(of: id, for: caller)
    }

    package func songs(
        of id: ID<Playlist>, _ filter: ImportedSongFilter, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<ImportedSongItem> {
        try await check(id, caller)
        let found = try await store.songs(of: id, filter, for: caller, page)
        let byID = try await catalog.itemsByID(found.items.compactMap(\.track), in: caller.libraries)
        return found.map { song in ImportedSongItem(song: song, track: song.track.flatMap { byID[$0] }) }
    }

    /// The tracks that the song may be, the best first.
    package func candidates(
        for song: ID<ImportedSong>, of id: ID<Playlist>, as caller: Principal
    ) async throws -> [TrackItem] {
        try await check(id, caller)
        let found = try await store.edit { state in (nil, try Self.song(song, of: id, caller, state)) }
        let tracks = try await store.candidates(for: found, as: caller, limit: Self.mostCandidates)
        return try await catalog.items(for: tracks, in: caller.libraries)
    }

    /// Chooses the track that the song is; nil says that none is it, and the song is awaited.
    package func choose(
        _ track: ID<Track>?, for song: ID<ImportedSong>, of id: ID<Playlist>, as caller: Principal,
        from origin: String
    ) async throws {
        try caller.require(.listen)
        let details = ["song": song.rawValue, "track": track?.rawValue ?? "none"]
        try await change(id, caller, origin, details) { state, instant in
            let found = try Self.song(song, of: id, caller, state)
            guard let track else { return [.await(found, .refused)] }
            guard try state.isTrack(track, for: caller) else { throw DomainError.unknownTrack }
            guard try found.entry != nil || !state.isFull(id) else { throw DomainError.playlistFull }
            return [
                .await(found, .refused),
                .fill(found, with: track, .chosen, as: .make(at: instant), by: caller.user, at: instant),
            ]
        }
    }

    /// Removes the song, and its entry.
    package func remove(
        _ song: ID<ImportedSong>, of id: ID<Playlist>, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.listen)
        try await change(id, caller, origin, ["removed": song.rawValue]) { state, _ in
            [.remove(try Self.song(song, of: id, caller, state))]
        }
    }

    /// Wishes for one awaited song, or for all of them, as far as the limit of wishes allows. Another user's wish for
    /// the same music is backed instead.
    package func wish(
        for song: ID<ImportedSong>?, of id: ID<Playlist>, as caller: Principal, from origin: String
    ) async throws -> ImportedWishes {
        try caller.require(.takePart)
        try await check(id, caller)
        var outcome = ImportedWishes()
        var wanted: [ImportedSong] = []
        if let song {
            let found = try await store.edit { state in (nil, try Self.song(song, of: id, caller, state)) }
            if found.entry == nil { wanted = [found] }
        } else {
            var cursor: Cursor?
            repeat {
                let page = try await store.songs(
                    of: id, .missing, for: caller, try PageRequest(limit: 200, cursor: cursor))
                wanted += page.items
                cursor = page.next
            } while cursor != nil
        }
        for song in wanted {
            do {
                let facts = WishedSong(outside: song.outside, durationMilliseconds: song.named.durationMilliseconds)
                try await wish(for: song.named, facts, &outcome, as: caller, from: origin)
            } catch let error as DomainError where error.reason == DomainError.tooManyWishes.reason {
                outcome.left = wanted.count - outcome.made - outcome.backed - outcome.present
                break
            }
        }
        return outcome
    }

    /// Wishes for a song of the outside catalog, or backs another user's wish for it. Throws `tooManyWishes`.
    ///
    /// - Parameter picture: the bytes of the song's picture, for the cover of a wish that is made; nil where there are
    ///   none.
    package func wish(
        for song: OutsideSong, as caller: Principal, from origin: String,
        picture: @escaping @Sendable () async throws -> [UInt8]?
    ) async throws -> ImportedWishes {
        try caller.require(.takePart)
        var outcome = ImportedWishes()
        let facts = WishedSong(
            outside: song.id, genre: song.genre ?? "", durationMilliseconds: song.named.durationMilliseconds)
        try await wish(for: song.named, facts, &outcome, as: caller, from: origin, picture: picture)
        return outcome
    }

    private func wish(
        for named: NamedTrack, _ facts: WishedSong, _ outcome: inout ImportedWishes, as caller: Principal,
        from origin: String, picture: (@Sendable () async throws -> [UInt8]?)? = nil
    ) async throws {
        let draft = try WishDraft(
            title: String(named.title.prefix(WishRules.longestTitle)),
            artist: String(named.artist.prefix(WishRules.longestTitle)), song: facts)
        switch try await wishes.create(draft, as: caller, from: origin, picture: picture) {
        case .made: outcome.made += 1
        case .alreadyWished(let wish) where wish.isOwn || wish.isBacked: outcome.present += 1
        case .alreadyWished(let wish):
            _ = try await wishes.setBacking(to: true, of: wish.id, as: caller, from: origin)
            outcome.backed += 1
        }
    }

    /// Adds a song of the outside catalog to the caller's playlist. It plays its preview there until the library has
    /// the song, and then becomes that.
    ///
    /// - Parameter find: is not called for a playlist that is not the caller's, so that nothing is asked outside for it.
    package func save(
        to id: ID<Playlist>, as caller: Principal, from origin: String, _ find: () async throws -> OutsideSong
    ) async throws -> SavedOutsideSong {
        try await check(id, caller)
        let song = try await find()
        let details = ["outside": "\(song.id)", "title": song.named.title]
        return try await change(id, caller, origin, details) { state, instant in
            try ImportedSongDecisions.save(song, to: id, as: caller, in: state, at: instant)
        }
    }

    private func check(_ id: ID<Playlist>, _ caller: Principal) async throws {
        try caller.require(.listen)
        try await playlists.inspect { state in
            try ImportedSongDecisions.checkOwner(of: state.playlist(id, for: caller))
        }
    }

    private static func song(
        _ song: ID<ImportedSong>, of id: ID<Playlist>, _ caller: Principal, _ state: any ImportedSongState
    ) throws -> ImportedSong {
        guard let found = try state.song(song, of: id, for: caller) else { throw DomainError.noImportedSong }
        return found
    }

    private func change(
        _ id: ID<Playlist>, _ caller: Principal, _ origin: String, _ details: [String: String],
        _ decide: @escaping @Sendable (any ImportedSongState, Timestamp) throws -> [ImportedSongWrite]
    ) async throws {
        try await change(id, caller, origin, details) { (try decide($0, $1), ()) }
    }

    /// Changes nothing, not even the revision, where `decide` returns no writes.
    private func change<Outcome: Sendable>(
        _ id: ID<Playlist>, _ caller: Principal, _ origin: String, _ details: [String: String],
        _ decide:
            @escaping @Sendable (any ImportedSongState, Timestamp) throws -> (
                writes: [ImportedSongWrite], outcome: Outcome
            )
    ) async throws -> Outcome {
        let instant = clock.now()
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "playlist.match", .init("playlist", id), details: details)
        return try await store.edit { state in
            let playlist = try state.playlists.playlist(id, for: caller)
            try ImportedSongDecisions.checkOwner(of: playlist)
            let (writes, outcome) = try decide(state, instant)
            guard !writes.isEmpty else { return (nil, outcome) }
            let readers = try state.playlists.access(to: id)?.readers ?? .people([caller.user])
            let changes = Changes(
                at: instant, writes + [.raiseRevision(of: id, at: instant)], journal: [entry],
                events: PlaylistEvents.events(id, revision: playlist.revision + 1, to: readers))
            return (changes, outcome)
        }
    }
}

extension DomainError {
    static let unknownTrack = invalid("There is no such track", field: "trackId")
}
