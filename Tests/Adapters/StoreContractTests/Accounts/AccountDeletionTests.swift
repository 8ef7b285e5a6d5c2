import Accounts
import Board
import GRDB
import Journal
import Primitives
import SQLiteStore
import Shelf
import Testing

/// What goes with an account, and what stays.
@Suite struct AccountDeletionTests {
    private let entry = JournalEntry(at: Timestamp(milliseconds: 1_795_000_000_000), by: .gateway, "user.delete")

    private func disable(_ account: ID<Person>, _ fixture: ShelfFixture) async throws -> SQLiteAccountStore {
        let accounts = SQLiteAccountStore(fixture.database)
        _ = try await accounts.edit(account) { $0.user.disabled = true }
        return accounts
    }

    @Test("nothing refers to a deleted account, what others made stays, and every count is as if it had never been")
    func everything() async throws {
        let fixture = try await ShelfFixture()
        let (ada, bob) = (ShelfFixture.ada, ShelfFixture.bob)
        let review = try #require(try ReviewText("Good", field: "review"))
        try await fixture.rate(.track(ID("t0")), 8, review: .write(review))
        try await fixture.rate(.track(ID("t0")), 4, as: bob)
        try await fixture.like(.album(ID("a0")))
        _ = try await fixture.playlist(["t0", "t1"], visibility: .public)
        let kept = try await fixture.playlist(["t2"], visibility: .collaborative, as: bob)
        try fixture.change(
            """
            INSERT INTO playlist_editor (playlist, account) VALUES ('\(kept.rawValue)', 'ada');
            INSERT INTO play (id, account, track, played_at, client, play_id)
              WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
              SELECT 'p' || i, 'ada', 't' || (i % 6), i, 'x', printf('%036d', i) FROM n;
            INSERT INTO play_count (account, track, plays, last_played_at)
              SELECT account, track, count(*), max(played_at) FROM play GROUP BY account, track;
            """)
        try await fixture.edit(kept, .append([ID("t3")]), as: ada)
        #expect(try fixture.number("SELECT sum(plays) FROM track") == 2500)

        let accounts = try await disable(ada.user, fixture)
        #expect(try await accounts.delete(ada.user, keepingShared: false, journal: entry))
        #expect(try await accounts.user(ada.user) == nil)
        for column in try fixture.columnsOfAccounts() {
            #expect(try fixture.number("SELECT count(*) FROM \(column.table) WHERE \(column.name) = 'ada'") == 0)
        }
        #expect(try fixture.number("SELECT sum(plays) FROM track") == 0)
        #expect(try fixture.number("SELECT sum(sum) FROM track_rating_total") == 4)
        #expect(try await fixture.tracks(of: kept, as: bob) == ["t2", "t3"])
        #expect(try await fixture.playlistStore.recount() == 0)
        #expect(try fixture.journal("user.delete") == 1)
        #expect(try fixture.number("SELECT count(*) FROM event WHERE name = 'playlist' AND data LIKE '%gone%'") == 1)
        #expect(try await accounts.delete(ada.user, keepingShared: false, journal: entry) == false)
    }

    @Test("an account that works is not deleted, and nothing of it is") func working() async throws {
        let fixture = try await ShelfFixture()
        let playlist = try await fixture.playlist(["t0"])
        await #expect(throws: DomainError.self) {
            _ = try await SQLiteAccountStore(fixture.database).delete(
                ShelfFixture.ada.user, keepingShared: false, journal: entry)
        }
        #expect(try await fixture.tracks(of: playlist) == ["t0"])
        #expect(try fixture.journal("user.delete") == 0)
    }

    @Test("readers of the board hear of posts and comments that go with their person") func board() async throws {
        let fixture = try await BoardFixture()
        let post = try await fixture.posted("t0")
        let other = try await fixture.posted("t1", as: BoardFixture.bob)
        let comment = try await fixture.comment("Mine", on: other)
        _ = try await fixture.comment("Yours", on: post, as: BoardFixture.bob)
        let before = try await fixture.log.newest()
        _ = try await fixture.accounts.edit(BoardFixture.ada.user) { $0.user.disabled = true }
        #expect(try await fixture.accounts.delete(BoardFixture.ada.user, keepingShared: false, journal: entry))
        let events = try #require(try await fixture.log.events(after: before, limit: 10)).map(\.event)
            .filter { $0.name == "board" }.map(\.data)
        #expect(
            events.map { [$0["change"], $0["comment"] ?? $0["post"]] } == [
                [.text("commentRemoved"), .text(comment.id.rawValue)], [.text("removed"), .text(post.rawValue)],
            ])
        #expect(try await fixture.today(as: BoardFixture.bob).posts.items.map(\.post.id) == [other])
        #expect(try fixture.number("SELECT count(*) FROM board_comment") == 0)
    }
}

extension ShelfFixture {
    /// Every column that refers to an account.
    fileprivate func columnsOfAccounts() throws -> [(table: String, name: String)] {
        try side.read { db in
            let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            let columns = try tables.flatMap { table in
                try db.foreignKeys(on: table).filter { $0.destinationTable == "account" }
                    .flatMap { $0.mapping.map { (table: table, name: $0.origin) } }
            }
            try #require(columns.count > 15)
            return columns
        }
    }
}
