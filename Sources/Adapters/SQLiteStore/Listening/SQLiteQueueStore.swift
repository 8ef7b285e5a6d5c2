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

    package func replace(
        with list: QueueReplacement, of user: ID<Person>, in scope: LibraryScope, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws -> QueueStamp {
        try await database.write(.listening) { db in
            let stamp = try Self.replace(with: list, of: user, in: scope, at: instant, db)
            try entry.append(to: db)
            return stamp
        }
    }

    static func replace(
        with list: QueueReplacement, of user: ID<Person>, in scope: LibraryScope, at instant: Timestamp, _ db: Database
    ) throws -> QueueStamp {
        let stored = try revision(of: user, db)
        if let expected = list.expected, expected != stored { throw DomainError.queueChanged }
        let revision = stored + 1
        try db.execute(
            sql: """
                INSERT INTO play_queue (account, revision, current_index, position_ms, updated_at, client)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (account) DO UPDATE SET revision = excluded.revision,
                    current_index = excluded.current_index, position_ms = excluded.position_ms,
                    updated_at = excluded.updated_at, client = excluded.client
                """,
            arguments: [
                user.rawValue, revision, list.currentIndex, list.position.wholeMilliseconds, instant.milliseconds,
                list.client,
            ])
        try fill(list, user, scope, db)
        try ListeningFacts.queue(revision: revision, by: list.client, of: user).append(to: db)
        return QueueStamp(revision: revision, updatedAt: instant)
    }

    private static func revision(of user: ID<Person>, _ db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT revision FROM play_queue WHERE account = ?", arguments: [user.rawValue]) ?? 0
    }

    private static func fill(
        _ list: QueueReplacement, _ user: ID<Person>, _ scope: LibraryScope, _ db: Database
    ) throws {
        let tracks = list.tracks.map(\.rawValue)
        guard try ScopeReader(db, scope).tracks(tracks).count == tracks.count else { throw unknownTrack }
        try db.execute(sql: "DELETE FROM play_queue_track WHERE account = ?", arguments: [user.rawValue])
        let insert = try db.makeStatement(
            sql: "INSERT INTO play_queue_track (account, place, track) VALUES (?, ?, ?)")
        for (place, track) in list.tracks.enumerated() {
            do {
                try insert.execute(arguments: [user.rawValue, place, track.rawValue])
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
                throw unknownTrack
            }
        }
    }

    private static let unknownTrack = DomainError.invalid(
        "trackIds holds a track that is not known", field: "trackIds")

    package func move(
        to position: QueuePosition, of user: ID<Person>, in scope: LibraryScope, at instant: Timestamp
    ) async throws -> QueueStamp {
        try await database.write(.listening) { db in
            guard try Self.revision(of: user, db) == position.revision else { throw DomainError.queueChanged }
            // Revision zero means that there is no queue to move in.
            guard position.revision > 0 else {
                throw DomainError.invalid("There is no queue yet", field: "revision")
            }
            let place = try position.currentIndex.map { try Self.place($0, user, scope, db) }
            try db.execute(
                sql: """
                    UPDATE play_queue SET current_index = coalesce(?, current_index), position_ms = ?, updated_at = ?
                    WHERE account = ?
                    """,
                arguments: [place, position.position.wholeMilliseconds, instant.milliseconds, user.rawValue])
            return QueueStamp(revision: position.revision, updatedAt: instant)
        }
    }

    /// The stored place of the `index`th track that still exists.
    private static func place(
        _ index: Int, _ user: ID<Person>, _ scope: LibraryScope, _ db: Database
    ) throws -> Int {
        let place = try Int.fetchOne(
            db,
            sql: """
                SELECT play_queue_track.place FROM play_queue_track JOIN track ON track.id = play_queue_track.track
                WHERE play_queue_track.account = ? AND track.missing_since IS NULL\(scope.and("track.library"))
                ORDER BY play_queue_track.place LIMIT 1 OFFSET ?
                """,
            arguments: [user.rawValue, index] + scope.arguments)
        if let place { return place }
        guard index == 0 else {
            throw DomainError.invalid("currentIndex must point into the queue", field: "currentIndex")
        }
        return 0
    }
}
