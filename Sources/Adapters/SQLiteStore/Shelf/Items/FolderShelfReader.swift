import GRDB
import Primitives
import Shelf

/// Reads a user's folders with their numbers of visible items.
struct FolderShelfReader {
    private let db: Database
    private let caller: Principal

    init(_ db: Database, for caller: Principal) {
        self.db = db
        self.caller = caller
    }

    /// Throws `notFound` if there is no such folder.
    func folder(_ id: ID<ShelfFolder>) throws -> ShelfFolder {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: Self.one), arguments: ["id": id.rawValue, "me": caller.user.rawValue])
        guard let row else { throw DomainError.noFolder }
        var arguments = arguments
        arguments["folder"] = id.rawValue.databaseValue
        let count = try Int.fetchOne(
            db.cachedStatement(sql: Self.countOfOne(caller.libraries)), arguments: StatementArguments(arguments))
        return try folder(row, count ?? 0)
    }

    func page(
        after position: [DatabaseValue]?, limit: Int
    ) throws -> [(folder: ShelfFolder, key: String)] {
        let counts = try counts()
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.page),
            arguments: [
                "me": caller.user.rawValue, "after0": position?[0] ?? "".databaseValue,
                "after1": position?[1] ?? "".databaseValue, "limit": limit,
            ])
        return try rows.map { (try folder($0, counts[$0["id"]] ?? 0), $0["name_key"]) }
    }

    func count() throws -> ShelfCount {
        let counts = try counts()
        return ShelfCount(items: counts.values.reduce(0, +), unfiled: counts[nil] ?? 0)
    }

    /// The number of items by folder, with nil for items in no folder.
    private func counts() throws -> [String?: Int] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.counts(caller.libraries)), arguments: StatementArguments(arguments))
        return Dictionary(rows.map { ($0[0] as String?, $0[1] as Int) }, uniquingKeysWith: +)
    }

    private var arguments: [String: DatabaseValue] {
        var arguments = caller.libraries.named
        arguments["me"] = caller.user.rawValue.databaseValue
        return arguments
    }

    private func folder(_ row: Row, _ count: Int) throws -> ShelfFolder {
        let id: String = row["id"]
        return ShelfFolder(
            id: ID(id), name: row["name"],
            // An icon that only a later version knows becomes the default.
            icon: FolderIcon(rawValue: row["icon"]) ?? .folder, image: row.blobKey("image"),
            covers: try count > 0 ? covers(id) : [], itemCount: count,
            createdAt: Timestamp(milliseconds: row["created_at"]),
            changedAt: Timestamp(milliseconds: row["changed_at"]))
    }

    private func covers(_ folder: String) throws -> [BlobKey] {
        var arguments = arguments
        arguments["folder"] = folder.databaseValue
        let found = try String.fetchCursor(
            db.cachedStatement(sql: Self.covers(caller.libraries)), arguments: StatementArguments(arguments))
        var covers: [BlobKey] = []
        while covers.count < 4, let hex = try found.next() {
            if let key = BlobKey(hex: hex), !covers.contains(key) { covers.append(key) }
        }
        return covers
    }

    static let one = "SELECT * FROM shelf_folder WHERE id = :id AND account = :me"
    static let page = """
        SELECT * FROM shelf_folder INDEXED BY shelf_folder_by_name
        WHERE account = :me AND (name_key, id) > (:after0, :after1) ORDER BY name_key, id LIMIT :limit
        """

    static func counts(_ scope: LibraryScope) -> String {
        """
        SELECT i.folder, count(*) FROM shelf_item i WHERE i.account = :me\(ShelfItemReader.seen(scope))
        GROUP BY i.folder
        """
    }

    /// The covers of the items that were added last. An item has its own, or that of its track or album. Nobody sees
    /// the pictures of withdrawn tracks.
    static func covers(_ scope: LibraryScope) -> String {
        """
        SELECT coalesce(i.cover, t.cover, a.cover)
        FROM (SELECT i.track, i.album, i.cover FROM shelf_item i INDEXED BY shelf_item_in_folder_by_added
          WHERE i.account = :me AND i.folder = :folder\(ShelfItemReader.seen(scope))
          ORDER BY i.added_at DESC, i.id DESC LIMIT 24) i
        LEFT JOIN track t ON t.id = i.track AND \(WithdrawnTracks.isListed("t")) LEFT JOIN album a ON a.id = i.album
        WHERE coalesce(i.cover, t.cover, a.cover) IS NOT NULL
        """
    }

    static func countOfOne(_ scope: LibraryScope) -> String {
        "SELECT count(*) FROM shelf_item i WHERE i.account = :me AND i.folder = :folder\(ShelfItemReader.seen(scope))"
    }
}
