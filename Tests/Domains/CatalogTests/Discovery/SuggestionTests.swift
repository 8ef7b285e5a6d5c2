import Catalog
import Discovery
import Foundation
import GRDB
import Primitives
import Shelf
import Support
import Testing

@testable import Analysis
@testable import SQLiteStore

@Suite("Suggestions") struct SuggestionTests {
    @Test("a radio from a song finds similar music, and gives the reason") func sound() async throws {
        let fixture = try await SuggestionFixture()
        let nina = try await fixture.id("Nina 1-1")
        let songs = try await fixture.songs(.track(nina))
        #expect(songs.count == 10 && Set(songs.titles).count == 10)
        #expect(songs.share(of: SuggestionFixture.warm) >= 0.7)
        #expect(!songs.titles.contains("Nina 1-1"))
        for song in songs {
            switch song.reason {
            case .sound(let similarity): #expect(similarity > 0.1 && similarity <= 1)
            case .artist: #expect(song.track.title.hasPrefix("Nina"))
            case .genre: #expect(song.track.genres == ["Jazz"])
            case .played, .listeners, .years, .mood, .library: Issue.record("\(song)")
            }
        }
        #expect(songs.contains { if case .sound = $0.reason { true } else { false } })
        #expect(try await fixture.songs(.track(nina)).titles == songs.titles)
        #expect(try await fixture.songs(.track(nina), seed: 2).titles != songs.titles)
        let rex = try await fixture.songs(.track(try await fixture.id("Rex 1-1")))
        #expect(rex.share(of: SuggestionFixture.cold) >= 0.7)
    }

    @Test("newly analyzed songs are found by their audio, and reanalyzed ones by the new result")
    func analyzedAnew() async throws {
        let fixture = try await SuggestionFixture()
        let nina = try await fixture.id("Nina 1-1")
        func nearest() async throws -> [String] {
            let found = try await fixture.catalog.sonic.similar(to: nina, limit: 23, as: TestCatalog.listener)
            return try await fixture.catalog.service.items(for: found.map(\.track), as: TestCatalog.listener).map(
                \.title)
        }
        #expect(try await !nearest().contains { $0.hasPrefix("Rex") })
        try fixture.catalog.music.write(
            "Rex/Rex 1/1.flac", "title=Rex 1-1", "artist=Rex", "albumartist=Rex", "album=Rex 1", "genre=Rock",
            "track=1",
            "comment=changed")
        try await fixture.catalog.scan()
        #expect(try await !nearest().contains("Rex 1-1"))
        try await fixture.analyze { _ in true }
        #expect(try await nearest().contains("Rex 1-1"))
        #expect(try await nearest().count == 23)
    }

    @Test("a radio mixes in what the song's listeners play, and omits what was just heard")
    func listeners() async throws {
        let fixture = try await SuggestionFixture()
        for (user, times) in [("ada", 9), ("eve", 6)] {
            try await fixture.play("Nina 1-1", times: times, by: user)
            for number in 1...4 { try await fixture.play("Tom 1-\(number)", times: 8, by: user) }
        }
        for number in 1...3 { try await fixture.play("Otis 1-\(number)", hoursAgo: 1) }
        try await fixture.play("Otis 1-4", hoursAgo: 10)
        let nina = try await fixture.id("Nina 1-1")
        var songs: [Suggestion] = []
        for seed in 1...8 as ClosedRange<UInt64> { songs += try await fixture.songs(.track(nina), seed: seed) }
        #expect(songs.contains { $0.track.title.hasPrefix("Tom 1") && $0.reason == .listeners })
        let recent = ["Otis 1-1", "Otis 1-2", "Otis 1-3"]
        #expect(!songs.titles.contains { recent.contains($0) })
        #expect(songs.titles.contains("Otis 1-4"))
        // Songs that one user has just heard are still suggested to others.
        var others: [Suggestion] = []
        for seed in 1...8 as ClosedRange<UInt64> {
            others += try await fixture.songs(.track(nina), seed: seed, as: TestCatalog.admin)
        }
        #expect(others.titles.contains { recent.contains($0) })
    }

    @Test("a radio never ends, and repeats a song only after all others")
    func endless() async throws {
        let fixture = try await SuggestionFixture()
        let nina = try await fixture.id("Nina 1-1")
        var heard = [nina]
        for seed in 1...10 as ClosedRange<UInt64> {
            let songs = try await fixture.songs(.track(nina), heard: heard.suffix(200), limit: 10, seed: seed)
            #expect(songs.count == 10)
            heard += songs.map(\.track.id)
        }
        #expect(Set(heard.prefix(48)).count == 48)
        // After all 48 songs, the first ones come again in the same order.
        #expect(Array(heard[48..<96]) == Array(heard[0..<48]))
    }

