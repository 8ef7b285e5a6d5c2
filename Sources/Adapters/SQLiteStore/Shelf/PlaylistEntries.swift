import Catalog
import GRDB
import Primitives
import Shelf

/// Reads and rearranges the entries of one playlist within a transaction.
struct PlaylistEntries {
    /// The distance between neighbors: about twenty entries fit between two before all are spaced again.
    static let gap: Int64 = 1 << 20

    /// With more rows, SQLite stores its rollback data for the statement in a file.
    private static let rowsPerStatement = 8

    private let db: Database
    private let playlist: String
    private let caller: Principal

    init(_ db: Database, of playlist: ID<Playlist>, for caller: Principal) {
        self.db = db
        self.playlist = playlist.rawValue
        self.caller = caller
    }

    /// The entries that the caller sees, in order.
    func visible(amongMissing: Bool = true) throws -> [PlaylistEntry] {
        try db.rows(Self.whole(caller.libraries), ["playlist": playlist] + caller.libraries.arguments).filter {
            amongMissing || !($0["is_missing"] as Bool)
        }.map(Self.entry)
    }

    static func entry(_ row: Row) -> PlaylistEntry {
        PlaylistEntry(id: row["id"], track: row["track"], addedBy: row["added_by"], addedAt: row["added_at"])
    }

    func insert(
        _ tracks: [ID<Track>], after anchor: ID<PlaylistEntry>?, at instant: Timestamp
    ) throws -> [ID<PlaylistEntry>] {
        try insert(tracks, places: places(tracks.count, after: anchor, without: []), at: instant)
    }

    func append(_ tracks: [ID<Track>], at instant: Timestamp) throws -> [ID<PlaylistEntry>] {
        let last = try last() ?? 0
        return try insert(tracks, places: tracks.indices.map { last + Self.gap * Int64($0 + 1) }, at: instant)
    }

    /// Removes entries and returns the number removed.
    func remove(_ entries: [ID<PlaylistEntry>]) throws -> Int {
        try Set(entries).reduce(0) { removed, entry in
            try db.run("DELETE FROM playlist_entry WHERE playlist = ? AND id = ?", [playlist, entry])
            return removed + db.changesCount
        }
    }

    func move(_ entries: [ID<PlaylistEntry>], after anchor: ID<PlaylistEntry>?) throws {
        let moved = Set(entries.map(\.rawValue))
        let inOrder: [String] = try db.values(Self.some, [JSONList(moved), playlist])
        guard !inOrder.isEmpty else { return }
        let places = try places(inOrder.count, after: anchor, without: moved)
        let update = try db.cachedStatement(sql: "UPDATE playlist_entry SET place = ? WHERE playlist = ? AND id = ?")
        for (id, place) in zip(inOrder, places) { try update.execute(arguments: [place, playlist, id]) }
    }

    /// Replaces the entries that the caller sees. The others follow them.
    func replace(
        with tracks: [ID<Track>], keepsMissing: Bool, at instant: Timestamp
    ) throws -> (added: [ID<PlaylistEntry>], removed: Int) {
        let removed = try remove(visible(amongMissing: !keepsMissing).map(\.id))
        let first = try edge("min") ?? Self.gap * Int64(tracks.count + 1)
        let places = tracks.indices.map { first - Self.gap * Int64(tracks.count - $0) }
        return (try insert(tracks, places: places, at: instant), removed)
    }

    /// Throws if the playlist is too long. Called after all operations, because one may make room for the next.
    func checkLength() throws {
        let length: Int? = try db.value("SELECT sum(entries) FROM playlist_total WHERE playlist = ?", [playlist])
        guard length ?? 0 <= PlaylistRules.longest else { throw DomainError.playlistFull }
    }

    private func insert(_ tracks: [ID<Track>], places: [Int64], at instant: Timestamp) throws -> [ID<PlaylistEntry>] {
        let ids = tracks.map(\.rawValue)
        guard try Set(known(ids)).isSuperset(of: ids) else { throw DomainError.unknownTracks }
        let entries = ids.map { _ in ID<PlaylistEntry>.make(at: instant) }
        let rows = entries.indices.map { [entries[$0].rawValue, String(places[$0]), ids[$0]] }
        for rows in rows.chunks(of: Self.rowsPerStatement) {
            try db.run(Self.insertion, [playlist, caller.user, instant, JSONRows(rows)])
        }
        return entries
    }

    private func known(_ ids: [String]) throws -> [String] {
        try db.values(
            ScopeReader.inScope(of: "track", caller.libraries), ["ids": JSONList(Set(ids))] + caller.libraries.arguments
        )
    }

    /// The place of the last entry or awaited song.
    func last() throws -> Int64? {
        let awaited: Int64? = try db.value(
            "SELECT max(place) FROM imported_song WHERE playlist = ? AND entry IS NULL", [playlist])
        return [try edge("max"), awaited].compactMap(\.self).max()
    }

    private func edge(_ function: String) throws -> Int64? {
        try db.value("SELECT \(function)(place) FROM playlist_entry WHERE playlist = ?", [playlist])
    }

