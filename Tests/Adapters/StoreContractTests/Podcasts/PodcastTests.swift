import Podcasts
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("Podcasts") struct PodcastTests {
    private static let ada = PodcastFixture.ada
    private static let bob = PodcastFixture.bob

    @Test("a podcast is fetched once for all users, and each subscription is private") func shared() async throws {
        let fixture = try await PodcastFixture()
        let first = try await fixture.subscribe()
        #expect(first.podcast.title == "Harbor" && first.newCount == 0 && fixture.host.asked.count == 1)
        #expect(try await fixture.podcasts.subscriptions(as: Self.bob).isEmpty)
        #expect(try await fixture.listed(Self.bob).isEmpty)
        let second = try await fixture.subscribe(Self.bob)
        #expect(second.podcast.id == first.podcast.id && fixture.host.asked.count == 1)
        // Subscribing again changes nothing.
        #expect(try await fixture.subscribe().since == first.since)
        let episode = try await fixture.listed()[0].episode.id
        _ = try await fixture.episodes.setState(of: episode, position: .seconds(9), isPlayed: nil, as: Self.ada)
        try await fixture.podcasts.unsubscribe(from: first.podcast.id, as: Self.ada, from: "x")
        #expect(try await fixture.listed().isEmpty)
        await #expect(throws: DomainError.self) { try await fixture.episodes.episode(episode, as: Self.ada) }
        #expect(try await fixture.episodes.episode(episode, as: Self.bob).state == nil)
        try await fixture.podcasts.unsubscribe(from: first.podcast.id, as: Self.bob, from: "x")
        // No subscriber was left, so the podcast is fetched again.
        _ = try await fixture.subscribe()
        #expect(fixture.host.asked.count == 2)
        #expect(try await fixture.journal("podcast.subscribe") == 3)
    }

    @Test("an address without a feed is refused with the reason, and nothing is stored")
    func unreadable() async throws {
        let fixture = try await PodcastFixture()
        for content in [FeedAnswer.Content.feed(Array("<html/>".utf8)), .refused(status: 404), .gone, .wait(nil)] {
            fixture.host.put(content, at: PodcastFixture.address)
            await #expect {
                try await fixture.subscribe()
            } throws: {
                ($0 as? DomainError)?.field == "url"
            }
        }
        for address in ["", "file:///etc/passwd", "https://nowhere.example/", "https://user:pass@podcast.example/"] {
            await #expect(throws: DomainError.self, "\(address)") {
                try await fixture.podcasts.subscribe(to: address, as: Self.ada, from: "x")
            }
        }
        #expect(try await fixture.podcasts.subscriptions(as: Self.ada).isEmpty)
    }

    @Test("while podcasts are off nothing is requested and nothing is shown") func off() async throws {
        let fixture = try await PodcastFixture()
        _ = try await fixture.subscribe()
        fixture.set(nil)
        let asked = fixture.host.asked.count
        try await fixture.refresh()
        #expect(fixture.host.asked.count == asked)
        for act in [
            { _ = try await fixture.subscribe() }, { _ = try await fixture.listed() },
            { _ = try await fixture.podcasts.export(as: Self.ada) },
            { try await fixture.podcasts.refresh(as: Self.ada) },
        ] as [() async throws -> Void] {
            await #expect {
                try await act()
            } throws: {
                ($0 as? DomainError)?.reason == "podcasts_off"
            }
        }
    }

    @Test("explicit content is hidden from users who may not hear it") func explicit() async throws {
        let fixture = try await PodcastFixture()
        func put(_ flag: String, of item: String) {
            let text = """
                <rss><channel><title>Harbor</title><itunes:explicit>\(flag)</itunes:explicit>
                <item><title>A</title><itunes:explicit>\(item)</itunes:explicit>
                <enclosure url="https://podcast.example/A.mp3"/></item>
                <item><title>B</title><enclosure url="https://podcast.example/B.mp3"/></item></channel></rss>
                """
            fixture.host.put(.feed(Array(text.utf8)), at: PodcastFixture.address)
        }
        put("true", of: "false")
        await #expect(throws: DomainError.self) { try await fixture.subscribe(PodcastFixture.carol) }
        let podcast = try await fixture.subscribe().podcast.id
        await #expect(throws: DomainError.self) { try await fixture.subscribe(PodcastFixture.carol) }
        let file = Array(try await fixture.podcasts.export(as: Self.ada).utf8)
        let taken = try await fixture.podcasts.importOPML(file, as: PodcastFixture.carol, from: "x")
        #expect(taken.refused == [PodcastFixture.address] && taken.added == 0)
        put("clean", of: "yes")
        try await fixture.refresh()
        #expect(try await fixture.subscribe(PodcastFixture.carol).podcast.id == podcast)
        #expect(try await fixture.listed(PodcastFixture.carol).map(\.episode.item.title) == ["B"])
        let all = try await fixture.listed()
        let hidden = try #require(all.first { $0.episode.item.title == "A" }).episode.id
        #expect(all.count == 2)
        await #expect(throws: DomainError.self) {
            try await fixture.episodes.episode(hidden, as: PodcastFixture.carol)
        }
        await #expect(throws: DomainError.self) {
            try await fixture.episodes.setState(
                of: hidden, position: .seconds(1), isPlayed: nil, as: PodcastFixture.carol)
        }
        put("yes", of: "no")
        try await fixture.refresh()
        #expect(try await fixture.podcasts.subscriptions(as: PodcastFixture.carol).isEmpty)
        #expect(try await fixture.listed(PodcastFixture.carol).isEmpty)
        #expect(try await fixture.listed().count == 2)
    }

    @Test("subscriptions are exported and imported as OPML, and unknown feeds are read afterwards")
    func opml() async throws {
        let fixture = try await PodcastFixture()
        _ = try await fixture.subscribe()
        let file = try await fixture.podcasts.export(as: Self.ada)
        let other = "https://podcast.example/other"
        let more = file.replacing("</body>", with: "<outline xmlUrl=\"\(other)\"/><outline xmlUrl=\"x:y\"/></body>")
        let taken = try await fixture.podcasts.importOPML(Array(more.utf8), as: Self.bob, from: "x")
        #expect(taken.added == 2 && taken.known == 0 && taken.refused == ["x:y"])
        #expect(fixture.host.asked.count == 1)
        fixture.host.put(PodcastHost.feed("Other", ["One"]), at: other)
        _ = try await fixture.refresher.work()
        #expect(try await fixture.podcasts.subscriptions(as: Self.bob).map(\.podcast.title) == ["Harbor", "Other"])
        #expect(try await fixture.podcasts.importOPML(Array(more.utf8), as: Self.bob, from: "x").known == 2)
    }

    @Test("feeds of a file beyond the limit are refused one by one, and the earlier ones are added")
    func opmlBeyondLimit() async throws {
        let fixture = try await PodcastFixture()
        let outlines = (0...Subscription.mostPerUser).map { "<outline xmlUrl=\"https://podcast.example/\($0)\"/>" }
        let file = Array("<opml><body>\(outlines.joined())</body></opml>".utf8)
        let taken = try await fixture.podcasts.importOPML(file, as: Self.ada, from: "x")
        #expect(taken.added == Subscription.mostPerUser)
        #expect(taken.refused == ["https://podcast.example/\(Subscription.mostPerUser)"])
    }

    @Test("documents are fetched once for all users, and with a rate limit for each") func documents() async throws {
        let fixture = try await PodcastFixture()
        let items = (0..<25).map { place in
            """
            <item><title>\(place)</title><guid>\(place)</guid><enclosure url="https://podcast.example/\(place).mp3"/>
            <podcast:chapters url="https://podcast.example/\(place).json"/></item>
            """
        }
        fixture.host.put(
            .feed(Array("<rss><channel><title>Harbor</title>\(items.joined())</channel></rss>".utf8)),
            at: PodcastFixture.address)
        for place in 0..<25 {
            fixture.host.put(
                Array(#"{"chapters":[{"startTime":0,"title":"One"}]}"#.utf8),
                at: "https://podcast.example/\(place).json")
        }
        for user in [Self.ada, Self.bob] { _ = try await fixture.subscribe(user) }
        let ids = try await fixture.listed().map(\.episode.id)
        try await withThrowingTaskGroup { group in
            for _ in 0..<40 {
                group.addTask { try await fixture.episodes.chapters(of: ids[0], as: Self.ada).count }
            }
            for try await count in group { #expect(count == 1) }
        }
        #expect(fixture.host.askedDocuments.count == 1)
        for id in ids[1..<20] { _ = try await fixture.episodes.chapters(of: id, as: Self.ada) }
        await #expect {
            try await fixture.episodes.chapters(of: ids[20], as: Self.ada)
        } throws: {
            ($0 as? DomainError)?.code == .rateLimited
        }
        #expect(fixture.host.askedDocuments.count == 20)
        _ = try await fixture.episodes.chapters(of: ids[20], as: Self.bob)
        // A cached document does not count, and is requested again after a while.
        _ = try await fixture.episodes.chapters(of: ids[20], as: Self.ada)
        #expect(fixture.host.askedDocuments.count == 21)
        fixture.clock.advance(by: .seconds(301))
        _ = try await fixture.episodes.chapters(of: ids[20], as: Self.ada)
        #expect(fixture.host.askedDocuments.count == 22)
    }

    @Test("lists are read page by page, and the last started episode is first") func pages() async throws {
        let fixture = try await PodcastFixture()
        fixture.host.put(PodcastHost.feed("Harbor", (0..<9).map { "E\($0)" }), at: PodcastFixture.address)
        let podcast = try await fixture.subscribe().podcast.id
        var (titles, cursor): ([String], Cursor?) = ([], nil)
        repeat {
            let page = try await fixture.episodes.episodes(
                of: podcast, PageRequest(limit: 4, cursor: cursor), as: Self.ada)
            titles += page.items.map(\.episode.item.title)
            cursor = page.next
        } while cursor != nil
        #expect(titles == (0..<9).map { "E\($0)" })
        for index in [3, 1] {
            fixture.clock.advance(by: .seconds(1))
            _ = try await fixture.episodes.setState(
                of: fixture.listed()[index].episode.id, position: .seconds(5), isPlayed: nil, as: Self.ada)
        }
        #expect(try await fixture.episodes.begun(as: Self.ada).map(\.episode.item.title) == ["E1", "E3"])
    }
}
