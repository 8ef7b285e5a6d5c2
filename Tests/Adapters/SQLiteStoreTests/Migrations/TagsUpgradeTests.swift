import Catalog
import GRDB
import Lyrics
import Primitives
import Testing

@testable import SQLiteStore

@Suite("A database from before extended tags and lyrics") struct TagsUpgradeTests {
    @Test("keeps its lyrics and comments, and has all its files read once more") func upgrade() async throws {
        let old = try await OldDatabase(before: "0010") { db in
            try db.execute(
                sql: """
                    INSERT INTO track_text (track, comment, lyrics) VALUES ('Moonlight', 'Fine', 'One' || char(10) || 'Two'),
                      ('Nocturne', NULL, NULL);
                    """)
        }

        let database = try SQLiteDatabase.open(path: old.path)
        let lyrics = SQLiteLyricsStore(database)
        #expect(
            try await lyrics.texts(of: [ID("Moonlight")], in: .everything).first??.texts == [
                StoredLyrics(source: .tag, language: nil, text: "One\nTwo")
            ])
        #expect(try await lyrics.texts(of: [ID("Nocturne")], in: .everything).first??.texts == [])
        let details = try await SQLiteCatalogStore(database).track(ID("Moonlight"), in: .everything)
        #expect(details?.comment == "Fine")
        #expect(details?.lyrics == "One\nTwo")
        let outdated = try await database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM track WHERE tags_version < ?", arguments: [TrackTags.version])
        }
        #expect(outdated == 2)
        try database.close()
    }
}
