import Accounts
import Journal
import Primitives
import StoreFixtures
import Testing

@Suite struct AccountStoreTests {
    private let now = Timestamp(milliseconds: 1_795_000_000_000)

    private func withStore(_ body: (any AccountStore) async throws -> Void) async throws {
        let engine = try Engine.sqlite()
        try await body(engine.accounts)
    }

    private func user(_ name: String, role: Role = .listener) throws -> User {
        User(
            id: .make(at: now), username: try Username(name), role: role, createdAt: now,
            terms: .standard)
    }

    private func session(of user: User, _ token: String, used seconds: Int = 0) -> SessionRecord {
        SessionRecord(
            id: .make(at: now), user: user.id, hash: TokenHash(of: token), client: "Firefox", address: "192.0.2.1",
            createdAt: now, lastUsedAt: now.advanced(by: .seconds(seconds)), confirmedAt: now,
            expiresAt: now.advanced(by: .seconds(86_400)))
    }

    @Test("an account is read back as it was written")
    func roundTrip() async throws {
        try await withStore { store in
            var ada = try user("Ada", role: .moderator)
            ada.email = try EmailAddress("ada@example.org")
            ada.locale = .spanish
            ada.theme = .dark
            ada.shadingMode = .hardPoints
            ada.passwordHash = PHCString(
                parameters: .standard, keyID: "0123abcd", salt: Array(0..<16), hash: Array(0..<32))
            ada.lastSeenAt = now
            let written = ada
            try await store.create(presenting: nil) { _ in NewAccount(written, journal: []) }
            #expect(try await store.user(ada.id) == ada)
            #expect(try await store.user(usernameKey: "ada") == ada)
            #expect(try await store.user(ID("nobody")) == nil)
        }
    }

    @Test("an edit that throws changes nothing")
    func rollback() async throws {
        try await withStore { store in
            let ada = try user("ada")
            try await store.create(presenting: nil) { _ in NewAccount(ada, journal: []) }
            let begun = session(of: ada, "a")
            await #expect(throws: DomainError.self) {
                try await store.edit(ada.id) { edit in
                    edit.user.displayName = "changed"
                    edit.newSession = begun
                    throw DomainError(.conflict, "no")
                }
            }
            #expect(try await store.user(ada.id) == ada)
            #expect(try await store.sessions(of: ada.id).isEmpty)
            let missing: Bool? = try await store.edit(ID("nobody")) { _ in true }
            #expect(missing == nil)
        }
    }

    @Test("names and addresses are unique by their keys")
    func unique() async throws {
        try await withStore { store in
            let first = try user("ada")
            let second = try user("ADA")
            try await store.create(presenting: nil) { _ in NewAccount(first, journal: []) }
            await #expect {
                try await store.create(presenting: nil) { _ in NewAccount(second, journal: []) }
            } throws: {
                ($0 as? DomainError)?.reason == "username_taken"
            }
        }
    }

    @Test("sessions are found by token hash, rotated, and ended by selection")
    func sessions() async throws {
        try await withStore { store in
            let ada = try user("ada")
            try await store.create(presenting: nil) { _ in NewAccount(ada, journal: []) }
            let made = ["a", "b", "c"].enumerated().map { session(of: ada, $1, used: $0) }
            for record in made { _ = try await store.edit(ada.id) { $0.newSession = record } }
            #expect(try await store.session(hash: TokenHash(of: "b"))?.session == made[1])
            #expect(try await store.sessions(of: ada.id).map(\.id) == made.reversed().map(\.id))
            #expect(try await store.sessions(made.map(\.id) + [ID("x")]).count == 3)

            _ = try await store.edit(ada.id) { edit in
                edit.additions.append(.rotateSession(made[0].id, to: TokenHash(of: "new"), of: ada.id))
                edit.end(.sessions, keeping: .session(made[0].id))
            }
            #expect(try await store.session(hash: TokenHash(of: "a")) == nil)
            #expect(try await store.session(hash: TokenHash(of: "new"))?.session.id == made[0].id)
            #expect(try await store.sessions(of: ada.id).count == 1)

            let entry = JournalEntry(at: now, by: .gateway, "session.end")
            #expect(try await store.endSessions(.one(made[1].id), of: ada.id, journal: entry).isEmpty)
            #expect(try await store.endSessions(.all, of: ada.id, journal: entry) == [made[0].id])
        }
    }

    @Test("last uses only move forward, and expired sessions are removed")
    func usesAndExpiry() async throws {
        try await withStore { store in
            let ada = try user("ada")
            let record = session(of: ada, "a", used: 10)
            try await store.create(presenting: nil) { _ in
                var new = NewAccount(ada, journal: [])
                new.session = record
                return new
            }
            try await store.noteUses([.session(record.id): CredentialUse(at: now)])
            #expect(try await store.sessions(of: ada.id).first?.lastUsedAt == record.lastUsedAt)
            let later = now.advanced(by: .seconds(60))
            try await store.noteUses([.session(record.id): CredentialUse(at: later)])
            #expect(try await store.sessions(of: ada.id).first?.lastUsedAt == later)
            #expect(try await store.user(ada.id)?.lastSeenAt == later)
            #expect(try await store.expired(at: later, idleSince: now).names == [])
            #expect(try await store.sessions(of: ada.id).count == 1)
            let expired = try await store.expired(at: later, idleSince: later)
            #expect(expired.names == ["session/\(record.id.rawValue)"] && expired.total == 1)
            #expect(try await store.removeExpired(["session/other"], at: later, idleSince: later) == 0)
            #expect(try await store.removeExpired(expired.names, at: later, idleSince: later) == 1)
            #expect(try await store.sessions(of: ada.id).isEmpty)
        }
    }
}
