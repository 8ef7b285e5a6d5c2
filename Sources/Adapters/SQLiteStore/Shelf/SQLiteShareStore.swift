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
        try await database.read { try ShareTable($0).share(id) }
    }

    package func shares(of user: ID<Person>) async throws -> [Share] {
        try await database.read { db in
            let heads = try Row.fetchAll(db, sql: Self.list, arguments: [user.rawValue])
            return try heads.map(ShareTable(db).share)
        }
    }

    static let list = """
        SELECT \(ShareTable.columns) FROM share WHERE account = ? ORDER BY created_at DESC, id DESC LIMIT \(Share.maximumPerUser)
        """

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any ShareState) throws -> (Changes<ShareWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.shelf) { db in
            let shares = ShareTable(db)
            let (changes, outcome) = try decide(shares)
            try changes?.write(to: db, shares.execute)
            return outcome
        }
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
            for owner in owners.sorted() { try ShareEvents.changed(of: ID(owner)).append(to: db) }
        }
    }
}

/// The stored shares within one transaction.
struct ShareTable: ShareState {
    static let columns = "id, account, description, created_at, expires_at, last_visited_at, visits"
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func share(_ id: ID<Share>) throws -> Share? {
        try Row.fetchOne(db, sql: "SELECT \(Self.columns) FROM share WHERE id = ?", arguments: [id.rawValue])
            .map(share)
    }

    func share(_ row: Row) throws -> Share {
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

    func count(of user: ID<Person>) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM share WHERE account = ?", arguments: [user.rawValue]) ?? 0
    }

    func isStored(_ item: ShareItem) throws -> Bool {
        let (table, id) =
            switch item {
            case .track(let id): ("track", id.rawValue)
            case .album(let id): ("album", id.rawValue)
            case .playlist(let id): ("playlist", id.rawValue)
            }
        return try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM \(table) WHERE id = ?"), arguments: [id]) != nil
    }

    func sources(of maker: Maker) throws -> Set<String> {
        try AccountTable(db: db).sources(of: maker)
    }

    func execute(_ write: ShareWrite) throws {
        switch write {
        case .add(let share, let sources):
            try insert(share)
            try AccountTable(db: db).record(.share, share.id.rawValue, by: sources, at: share.createdAt)
        case .change(let share):
            try db.execute(
                sql: "UPDATE share SET description = ?, expires_at = ? WHERE id = ?",
                arguments: [share.description, share.expiresAt?.milliseconds, share.id.rawValue])
        case .remove(let id):
            try db.execute(sql: "DELETE FROM share WHERE id = ?", arguments: [id.rawValue])
        }
    }

    private func insert(_ share: Share) throws {
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
            try insert.execute(arguments: [share.id.rawValue, place, track, album, playlist])
        }
    }

    /// Ends a share when the token that made it is revoked.
    func end(_ id: ID<Share>) throws {
        let owner = try String.fetchOne(
            db, sql: "DELETE FROM share WHERE id = ? RETURNING account", arguments: [id.rawValue])
        if let owner { try ShareEvents.changed(of: ID(owner)).append(to: db) }
    }
}
