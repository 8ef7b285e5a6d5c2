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
            rating: Rating(halves: row["rating"]), folder: folder.map { ID($0) },
            addedAt: Timestamp(milliseconds: row["added_at"]), changedAt: Timestamp(milliseconds: row["changed_at"]))
    }

    /// The additional condition that the reader sees the item `i`: it was typed in, or its library is in the scope.
    static func seen(_ scope: LibraryScope) -> String {
        scope == .everything ? "" : " AND (i.library IS NULL OR (true\(scope.and("i.library"))))"
    }

    private static let columns = """
        i.id, i.track, i.album, i.folder, i.title, i.artist, i.genre, i.duration_ms, i.comment, i.cover, i.rating,
          i.added_at, i.changed_at
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
        return Self.folder(row, count ?? 0)
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
        return rows.map { (Self.folder($0, counts[$0["id"]] ?? 0), $0["name_key"]) }
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

    private static func folder(_ row: Row, _ count: Int) -> ShelfFolder {
        ShelfFolder(
            id: ID(row["id"]), name: row["name"],
            // An icon that only a later version knows becomes the default.
            icon: FolderIcon(rawValue: row["icon"]) ?? .folder, image: row.blobKey("image"), itemCount: count,
            createdAt: Timestamp(milliseconds: row["created_at"]),
            changedAt: Timestamp(milliseconds: row["changed_at"]))
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

    static func countOfOne(_ scope: LibraryScope) -> String {
        "SELECT count(*) FROM shelf_item i WHERE i.account = :me AND i.folder = :folder\(ShelfItemReader.seen(scope))"
    }
}

/// Adds up a user's shelf: a track or album counts with the catalog's data, an entry with the typed data.
struct ShelfStatisticsReader {
    private let db: Database
    private let caller: Principal

    init(_ db: Database, for caller: Principal) {
        self.db = db
        self.caller = caller
    }

    func statistics() throws -> ShelfStatistics {
        let scope = caller.libraries
        var values = scope.named
        values["me"] = caller.user.rawValue.databaseValue
        let arguments = StatementArguments(values)
        let total = try Row.fetchOne(db.cachedStatement(sql: Self.total(scope)), arguments: arguments)
        let genre = try Row.fetchOne(db.cachedStatement(sql: Self.genre(scope)), arguments: arguments)
        let ratings = try Row.fetchAll(db.cachedStatement(sql: Self.ratings(scope)), arguments: arguments)
        return ShelfStatistics(
            items: total?["items"] ?? 0, durationMilliseconds: total?["duration"] ?? 0,
            favoriteGenre: genre.map { ShelfStatistics.Genre(name: $0["name"], items: $0["items"]) },
            ratings: ratings.compactMap { row in Rating(halves: row["rating"]).map { ($0, row["items"]) } })
    }

    static func total(_ scope: LibraryScope) -> String {
        """
        SELECT count(*) AS items, coalesce(sum(coalesce(t.duration_ms, b.duration_ms, i.duration_ms)), 0) AS duration
        FROM shelf_item i LEFT JOIN track t ON t.id = i.track LEFT JOIN album b ON b.id = i.album
        WHERE i.account = :me\(ShelfItemReader.seen(scope))
        """
    }

    /// The genre of each item: a track's first one, or an album's first by name.
    static func genre(_ scope: LibraryScope) -> String {
        """
        SELECT max(name) AS name, count(*) AS items FROM (
          SELECT CASE WHEN i.track IS NOT NULL THEN
              (SELECT tg.name FROM track_genre tg WHERE tg.track = i.track ORDER BY tg.position LIMIT 1)
            WHEN i.album IS NOT NULL THEN
              (SELECT g.name FROM album_genre ag JOIN genre g ON g.id = ag.genre WHERE ag.album = i.album
                ORDER BY g.sort_key LIMIT 1)
            ELSE i.genre END AS name
          FROM shelf_item i WHERE i.account = :me\(ShelfItemReader.seen(scope)))
        WHERE name <> '' GROUP BY lower(name) ORDER BY items DESC, lower(name) LIMIT 1
        """
    }

    static func ratings(_ scope: LibraryScope) -> String {
        """
        SELECT i.rating, count(*) AS items FROM shelf_item i
        WHERE i.account = :me AND i.rating > 0\(ShelfItemReader.seen(scope)) GROUP BY i.rating ORDER BY i.rating DESC
        """
    }
}
