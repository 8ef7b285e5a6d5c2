import Accounts
import Files
import Foundation
package import Listening
import NIOPosix
package import Primitives
package import Support

/// A new database with some users and tracks, and the listening services over it with stopped clocks.
package final class ListeningFixture: StoreFixture {
    package static let ada = Principal(user: ID("ada"), role: .listener)
    package static let bob = Principal(user: ID("bob"), role: .listener)

    package let clock = TestClock()
    package let events = ListeningEvents()
    package let tracker = PlaybackTracker()
    package let engine: Engine
    package let music: Music
    package let listening: ListeningService
    package let queue: QueueService
    package let bookmarks: BookmarkService
    package let radio: RadioService
    package let home: HomeService

    /// Tracks are named `t0`, `t1` and so on, each 100 seconds long. Two in a row make an album: `a0` has `t0` and
    /// `t1`.
    package convenience init(tracks: Int = 6) async throws {
        try await self.init((0..<tracks).map { Song("t\($0)", album: "a\($0 / 2)") })
    }

    /// - Parameter songs: songs of the library `l0`.
    package init(_ songs: [Song]) async throws {
        engine = try .sqlite(clock: clock)
        music = Music(engine)
        listening = ListeningService(
            plays: engine.plays, catalog: engine.catalog, tracker: tracker, events: events, clock: clock,
            monotonic: clock)
        queue = QueueService(queues: engine.queues, catalog: engine.catalog, clock: clock)
        bookmarks = BookmarkService(store: engine.bookmarks, catalog: engine.catalog, clock: clock)
        let blobs = try await DiskBlobStore.open(folder: engine.folder.path + "/images", pool: .singleton)
        radio = RadioService(
            store: engine.radio,
            pictures: PictureUploads(maker: SamePicture(), blobs: blobs, owners: engine.blobOwners), clock: clock)
        home = HomeService(
            store: engine.home, catalog: engine.catalog, listening: listening, tracker: tracker,
            calendar: ListeningCalendar(zone: TimeZone(identifier: "Europe/Warsaw") ?? .gmt), clock: clock,
            monotonic: clock)
        for person in [Self.ada, Self.bob] { try await engine.add(person, at: clock.now()) }
        try await music.addLibrary(named: "Music")
        try await music.add(songs)
    }

    /// Plays the track to its end with reports ten seconds apart, then advances the clock by one second.
    @discardableResult
    package func hear(_ track: String, as caller: Principal = ada) async throws -> PlaybackAnswer {
        let play = try PlayID(UUID().uuidString)
        try await report(play, track, .start, 0, as: caller)
        for position in stride(from: 10, to: 100, by: 10) {
            clock.advance(by: .seconds(10))
            try await report(play, track, .progress, position, as: caller)
        }
        clock.advance(by: .seconds(10))
        let answer = try await report(play, track, .end, 100, as: caller)
        clock.advance(by: .seconds(1))
        return answer
    }

    @discardableResult
    package func report(
        _ play: PlayID, _ track: String, _ event: PlaybackEvent, _ position: Int, as caller: Principal = ada
    ) async throws -> PlaybackAnswer {
        try await listening.report(
            PlaybackReport(play: play, track: ID(track), event: event, position: .seconds(position), client: "test"),
            as: caller, from: "192.0.2.1")
    }

    package func history(as caller: Principal = ada, limit: Int = 500) async throws -> [String] {
        try await listening.history(PageRequest(limit: limit), as: caller).items.map(\.play.track.rawValue)
    }

    package func list(
        _ tracks: [String], at index: Int = 0, expecting revision: Int64? = nil
    ) throws -> QueueReplacement {
        try QueueReplacement(
            tracks: tracks.map { ID($0) }, currentIndex: index, position: .seconds(5), client: "web",
            expected: revision)
    }
}
