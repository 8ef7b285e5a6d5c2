import Catalog
import GRDB
import Primitives
import Shelf

/// The stored shelves within one transaction.
struct ShelfTable: ShelfState, EditedTable {
    let db: Database

    func folderCount(of person: ID<Person>) throws -> Int {
        try db.value("SELECT count(*) FROM shelf_folder WHERE account = ?", [person]) ?? 0
    }

    func folder(named name: String, of person: ID<Person>) throws -> ID<ShelfFolder>? {
        try db.value(
            "SELECT id FROM shelf_folder WHERE account = ? AND name_folded = ?", [person, FoldedText.fold(name)])
    }

    func folders(among ids: [ID<ShelfFolder>], of person: ID<Person>) throws -> Set<ID<ShelfFolder>> {
        try db.valueSet(Self.folders, [JSONList(ids), person])
    }

    func itemCount(of person: ID<Person>) throws -> Int {
        try db.value("SELECT count(*) FROM shelf_item WHERE account = ?", [person]) ?? 0
    }

    func item(_ id: ID<ShelfItem>, for caller: Principal) throws -> ShelfItem {
        try ShelfItemReader(db: db, caller: caller).item(id)
    }

    func items(_ ids: [ID<ShelfItem>], for caller: Principal) throws -> [ShelfItem] {
        try ShelfItemReader(db: db, caller: caller).items(ids)
    }

    func place(
        of subject: AnnotationSubject, of person: ID<Person>
    ) throws -> (item: ID<ShelfItem>, folder: ID<ShelfFolder>?)? {
        guard subject.kind != .artist else { return nil }
        let sql = "SELECT id, folder FROM shelf_item WHERE \(subject.kind.rawValue) = ? AND account = ?"
        return try db.row(sql, [subject.id, person]).map { row in (item: row["id"], folder: row["folder"]) }
    }

    func item(ofOutside song: Int64, of person: ID<Person>) throws -> ID<ShelfItem>? {
        try db.value(Self.ofOutside, [song, person])
    }

    func music(_ subject: AnnotationSubject, ratedBy person: ID<Person>) throws -> ShelfMusic? {
        switch subject {
        case .track(let id): try music(.track(id), Self.track, [person.rawValue, id.rawValue])
        case .album(let id): try music(.album(id), Self.album, [person.rawValue, id.rawValue])
        case .artist: nil
        }
    }

    private func music(_ source: ShelfSource, _ sql: String, _ arguments: StatementArguments) throws -> ShelfMusic? {
        try db.row(sql, arguments).map { row in
            ShelfMusic(
                source: source, part: row["part"],
                title: ShelfTitle(text: row["title"], key: row["key"], words: row["search"]),
                artist: row["artist"] ?? "", rating: Rating(halves: row["rating"] ?? 0))
        }
    }

    func rating(of subject: AnnotationSubject, by person: ID<Person>) throws -> Rating? {
        let stored = try db.row(AnnotationSQL.of(subject.kind).stored, [person, subject.id])
        return stored.flatMap { Rating(halves: $0["rating"]) }
    }

    private static let folders = """
        SELECT f.id FROM json_each(?) j CROSS JOIN shelf_folder f ON f.id = j.value WHERE f.account = ?
        """
    static let ofOutside = "SELECT id FROM shelf_item WHERE outside = ? AND account = ?"
    private static let track = """
        SELECT t.part, t.title, t.title_key AS key, t.search_title AS search,
          (SELECT group_concat(a.name, ', ') FROM track_artist ta JOIN artist a ON a.id = ta.artist
            WHERE ta.track = t.id AND ta.role = 'performer') AS artist,
          (SELECT r.rating FROM track_rating r WHERE r.account = ?1 AND r.track = t.id) AS rating
        FROM track t WHERE t.id = ?2
        """
    private static let album = """
        SELECT b.part, b.name AS title, b.name_key AS key, b.search_name AS search,
          (SELECT group_concat(a.name, ', ') FROM album_artist aa JOIN artist a ON a.id = aa.artist
            WHERE aa.album = b.id) AS artist,
          (SELECT r.rating FROM album_rating r WHERE r.account = ?1 AND r.album = b.id) AS rating
        FROM album b WHERE b.id = ?2
        """
}
