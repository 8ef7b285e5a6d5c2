package import Board
import Foundation
package import Primitives
package import Support

/// A new database with users and two libraries, and a board over it with a clock that the test sets.
package final class BoardFixture: StoreFixture {
    package static let ada = Principal(user: ID("ada"), role: .listener)
    package static let bob = Principal(user: ID("bob"), role: .contributor)
    package static let mo = Principal(user: ID("mo"), role: .moderator)

    package let clock: TestClock
    package let engine: Engine
    package let music: Music
    package let board: BoardService

    /// `t0` … `t3` are in the library `l0`, and `s0` ("Secret") is in `l1`.
    package init(
        zone: String = "Europe/Warsaw", at time: String = "2026-11-21T12:00:00Z", people: Int = 0
    ) async throws {
        clock = TestClock(time)
        engine = try .sqlite(clock: clock)
        music = Music(engine)
        board = try Self.board(zone, clock, engine)
        for person in [Self.ada, Self.bob, Self.mo] + (0..<people).map(Self.person) {
            try await engine.add(person, at: clock.now())
        }
        try await music.addLibrary(named: "Music")
        try await music.addLibrary("l1", named: "Secret")
        try await music.add((0..<4).map { Song("t\($0)", album: "a0") })
        try await music.add(Song("s0", album: "a0", title: "Secret", library: "l1"))
    }

    package static func person(_ number: Int) -> Principal {
        Principal(user: ID("p\(number)"), role: .listener)
    }

    private static func board(_ zone: String, _ clock: TestClock, _ engine: Engine) throws -> BoardService {
        guard let zone = TimeZone(identifier: zone) else { throw DomainError.invalid("No such zone", field: "zone") }
        return BoardService(
            store: engine.board, catalog: engine.catalog,
            clock: BoardClock(calendar: DayCalendar(zone: zone), wall: clock), throttle: BoardThrottle(),
            isOutsideOn: { true })
    }

    /// The same board after a restart in another zone.
    package func restarted(in zone: String) throws -> BoardService {
        try Self.board(zone, clock, engine)
    }

    @discardableResult
    package func post(
        _ track: String, _ caption: String? = nil, as caller: Principal = ada
    ) async throws -> PostOutcome<PostItem> {
        try await board.post(PostDraft(.track(ID(track)), caption: caption), as: caller, from: "192.0.2.1")
    }

    /// The new post's id. Throws `already_posted` if the user has a post already.
    package func posted(_ track: String, as caller: Principal = ada) async throws -> ID<Post> {
        guard case .posted(let item) = try await post(track, as: caller) else { throw DomainError.alreadyPosted }
        return item.post.id
    }

    package func comment(_ text: String, on post: ID<Post>? = nil, as caller: Principal = ada) async throws -> Comment {
        try await board.comment(CommentText(text), on: post, as: caller, from: "192.0.2.1")
    }

    package func today(as caller: Principal = ada) async throws -> BoardDay {
        try await board.board(on: .today, .first(500), as: caller)
    }
}
