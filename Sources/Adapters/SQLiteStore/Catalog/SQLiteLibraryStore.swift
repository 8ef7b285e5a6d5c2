package import Catalog
import Foundation
import GRDB
package import Journal
package import Primitives

/// Libraries and their broken files, in SQLite.
package struct SQLiteLibraryStore: LibraryStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func libraries() async throws -> [Library] {
        try await database.read(LibraryRecord.all)
    }

    package func items() async throws -> [LibraryItem] {
        try await database.read { db in
            try db.rows(Self.items).map { row in
                LibraryItem(
                    library: LibraryRecord.library(row), trackCount: row["tracks"], problemCount: row["problems"],
                    lastScanAt: row["last_scan_at"])
            }
        }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any LibraryState, LibraryWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.catalogue, LibraryTable.self, decide)
    }

    package func problems(of library: ID<Library>?, _ page: PageRequest) async throws -> Page<LibraryProblem> {
        let part = try KeysetList(name: "problems", columns: [.text, .text]).part(page)
        let path = try part.position.map { position -> Data in
            guard let text = String.fromDatabaseValue(position[1]), let bytes = Base64URL.decode(text) else {
                throw DomainError.invalid("This cursor does not come from a list", field: "cursor")
            }
            return Data(bytes)
        }
        let found = try await database.read { db in
            var arguments: StatementArguments = ["limit": page.limit + 1]
            if let library { arguments += ["library": library] }
            if let path { arguments += ["path": path] }
            if library == nil, let after = part.position?.first { arguments += ["after": after] }
            return try db.rows(Self.problems(ofOne: library != nil, isFirst: path == nil), arguments)
                .compactMap(Self.problem)
        }
        return part.page(found) {
            [.text($0.library.rawValue), .text(Base64URL.encode($0.path.bytes))]
        }
    }

    private static func problem(_ row: Row) -> LibraryProblem? {
        guard let path = LibraryPath(bytes: KnownFolderReader.bytes(row, "path")) else { return nil }
        let reason = FileProblem.Reason(rawValue: row["reason"]) ?? .unreadable
        return LibraryProblem(
            id: row["id"], library: row["library"], path: path, problem: FileProblem(reason, row["detail"]),
            foundAt: row["found_at"])
    }

    private static let items = """
        SELECT l.id, l.name, l.path, l.added_at, l.last_scan_at,
          (SELECT count(*) FROM track t WHERE t.library = l.id AND t.missing_since IS NULL) AS tracks,
          (SELECT count(*) FROM broken_file b WHERE b.library = l.id) AS problems
        FROM library l WHERE l.removed_at IS NULL ORDER BY l.name_key, l.id
        """

    /// - Parameter ofOne: whether the problems are those of one library.
    static func problems(ofOne: Bool, isFirst: Bool) -> String {
        let condition =
            switch (ofOne, isFirst) {
            case (false, true): ""
            case (false, false): "WHERE (library, path) > (:after, :path)"
            case (true, true): "WHERE library = :library"
            case (true, false): "WHERE library = :library AND path > :path"
            }
        return "SELECT * FROM broken_file \(condition) ORDER BY library, path LIMIT :limit"
    }
}

/// The stored libraries within one transaction.
struct LibraryTable: LibraryState, EditedTable {
    let db: Database

    func libraries() throws -> [Library] {
        try LibraryRecord.all(db)
    }

    func removedLibrary(at path: [UInt8]) throws -> ID<Library>? {
        try db.value("SELECT id FROM library WHERE path = ? AND removed_at IS NOT NULL", [Data(path)])
    }

    func awaitsMusic(_ id: ID<Library>) throws -> Bool {
        try db.exists("SELECT 1 FROM submission WHERE state = 'approving' AND library = ?", [id])
    }

    func execute(_ write: LibraryWrite) throws {
        switch write {
        case .put(let library):
            try db.run(
                Self.put, [library.id, library.name, SortKeys.key(library.name), Data(library.path), library.addedAt])
        case .remove(let id, let instant): try LibraryRemoval(db: db, library: id).run(at: instant)
        }
    }

    private static let put = """
        INSERT INTO library (id, name, name_key, path, added_at, number)
        VALUES (?, ?, ?, ?, ?, (SELECT ifnull(max(number), 0) + 1 FROM library))
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
          added_at = excluded.added_at, last_scan_at = NULL, removed_at = NULL
        """
}

/// The row of a library.
enum LibraryRecord {
    private static let present =
        "SELECT id, name, path, added_at FROM library WHERE removed_at IS NULL ORDER BY name_key, id"

    /// The libraries that were not removed, by name.
    static func all(_ db: Database) throws -> [Library] {
        try db.rows(present).map(library)
    }

    static func library(_ row: Row) -> Library {
        let path: Data = row["path"]
        return Library(id: row["id"], name: row["name"], path: [UInt8](path), addedAt: row["added_at"])
    }
}

/// The counts and cover of an artist or genre in each library. They are stored beside the counts of the whole catalog
/// and are read for users who see only some libraries.
struct LibraryShares {
    struct Share {
        var albumCount = 0
        var trackCount = 0
        var cover: String?
        /// The year of the album that the cover belongs to; -1 for a track's cover.
        var coverOrder = -1

        /// - Parameter row: has the columns of the table.
        init(_ row: Row) {
            albumCount = row["album_count"]
            trackCount = row["track_count"]
            cover = row["cover"]
            coverOrder = row["cover_order"]
        }

        init() {}

        /// Adds another library's counts and takes the cover of the later album.
        mutating func add(_ other: Share) {
            albumCount += other.albumCount
            trackCount += other.trackCount
            if other.cover != nil, cover == nil || other.coverOrder > coverOrder {
                (cover, coverOrder) = (other.cover, other.coverOrder)
            }
        }
    }

    /// The shares by library.
    private(set) var shares: [String: Share] = [:]

    /// Counts albums. They must come in the order in which covers are chosen: the first with a cover provides it.
    ///
    /// - Parameter albums: have `library`, `cover` and `year_order`.
    mutating func add(_ albums: [Row]) {
        for album in albums {
            let library: String = album["library"]
            var share = shares[library, default: Share()]
            share.albumCount += 1
            if share.cover == nil, let cover: String = album["cover"] {
                (share.cover, share.coverOrder) = (cover, album["year_order"])
            }
            shares[library] = share
        }
    }

    mutating func addTracks(_ count: Int, in library: String) {
        shares[library, default: Share()].trackCount += count
    }

    /// Uses the cover of a track if no album has one.
    mutating func coverByTrack(_ cover: String, in library: String) {
        guard let share = shares[library], share.cover == nil else { return }
        shares[library]?.cover = cover
    }

    var hasUncovered: Bool { shares.values.contains { $0.cover == nil } }

    /// Replaces the stored shares.
    ///
    /// - Parameter kind: `artist` or `genre`.
    func write(_ kind: String, _ id: String, _ db: Database) throws {
        try db.run("DELETE FROM \(kind)_library WHERE \(kind) = ?", [id])
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO \(kind)_library (\(kind), library, album_count, track_count, cover, cover_order)
                VALUES (?, ?, ?, ?, ?, ?)
                """)
        for (library, share) in shares {
            try insert.execute(arguments: [
                id, library, share.albumCount, share.trackCount, share.cover, share.coverOrder,
            ])
        }
    }
}
