import Journal
import Podcasts
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("Podcast refresh") struct PodcastRefreshTests {
    private static let ada = PodcastFixture.ada
    private static let bob = PodcastFixture.bob

    @Test("a refresh adds new episodes, which subscribers see as new until they start them")
    func refresh() async throws {
        let fixture = try await PodcastFixture()
        let podcast = try await fixture.subscribe().podcast.id
        fixture.clock.advance(by: .seconds(86_400 * 30))
        fixture.host.put(
            .feed(
                Array(
                    """
                    <rss><channel><title>Harbor renamed</title>
                    <item><title>Reef</title><guid>Reef</guid><pubDate>10 Dec 2026 12:00:00 GMT</pubDate>
                    <enclosure url="https://podcast.example/Reef.mp3" type="audio/mpeg"/></item>
                    <item><title>Fog, mended</title><guid>Fog</guid><pubDate>17 Nov 2026 12:00:00 GMT</pubDate>
                    <enclosure url="https://podcast.example/Fog.mp3" type="audio/mpeg"/></item></channel></rss>
                    """.utf8)), at: PodcastFixture.address)
        let before = try await fixture.listed()
        try await fixture.refresh()
        #expect(fixture.host.lastTag == "\"1\"")
        let after = try await fixture.listed()
        #expect(after.map(\.episode.item.title) == ["Reef", "Fog, mended"])
        #expect(after[1].episode.id == before[0].episode.id)
        #expect(after.map(\.isNew) == [true, false] && after[0].podcastTitle == "Harbor renamed")
        #expect(try await fixture.podcasts.subscription(podcast, as: Self.ada).newCount == 1)
        _ = try await fixture.episodes.setState(
            of: after[0].episode.id, position: .seconds(1), isPlayed: nil, as: Self.ada)
        #expect(try await fixture.podcasts.subscription(podcast, as: Self.ada).newCount == 0)
    }

    @Test("an episode dropped from its feed stays where a user has started it") func dropped() async throws {
        let fixture = try await PodcastFixture()
        fixture.host.put(PodcastHost.feed("Harbor", ["A", "B", "C"]), at: PodcastFixture.address)
        _ = try await fixture.subscribe()
        let begun = try await fixture.listed()[1].episode.id
        _ = try await fixture.episodes.setState(of: begun, position: .seconds(5), isPlayed: nil, as: Self.ada)
        fixture.host.put(PodcastHost.feed("Harbor", ["A"]), at: PodcastFixture.address)
        try await fixture.refresh()
        #expect(try await fixture.listed().map(\.episode.item.title) == ["A", "B"])
        fixture.host.put(PodcastHost.feed("Harbor", ["A", "B"]), at: PodcastFixture.address)
        try await fixture.refresh()
        #expect(try await fixture.listed()[1].episode.isListed)
    }

    @Test("errors are shown and retried less and less often; a server's Retry-After is respected")
    func backOff() async throws {
        let fixture = try await PodcastFixture()
        let podcast = try await fixture.subscribe().podcast.id
        fixture.host.put(.refused(status: 500), at: PodcastFixture.address)
        try await fixture.refresh()
        #expect(try await fixture.podcasts.subscription(podcast, as: Self.ada).podcast.problem?.contains("500") == true)
        try await fixture.refresh()
        let asked = fixture.host.asked.count
        // After the second failure there is a pause of two hours.
        try await fixture.refresh()
        #expect(fixture.host.asked.count == asked)
        fixture.host.put(.wait(.seconds(86_400)), at: PodcastFixture.address)
        try await fixture.refresh()
        #expect(fixture.host.asked.count == asked + 1)
        fixture.clock.advance(by: .seconds(80_000))
        _ = try await fixture.refresher.work()
        #expect(fixture.host.asked.count == asked + 1)
        fixture.host.put(.notModified, at: PodcastFixture.address)
        fixture.clock.advance(by: .seconds(7000))
        _ = try await fixture.refresher.work()
        #expect(try await fixture.podcasts.subscription(podcast, as: Self.ada).podcast.problem == nil)
        fixture.host.put(.gone, at: PodcastFixture.address)
        try await fixture.refresh()
        #expect(try await fixture.podcasts.subscription(podcast, as: Self.ada).podcast.endedAt != nil)
        let ended = fixture.host.asked.count
        fixture.clock.advance(by: .seconds(86_400 * 30))
        _ = try await fixture.refresher.work()
        #expect(fixture.host.asked.count == ended)
    }

    @Test("a moved podcast is requested at its new address, named by its feed or its server")
    func moved() async throws {
        let fixture = try await PodcastFixture()
        let podcast = try await fixture.subscribe().podcast.id
        let (next, last) = ("https://podcast.example/second", "https://podcast.example/third")
        fixture.host.put(PodcastHost.feed("Harbor", ["Fog"]), at: PodcastFixture.address, movedTo: next)
        try await fixture.refresh()
        fixture.host.put(
            PodcastHost.feed("Harbor", ["Fog"], more: "<itunes:new-feed-url>\(last)</itunes:new-feed-url>"), at: next)
        fixture.host.put(PodcastHost.feed("Harbor", ["Fog"]), at: last)
        try await fixture.refresh()
        try await fixture.refresh()
        #expect(fixture.host.asked == [PodcastFixture.address, PodcastFixture.address, next, last, last])
        #expect(try await fixture.podcasts.subscription(podcast, as: Self.ada).podcast.address == last)
    }

    @Test("a feed that claims another podcast's address cannot put its own content there") func claimed() async throws {
        let fixture = try await PodcastFixture()
        let claimed = "https://other.example/feed"
        let podcast = try await fixture.subscribe().podcast.id
        let begun = try await fixture.listed()[0].episode.id
        _ = try await fixture.episodes.setState(of: begun, position: .seconds(5), isPlayed: nil, as: Self.ada)
        fixture.host.put(
            PodcastHost.feed("False", ["Fog"], more: "<itunes:new-feed-url>\(claimed)</itunes:new-feed-url>"),
            at: PodcastFixture.address)
        // The claimed address cannot be read, so the podcast keeps its own.
        try await fixture.refresh()
        #expect(
            try await fixture.podcasts.subscription(podcast, as: Self.ada).podcast.address == PodcastFixture.address)
        fixture.host.put(PodcastHost.feed("True", ["Word"]), at: claimed)
        try await fixture.refresh()
        let found = try await fixture.podcasts.subscribe(to: claimed, as: Self.bob, from: "x").podcast
        #expect(found.id == podcast && found.title == "True")
        #expect(try await fixture.listed(Self.bob).map(\.episode.item.title) == ["Word"])
        // The listener who started the old feed's episode still finds it. Nobody else does.
        #expect(try await fixture.listed().map(\.episode.item.title) == ["Word", "Fog"])
        await #expect(throws: DomainError.self) {
            try await fixture.episodes.setState(of: begun, position: .seconds(5), isPlayed: nil, as: Self.bob)
        }
        await #expect(throws: DomainError.self) { try await fixture.episodes.episode(begun, as: Self.bob) }
    }

    @Test("a feed whose server does not answer delays no other") func sideBySide() async throws {
        let fixture = try await PodcastFixture()
        let addresses = ["slow", "one", "two"].map { "https://podcast.example/\($0)" }
        let outlines = addresses.map { "<outline xmlUrl=\"\($0)\"/>" }.joined()
        _ = try await fixture.podcasts.importOPML(
            Array("<opml><body>\(outlines)</body></opml>".utf8), as: Self.ada, from: "x")
        for address in addresses { fixture.host.put(PodcastHost.feed("Title", ["Fog"]), at: address) }
        fixture.host.silence(addresses[0])
        async let work = fixture.refresher.work()
        do {
            try await waitUntil("the others are read") {
                try await fixture.podcasts.subscriptions(as: Self.ada).filter { $0.podcast.refreshedAt != nil }.count
                    == 2
            }
        } catch {
            fixture.host.answer()
            throw error
        }
        fixture.host.answer()
        _ = try await work
        #expect(try await fixture.podcasts.subscriptions(as: Self.ada).allSatisfy { $0.podcast.refreshedAt != nil })
    }

    @Test("feeds are read again before many pictures are fetched") func manyPictures() async throws {
        let fixture = try await PodcastFixture()
        let items = (0..<15).map { number in
            "<item><title>\(number)</title><itunes:image href=\"https://podcast.example/\(number).png\"/>"
                + "<enclosure url=\"https://podcast.example/\(number).mp3\"/></item>"
        }
        let text = "<rss><channel><title>Harbor</title>\(items.joined())</channel></rss>"
        fixture.host.put(.feed(Array(text.utf8)), at: PodcastFixture.address)
        _ = try await fixture.subscribe()
        #expect(try await fixture.refresher.work() == .seconds(1))
        #expect(try await fixture.engine.podcasts.missingPictures(limit: 20).count == 3)
        #expect(try await fixture.refresher.work() > .seconds(1))
        #expect(try await fixture.engine.podcasts.missingPictures(limit: 20).isEmpty)
    }

    @Test("pictures of podcasts and of their newest episodes are fetched once") func pictures() async throws {
        let fixture = try await PodcastFixture()
        let (cover, own) = (ShelfFixture.picture(1), ShelfFixture.picture(2))
        fixture.host.put(cover, at: "https://podcast.example/cover.png")
        fixture.host.put(own, at: "https://podcast.example/own.png")
        fixture.host.put(
            .feed(
                Array(
                    """
                    <rss><channel><title>Harbor</title><itunes:image href="https://podcast.example/cover.png"/>
                    <item><title>A</title><itunes:image href="https://podcast.example/own.png"/>
                    <enclosure url="https://podcast.example/A.mp3"/></item>
                    <item><title>B</title><itunes:image href="https://podcast.example/none.png"/>
                    <enclosure url="https://podcast.example/B.mp3"/></item></channel></rss>
                    """.utf8)), at: PodcastFixture.address)
        _ = try await fixture.subscribe()
        _ = try await fixture.refresher.work()
        let listed = try await fixture.listed().sorted { $0.episode.item.title < $1.episode.item.title }
        let podcast = try #require(listed[0].podcastPicture)
        #expect(listed[0].picture != podcast && listed[1].picture == podcast)
        #expect(try await fixture.engine.podcasts.blobsInUse().count == 2)
        #expect(try await fixture.engine.podcasts.missingPictures(limit: 10).isEmpty)
    }

    @Test("unknown feeds of an import count as additions, and neither it nor unsubscribing shortens a pause")
    func importedAgain() async throws {
        let fixture = try await PodcastFixture()
        func file(_ names: [String]) -> [UInt8] {
            let outlines = names.map { "<outline xmlUrl=\"https://podcast.example/\($0)\"/>" }
            return Array("<opml><body>\(outlines.joined())</body></opml>".utf8)
        }
        _ = try await fixture.podcasts.importOPML(file(["down"]), as: Self.ada, from: "x")
        try await fixture.refresh()
        let podcast = try await fixture.podcasts.subscriptions(as: Self.ada)[0].podcast
        #expect(podcast.problem != nil && fixture.host.asked.count == 1)
        try await fixture.podcasts.unsubscribe(from: podcast.id, as: Self.ada, from: "x")
        _ = try await fixture.podcasts.importOPML(file(["down"]), as: Self.bob, from: "x")
        _ = try await fixture.refresher.work()
        #expect(fixture.host.asked.count == 1)
        try await fixture.podcasts.unsubscribe(from: podcast.id, as: Self.bob, from: "x")
        try await fixture.refresh()
        #expect(try await fixture.engine.podcasts.known([podcast.address]).isEmpty && fixture.host.asked.count == 1)
        let many = file((0..<31).map { "\($0)" })
        #expect(try await fixture.podcasts.importOPML(many, as: Self.bob, from: "x").added == 31)
        await #expect {
            _ = try await fixture.podcasts.importOPML(file(["more"]), as: Self.bob, from: "x")
        } throws: {
            ($0 as? DomainError)?.reason == "too_many_feeds"
        }
    }

    @Test("a podcast whose feed was permanently gone is read again for a new subscriber") func revived() async throws {
        let fixture = try await PodcastFixture()
        let podcast = try await fixture.subscribe().podcast.id
        fixture.host.put(.gone, at: PodcastFixture.address)
        try await fixture.refresh()
        #expect(try await fixture.podcasts.subscription(podcast, as: Self.ada).podcast.endedAt != nil)
        fixture.host.put(PodcastHost.feed("Harbor again", ["Fog"]), at: PodcastFixture.address)
        #expect(try await fixture.subscribe(Self.bob).podcast.endedAt == nil)
        // Not at once, even if requested.
        _ = try await fixture.refresher.work()
        #expect(fixture.host.asked.count == 2)
        try await fixture.refresh()
        #expect(try await fixture.podcasts.subscription(podcast, as: Self.ada).podcast.title == "Harbor again")
    }

    @Test("a podcast whose feed is gone is removed with its last subscriber's account, even while podcasts are off")
    func endedAndAbandoned() async throws {
        let fixture = try await PodcastFixture()
        let podcast = try await fixture.subscribe().podcast
        fixture.host.put(.gone, at: PodcastFixture.address)
        try await fixture.refresh()
        try await fixture.engine.podcasts.edit { _ in
            (Changes<PodcastWrite>(at: podcast.createdAt, .unsubscribe(Self.ada.user, podcast.id)), ())
        }
        fixture.set(nil)
        _ = try await fixture.refresher.work()
        #expect(try await fixture.engine.podcasts.known([podcast.address]).isEmpty)
    }

    @Test("a podcast is removed when its last subscriber's account is deleted") func abandoned() async throws {
        let fixture = try await PodcastFixture()
        let podcast = try await fixture.subscribe().podcast
        try await fixture.engine.podcasts.edit { _ in
            (Changes<PodcastWrite>(at: podcast.createdAt, .unsubscribe(Self.ada.user, podcast.id)), ())
        }
        try await fixture.refresh()
        #expect(fixture.host.asked.count == 1)
        #expect(try await fixture.engine.podcasts.nextDue() == nil)
    }
}
