import Catalog
import GRDB
import Lyrics
import Primitives
import Testing

@testable import SQLiteStore

@Suite("A database from before lyrics that users write") struct WrittenLyricsUpgradeTests {
    @Test("finds songs by what is written from then on, and by the file's words again when that is gone")
    func upgrade() async throws {
        let old = try await OldDatabase(before: "0072") { db in
            try db.execute(
                sql: "INSERT INTO track_lyrics (track, position, text) VALUES ('Moonlight', 0, '[00:01.00]Pale silver')"
            )
        }

        let database = try SQLiteDatabase.open(path: old.path)
        let (directory, index) = (SQLiteLyricsDirectoryStore(database), SQLiteWordSearchStore(database))
        func songs(_ words: String) async throws -> [String] {
            while try await index.indexNext(country: nil) {}
            return try await directory.songs(matching: try LyricsQuery(words: words), in: .everything).map(\.rawValue)
        }
        func execute(_ sql: String) async throws {
            try await database.write(.administration) { try $0.execute(sql: sql) }
        }
        #expect(try await songs("pale silver") == ["Moonlight"])
        try await execute(
            """
            INSERT INTO lyrics_version (id, track, at, state, note, content, lines, languages, precision)
              VALUES ('one', 'Moonlight', 1, 'proposed', '', '[{"kind":"main","lines":[{"text":"Dark copper"}]}]', 1, '',
                'none')
            """)
        #expect(try await songs("dark copper") == [])
        try await execute("UPDATE lyrics_version SET state = 'published', published_at = 2 WHERE id = 'one'")
        #expect(try await songs("dark copper") == ["Moonlight"])
        #expect(try await songs("pale silver") == [])
        // As when a file is found under another name, and its track is replaced.
        try await execute("UPDATE lyrics_version SET track = 'Nocturne'")
        #expect(try await songs("dark copper") == ["Nocturne"])
        #expect(try await songs("pale silver") == ["Moonlight"])
        try await execute("DELETE FROM lyrics_version")
        #expect(try await songs("dark copper") == [])
        try database.close()
    }
}
