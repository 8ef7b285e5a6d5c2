package import Catalog
import GRDB
package import Journal
package import Listening
package import Primitives

/// Users' links to one kind of server and the plays that wait for it, in SQLite.
package struct SQLiteScrobbleStore: ScrobbleStore {
    private static let shownRefusals = 20
    private let database: SQLiteDatabase
    private let kind: ScrobbleKind

    package init(_ database: SQLiteDatabase, of kind: ScrobbleKind) {
        self.database = database
        self.kind = kind
    }

    package func link(of user: ID<Person>) async throws -> ScrobbleLink? {
        try await database.read { [kind] in try ScrobbleTable(db: $0, kind: kind).link(of: user) }
    }

    package func busyLinks() async throws -> [ScrobbleLink] {
        try await database.read { [kind] in try ScrobbleTable(db: $0, kind: kind).busyLinks() }
    }

    package func counts(of user: ID<Person>) async throws -> (waiting: Int, refused: Int, last: [RefusedScrobble]) {
        try await database.read { [kind = kind.rawValue] db in
            let waiting: Int? = try db.value(Self.waitingCount, [user, kind])
            let refused: Int? = try db.value(Self.refusedCount, [user, kind])
            let rows = try db.rows(Self.refused, [user, kind, Self.shownRefusals])
            let last = rows.map { row in
                RefusedScrobble(
                    title: row["title"], artist: row["artist"], playedAt: row["played_at"], reason: row["refusal"])
            }
            return (waiting ?? 0, refused ?? 0, last)
        }
    }

    package func waiting(of user: ID<Person>, limit: Int) async throws -> [Scrobble] {
        try await database.read { [kind] db in
            try db.rows(Self.waiting, [user, kind.rawValue, limit]).map { row in
                let track = NamedTrack(
                    recording: row["recording"], isrc: row["isrc"], title: row["title"], artist: row["artist"],
                    album: row["album"], durationMilliseconds: row["duration_ms"])
                return Scrobble(play: row["play"], track: track, playedAt: row["played_at"], client: row["client"])
            }
        }
    }

    package func overdue(of user: ID<Person>, since instant: Timestamp, limit: Int) async throws -> [ID<Play>] {
        try await database.read { [kind] db in
            try db.values(Self.overdue, [user, kind.rawValue, instant, limit])
        }
    }

    package func history(
        of user: ID<Person>, in scope: LibraryScope, from sources: [PlaySource], before place: ScrobbleHistory.Place,
        limit: Int
    ) async throws -> [ScrobbleHistory.Place] {
        try await database.read { db in
            try db.rows(Self.history(scope), Self.arguments(user, sources, place) + ["limit": limit] + scope.arguments)
                .map { .init(playedAt: $0["played_at"], play: $0["id"]) }
        }
    }

    package func historyCount(
        of user: ID<Person>, in scope: LibraryScope, from sources: [PlaySource], before place: ScrobbleHistory.Place
    ) async throws -> Int {
        try await database.read { db in
            try db.value(Self.historyCount(scope), Self.arguments(user, sources, place) + scope.arguments) ?? 0
        }
    }

    package func edit(
        _ user: ID<Person>, _ change: @escaping @Sendable (inout ScrobbleLink?) throws -> Changes<ScrobbleWrite>?
    ) async throws -> ScrobbleLink? {
        try await database.write(.upkeep) { [kind] db in
            let table = ScrobbleTable(db: db, kind: kind)
            let before = try table.link(of: user)
            var link = before
            guard let changes = try change(&link) else { return before }
            if let link { try table.store(link) } else { try table.remove(user) }
            try changes.write(to: db, table.execute)
            return link
        }
    }

    private static func arguments(
        _ user: ID<Person>, _ sources: [PlaySource], _ place: ScrobbleHistory.Place
    ) -> StatementArguments {
        ["user": user, "at": place.playedAt, "play": place.play, "sources": JSONList(sources.map(\.rawValue))]
    }

    static let waiting = """
        SELECT play, played_at, client, title, artist, album, duration_ms, recording, isrc FROM scrobble
        WHERE account = ? AND service = ? AND refusal IS NULL ORDER BY is_history, played_at, play LIMIT ?
        """
    static let waitingCount = "SELECT count(*) FROM scrobble WHERE account = ? AND service = ? AND refusal IS NULL"
    static let refusedCount = "SELECT count(*) FROM scrobble WHERE account = ? AND service = ? AND refusal IS NOT NULL"
    static let refused = """
        SELECT title, artist, played_at, refusal FROM scrobble
        WHERE account = ? AND service = ? AND refusal IS NOT NULL ORDER BY refused_at DESC LIMIT ?
        """
    static let overdue = """
        SELECT play FROM scrobble WHERE account = ? AND service = ? AND since < ? AND refusal IS NULL LIMIT ?
        """

    static func history(_ scope: LibraryScope) -> String {
        "SELECT p.played_at, p.id \(past(scope)) ORDER BY p.played_at DESC, p.id DESC LIMIT :limit"
    }

    static func historyCount(_ scope: LibraryScope) -> String { "SELECT count(*) \(past(scope))" }

    private static func past(_ scope: LibraryScope) -> String {
        """
        FROM play p CROSS JOIN track t ON t.id = p.track\(scope.and("t.library"))
        WHERE p.account = :user AND (p.played_at, p.id) < (:at, :play)
          AND p.source IN (SELECT value FROM json_each(:sources))
        """
    }
}
