import Accounts
import Primitives
import StoreFixtures
import Testing

@Suite("Stored library access") struct LibraryAccessTests {
    private let engine: Engine
    private let user: User
    private var store: any AccountStore { engine.accounts }

    init() async throws {
        engine = try .sqlite()
        user = User(
            id: ID("ada"), username: try Username("ada"), role: .listener, createdAt: Timestamp(milliseconds: 0))
        let music = Music(engine)
        for id in ["l0", "l1"] { try await music.addLibrary(id, named: id) }
        let new = user
        try await store.create(presenting: nil) { _ in NewAccount(new, journal: []) }
    }

    private func give(_ libraries: LibraryScope) async throws {
        _ = try await store.edit(user.id) { $0.user.libraries = libraries }
    }

    private func libraries() async throws -> LibraryScope? {
        try await store.user(user.id)?.libraries
    }

    @Test("a new account sees everything, and assigned libraries are read back") func roundTrip() async throws {
        #expect(try await libraries() == .everything)
        for scope in [LibraryScope.only(["l0", "l1"]), .only(["l1"]), .only([]), .everything, .only(["l0"])] {
            try await give(scope)
            #expect(try await libraries() == scope)
            #expect(try await store.users(matching: nil, .first(10)).items.map(\.libraries) == [scope])
        }
    }

    @Test("an unknown library is refused, and nothing changes") func unknown() async throws {
        try await give(.only(["l0"]))
        await #expect(throws: DomainError.invalid("libraries contains an unknown library", field: "libraries")) {
            try await give(.only(["l1", "nowhere"]))
        }
        #expect(try await libraries() == .only(["l0"]))
    }

    @Test("other changes keep the libraries, and a new account may start with some") func other() async throws {
        try await give(.only(["l1"]))
        _ = try await store.edit(user.id) { $0.user.displayName = "Ada L." }
        #expect(try await libraries() == .only(["l1"]))
        let bob = User(
            id: ID("bob"), username: try Username("bob"), role: .listener, createdAt: Timestamp(milliseconds: 0),
            libraries: .only(["l0"]), terms: .standard)
        try await store.create(presenting: nil) { _ in NewAccount(bob, journal: []) }
        #expect(try await store.user(bob.id) == bob)
    }

    @Test("a library manager sees all libraries, whatever is assigned") func admins() {
        #expect(user.scope == .everything)
        for (role, scope) in [(Role.moderator, LibraryScope.only([])), (.admin, .everything)] {
            var restricted = user
            restricted.role = role
            restricted.libraries = .only([])
            #expect(restricted.scope == scope)
        }
    }
}
