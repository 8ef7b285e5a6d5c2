import Catalog
import Journal
import Primitives
import SQLiteStore
import Support
import Testing

@testable import Lyrics

@Suite("Lyrics from providers") struct ProviderLookupTests {
    private typealias Script = ScriptedProviders

    @Test("are requested in the admin's order until one has them, and then stored with their terms")
    func order() async throws {
        let songs = try await ProviderFixture()
        #expect(try await songs.open() == .off)
        let (first, second) = (try await songs.add("first", key: "secret"), try await songs.add("second"))
        try await songs.add("third")
        songs.client.answer("second") { _ in Script.words() }
        #expect(try await songs.open() == .found)
        #expect(songs.client.taken() == ["first: Song 0 by secret", "second: Song 0"])
        #expect(try await songs.words() == ["La la"])
        #expect(try await songs.open() == .found)
        #expect(songs.client.taken() == [])
        _ = try await songs.providers.order(
            [second.id, first.id, try await songs.providers.list(as: TestCatalog.admin)[2].provider.id],
            as: TestCatalog.admin, by: .gateway)
        // Removing a provider removes its lyrics.
        try await songs.providers.remove(second.id, as: TestCatalog.admin, by: .gateway)
        #expect(try await songs.words() == [])
        #expect(try await songs.open() == .none)
        #expect(songs.client.taken() == ["first: Song 0 by secret", "third: Song 0"])
    }

    @Test("that do not exist are not requested again for a week, unless the providers change")
    func misses() async throws {
        let songs = try await ProviderFixture()
        let first = try await songs.add("first")
        #expect(try await songs.open() == .none)
        #expect(try await songs.open() == .none)
        #expect(songs.client.taken().count == 1)
        songs.catalog.clock.advance(by: .seconds(7 * 86_400 - 60))
        #expect(try await songs.open() == .none)
        #expect(songs.client.taken().isEmpty)
        songs.catalog.clock.advance(by: .seconds(120))
        #expect(try await songs.open() == .none)
        #expect(songs.client.taken().count == 1)
        try await songs.add("second")
        #expect(try await songs.open() == .none)
        #expect(songs.client.taken().count == 2)
        _ = try await songs.providers.edit(
            first.id, LyricsProviderChange(isEnabled: false), as: TestCatalog.admin, by: .gateway)
        #expect(try await songs.open() == .none)
        #expect(songs.client.taken() == ["second: Song 0"])
    }

    @Test("of a failing provider are not a miss: it is paused, and the others are asked")
    func failures() async throws {
        let songs = try await ProviderFixture(songs: 3)
        try await songs.add("first")
        songs.client.answer("first") { _ in throw ServiceFailure(.unreachable) }
        guard case .unavailable(let wait, false) = try await songs.open() else {
            Issue.record("a failure is no answer")
            return
        }
        #expect(wait <= .seconds(5) && wait > .zero)
        #expect(songs.client.taken().count == 1)
        // The provider is paused, so nobody is asked.
        guard case .unavailable = try await songs.open() else {
            Issue.record("it rests")
            return
        }
        #expect(songs.client.taken().isEmpty)
        songs.catalog.clock.advance(by: .seconds(6))
        songs.client.answer("first") { _ in throw ServiceFailure(.limit, retryAfter: .seconds(120)) }
        guard case .unavailable(let asked, false) = try await songs.open() else {
            Issue.record("it failed")
            return
        }
        #expect(asked > .seconds(110) && asked <= .seconds(120))
        let trouble = try await songs.providers.list(as: TestCatalog.admin)[0].trouble
        #expect(trouble?.failure == .limit)
        // Another provider has the lyrics meanwhile.
        try await songs.add("second")
        songs.client.answer("second") { $0.title == "Song 1" ? Script.words() : .none }
        _ = songs.client.taken()
        #expect(try await songs.open(1) == .found)
        #expect(songs.client.taken() == ["second: Song 1"])
        guard case .unavailable(_, true) = try await songs.open(2) else {
            Issue.record("one failed")
            return
        }
        songs.catalog.clock.advance(by: .seconds(121))
        songs.client.answer("first") { _ in Script.words() }
        #expect(try await songs.open() == .found)
        #expect(try await songs.providers.list(as: TestCatalog.admin)[0].trouble == nil)
    }

    @Test("never replace the library's own, even if those appear during the lookup") func own() async throws {
        let songs = try await ProviderFixture(songs: 2)
        try await songs.add("first")
        try songs.catalog.music.write("a/0.lrc", "[00:01.00]Own")
        try await songs.catalog.scan()
        songs.client.answer("first") { song in
            // The file appears during the request to the provider.
            try songs.catalog.music.write("a/1.txt", "Ours")
            try await songs.catalog.scan()
            return Script.words("Theirs")
        }
        #expect(try await songs.open(0) == .found)
        #expect(songs.client.taken().isEmpty)
        _ = try await songs.open(1)
        #expect(songs.client.taken() == ["first: Song 1"])
        #expect(try await songs.words(0) == ["Own"])
        #expect(try await songs.words(1) == ["Ours"])
    }

