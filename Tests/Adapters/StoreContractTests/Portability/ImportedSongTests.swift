import Catalog
import Journal
import Messaging
import Portability
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

/// Playlists of other services: a matched song becomes an entry, the others wait for their track.
@Suite("Imported songs") struct ImportedSongTests {
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob
    private let cleo = ShelfFixture.cleo
    private let origin = ShelfFixture.origin

    private func service(_ fixture: ShelfItemFixture) -> ImportedSongService {
        ImportedSongService(
            store: fixture.engine.importedSongs, playlists: fixture.engine.playlists, wishes: fixture.wishes,
            catalog: fixture.engine.catalog, clock: fixture.base.clock)
    }

    private static func song(_ title: String, _ seconds: Int64? = nil) -> NamedTrack {
        NamedTrack(title: title, artist: "Low", album: "Hey What", durationMilliseconds: seconds.map { $0 * 1000 })
    }

    @discardableResult
    private func bring(
        _ songs: [NamedTrack], _ fixture: ShelfItemFixture, as caller: Principal? = nil, isTrial: Bool = false
    ) async throws -> [ImportOutcome] {
        let items =
            [ImportItem.broughtPlaylist(name: "Morning")]
            + songs.map { .broughtSong(playlist: "Morning", $0, at: Timestamp(milliseconds: 1)) }
        return try await fixture.engine.imports.take(
            items, from: .spotify, for: caller ?? ada, isTrial: isTrial, at: fixture.base.clock.now())
    }

    private func add(_ id: String, _ title: String, library: String = Music.library, _ fixture: ShelfItemFixture)
        async throws
    {
        var song = Song(id, album: "Hey What", title: title, artists: ["Low"], library: library)
        song.durationMilliseconds = 200_000
        try await fixture.music.add(song)
    }

    private func playlist(_ fixture: ShelfItemFixture, as caller: Principal? = nil) async throws -> Playlist {
        let page = try await fixture.base.playlists.playlists(
            PlaylistQuery(ownership: .own), .first(10), as: caller ?? ada)
        return try #require(page.items.first { $0.name == "Morning" })
    }

    private func titles(_ fixture: ShelfItemFixture, as caller: Principal? = nil) async throws -> [String] {
        let id = try await playlist(fixture, as: caller).id
        return try await fixture.base.playlists.items(of: id, as: caller ?? ada).map(\.track.title)
    }

    @Test("are matched by certainty, and not duplicated by another import") func again() async throws {
        let fixture = try await ShelfItemFixture()
        try await add("d0", "Days", fixture)
        try await add("d1", "Nights (Live)", fixture)
        let songs = [Self.song("Days", 201), Self.song("Days - 2011 Remaster"), Self.song("Nights"), Self.song("Gone")]
        let expected: [ImportOutcome] = [.added, .matched(.sure), .matched(.likely), .awaited, .awaited]
        #expect(try await bring(songs, fixture, isTrial: true) == expected)
        #expect(try await fixture.base.playlists.playlists(PlaylistQuery(), .first(9), as: ada).items.isEmpty)
        #expect(try await bring(songs, fixture) == expected)
        let more = try await bring(songs + [Self.song("New")], fixture)
        #expect(more == [.present, .present, .present, .present, .present, .awaited])
        #expect(try await titles(fixture) == ["Days", "Days"])
        let id = try await playlist(fixture).id
        let counts = try await service(fixture).counts(of: id, as: ada)
        #expect(counts.total == 5 && counts[.sure] == 1 && counts[.likely] == 1 && counts.missing == 3)
        let page = try await service(fixture).songs(of: id, .missing, PageRequest(limit: 2), as: ada)
        #expect(page.items.map(\.song.named.title) == ["Nights", "Gone"] && page.next != nil)
        let rest = try await service(fixture).songs(of: id, .missing, PageRequest(limit: 2, cursor: page.next), as: ada)
        #expect(rest.items.map(\.song.named.title) == ["New"])
        let nights = try #require(page.items.first?.song)
        let found = try await service(fixture).candidates(for: nights.id, of: id, as: ada)
        #expect(found.map(\.title) == ["Nights (Live)"])
    }

