import Catalog
import GRDB
import Lyrics
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("A database from before extended tags and lyrics") struct TagsUpgradeTests {
    @Test("keeps its lyrics and comments, and has all its files read once more") func upgrade() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/rondo.sqlite"
        let before = try DatabaseQueue(path: path)
        var migrator = DatabaseMigrator()
        for migration in [Migration].all where migration.name < "0010" {
            migrator.registerMigration(migration.name, migrate: migration.apply)
        }
        try migrator.migrate(before)
        try await before.write { db in
            try FixtureRows.insertLibrary(db)
            try FixtureRows.insertAlbum("Blue", db)
            for track in ["Moonlight", "Nocturne"] { try FixtureRows.insertTrack(track, album: "Blue", db) }
            try db.execute(
                sql: """
                    INSERT INTO track_text (track, comment, lyrics) VALUES ('Moonlight', 'Fine', 'One' || char(10) || 'Two'),
                      ('Nocturne', NULL, NULL);
                    """)
        }
        try before.close()

        let database = try SQLiteDatabase.open(path: path)
        let lyrics = SQLiteLyricsStore(database)
        #expect(
            try await lyrics.texts(of: ID("Moonlight"), in: .everything)?.texts == [
                StoredLyrics(source: .tag, language: nil, text: "One\nTwo")
            ])
        #expect(try await lyrics.texts(of: ID("Nocturne"), in: .everything)?.texts == [])
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
