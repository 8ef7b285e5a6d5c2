import Catalog
import GRDB
package import Journal
package import Listening
package import Primitives

/// Play queues in SQLite: a head row for each user and a row for each place in the list.
package struct SQLiteQueueStore: QueueStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func queue(of user: ID<Person>, in scope: LibraryScope) async throws -> PlayQueue {
        try await database.read { db in
            guard let head = try Self.head(of: user, db) else { return .none }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT play_queue_track.place AS place, play_queue_track.track AS track,
                        track.missing_since IS NOT NULL\(scope.orNot("track.library")) AS gone
                    FROM play_queue_track JOIN track ON track.id = play_queue_track.track
                    WHERE play_queue_track.account = ? ORDER BY play_queue_track.place
                    """,
                arguments: [user.rawValue] + scope.arguments)
            return Self.queue(head, rows)
        }
    }

    /// - Parameter rows: the list's rows by place. Deleted tracks have left gaps between the places.
    private static func queue(_ head: Row, _ rows: [Row]) -> PlayQueue {
        let current: Int = head["current_index"]
        let gone = Set(rows.filter { $0["gone"] }.map { $0["track"] as String })
        let index = rows.prefix { $0["place"] < current }.count
        let isThere = index < rows.count && rows[index]["place"] == current
        let whole = PlayQueue(
            tracks: rows.map { ID($0["track"]) }, currentIndex: max(min(index, rows.count - 1), 0),
            position: isThere ? .milliseconds(head["position_ms"] as Int64) : .zero, revision: head["revision"],
            updatedAt: Timestamp(milliseconds: head["updated_at"]), client: head["client"])
        return whole.keeping { !gone.contains($0.rawValue) }
    }

    private static func head(of user: ID<Person>, _ db: Database) throws -> Row? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT revision, current_index, position_ms, updated_at, client FROM play_queue WHERE account = ?
                """,
            arguments: [user.rawValue])
    }

    package func revision(of user: ID<Person>) async throws -> (revision: Int64, client: String?) {
        try await database.read { db in
            guard let head = try Self.head(of: user, db) else { return (0, nil) }
            return (head["revision"], head["client"])
        }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any QueueState) throws -> (Changes<QueueWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.listening) { db in
            let queues = QueueTable(db)
            let (changes, outcome) = try decide(queues)
            try changes?.write(to: db, queues.execute)
            return outcome
        }
    }
}

/// The stored queues within one transaction.
struct QueueTable: QueueState {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func revision(of user: ID<Person>) throws -> Int64 {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT revision FROM play_queue WHERE account = ?"), arguments: [user.rawValue])
            ?? 0
    }

    func contains(_ tracks: [ID<Track>], in scope: LibraryScope) throws -> Bool {
        try ScopeReader(db, scope).tracks(tracks.map(\.rawValue)).count == tracks.count
    }

    func place(of index: Int, in scope: LibraryScope, of user: ID<Person>) throws -> Int? {
        try Int.fetchOne(
            db.cachedStatement(sql: Self.place(scope)), arguments: [user.rawValue, index] + scope.arguments)
    }

    func execute(_ write: QueueWrite) throws {
        switch write {
        case .replace(let list, let revision, let user, let instant):
            try db.cachedStatement(sql: Self.replace).execute(
                arguments: [
                    user.rawValue, revision, list.currentIndex, list.position.wholeMilliseconds, instant.milliseconds,
                    list.client,
                ])
            try fill(list.tracks, of: user)
        case .move(let place, let position, let user, let instant):
            try db.cachedStatement(sql: Self.move).execute(
                arguments: [place, position.wholeMilliseconds, instant.milliseconds, user.rawValue])
        }
    }

    private func fill(_ tracks: [ID<Track>], of user: ID<Person>) throws {
        try db.execute(sql: "DELETE FROM play_queue_track WHERE account = ?", arguments: [user.rawValue])
        let insert = try db.makeStatement(
            sql: "INSERT INTO play_queue_track (account, place, track) VALUES (?, ?, ?)")
        for (place, track) in tracks.enumerated() {
            do {
                try insert.execute(arguments: [user.rawValue, place, track.rawValue])
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
                throw DomainError.unknownQueueTrack
            }
        }
    }

    private static func place(_ scope: LibraryScope) -> String {
        """
        SELECT play_queue_track.place FROM play_queue_track JOIN track ON track.id = play_queue_track.track
        WHERE play_queue_track.account = ? AND track.missing_since IS NULL\(scope.and("track.library"))
        ORDER BY play_queue_track.place LIMIT 1 OFFSET ?
        """
    }
    private static let replace = """
        INSERT INTO play_queue (account, revision, current_index, position_ms, updated_at, client)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (account) DO UPDATE SET revision = excluded.revision,
            current_index = excluded.current_index, position_ms = excluded.position_ms,
            updated_at = excluded.updated_at, client = excluded.client
        """
    private static let move = """
        UPDATE play_queue SET current_index = coalesce(?, current_index), position_ms = ?, updated_at = ?
        WHERE account = ?
        """
}
