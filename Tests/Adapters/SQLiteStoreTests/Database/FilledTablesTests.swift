import Catalog
import GRDB
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("A database whose search tables are empty") struct FilledTablesTests {
    @Test("has its tracks in search once it is opened, and everybody's plays counted") func filled() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/rondo.sqlite"
        try SQLiteDatabase.new(at: path).close()
        let before = try DatabaseQueue(path: path)
        try await before.write { db in
            try FixtureRows.insertLibrary(db)
            try FixtureRows.insertAlbum("Blue", db)
            for track in ["Moonlight", "Nocturne", "Gone"] { try FixtureRows.insertTrack(track, album: "Blue", db) }
            try db.execute(
                sql: """
                    UPDATE track SET missing_since = 1 WHERE id = 'Gone';
                    INSERT INTO artist (id, folded, name, sort_key, search_name) VALUES ('nina', 'nina', 'Nina', 'nina', 'nina');
                    INSERT INTO track_artist (track, role, position, artist, name)
                      VALUES ('Moonlight', 'performer', 0, 'nina', 'Nina');
                    INSERT INTO account (id, username, username_key, display_name, search_text, role, disabled, locale, theme,
                      created_at) VALUES ('ada', 'ada', 'ada', 'Ada', 'ada', 'listener', 0, 'en', 'system', 0);
                    INSERT INTO play_count (account, track, plays, last_played_at) VALUES ('ada', 'Moonlight', 3, 10),
                      ('ada', 'Nocturne', 1, 20), ('ada', 'Gone', 5, 5);
                    DELETE FROM search_state;
                    """)
        }
        try before.close()

        let database = try SQLiteDatabase.open(path: path)
        let store = SQLiteCatalogStore(database)
        let ada = ListRestriction(listener: ID("ada"))
        func tracks(_ sort: TrackQuery.Sort, _ order: ListOrder) async throws -> [String] {
            try await store.tracks(TrackQuery(sort: sort, order: order, filter: ada), .first(10)).items.map(
                \.id.rawValue)
        }
        #expect(try await tracks(.plays, .descending) == ["Moonlight", "Nocturne"])
        #expect(try await tracks(.popular, .descending) == ["Moonlight", "Nocturne"])
        #expect(try await tracks(.popular, .ascending) == ["Nocturne", "Moonlight"])
        #expect(try await store.artist(ID("nina"), in: .everything)?.listenings == 3)
        #expect(try await tracks(.played, .descending) == ["Nocturne", "Moonlight"])
        #expect(try await store.albums(AlbumQuery(sort: .plays, filter: ada), .first(10)).items.map(\.name) == ["Blue"])
        for text in ["moonl", "monlight", "nina moonlight"] {
            let found = try await store.search(
                SearchQuery(text), in: .everything, tempo: nil, sort: .relevance, limit: 10)
            #expect(found.tracks.map(\.id.rawValue) == ["Moonlight"], "\(text)")
        }
        #expect(
            try await store.search(
                SearchQuery("gone"), in: .everything, tempo: nil, sort: .relevance, limit: 10
            ).tracks == [])
        let plays = try await database.read { db in
            try ["track", "album", "artist"].map { try Int.fetchOne(db, sql: "SELECT sum(plays) FROM \($0)") }
        }
        #expect(plays == [9, 4, 3])
        try database.close()
    }

    @Test("images that a track shows are kept, and given up once it does not") func images() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase.new(at: folder.path + "/rondo.sqlite")
        let image = String(repeating: "a", count: 64)
        try await database.write(.catalogue) { db in
            try FixtureRows.insertLibrary(db)
            try FixtureRows.insertAlbum("a0", db)
            for track in ["t0", "t1"] { try FixtureRows.insertTrack(track, album: "a0", db) }
            try db.execute(
                sql: "INSERT INTO image (key, media_type, size) VALUES (?, 'image/png', 1)", arguments: [image])
            try db.execute(sql: "UPDATE track SET cover = ? WHERE id = 't0'", arguments: [image])
        }
        #expect(try await SQLiteLibraryStore(database).items().map(\.trackCount) == [2])
        let images = SQLiteImageStore(database)
        #expect(try await images.blobsInUse().map(\.hex) == [image])
        try await images.release(unusedSince: Timestamp(milliseconds: 1))
        #expect(try await images.blobsInUse().map(\.hex) == [image])
        try await database.write(.catalogue) { try $0.execute(sql: "UPDATE track SET cover = NULL") }
        try await images.release(unusedSince: Timestamp(milliseconds: 1))
        #expect(try await images.blobsInUse().isEmpty)
        #expect(try await database.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").count } == 0)
        try database.close()
    }
}
