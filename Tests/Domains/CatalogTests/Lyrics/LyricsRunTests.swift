import Catalog
import Journal
import Lyrics
import Primitives
import Support
import Synchronization
import Testing

@Suite("The lyrics lookup of a library") struct LyricsRunTests {
    @Test("requests each song once, within its rate, and counts the results") func whole() async throws {
        let songs = try await ProviderFixture(songs: 5)
        try await songs.add("first")
        try songs.catalog.music.write("a/4.txt", "Own")
        try await songs.catalog.scan()
        songs.client.answer("first") { $0.title == "Song 1" ? ScriptedProviders.words() : .none }
        let started = try await songs.runs.start(
            songs.catalog.library, perMinute: 1, as: TestCatalog.admin, by: .gateway)
        #expect(started.total == 5 && started.state == .running)
        let run = try await songs.work { $0.state == .done }
        #expect(run.done == 5 && run.found == 1)
        #expect(songs.client.taken().count == 4)
        // A pause is the rest of the lookup's minute.
        #expect(
            songs.pauses.taken.count == 4 && songs.pauses.taken.allSatisfy { $0 > .zero && $0 <= .seconds(60) })
        #expect(try await songs.words(1) == ["La la"])
        // A second run requests nothing that is already known.
        _ = try await songs.runs.start(songs.catalog.library, perMinute: 30, as: TestCatalog.admin, by: .gateway)
        #expect(try await songs.work { $0.state == .done }.done == 5)
        #expect(songs.client.taken().isEmpty)
    }

    @Test("continues after a stop and after the end of the process") func resumed() async throws {
        let songs = try await ProviderFixture(songs: 6)
        try await songs.add("first")
        let asked = Mutex(0)
        songs.client.answer("first") { _ in
            let number = asked.withLock { count in
                count += 1
                return count
            }
            // The process ends during the third song.
            if number == 3 { try await Task.sleep(for: .seconds(3600)) }
            return .none
        }
        _ = try await songs.runs.start(songs.catalog.library, perMinute: 600, as: TestCatalog.admin, by: .gateway)
        let cut = try await songs.work { $0.done == 2 && asked.withLock { $0 } == 3 }
        #expect(cut.state == .running && cut.done == 2)
        _ = songs.client.taken()
        songs.client.answer("first") { song in
            if song.title == "Song 9" { return .none }
            let stopped = asked.withLock { count in
                count += 1
                return count == 5
            }
            if stopped {
                _ = try await songs.runs.stop(songs.catalog.library, as: TestCatalog.admin, by: .gateway)
            }
            return .none
        }
        let stopped = try await songs.work { $0.state == .stopped }
        #expect(stopped.done == 3)
        await #expect(throws: DomainError.self) {
            try await songs.runs.stop(songs.catalog.library, as: TestCatalog.admin, by: .gateway)
        }
        _ = try await songs.runs.start(songs.catalog.library, perMinute: 600, as: TestCatalog.admin, by: .gateway)
        #expect(try await songs.work { $0.state == .done }.done == 6)
        // The interrupted song and the later ones are requested. The last result before the stop counts.
        #expect(Set(songs.client.taken()).count == 4)
    }

    @Test("waits while every provider fails, and skips a song if one replied") func failures() async throws {
        let songs = try await ProviderFixture(songs: 2)
        try await songs.add("first")
        let failures = Mutex(3)
        songs.client.answer("first") { _ in
            let fails = failures.withLock { left in
                left -= 1
                return left >= 0
            }
            if fails { throw ServiceFailure(.failing) }
            return .none
        }
        _ = try await songs.runs.start(songs.catalog.library, perMinute: 600, as: TestCatalog.admin, by: .gateway)
        #expect(try await songs.work { $0.state == .done }.done == 2)
        #expect(songs.client.taken().filter { $0.hasSuffix("Song 0") || $0.hasSuffix("Song 1") }.count == 5)
        try await songs.add("broken")
        songs.client.answer("broken") { _ in throw ServiceFailure(.malformed) }
        _ = try await songs.runs.start(songs.catalog.library, perMinute: 600, as: TestCatalog.admin, by: .gateway)
        #expect(try await songs.work { $0.state == .done }.done == 2)
    }

    @Test("is refused without a provider, for no library, or twice, and stops when the last provider is switched off")
    func refused() async throws {
        let songs = try await ProviderFixture(songs: 2)
        let (admin, library) = (TestCatalog.admin, songs.catalog.library)
        await #expect(throws: DomainError.self) {
            try await songs.runs.start(library, perMinute: 60, as: admin, by: .gateway)
        }
        let first = try await songs.add("first")
        await #expect(throws: DomainError.self) {
            try await songs.runs.start(ID("none"), perMinute: 60, as: admin, by: .gateway)
        }
        await #expect(throws: DomainError.self) {
            try await songs.runs.start(library, perMinute: 60, as: TestCatalog.listener, by: .gateway)
        }
        _ = try await songs.runs.start(library, perMinute: 60, as: admin, by: .gateway)
        await #expect(throws: DomainError.self) {
            try await songs.runs.start(library, perMinute: 60, as: admin, by: .gateway)
        }
        _ = try await songs.providers.edit(first.id, LyricsProviderChange(isEnabled: false), as: admin, by: .gateway)
        _ = try await songs.work { $0.state != .running }
        #expect(songs.client.taken().isEmpty)
    }
}
