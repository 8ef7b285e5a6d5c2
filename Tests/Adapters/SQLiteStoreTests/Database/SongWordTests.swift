import Catalog
import GRDB
import Lyrics
import Primitives
import Support
import Testing

@testable import SQLiteStore

/// The triggers that number tracks, and that list tracks whose words change.
@Suite("The words and numbers of songs") struct SongWordTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase

    /// The album "Blue" with two tracks, of which one has words.
    init() async throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase.new(at: folder.path + "/rondo.sqlite")
        try await database.write(.catalogue) { db in
            try FixtureRows.insertLibrary(db)
            try FixtureRows.insertAlbum("Blue", db)
            for track in ["Moonlight", "Nocturne"] { try FixtureRows.insertTrack(track, album: "Blue", db) }
            try db.execute(
                sql: "INSERT INTO track_lyrics (track, position, text) VALUES ('Moonlight', 0, '[00:01.00]Pale silver')"
            )
        }
    }

    @Test("every track has a number that is never given again, and words that can be found") func numbers() async throws
    {
        let (directory, index) = (SQLiteLyricsDirectoryStore(database), SQLiteWordSearchStore(database))
        #expect(try await directory.track(number: 1) == ID("Moonlight"))
        #expect(try await directory.track(number: 2) == ID("Nocturne"))
        while try await index.indexNext(country: nil) {}
        let songs = try await directory.songs([ID("Nocturne"), ID("Moonlight")], in: .everything)
        #expect(songs.map(\.number) == [2, 1] && songs.map(\.precision) == [nil, .lines])
        let query = try LyricsQuery(words: "PALE silver")
        #expect(try await directory.songs(matching: query, in: .everything) == [ID("Moonlight")])

        try await database.write(.catalogue) { db in
            try FixtureRows.delete("Nocturne", db)
            try FixtureRows.delete("Moonlight", db)
            try FixtureRows.insertTrack("Other", album: "Blue", db)
        }
        #expect(try await directory.track(number: 1) == nil)
        #expect(try await directory.track(number: 2) == nil)
        #expect(try await directory.track(number: 3) == ID("Other"))
        #expect(try await directory.songs(matching: query, in: .everything) == [])
        let left = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM words_search") }
        #expect(left == 0)
        try database.close()
    }

    @Test("songs are found by what is written, and by the file's words again when that is gone")
    func written() async throws {
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
