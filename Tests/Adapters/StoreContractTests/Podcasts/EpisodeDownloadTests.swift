import Podcasts
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("Episode downloads") struct EpisodeDownloadTests {
    private static let ada = PodcastFixture.ada

    /// A fixture whose podcast has these episodes, of 4,000 bytes each.
    ///
    /// - Parameter sizes: the sizes that the feed claims for some of them.
    private static func fixture(
        _ names: [String], takesRanges: Bool = true, sizes: [String: Int64] = [:]
    ) async throws -> PodcastFixture {
        let fixture = try await PodcastFixture(takesRanges: takesRanges)
        fixture.host.put(PodcastHost.feed("Harbor", names, sizes: sizes), at: PodcastFixture.address)
        for name in names {
            fixture.host.put(content(name), at: "https://podcast.example/\(name).mp3")
        }
        _ = try await fixture.subscribe()
        return fixture
    }

    private static func content(_ name: String) -> [UInt8] {
        Array(repeatElement(Array((name + ".").utf8), count: 4000).joined().prefix(4000))
    }

    /// The titles of the downloaded episodes, newest first.
    private static func done(_ fixture: PodcastFixture) async throws -> [String] {
        try await fixture.listed().filter { $0.download?.state == .done }.map(\.episode.item.title)
    }

    @Test("an episode requested by a user is downloaded, and removed on request") func asked() async throws {
        let fixture = try await Self.fixture(["A", "B"])
        let episode = try await fixture.listed()[1].episode.id
        try await fixture.episodes.download(episode, as: Self.ada, from: "x")
        _ = try await fixture.downloader.work()
        let listed = try await fixture.episodes.episode(episode, as: Self.ada)
        #expect(listed.download == EpisodeDownload(state: .done, size: 4000))
        #expect(try await fixture.file(of: episode)?.size == 4000)
        #expect(try await fixture.journal("podcast.download") == 1)
        try await fixture.episodes.removeDownload(of: episode, as: Self.ada, from: "x")
        #expect(try await Self.done(fixture).isEmpty)
        let stranger = PodcastFixture.bob
        await #expect(throws: DomainError.self) {
            try await fixture.episodes.download(episode, as: stranger, from: "x")
        }
    }

    @Test("the latest-episodes rule downloads unplayed episodes and releases the others")
    func latest() async throws {
        let fixture = try await Self.fixture(["A", "B", "C"])
        let podcast = try await fixture.podcasts.subscriptions(as: Self.ada)[0].podcast.id
        _ = try await fixture.podcasts.setRule(.latest(2), of: podcast, as: Self.ada)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["A", "B"])
        let first = try await fixture.listed()[0].episode.id
        _ = try await fixture.episodes.setState(of: first, position: nil, isPlayed: true, as: Self.ada)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["B"])
        #expect(try await fixture.file(of: first) == nil)
        _ = try await fixture.podcasts.setRule(.none, of: podcast, as: Self.ada)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture).isEmpty)
    }

    @Test("the unplayed rule downloads episodes published after the subscription") func unplayed() async throws {
        let fixture = try await Self.fixture(["A", "B"])
        let podcast = try await fixture.podcasts.subscriptions(as: Self.ada)[0].podcast.id
        _ = try await fixture.podcasts.setRule(.unplayed, of: podcast, as: Self.ada)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture).isEmpty)
        fixture.clock.advance(by: .seconds(86_400))
        fixture.host.put(
            .feed(
                Array(
                    """
                    <rss><channel><title>Harbor</title><item><title>N</title><guid>N</guid>
                    <enclosure url="https://podcast.example/A.mp3" type="audio/mpeg"/></item></channel></rss>
                    """.utf8)), at: PodcastFixture.address)
        try await fixture.refresh()
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["N"])
    }

    @Test("the rule of a user without explicit content downloads none") func explicit() async throws {
        let fixture = try await Self.fixture(["A", "B"])
        let podcast = try await fixture.subscribe(PodcastFixture.carol).podcast.id
        _ = try await fixture.podcasts.setRule(.latest(2), of: podcast, as: PodcastFixture.carol)
        fixture.host.put(
            PodcastHost.feed("Harbor", ["A", "B"], more: "<itunes:explicit>true</itunes:explicit>"),
            at: PodcastFixture.address)
        try await fixture.refresh()
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture).isEmpty)
        _ = try await fixture.podcasts.setRule(.latest(1), of: podcast, as: Self.ada)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["A"])
    }

    @Test("the quota is kept: only episodes that everyone has played make space") func quota() async throws {
        let fixture = try await Self.fixture(["A", "B", "C"])
        let ids = try await fixture.listed().map(\.episode.id)
        for id in ids { try await fixture.episodes.download(id, as: Self.ada, from: "x") }
        _ = try await fixture.downloader.work()
        // Two episodes of 4,000 bytes are within 10,000.
        #expect(try await Self.done(fixture) == ["A", "B"])
        _ = try await fixture.episodes.setState(of: ids[0], position: nil, isPlayed: true, as: Self.ada)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["B", "C"])
        fixture.set(PodcastRules(interval: .seconds(3600), quota: 0))
        await #expect(throws: DomainError.self) {
            try await fixture.episodes.download(ids[0], as: Self.ada, from: "x")
        }
    }

    @Test("an interrupted download continues where it stopped", arguments: [true, false])
    func resumed(takesRanges: Bool) async throws {
        let fixture = try await Self.fixture(["A"], takesRanges: takesRanges)
        fixture.host.put(Self.content("A"), at: "https://podcast.example/A.mp3", breaksAfter: 1500)
        let episode = try await fixture.listed()[0].episode.id
        try await fixture.episodes.download(episode, as: Self.ada, from: "x")
        _ = try await fixture.downloader.work()
        #expect(try await fixture.listed()[0].download?.state == .failed)
        // A partial file is useless if the server cannot continue it.
        #expect(try await fixture.file(of: episode)?.size == (takesRanges ? 1500 : nil))
        // It is not retried before an hour has passed.
        _ = try await fixture.downloader.work()
        #expect(try await fixture.listed()[0].download?.state == .failed)
        fixture.clock.advance(by: .seconds(3700))
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["A"])
        #expect(try await Self.bytes(of: episode, fixture) == Self.content("A"))
    }

    private static func bytes(of episode: ID<Episode>, _ fixture: PodcastFixture) async throws -> [UInt8] {
        let file = try #require(try await fixture.file(of: episode))
        var bytes = [UInt8](repeating: 0, count: 5000)
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
        return Array(bytes[..<count])
    }

    /// Requests all episodes.
    private static func ask(_ fixture: PodcastFixture) async throws -> [ID<Episode>] {
        let ids = try await fixture.listed().map(\.episode.id)
        for id in ids { try await fixture.episodes.download(id, as: ada, from: "x") }
        return ids
    }

    @Test("an episode larger than the quota fails, and the others are downloaded") func tooLarge() async throws {
        let fixture = try await Self.fixture(["A", "B"], sizes: ["A": 1 << 40])
        _ = try await Self.ask(fixture)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["B"])
        #expect(try await fixture.listed()[0].download?.state == .failed)
    }

    @Test("a played episode stays when removing it would not make enough space, and the next that fits is downloaded")
    func nextThatFits() async throws {
        let fixture = try await Self.fixture(["D", "C", "B", "A"], sizes: ["D": 9000, "C": 1000])
        fixture.host.put(Array(Self.content("C").prefix(1000)), at: "https://podcast.example/C.mp3")
        let ids = try await fixture.listed().map(\.episode.id)
        for id in ids[2...] { try await fixture.episodes.download(id, as: Self.ada, from: "x") }
        _ = try await fixture.downloader.work()
        _ = try await fixture.episodes.setState(of: ids[3], position: nil, isPlayed: true, as: Self.ada)
        for id in ids[..<2] { try await fixture.episodes.download(id, as: Self.ada, from: "x") }
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["C", "B", "A"])
        #expect(try await fixture.listed()[0].download?.state == .waiting)
    }

    @Test("a file larger than its feed claims is limited to the remaining space") func understated() async throws {
        let fixture = try await Self.fixture(["A", "B"], sizes: ["B": 10])
        fixture.host.put(Array(repeating: 1, count: 9000), at: "https://podcast.example/B.mp3")
        let ids = try await Self.ask(fixture)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["A"])
        #expect(try await fixture.file(of: ids[1]) == nil)
    }

    @Test("partial files of failed downloads count against the quota, and make space for others")
    func parts() async throws {
        let fixture = try await Self.fixture(["A", "B"], sizes: ["B": 9000])
        fixture.host.put(Self.content("A"), at: "https://podcast.example/A.mp3", breaksAfter: 1500)
        fixture.host.put(Array(repeating: 1, count: 9000), at: "https://podcast.example/B.mp3")
        let ids = try await Self.ask(fixture)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["B"])
        #expect(try await fixture.file(of: ids[0]) == nil)
    }

    @Test("a download of a file that has changed starts over") func replaced() async throws {
        let fixture = try await Self.fixture(["A"])
        fixture.host.put(Self.content("A"), at: "https://podcast.example/A.mp3", breaksAfter: 1500)
        let episode = try await Self.ask(fixture)[0]
        _ = try await fixture.downloader.work()
        fixture.host.put(Self.content("Z"), at: "https://podcast.example/A.mp3")
        fixture.clock.advance(by: .seconds(3700))
        _ = try await fixture.downloader.work()
        #expect(try await Self.bytes(of: episode, fixture) == Self.content("Z"))
    }

    @Test("a download whose episode has a new address is fetched again") func readdressed() async throws {
        let fixture = try await Self.fixture(["A"])
        let episode = try await Self.ask(fixture)[0]
        _ = try await fixture.downloader.work()
        guard case .feed(let feed) = PodcastHost.feed("Harbor", ["A"]) else { return }
        func publish(_ file: String) async throws {
            let text = String(decoding: feed, as: UTF8.self).replacing("A.mp3", with: file)
            fixture.host.put(.feed(Array(text.utf8)), at: PodcastFixture.address)
            try await fixture.refresh()
        }
        fixture.host.put(Self.content("Z"), at: "https://podcast.example/Z.mp3")
        try await publish("Z.mp3")
        #expect(try await fixture.listed()[0].download?.state == .waiting)
        _ = try await fixture.downloader.work()
        #expect(try await Self.bytes(of: episode, fixture) == Self.content("Z"))
        // Podcast hosts add queries to count downloads. The file is the same.
        try await publish("Z.mp3?token=2")
        #expect(try await fixture.listed()[0].download?.state == .done)
    }

    @Test("downloads whose files are missing after a restore are fetched again") func restored() async throws {
        let fixture = try await Self.fixture(["A"])
        let episode = try await Self.ask(fixture)[0]
        _ = try await fixture.downloader.work()
        await fixture.lose(episode)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["A"])
        #expect(try await fixture.file(of: episode)?.size == 4000)
    }

    @Test("a lowered quota removes played episodes, then those wanted only by rules, but none that users requested")
    func lowered() async throws {
        let fixture = try await Self.fixture(["A", "B"])
        let podcast = try await fixture.podcasts.subscriptions(as: Self.ada)[0].podcast.id
        let ids = try await fixture.listed().map(\.episode.id)
        try await fixture.episodes.download(ids[1], as: Self.ada, from: "x")
        _ = try await fixture.podcasts.setRule(.latest(1), of: podcast, as: Self.ada)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture) == ["A", "B"])
        for quota: Int64 in [5000, 0] {
            fixture.set(PodcastRules(interval: .seconds(3600), quota: quota))
            _ = try await fixture.downloader.work()
            #expect(try await Self.done(fixture) == ["B"])
            #expect(try await fixture.file(of: ids[0]) == nil)
        }
        _ = try await fixture.episodes.setState(of: ids[1], position: nil, isPlayed: true, as: Self.ada)
        _ = try await fixture.downloader.work()
        #expect(try await Self.done(fixture).isEmpty)
    }
}
