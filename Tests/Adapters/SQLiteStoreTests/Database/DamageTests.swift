import Foundation
import GRDB
import Primitives
import Support
import Testing

@testable import SQLiteStore

/// Flips single bits of a database file, and checks whether the damage is detected before it is served.
@Suite("A damaged database") struct DamageTests {
    private enum Outcome: Hashable {
        /// The examination reports the damage.
        case told
        /// Every row is unchanged: the bit was unused.
        case harmless
        /// A row has changed, and nothing reports it.
        case missed
    }

    /// A medium-sized library with its journal and full-text index: a few hundred pages.
    private static func database(at path: String) throws -> Data {
        let database = try SQLiteDatabase.open(path: path)
        try database.pool.write { db in
            try FixtureRows.insertLibrary(db)
            for album in 0..<20 { try FixtureRows.insertAlbum("album-\(album)-\(UUID().uuidString)", db) }
            let albums = try String.fetchAll(db, sql: "SELECT id FROM album")
            for track in 0..<150 {
                try FixtureRows.insertTrack("track-\(track)-\(UUID().uuidString)", album: albums[track % 20], db)
            }
        }
        try database.close()
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// All rows of all tables, ordered by key.
    private static func contents(_ path: String) throws -> [String] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { db in
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') ORDER BY name
                    """)
            return try tables.flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table.quotedDatabaseIdentifier)").map { "\(table) \($0)" }
            }
        }
    }

    @Test("most single flipped bits that change data are detected; the exact count is asserted")
    func flips() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/rondo.sqlite"
        let whole = try Self.database(at: path)
        let rows = try Self.contents(path)
        #expect(rows.count > 200)
        let copy = folder.path + "/copy.sqlite"
        var random = SeededGenerator(seed: 41)
        var outcomes: [SQLiteDatabase.Examination: [Outcome: Int]] = [:]
        for _ in 0..<40 {
            var bytes = whole
            bytes[Int.random(in: 0..<whole.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try bytes.write(to: URL(fileURLWithPath: copy))
            let told = try [SQLiteDatabase.Examination.whole, .quick].filter {
                try !SQLiteDatabase.problems(at: copy, $0).isEmpty
            }
            let isSame = told.isEmpty && (try? Self.contents(copy)) == rows
            for examination in [SQLiteDatabase.Examination.whole, .quick] {
                let isTold = told.contains(examination)
                // Damage that only the full check finds counts as a change.
                let outcome: Outcome = isTold ? .told : isSame ? .harmless : .missed
                outcomes[examination, default: [:]][outcome, default: 0] += 1
            }
            for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + ending) }
        }
        let (thorough, quick) = (outcomes[.whole] ?? [:], outcomes[.quick] ?? [:])
        print("single flipped bits, \(whole.count) bytes: whole \(thorough), quick \(quick)")
        #expect(thorough[.told, default: 0] >= quick[.told, default: 0])
        #expect(thorough[.missed, default: 0] <= 4, "\(thorough)")
    }

    @Test("an unreadable page stops all writing, while reading continues") func stopped() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/rondo.sqlite"
        _ = try Self.database(at: path)
        let database = try SQLiteDatabase.open(path: path)
        // Breaks the root page of the `board_post` table under the running server.
        let root = try await database.pool.read {
            try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'board_post'") ?? 0
        }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64(root - 1) * 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        try file.close()
        await #expect(throws: (any Error).self) {
            try await database.read { try Int.fetchAll($0, sql: "SELECT length(caption) FROM board_post") }
        }
        await #expect {
            try await database.write(.upkeep) { try $0.execute(sql: "DELETE FROM cleanup_mark") }
        } throws: {
            ($0 as? DomainError)?.reason == "database_corrupt"
        }
        try await waitUntil("a few looks have found it damaged") { database.condition.isDamaged }
        let tracks = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM track") }
        #expect(tracks == 150)
    }
}