    @Test("that wait keep their places and states when their playlist is reordered and imported again")
    func awaitedAgain() async throws {
        let fixture = try await ShelfItemFixture()
        for (index, title) in ["First", "Third", "New"].enumerated() { try await add("d\(index)", title, fixture) }
        let songs = ["First", "Second", "Third", "Fourth"].map { Self.song($0, 200) }
        try await bring(songs, fixture)
        let id = try await playlist(fixture).id
        let page = try await service(fixture).songs(of: id, .missing, PageRequest(), as: ada).items.map(\.song)
        #expect(page.map(\.named.title) == ["Second", "Fourth"])
        try await service(fixture).choose(nil, for: page[1].id, of: id, as: ada, from: origin)
        let third = try #require(try await fixture.base.playlists.items(of: id, as: ada).last?.entry.id)
        var edit = PlaylistEdit()
        try edit.add(.move([third], after: nil))
        _ = try await fixture.base.playlists.edit(id, edit, as: ada, from: origin)
        let again = try await bring(songs + [Self.song("New", 200)], fixture)
        #expect(again == [.present, .present, .present, .present, .present, .matched(.sure)])
        let still = try await service(fixture).songs(of: id, .missing, PageRequest(), as: ada).items.map(\.song)
        #expect(still.map(\.id) == page.map(\.id) && still.map(\.place) == page.map(\.place))
        #expect(still.map(\.state) == [.awaited, .refused])
        for (index, title) in ["Second", "Fourth"].enumerated() { try await add("e\(index)", title, fixture) }
        // At its old place, after the first. A song is added although its owner has refused all candidates, because
        // this match is certain.
        #expect(try await titles(fixture) == ["Third", "First", "Second", "Fourth", "New"])
        #expect(try await bring(songs, fixture).dropFirst() == [.present, .present, .present, .present])
        #expect(try await titles(fixture).count == 5)
    }

    @Test("get their place after a scan, with one notification and one revision") func arrive() async throws {
        let fixture = try await ShelfItemFixture()
        try await add("d0", "First", fixture)
        try await add("d2", "Third", fixture)
        try await bring([Self.song("First", 200), Self.song("Second", 200), Self.song("Third", 200)], fixture)
        let before = try await playlist(fixture)
        #expect(try await titles(fixture) == ["First", "Third"])
        // Another version of the song does not match.
        try await add("d3", "Second (Live)", fixture)
        #expect(try await playlist(fixture).revision == before.revision)
        try await add("d1", "Second", fixture)
        #expect(try await titles(fixture) == ["First", "Second", "Third"])
        #expect(try await playlist(fixture).revision == before.revision + 1)
        let told = try await fixture.engine.notifications.notifications(unreadOnly: false, for: ada, .first(9)).page
            .items
        #expect(told.map(\.kind) == [.songsArrived] && told.first?.subject?.id == before.id.rawValue)
        #expect(try await service(fixture).counts(of: before.id, as: ada).missing == 0)
    }

