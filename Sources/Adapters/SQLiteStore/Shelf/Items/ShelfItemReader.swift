import Catalog
import GRDB
import Primitives
import Shelf

/// Reads the items on a user's shelf.
struct ShelfItemReader {
    let db: Database
    let caller: Principal

    /// Throws `notFound` if there is no such item.
    func item(_ id: ID<ShelfItem>) throws -> ShelfItem {
        guard let item = try items([id]).first else { throw DomainError.noShelfItem }
        return item
    }

    /// The items that exist.
    func items(_ ids: [ID<ShelfItem>]) throws -> [ShelfItem] {
        let list = JSONList(Set(ids).map(\.rawValue).sorted())
        return try db.rows(Self.some(caller.libraries), arguments + ["ids": list]).map(Self.item)
    }

    func page(_ query: ShelfQuery, _ part: ListPart) throws -> Page<ShelfItem> {
        var arguments = arguments + part.arguments
        if case .folder(let folder) = query.place {
            _ = try FolderShelfReader(db: db, caller: caller).folder(folder)
            arguments += ["folder": folder]
        }
        if !query.words.isEmpty { arguments += ["words": JSONList(query.words)] }
        let rows = try db.rows(Self.page(query, caller.libraries, isFirst: part.isFirst), arguments)
        return part.page(rows.map { (item: Self.item($0), sort: $0["sort"] as DatabaseValue) }) {
            part.list.key([$0.sort, $0.item.id])
        }.map(\.item)
    }

    private var arguments: StatementArguments { caller.libraries.arguments + ["me": caller.user] }

    static func item(_ row: Row) -> ShelfItem {
        let (track, album): (ID<Track>?, ID<Album>?) = (row["track"], row["album"])
        let source: ShelfSource =
            if let track { .track(track) } else if let album { .album(album) } else { .entry }
        return ShelfItem(
            id: row["id"], source: source, title: row["title"], artist: row["artist"], genre: row["genre"],
            durationMilliseconds: row["duration_ms"], comment: row["comment"], cover: row.blobKey("cover"),
            rating: Rating(halves: row["rating"]), folder: row["folder"], outside: row["outside"],
            addedAt: row["added_at"], changedAt: row["changed_at"])
    }

    /// The additional condition that the reader sees the item `i`: it was typed in, or its library is in the scope.
    static func seen(_ scope: LibraryScope) -> String {
        scope == .everything ? "" : " AND (i.library IS NULL OR (true\(scope.and("i.library"))))"
    }

    private static let columns = """
        i.id, i.track, i.album, i.folder, i.title, i.artist, i.genre, i.duration_ms, i.comment, i.cover, i.rating,
          i.outside, i.added_at, i.changed_at
        """

    static let shelved = """
        SELECT i.track FROM json_each(?) j CROSS JOIN shelf_item i ON i.track = j.value AND i.account = ?
        """

    static func some(_ scope: LibraryScope) -> String {
        """
        SELECT \(columns) FROM json_each(:ids) j CROSS JOIN shelf_item i ON i.id = j.value
        WHERE i.account = :me\(seen(scope))
        """
    }

    /// One page. A search checks each item in the order of the index: a shelf is bounded, and each user has their own.
    static func page(_ query: ShelfQuery, _ scope: LibraryScope, isFirst: Bool) -> String {
        let column =
            switch query.sort {
            case .title: "title_key"
            case .rating: "rating"
            case .added: "added_at"
            }
        let order = query.sort.rawValue
        let (index, place) =
            switch query.place {
            case .anywhere: ("shelf_item_by_\(order)", "")
            case .unfiled: ("shelf_item_in_folder_by_\(order)", " AND i.folder IS NULL")
            case .folder: ("shelf_item_in_folder_by_\(order)", " AND i.folder = :folder")
            }
        let kind =
            switch query.kind {
            case nil: ""
            case .entry: " AND i.track IS NULL AND i.album IS NULL"
            case .track: " AND i.track IS NOT NULL"
            case .album: " AND i.album IS NOT NULL"
            }
        let words =
            query.words.isEmpty
            ? ""
            : """
             AND NOT EXISTS (SELECT 1 FROM json_each(:words) w
              WHERE instr(i.title_search || ' ' || i.further_search, w.value) = 0)
            """
        let descending = query.isDescending ? " DESC" : ""
        let after = isFirst ? "" : " AND (i.\(column), i.id) \(query.isDescending ? "<" : ">") (:after0, :after1)"
        return """
            SELECT \(columns), i.\(column) AS sort FROM shelf_item i INDEXED BY \(index)
            WHERE i.account = :me\(place)\(after)\(kind)\(words)\(seen(scope))
            ORDER BY i.\(column)\(descending), i.id\(descending) LIMIT :limit
            """
    }
}
