package import Catalog
import GRDB
package import Journal
package import Listening
package import Primitives

/// Reads the rows of the home screen from the history, and stores what users choose and do there, in SQLite.
package struct SQLiteHomeStore: HomeStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func habits(
        of user: ID<Person>, since start: Timestamp, in scope: LibraryScope, limit: Int
    ) async throws -> [HabitPlay] {
        try await database.read { db in
            let rows = try db.rows(
                Self.habits(scope), ["user": user, "start": start, "limit": limit] + scope.arguments)
            return rows.map { HabitPlay(album: $0["album"], artist: $0["artist"], day: $0["day"], hour: $0["hour"]) }
        }
    }

    static func habits(_ scope: LibraryScope) -> String {
        """
        SELECT t.album, p.day, p.hour, (SELECT l.artist FROM track_artist l
          WHERE l.track = t.id AND l.role = 'performer' ORDER BY l.position LIMIT 1) AS artist
        FROM (SELECT track, day, hour FROM play INDEXED BY play_history
          WHERE account = :user AND played_at >= :start AND day IS NOT NULL
          ORDER BY played_at DESC, id DESC LIMIT :limit) p
        CROSS JOIN track t ON t.id = p.track WHERE t.missing_since IS NULL\(scope.and("t.library"))
        """
    }

    package func forgotten(
        by user: ID<Person>, plays: Int, before end: Timestamp, in scope: LibraryScope, limit: Int
    ) async throws -> [ID<Album>] {
        try await database.read { db in
            try db.values(
                Self.forgotten(scope), ["user": user, "plays": plays, "end": end, "limit": limit] + scope.arguments)
        }
    }

    static func forgotten(_ scope: LibraryScope) -> String {
        """
        SELECT p.album FROM album_play p INDEXED BY album_play_most CROSS JOIN album a ON a.id = p.album
        WHERE p.account = :user AND p.plays >= :plays AND p.last_played_at < :end AND a.track_count > 0
          \(scope.and("a.library"))
        ORDER BY p.plays DESC, p.last_played_at DESC, p.album DESC LIMIT :limit
        """
    }

    package func played(
        by user: ID<Person>, on days: [LocalDay], in scope: LibraryScope, limit: Int
    ) async throws -> [(day: LocalDay, album: ID<Album>)] {
        try await database.read { db in
            // The numbers are integers of this program.
            let numbers = "[" + days.map { String($0.number) }.joined(separator: ",") + "]"
            return try db.rows(Self.played(scope), ["user": user, "days": numbers, "limit": limit] + scope.arguments)
                .map { (day: $0["day"], album: $0["album"]) }
        }
    }

    static func played(_ scope: LibraryScope) -> String {
        """
        SELECT p.day, t.album FROM json_each(:days) d
        CROSS JOIN play p INDEXED BY play_own_day ON p.account = :user AND p.day = d.value
        CROSS JOIN track t ON t.id = p.track WHERE t.missing_since IS NULL\(scope.and("t.library"))
        GROUP BY p.day, t.album ORDER BY p.day DESC, count(*) DESC, t.album LIMIT :limit
        """
    }

    package func popular(in month: LocalDay, scope: LibraryScope, limit: Int) async throws -> [ID<Track>] {
        let (year, number, _) = month.civil
        return try await database.read { db in
            try db.values(Self.popular(scope), ["span": year * 100 + number, "limit": limit] + scope.arguments)
        }
    }

    static func popular(_ scope: LibraryScope) -> String {
        """
        SELECT l.subject FROM listening_tally l INDEXED BY listening_tally_most CROSS JOIN track t ON t.id = l.subject
        WHERE l.who = '' AND l.span = :span AND l.kind = 'track' AND t.missing_since IS NULL\(scope.and("t.library"))
        ORDER BY l.plays DESC, l.heard_ms DESC, l.subject LIMIT :limit
        """
    }

    package func showingPlayback(to reader: ID<Person>, limit: Int) async throws -> [NamedPerson] {
        try await database.read { db in try db.rows(Self.showing, [reader, limit]).map { $0.person("id") } }
    }

    static let showing = """
        SELECT a.id, a.display_name, a.picture FROM playback_shared s CROSS JOIN account a ON a.id = s.account
        WHERE a.disabled = 0 AND a.id <> ? LIMIT ?
        """

    package func playbackSharing(of user: ID<Person>) async throws -> ListeningSharing {
        try await database.read { try SharingTable.playback.sharing(of: user, $0) }
    }

    package func setPlaybackSharing(
        _ sharing: ListeningSharing, of user: ID<Person>, at instant: Timestamp, journal entry: JournalEntry
    ) async throws {
        try await database.write(.upkeep) { db in
            try SharingTable.playback.set(sharing, of: user, at: instant, journal: entry, db)
        }
    }

    package func uses(by user: ID<Person>) async throws -> [HomeRow: HomeRowUse] {
        try await database.read { db in
            let rows = try db.rows("SELECT home_row, weight, used_at FROM home_row_use WHERE account = ?", [user])
            return rows.reduce(into: [:]) { uses, row in
                // A row that no longer exists is skipped.
                guard let name = HomeRow(rawValue: row["home_row"]) else { return }
                uses[name] = Self.use(row)
            }
        }
    }

    package func edit(
        _ row: HomeRow, of user: ID<Person>, _ change: @escaping @Sendable (HomeRowUse?) -> HomeRowUse
    ) async throws {
        try await database.write(.upkeep) { db in
            let stored = try db.row(
                "SELECT weight, used_at FROM home_row_use WHERE account = ? AND home_row = ?", [user, row.rawValue])
            let use = change(stored.map(Self.use))
            try db.run(
                """
                INSERT INTO home_row_use (account, home_row, weight, used_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (account, home_row) DO UPDATE SET
                  weight = excluded.weight, used_at = excluded.used_at
                """, [user, row.rawValue, use.weight, use.at])
        }
    }

    private static func use(_ row: Row) -> HomeRowUse {
        HomeRowUse(weight: row["weight"], at: row["used_at"])
    }
}
