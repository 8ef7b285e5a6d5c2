import Catalog
import Journal
import Primitives
import StoreFixtures
import Support
import Testing

@testable import Listening

@Suite("Listening history")
struct HistoryTests {
    private let ada = ListeningFixture.ada
    private let bob = ListeningFixture.bob

    @Test("a play is in the history, with its journal row, as soon as half of it has been heard")
    func counted() async throws {
        let fixture = try await ListeningFixture()
        let play = try PlayID("00000000-0000-4000-8000-000000000001")
        try await fixture.report(play, "t0", .start, 0)
        let begun: Timestamp = fixture.clock.now()
        fixture.clock.advance(by: .seconds(49))
        let before = try await fixture.report(play, "t0", .progress, 49)
        #expect(before == PlaybackAnswer(isCounted: false, listened: .seconds(49)))
        #expect(try await fixture.history().isEmpty)
        fixture.clock.advance(by: .seconds(1))
        let after = try await fixture.report(play, "t0", .progress, 50)
        #expect(after == PlaybackAnswer(isCounted: true, listened: .seconds(50)))
        let entry = try #require(try await fixture.listening.history(.first(10), as: ada).items.first)
        #expect(entry.play.playedAt == begun)
        #expect(entry.play.client == "test")
        #expect(entry.play.playID == play)
        #expect(try await fixture.journal("play.record") == 1)
        let again = try await fixture.report(play, "t0", .progress, 50)
        #expect(again.isCounted)
        #expect(try await fixture.journal("play.record") == 1)
    }

    @Test("a play id counts once for its user, even after the server has forgotten the play")
    func once() async throws {
        let fixture = try await ListeningFixture()
        let playID = try PlayID("00000000-0000-4000-8000-000000000001")
        func record(_ id: String, _ caller: Principal) async throws -> Bool {
            let play = Play(
                id: ID(id), user: caller.user, track: ID("t0"), playedAt: fixture.clock.now(), client: "test",
                playID: playID)
            return try await fixture.engine.plays.record(
                play, journal: JournalEntry(at: play.playedAt, by: .gateway, "play.record"))
        }
        #expect(try await record("p1", ada))
        #expect(try await !record("p2", ada))
        #expect(try await record("p3", bob))
        #expect(try await fixture.journal("play.record") == 2)
        #expect(try await fixture.engine.plays.count(of: ID("t0"), by: ada.user).plays == 1)
    }