    @Test("a radio never plays one artist twice in a row") func variety() async throws {
        let fixture = try await SuggestionFixture()
        for target in [
            DiscoveryTarget.artist(try #require(try await fixture.catalog.track("Nina 1-1")).artists[0].id),
            .album(try #require(try await fixture.catalog.track("Rex 2-1")).album),
        ] {
            let songs = try await fixture.songs(target, limit: 12)
            let artists = songs.map { String($0.track.title.prefix(3)) }
            #expect(Set(artists).count >= 3)
            #expect(zip(artists, artists.dropFirst()).count { $0 == $1 } <= 1)
        }
    }

    @Test("a radio also starts with an artist, an album or a genre, without any analysis") func targets() async throws {
        let fixture = try await SuggestionFixture(isAnalyzed: false)
        let rex = try #require(try await fixture.catalog.track("Rex 1-1"))
        let jazz = try #require(
            try await fixture.catalog.service.genres(as: TestCatalog.listener).first { $0.name == "Jazz" })
        let artist = try await fixture.songs(.artist(rex.artists[0].id))
        #expect(artist.contains { $0.track.title.hasPrefix("Rex") && $0.reason == .artist })
        #expect(artist.contains { $0.track.title.hasPrefix("Sam") && $0.reason == .genre })
        let album = try await fixture.songs(.album(rex.album))
        #expect(album.contains { $0.track.genres == ["Rock"] })
        let genre = try await fixture.songs(.genre(jazz.id))
        #expect(genre.allSatisfy { $0.track.genres == ["Jazz"] && $0.reason == .genre })
        await #expect(throws: DomainError.self) { _ = try await fixture.songs(.genre(ID("none"))) }
        await #expect(throws: DomainError.self) { _ = try await fixture.songs(.track(ID("none"))) }
    }

    @Test("mixes contain a user's played and similar music, and change every day") func mixes() async throws {
        let fixture = try await SuggestionFixture()
        #expect(try await fixture.mixes.mixes(as: TestCatalog.listener).mixes.isEmpty)
        for number in 1...4 {
            try await fixture.play("Nina 1-\(number)", times: 5)
            try await fixture.play("Rex 1-\(number)", times: 2)
        }
        let (day, mixes) = try await fixture.mixes.mixes(as: TestCatalog.listener)
        #expect(day.text == "2026-11-18")
        #expect(mixes.count == 1)
        try await fixture.play("Otis 1-1", hoursAgo: 72)
        try await fixture.play("Sam 1-1", hoursAgo: 72)
        // They stay the same for the whole day.
        let again = try await fixture.mixes.mixes(as: TestCatalog.listener).mixes
        #expect(again.map { $0.tracks.titles } == mixes.map { $0.tracks.titles })
        // Except for songs that have since been rated one star.
        let disliked = mixes[0].tracks[0].track
        try await fixture.catalog.database.write(.shelf) { db in
            try db.execute(
                sql: "INSERT INTO track_rating (account, track, rating, rated_at) VALUES ('bo', ?, 2, 0)",
                arguments: [disliked.id.rawValue])
        }
        let rest = try await fixture.mixes.mixes(as: TestCatalog.listener).mixes
        #expect(rest.map { $0.tracks.titles } == [mixes[0].tracks.titles.filter { $0 != disliked.title }])
        try await fixture.catalog.database.write(.shelf) { try $0.execute(sql: "DELETE FROM track_rating") }
        fixture.clock.advance(by: .seconds(86_400))
        let next = try await fixture.mixes.mixes(as: TestCatalog.listener)
        #expect(next.day.text == "2026-11-19")
        #expect(next.mixes.count == 2)
        let (first, second) = (next.mixes[0], next.mixes[1])
        #expect(first.artists.map(\.name).first == "Nina" && second.artists.map(\.name).first == "Rex")
        let familiar = first.tracks.filter { $0.reason == .played }
        #expect(Set(familiar.titles).isSuperset(of: (1...4).map { "Nina 1-\($0)" }))
        #expect(familiar.titles.allSatisfy { !$0.hasPrefix("Rex") })
        let new = first.tracks.filter { $0.reason != .played }
        #expect(!new.isEmpty && new.share(of: SuggestionFixture.warm) > 0.6)
        #expect(Set(first.tracks.titles).isDisjoint(with: second.tracks.titles))
        let one = try await fixture.mixes.mix(2, as: TestCatalog.listener).mix
        #expect(one.tracks.titles == second.tracks.titles)
        for number in [0, 3, -1] {
            await #expect(throws: DomainError.self) {
                _ = try await fixture.mixes.mix(number, as: TestCatalog.listener)
            }
        }
        #expect(try await fixture.mixes.mixes(as: TestCatalog.admin).mixes.isEmpty)
    }

