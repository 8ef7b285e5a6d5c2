import Board
import Catalog
import Journal
import Moderation
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("Posts of songs from the outside catalog") struct OutsidePostTests {
    private let ada = BoardFixture.ada
    private let bob = BoardFixture.bob
    private let child = Principal(
        user: ID("bob"), role: .contributor, libraries: LibraryScope(libraries: nil, includesExplicit: false))

    private static func song(isExplicit: Bool = false) -> OutsideSong {
        OutsideSong(
            id: 7,
            named: NamedTrack(title: "Days", artist: "Low", album: "Hey What", durationMilliseconds: 201_000),
            isExplicit: isExplicit, picture: "https://pictures.example/7.jpg")
    }

    private func posted(
        _ fixture: BoardFixture, _ song: OutsideSong = Self.song(), as caller: Principal? = nil
    ) async throws -> PostItem {
        let draft = try PostDraft(.outside(song), caption: "Soon")
        guard case .posted(let item) = try await fixture.board.post(draft, as: caller ?? ada, from: "192.0.2.1") else {
            throw DomainError.alreadyPosted
        }
        return item
    }

    /// Adds the song to a library.
    private func bring(to library: String = Music.library, _ fixture: BoardFixture) async throws {
        var song = Song("d0", album: "Hey What", title: "Days", artists: ["Low"], library: library)
        song.durationMilliseconds = 200_000
        try await fixture.music.add(song)
    }

    @Test("are on the board by name for all who see it, and are no tracks until the library has them")
    func awaited() async throws {
        let fixture = try await BoardFixture()
        let post = try await posted(fixture)
        let narrow = Principal(user: bob.user, role: .listener, libraries: .only(["l0"]))
        for reader in [ada, bob, narrow, child] {
            let seen = try #require(try await fixture.today(as: reader).posts.items.first)
            #expect(seen.post.song?.title == "Days" && seen.post.song?.artist == "Low" && seen.track == nil)
            #expect(
                seen.post.song?.outside
                    == Post.Outside(
                        id: 7, album: "Hey What", durationMilliseconds: 201_000, hasPicture: true, hasPreview: false))
            #expect(seen.isOutsideOn)
        }
        #expect(try await fixture.board.playlist(of: .today, as: ada).isEmpty)
        #expect(try await fixture.board.days(.first(9), as: narrow).items.map(\.covers) == [[.outside(7)]])
        guard case .alreadyPosted = try await fixture.post("t0") else {
            Issue.record("posted beside an outside song")
            return
        }
        let created = try await fixture.engine.journal.entries(JournalFilter(action: "post.create"), .first(9)).items
        #expect(created.map { $0.details["outside"] } == ["7"])
        try await fixture.board.remove(post.post.id, as: ada, from: "x")
        try await bring(fixture)
        #expect(try await fixture.today().posts.items.isEmpty)
    }

    @Test("become posts of the track that arrives, with their comments, and open boards are notified")
    func arrived() async throws {
        let fixture = try await BoardFixture()
        let post = try await posted(fixture).post.id
        _ = try await fixture.comment("At last", on: post, as: bob)
        fixture.clock.set("2026-11-23T12:00:00Z")
        try await bring(fixture)
        let seen = try await fixture.board.post(post, as: bob)
        #expect(seen.track?.id == ID("d0") && seen.post.song?.outside == nil && seen.post.comments == 1)
        #expect(seen.post.caption == "Soon" && seen.post.day.text == "2026-11-21")
        #expect(try await fixture.board.playlist(of: .date(seen.post.day), as: bob).map(\.id) == [ID("d0")])
        let arrivals = try await fixture.loggedEvents(named: .board).filter { $0.data["change"] == .text("arrived") }
        #expect(arrivals.map { $0.data["post"] } == [.text(post.rawValue)])
        #expect(arrivals.first?.data["date"] == .text("2026-11-21"))
        try await fixture.music.miss("d0")
        #expect(try await fixture.board.post(post, as: ada).track?.isMissing == true)
    }

    @Test("become posts of the library's track at once where it has the song")
    func here() async throws {
        let fixture = try await BoardFixture()
        try await bring(to: "l1", fixture)
        let narrow = Principal(user: bob.user, role: .listener, libraries: .only(["l0"]))
        #expect(try await posted(fixture).track?.id == ID("d0"))
        #expect(try await posted(fixture, as: narrow).post.song?.outside?.id == 7)
    }

    @Test("wait only for songs in libraries that their author sees")
    func scope() async throws {
        let fixture = try await BoardFixture()
        try await fixture.give(.only(["l0"]), to: "ada")
        let post = try await posted(fixture).post.id
        try await bring(to: "l1", fixture)
        #expect(try await fixture.board.post(post, as: bob).post.song?.outside?.id == 7)
    }

    @Test("hide an explicit song's name from users who may not hear it, also in a report")
    func explicit() async throws {
        let fixture = try await BoardFixture()
        let post = try await posted(fixture, Self.song(isExplicit: true)).post.id
        let seen = try #require(try await fixture.today(as: child).posts.items.first)
        #expect(seen.post.song == nil && seen.post.author.name == "ada")
        #expect(try await fixture.board.days(.first(9), as: child).items.map(\.covers) == [[]])
        #expect(try await fixture.today(as: bob).posts.items.first?.post.song?.title == "Days")

        let reports = ReportService(store: fixture.engine.reports, clock: fixture.clock)
        _ = try await reports.report(
            ReportDraft(kind: .post, subject: post.rawValue, text: "Rude"), as: bob, from: "x")
        func open(_ libraries: LibraryScope) async throws -> [String] {
            let moderator = Principal(user: BoardFixture.mo.user, role: .moderator, libraries: libraries)
            return try await reports.reports(isOpen: true, .first(9), as: moderator).page.items.map(\.title)
        }
        #expect(try await open(.only(["l0"])) == ["Days – Low"])
        #expect(try await open(LibraryScope(libraries: nil, includesExplicit: false)) == [])
        #expect(try await open(LibraryScope(libraries: ["l0"], includesExplicit: false)) == [])
        try await bring(to: "l1", fixture)
        #expect(try await open(.only(["l0"])) == [])
        #expect(try await open(.only(["l1"])) == ["Days – Low"])
    }

    @Test("are removed with their author's account")
    func deletedAccount() async throws {
        let fixture = try await BoardFixture()
        _ = try await posted(fixture)
        try await fixture.removeAccount("ada")
        try await bring(fixture)
        #expect(try await fixture.today(as: bob).posts.items.isEmpty)
    }
}
