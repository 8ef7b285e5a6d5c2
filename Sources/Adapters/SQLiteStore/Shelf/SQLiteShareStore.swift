package import Accounts
import Catalog
import GRDB
package import Journal
package import Primitives
package import Sharing
import Shelf

/// Shares in SQLite: a head row for each share and a row for each place in its list.
package struct SQLiteShareStore: ShareStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func share(_ id: ID<Share>) async throws -> Share? {
        try await database.read { try Self.find(id, $0) }
    }

    package func shares(of user: ID<Person>) async throws -> [Share] {
        try await database.read { db in
            let heads = try Row.fetchAll(db, sql: Self.list, arguments: [user.rawValue])
            return try heads.map { try Self.share($0, db) }
        }
    }

    private static let columns = "id, account, description, created_at, expires_at, last_visited_at, visits"

    static let list = """
        SELECT \(columns) FROM share WHERE account = ? ORDER BY created_at DESC, id DESC LIMIT \(Share.maximumPerUser)
        """

    package func add(_ share: Share, by maker: Maker, journal entry: JournalEntry) async throws {
        try await database.write(.shelf) { db in
            let count = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM share WHERE account = ?", arguments: [share.owner.rawValue])
            guard count ?? 0 < Share.maximumPerUser else {
                throw DomainError(
                    .conflict, "Nobody can have more than \(Share.maximumPerUser) shares: delete one first",
                    reason: "too_many_shares")
            }
            try db.execute(
                sql: "INSERT INTO share (id, account, description, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    share.id.rawValue, share.owner.rawValue, share.description, share.createdAt.milliseconds,
                    share.expiresAt?.milliseconds,
                ])
            let insert = try db.makeStatement(
                sql: "INSERT INTO share_item (share, place, track, album, playlist) VALUES (?, ?, ?, ?, ?)")
            for (place, item) in share.items.enumerated() {
                let (track, album, playlist): (String?, String?, String?) =
                    switch item {
                    case .track(let id): (id.rawValue, nil, nil)
                    case .album(let id): (nil, id.rawValue, nil)
                    case .playlist(let id): (nil, nil, id.rawValue)
                    }
                do {
                    try insert.execute(arguments: [share.id.rawValue, place, track, album, playlist])
                } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
                    throw DomainError.invalid("items holds something that is not there", field: "items")
                }
            }
            try TokenProducts.record(
                .share, share.id.rawValue, by: TokenProducts.sources(of: maker, db), at: share.createdAt, db)
            try entry.append(to: db)
            try Self.changed(of: share.owner).append(to: db)
        }
    }

    package func edit(
        _ id: ID<Share>, of user: ID<Person>, journal entry: JournalEntry,
        _ change: @escaping @Sendable (inout Share) throws -> Void
    ) async throws -> Share? {
        try await database.write(.shelf) { db in
            guard var share = try Self.find(id, db), share.owner == user else { return nil }
            try change(&share)
            try db.execute(
                sql: "UPDATE share SET description = ?, expires_at = ? WHERE id = ?",
                arguments: [share.description, share.expiresAt?.milliseconds, id.rawValue])
            try entry.append(to: db)
            try Self.changed(of: user).append(to: db)
            return share
        }
    }

    package func remove(_ id: ID<Share>, of user: ID<Person>, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.shelf) { db in
            try db.execute(
                sql: "DELETE FROM share WHERE id = ? AND account = ?", arguments: [id.rawValue, user.rawValue])
            guard db.changesCount == 1 else { return false }
            try entry.append(to: db)
            try Self.changed(of: user).append(to: db)
            return true
        }
    }

    /// Ends a share when the token that made it is revoked.
    static func end(_ id: ID<Share>, _ db: Database) throws {
        let owner = try String.fetchOne(
            db, sql: "DELETE FROM share WHERE id = ? RETURNING account", arguments: [id.rawValue])
        if let owner { try changed(of: ID(owner)).append(to: db) }
    }

    package func noteVisits(_ visits: [ID<Share>: ShareVisits]) async throws {
        try await database.write(.shelf) { db in
            var owners: Set<String> = []
            for (id, visits) in visits {
                let owner = try String.fetchOne(
                    db,
                    sql: """
                        UPDATE share SET visits = visits + ?, last_visited_at = max(ifnull(last_visited_at, 0), ?)
                        WHERE id = ? RETURNING account
                        """,
                    arguments: [visits.count, visits.last.milliseconds, id.rawValue])
                if let owner { owners.insert(owner) }
            }
            for owner in owners.sorted() { try Self.changed(of: ID(owner)).append(to: db) }
        }
    }

    /// Only a share's maker sees it in lists.
    private static func changed(of owner: ID<Person>) -> Event {
        SmartFacts.changed(.shelf, to: .person(owner))
    }

    private static func find(_ id: ID<Share>, _ db: Database) throws -> Share? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM share WHERE id = ?", arguments: [id.rawValue])
            .map { try share($0, db) }
    }

    private static func share(_ row: Row, _ db: Database) throws -> Share {
        let id: String = row["id"]
        let items = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT track, album, playlist FROM share_item WHERE share = ? ORDER BY place"),
            arguments: [id]
        ).compactMap { item -> ShareItem? in
            if let track: String = item["track"] { return .track(ID(track)) }
            if let album: String = item["album"] { return .album(ID(album)) }
            if let playlist: String = item["playlist"] { return .playlist(ID(playlist)) }
            return nil
        }
        return Share(
            id: ID(id), owner: ID(row["account"]), description: row["description"], items: items,
            createdAt: Timestamp(milliseconds: row["created_at"]),
            expiresAt: (row["expires_at"] as Int64?).map(Timestamp.init(milliseconds:)),
            lastVisitedAt: (row["last_visited_at"] as Int64?).map(Timestamp.init(milliseconds:)), visits: row["visits"])
    }
}