    @Test("are removed when their license ends, and looked up again") func expiry() async throws {
        let songs = try await ProviderFixture()
        try await songs.add("first", days: 2)
        songs.client.answer("first") { _ in Script.words("Once") }
        #expect(try await songs.open() == .found)
        songs.catalog.clock.advance(by: .seconds(2 * 86_400 - 60))
        #expect(try await songs.words() == ["Once"])
        #expect(try await songs.store.removeExpired(at: songs.catalog.clock.now()) == 0)
        songs.catalog.clock.advance(by: .seconds(120))
        // They are hidden even before they are removed.
        #expect(try await songs.words() == [])
        #expect(try await songs.store.removeExpired(at: songs.catalog.clock.now()) == 1)
        #expect(
            try await songs.service.lookUp(songs.track(), as: TestCatalog.listener) == .running(isRenewal: true))
        songs.client.answer("first") { _ in Script.words("Again") }
        #expect(try await songs.open() == .found)
        #expect(try await songs.words() == ["Again"])
    }

    @Test("with restrictions are stored with their countries, and hidden elsewhere", arguments: [nil, "PL", "US"])
    func countries(country: String?) async throws {
        let songs = try await ProviderFixture(songs: 2, country: country)
        try await songs.add("first")
        songs.client.answer("first") { $0.title == "Song 0" ? Script.words(countries: ["PL"]) : .restricted }
        #expect(try await songs.open() == (country == "PL" ? .found : .restricted))
        #expect(try await songs.words() == (country == "PL" ? ["La la"] : []))
        #expect(try await songs.open(1) == .restricted)
        #expect(try await songs.open(1) == .restricted)
        #expect(songs.client.taken().count == 2)
        let kept = try await songs.store.song(of: songs.track(), in: .everything)
        #expect(kept?.texts.first?.rights?.countries == ["PL"])
    }

    @Test("of instrumental songs are remembered as absent") func instrumental() async throws {
        let songs = try await ProviderFixture()
        try await songs.add("first")
        songs.client.answer("first") { _ in .instrumental }
        #expect(try await songs.open() == .instrumental)
        songs.catalog.clock.advance(by: .seconds(30 * 86_400))
        #expect(try await songs.open() == .instrumental)
        #expect(songs.client.taken().count == 1)
    }

    @Test("that cannot belong to the song are refused: empty ones, and ones that are too long")
    func lies() async throws {
        let songs = try await ProviderFixture(songs: 3)
        try await songs.add("first")
        songs.client.answer("first") { song in
            Script.words(
                song.title == "Song 0" ? " \n " : "[00:01.00]One\n[\(song.title == "Song 1" ? "03:22" : "03:24").00]Two"
            )
        }
        #expect(try await songs.open(0) == .none)
        #expect(try await songs.open(1) == .found)
        #expect(try await songs.open(2) == .none)
    }

    @Test("are requested once at a time, however many users open the song") func once() async throws {
        let songs = try await ProviderFixture()
        try await songs.add("first")
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        songs.client.answer("first") { _ in
            for await _ in gate {}
            return Script.words()
        }
        let track = try await songs.track()
        let work = Task { await songs.queue.work() }
        defer { work.cancel() }
        var ended = songs.queue.ended().makeAsyncIterator()
        for _ in 0..<5 {
            #expect(
                try await songs.service.lookUp(track, as: TestCatalog.listener) == .running(isRenewal: false))
        }
        try await waitUntil("the provider is asked") { !songs.client.taken().isEmpty }
        async let other = songs.queue.lookUp(track)
        #expect(
            try await songs.service.lookUp(track, as: TestCatalog.listener) == .running(isRenewal: false))
        open.finish()
        #expect(await other?.outcome == .found)
        #expect(await ended.next()?.track == track)
        #expect(songs.client.taken().isEmpty)
    }

    @Test("of hidden songs are not requested") func hidden() async throws {
        let songs = try await ProviderFixture()
        try await songs.add("first")
        let stranger = Principal(user: ID("eve"), role: .listener, libraries: LibraryScope(libraries: []))
        let track = try await songs.track()
        await #expect(throws: DomainError.self) { try await songs.service.lookUp(track, as: stranger) }
        try await songs.service.lookUp(titled: "Song 0", by: nil, as: stranger)
        #expect(songs.client.taken().isEmpty)
    }
}
