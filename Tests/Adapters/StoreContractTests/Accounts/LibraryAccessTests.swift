import Accounts
import Foundation
import GRDB
import Primitives
import SQLiteStore
import Support
import Testing

@Suite("Access to libraries, stored") struct LibraryAccessTests {
    private let folder: TemporaryFolder
    private let store: SQLiteAccountStore
    private let side: DatabaseQueue
    private let user: User

    init() async throws {
        folder = try TemporaryFolder()
        let path = folder.path + "/rondo.sqlite"
        store = SQLiteAccountStore(try SQLiteDatabase.open(path: path))
        side = try DatabaseQueue(path: path)
        user = User(
            id: ID("ada"), username: try Username("ada"), role: .listener, createdAt: Timestamp(milliseconds: 0))
        try await side.write { db in
            for id in ["l0", "l1"] {
                try db.execute(
                    sql: "INSERT INTO library (id, name, name_key, path, added_at) VALUES (?1, ?1, ?1, ?2, 0)",
                    arguments: [id, Data("/\(id)".utf8)])
            }
        }
        let new = user
        try await store.create(presenting: nil) { _ in NewAccount(new, journal: []) }
    }

    private func give(_ libraries: LibraryScope) async throws {
        _ = try await store.edit(user.id) { $0.user.libraries = libraries }
    }

    private func libraries() async throws -> LibraryScope? {
        try await store.user(user.id)?.libraries
    }

    @Test("a new account sees everything, and what it is given is read back") func roundTrip() async throws {
        #expect(try await libraries() == .everything)
        for scope in [LibraryScope.only(["l0", "l1"]), .only(["l1"]), .only([]), .everything, .only(["l0"])] {
            try await give(scope)
            #expect(try await libraries() == scope)
            #expect(try await store.users(matching: nil, .first(10)).items.map(\.libraries) == [scope])
        }
        try await give(.everything)
        #expect(try await side.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account_library") } == 0)
    }

    @Test("a library that is not there is refused, with nothing changed") func unknown() async throws {
        try await give(.only(["l0"]))
        await #expect(throws: DomainError.invalid("libraries holds one that is not known", field: "libraries")) {
            try await give(.only(["l1", "nowhere"]))
        }
        #expect(try await libraries() == .only(["l0"]))
    }

    @Test("another change leaves the libraries alone, and a new account may begin with some") func other() async throws
    {
        try await give(.only(["l1"]))
        _ = try await store.edit(user.id) { $0.user.displayName = "Ada L." }
        #expect(try await libraries() == .only(["l1"]))
        let bob = User(
            id: ID("bob"), username: try Username("bob"), role: .listener, createdAt: Timestamp(milliseconds: 0),
            libraries: .only(["l0"]), terms: .standard)
        try await store.create(presenting: nil) { _ in NewAccount(bob, journal: []) }
        #expect(try await store.user(bob.id) == bob)
    }

    @Test("who manages the libraries sees all of them, whatever was given") func admins() {
        #expect(user.scope == .everything)
        for (role, scope) in [(Role.moderator, LibraryScope.only([])), (.admin, .everything)] {
            var restricted = user
            restricted.role = role
            restricted.libraries = .only([])
            #expect(restricted.scope == scope)
        }
    }
}
