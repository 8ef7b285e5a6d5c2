import Catalog
import GRDB
import Lyrics
import Primitives
import Testing

@testable import SQLiteStore

@Suite("A database from before song numbers and the index of words") struct SongNumbersUpgradeTests {
    @Test("numbers its tracks, never gives a number again, and has its words indexed") func upgrade() async throws {
        let old = try await OldDatabase(before: "0070") { db in
            try db.execute(
                sql: "INSERT INTO track_lyrics (track, position, text) VALUES ('Moonlight', 0, '[00:01.00]Pale silver')"
            )
        }

        let database = try SQLiteDatabase.open(path: old.path)
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
}
