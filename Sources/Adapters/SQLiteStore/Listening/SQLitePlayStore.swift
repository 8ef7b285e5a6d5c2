import Board
package import Catalog
import GRDB
package import Journal
package import Listening
package import Primitives
import Shelf

/// The listening history and its counts in SQLite.
package struct SQLitePlayStore: PlayStore {
    private static let list = KeysetList(name: "plays.newest", columns: [.integer, .text])
    /// The plays that are written in one transaction.
    private static let portion = 100
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func record(_ plays: [(play: Play, apart: Duration, entry: JournalEntry)]) async throws -> Int {
        var count = 0
        for portion in plays.chunks(of: Self.portion) { count += try await record(portion: portion) }
        return count
    }

    private func record(
        portion plays: ArraySlice<(play: Play, apart: Duration, entry: JournalEntry)>
    ) async throws -> Int {
        try await database.write(.listening) { db in
            let new = try plays.filter {
                try !Self.isHeard($0.play, within: $0.apart, db) && Self.record($0.play, $0.entry, db)
            }
            for (person, plays) in Dictionary(grouping: new.map(\.play), by: \.user) {
                try LoggedListeningEvents.history(of: person).append(to: db)
                try SharedActivity(db).publish(.listening, by: person, about: plays.map(\.track.rawValue))
            }
            return new.count
        }
    }

    private static func record(_ play: Play, _ entry: JournalEntry, _ db: Database) throws -> Bool {
        guard try add(play, db) else { return false }
        for kind in ScrobbleKind.allCases where kind.takes(play) {
            try ScrobbleTable(db: db, kind: kind).add([play.id], of: play.user, at: entry.at, isHistory: false)
        }
        try entry.append(to: db)
        return true
    }

    private static func isHeard(_ play: Play, within apart: Duration, _ db: Database) throws -> Bool {
        guard apart > .zero else { return false }
        let (first, last) = (play.playedAt.advanced(by: .zero - apart), play.playedAt.advanced(by: apart))
        return try db.exists(near, [play.user, play.track, first, last])
    }

    static let near = "SELECT 1 FROM play WHERE account = ? AND track = ? AND played_at > ? AND played_at < ? LIMIT 1"

    /// Adds the play and counts it. Returns false if the listener already has one with the same `playID`.
    static func add(_ play: Play, _ db: Database) throws -> Bool {
        guard try insert(play, db) else { return false }
        try db.run(
            """
            INSERT INTO play_count (account, track, plays, last_played_at) VALUES (?, ?, 1, ?)
            ON CONFLICT (account, track) DO UPDATE SET
                plays = plays + 1, last_played_at = max(last_played_at, excluded.last_played_at)
            """, [play.user, play.track, play.playedAt])
        return true
    }

    private static func insert(_ play: Play, _ db: Database) throws -> Bool {
        let moment = try ListeningZone(db).calendar.moment(at: play.playedAt)
        try db.run(
            """
            INSERT INTO play (id, account, track, played_at, client, play_id, day, hour, heard_ms, source)
            SELECT ?, ?, id, ?, ?, ?, ?, ?, duration_ms, ? FROM track WHERE id = ?
            ON CONFLICT (account, play_id) DO NOTHING
            """,
            [
                play.id, play.user, play.playedAt, play.client, play.playID.text, moment.day, moment.hour,
                play.source.rawValue, play.track,
            ])
        return db.changesCount > 0
    }

    package func plays(of user: ID<Person>, in scope: LibraryScope, _ page: PageRequest) async throws -> Page<Play> {
        let part = try Self.list.part(page)
        return try await database.read { db in
            let rows = try db.rows(Self.plays(scope), part.newest + ["account": user] + scope.arguments)
            return part.page(rows.map { Self.play($0, of: user) }) { ($0.playedAt, $0.id) }
        }
    }

    static func plays(_ scope: LibraryScope) -> String {
        """
        SELECT id, track, played_at, client, play_id, source FROM play
        WHERE account = :account AND (played_at, id) < (:after0, :after1)\(isSeen(scope))
        ORDER BY played_at DESC, id DESC LIMIT :limit
        """
    }

    package func plays(
        of user: ID<Person>, in scope: LibraryScope, during range: Range<Timestamp>, isNewestFirst: Bool, limit: Int
    ) async throws -> [Play] {
        try await database.read { db in
            try db.rows(
                Self.during(scope, isNewestFirst: isNewestFirst),
                [user, range.lowerBound, range.upperBound, limit] + scope.arguments
            ).map { Self.play($0, of: user) }
        }
    }

    static func during(_ scope: LibraryScope, isNewestFirst: Bool) -> String {
        let direction = isNewestFirst ? "DESC" : "ASC"
        return """
            SELECT id, track, played_at, client, play_id, source FROM play
            WHERE account = ? AND played_at >= ? AND played_at < ?\(isSeen(scope))
            ORDER BY played_at \(direction), id \(direction) LIMIT ?
            """
    }

    package func count(of user: ID<Person>, in scope: LibraryScope) async throws -> Int {
        try await database.read { try $0.value(Self.total(scope), [user] + scope.arguments) ?? 0 }
    }

    static func total(_ scope: LibraryScope) -> String {
        scope == .everything
            ? "SELECT sum(plays) FROM play_count WHERE account = ?"
            : """
            SELECT sum(c.plays) FROM play_count c JOIN track ON track.id = c.track
            WHERE c.account = ?\(scope.and("track.library"))
            """
    }

    private static func isSeen(_ scope: LibraryScope) -> String {
        scope == .everything
            ? "" : " AND EXISTS (SELECT 1 FROM track WHERE track.id = play.track\(scope.and("track.library")))"
    }

    private static func play(_ row: Row, of user: ID<Person>) -> Play {
        Play(
            id: row["id"], user: user, track: row["track"], playedAt: row["played_at"], client: row["client"],
            playID: PlayID(stored: row["play_id"]), source: PlaySource(rawValue: row["source"]) ?? .player)
    }

    package func delete(_ play: ID<Play>, of user: ID<Person>, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.listening) { db in
            let track: String? = try db.value(
                "DELETE FROM play WHERE id = ? AND account = ? RETURNING track", [play, user])
            guard let track else { return false }
            try Self.takeOff(track, user, db)
            try entry.append(to: db)
            try LoggedListeningEvents.history(of: user).append(to: db)
            try SharedActivity(db).publish(.listening, by: user, about: [track])
            return true
        }
    }

    private static func takeOff(_ track: String, _ user: ID<Person>, _ db: Database) throws {
        let last: Int64? = try db.value(
            "SELECT max(played_at) FROM play WHERE account = ? AND track = ?", [user, track])
        if let last {
            try db.run(
                "UPDATE play_count SET plays = plays - 1, last_played_at = ? WHERE account = ? AND track = ?",
                [last, user, track])
        } else {
            try db.run("DELETE FROM play_count WHERE account = ? AND track = ?", [user, track])
        }
    }

    package func count(of track: ID<Track>, by user: ID<Person>) async throws -> PlayCount {
        try await database.read { db in
            let row = try db.row(
                "SELECT plays, last_played_at FROM play_count WHERE account = ? AND track = ?", [user, track])
            return row.map { PlayCount(plays: $0["plays"], lastPlayedAt: $0["last_played_at"]) } ?? .none
        }
    }

    package func annotations(
        tracks: [ID<Track>], albums: [ID<Album>], of user: ID<Person>
    ) async throws -> ListeningAnnotations {
        try await database.read { db in
            var annotations = ListeningAnnotations()
            if !tracks.isEmpty {
                let ids = JSONList(tracks)
                annotations.tracks = try Self.counts(Self.ofTracks, ids, user, db)
                annotations.positions = try SQLiteBookmarkStore.positions(ids, user, db)
            }
            if !albums.isEmpty {
                annotations.albums = try Self.counts(Self.ofAlbums, JSONList(albums), user, db)
            }
            return annotations
        }
    }

    private static func counts<Thing>(
        _ sql: String, _ ids: JSONList, _ user: ID<Person>, _ db: Database
    ) throws -> [ID<Thing>: PlayCount] {
        var counts: [ID<Thing>: PlayCount] = [:]
        let rows = try db.cursor(sql, [ids, user])
        while let row = try rows.next() {
            counts[ID(row[0])] = PlayCount(plays: row[1], lastPlayedAt: row[2])
        }
        return counts
    }

    private static let ofTracks = """
        SELECT c.track, c.plays, c.last_played_at
        FROM json_each(?) j CROSS JOIN play_count c ON c.account = ? AND c.track = j.value
        """
    private static let ofAlbums = """
        SELECT c.album, c.plays, c.last_played_at
        FROM json_each(?) j CROSS JOIN album_play c ON c.account = ? AND c.album = j.value
        """

    package func recentAlbums(of user: ID<Person>, in scope: LibraryScope, limit: Int) async throws -> [ID<Album>] {
        try await database.read { db in
            // Newest first by the index, until there are enough albums: a listener who plays whole albums needs few
            // rows.
            let rows = try db.cursor(
                """
                SELECT track.album FROM play_count JOIN track ON track.id = play_count.track
                WHERE play_count.account = ? AND track.missing_since IS NULL\(scope.and("track.library"))
                ORDER BY play_count.last_played_at DESC, play_count.track DESC
                """, [user] + scope.arguments)
            var recent: [ID<Album>] = []
            var seen: Set<ID<Album>> = []
            while recent.count < limit, let row = try rows.next() {
                let album: ID<Album> = row[0]
                if seen.insert(album).inserted { recent.append(album) }
            }
            return recent
        }
    }

    package func mostPlayed(of user: ID<Person>, in scope: LibraryScope, limit: Int) async throws -> [TrackPlays] {
        try await database.read { db in
            try db.rows(
                """
                SELECT play_count.track AS track, play_count.plays AS plays
                FROM play_count JOIN track ON track.id = play_count.track
                WHERE play_count.account = ? AND track.missing_since IS NULL\(scope.and("track.library"))
                ORDER BY play_count.plays DESC, play_count.last_played_at DESC, play_count.track DESC LIMIT ?
                """, [user, limit] + scope.arguments
            ).map { TrackPlays(track: $0["track"], plays: $0["plays"]) }
        }
    }

    package func recount() async throws -> Int {
        try await database.write(.listening) { db in
            let wrong = try db.recount(
                "play_count", "account, track, plays, last_played_at",
                as: "SELECT account, track, count(*), max(played_at) FROM play GROUP BY account, track",
                key: "account, track")
            if wrong > 0 { try SharedActivity(db).publishToEverybody() }
            return wrong
        }
    }
}
