import Accounts
import Catalog
import Foundation
import Journal
import Listening
import Primitives
import SQLiteStore
import Support
import Testing

@Suite("A library that is removed") struct RemovedLibraryTests {
    private let catalogue: TestCatalogue
    private let plays: SQLitePlayStore
    private let listening: ListeningService
    private let ada = TestCatalogue.admin

    init() async throws {
        let catalogue = try await TestCatalogue()
        self.catalogue = catalogue
        plays = SQLitePlayStore(catalogue.database)
        listening = ListeningService(
            plays: plays, catalog: catalogue.store, tracker: PlaybackTracker(), events: ListeningEvents())
        let user = User(
            id: ada.user, username: try Username(ada.user.rawValue), role: .admin, createdAt: catalogue.clock.now())
        try await SQLiteAccountStore(catalogue.database).create(presenting: nil) { _ in NewAccount(user, journal: []) }
        try catalogue.music.write("a/1.flac", "title=One", "artist=Nina", "album=Pastel", "genre=Jazz", "cover=x")
        try catalogue.music.write("a/2.flac", "title=Two", "artist=Nina", "album=Pastel", "genre=Jazz")
        try catalogue.music.write("b.flac", "broken=corrupt")
        try catalogue.music.writePicture("a/cover.png", "front")
        try await catalogue.scan()
    }

    private func hear(_ title: String) async throws -> ID<Track> {
        let track = try #require(try await catalogue.track(title)?.id)
        let now: Timestamp = catalogue.clock.now()
        let play = Play(
            id: .make(at: now), user: ada.user, track: track, playedAt: now, client: "test",
            playID: try PlayID(UUID().uuidString))
        let entry = JournalEntry(at: now, by: .gateway, "play")
        #expect(try await plays.record(play, journal: entry))
        return track
    }

    private func heard() async throws -> [HistoryEntry] {
        try await listening.history(.first(50), as: ada).items
    }

    private func remove() async throws {
        try await catalogue.libraries.remove(catalogue.library, as: ada, by: .gateway)
    }

    private func add(_ path: String) async throws -> ID<Library> {
        try await catalogue.libraries.add(name: "Again", path: Array(path.utf8), as: ada, by: .gateway).library.id
    }

    @Test("leaves the catalogue, and stays in what people have heard") func history() async throws {
        let track = try await hear("One")
        try await remove()
        // What is known of the folders' pictures waits too, and how often the track was played.
        let left = try await catalogue.contents().map { $0.split(separator: " ").first ?? "" }
        #expect(left == ["\"plays\"", "\"folder\""])
        #expect(try await catalogue.titles() == [])
        #expect(try await catalogue.albums() == [])
        #expect(try await catalogue.artists() == [])
        #expect(try await catalogue.catalog.genres(as: ada) == [])
        #expect(try await catalogue.catalog.search("Nina", limit: 5, as: ada).tracks == [])
        #expect(try await catalogue.problems() == [])
        #expect(try await catalogue.libraries.list(as: ada) == [])
        #expect(try await catalogue.faults() == [])
        let entries = try await heard()
        #expect(entries.map(\.play.track) == [track])
        #expect(entries.first?.track.title == "One")
        #expect(entries.first?.track.albumName == "Pastel")
        #expect(entries.first?.track.artists.map(\.name) == ["Nina"])
        #expect(entries.first?.track.isMissing == true)
        #expect(try await catalogue.store.source(of: track)?.isMissing == true)
        #expect(try await listening.playCount(of: track, as: ada).plays == 1)
        #expect(try await plays.recount() == 0)
        // A scan of what is left does not touch it, and removing it again finds nothing.
        try await catalogue.scan()
        #expect(try await heard().count == 1)
        await #expect(throws: DomainError.self) { try await remove() }
    }

    @Test("comes back with its ids, without reading a file, when its folder is added again") func again() async throws {
        let ids = [try await hear("One"), try await catalogue.track("Two")?.id]
        let before = try await catalogue.contents()
        let album = try await catalogue.albums().map(\.id)
        try await remove()
        #expect(try await add(catalogue.music.path) == catalogue.library)
        let item = try #require(try await catalogue.libraries.list(as: ada).first)
        #expect(item.library.name == "Again")
        #expect(item.trackCount == 0)
        #expect(item.lastScanAt == nil)
        _ = catalogue.reader.takeOpened()
        let scan = try await catalogue.scan()
        #expect(scan.counts.restored == 2)
        #expect(scan.counts.added == 0)
        #expect(catalogue.reader.takeOpened() == ["b.flac"])
        #expect([try await catalogue.track("One")?.id, try await catalogue.track("Two")?.id] == ids)
        #expect(try await catalogue.albums().map(\.id) == album)
        let differences = Set(try await catalogue.contents()).symmetricDifference(before)
        #expect(differences == [])
        #expect(try await heard().first?.track.isMissing == false)
        #expect(try await catalogue.faults() == [])
    }

    @Test("gives its tracks to the same files in another folder") func elsewhere() async throws {
        let track = try await hear("One")
        try await remove()
        let moved = catalogue.folder.path + "/moved"
        try FileManager.default.moveItem(atPath: catalogue.music.path, toPath: moved)
        #expect(try await add(moved) != catalogue.library)
        let scan = try await catalogue.scan()
        #expect(scan.counts.moved == 2)
        #expect(scan.counts.added == 0)
        #expect(try await catalogue.track("One")?.id == track)
        #expect(try await heard().first?.track.isMissing == false)
        #expect(try await catalogue.faults() == [])
    }

    @Test("is no hindrance to a folder above or below it, and its return is journalled under its old id")
    func overlaps() async throws {
        try await remove()
        let inner = try await add(catalogue.music.path + "/a")
        #expect(inner != catalogue.library)
        await #expect(throws: DomainError.self) { _ = try await add(catalogue.music.path) }
        try await catalogue.libraries.remove(inner, as: ada, by: .gateway)
        #expect(try await add(catalogue.music.path) == catalogue.library)
        let entries = try await SQLiteJournalReader(catalogue.database).entries(.first(1)).items
        #expect(entries.first?.subject?.id == catalogue.library.rawValue)
        await #expect(throws: DomainError.self) { _ = try await add(catalogue.music.path) }
    }
}
