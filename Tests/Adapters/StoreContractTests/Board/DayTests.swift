import Board
import Catalog
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("The board's stored days") struct DayTests {
    private let ada = BoardFixture.ada
    private let bob = BoardFixture.bob

    @Test("midnight in the zone clears the board, and the earlier posts are in the archive")
    func midnight() async throws {
        let fixture = try await BoardFixture(at: "2026-11-21T22:59:59Z")
        #expect(try await fixture.board.turn() == .seconds(1))
        _ = try await fixture.posted("t0")
        fixture.clock.advance(by: .seconds(1))
        #expect(try await fixture.today().posts.items.isEmpty)
        #expect(try await fixture.today().day.text == "2026-11-22")
        _ = try await fixture.posted("t1")
        let archive = try await fixture.board.days(.first(9), as: bob).items
        #expect(archive.map(\.day.text) == ["2026-11-22", "2026-11-21"] && archive.map(\.posts) == [1, 1])
        #expect(archive.map { $0.people.map(\.id) } == [[ada.user], [ada.user]])
        let yesterday = try await fixture.board.board(on: .date(archive[1].day), .first(9), as: bob)
        #expect(yesterday.posts.items.map(\.track?.id) == [ID("t0")] && !yesterday.isToday)
        #expect(yesterday.endsAt == fixture.clock.now())
        let tomorrow = await #expect(throws: DomainError.self) {
            _ = try await fixture.board.board(on: .date(archive[0].day.next), .first(9), as: bob)
        }
        #expect(tomorrow?.code == .notFound)
        #expect(try await fixture.journal("board.open") == 2)
    }

    @Test("setting the clock back over midnight opens no day again and resets nothing twice")
    func putBack() async throws {
        let fixture = try await BoardFixture(at: "2026-11-21T23:30:00Z")
        _ = try await fixture.posted("t0")
        for time in ["2026-11-21T21:30:00Z", "2026-11-20T10:00:00Z", "2026-11-21T23:45:00Z", "2026-11-22T22:59:59Z"] {
            fixture.clock.set(time)
            _ = try await fixture.board.turn()
            let today = try await fixture.today()
            #expect(today.day.text == "2026-11-22" && today.posts.items.count == 1, "\(time)")
            guard case .alreadyPosted = try await fixture.post("t1") else {
                Issue.record("posted twice at \(time)")
                return
            }
        }
        fixture.clock.set("2026-11-22T23:00:00Z")
        #expect(try await fixture.today().day.text == "2026-11-23")
        #expect(try await fixture.journal("board.open") == 2)
    }

    @Test("days opened by a clock far ahead are revoked once it is right, without losing their posts")
    func farAhead() async throws {
        let fixture = try await BoardFixture(at: "2026-11-21T12:00:00Z")
        _ = try await fixture.posted("t0")
        for time in ["2027-12-25T12:00:00Z", "2027-12-26T12:00:00Z"] {
            fixture.clock.set(time)
            _ = try await fixture.board.turn()
        }
        _ = try await fixture.posted("t1")
        let early = try await fixture.posted("t2", as: bob)
        _ = try await fixture.comment("far", on: early)
        _ = try await fixture.comment("hello")
        fixture.clock.set("2026-11-21T12:05:00Z")
        for _ in 0..<2 {
            let today = try await fixture.today()
            #expect(today.day.text == "2026-11-21" && today.posts.items.count == 2)
        }
        #expect(try await fixture.journal("board.revoke") == 1)
        #expect(try await fixture.journal("board.open") == 3)
        #expect(try await fixture.board.comments(on: early, .first(9), as: ada).items.map(\.text) == ["far"])
        #expect(try await fixture.board.comments(on: .today, .first(9), as: ada).items.map(\.text) == ["hello"])
        fixture.clock.set("2026-11-22T12:00:00Z")
        #expect(try await fixture.today().day.text == "2026-11-22")
        // Ada has posted on both days. The earlier one is shown when its day comes.
        let first = try #require(LocalDay(text: "2026-11-21"))
        #expect(try await fixture.board.board(on: .date(first), .first(9), as: ada).posts.items.count == 2)
        fixture.clock.set("2027-12-26T12:00:00Z")
        #expect(try await fixture.today().posts.items.map(\.track?.id) == [ID("t1")])
        #expect(try await fixture.journal("board.open") == 5)
    }

    @Test("a clock ahead first by a day and then by millennia is also undone")
    func twiceAhead() async throws {
        let fixture = try await BoardFixture(at: "2026-11-21T12:00:00Z")
        _ = try await fixture.posted("t0")
        for time in ["2026-11-22T12:00:00Z", "9998-12-31T12:00:00Z"] {
            fixture.clock.set(time)
            _ = try await fixture.board.turn()
        }
        _ = try await fixture.posted("t1", as: bob)
        fixture.clock.set("2026-11-21T12:05:00Z")
        // The day that was opened early stays open: a day is never opened twice.
        let today = try await fixture.today()
        #expect(today.day.text == "2026-11-22" && today.posts.items.count == 1)
        #expect(try await fixture.journal("board.revoke") == 1)
    }

    @Test("once an admin confirms the time, every future day is revoked, even if the board began ahead")
    func takenBack() async throws {
        let fixture = try await BoardFixture(at: "9998-12-30T12:00:00Z")
        _ = try await fixture.posted("t0")
        fixture.clock.set("9998-12-31T12:00:00Z")
        _ = try await fixture.posted("t1")
        fixture.clock.set("2026-11-21T12:00:00Z")
        #expect(try await fixture.today().day.text == "9998-12-31")
        #expect(try await fixture.board.revokeLaterDays().text == "2026-11-21")
        let today = try await fixture.today()
        #expect(today.day.text == "2026-11-21" && today.posts.items.count == 1)
        #expect(try await fixture.board.revokeLaterDays().text == "2026-11-21")
    }

    @Test("a clock that is behind revokes nothing, on a new server or an old one") func behind() async throws {
        let fixture = try await BoardFixture(at: "2026-11-10T12:00:00Z")
        _ = try await fixture.board.turn()
        fixture.clock.set("2000-01-01T00:00:00Z")
        #expect(try await fixture.today().day.text == "2026-11-10")
        for day in 11...21 {
            fixture.clock.set("2026-11-\(day)T12:00:00Z")
            _ = try await fixture.board.turn()
        }
        for time in ["1970-01-01T00:00:00Z", "2026-11-12T00:00:00Z", "2026-11-20T12:00:00Z"] {
            fixture.clock.set(time)
            #expect(try await fixture.today().day.text == "2026-11-21", "\(time)")
        }
        #expect(try await fixture.journal("board.revoke") == 0)
    }

    @Test("a restart, even in another zone, continues with the open day")
    func restart() async throws {
        let fixture = try await BoardFixture(zone: "Asia/Kathmandu", at: "2026-11-21T19:00:00Z")
        _ = try await fixture.posted("t0")
        let board = try fixture.restarted(in: "America/New_York")
        let still = try await board.board(on: .today, .first(9), as: ada)
        #expect(still.day.text == "2026-11-22" && still.posts.items.count == 1)
        // New York's midnight before that day changes nothing.
        fixture.clock.set("2026-11-22T05:00:00Z")
        #expect(try await board.board(on: .today, .first(9), as: ada).day.text == "2026-11-22")
        fixture.clock.set("2026-11-23T05:00:00Z")
        #expect(try await board.board(on: .today, .first(9), as: ada).posts.items.isEmpty)
        #expect(try await fixture.journal("board.open") == 2)
    }

    @Test("posts around midnight are on exactly one day each, in commit order")
    func aroundMidnight() async throws {
        let fixture = try await BoardFixture(at: "2026-11-21T22:59:59.900Z", people: 40)
        fixture.clock.step(by: .milliseconds(5))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { try await fixture.post("t0", as: BoardFixture.person(number)) }
            }
            try await group.waitForAll()
        }
        let midnight = Timestamp(milliseconds: 1_795_302_000_000)
        var posts: [Post] = []
        for text in ["2026-11-21", "2026-11-22"] {
            let day = try #require(LocalDay(text: text))
            posts += try await fixture.board.board(on: .date(day), .first(500), as: ada).posts.items.map(\.post)
        }
        #expect(Set(posts.map(\.author.id)).count == 40 && posts.count == 40)
        #expect(posts.allSatisfy { ($0.day.text == "2026-11-22") == ($0.at >= midnight) })
        #expect(try await fixture.journal("board.open") == 2)
    }
}
