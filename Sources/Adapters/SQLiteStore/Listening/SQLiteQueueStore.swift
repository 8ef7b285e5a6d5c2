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
            let rows = try db.rows(
                """
                SELECT play_queue_track.place AS place, play_queue_track.track AS track,
                    track.missing_since IS NOT NULL\(scope.orNot("track.library")) AS gone
                FROM play_queue_track JOIN track ON track.id = play_queue_track.track
                WHERE play_queue_track.account = ? ORDER BY play_queue_track.place
                """, [user] + scope.arguments)
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
            updatedAt: head["updated_at"], client: head["client"])
        return whole.keeping { !gone.contains($0.rawValue) }
    }

    private static func head(of user: ID<Person>, _ db: Database) throws -> Row? {
        try db.row(
            "SELECT revision, current_index, position_ms, updated_at, client FROM play_queue WHERE account = ?", [user])
    }

    package func revision(of user: ID<Person>) async throws -> (revision: Int64, client: String?) {
        try await database.read { db in
            guard let head = try Self.head(of: user, db) else { return (0, nil) }
            return (head["revision"], head["client"])
        }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any QueueState, QueueWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.listening, QueueTable.self, decide)
    }
}

/// The stored queues within one transaction.
struct QueueTable: QueueState, EditedTable {
    let db: Database

    func revision(of user: ID<Person>) throws -> Int64 {
        try db.value("SELECT revision FROM play_queue WHERE account = ?", [user]) ?? 0
    }

    func contains(_ tracks: [ID<Track>], in scope: LibraryScope) throws -> Bool {
        try ScopeReader(db, scope).tracks(tracks.map(\.rawValue)).count == tracks.count
    }

    func place(of index: Int, in scope: LibraryScope, of user: ID<Person>) throws -> Int? {
        try db.value(Self.place(scope), [user, index] + scope.arguments)
    }

    func execute(_ write: QueueWrite) throws {
        switch write {
        case .replace(let list, let revision, let user, let instant):
            try db.run(
                Self.replace,
                [user, revision, list.currentIndex, list.position.wholeMilliseconds, instant, list.client])
            try fill(list.tracks, of: user)
        case .move(let place, let position, let user, let instant):
            try db.run(Self.move, [place, position.wholeMilliseconds, instant, user])
        }
    }

    private func fill(_ tracks: [ID<Track>], of user: ID<Person>) throws {
        try db.run("DELETE FROM play_queue_track WHERE account = ?", [user])
        for (place, track) in tracks.enumerated() {
            do {
                try db.run(
                    "INSERT INTO play_queue_track (account, place, track) VALUES (?, ?, ?)", [user, place, track])
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
        ON CONFLICT (account) DO UPDATE SET
          \(Database.excluded("revision, current_index, position_ms, updated_at, client"))
        """
    private static let move = """
        UPDATE play_queue SET current_index = coalesce(?, current_index), position_ms = ?, updated_at = ?
        WHERE account = ?
        """
}
