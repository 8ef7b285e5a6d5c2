import Catalog
import GRDB
package import Journal
package import Primitives
package import Shelf

/// Wishes in SQLite.
package struct SQLiteWishStore: WishStore, BlobUser {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func wishes(_ query: WishQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Wish> {
        let list = KeysetList(name: query.list, columns: [query.sort == .title ? .text : .integer, .text])
        let part = try list.part(page)
        return try await database.read { db in
            let found = try WishReader(db: db, caller: caller).wishes(query, part)
            return part.page(found) { [Self.place(of: $0, by: query.sort), .text($0.id.rawValue)] }
        }
    }

    private static func place(of wish: Wish, by sort: WishQuery.Sort) -> Primitives.Cursor.Value {
        switch sort {
        case .backers: .integer(Int64(wish.backers))
        case .date: .integer(wish.createdAt.milliseconds)
        case .title: .text(WishRules.words(wish.title))
        }
    }

    package func wish(_ id: ID<Wish>, for caller: Principal) async throws -> Wish {
        try await database.read { try WishReader(db: $0, caller: caller).wish(id) }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any WishState, WishWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.shelf, WishTable.self, decide)
    }

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { try $0.blobKeys("SELECT cover FROM wish WHERE cover IS NOT NULL") }
    }
}

/// The stored wishes within one transaction.
struct WishTable: WishState, EditedTable {
    let db: Database

    func wish(_ id: ID<Wish>, for caller: Principal) throws -> Wish {
        try WishReader(db: db, caller: caller).wish(id)
    }

    func exists(_ id: ID<Wish>) throws -> Bool {
        try db.exists("SELECT 1 FROM wish WHERE id = ?", [id])
    }

    func wish(title: String, artist: String, for caller: Principal) throws -> Wish? {
        try WishReader(db: db, caller: caller).wish(title: title, artist: artist)
    }

    func count(of person: ID<Person>) throws -> Int {
        try db.value("SELECT count(*) FROM wish WHERE account = ?", [person]) ?? 0
    }

    func backers(of id: ID<Wish>) throws -> [ID<Person>] {
        try db.values("SELECT account FROM wish_backer WHERE wish = ? ORDER BY backed_at, account", [id])
    }

    func part(of subject: AnnotationSubject) throws -> String? {
        try db.value("SELECT part FROM \(subject.kind.rawValue) WHERE id = ?", [subject.id])
    }

    var shelf: any ShelfState { ShelfTable(db) }

    func execute(_ write: WishWrite) throws {
        switch write {
        case .add(let id, let draft, let cover, let person, let instant):
            try db.run(
                """
                INSERT INTO wish (id, account, title, artist, note, title_words, artist_words, cover, outside, genre,
                  duration_ms, created_at, changed_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12)
                """,
                [
                    id, person, draft.title, draft.artist, draft.note, WishRules.words(draft.title),
                    WishRules.words(draft.artist), cover?.hex, draft.song.outside, draft.song.genre,
                    draft.song.durationMilliseconds, instant,
                ])
        case .edit(let id, let values, let instant):
            try db.run(
                """
                UPDATE wish SET title = ?2, artist = ?3, note = ?4, title_words = ?5, artist_words = ?6, cover = ?7,
                  arrival = ?8, changed_at = max(changed_at, ?9)
                WHERE id = ?1
                """,
                [
                    id, values.title, values.artist, values.note, WishRules.words(values.title),
                    WishRules.words(values.artist), values.cover?.hex, values.arrival, instant,
                ])
        case .remove(let id): try db.run("DELETE FROM wish WHERE id = ?", [id])
        case .addBacker(let person, let id, let instant):
            try db.run("INSERT INTO wish_backer (wish, account, backed_at) VALUES (?, ?, ?)", [id, person, instant])
        case .removeBacker(let person, let id):
            try db.run("DELETE FROM wish_backer WHERE wish = ? AND account = ?", [id, person])
        case .setOwner(let person, let id): try db.run("UPDATE wish SET account = ? WHERE id = ?", [person, id])
        case .setArrival(let track, let id): try db.run("UPDATE wish SET arrival = ? WHERE id = ?", [track, id])
        case .shelf(let write): try ShelfTable(db).execute(write)
        }
    }
}
