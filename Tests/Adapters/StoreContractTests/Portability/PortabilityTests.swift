import Accounts
import Catalog
import Foundation
import Journal
import Listening
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

@testable import Portability

/// A user's export, and its import on another server.
@Suite("Export and import") struct PortabilityTests {
    private let ada = StatisticsFixture.ada
    private let bob = StatisticsFixture.bob
    private static let bobs = ID<Playlist>("0190aaaa-0000-7000-8000-000000000002")
    private static let then = Timestamp(milliseconds: 1_700_000_000_000)

    private func rows(
        _ section: String, _ fixture: StatisticsFixture, in scope: LibraryScope = .everything, page: Int = 2
    ) async throws -> [[String: PersonalRow.Value]] {
        var (place, found) = (PersonalPage.Place?.some(.beginning), [[String: PersonalRow.Value]]())
        while let from = place {
            let page = try await fixture.engine.personalData.rows(
                of: section, for: ada.user, in: scope, after: from, limit: page)
            found += page.rows.map { Dictionary(uniqueKeysWithValues: zip(page.columns, $0.values)) }
            place = page.next
        }
        return found
    }

    /// Two plays at the same time, ratings of everything, a playlist, a bookmark and a queue, for each of two users.
    private func lived() async throws -> StatisticsFixture {
        let fixture = try await StatisticsFixture()
        let time = try fixture.instant("2026-11-20T10:00:00Z")
        for track in ["t0", "t1", "t2"] { try await fixture.play(track, at: time) }
        try await fixture.play("t3", at: time, as: bob)
        let albums = try await fixture.music.albums()
        let artists = try await fixture.music.artists()
        let things: [AnnotationSubject] = [
            .track(ID("t0")), .album(try #require(albums["a0"])), .artist(try #require(artists["r0"])),
        ]
        let review = try #require(try ReviewText("Good", field: "review"))
        let rating = StoredRating(try #require(Rating(halves: 9)), review: review.text)
        for person in [ada, bob] {
            try await fixture.engine.annotations.edit { _ in
                var changes = Changes<AnnotationWrite>(at: Self.then)
                changes.writes = things.map { .like($0, by: person.user, at: Self.then) }
                changes.writes.append(.rate(.track(ID("t1")), rating, by: person.user, at: Self.then))
                return (changes, ())
            }
            let bookmark = Bookmark(
                track: ID("t2"), position: .seconds(5), comment: "here", createdAt: Self.then, changedAt: Self.then)
            try await fixture.engine.bookmarks.edit { _ in
                (Changes(at: Self.then, .put(bookmark, of: person.user)), ())
            }
            let passkey = Passkey(
                id: .make(at: Self.then), user: person.user, label: "laptop",
                credential: Array(person.user.rawValue.utf8), publicKey: [0xA0], site: "localhost", counter: .max,
                isBackedUp: true, createdAt: Self.then, lastUsedAt: nil)
            let _: Void? = try await fixture.engine.accounts.edit(person.user) { $0.passkeys.append(passkey) }
            #expect(try await fixture.engine.accounts.read { try $0.passkeys(of: person.user) } == [passkey])
        }
        try await add(ID("0190aaaa-0000-7000-8000-000000000001"), of: ada, ["t0", "t1", "t2"], to: fixture.engine)
        try await add(Self.bobs, of: bob, ["t3"], to: fixture.engine)
        return fixture
    }

    private func add(
        _ playlist: ID<Playlist>, of owner: Principal, _ tracks: [String], to engine: Engine
    ) async throws {
        let draft = try PlaylistDraft(name: "Mine", tracks: tracks.ids)
        let changes = Changes<PlaylistWrite>(
            at: Self.then, .add(playlist, draft, owner: owner.user, at: Self.then),
            .rearrange([.append(draft.tracks)], of: playlist, as: owner, at: Self.then))
        _ = try await engine.playlists.edit { _ in (changes, ()) }
    }

    @Test("every section contains only the user's own items, each once, for any page size")
    func sections() async throws {
        let fixture = try await lived()
        let counts = [
            "profile": 1, "history": 3, "liked-tracks": 1, "liked-albums": 1, "liked-artists": 1, "rated-tracks": 1,
            "bookmarks": 1, "playlists": 1, "playlist-entries": 3, "board-posts": 0, "queue": 0, "shares": 0,
            "device-keys": 0, "passkeys": 1,
        ]
        for section in fixture.engine.personalData.sections {
            let (small, large) = (
                try await rows(section, fixture, page: 1), try await rows(section, fixture, page: 500)
            )
            #expect(small == large, "\(section)")
            if let count = counts[section] { #expect(large.count == count, "\(section)") }
            for name in large.flatMap(\.keys) {
                #expect(
                    !["hash", "sealed", "password", "secret"].contains { name.lowercased().contains($0) }, "\(name)")
            }
        }
        let passkey = try #require(try await rows("passkeys", fixture).first)
        #expect(Set(passkey.keys) == ["label", "site", "isBackedUp", "createdAt", "lastUsedAt"])
        let play = try #require(try await rows("history", fixture).first { $0["title"] == .text("t0") })
        #expect(play["artist"] == .text("r0") && play["durationMs"] == .integer(100_000))
        #expect(play["playedAt"] == .instant(try fixture.instant("2026-11-20T10:00:00Z")))
        for section in ["history", "liked-tracks", "liked-albums", "bookmarks", "playlist-entries", "rated-tracks"] {
            #expect(try await rows(section, fixture, in: .only([])).isEmpty, "\(section)")
        }
    }

    /// A track of the fixture by its title and artist. The artist defaults to the track's own.
    private func named(_ title: String, artist: String? = nil) -> NamedTrack {
        let performer = Int(title.dropFirst()).map(StatisticsFixture.artist)
        return NamedTrack(title: title, artist: artist ?? performer ?? "Artist")
    }

    @Test("imported items are added once, matched by recording, ISRC or name; a trial changes nothing")
    func importing() async throws {
        let fixture = try await StatisticsFixture()
        let engine = fixture.engine
        try await fixture.music.change("t2") { $0.recording = "rec-2" }
        try await fixture.music.change("t3") { $0.isrc = "PLA" }
        let time = try fixture.instant("2025-03-01T10:00:00Z")
        let playlist = "0190aaaa-0000-7000-8000-000000000009"
        let items: [ImportItem] = [
            .play(named("t0"), at: time, client: nil),
            .play(named("T0"), at: time.advanced(by: .milliseconds(400)), client: nil),
            .play(named("t0"), at: time.advanced(by: .seconds(1)), client: nil),
            .play(NamedTrack(recording: "rec-2", title: "?", artist: "?"), at: time, client: nil),
            .play(NamedTrack(isrc: "pla", title: "?", artist: "?"), at: time, client: nil),
            .play(named("t1", artist: "Nobody"), at: time, client: nil),
            .trackLike(named("t1"), at: time), .trackRating(named("t1"), halfStars: 7, review: " Fine ", at: time),
            .artistLike(name: "R1", musicBrainz: nil, at: time),
            .albumLike(name: "nowhere", artist: "", at: time),
            .bookmark(named("t1"), positionMilliseconds: 1000, comment: "x", at: time),
            .playlist(id: playlist, name: "Old", description: "", visibility: "public", rules: nil, at: time),
            .playlistEntry(
                playlist: playlist, id: "0190aaaa-0000-7000-8000-00000000000a", place: 1, named("t1"), at: time),
        ]
        func take(_ isTrial: Bool, in scope: LibraryScope = .everything) async throws -> [ImportOutcome] {
            let caller = Principal(user: ada.user, role: .listener, libraries: scope)
            return try await engine.imports.take(
                items, from: .listenbrainz, for: caller, isTrial: isTrial, at: fixture.listening.clock.now())
        }
        func plays() async throws -> [Play] {
            try await engine.plays.plays(of: ada.user, in: .everything, .first(50)).items
        }
        let expected: [ImportOutcome] = [
            .added, .present, .added, .added, .added, .unmatched, .added, .added, .added, .unmatched, .added, .added,
            .added,
        ]
        #expect(try await take(true) == expected)
        #expect(try await plays().isEmpty)
        #expect(try await take(true, in: .only([])).allSatisfy { $0 != .added } == false)
        #expect(try await take(false) == expected)
        #expect(try await take(false) == expected.map { $0 == .added ? .present : $0 })
        #expect(try await plays().map(\.source) == [PlaySource](repeating: .listenbrainz, count: 4))
        #expect(try await engine.plays.count(of: ID("t0"), by: ada.user).plays == 2)
        #expect(try await engine.plays.recount() == 0)
        #expect(try await engine.statistics.recount() == 0)
        #expect(try await engine.playlists.playlist(ID(playlist), for: ada).totals.entries == 1)
        let year = StatisticsPeriod(.year, around: try #require(LocalDay(text: "2025-03-01")))
        #expect(try await engine.statistics.total(of: .person(ada.user), year, in: .everything).plays == 4)
    }

    /// A UUID that ends in the number.
    private func id(_ number: Int) -> String { "0190cccc-0000-7000-8000-\(String(format: "%012d", number))" }

    @Test("shelf, wishes, queue, settings and rules are imported once")
    func shelf() async throws {
        let fixture = try await StatisticsFixture()
        let engine = fixture.engine
        let time = try fixture.instant("2025-03-01T10:00:00Z")
        func item(
            _ number: Int, _ content: ImportedItem.Content, _ title: String, folder: ImportedItem.Folder? = nil
        ) -> ImportItem {
            .shelfItem(
                ImportedItem(
                    id: id(number), content: content, title: title, artist: "Artist", comment: "Kept", halfStars: 7,
                    folder: folder, at: time))
        }
        let typed = ImportedItem.Content.entry(genre: "Jazz", durationMilliseconds: 1000)
        let rules = #"{"match": "all", "rules": [{"field": "title", "operator": "contains", "value": "t"}]}"#
        let elsewhere = #"{"match": "all", "rules": [{"field": "library", "operator": "is", "value": "far"}]}"#
        let evening = try FolderDraft(name: "Evening", icon: .star)
        try await engine.shelf.edit { _ in
            (Changes(at: Self.then, .addFolder(ID("mine"), evening, of: ada.user, at: Self.then)), ())
        }
        let items: [ImportItem] = [
            .folder(id: id(1), name: "Road", icon: "road", at: time),
            .folder(id: id(2), name: "EVENING", icon: "night", at: time),
            .folder(id: id(3), name: " ", icon: "night", at: time),
            item(4, .track(named("t0")), "t0", folder: .init(id: id(1), name: "Road")),
            item(5, .track(named("t0")), "t0"),
            item(6, typed, "Typed", folder: .init(id: id(2), name: "evening")),
            item(7, .track(named("nowhere")), "nowhere"),
            item(8, typed, "Adrift", folder: .init(id: id(99), name: "Gone")),
            .wish(
                title: "A song", artist: "Somebody", note: "Please", genre: "Rock", durationMilliseconds: 1000, at: time
            ),
            .wish(title: "a  SONG", artist: "somebody", note: "", at: time),
            .queue([named("t1"), named("nowhere"), named("t2")], current: 2, positionMilliseconds: 5000),
            .settings(locale: "pl", theme: "dark", shadingMode: "off"),
            .settings(locale: "xx", theme: "es", shadingMode: "sometimes"),
            .playlist(id: id(10), name: "Smart", description: "", visibility: "private", rules: rules, at: time),
            .playlist(id: id(11), name: "Far", description: "", visibility: "private", rules: elsewhere, at: time),
            .playlist(id: id(12), name: "Broken", description: "", visibility: "private", rules: "{", at: time),
        ]
        func take(_ isTrial: Bool) async throws -> [ImportOutcome] {
            try await engine.imports.take(
                items, from: .rondo, for: ada, isTrial: isTrial, at: fixture.listening.clock.now())
        }
        func shelved() async throws -> [String] {
            try await engine.shelf.items(ShelfQuery(sort: .title, isDescending: false), for: ada, .first(9)).items.map {
                item in
                "\(item.title) \(item.folder?.rawValue ?? "-") \(item.rating?.halves ?? 0)"
            }
        }
        let expected: [ImportOutcome] = [
            .added, .present, .unmatched, .added, .present, .added, .unmatched, .added, .added, .present, .added,
            .added, .present, .added, .unmatched, .unmatched,
        ]
        #expect(try await take(true) == expected)
        #expect(try await shelved() == [])
        #expect(try await take(false) == expected)
        #expect(try await take(false) == expected.map { $0 == .added ? .present : $0 })
        let shelf = try await shelved()
        #expect(shelf == ["Adrift - 7", "t0 \(id(1)) 0", "Typed mine 7"])
        #expect(try await engine.shelf.folders(for: ada, .first(9)).0.items.map(\.icon) == [.star, .road])
        let queue = try await engine.queues.queue(of: ada.user, in: .everything)
        #expect(queue.tracks == [ID("t1"), ID("t2")] && queue.currentIndex == 1 && queue.position == .seconds(5))
        let user = try #require(try await engine.accounts.user(ada.user))
        #expect(user.locale == .polish && user.theme == .dark && user.shadingMode == .off)
        let lists = try await engine.playlists.playlists(PlaylistQuery(), for: ada, .first(9)).items
        #expect(lists.count { $0.rules != nil } == 1)
        let wishes = try await engine.wishes.wishes(WishQuery(), for: ada, .first(9)).items
        #expect(wishes.map(\.createdAt) == [time])
        #expect(wishes.map(\.song) == [WishedSong(genre: "Rock", durationMilliseconds: 1000)])
    }

    @Test("a trial counts entries of a playlist that an earlier batch has checked")
    func trialEntries() async throws {
        let fixture = try await StatisticsFixture()
        let time = try fixture.instant("2025-03-01T10:00:00Z")
        let entry = ImportItem.playlistEntry(playlist: id(1), id: id(2), place: 1, named("t1"), at: time)
        for (isTrial, expected) in [(true, ImportOutcome.added), (false, .unmatched)] {
            let outcome = try await fixture.engine.imports.take(
                [entry], from: .rondo, for: ada, isTrial: isTrial, at: time)
            #expect(outcome == [expected])
        }
    }

    @Test("another user's playlist of the same id is untouched, and future times become the present")
    func othersPlaylists() async throws {
        let fixture = try await lived()
        let (engine, bobs) = (fixture.engine, Self.bobs.rawValue)
        let far = Timestamp(milliseconds: 9_000_000_000_000)
        let outcomes = try await engine.imports.take(
            [
                .playlist(id: bobs, name: "x", description: "", visibility: "x", rules: nil, at: far),
                .playlistEntry(
                    playlist: bobs, id: "0190aaaa-0000-7000-8000-00000000000b", place: 1, named("t1"), at: far),
                .play(named("t5"), at: far, client: nil),
            ], from: .rondo, for: ada, isTrial: false, at: fixture.listening.clock.now())
        #expect(outcomes == [.unmatched, .unmatched, .added])
        let entries = try await engine.playlists.entries(of: Self.bobs, for: bob, .first(9)).entries.items
        #expect(entries.map(\.track) == [ID("t3")])
        let plays = try await engine.plays.plays(of: ada.user, in: .everything, .first(9)).items
        let play = try #require(plays.first { $0.track == ID("t5") })
        #expect(play.playedAt == fixture.listening.clock.now())
        fixture.listening.clock.advance(by: .seconds(3600))
        let again = try await engine.imports.take(
            [.play(named("t5"), at: far, client: nil)], from: .rondo, for: ada, isTrial: false,
            at: fixture.listening.clock.now())
        #expect(again == [.present])
    }
}
