import Catalog
import Discovery
import Foundation
import GRDB
import Primitives
import Support
import Testing

@testable import SQLiteStore

/// Radio from several songs, years and moods, and disliked songs.
@Suite("Radio seeds") struct RadioSeedTests {
    @Test("a radio from several songs finds music similar to one of them, and names that song")
    func songs() async throws {
        let fixture = try await SuggestionFixture()
        let seeds = [try await fixture.id("Nina 1-1"), try await fixture.id("Rex 1-1")]
        var named: Set<String> = []
        for seed in 1...4 as ClosedRange<UInt64> {
            let songs = try await fixture.songs(.songs(seeds), limit: 20, seed: seed)
            #expect(songs.count == 20 && Set(songs.map(\.track.id)).isDisjoint(with: seeds))
            for song in songs {
                switch song.reason {
                case .sound:
                    let like = try #require(song.like)
                    let isWarm = SuggestionFixture.warm.contains { song.track.title.hasPrefix($0) }
                    #expect(like.title == (isWarm ? "Nina 1-1" : "Rex 1-1"))
                    named.insert(like.title)
                case .genre: #expect(song.track.genres == song.genre.map { [$0] })
                default: #expect(song.like == nil)
                }
            }
        }
        #expect(named == ["Nina 1-1", "Rex 1-1"])
    }

    @Test("a radio from years has albums of these years, and one from a mood has matching songs")
    func yearsAndMoods() async throws {
        let fixture = try await SuggestionFixture()
        let nineties = try await fixture.songs(.years(1990...1999), limit: 24)
        #expect(nineties.count == 24 && nineties.allSatisfy { $0.track.year == 1994 && $0.reason == .years })
        let sad = try await fixture.songs(.mood(.melancholic), limit: 20)
        #expect(sad.count == 20 && sad.share(of: SuggestionFixture.warm) == 1)
        #expect(sad.allSatisfy { $0.reason == .mood })
        let cheerful = try await fixture.songs(.mood(.cheerful), limit: 20)
        #expect(cheerful.share(of: SuggestionFixture.cold) == 1)
        let seeds = try await fixture.radio.seeds(as: TestCatalog.listener)
        #expect(seeds.decades == [1990, 2000])
        #expect(seeds.moods == [.calm, .energetic, .cheerful, .melancholic])
        let silent = try await SuggestionFixture(isAnalyzed: false)
        #expect(try await silent.radio.seeds(as: TestCatalog.listener).moods.isEmpty)
    }

    @Test("a song rated one star is suggested nowhere to that user, and to others as before")
    func disliked() async throws {
        let fixture = try await SuggestionFixture()
        let nina = try #require(try await fixture.catalog.track("Nina 1-1"))
        let otis = try #require(try await fixture.catalog.track("Otis 1-1"))
        let pia = try #require(try await fixture.catalog.track("Pia 2-1"))
        let second = try await fixture.id("Nina 1-2")
        // The play creates the account.
        try await fixture.play("Rex 1-1", hoursAgo: 500)
        try await fixture.catalog.database.write(.shelf) { db in
            for (kind, id, rating) in [
                ("track", nina.id.rawValue, 2), ("artist", otis.artists[0].id.rawValue, 2),
                ("album", pia.album.rawValue, 2), ("track", second.rawValue, 3),
            ] as [(String, String, Int)] {
                try db.execute(
                    sql: "INSERT INTO \(kind)_rating (account, \(kind), rating, rated_at) VALUES ('bo', ?, ?, 0)",
                    arguments: [id, rating])
            }
        }
        func heard(_ target: DiscoveryTarget, as caller: Principal) async throws -> Set<String> {
            var titles: Set<String> = []
            for seed in 1...4 as ClosedRange<UInt64> {
                titles.formUnion(try await fixture.songs(target, limit: 50, seed: seed, as: caller).titles)
            }
            return titles
        }
        func isDisliked(_ title: String) -> Bool {
            title == "Nina 1-1" || title.hasPrefix("Otis") || title.hasPrefix("Pia 2")
        }
        let seeds: [DiscoveryTarget] = [
            .track(try await fixture.id("Nina 1-3")), .songs([try await fixture.id("Nina 1-3")]), .years(1990...2009),
            .mood(.calm),
        ]
        for target in seeds {
            let own = try await heard(target, as: TestCatalog.listener)
            #expect(own.contains("Nina 1-2") && !own.contains(where: isDisliked), "\(target)")
            #expect(try await heard(target, as: TestCatalog.admin).contains(where: isDisliked), "\(target)")
        }
        for number in 1...4 {
            for artist in ["Nina", "Otis"] { try await fixture.play("\(artist) 1-\(number)", times: 5) }
        }
        let mixes = try await fixture.mixes.mixes(as: TestCatalog.listener).mixes
        #expect(mixes.isEmpty || mixes.allSatisfy { !$0.tracks.titles.contains(where: isDisliked) })
    }

    @Test("hidden songs start no radio, and are named in no reason") func scope() async throws {
        let fixture = try await SuggestionFixture()
        let child = Principal(user: ID("bo"), role: .listener, libraries: .everything.including(explicit: false))
        let (nina, otis) = (try await fixture.id("Nina 1-1"), try await fixture.id("Otis 1-1"))
        try await fixture.catalog.database.write(.catalogue) { db in
            try db.execute(sql: "UPDATE track SET is_explicit = 1 WHERE title LIKE 'Otis%'")
        }
        await #expect(throws: DomainError.self) { _ = try await fixture.songs(.songs([otis]), as: child) }
        await #expect(throws: DomainError.self) { _ = try await fixture.songs(.songs([]), as: child) }
        for target in [DiscoveryTarget.songs([nina, otis]), .mood(.calm), .years(1990...2009)] {
            let songs = try await fixture.songs(target, limit: 50, as: child)
            #expect(!songs.isEmpty && songs.share(of: ["Otis"]) == 0)
            #expect(songs.allSatisfy { $0.like?.title.hasPrefix("Otis") != true })
        }
        let stranger = Principal(user: ID("bo"), role: .listener, libraries: .only([]))
        let seeds = try await fixture.radio.seeds(as: stranger)
        #expect(seeds.decades.isEmpty && seeds.moods.isEmpty)
    }
}