    @Test("mixes exist on the first day too, and without analysis by artist and genre") func firstDay() async throws {
        let fixture = try await SuggestionFixture(isAnalyzed: false)
        for number in 1...3 {
            for artist in ["Nina", "Rex"] { try await fixture.play("\(artist) 1-\(number)", hoursAgo: 2) }
        }
        let mixes = try await fixture.mixes.mixes(as: TestCatalog.listener).mixes
        #expect(mixes.count == 1)
        #expect(mixes[0].tracks.count > 6)
        #expect(mixes[0].durationMilliseconds > 0)
    }

    @Test("hidden songs are not suggested") func scope() async throws {
        let fixture = try await SuggestionFixture()
        let child = Principal(user: ID("bo"), role: .listener, libraries: .everything.including(explicit: false))
        let stranger = Principal(user: ID("bo"), role: .listener, libraries: .only([]))
        let nina = try await fixture.id("Nina 1-1")
        for number in 1...4 { try await fixture.play("Nina 1-\(number)", times: 5) }
        for number in 1...4 { try await fixture.play("Otis 1-\(number)", times: 5) }
        let otis = try await fixture.id("Otis 1-1")
        try await fixture.catalog.database.write(.catalogue) { db in
            try db.execute(sql: "UPDATE track SET is_explicit = 1 WHERE title LIKE 'Otis%'")
        }
        #expect(try await fixture.songs(.track(nina), limit: 50).titles.contains { $0.hasPrefix("Otis") })
        #expect(try await !fixture.songs(.track(nina), limit: 50, as: child).titles.contains { $0.hasPrefix("Otis") })
        await #expect(throws: DomainError.self) { _ = try await fixture.songs(.track(otis), as: child) }
        await #expect(throws: DomainError.self) { _ = try await fixture.songs(.track(nina), as: stranger) }
        let mixes = try await fixture.mixes.mixes(as: child).mixes
        #expect(mixes.allSatisfy { $0.tracks.share(of: ["Otis"]) == 0 })
        #expect(try await fixture.mixes.mixes(as: stranger).mixes.isEmpty)
        #expect(try await fixture.mixes.mixes(as: TestCatalog.listener).mixes.isEmpty == false)
    }

    @Test("rules find tracks by tempo, key, loudness and energy") func rules() async throws {
        let fixture = try await SuggestionFixture()
        let playlists = SQLitePlaylistStore(fixture.catalog.database, clock: fixture.clock, zone: .gmt)
        func titles(_ field: String, _ comparison: String, _ value: SmartNode) async throws -> Set<String> {
            let rule = SmartNode.object([
                "field": .text(field), "operator": .text(comparison), "value": value,
            ])
            let rules = try SmartRules(.object(["match": .text("all"), "rules": .list([rule])]))
            let found = try await playlists.preview(rules, for: TestCatalog.listener, first: 100).first
            let items = try await fixture.catalog.service.items(for: found, as: TestCatalog.listener)
            return Set(items.map { String($0.title.prefix { $0 != " " }) })
        }
        let (warm, cold) = (Set(SuggestionFixture.warm), Set(SuggestionFixture.cold))
        #expect(try await titles("tempo", "lessThan", .number(100)) == warm)
        #expect(try await titles("tempo", "is", .number(140)) == cold)
        #expect(try await titles("key", "is", .text("A minor")) == warm)
        #expect(try await titles("key", "is", .text("C# major")) == cold)
        #expect(try await titles("key", "isNot", .text("A minor")) == cold)
        #expect(try await titles("loudness", "between", .list([.number(-20), .number(-17.5)])) == warm)
        #expect(try await titles("loudness", "greaterThan", .number(-10)) == cold)
        #expect(try await titles("energy", "is", .number(20)) == warm)
        #expect(try await titles("energy", "greaterThan", .number(50)) == cold)
        for (field, value) in [
            ("key", SmartNode.text("H minor")), ("loudness", .number(-200)), ("energy", .number(0.5)),
        ] {
            await #expect(throws: DomainError.self) { _ = try await titles(field, "is", value) }
        }
    }
}
