import Accounts
import Board
import Catalog
import Journal
import Listening
import Primitives
import Shelf
import StoreFixtures
import Testing

/// Data removed with an account, and data that stays.
@Suite struct AccountDeletionTests {
    private let entry = JournalEntry(at: Timestamp(milliseconds: 1_795_000_000_000), by: .gateway, "user.delete")

    @Test("nothing refers to a deleted account, others' data stays, and counts are as if it never existed")
    func everything() async throws {
        let fixture = try await ShelfFixture()
        let (ada, bob) = (ShelfFixture.ada, ShelfFixture.bob)
        let track = AnnotationSubject.track(ID("t0"))
        let review = try #require(try ReviewText("Good", field: "review"))
        try await fixture.rate(track, 8, review: .write(review))
        try await fixture.rate(track, 4, as: bob)
        try await fixture.like(fixture.subject("a0"))
        _ = try await fixture.playlist(["t0", "t1"], visibility: .public)
        let kept = try await fixture.playlist(["t2"], visibility: .collaborative, as: bob)
        var invitation = PlaylistEdit()
        try invitation.invite(["ada"])
        _ = try await fixture.playlists.edit(kept, invitation, as: bob, from: ShelfFixture.origin)
        try await fixture.edit(kept, .append([ID("t3")]), as: ada)
        #expect(try await fixture.hear(2500, as: ada) == 2500)
        #expect(try await fixture.engine.plays.count(of: ID("t0"), by: ada.user).plays == 416)

        let before = try await fixture.loggedEvents(named: .playlist).count
        let accounts = fixture.engine.accounts
        try await fixture.disable("ada")
        #expect(try await accounts.delete(ada.user, keepingShared: false, journal: entry))
        #expect(try await accounts.user(ada.user) == nil)
        #expect(try await fixture.engine.plays.plays(of: ada.user, in: .everything, .first(1)).items.isEmpty)
        #expect(try await fixture.engine.plays.count(of: ID("t0"), by: ada.user) == .none)
        #expect(try await fixture.annotation(track, as: bob).everybody == RatingTotal(count: 1, sum: 4))
        #expect(try await fixture.annotations.reviews(of: track, .first(9), as: bob).items.isEmpty)
        #expect(try await fixture.tracks(of: kept, as: bob) == ["t2", "t3"])
        #expect(try await fixture.engine.playlists.recount() == 0)
        #expect(try await fixture.engine.plays.recount() == 0)
        #expect(try await fixture.journal("user.delete") == 1)
        let events = try await fixture.loggedEvents(named: .playlist).dropFirst(before)
        #expect(events.count { $0.data["gone"] == .flag(true) } == 1)
        #expect(try await accounts.delete(ada.user, keepingShared: false, journal: entry) == false)
    }

    @Test("an active account is not deleted, and none of its data is") func working() async throws {
        let fixture = try await ShelfFixture()
        let playlist = try await fixture.playlist(["t0"])
        await #expect(throws: DomainError.self) {
            _ = try await fixture.engine.accounts.delete(
                ShelfFixture.ada.user, keepingShared: false, journal: entry)
        }
        #expect(try await fixture.tracks(of: playlist) == ["t0"])
        #expect(try await fixture.journal("user.delete") == 0)
    }

    @Test("board readers are notified of posts and comments removed with their author") func board() async throws {
        let fixture = try await BoardFixture()
        let post = try await fixture.posted("t0")
        let other = try await fixture.posted("t1", as: BoardFixture.bob)
        let comment = try await fixture.comment("Mine", on: other)
        _ = try await fixture.comment("Yours", on: post, as: BoardFixture.bob)
        let before = try await fixture.loggedEvents(named: .board).count
        try await fixture.removeAccount("ada")
        let events = try await fixture.loggedEvents(named: .board).dropFirst(before).map(\.data)
        #expect(
            events.map { [$0["change"], $0["comment"] ?? $0["post"]] } == [
                [.text("commentRemoved"), .text(comment.id.rawValue)], [.text("removed"), .text(post.rawValue)],
            ])
        #expect(try await fixture.today(as: BoardFixture.bob).posts.items.map(\.post.id) == [other])
        #expect(try await fixture.board.comments(on: other, .first(9), as: BoardFixture.bob).items.isEmpty)
    }
}