    @Test("concurrent reports of one play count it once")
    func race() async throws {
        let fixture = try await ListeningFixture()
        let play = try PlayID("00000000-0000-4000-8000-000000000001")
        try await fixture.report(play, "t0", .start, 0)
        fixture.clock.advance(by: .seconds(60))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { try await fixture.report(play, "t0", .progress, 60).isCounted }
            }
            for try await isCounted in group { #expect(isCounted) }
        }
        #expect(try await fixture.history() == ["t0"])
        #expect(try await fixture.journal("play.record") == 1)
    }

    @Test("an unknown track cannot be played")
    func unknownTrack() async throws {
        let fixture = try await ListeningFixture()
        let failure = await #expect(throws: DomainError.self) { try await fixture.hear("nothing") }
        #expect(failure?.code == .notFound)
    }

    @Test("users cannot see or remove others' plays")
    func isolation() async throws {
        let fixture = try await ListeningFixture()
        try await fixture.hear("t0", as: ada)
        try await fixture.hear("t1", as: bob)
        #expect(try await fixture.history(as: ada) == ["t0"])
        #expect(try await fixture.history(as: bob) == ["t1"])
        let own = try #require(try await fixture.listening.history(.first(1), as: ada).items.first).play.id
        let failure = await #expect(throws: DomainError.self) {
            try await fixture.listening.delete(own, as: bob, from: "192.0.2.1")
        }
        #expect(failure?.code == .notFound)
        #expect(try await fixture.history(as: ada) == ["t0"])
        #expect(try await fixture.listening.playCount(of: ID("t0"), as: bob) == .none)
        #expect(try await fixture.listening.mostPlayedTracks(as: bob).map(\.track.id.rawValue) == ["t1"])
        let anonymous = Principal(user: ID("ada"), role: .anonymous)
        await #expect(throws: DomainError.self) { try await fixture.listening.history(.first(1), as: anonymous) }
    }

    @Test("the pages together are the whole list, newest first, in any size", arguments: [1, 2, 3, 7, 50])
    func paging(limit: Int) async throws {
        let fixture = try await ListeningFixture()
        for number in 0..<23 {
            // Several plays in the same millisecond.
            let play = Play(
                id: ID("p\(number % 7)-\(number)"), user: ada.user, track: ID("t\(number % 6)"),
                playedAt: Timestamp(milliseconds: Int64(number / 3)), client: "test",
                playID: try PlayID("00000000-0000-4000-8000-0000000000" + (number < 10 ? "0" : "") + "\(number)"))
            _ = try await fixture.engine.plays.record(
                play, journal: JournalEntry(at: play.playedAt, by: .gateway, "play.record"))
        }
        let whole = try await fixture.engine.plays.plays(of: ada.user, in: .everything, .first(500))
        #expect(whole.next == nil)
        #expect(whole.items.count == 23)
        #expect(
            whole.items.map { ($0.playedAt.milliseconds, $0.id.rawValue) }.elementsEqual(
                whole.items.map { ($0.playedAt.milliseconds, $0.id.rawValue) }.sorted { $0 > $1 }, by: ==))
        var walked: [Play] = []
        var request = try PageRequest(limit: limit)
        while true {
            let page = try await fixture.engine.plays.plays(of: ada.user, in: .everything, request)
            #expect(page.items.count <= limit)
            walked += page.items
            guard let next = page.next else { break }
            request = try PageRequest(limit: limit, cursor: Cursor(text: next.text))
        }
        #expect(walked == whole.items)
        await #expect(throws: DomainError.self) {
            let foreign = Cursor(list: "albums.name.asc", values: [.text("a"), .text("b")])
            _ = try await fixture.engine.plays.plays(of: ada.user, in: .everything, PageRequest(cursor: foreign))
        }
    }

    @Test("deleting plays lowers the counts, and a recount finds the same")
    func counts() async throws {
        let fixture = try await ListeningFixture()
        for track in ["t0", "t1", "t0", "t2", "t0"] { try await fixture.hear(track) }
        #expect(try await fixture.listening.playCount(of: ID("t0"), as: ada).plays == 3)
        let newest = try #require(try await fixture.listening.history(.first(1), as: ada).items.first)
        let older = try await fixture.listening.history(.first(10), as: ada).items[2]
        try await fixture.listening.delete(newest.play.id, as: ada, from: "192.0.2.1")
        #expect(
            try await fixture.listening.playCount(of: ID("t0"), as: ada)
                == PlayCount(plays: 2, lastPlayedAt: older.play.playedAt))
        await #expect(throws: DomainError.self) {
            try await fixture.listening.delete(newest.play.id, as: ada, from: "192.0.2.1")
        }
        #expect(try await fixture.engine.plays.recount() == 0)
        for entry in try await fixture.listening.history(.first(10), as: ada).items {
            try await fixture.listening.delete(entry.play.id, as: ada, from: "192.0.2.1")
        }
        #expect(try await fixture.listening.playCount(of: ID("t0"), as: ada) == .none)
        #expect(try await fixture.engine.plays.mostPlayed(of: ada.user, in: .everything, limit: 9).isEmpty)
        #expect(try await fixture.journal("play.delete") == 5)
        #expect(try await fixture.engine.plays.recount() == 0)
    }

    @Test("home shows the last heard albums and most heard tracks, without missing ones")
    func home() async throws {
        let fixture = try await ListeningFixture()
        for track in ["t0", "t2", "t4", "t1", "t2", "t4", "t4"] { try await fixture.hear(track) }
        func albums() async throws -> [String] {
            try await fixture.listening.recentlyPlayedAlbums(as: ada).map(\.name)
        }
        func most() async throws -> [String] {
            try await fixture.listening.mostPlayedTracks(as: ada).map { "\($0.track.id) \($0.plays)" }
        }
        #expect(try await albums() == ["a2", "a1", "a0"])
        #expect(try await most() == ["t4 3", "t2 2", "t1 1", "t0 1"])
        try await fixture.music.miss("t4")
        #expect(try await albums() == ["a1", "a0"])
        #expect(try await most() == ["t2 2", "t1 1", "t0 1"])
        #expect(try await fixture.history().first == "t4")
    }

    @Test("deleting an account deletes its listening data")
    func removedAccount() async throws {
        let fixture = try await ListeningFixture()
        try await fixture.hear("t0", as: ada)
        try await fixture.hear("t0", as: bob)
        _ = try await fixture.queue.replace(with: fixture.list(["t0"]), as: ada, from: "192.0.2.1")
        try await fixture.removeAccount("ada")
        #expect(try await fixture.history(as: ada).isEmpty)
        #expect(try await fixture.engine.plays.count(of: ID("t0"), by: ada.user) == .none)
        #expect(try await fixture.queue.queue(as: ada).queue == .none)
        #expect(try await fixture.history(as: bob) == ["t0"])
    }

    @Test("survives the library's removal, which hides it from home until it returns under its id")
    func removedLibrary() async throws {
        let fixture = try await ListeningFixture()
        for track in ["t0", "t2", "t0"] { try await fixture.hear(track) }
        let library = try #require(try await fixture.engine.libraries.libraries().first)
        try await fixture.engine.libraries.edit { _ in
            (Changes(at: library.addedAt, .remove(library.id, at: library.addedAt)), ())
        }
        #expect(try await fixture.engine.libraries.libraries() == [])
        #expect(try await fixture.history() == ["t0", "t2", "t0"])
        #expect(try await fixture.listening.playCount(of: ID("t0"), as: ada).plays == 2)
        #expect(try await fixture.listening.recentlyPlayedAlbums(as: ada).isEmpty)
        #expect(try await fixture.engine.plays.recount() == 0)
        let again = Library(id: library.id, name: "Again", path: library.path, addedAt: fixture.clock.now())
        try await fixture.engine.libraries.edit { _ in (Changes(at: again.addedAt, .put(again)), ()) }
        #expect(try await fixture.engine.libraries.libraries() == [again])
        #expect(try await fixture.history() == ["t0", "t2", "t0"])
    }

    @Test("devices are notified of changes")
    func events() async throws {
        let fixture = try await ListeningFixture()
        let stream = fixture.events.events(of: ada.user)
        try await fixture.hear("t0", as: bob)
        try await fixture.hear("t0", as: ada)
        var received = stream.makeAsyncIterator()
        #expect(await received.next() == .nowPlaying)
        let events = try await fixture.loggedEvents()
        #expect(events == [LoggedListeningEvents.history(of: bob.user), LoggedListeningEvents.history(of: ada.user)])
        let play = try #require(try await fixture.listening.history(.first(1), as: ada).items.first?.play.id)
        try await fixture.listening.delete(play, as: ada, from: "")
        #expect(try await fixture.loggedEvents().count == 3)
    }
}
