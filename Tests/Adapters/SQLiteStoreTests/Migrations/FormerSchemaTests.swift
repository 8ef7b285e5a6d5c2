import Foundation
import GRDB
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("A database from before the baseline") struct FormerSchemaTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/rondo.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Makes the database of commit c929e94f with a track, and closes it.
    ///
    /// - Parameter change: replaces this text of the schema by another.
    private func make(_ change: (String, String)? = nil, then sql: String = "") throws {
        var schema = try FormerDatabase.sql.get()
        if let change {
            try #require(schema.contains(change.0), "\(change.0)")
            schema = schema.replacing(change.0, with: change.1)
        }
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL")
            try db.inTransaction {
                try db.execute(sql: schema)
                try FixtureRows.insertLibrary(db)
                try FixtureRows.insertAlbum("Blue", db)
                try FixtureRows.insertTrack("Moonlight", album: "Blue", db)
                try db.execute(sql: sql)
                return .commit
            }
        }
        try queue.close()
    }

    /// Opens it, which must be refused with `reason` and change nothing.
    private func refusal(_ reason: String) throws -> String {
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let error = #expect(throws: DomainError.self) { try SQLiteDatabase.open(path: path) }
        #expect(error?.reason == reason && error?.code == .unavailable, "\(error?.message ?? "")")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(SQLiteDatabase.size(of: path + "-wal") == 0)
        return error?.message ?? ""
    }

    @Test("is taken for the baseline where it has been through all migrations, and keeps its rows") func taken()
        async throws
    {
        try make()
        for _ in 1...2 {
            let database = try SQLiteDatabase.open(path: path)
            let (migrations, tracks) = try await database.read { db in
                (
                    try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations"),
                    try String.fetchAll(db, sql: "SELECT id FROM track")
                )
            }
            #expect(migrations == ["0096 baseline"] && tracks == ["Moonlight"])
            try await database.write(.catalogue) { try FixtureRows.insertTrack("Nocturne", album: "Blue", $0) }
            try await database.write(.catalogue) { try FixtureRows.delete("Nocturne", $0) }
            try database.close()
        }
    }

    @Test("is taken for the baseline however its texts are written") func written() throws {
        try make(("CREATE TABLE wish_backer (", "create  table \"wish_backer\"( /* Who else? */ -- Nobody\n"))
        try SQLiteDatabase.open(path: path).close()
    }

    @Test(
        "is not changed where its schema differs, and the difference is named",
        arguments: [
            ("CREATE INDEX wish_by_date ON wish (created_at, id);", "", "index wish_by_date of wish is missing"),
            (
                "CREATE INDEX wish_by_date ON wish (created_at, id);",
                "CREATE INDEX wish_by_date ON wish (id, created_at);",
                "index wish_by_date of wish differs"
            ),
            ("ON wish (created_at, id);", "ON wish (created_at DESC, id);", "index wish_by_date of wish differs"),
            (
                "ON artist (sort_key, id) WHERE is_listed = 1;", "ON artist (sort_key, id) WHERE is_listed = 0;",
                "index artist_by_name of artist differs"
            ),
            (
                "CREATE TABLE words_state (", "CREATE TABLE words_state (mine TEXT,",
                "column mine of words_state is not expected"
            ),
            (
                "version INTEGER NOT NULL,\n  country TEXT", "version INTEGER NOT NULL",
                "column country of words_state is missing"
            ),
            (
                "allows_downloads INTEGER NOT NULL DEFAULT 1", "allows_downloads INTEGER NOT NULL DEFAULT 0",
                "column allows_downloads of plan differs"
            ),
            (
                "wish TEXT REFERENCES wish (id) ON DELETE SET NULL,",
                "wish TEXT REFERENCES wish (id) ON DELETE CASCADE,",
                "reference (wish) of submission differs"
            ),
            (
                "theme IN ('system', 'light', 'dark')", "theme IN ('system', 'light')",
                "check ( theme in ( 'system' , 'light' , 'dark' ) ) of account is missing"
            ),
            (
                "  topic TEXT, part TEXT GENERATED ALWAYS AS (library) VIRTUAL",
                "  topic TEXT, part TEXT GENERATED ALWAYS AS (title) VIRTUAL", "value of part of notification differs"
            ),
            (
                "UNIQUE (title_words, artist_words)", "UNIQUE (title_words)",
                "key (title_words, artist_words) of wish is missing"
            ),
            (
                "number INTEGER PRIMARY KEY AUTOINCREMENT,\n  track", "number INTEGER PRIMARY KEY,\n  track",
                "autoincrement of number of track_number is missing"
            ),
            (
                "  note TEXT NOT NULL,\n  cover", "  note TEXT NOT NULL COLLATE NOCASE,\n  cover",
                "collation of note of wish is not expected"
            ),
            ("SET backers = backers + 1", "SET backers = backers + 2", "trigger wish_backed of wish_backer differs"),
            ("p.account, 0, p.heard_ms FROM play", "p.account, 1, p.heard_ms FROM play", "view listening_part differs"),
            ("prefix = '3');", "prefix = '2');", "virtual table words_search differs"),
            (
                "CREATE TABLE revision (", "CREATE TABLE mine (one TEXT) STRICT; CREATE TABLE revision (",
                "table mine is not expected"
            ),
            (
                "  value INTEGER NOT NULL\n) STRICT, WITHOUT ROWID;", "  value INTEGER NOT NULL\n) WITHOUT ROWID;",
                "table revision differs"
            ),
        ] as [(String, String, String)])
    func differing(text: String, other: String, difference: String) throws {
        try make((text, other))
        let message = try refusal("schema_differs")
        #expect(message.contains(difference) && message.contains("c929e94f"), "\(message)")
    }

    @Test("is refused where it lacks a migration, and the commit to pass through is named") func older() throws {
        try make(then: "DELETE FROM grdb_migrations WHERE identifier = '\(FormerDatabase.lastMigration)'")
        #expect(try refusal("schema_older").contains("commit c929e94f"))
    }

    @Test("is refused where it lacks one from between the others") func gap() throws {
        try make(then: "DELETE FROM grdb_migrations WHERE identifier = '0041 further pictures'")
        _ = try refusal("schema_older")
    }

    @Test("is refused where it has been through a migration that is not known") func unknown() throws {
        try make(then: "INSERT INTO grdb_migrations VALUES ('0094 tomorrow')")
        _ = try refusal("schema_newer")
    }

    @Test("keeps its log where it is refused") func log() throws {
        try make(then: "DELETE FROM grdb_migrations WHERE identifier = '\(FormerDatabase.lastMigration)'")
        let other = try DatabaseQueue(path: path)
        try other.write { try $0.execute(sql: "UPDATE library SET name = 'Other'") }
        let files = [path, path + "-wal"].map(URL.init(fileURLWithPath:))
        let before = try files.map { try Data(contentsOf: $0) }
        #expect(before[1].count > 0)
        #expect(throws: DomainError.self) { try SQLiteDatabase.open(path: path) }
        #expect(try files.map { try Data(contentsOf: $0) } == before)
        try other.close()
    }
}
