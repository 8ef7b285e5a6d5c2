import Catalog
import Listening
import Primitives
import StoreFixtures
import Support
import Testing

@Suite struct BookmarkTests {
    private func put(
        _ fixture: ListeningFixture, _ track: String, _ seconds: Int, _ comment: String? = nil,
        as caller: Principal = ListeningFixture.ada
    ) async throws -> Bookmark {
        defer { fixture.clock.advance(by: .seconds(1)) }
        return try await fixture.bookmarks.put(
            ID(track), position: .seconds(seconds), comment: comment, as: caller, from: "192.0.2.1")
    }

    @Test("a user has one bookmark per track, which moves and keeps its creation time; the last moved is first")
    func roundTrip() async throws {
        let fixture = try await ListeningFixture()
        let first = try await put(fixture, "t0", 10, "  chorus ")
        _ = try await put(fixture, "t1", 20)
        let moved = try await put(fixture, "t0", 30)
        #expect(first.comment == "chorus" && moved.comment == nil)
        #expect(moved.createdAt == first.createdAt && moved.changedAt > first.changedAt)
        let page = try await fixture.bookmarks.list(PageRequest(limit: 1), as: ListeningFixture.ada)
        #expect(page.items.map(\.bookmark) == [moved] && page.items[0].track.id == ID("t0"))
        let rest = try await fixture.bookmarks.list(PageRequest(limit: 1, cursor: page.next), as: ListeningFixture.ada)
        #expect(rest.items.map(\.track.id) == [ID("t1")] && rest.next == nil)
        #expect(try await fixture.bookmarks.bookmark(in: ID("t0"), as: ListeningFixture.ada)?.bookmark == moved)
        #expect(try await fixture.journal("bookmark.set") == 3)
    }

    @Test("users cannot see or remove others' bookmarks")
    func ownership() async throws {
        let fixture = try await ListeningFixture()
        _ = try await put(fixture, "t0", 10)
        #expect(try await fixture.bookmarks.list(.first(10), as: ListeningFixture.bob).items.isEmpty)
        #expect(try await fixture.bookmarks.bookmark(in: ID("t0"), as: ListeningFixture.bob) == nil)
        await #expect(throws: DomainError.self) {
            try await fixture.bookmarks.remove(ID("t0"), as: ListeningFixture.bob, from: "192.0.2.1")
        }
        try await fixture.bookmarks.remove(ID("t0"), as: ListeningFixture.ada, from: "192.0.2.1")
        #expect(try await fixture.bookmarks.list(.first(10), as: ListeningFixture.ada).items.isEmpty)
        #expect(try await fixture.journal("bookmark.remove") == 1)
    }

    @Test("bookmarks in a revoked library are hidden, and none can be added there")
    func scope() async throws {
        let fixture = try await ListeningFixture()
        _ = try await put(fixture, "t0", 10)
        let nothing = Principal(user: ListeningFixture.ada.user, role: .listener, libraries: .only([]))
        #expect(try await fixture.bookmarks.list(.first(10), as: nothing).items.isEmpty)
        #expect(try await fixture.bookmarks.bookmark(in: ID("t0"), as: nothing) == nil)
        for (track, caller) in [("t1", nothing), ("unknown", ListeningFixture.ada)] {
            await #expect { _ = try await put(fixture, track, 1, as: caller) } throws: {
                ($0 as? DomainError)?.code == .notFound
            }
        }
    }

    @Test("positions and comments are limited")
    func bounds() async throws {
        let fixture = try await ListeningFixture()
        for (seconds, comment, field) in [
            (-1, nil, "positionMs"), (31 * 86_400, nil, "positionMs"),
            (1, String(repeating: "x", count: 501), "comment"),
        ] as [(Int, String?, String)] {
            await #expect { _ = try await put(fixture, "t0", seconds, comment) } throws: {
                ($0 as? DomainError)?.field == field
            }
        }
    }
}
