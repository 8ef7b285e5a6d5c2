import Primitives
import Catalog
import GRDB
import Journal
import Support
import Testing

@testable import SQLiteStore

/// A public and a secret library. An artist and a genre are in both, others in one.
@Suite("A user with access to some libraries") struct LibraryScopeTests {
    private struct Fixture {
        let catalog: TestCatalog
        let secret: MusicFolder
        let secretLibrary: ID<Library>
        var all: Principal { TestCatalog.listener }
        /// The caller who sees only the open library.
        var some: Principal {
            Principal(user: all.user, role: .listener, libraries: .only([catalog.library.rawValue]))
        }
        var none: Principal { Principal(user: all.user, role: .listener, libraries: .only([])) }
        var service: CatalogService { catalog.service }
    }

    private static func key(_ text: String) -> BlobKey? { TextTagReader.key(of: TextTagReader.picture(text)) }

    private static func fixture() async throws -> Fixture {
        let catalog = try await TestCatalog()
        let secret = try MusicFolder(catalog.folder.path + "/secret")
        let library = try await catalog.libraries.add(
            name: "Secret", path: Array(secret.path.utf8), as: TestCatalog.admin, by: .gateway)
        for number in 1...3 {
            try catalog.music.write(
                "open/\(number).flac", "title=Open \(number)", "artist=Nina", "album=Open", "date=1991", "genre=Rock",
                "composer=Kurt", "cover=open", "track=\(number)")
            try secret.write(
                "hidden/\(number).flac", "title=Hidden \(number)", "artist=Nina", "artist=Otis", "albumartist=Nina",
                "album=Hidden", "date=2011", "genre=Rock", "genre=Polka", "composer=Wanda", "cover=hidden",
                "track=\(number)")
        }
        try secret.write("guest/1.flac", "title=Guest", "artist=Wanda", "album=Solo", "genre=Polka", "cover=solo")
        try secret.writePicture("hidden/artist.png", "portrait")
        try await catalog.scan()
        return Fixture(catalog: catalog, secret: secret, secretLibrary: library.library.id)
    }

    private static func titles(_ fixture: Fixture, _ query: TrackQuery, as caller: Principal) async throws -> [String] {
        try await fixture.service.tracks(query, .first(50), as: caller).items.map(\.title).sorted()
    }

    @Test("finds only their items in lists, in any order and with any filters") func lists() async throws {
        let fixture = try await Self.fixture()
        let open = ["Open 1", "Open 2", "Open 3"]
        let orders = TrackQuery.Sort.allCases.filter {
            ![.played, .plays, .popular, .liked, .rating, .tempo].contains($0)
        }
        for sort in orders {
            #expect(try await Self.titles(fixture, TrackQuery(sort: sort), as: fixture.some) == open, "\(sort)")
            #expect(try await Self.titles(fixture, TrackQuery(sort: sort), as: fixture.all).count == 7, "\(sort)")
            #expect(try await Self.titles(fixture, TrackQuery(sort: sort), as: fixture.none) == [], "\(sort)")
        }
        let hidden = ListRestriction(library: fixture.secretLibrary)
        #expect(try await Self.titles(fixture, TrackQuery(filter: hidden), as: fixture.some) == [])
        #expect(try await Self.titles(fixture, TrackQuery(filter: hidden), as: fixture.all).count == 4)
        // A filter cannot widen the scope.
        let wide = ListRestriction(scope: .everything)
        #expect(try await Self.titles(fixture, TrackQuery(filter: wide), as: fixture.some) == open)
        for sort in AlbumQuery.Sort.allCases where ![.played, .plays, .liked, .rating].contains(sort) {
            let albums = try await fixture.service.albums(AlbumQuery(sort: sort), .first(50), as: fixture.some)
            #expect(albums.items.map(\.name) == ["Open"], "\(sort)")
        }
        let years = ListRestriction(years: 2011...2011)
        #expect(try await fixture.service.albums(AlbumQuery(filter: years), .first(5), as: fixture.some).items == [])
        #expect(try await fixture.service.recentlyAdded(as: fixture.some).map(\.name) == ["Open"])
    }

    @Test("does not see plays of hidden items in lists of plays") func played() async throws {
        let fixture = try await Self.fixture()
        try await fixture.catalog.play("Hidden 1", times: 3)
        try await fixture.catalog.play("Open 2", times: 1)
        for sort in [TrackQuery.Sort.played, .plays] {
            #expect(try await Self.titles(fixture, TrackQuery(sort: sort), as: fixture.some) == ["Open 2"])
            #expect(try await Self.titles(fixture, TrackQuery(sort: sort), as: fixture.all) == ["Hidden 1", "Open 2"])
        }
        let unheard = TrackQuery(filter: ListRestriction(isPlayed: false))
        #expect(try await Self.titles(fixture, unheard, as: fixture.some) == ["Open 1", "Open 3"])
        for sort in [AlbumQuery.Sort.played, .plays] {
            let albums = try await fixture.service.albums(AlbumQuery(sort: sort), .first(50), as: fixture.some)
            #expect(albums.items.map(\.name) == ["Open"])
        }
    }