    /// Places for `count` entries after `anchor`, or before the first entry; `moved` are about to leave their places.
    private func places(_ count: Int, after anchor: ID<PlaylistEntry>?, without moved: Set<String>) throws -> [Int64] {
        for isLast in [false, true] {
            let before = try anchor.flatMap { try place(of: $0, without: moved) }
            let next = try db.row(Self.next, [playlist, before?.place ?? .min, before?.id ?? "", JSONList(moved)])
            let awaited: Int64? = try db.value(Self.nextAwaited, [playlist, before?.place ?? .min])
            let low = before?.place
            let high = [next?["place"] as Int64?, awaited].compactMap(\.self).min()
            switch (low, high) {
            case (nil, nil): return (1...max(count, 1)).map { Self.gap * Int64($0) }
            case (let low?, nil): return (1...max(count, 1)).map { low + Self.gap * Int64($0) }
            case (nil, let high?): return (1...max(count, 1)).map { high - Self.gap * Int64(count + 1 - $0) }
            case (let low?, let high?):
                let step = (high - low) / Int64(count + 1)
                if step > 0 || isLast { return (1...max(count, 1)).map { low + max(step, 1) * Int64($0) } }
            }
            try spread(count)
        }
        return []
    }

    /// The anchor's place. If the anchor is being moved, the place of the nearest earlier entry that stays.
    private func place(of anchor: ID<PlaylistEntry>, without moved: Set<String>) throws -> (place: Int64, id: String)? {
        let row = try db.row("SELECT place, id FROM playlist_entry WHERE playlist = ? AND id = ?", [playlist, anchor])
        guard let row else { throw DomainError.placeGone }
        guard moved.contains(anchor.rawValue) else { return (row["place"], row["id"]) }
        return try db.row(Self.previous, [playlist, row["place"] as Int64, row["id"] as String, JSONList(moved)]).map {
            ($0["place"], $0["id"])
        }
    }

    /// Gives all entries and awaited songs new places with room for `count` between any two.
    private func spread(_ count: Int) throws {
        let rows = try db.rows(Self.everything, [playlist])
        let gap = Self.gap * Int64(1 + count / 1024)
        let entry = try db.cachedStatement(sql: "UPDATE playlist_entry SET place = ? WHERE playlist = ? AND id = ?")
        let song = try db.cachedStatement(sql: "UPDATE imported_song SET place = ? WHERE playlist = ? AND id = ?")
        for (index, row) in rows.enumerated() {
            let statement = row["is_song"] ? song : entry
            try statement.execute(arguments: [gap * Int64(index + 1), playlist, row["id"] as String])
        }
        try db.run(Self.songsLikeEntries, [playlist])
    }

    /// The entries, and the songs that are awaited among them.
    private static let everything = """
        SELECT id, place, 0 AS is_song FROM playlist_entry WHERE playlist = ?1
        UNION ALL SELECT id, place, 1 FROM imported_song WHERE playlist = ?1 AND entry IS NULL ORDER BY place, id
        """
    private static let nextAwaited = """
        SELECT min(place) FROM imported_song WHERE playlist = ? AND entry IS NULL AND place > ?
        """
    private static let songsLikeEntries = """
        UPDATE imported_song AS s SET place = (SELECT e.place FROM playlist_entry e
          WHERE e.playlist = s.playlist AND e.id = s.entry)
        WHERE s.playlist = ? AND s.entry IS NOT NULL
        """
    private static let insertion = """
        INSERT INTO playlist_entry (playlist, id, place, track, added_by, added_at)
        SELECT ?1, row.value ->> 0, CAST(row.value ->> 1 AS INTEGER), row.value ->> 2, ?2, ?3 FROM json_each(?4) row
        """

    static func whole(_ scope: LibraryScope) -> String {
        """
        SELECT e.id, e.track, e.added_by, e.added_at, t.missing_since IS NOT NULL AS is_missing
        FROM playlist_entry e INDEXED BY playlist_entry_order CROSS JOIN track t ON t.id = e.track
        WHERE e.playlist = :playlist AND \(WithdrawnTracks.isListed("t"))\(scope.and("t.library")) ORDER BY e.place, e.id
        """
    }

    static func page(_ scope: LibraryScope, isFirst: Bool) -> String {
        """
        SELECT e.id, e.track, e.added_by, e.added_at, e.place
        FROM playlist_entry e INDEXED BY playlist_entry_order CROSS JOIN track t ON t.id = e.track
        WHERE e.playlist = :playlist AND \(WithdrawnTracks.isListed("t"))\(scope.and("t.library"))
        \(isFirst ? "" : "AND (e.place, e.id) > (:after0, :after1)") ORDER BY e.place, e.id LIMIT :limit
        """
    }

    static func keys(_ scope: LibraryScope) -> String {
        """
        SELECT e.place, e.id FROM playlist_entry e INDEXED BY playlist_entry_order CROSS JOIN track t ON t.id = e.track
        WHERE e.playlist = :playlist AND \(WithdrawnTracks.isListed("t"))\(scope.and("t.library")) ORDER BY e.place, e.id
        """
    }

    static let next = """
        SELECT place FROM playlist_entry INDEXED BY playlist_entry_order
        WHERE playlist = ? AND (place, id) > (?, ?) AND id NOT IN (SELECT value FROM json_each(?))
        ORDER BY place, id LIMIT 1
        """
    static let previous = """
        SELECT place, id FROM playlist_entry INDEXED BY playlist_entry_order
        WHERE playlist = ? AND (place, id) < (?, ?) AND id NOT IN (SELECT value FROM json_each(?))
        ORDER BY place DESC, id DESC LIMIT 1
        """
    private static let some = """
        SELECT e.id FROM json_each(?) j CROSS JOIN playlist_entry e ON e.playlist = ? AND e.id = j.value
        ORDER BY e.place, e.id
        """
}
