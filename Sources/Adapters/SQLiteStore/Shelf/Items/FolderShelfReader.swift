import GRDB
import Primitives
import Shelf

/// Reads a user's folders with their numbers of visible items.
struct FolderShelfReader {
    let db: Database
    let caller: Principal

    /// Throws `notFound` if there is no such folder.
    func folder(_ id: ID<ShelfFolder>) throws -> ShelfFolder {
        guard let row = try db.row(Self.one, ["id": id, "me": caller.user]) else { throw DomainError.noFolder }
        let count: Int? = try db.value(Self.countOfOne(caller.libraries), arguments + ["folder": id])
        return try folder(row, count ?? 0)
    }

    func page(_ part: ListPart) throws -> Page<ShelfFolder> {
        let counts = try counts()
        let found = try db.rows(Self.page, part.arguments(from: ["", ""]) + ["me": caller.user]).map { row in
            (folder: try folder(row, counts[row["id"]] ?? 0), key: row["name_key"] as String)
        }
        return part.page(found) { [.text($0.key), .text($0.folder.id.rawValue)] }.map(\.folder)
    }

    func count() throws -> ShelfCount {
        let counts = try counts()
        return ShelfCount(items: counts.values.reduce(0, +), unfiled: counts[nil] ?? 0)
    }

    /// The number of items by folder, with nil for items in no folder.
    private func counts() throws -> [String?: Int] {
        let rows = try db.rows(Self.counts(caller.libraries), arguments)
        return Dictionary(rows.map { ($0[0] as String?, $0[1] as Int) }, uniquingKeysWith: +)
    }

    private var arguments: StatementArguments { caller.libraries.arguments + ["me": caller.user] }

    private func folder(_ row: Row, _ count: Int) throws -> ShelfFolder {
        let id: String = row["id"]
        return ShelfFolder(
            id: ID(id), name: row["name"],
            // An icon that only a later version knows becomes the default.
            icon: FolderIcon(rawValue: row["icon"]) ?? .folder, image: row.blobKey("image"),
            covers: try count > 0 ? covers(id) : [], itemCount: count, createdAt: row["created_at"],
            changedAt: row["changed_at"])
    }

    private func covers(_ folder: String) throws -> [BlobKey] {
        try db.firstCovers(Self.covers(caller.libraries), arguments + ["folder": folder])
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
