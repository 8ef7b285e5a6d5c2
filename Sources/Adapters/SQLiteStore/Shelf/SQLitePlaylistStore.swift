package import Primitives
package import Catalog
package import Foundation
import GRDB
package import Journal
package import Shelf

/// Playlists in SQLite.
package struct SQLitePlaylistStore: PlaylistStore, BlobUser {
    static let entries = KeysetList(name: "playlist.entries", columns: [.integer, .text])
    let database: SQLiteDatabase
    let finder: SmartFinder

    /// - Parameter zone: the time zone of the days in smart playlists' rules.
    package init(
        _ database: SQLiteDatabase, clock: any WallClock = SystemWallClock(), zone: TimeZone = .gmt,
        timeout: SmartTimeouts = SmartTimeouts()
    ) {
        self.database = database
        finder = SmartFinder(database: database, clock: clock, zone: zone, timeout: timeout)
    }

    package func playlists(
        _ query: PlaylistQuery, for caller: Principal, _ page: PageRequest
    ) async throws -> Page<Playlist> {
        let part = try KeysetList(name: query.list, columns: [query.sort == .name ? .text : .integer, .text]).part(page)
        let read = try await database.read { try PlaylistReader(db: $0, caller: caller).page(query, part) }
        return Page(items: try await colored(filled(read.items, for: caller)), next: read.next)
    }

    package func playlist(_ id: ID<Playlist>, for caller: Principal) async throws -> Playlist {
        var playlist = try await bare(id, for: caller)
        if let rules = playlist.rules {
            playlist = playlist.filled(with: try await result(of: rules, in: playlist, for: caller))
        }
        return try await colored([playlist])[0]
    }

    private func colored(_ playlists: [Playlist]) async throws -> [Playlist] {
        let shown = playlists.map { playlist in playlist.cover.map { [$0] } ?? playlist.covers }
        let known = try await database.read { try PictureColors(of: shown.joined(), $0) }
        return zip(playlists, shown).map { playlist, covers in
            var playlist = playlist
            playlist.colors = playlist.cover.map { known[$0] } ?? ImageColor.mains(of: covers.map { known[$0] })
            return playlist
        }
    }

    package func editors(of id: ID<Playlist>, for caller: Principal) async throws -> [PlaylistPerson] {
        try await database.read { db in
            _ = try PlaylistReader(db: db, caller: caller).playlist(id)
            return try db.rows(Self.editors, [id]).map {
                PlaylistPerson(id: $0["id"], username: $0["username"], name: $0["display_name"])
            }
        }
    }

    package func entries(
        of id: ID<Playlist>, for caller: Principal, _ page: PageRequest
    ) async throws -> (entries: Page<PlaylistEntry>, revision: Int64) {
        if let smart = try await smart(id, for: caller) { return (try smart.page(page), smart.playlist.revision) }
        let part = try Self.entries.part(page)
        return try await database.read { db in
            let playlist = try PlaylistReader(db: db, caller: caller).playlist(id)
            let found = try db.rows(
                PlaylistEntries.page(caller.libraries, isFirst: part.isFirst),
                part.arguments + ["playlist": id] + caller.libraries.arguments
            ).map { (entry: PlaylistEntries.entry($0), place: $0["place"] as Int64) }
            let entries = part.page(found) { [.integer($0.place), .text($0.entry.id.rawValue)] }
            return (entries.map(\.entry), playlist.revision)
        }
    }

    package func whole(
        _ id: ID<Playlist>, for caller: Principal
    ) async throws -> (playlist: Playlist, entries: [PlaylistEntry]) {
        let (playlist, entries) = try await database.read { db in
            let playlist = try PlaylistReader(db: db, caller: caller).playlist(id)
            let entries = playlist.rules == nil ? try PlaylistEntries(db, of: id, for: caller).visible() : []
            return (playlist, entries)
        }
        guard let rules = playlist.rules else { return (playlist, entries) }
        let result = try await result(of: rules, in: playlist, for: caller)
        return (playlist.filled(with: result), SmartContents(playlist: playlist, result: result).entries)
    }

    package func contents(
        of ids: [ID<Playlist>], for caller: Principal, limit: Int
    ) async throws -> [ID<Playlist>: (name: String, tracks: [ID<Track>])] {
        try await database.read { db in
            try Set(ids).reduce(into: [:]) { found, id in
                let playlist = try PlaylistReader(db: db, caller: caller).readable(id)
                guard let playlist, playlist.hiding == nil else { return }
                let tracks = try PlaylistEntries(db, of: id, for: caller).visible().prefix(limit).map(\.track)
                found[id] = (playlist.name, tracks)
            }
        }
    }

    package func holds(_ track: ID<Track>, in ids: [ID<Playlist>], for caller: Principal) async throws -> Bool {
        try await database.read { db in
            let holding: Set<ID<Playlist>> = try db.valueSet(
                Self.holding, ["lists": JSONList(Set(ids)), "track": track])
            return try holding.contains { id in
                try PlaylistReader(db: db, caller: caller).readable(id).map { $0.hiding == nil } ?? false
            }
        }
    }

    static let holding = """
        SELECT e.playlist
        FROM json_each(:lists) j CROSS JOIN playlist_entry e ON e.track = :track AND e.playlist = j.value
        """

    package func outline(of id: ID<Playlist>, for caller: Principal, step: Int) async throws -> ListOutline {
        if let smart = try await smart(id, for: caller) { return smart.outline(step: step) }
        return try await database.read { db in
            _ = try PlaylistReader(db: db, caller: caller).playlist(id)
            return try OutlineWalk(keyset: Self.entries, step: step, isByName: false).outline(
                db, sql: PlaylistEntries.keys(caller.libraries), ["playlist": id] + caller.libraries.arguments)
        }
    }

    package func inspect<Outcome: Sendable>(
        _ body: @escaping @Sendable (any PlaylistState) throws -> Outcome
    ) async throws -> Outcome {
        try await database.read { try body(PlaylistTable($0)) }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any PlaylistState) throws -> (Changes<PlaylistWrite>?, Outcome)
    ) async throws -> (outcome: Outcome, entries: EntryChanges) {
        try await database.write(.shelf) { db in
            let playlists = PlaylistTable(db)
            let (changes, outcome) = try decide(playlists)
            var entries = EntryChanges()
            try changes?.write(to: db) { write in
                let changed = try playlists.execute(write)
                entries.added += changed.added
                entries.removed += changed.removed
            }
            return (outcome, entries)
        }
    }

    package func labels(of tracks: [ID<Track>], in scope: LibraryScope) async throws -> [ID<Track>: TrackLabel] {
        try await database.read { try TrackMatching($0, in: scope).labels(of: tracks) }
    }

    package func match(_ wanted: [PlaylistDocument.Track], in scope: LibraryScope) async throws -> [ID<Track>?] {
        // A long document is matched in portions, so that it does not block a reader for everybody else.
        var found: [ID<Track>?] = []
        for part in wanted.chunks(of: 500) {
            found += try await database.read { db in
                let matching = try TrackMatching(db, in: scope)
                return try part.map(matching.track)
            }
        }
        return found
    }

    package func recount() async throws -> Int {
        try await database.write(.shelf) { db in
            try db.recount(
                "playlist_total", "playlist, library, entries, missing, duration_ms", as: Self.counted,
                where: "entries > 0")
        }
    }

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { try $0.blobKeys("SELECT cover FROM playlist WHERE cover IS NOT NULL") }
    }

    private static let editors = """
        SELECT a.id, a.username, a.display_name FROM playlist_editor e JOIN account a ON a.id = e.account
        WHERE e.playlist = ? ORDER BY a.username_key
        """
    private static let counted = """
        SELECT e.playlist, t.part, count(*), sum(t.missing_since IS NOT NULL),
          sum(iif(t.missing_since IS NULL, t.duration_ms, 0))
        FROM playlist_entry e JOIN track t ON t.id = e.track GROUP BY e.playlist, t.part
        """
}
