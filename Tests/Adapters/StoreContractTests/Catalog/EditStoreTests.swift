import Primitives
import GRDB
import Journal
import Support
import Testing

@testable import Catalog
@testable import SQLiteStore

@Suite("The store of corrections") struct EditStoreTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase
    private let store: SQLiteEditStore

    /// The tracks `t0` and `t1` of the album `a0`.
    init() async throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase.open(path: folder.path + "/rondo.sqlite")
        store = SQLiteEditStore(database)
        try await database.write(.catalogue) { db in
            try FixtureRows.insertLibrary(db)
            try FixtureRows.insertAlbum("a0", db)
            for track in ["t0", "t1"] { try FixtureRows.insertTrack(track, album: "a0", db) }
        }
    }

    @Test("gives targets in the order asked for, without those that never were") func targets() async throws {
        let targets = try await store.targets([ID("t1"), ID("nothing"), ID("t0")])
        #expect(targets.map(\.track) == [ID("t1"), ID("t0")])
        #expect(targets.allSatisfy { !$0.isMissing && $0.root == Array("/music".utf8) })
        try await database.write(.catalogue) { try FixtureRows.flagMissing("t0", $0) }
        #expect(try await store.targets([ID("t0")]).map(\.isMissing) == [true])
    }

    @Test("writes nothing for a file that is not what it was when it was read") func outdated() async throws {
        let outdated = try await write("t0")
        for sql in [
            "UPDATE track SET modified_ns = 7 WHERE id = 't0'", "UPDATE track SET folder = x'61' WHERE id = 't0'",
            "UPDATE track SET missing_since = 1 WHERE id = 't0'",
        ] {
            try await database.write(.catalogue) { try $0.execute(sql: sql) }
            #expect(try await store.apply(outdated) { Self.titled($0, "Blue") } == false)
            #expect(try await store.records(of: ID("t0"), .first(9)).items.isEmpty)
            #expect(try await SQLiteJournalReader(database).entries(.first(9)).items.isEmpty)
        }
    }

    @Test("writes nothing when a rule refuses, and nothing when nothing differs") func refused() async throws {
        let write = try await write("t0")
        await #expect(throws: DomainError.self) {
            try await store.apply(write) { _ in throw DomainError(.conflict, "no") }
        }
        #expect(try await store.apply(write) { $0 })
        #expect(try await store.records(of: ID("t0"), .first(9)).items.isEmpty)
        #expect(try await SQLiteJournalReader(database).entries(.first(9)).items.isEmpty)
        #expect(try await SQLiteCatalogStore(database).track(ID("t0"), in: .everything)?.item.title == "t0")
    }

    @Test("keeps the history in the order in which corrections took effect, in pages") func pages() async throws {
        for number in 1...5 {
            #expect(try await store.apply(try await write("t0")) { Self.titled($0, "Title \(number)") })
        }
        #expect(try await store.apply(try await write("t1")) { Self.titled($0, "Other") })
        var titles: [String?] = []
        var cursor: Primitives.Cursor?
        repeat {
            let page = try await store.records(of: ID("t0"), PageRequest(limit: 2, cursor: cursor))
            #expect(page.items.count <= 2)
            titles += page.items.map(\.after.title)
            cursor = page.next
        } while cursor != nil
        #expect(titles == (1...5).reversed().map { "Title \($0)" })
        let record = try #require(try await store.records(of: ID("t1"), .first(1)).items.first)
        #expect(try await store.record(record.id, of: ID("t1")) == record)
        #expect(try await store.record(record.id, of: ID("t0")) == nil)
        #expect(try await SQLiteJournalReader(database).entries(.first(9)).items.count == 6)
        #expect(try await SQLiteCatalogStore(database).track(ID("t0"), in: .everything)?.file?.title == "the file's")
    }

    @Test("is there in a database from before corrections") func migrates() async throws {
        let path = folder.path + "/earlier.sqlite"
        let before = try SQLiteDatabase.open(path: path, migrations: [Migration].all.filter { $0.name < "0009" })
        try await before.pool.write { db in
            try FixtureRows.insertLibrary(db)
            try FixtureRows.insertAlbum("a0", db)
            try FixtureRows.insertTrack("t0", album: "a0", db)
        }
        try before.close()
        let after = try SQLiteDatabase.open(path: path)
        let details = try #require(try await SQLiteCatalogStore(after).track(ID("t0"), in: .everything))
        #expect(details.edit.isEmpty && details.file == nil)
        #expect(try await SQLiteEditStore(after).records(of: ID("t0"), .first(1)).items.isEmpty)
    }

    private static func titled(_ edit: TrackEdit, _ title: String) -> TrackEdit {
        var edit = edit
        edit.title = title
        return edit
    }

    /// As if the file of `track` had just been read.
    private func write(_ track: String) async throws -> EditWrite {
        let targets = try await store.targets([ID(track)])
        let target = try #require(targets.first)
        let now = Timestamp(milliseconds: 1)
        var tags = TrackTags()
        tags.title = "the file's"
        let audio = AudioProperties(
            mediaType: "audio/flac", codec: "flac", durationMilliseconds: 1, bitrate: 1, sampleRate: 1, channels: 1,
            bitDepth: 16)
        var batch = ScanBatch(library: target.library, at: now)
        batch.tracks = [
            ScanBatch.TrackWrite(
                id: target.track, change: .updated, path: target.path, facts: target.facts,
                media: MediaFile(tags: tags, audio: audio, cover: nil, signature: target.signature),
                grouping: Grouping.group(tags, at: target.path))
        ]
        return EditWrite(
            targets: targets, batch: batch, cover: nil, editor: ID("ada"), undoes: nil,
            entry: JournalEntry(at: now, by: .gateway, "track.edit"))
    }
}
