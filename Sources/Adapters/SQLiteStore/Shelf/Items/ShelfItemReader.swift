import Catalog
import GRDB
import Primitives
import Shelf

/// Reads the items on a user's shelf.
struct ShelfItemReader {
    private let db: Database
    private let caller: Principal

    init(_ db: Database, for caller: Principal) {
        self.db = db
        self.caller = caller
    }

    /// Throws `notFound` if there is no such item.
    func item(_ id: ID<ShelfItem>) throws -> ShelfItem {
        guard let item = try items([id]).first else { throw DomainError.noShelfItem }
        return item
    }

    /// The items that exist.
    func items(_ ids: [ID<ShelfItem>]) throws -> [ShelfItem] {
        var arguments = arguments
        arguments["ids"] = JSONList(Set(ids).map(\.rawValue).sorted()).databaseValue
        return try Row.fetchAll(
            db.cachedStatement(sql: Self.some(caller.libraries)), arguments: StatementArguments(arguments)
        ).map(Self.item)
    }

    func page(
        _ query: ShelfQuery, after position: [DatabaseValue]?, limit: Int
    ) throws -> [(item: ShelfItem, key: DatabaseValue)] {
        var arguments = arguments
        arguments["limit"] = limit.databaseValue
        if case .folder(let folder) = query.place {
            _ = try FolderShelfReader(db, for: caller).folder(folder)
            arguments["folder"] = folder.rawValue.databaseValue
        }
        if !query.words.isEmpty { arguments["words"] = JSONList(query.words).databaseValue }
        for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
        let sql = Self.page(query, caller.libraries, isFirst: position == nil)
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments)).map {
            (Self.item($0), $0["sort"])
        }
    }

    private var arguments: [String: DatabaseValue] {
        var arguments = caller.libraries.named
        arguments["me"] = caller.user.rawValue.databaseValue
        return arguments
    }

    static func item(_ row: Row) -> ShelfItem {
        let (track, album, folder): (String?, String?, String?) = (row["track"], row["album"], row["folder"])
        let source: ShelfSource =
            if let track { .track(ID(track)) } else if let album { .album(ID(album)) } else { .entry }
        return ShelfItem(
            id: ID(row["id"]), source: source, title: row["title"], artist: row["artist"], genre: row["genre"],
            durationMilliseconds: row["duration_ms"], comment: row["comment"], cover: row.blobKey("cover"),
            rating: Rating(halves: row["rating"]), folder: folder.map { ID($0) }, outside: row["outside"],
            addedAt: Timestamp(milliseconds: row["added_at"]), changedAt: Timestamp(milliseconds: row["changed_at"]))
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