    @Test("come only from libraries that their owner sees") func libraries() async throws {
        let fixture = try await ShelfItemFixture()
        for person in [ada, cleo] { try await bring([Self.song("Days", 200)], fixture, as: person) }
        try await add("d0", "Days", library: "l1", fixture)
        #expect(try await titles(fixture) == ["Days"])
        #expect(try await titles(fixture, as: cleo).isEmpty)
        // Nor are they suggested, accepted, or shown to an owner who once had access to their library.
        let service = service(fixture)
        let theirs = try await playlist(fixture, as: cleo).id
        let found = try await service.songs(of: theirs, .all, PageRequest(), as: cleo).items
        let song = try #require(found.first?.song.id)
        #expect(try await service.candidates(for: song, of: theirs, as: cleo).isEmpty)
        await #expect(throws: DomainError.self) {
            try await service.choose(ID("d0"), for: song, of: theirs, as: cleo, from: origin)
        }
        let narrowed = Principal(user: ada.user, role: ada.role, libraries: cleo.libraries)
        let own = try await playlist(fixture).id
        #expect(try await service.songs(of: own, .all, PageRequest(), as: ada).items.first?.track?.id == ID("d0"))
        let shown = try await service.songs(of: own, .all, PageRequest(), as: narrowed).items.first
        #expect(shown != nil && shown?.track == nil && shown?.song.track == nil)
    }

    @Test("are chosen, refused and removed only by their owner") func choose() async throws {
        let fixture = try await ShelfItemFixture()
        try await add("d0", "Days", fixture)
        try await bring([Self.song("Days"), Self.song("Gone")], fixture)
        let id = try await playlist(fixture).id
        let service = service(fixture)
        let songs = try await service.songs(of: id, .all, PageRequest(), as: ada).items.map(\.song)
        try await service.choose(nil, for: songs[0].id, of: id, as: ada, from: origin)
        #expect(try await titles(fixture).isEmpty)
        // The owner refused it, so a merely likely match is not added automatically.
        try await add("d1", "Days", fixture)
        #expect(try await titles(fixture).isEmpty)
        try await service.choose(ID("t0"), for: songs[1].id, of: id, as: ada, from: origin)
        try await service.choose(ID("d0"), for: songs[0].id, of: id, as: ada, from: origin)
        #expect(try await titles(fixture) == ["Days", "t0"])
        #expect(try await service.counts(of: id, as: ada)[.chosen] == 2)
        await #expect(throws: DomainError.self) {
            try await service.choose(ID("nothing"), for: songs[1].id, of: id, as: ada, from: origin)
        }
        await #expect(throws: DomainError.self) { try await service.counts(of: id, as: bob) }
        await #expect(throws: DomainError.self) {
            try await service.remove(songs[0].id, of: id, as: bob, from: origin)
        }
        try await service.remove(songs[0].id, of: id, as: ada, from: origin)
        #expect(try await titles(fixture) == ["t0"])
        // Removing an entry also removes its imported song.
        var edit = PlaylistEdit()
        try edit.add(.removePlaces([0], amongMissing: true))
        _ = try await fixture.base.playlists.edit(id, edit, as: ada, from: origin)
        #expect(try await service.counts(of: id, as: ada).total == 0)
    }

    @Test("keep their places when others are inserted, moved and appended") func places() async throws {
        let fixture = try await ShelfItemFixture()
        try await add("d0", "First", fixture)
        try await add("d2", "Third", fixture)
        try await bring([Self.song("First", 200), Self.song("Second", 200), Self.song("Third", 200)], fixture)
        let id = try await playlist(fixture).id
        let first = try #require(try await fixture.base.playlists.items(of: id, as: ada).first?.entry.id)
        // More than fit between two places, so that all are renumbered.
        for _ in 0..<30 {
            var edit = PlaylistEdit()
            try edit.add(.insert([ID("t0")], after: first))
            try edit.add(.append([ID("t1")]))
            _ = try await fixture.base.playlists.edit(id, edit, as: ada, from: origin)
        }
        try await add("d1", "Second", fixture)
        let titles = try await titles(fixture)
        #expect(titles.firstIndex(of: "Second") == titles.firstIndex(of: "Third").map { $0 - 1 })
        #expect(titles.count == 63)
    }

    @Test("become wishes, joined with others' wishes, within the limit") func wishes() async throws {
        let fixture = try await ShelfItemFixture()
        _ = try await fixture.wishes.create(WishDraft(title: "Gone 1", artist: "Low"), as: bob, from: origin)
        try await bring((0..<3).map { Self.song("Gone \($0)") }, fixture)
        let id = try await playlist(fixture).id
        let outcome = try await service(fixture).wish(for: nil, of: id, as: ada, from: origin)
        #expect((outcome.made, outcome.backed, outcome.present, outcome.left) == (2, 1, 0, 0))
        let again = try await service(fixture).wish(for: nil, of: id, as: ada, from: origin)
        #expect((again.made, again.backed, again.present, again.left) == (0, 0, 3, 0))
        let more = (0..<WishRules.mostPerPerson).map { Self.song("More \($0)") }
        try await bring(more, fixture)
        let last = try await service(fixture).wish(for: nil, of: id, as: ada, from: origin)
        #expect(last.made == WishRules.mostPerPerson - 2 && last.left == 2 && last.present == 3)
    }

    @Test("a thousand songs are matched in a library of twenty thousand", .timeLimit(.minutes(3)))
    func many() async throws {
        let fixture = try await ShelfItemFixture()
        for part in 0..<20 {
            try await fixture.music.add(
                (0..<1000).map { number in
                    Song(
                        "m\(part)-\(number)", album: "Album \(part)", title: "Song \(number) of \(part)",
                        artists: ["Artist \(part)"])
                })
        }
        let songs = (0..<1000).map { number in
            NamedTrack(
                title: "Song \(number) of \(number % 25)\(number % 2 == 0 ? " - 2011 Remaster" : "")",
                artist: "Artist \(number % 25)")
        }
        let outcomes = try await bring(songs, fixture)
        #expect(outcomes.count { $0 == .matched(.likely) } == 800)
    }
}
