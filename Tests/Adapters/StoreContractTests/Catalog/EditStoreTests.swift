import Journal
import Primitives
import StoreFixtures
import Testing

@testable import Catalog

@Suite("The store of corrections") struct EditStoreTests {
    private let engine: Engine
    private let music: Music
    private var store: any EditStore { engine.edits }

    /// The tracks `t0` and `t1` of the album `a0`.
    init() async throws {
        engine = try .sqlite()
        music = Music(engine)
        try await music.addLibrary(named: "Music")
        try await music.add(Song("t0", album: "a0"), Song("t1", album: "a0"))
    }

    /// The number of corrections in the journal.
    private func journal() async throws -> Int {
        try await engine.journal.entries(JournalFilter(action: "track.edit"), .first(9)).items.count
    }

    private func details(of track: String) async throws -> TrackDetails? {
        try await engine.catalog.track(ID(track), in: .everything)
    }

    @Test("returns targets in the requested order, and omits unknown ones") func targets() async throws {
        let targets = try await store.targets([ID("t1"), ID("nothing"), ID("t0")])
        #expect(targets.map(\.track) == [ID("t1"), ID("t0")])
        #expect(targets.allSatisfy { !$0.isMissing && $0.root == Array("/music".utf8) })
        try await music.miss("t0")
        #expect(try await store.targets([ID("t0")]).map(\.isMissing) == [true])
    }

    @Test("writes nothing for a file that has changed since it was read") func outdated() async throws {
        let outdated = try await write("t0")
        let changes: [() async throws -> Void] = [
            { try await music.change("t0") { $0.modified = 7 } },
            { try await music.change("t0") { ($0.modified, $0.folder) = (0, "a") } },
            {
                try await music.change("t0") { $0.folder = "" }
                try await music.miss("t0")
            },
        ]
        for change in changes {
            try await change()
            #expect(try await store.apply(outdated) { Self.titled($0, "Blue") } == false)
            #expect(try await store.records(of: ID("t0"), .first(9)).items.isEmpty)
            #expect(try await journal() == 0)
        }
    }

    @Test("writes nothing when a rule refuses or nothing differs") func refused() async throws {
        let write = try await write("t0")
        await #expect(throws: DomainError.self) {
            try await store.apply(write) { _ in throw DomainError(.conflict, "no") }
        }
        #expect(try await store.apply(write) { $0 })
        #expect(try await store.records(of: ID("t0"), .first(9)).items.isEmpty)
        #expect(try await journal() == 0)
        #expect(try await details(of: "t0")?.item.title == "t0")
    }

    @Test("returns the history in the order in which corrections took effect, in pages") func pages() async throws {
        for number in 1...5 {
            #expect(try await store.apply(try await write("t0")) { Self.titled($0, "Title \(number)") })
        }
        #expect(try await store.apply(try await write("t1")) { Self.titled($0, "Other") })
        var titles: [String?] = []
        var cursor: Cursor?
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
        #expect(try await journal() == 6)
        #expect(try await details(of: "t0")?.file?.title == "the file's")
    }

    private static func titled(_ edit: TrackEdit, _ title: String) -> TrackEdit {
        var edit = edit
        edit.title = title
        return edit
    }

    /// Writes as if the file of `track` had just been read.
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
