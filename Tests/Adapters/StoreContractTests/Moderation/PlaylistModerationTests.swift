import Journal
import Moderation
import Primitives
import Shelf
import StoreFixtures
import Testing

@Suite("Moderated public playlists") struct PlaylistModerationTests {
    private static let cy = Principal(user: ID("cy"), role: .moderator)
    private let fixture: ShelfFixture
    private let service: PlaylistModerationService

    init() async throws {
        fixture = try await ShelfFixture()
        service = PlaylistModerationService(
            store: fixture.engine.playlistModeration, clock: fixture.clock)
    }

    private func found(_ text: String = "", hiddenOnly: Bool = false) async throws -> [String] {
        try await service.playlists(
            ModeratedPlaylistQuery(text: text, hiddenOnly: hiddenOnly), .first(50), as: Self.cy
        ).items.map(\.name)
    }

    private func hide(_ id: ID<Playlist>, _ reason: String?) async throws {
        _ = try await service.hide(id, because: reason, as: Self.cy, from: ShelfFixture.origin)
    }

    private func readers(of id: ID<Playlist>) async throws -> [String] {
        var readers: [String] = []
        for person in [ShelfFixture.ada, ShelfFixture.bob] {
            do {
                _ = try await fixture.playlists.playlist(id, as: person)
                readers.append(person.user.rawValue)
            } catch let error as DomainError where error.code == .notFound {}
        }
        return readers
    }

    @Test("are found by title and by owner, page by page; private ones are not")
    func search() async throws {
        _ = try await fixture.playlist(["t0"], named: "Évening", visibility: .public)
        _ = try await fixture.playlist(["t0"], named: "Morning", visibility: .public, as: ShelfFixture.bob)
        _ = try await fixture.playlist(["t0"], named: "Secret morning")
        #expect(try await Set(found()) == ["Évening", "Morning"])
        #expect(try await found("even") == ["Évening"])
        #expect(try await found("BOB") == ["Morning"])
        #expect(try await found("secret") == [])
        let first = try await service.playlists(ModeratedPlaylistQuery(), .first(1), as: Self.cy)
        let second = try await service.playlists(
            ModeratedPlaylistQuery(), PageRequest(limit: 1, cursor: first.next), as: Self.cy)
        #expect(Set((first.items + second.items).map(\.name)) == ["Évening", "Morning"] && second.next == nil)
        await #expect(throws: DomainError.self) {
            _ = try await service.playlists(ModeratedPlaylistQuery(), .first(1), as: ShelfFixture.bob)
        }
    }

    @Test("are visible only to their owners once hidden, with the reason, in lists and shares too, until shown again")
    func hiding() async throws {
        let id = try await fixture.playlist(["t0"], visibility: .public)
        #expect(try await readers(of: id) == ["ada", "bob"])
        try await hide(id, "It is rude")
        #expect(try await readers(of: id) == ["ada"])
        #expect(try await fixture.playlists.playlist(id, as: ShelfFixture.ada).hiding?.reason == "It is rude")
        let others = try await fixture.playlists.playlists(PlaylistQuery(), .first(50), as: ShelfFixture.bob)
        #expect(others.items.isEmpty)
        #expect(try await fixture.engine.playlists.contents(of: [id], for: ShelfFixture.ada, limit: 9).isEmpty)
        #expect(try await !fixture.engine.playlists.holds(ID("t0"), in: [id], for: ShelfFixture.ada))
        #expect(try await found(hiddenOnly: true) == ["Mix"])
        // The owner makes it public again, but it stays hidden.
        try await fixture.share(id, .public)
        #expect(try await readers(of: id) == ["ada"])
        func told() async throws -> [String] {
            try await fixture.notifications(.playlistHidden, of: ShelfFixture.ada).map(\.text)
        }
        #expect(try await told() == ["It is rude"])
        try await hide(id, nil)
        #expect(try await readers(of: id) == ["ada", "bob"])
        #expect(try await told().isEmpty)
        #expect(try await fixture.journal("playlist.hide") == 1)
        #expect(try await fixture.journal("playlist.show") == 1)
    }

    @Test("are removed for good once deleted, and their owners are told the reason")
    func deletion() async throws {
        let id = try await fixture.playlist(["t0"], visibility: .public)
        try await service.delete(id, because: "It is rude", as: Self.cy, from: ShelfFixture.origin)
        #expect(try await readers(of: id) == [])
        let told = try await fixture.notifications(.playlistDeleted, of: ShelfFixture.ada)
        #expect(told.count == 1 && told[0].title == "Mix" && told[0].text == "It is rude")
        #expect(try await fixture.journal("playlist.delete") == 1)
    }

    @Test("are the only ones that moderators reach; private and collaborative ones look missing")
    func privacy() async throws {
        for visibility in [PlaylistVisibility.private, .collaborative] {
            let id = try await fixture.playlist(["t0"], visibility: visibility)
            for act in [0, 1, 2] {
                let refused = await #expect(throws: DomainError.self) {
                    switch act {
                    case 0: try await hide(id, "It is rude")
                    case 1: try await hide(id, nil)
                    default:
                        try await service.delete(id, because: "It is rude", as: Self.cy, from: ShelfFixture.origin)
                    }
                }
                #expect(refused?.code == .notFound)
            }
            #expect(try await fixture.playlists.playlist(id, as: ShelfFixture.ada).hiding == nil)
        }
    }
}
