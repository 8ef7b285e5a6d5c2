import Board
import Accounts
import Catalog
import Journal
import Listening
import Primitives
import Shelf
import StoreFixtures
import Testing

@Suite("The rows of deleted accounts") struct AccountRemovalTests {
    @Test("are removed from every column that refers to an account, and from every sum")
    func everything() async throws {
        let fixture = try await ShelfFixture()
        let raw = try RawDatabase(fixture.engine)
        let (ada, bob) = (ShelfFixture.ada, ShelfFixture.bob)
        let review = try #require(try ReviewText("Good", field: "review"))
        try await fixture.rate(.track(ID("t0")), 8, review: .write(review))
        try await fixture.rate(.track(ID("t0")), 4, as: bob)
        try await fixture.like(fixture.subject("a0"))
        _ = try await fixture.playlist(["t0", "t1"], visibility: .public)
        let kept = try await fixture.playlist(["t2"], visibility: .collaborative, as: bob)
        var invitation = PlaylistEdit()
        try invitation.invite(["ada"])
        _ = try await fixture.playlists.edit(kept, invitation, as: bob, from: ShelfFixture.origin)
        try await fixture.edit(kept, .append([ID("t3")]), as: ada)
        #expect(try await fixture.hear(2500, as: ada) == 2500)
        #expect(try raw.number("SELECT sum(plays) FROM track") == 2500)

        try await fixture.removeAccount("ada")
        let columns = try raw.columnsOfAccounts()
        #expect(columns.count > 15)
        for column in columns {
            #expect(try raw.number("SELECT count(*) FROM \(column.table) WHERE \(column.name) = 'ada'") == 0)
        }
        #expect(try raw.number("SELECT sum(plays) FROM track") == 0)
        #expect(try raw.number("SELECT sum(sum) FROM track_rating_total") == 4)
    }

    @Test("take dependent rows with them") func dependents() async throws {
        let fixture = try await ShelfItemFixture()
        let (base, raw) = (fixture.base, try RawDatabase(fixture.engine))
        for (kind, subject) in [("track", "t0"), ("album", "a0"), ("artist", "p0")] {
            try await base.like(base.subject(subject), as: ShelfFixture.bob)
            try await base.rate(base.subject(subject), 7, as: ShelfFixture.bob)
            #expect(try raw.number("SELECT count(*) FROM \(kind)_rating_total") == 1)
        }
        let list = try await base.playlist(["t0"], visibility: .public, as: ShelfFixture.bob)
        let outer = try await base.folder("Outer", as: ShelfFixture.bob)
        try await base.put(list, into: base.folder("Inner", in: outer, as: ShelfFixture.bob), as: ShelfFixture.bob)
        let live = try await fixture.folder("Live", as: ShelfFixture.bob)
        try await fixture.put(tracks: ["t0"], into: live, as: ShelfFixture.bob)
        try await base.give(.only(["l0"]), to: "bob")
        let draft = NotificationDraft(
            to: ID("bob"), .wishBacked, by: ID("ada"), about: NotificationSubject(.wish, "w"), title: "Tee")
        try await base.engine.write(at: Timestamp(milliseconds: 1), notifications: [draft])
        #expect(try await base.notifications(of: ShelfFixture.bob).count == 1)
        #expect(try await base.hear(3, as: ShelfFixture.bob) == 3)
        let queue = try QueueReplacement(
            tracks: ["t0", "t1"].ids, currentIndex: 0, position: .zero, client: "test", expected: nil)
        try await base.engine.queues.edit { queues in
            let decided = try QueueDecisions.replace(
                with: queue, of: ShelfFixture.bob.user, in: .everything, at: Timestamp(milliseconds: 1), queues)
            return (decided.changes, ())
        }
        try await base.removeAccount("bob")
        for table in [
            "track_like", "track_rating", "track_rating_total", "album_like", "album_rating", "album_rating_total",
            "artist_like", "artist_rating", "artist_rating_total", "playlist", "playlist_entry", "playlist_total",
            "playlist_folder", "playlist_in_folder", "shelf_folder", "shelf_item", "account_library", "notification",
            "play", "play_count", "play_queue", "play_queue_track",
        ] {
            #expect(try raw.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
        }
    }

    @Test("leave others' folders without the removed playlists") func folders() async throws {
        let fixture = try await ShelfFixture()
        let raw = try RawDatabase(fixture.engine)
        let list = try await fixture.playlist(["t0"], visibility: .public, as: ShelfFixture.bob)
        try await fixture.put(list, into: fixture.folder("Theirs"))
        #expect(try raw.number("SELECT count(*) FROM playlist_in_folder") == 1)
        try await fixture.removeAccount("bob")
        #expect(try raw.number("SELECT count(*) FROM playlist_in_folder") == 0)
        #expect(try raw.number("SELECT count(*) FROM playlist_folder") == 1)
    }

    @Test("take comments on their posts with them, as removing a post does") func board() async throws {
        let fixture = try await BoardFixture()
        let raw = try RawDatabase(fixture.engine)
        let comments = "SELECT count(*) FROM board_comment"
        let own = try await fixture.posted("t1")
        _ = try await fixture.comment("nice", on: own, as: BoardFixture.bob)
        try await fixture.board.remove(own, as: BoardFixture.ada, from: "x")
        #expect(try raw.number(comments) == 0)
        let post = try await fixture.posted("t0", as: BoardFixture.bob)
        _ = try await fixture.comment("nice", on: post)
        _ = try await fixture.comment("hello", as: BoardFixture.bob)
        try await fixture.removeAccount("bob")
        #expect(try raw.number(comments) == 0)
    }

    @Test("a user with access to everything has no library rows") func libraries() async throws {
        let fixture = try await ShelfFixture()
        let raw = try RawDatabase(fixture.engine)
        try await fixture.give(.only(["l0", "l1"]), to: "ada")
        #expect(try raw.number("SELECT count(*) FROM account_library") == 2)
        try await fixture.give(.everything, to: "ada")
        #expect(try raw.number("SELECT count(*) FROM account_library") == 0)
    }
}
