import Accounts
import Catalog
import Foundation
import Journal
import Listening
import Primitives
import SQLiteStore
import Support
import Testing

@Suite("A removed library") struct RemovedLibraryTests {
    private let catalog: TestCatalog
    private let plays: SQLitePlayStore
    private let listening: ListeningService
    private let ada = TestCatalog.admin

    init() async throws {
        let catalog = try await TestCatalog()
        self.catalog = catalog
        plays = SQLitePlayStore(catalog.database)
        listening = ListeningService(
            plays: plays, catalog: catalog.store, tracker: PlaybackTracker(), events: ListeningEvents())
        let user = User(
            id: ada.user, username: try Username(ada.user.rawValue), role: .admin, createdAt: catalog.clock.now())
        try await SQLiteAccountStore(catalog.database).create(presenting: nil) { _ in NewAccount(user, journal: []) }
        try catalog.music.write("a/1.flac", "title=One", "artist=Nina", "album=Pastel", "genre=Jazz", "cover=x")
        try catalog.music.write("a/2.flac", "title=Two", "artist=Nina", "album=Pastel", "genre=Jazz")
        try catalog.music.write("b.flac", "broken=corrupt")
        try catalog.music.writePicture("a/cover.png", "front")
        try await catalog.scan()
    }

    private func hear(_ title: String) async throws -> ID<Track> {
        let track = try #require(try await catalog.track(title)?.id)
        let now: Timestamp = catalog.clock.now()
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
        try await catalog.libraries.remove(catalog.library, as: ada, by: .gateway)
    }

    private func add(_ path: String) async throws -> ID<Library> {
        try await catalog.libraries.add(name: "Again", path: Array(path.utf8), as: ada, by: .gateway).library.id
    }

    @Test("leaves the catalog, and stays in the listening history") func history() async throws {
        let track = try await hear("One")
        try await remove()
        // The rows of the folders' pictures and the track's play count stay too.
        let left = try await catalog.contents().map { $0.split(separator: " ").first ?? "" }
        #expect(left == ["\"plays\"", "\"folder\""])
        #expect(try await catalog.titles() == [])
        #expect(try await catalog.albums() == [])
        #expect(try await catalog.artists() == [])
        #expect(try await catalog.service.genres(as: ada) == [])
        #expect(try await catalog.service.search("Nina", limit: 5, as: ada).tracks == [])
        #expect(try await catalog.problems() == [])
        #expect(try await catalog.libraries.list(as: ada) == [])
        #expect(try await catalog.faults() == [])
        let entries = try await heard()
        #expect(entries.map(\.play.track) == [track])
        #expect(entries.first?.track.title == "One")
        #expect(entries.first?.track.albumName == "Pastel")
        #expect(entries.first?.track.artists.map(\.name) == ["Nina"])
        #expect(entries.first?.track.isMissing == true)
        #expect(try await catalog.store.source(of: track)?.isMissing == true)
        #expect(try await listening.playCount(of: track, as: ada).plays == 1)
        #expect(try await plays.recount() == 0)
        // A scan of the rest does not touch it, and removing it again finds nothing.
        try await catalog.scan()
        #expect(try await heard().count == 1)
        await #expect(throws: DomainError.self) { try await remove() }
    }

    @Test("returns with its ids, without reading any file, when its folder is added again") func again() async throws {
        let ids = [try await hear("One"), try await catalog.track("Two")?.id]
        let before = try await catalog.contents()
        let album = try await catalog.albums().map(\.id)
        try await remove()
        #expect(try await add(catalog.music.path) == catalog.library)
        let item = try #require(try await catalog.libraries.list(as: ada).first)
        #expect(item.library.name == "Again")
        #expect(item.trackCount == 0)
        #expect(item.lastScanAt == nil)
        _ = catalog.reader.takeOpened()
        let scan = try await catalog.scan()
        #expect(scan.counts.restored == 2)
        #expect(scan.counts.added == 0)
        #expect(catalog.reader.takeOpened() == ["b.flac"])
        #expect([try await catalog.track("One")?.id, try await catalog.track("Two")?.id] == ids)
        #expect(try await catalog.albums().map(\.id) == album)
        let differences = Set(try await catalog.contents()).symmetricDifference(before)
        #expect(differences == [])
        #expect(try await heard().first?.track.isMissing == false)
        #expect(try await catalog.faults() == [])
    }

    @Test("passes its tracks on to the same files in another folder") func elsewhere() async throws {
        let track = try await hear("One")
        try await remove()
        let moved = catalog.folder.path + "/moved"
        try FileManager.default.moveItem(atPath: catalog.music.path, toPath: moved)
        #expect(try await add(moved) != catalog.library)
        let scan = try await catalog.scan()
        #expect(scan.counts.moved == 2)
        #expect(scan.counts.added == 0)
        #expect(try await catalog.track("One")?.id == track)
        #expect(try await heard().first?.track.isMissing == false)
        #expect(try await catalog.faults() == [])
    }

    @Test("does not block folders above or below it, and its return is journaled under its old id")
    func overlaps() async throws {
        try await remove()
        let inner = try await add(catalog.music.path + "/a")
        #expect(inner != catalog.library)
        await #expect(throws: DomainError.self) { _ = try await add(catalog.music.path) }
        try await catalog.libraries.remove(inner, as: ada, by: .gateway)
        #expect(try await add(catalog.music.path) == catalog.library)
        let entries = try await SQLiteJournalStore(catalog.database).entries(.everything, .first(1)).items
        #expect(entries.first?.subject?.id == catalog.library.rawValue)
        await #expect(throws: DomainError.self) { _ = try await add(catalog.music.path) }
    }
}
