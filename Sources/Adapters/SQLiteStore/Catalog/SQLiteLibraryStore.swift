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
            try Row.fetchAll(db, sql: Self.items).map { row in
                let lastScanAt: Int64? = row["last_scan_at"]
                return LibraryItem(
                    library: LibraryRecord.library(row), trackCount: row["tracks"], problemCount: row["problems"],
                    lastScanAt: lastScanAt.map { Timestamp(milliseconds: $0) })
            }
        }
    }

    package func insert(
        _ library: Library, entry: @escaping @Sendable (Library) -> JournalEntry,
        check: @escaping @Sendable ([Library]) throws -> Void
    ) async throws -> Library {
        try await database.write(.catalogue) { db in
            try check(LibraryRecord.all(db))
            let stored = try LibraryRecord.insert(library, db)
            try entry(stored).append(to: db)
            return stored
        }
    }

    package func remove(_ id: ID<Library>, entry: JournalEntry) async throws -> Bool {
        try await database.write(.catalogue) { db in
            guard try LibraryRecord.all(db).contains(where: { $0.id == id }) else { return false }
            // What is moved there at the moment would stay behind, to be found by a later scan whatever becomes of it.
            guard try Bool.fetchOne(db, sql: Self.isAwaiting, arguments: [id.rawValue]) == false else {
                throw DomainError.libraryAwaitsMusic
            }
            try LibraryRemoval(db, id).run(at: entry.at)
            try entry.append(to: db)
            return true
        }
    }

    package func problems(of library: ID<Library>?, _ page: PageRequest) async throws -> Page<LibraryProblem> {
        let list = KeysetList(name: "problems", columns: [.text, .text])
        let position = try list.position(page.cursor)
        let path = try position.map { position -> Data in
            guard let text = String.fromDatabaseValue(position[1]), let bytes = Base64URL.decode(text) else {
                throw DomainError.invalid("This cursor is not one that a list gave out", field: "cursor")
            }
            return Data(bytes)
        }
        let after = position?.first
        let found = try await database.read { db in
            let rows: [Row] =
                switch (library?.rawValue, after, path) {
                case (nil, let after?, let path?):
                    try Row.fetchAll(db, sql: Self.problemsAfter, arguments: [after, path, page.limit + 1])
                case (nil, _, _):
                    try Row.fetchAll(db, sql: Self.problems, arguments: [page.limit + 1])
                case (let library?, _, let path?):
                    try Row.fetchAll(db, sql: Self.libraryProblemsAfter, arguments: [library, path, page.limit + 1])
                case (let library?, _, nil):
                    try Row.fetchAll(db, sql: Self.libraryProblems, arguments: [library, page.limit + 1])
                }
            return rows.compactMap(Self.problem)
        }
        return list.page(found, limit: page.limit) {
            [.text($0.library.rawValue), .text(Base64URL.encode($0.path.bytes))]
        }
    }

    private static func problem(_ row: Row) -> LibraryProblem? {
        guard let path = LibraryPath(bytes: KnownFolderReader.bytes(row, "path")) else { return nil }
        let reason = FileProblem.Reason(rawValue: row["reason"]) ?? .unreadable
        return LibraryProblem(
            id: ID(row["id"]), library: ID(row["library"]), path: path, problem: FileProblem(reason, row["detail"]),
            foundAt: Timestamp(milliseconds: row["found_at"]))
    }

    static let isAwaiting = """
        SELECT EXISTS (SELECT 1 FROM submission WHERE state = 'approving' AND library = ?)
        """
    private static let items = """
        SELECT l.id, l.name, l.path, l.added_at, l.last_scan_at,
          (SELECT count(*) FROM track t WHERE t.library = l.id AND t.missing_since IS NULL) AS tracks,
          (SELECT count(*) FROM broken_file b WHERE b.library = l.id) AS problems
        FROM library l WHERE l.removed_at IS NULL ORDER BY l.name_key, l.id
        """
    static let problems = "SELECT * FROM broken_file ORDER BY library, path LIMIT ?"
    static let problemsAfter = """
        SELECT * FROM broken_file WHERE (library, path) > (?, ?) ORDER BY library, path LIMIT ?
        """
    static let libraryProblems = "SELECT * FROM broken_file WHERE library = ? ORDER BY library, path LIMIT ?"
    static let libraryProblemsAfter = """
        SELECT * FROM broken_file WHERE library = ? AND path > ? ORDER BY library, path LIMIT ?
        """
}
