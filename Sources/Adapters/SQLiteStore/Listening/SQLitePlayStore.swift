import Board
package import Catalog
import GRDB
package import Journal
package import Listening
package import Primitives
import Shelf

/// The listening history and its counts in SQLite.
package struct SQLitePlayStore: PlayStore {
    private static let list = "plays.newest"
    /// The plays that are written in one transaction.
    private static let portion = 100
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func record(_ plays: [(play: Play, apart: Duration, entry: JournalEntry)]) async throws -> Int {
        var count = 0
        for start in stride(from: 0, to: plays.count, by: Self.portion) {
            count += try await record(portion: plays[start..<min(start + Self.portion, plays.count)])
        }
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
            try ScrobbleTable(db, kind).add([play.id], of: play.user, at: entry.at, isHistory: false)
        }
        try entry.append(to: db)
        return true
    }

    private static func isHeard(_ play: Play, within apart: Duration, _ db: Database) throws -> Bool {
        guard apart > .zero else { return false }
        return try Bool.fetchOne(
            db.cachedStatement(sql: near),
            arguments: [
                play.user.rawValue, play.track.rawValue, play.playedAt.advanced(by: .zero - apart).milliseconds,
                play.playedAt.advanced(by: apart).milliseconds,
            ]) ?? false
    }

    static let near = """
        SELECT EXISTS (SELECT 1 FROM play WHERE account = ? AND track = ? AND played_at > ? AND played_at < ?)
        """

    /// Adds the play and counts it. Returns false if the listener already has one with the same `playID`.
    static func add(_ play: Play, _ db: Database) throws -> Bool {
        guard try insert(play, db) else { return false }
        try db.cachedStatement(
            sql: """
                INSERT INTO play_count (account, track, plays, last_played_at) VALUES (?, ?, 1, ?)
                ON CONFLICT (account, track) DO UPDATE SET
                    plays = plays + 1, last_played_at = max(last_played_at, excluded.last_played_at)
                """
        ).execute(arguments: [play.user.rawValue, play.track.rawValue, play.playedAt.milliseconds])
        return true
    }

    private static func insert(_ play: Play, _ db: Database) throws -> Bool {
        let moment = try ListeningZone(db).calendar.moment(at: play.playedAt)
        try db.cachedStatement(
            sql: """
                INSERT INTO play (id, account, track, played_at, client, play_id, day, hour, heard_ms, source)
                SELECT ?, ?, id, ?, ?, ?, ?, ?, duration_ms, ? FROM track WHERE id = ?
                ON CONFLICT (account, play_id) DO NOTHING
                """
        ).execute(arguments: [
            play.id.rawValue, play.user.rawValue, play.playedAt.milliseconds, play.client, play.playID.text,
            moment.day.number, moment.hour, play.source.rawValue, play.track.rawValue,
        ])
        return db.changesCount > 0
    }

    package func plays(
        of user: ID<Person>, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<Play> {
        let after = try page.cursor.map(Self.place)
        return try await database.read { db in
            // No id begins with a tilde or a greater character.
            let arguments: StatementArguments = [
                user.rawValue, after?.playedAt ?? Int64.max, after?.id ?? "~", page.limit + 1,
            ]
            let rows = try Row.fetchAll(db, sql: Self.plays(scope), arguments: arguments + scope.arguments)
            let plays = rows.prefix(page.limit).map { Self.play($0, of: user) }
            let last = rows.count > page.limit ? plays.last : nil
            return Page(items: plays, next: last.map(Self.cursor))
        }
    }

    static func plays(_ scope: LibraryScope) -> String {
        """
        SELECT id, track, played_at, client, play_id, source FROM play
        WHERE account = ? AND (played_at, id) < (?, ?)\(isSeen(scope))
        ORDER BY played_at DESC, id DESC LIMIT ?
        """
    }

    package func plays(
        of user: ID<Person>, in scope: LibraryScope, during range: Range<Timestamp>, isNewestFirst: Bool, limit: Int
    ) async throws -> [Play] {
        let arguments: StatementArguments = [
            user.rawValue, range.lowerBound.milliseconds, range.upperBound.milliseconds, limit,
        ]
        return try await database.read { db in
            try Row.fetchAll(
                db, sql: Self.during(scope, isNewestFirst: isNewestFirst),
                arguments: arguments + scope.arguments
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
        try await database.read { db in
            try Int.fetchOne(db, sql: Self.total(scope), arguments: [user.rawValue] + scope.arguments) ?? 0
        }
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

    private static func place(of cursor: Primitives.Cursor) throws -> (playedAt: Int64, id: String) {
        let values = try cursor.values(of: list, count: 2)
        guard case .integer(let playedAt) = values[0], case .text(let id) = values[1] else {
            throw DomainError.invalid("This cursor belongs to another list or order", field: "cursor")
        }
        return (playedAt, id)
    }

    private static func cursor(after play: Play) -> Primitives.Cursor {
        Primitives.Cursor(list: list, values: [.integer(play.playedAt.milliseconds), .text(play.id.rawValue)])
    }

    private static func play(_ row: Row, of user: ID<Person>) -> Play {
        Play(
            id: ID(row["id"]), user: user, track: ID(row["track"]),
            playedAt: Timestamp(milliseconds: row["played_at"]), client: row["client"],
            playID: PlayID(stored: row["play_id"]), source: PlaySource(rawValue: row["source"]) ?? .player)
    }

    package func delete(_ play: ID<Play>, of user: ID<Person>, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.listening) { db in
            let track = try String.fetchOne(
                db, sql: "DELETE FROM play WHERE id = ? AND account = ? RETURNING track",
                arguments: [play.rawValue, user.rawValue])
            guard let track else { return false }
            try Self.takeOff(track, user, db)
            try entry.append(to: db)
            try LoggedListeningEvents.history(of: user).append(to: db)
            try SharedActivity(db).publish(.listening, by: user, about: [track])
            return true
        }
    }

    private static func takeOff(_ track: String, _ user: ID<Person>, _ db: Database) throws {
        let last = try Int64.fetchOne(
            db, sql: "SELECT max(played_at) FROM play WHERE account = ? AND track = ?",
            arguments: [user.rawValue, track])
        if let last {
            try db.execute(
                sql: "UPDATE play_count SET plays = plays - 1, last_played_at = ? WHERE account = ? AND track = ?",
                arguments: [last, user.rawValue, track])
        } else {
            try db.execute(
                sql: "DELETE FROM play_count WHERE account = ? AND track = ?", arguments: [user.rawValue, track])
        }
    }

    package func count(of track: ID<Track>, by user: ID<Person>) async throws -> PlayCount {
        try await database.read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT plays, last_played_at FROM play_count WHERE account = ? AND track = ?",
                arguments: [user.rawValue, track.rawValue])
            return row.map {
                PlayCount(plays: $0["plays"], lastPlayedAt: Timestamp(milliseconds: $0["last_played_at"]))
            } ?? .none
        }
    }

    package func annotations(
        tracks: [ID<Track>], albums: [ID<Album>], of user: ID<Person>
    ) async throws -> ListeningAnnotations {
        try await database.read { db in
            var annotations = ListeningAnnotations()
            if !tracks.isEmpty {
                let ids = JSONList(tracks.map(\.rawValue))
                annotations.tracks = try Self.counts(Self.ofTracks, ids, user, db)
                annotations.positions = try SQLiteBookmarkStore.positions(ids, user, db)
            }
            if !albums.isEmpty {
                annotations.albums = try Self.counts(Self.ofAlbums, JSONList(albums.map(\.rawValue)), user, db)
            }
            return annotations
        }
    }

    private static func counts<Thing>(
        _ sql: String, _ ids: JSONList, _ user: ID<Person>, _ db: Database
    ) throws -> [ID<Thing>: PlayCount] {
        var counts: [ID<Thing>: PlayCount] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [ids, user.rawValue])
        while let row = try rows.next() {
            counts[ID(row[0])] = PlayCount(plays: row[1], lastPlayedAt: Timestamp(milliseconds: row[2]))
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

    package func recentAlbums(
        of user: ID<Person>, in scope: LibraryScope, limit: Int
    ) async throws -> [ID<Album>] {
        try await database.read { db in
            // Newest first by the index, until there are enough albums: a listener who plays whole albums needs few
            // rows.
            let albums = try String.fetchCursor(
                db,
                sql: """
                    SELECT track.album FROM play_count JOIN track ON track.id = play_count.track
                    WHERE play_count.account = ? AND track.missing_since IS NULL\(scope.and("track.library"))
                    ORDER BY play_count.last_played_at DESC, play_count.track DESC
                    """,
                arguments: [user.rawValue] + scope.arguments)
            var seen = Set<String>()
            var recent: [ID<Album>] = []
            while recent.count < limit, let album = try albums.next() {
                if seen.insert(album).inserted { recent.append(ID(album)) }
            }
            return recent
        }
    }

    package func mostPlayed(
        of user: ID<Person>, in scope: LibraryScope, limit: Int
    ) async throws -> [TrackPlays] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT play_count.track AS track, play_count.plays AS plays
                    FROM play_count JOIN track ON track.id = play_count.track
                    WHERE play_count.account = ? AND track.missing_since IS NULL\(scope.and("track.library"))
                    ORDER BY play_count.plays DESC, play_count.last_played_at DESC, play_count.track DESC LIMIT ?
                    """,
                arguments: [user.rawValue, limit] + scope.arguments
            ).map { TrackPlays(track: ID($0["track"]), plays: $0["plays"]) }
        }
    }
}
