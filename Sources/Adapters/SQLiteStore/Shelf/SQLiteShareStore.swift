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
            let heads = try db.rows(Self.list, [user])
            return try heads.map(ShareTable(db).share)
        }
    }

    static let list = """
        SELECT \(ShareTable.columns) FROM share WHERE account = ? ORDER BY created_at DESC, id DESC LIMIT \(Share.maximumPerUser)
        """

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any ShareState, ShareWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.shelf, ShareTable.self, decide)
    }

    package func noteVisits(_ visits: [ID<Share>: ShareVisits]) async throws {
        try await database.write(.shelf) { db in
            var owners: Set<String> = []
            for (id, visits) in visits {
                let owner: String? = try db.value(
                    """
                    UPDATE share SET visits = visits + ?, last_visited_at = max(ifnull(last_visited_at, 0), ?)
                    WHERE id = ? RETURNING account
                    """, [visits.count, visits.last, id])
                if let owner { owners.insert(owner) }
            }
            for owner in owners.sorted() { try ShareEvents.changed(of: ID(owner)).append(to: db) }
        }
    }
}

/// The stored shares within one transaction.
struct ShareTable: ShareState, EditedTable {
    static let columns = "id, account, description, created_at, expires_at, last_visited_at, visits"
    let db: Database

    func share(_ id: ID<Share>) throws -> Share? {
        try db.row("SELECT \(Self.columns) FROM share WHERE id = ?", [id]).map(share)
    }

    func share(_ row: Row) throws -> Share {
        let id: String = row["id"]
        let items = try db.rows("SELECT track, album, playlist FROM share_item WHERE share = ? ORDER BY place", [id])
            .compactMap { item -> ShareItem? in
                if let track: String = item["track"] { return .track(ID(track)) }
                if let album: String = item["album"] { return .album(ID(album)) }
                if let playlist: String = item["playlist"] { return .playlist(ID(playlist)) }
                return nil
            }
        return Share(
            id: ID(id), owner: row["account"], description: row["description"], items: items,
            createdAt: row["created_at"], expiresAt: row["expires_at"], lastVisitedAt: row["last_visited_at"],
            visits: row["visits"])
    }

    func count(of user: ID<Person>) throws -> Int {
        try db.value("SELECT count(*) FROM share WHERE account = ?", [user]) ?? 0
    }

    func isStored(_ item: ShareItem) throws -> Bool {
        let (table, id) = Self.column(of: item)
        return try db.exists("SELECT 1 FROM \(table) WHERE id = ?", [id])
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
            try db.run(
                "UPDATE share SET description = ?, expires_at = ? WHERE id = ?",
                [share.description, share.expiresAt, share.id])
        case .remove(let id): try db.run("DELETE FROM share WHERE id = ?", [id])
        }
    }

    private func insert(_ share: Share) throws {
        try db.run(
            "INSERT INTO share (id, account, description, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
            [share.id, share.owner, share.description, share.createdAt, share.expiresAt])
        for (place, item) in share.items.enumerated() {
            let (column, id) = Self.column(of: item)
            try db.run("INSERT INTO share_item (share, place, \(column)) VALUES (?, ?, ?)", [share.id, place, id])
        }
    }

    /// The table of an item, which is also its column in `share_item`.
    private static func column(of item: ShareItem) -> (name: String, id: String) {
        switch item {
        case .track(let id): ("track", id.rawValue)
        case .album(let id): ("album", id.rawValue)
        case .playlist(let id): ("playlist", id.rawValue)
        }
    }

    /// Ends a share when the token that made it is revoked.
    func end(_ id: ID<Share>) throws {
        let owner: String? = try db.value("DELETE FROM share WHERE id = ? RETURNING account", [id])
        if let owner { try ShareEvents.changed(of: ID(owner)).append(to: db) }
    }
}