    @Test("cannot tell other items from missing ones") func details() async throws {
        let fixture = try await Self.fixture()
        let (catalog, some) = (fixture.service, fixture.some)
        let track = try #require(try await fixture.catalog.track("Hidden 1"))
        let open = try #require(try await fixture.catalog.track("Open 1"))
        let wanda = try #require(try await catalog.search("Wanda", as: fixture.all).artists.first).id
        await #expect(throws: DomainError.notFound("There is no such track")) {
            try await catalog.track(track.id, as: some)
        }
        await #expect(throws: DomainError.notFound("There is no such album")) {
            try await catalog.album(track.album, as: some)
        }
        await #expect(throws: DomainError.notFound("There is no such artist")) {
            try await catalog.artist(wanda, as: some)
        }
        #expect(try await catalog.items(for: [track.id, open.id], as: some).map(\.id) == [open.id])
        #expect(try await catalog.albumItems(for: [track.album, open.album], as: some).map(\.id) == [open.album])
        #expect(try await catalog.track(open.id, as: some).item.title == "Open 1")
        #expect(try await catalog.album(open.album, as: some).tracks.count == 3)
    }

    @Test("sees artists with items there, with counts and pictures from there") func artists() async throws {
        let fixture = try await Self.fixture()
        let (catalog, some) = (fixture.service, fixture.some)
        let everything = try await catalog.artists(ArtistQuery(), .first(9), as: fixture.all).items
        #expect(everything.map(\.name) == ["Nina", "Otis", "Wanda"])
        let listed = try await catalog.artists(ArtistQuery(), .first(9), as: some).items
        #expect(listed.map(\.name) == ["Nina"])
        let nina = try #require(listed.first)
        #expect(nina.albumCount == 1 && nina.trackCount == 3 && nina.cover == Self.key("open") && nina.image == nil)
        let whole = try #require(everything.first)
        #expect(whole.albumCount == 2 && whole.trackCount == 6 && whole.cover == Self.key("hidden"))
        #expect(whole.image == Self.key("portrait"))
        for (role, names) in [(ArtistRole.albumArtist, ["Nina"]), (.performer, ["Nina"]), (.composer, ["Kurt"])] {
            #expect(try await catalog.artists(ArtistQuery(role: role), .first(9), as: some).items.map(\.name) == names)
        }
        let details = try await catalog.artist(nina.id, as: some)
        #expect(details.item == nina && details.albums.map(\.name) == ["Open"] && details.appearsOn == [])
        #expect(details.facts.roles == [.albumArtist, .performer])
        let composers = try await catalog.artists(ArtistQuery(role: .composer), .first(9), as: some).items
        let kurt = try #require(composers.first)
        let part = try await catalog.artist(kurt.id, as: some)
        #expect(part.facts.roles == [.composer] && part.appearsOn.map(\.name) == ["Open"])
        let scope = LibraryScope.only([fixture.secretLibrary.rawValue])
        var walked: [String] = []
        var cursor: Primitives.Cursor?
        repeat {
            let page = try await fixture.catalog.store.artists(
                ArtistQuery(scope: scope), PageRequest(limit: 1, cursor: cursor))
            walked += page.items.map(\.name)
            cursor = page.next
        } while cursor != nil
        #expect(walked == ["Nina", "Otis", "Wanda"])
    }

    @Test("sees genres with items there, with counts from there") func genres() async throws {
        let fixture = try await Self.fixture()
        let rock = try #require(try await fixture.service.genres(as: fixture.some).first)
        #expect(try await fixture.service.genres(as: fixture.some).map(\.name) == ["Rock"])
        #expect(rock.albumCount == 1 && rock.trackCount == 3 && rock.cover == Self.key("open"))
        #expect(try await fixture.service.genres(as: fixture.all).map(\.trackCount) == [4, 6])
        let secret = try await fixture.catalog.store.genres(in: .only([fixture.secretLibrary.rawValue]))
        #expect(secret.map(\.name) == ["Polka", "Rock"] && secret.map(\.trackCount) == [4, 3])
        #expect(secret.map(\.albumCount) == [2, 1])
        #expect(try await fixture.service.genres(as: fixture.none) == [])
    }

    /// The counts that each change updates, against those that are made of the tracks and albums at once.
    @Test("the counts of each library hold after scans, edits, removals and returns") func counts() async throws {
        let fixture = try await Self.fixture()
        func check(_ moment: String) async throws {
            let (kept, counted) = try await fixture.catalog.database.write(.catalogue) { db in
                let kept = try Self.counts(db)
                var counted: [String] = []
                try db.inSavepoint {
                    try LibraryCounts.recount(db)
                    counted = try Self.counts(db)
                    return .rollback
                }
                return (kept, counted)
            }
            #expect(!kept.isEmpty)
            #expect(kept == counted, "\(moment)")
        }
        try await check("after the first scan")
        try fixture.secret.write(
            "guest/2.flac", "title=Guest 2", "artist=Kurt", "album=Solo", "genre=Rock", "date=2020")
        try fixture.secret.remove("hidden/1.flac")
        try fixture.catalog.music.write("open/1.flac", "title=Open 1", "artist=Otis", "album=Open", "genre=Waltz")
        try await fixture.catalog.scan()
        try await check("after a rescan")
        try await fixture.catalog.libraries.remove(fixture.secretLibrary, as: TestCatalog.admin, by: .gateway)
        try await check("after a removal")
        _ = try await fixture.catalog.libraries.add(
            name: "Secret", path: Array(fixture.secret.path.utf8), as: TestCatalog.admin, by: .gateway)
        try await fixture.catalog.scan()
        try await check("after a return")
    }

    private static func counts(_ db: Database) throws -> [String] {
        try ["artist", "genre"].flatMap { kind in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(kind), library, album_count, track_count, cover, cover_order FROM \(kind)_library
                    ORDER BY \(kind), library
                    """
            ).map(\.description)
        }
    }

    /// Whole names, prefixes, words in other fields, and misspellings.
    @Test("searches only them", arguments: ["Hidden 1", "Hid", "otis", "wanda", "polka", "Hiden", "Wnada", "solo"])
    func search(text: String) async throws {
        let fixture = try await Self.fixture()
        #expect(try await fixture.service.search(text, as: fixture.some) == .empty)
        #expect(try await fixture.service.search(text, as: fixture.all) != .empty)
        let rock = try await fixture.service.search("rock", as: fixture.some)
        #expect(rock.genres.map(\.trackCount) == [3])
        let nina = try await fixture.service.search("nina", as: fixture.some)
        #expect(nina.artists.map(\.albumCount) == [1] && nina.albums.map(\.name) == ["Open"] && nina.tracks.count == 3)
        #expect(try await fixture.service.search("Ninna", as: fixture.some).artists.map(\.name) == ["Nina"])
    }

    @Test("sees only pictures of their items and of users") func pictures() async throws {
        let fixture = try await Self.fixture()
        let access = SQLiteImageAccessStore(fixture.catalog.database)
        let (open, secret) = (fixture.catalog.library.rawValue, fixture.secretLibrary.rawValue)
        for (text, library) in [("open", open), ("hidden", secret), ("solo", secret), ("portrait", secret)] {
            let key = try #require(Self.key(text))
            #expect(try await access.libraries(showing: key) == [library], "\(text)")
            #expect(try await !access.isShown(key, to: fixture.all))
        }
        let face = try #require(Self.key("face"))
        #expect(try await !access.isShown(face, to: fixture.some))
        try await fixture.catalog.play("Open 1", times: 1)
        try await fixture.catalog.database.write(.accounts) { db in
            try db.execute(sql: "UPDATE account SET picture = ?", arguments: [face.hex])
        }
        #expect(try await access.isShown(face, to: fixture.some))
        #expect(try await access.libraries(showing: face) == [])
    }

    @Test("regains access to a library that was removed and returns") func removal() async throws {
        let fixture = try await Self.fixture()
        let scope = LibraryScope.only([fixture.secretLibrary.rawValue])
        let caller = Principal(user: fixture.all.user, role: .listener, libraries: scope)
        let track = try #require(try await fixture.catalog.track("Guest"))
        try await fixture.catalog.libraries.remove(fixture.secretLibrary, as: TestCatalog.admin, by: .gateway)
        #expect(try await Self.titles(fixture, TrackQuery(), as: caller) == [])
        #expect(try await fixture.service.artists(ArtistQuery(), .first(9), as: caller).items == [])
        #expect(try await fixture.service.items(for: [track.id], as: caller).map(\.isMissing) == [true])
        #expect(try await fixture.service.items(for: [track.id], as: fixture.some) == [])
        let back = try await fixture.catalog.libraries.add(
            name: "Secret", path: Array(fixture.secret.path.utf8), as: TestCatalog.admin, by: .gateway)
        #expect(back.library.id == fixture.secretLibrary)
        try await fixture.catalog.scan()
        #expect(try await Self.titles(fixture, TrackQuery(), as: caller).count == 4)
    }
}
