import Catalog
import Discovery
import Journal
import Primitives
import SQLiteStore
import Support
import Testing

@Suite("Description lookups", .timeLimit(.minutes(2))) struct DescriptionRunTests {
    /// Artists with one album each, and their ids.
    private static let three = (1...3).map { number in
        (
            "\(number)/1.flac",
            [
                "title=A", "artist=N\(number)", "artistid=00000000-0000-4000-8000-00000000000\(number)",
                "album=One \(number)",
            ]
        )
    }

    @Test("query each source once a second, ask once for each item, and again only after a long time")
    func pace() async throws {
        let outside = try await DescriptionFixture(Self.three)
        try await outside.switchOn([.musicBrainz])
        try await outside.runner.lookUpAll()
        let asked = outside.client.taken()
        #expect(asked.filter { $0.hasPrefix("biography") }.count == 3 && !asked.contains { $0.hasPrefix("portrait") })
        #expect(outside.pauses.taken.count == asked.count - 1)
        #expect(outside.pauses.taken.allSatisfy { $0 > .milliseconds(900) && $0 <= .seconds(1) })
        try await outside.runner.lookUpAll()
        #expect(outside.client.taken().isEmpty)
        // Another source is asked for the same artists.
        try await outside.switchOn([.fanart])
        try await outside.runner.lookUpAll()
        #expect(outside.client.taken().filter { $0.hasPrefix("portrait") && $0.hasSuffix("KEY1") }.count == 3)
        outside.catalog.clock.advance(by: .seconds(179 * 86_400))
        try await outside.runner.lookUpAll()
        #expect(!outside.client.taken().contains { $0.hasPrefix("biography") })
        outside.catalog.clock.advance(by: .seconds(2 * 86_400))
        try await outside.runner.lookUpAll()
        #expect(outside.client.taken().filter { $0.hasPrefix("biography") }.count == 3)
    }

    @Test("wait as long as MusicBrainz asks after too many requests, and skip nobody")
    func tooFast() async throws {
        let outside = try await DescriptionFixture(Self.three)
        try await outside.switchOn([.musicBrainz])
        let asked = Counter()
        outside.client.onAsk { _ in
            if asked.next() == 1 { throw ServiceFailure(.failing, retryAfter: .seconds(17)) }
        }
        try await outside.runner.lookUpAll()
        #expect(outside.pauses.taken.contains { $0 > .seconds(16) && $0 <= .seconds(17) })
        #expect(try await outside.service.state(as: TestCatalog.admin).progress.done == 6)
        // Refused requests are repeated within the next hours.
        #expect(asked.value == outside.client.taken().count)
        outside.client.onAsk(nil)
        outside.catalog.clock.advance(by: .seconds(3700))
        try await outside.runner.lookUpAll()
        #expect(outside.client.taken().count == 1)
    }

    @Test("continue after a restart") func restarted() async throws {
        var outside = try await DescriptionFixture(Self.three)
        try await outside.switchOn([.musicBrainz])
        let asked = Counter()
        outside.client.onAsk { _ in if asked.next() == 3 { throw DomainError(.unavailable, "The server ends") } }
        let cutOff = outside.runner
        await #expect(throws: DomainError.self) { try await cutOff.lookUpAll() }
        let before = outside.client.taken()
        outside.client.onAsk(nil)
        outside.restart()
        try await outside.runner.lookUpAll()
        let after = outside.client.taken()
        // Only the interrupted request is made twice.
        #expect(before.count == 3 && after.first == before.last)
        #expect(Set(before).intersection(after).count == 1)
        for number in 1...3 { #expect(try await outside.info("N\(number)").biography == "From outside") }
    }

    @Test("of one source continue while another fails, which is retried and loses nothing")
    func failures() async throws {
        let outside = try await DescriptionFixture([DescriptionTests.tagged])
        try await outside.switchOn()
        outside.client.onAsk { question in
            if question.hasPrefix("portrait") || question.hasPrefix("cover") { throw ServiceFailure(.failing) }
        }
        try await outside.runner.lookUpAll()
        #expect(try await outside.artist("Nina")?.image == nil)
        #expect(try await outside.info("Nina").biography == "From outside")
        outside.client.onAsk { question in
            if question.hasPrefix("biography") || question.hasPrefix("facts") { throw ServiceFailure(.slow) }
        }
        outside.catalog.clock.advance(by: .seconds(3700))
        try await outside.runner.lookUpAll()
        #expect(try await outside.artist("Nina")?.image != nil)
        #expect(try await outside.info("Nina").biography == "From outside")
        #expect(try await outside.catalog.albums().first?.originalYear == 1969)
        let state = try await outside.service.state(as: TestCatalog.admin)
        #expect(state.sources.first { $0.setup.source == .musicBrainz }?.trouble?.failure == .slow)
    }

    @Test("stop at once when a source is switched off, and continue later") func stopped() async throws {
        let outside = try await DescriptionFixture(Self.three)
        try await outside.switchOn([.musicBrainz])
        let (service, asked) = (outside.service, Counter())
        outside.client.onAsk { _ in
            guard asked.next() == 3 else { return }
            try await service.edit(
                .musicBrainz, DescriptionSourceChange(isOn: false), as: TestCatalog.admin, by: .gateway)
            // Ends only by cancellation.
            try await Task.sleep(for: .seconds(3600))
        }
        let changes = AsyncStream<Int64> { $0.finish() }
        let work = Task { [runner = outside.runner] in try await runner.work(on: changes) }
        while try await outside.store.setups().contains(where: \.isOn) { await Task.yield() }
        outside.client.onAsk(nil)
        let before = outside.client.taken().count
        try await outside.switchOn([.musicBrainz])
        while try await outside.service.state(as: TestCatalog.admin).progress.done < 6 { await Task.yield() }
        work.cancel()
        _ = await work.result
        #expect(before == 3)
        #expect(outside.client.taken().count == 4)
    }
}
