import Support
import Accounts
import Primitives
import SQLiteStore
import Testing

@Suite struct SessionTests {
    @Test("a session is found in the cache without waiting; with a changed bit it is not found")
    func cached() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let token = try await fixture.enter("ada").signedIn.sessionToken
            #expect(fixture.authentication.cached(sessionToken: token) == nil)
            let found = try await fixture.authentication.authenticate(sessionToken: token)
            #expect(found != nil && fixture.authentication.cached(sessionToken: token) == found)
            let tampered = (token.first == "A" ? "B" : "A") + token.dropFirst()
            #expect(try await fixture.authentication.authenticate(sessionToken: tampered) == nil)
            for bad in ["", "x", String(repeating: "é", count: 43), token + " "] {
                #expect(try await fixture.authentication.authenticate(sessionToken: bad) == nil)
            }
            #expect(try await fixture.authentication.authenticate(bearerToken: token, from: "192.0.2.1") == nil)
        }
    }

    @Test("a session ends after 30 idle days, an admin's after 7, any after 90 days")
    func expiry() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            try await fixture.add("root", role: .admin)
            let ada = try await fixture.enter("ada").signedIn.sessionToken
            let idle = try await fixture.enter("ada").signedIn.sessionToken
            let root = try await fixture.enter("root").signedIn.sessionToken
            for day in 1...90 {
                let alive = try await fixture.authentication.authenticate(sessionToken: ada) != nil
                #expect(alive, "day \(day)")
                if day == 7 { #expect(try await fixture.authentication.authenticate(sessionToken: root) != nil) }
                if day == 17 { #expect(try await fixture.authentication.authenticate(sessionToken: root) == nil) }
                try await fixture.authentication.tick()
                fixture.clock.advance(by: .seconds(86_400))
            }
            #expect(try await fixture.authentication.authenticate(sessionToken: ada) == nil)
            #expect(try await fixture.authentication.authenticate(sessionToken: idle) == nil)
            let cleanup = Cleanup(store: SQLiteCleanupStore(fixture.database), clock: fixture.clock)
            let user = try await fixture.users.get(username: "ada", as: .commandLine)
            try await fixture.authentication.sweep(by: cleanup)
            #expect(try await fixture.store.sessions(of: user.id).count == 2)
            fixture.clock.advance(by: .seconds(86_400))
            try await fixture.authentication.sweep(by: cleanup)
            #expect(try await fixture.store.sessions(of: user.id).isEmpty)
        }
    }

    @Test("a cached session and token end on time when the clock is set ahead")
    func cachedEnd() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let token = try await fixture.enter("ada").signedIn.sessionToken
            #expect(try await fixture.authentication.authenticate(sessionToken: token) != nil)
            fixture.clock.leap(by: .seconds(30 * 86_400 - 1))
            #expect(fixture.authentication.cached(sessionToken: token) != nil)
            fixture.clock.leap(by: .seconds(1))
            #expect(fixture.authentication.cached(sessionToken: token) == nil)
            #expect(try await fixture.authentication.authenticate(sessionToken: token) == nil)
        }
    }

    @Test("the last use is written in the background and at most once a minute")
    func lastUse() async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada")
            let signedIn = try await fixture.enter("ada").signedIn
            let created = signedIn.user.lastSeenAt
            for _ in 0..<59 {
                fixture.clock.advance(by: .seconds(1))
                _ = try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken)
            }
            try await fixture.authentication.tick()
            #expect(try await fixture.store.sessions(of: user.id).first?.lastUsedAt == created)
            fixture.clock.advance(by: .seconds(1))
            _ = try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken)
            #expect(try await fixture.store.sessions(of: user.id).first?.lastUsedAt == created)
            try await fixture.authentication.tick()
            #expect(try await fixture.store.sessions(of: user.id).first?.lastUsedAt == fixture.clock.now())
            #expect(try await fixture.store.user(user.id)?.lastSeenAt == fixture.clock.now())
        }
    }

    @Test("a new password ends all other sessions and tokens at once, and renews the current session")
    func passwordChange() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let (mine, caller) = try await fixture.enter("ada")
            let other = try await fixture.enter("ada").signedIn
            let token = try await fixture.credentials.createToken(label: "script", lifetime: .days(1), as: caller)
            for session in [mine, other] {
                _ = try await fixture.authentication.authenticate(sessionToken: session.sessionToken)
            }
            _ = try await fixture.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1")
            let ownStream = fixture.authentication.revocations.open(for: mine.authenticated)
            let otherStream = fixture.authentication.revocations.open(for: other.authenticated)

            let wrong = await domainError {
                _ = try await fixture.account.changePassword(current: "no", to: "another long secret", as: caller)
            }
            #expect(wrong?.reason == "wrong_password" && wrong?.field == "currentPassword")
            let rotated = try #require(
                await fixture.account.changePassword(
                    current: AccountsFixture.password, to: "another lengthy sekret", as: caller))

            for old in [mine.sessionToken, other.sessionToken] {
                #expect(fixture.authentication.cached(sessionToken: old) == nil)
                #expect(try await fixture.authentication.authenticate(sessionToken: old) == nil)
            }
            #expect(try await fixture.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1") == nil)
            let again = try await fixture.authentication.authenticate(sessionToken: rotated.sessionToken)
            #expect(again == mine.authenticated && rotated.expiresAt == mine.expiresAt)
            #expect(!ownStream.isRevoked && otherStream.isRevoked)
            await expectRefusal(.unauthenticated) { _ = try await fixture.enter("ada") }
            _ = try await fixture.enter("ada", password: "another lengthy sekret")
        }
    }

    @Test("sessions are listed by last use; a user can end one, all others, or the current one")
    func ending() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            try await fixture.add("eve")
            let (mine, caller) = try await fixture.enter("ada")
            var others: [SignedIn] = []
            for _ in 0..<3 {
                fixture.clock.advance(by: .seconds(1))
                others.append(try await fixture.enter("ada").signedIn)
            }
            let listed = try await fixture.credentials.sessions(as: caller)
            #expect(
                listed.count == 4
                    && listed.filter(\.isCurrent).map(\.session.id) == [mine.authenticated.principal.session])
            #expect(listed.first?.session.client == "Firefox on Linux")

            let id = try #require(others[0].authenticated.principal.session)
            let eve = try await fixture.enter("eve").caller
            await expectRefusal(.notFound) { try await fixture.credentials.endSession(id, as: eve) }
            try await fixture.credentials.endSession(id, as: caller)
            #expect(try await fixture.authentication.authenticate(sessionToken: others[0].sessionToken) == nil)
            try await fixture.credentials.endOtherSessions(as: caller)
            #expect(try await fixture.credentials.sessions(as: caller).count == 1)
            #expect(try await fixture.authentication.authenticate(sessionToken: mine.sessionToken) != nil)
            try await fixture.signIn.signOut(as: caller)
            #expect(try await fixture.authentication.authenticate(sessionToken: mine.sessionToken) == nil)
        }
    }

    @Test("a user has at most 100 sessions; the least recently used ones end")
    func sessionLimit() async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada")
            let signedIn = try await fixture.enter("ada").signedIn
            let first = signedIn.sessionToken
            for _ in 0..<100 {
                fixture.clock.advance(by: .seconds(1))
                try await fixture.enter("ada", device: signedIn.deviceCookie)
            }
            #expect(try await fixture.store.sessions(of: user.id).count == 100)
            #expect(try await fixture.authentication.authenticate(sessionToken: first) == nil)
        }
    }

    @Test("bearer tokens work until they expire or are revoked, which ends their open streams")
    func bearerTokens() async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada")
            let caller = try await fixture.enter("ada").caller
            let short = try await fixture.credentials.createToken(label: "short", lifetime: .days(1), as: caller)
            let long = try await fixture.credentials.createToken(
                for: user.id, label: "long", lifetime: .unlimited, as: .commandLine)
            #expect(long.text.hasPrefix("rondo_"))
            let found = try #require(
                await fixture.authentication.authenticate(bearerToken: long.text, from: "192.0.2.1"))
            let plain = Set(Permission.allCases).subtracting(AccessScope.administrative)
            #expect(found.principal == Principal(user: user.id, role: .listener, grants: plain, scopes: [.read]))
            let expiring = try #require(
                await fixture.authentication.authenticate(bearerToken: short.text, from: "192.0.2.1"))
            let stream = fixture.authentication.revocations.open(for: expiring)
            fixture.clock.advance(by: .seconds(86_400))
            try await fixture.authentication.tick()
            #expect(stream.isRevoked)
            #expect(try await fixture.authentication.authenticate(bearerToken: short.text, from: "192.0.2.1") == nil)
            try await fixture.credentials.revokeToken(long.token.id, as: caller)
            #expect(try await fixture.authentication.authenticate(bearerToken: long.text, from: "192.0.2.1") == nil)
            await expectRefusal(.notFound) { try await fixture.credentials.revokeToken(long.token.id, as: caller) }
            await expectRefusal(field: "label") {
                _ = try await fixture.credentials.createToken(label: " ", lifetime: .days(0), as: caller)
            }
        }
    }

    @Test("if another process ends a session, requests and open streams end within five seconds")
    func outsideChange() async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada")
            let signedIn = try await fixture.enter("ada").signedIn
            _ = try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken)
            let (notices, continuation) = AsyncStream.makeStream(of: Void.self)
            let stream = fixture.authentication.revocations.open(for: signedIn.authenticated) {
                continuation.yield()
                continuation.finish()
            }
            let closed = fixture.authentication.revocations.open(for: signedIn.authenticated)
            closed.close()
            #expect(fixture.authentication.revocations.count == 1)
            _ = try await fixture.store.edit(user.id) { edit in
                edit.user.disabled = true
                edit.end(.sessions)
            }
            fixture.clock.advance(by: .seconds(5))
            #expect(fixture.authentication.cached(sessionToken: signedIn.sessionToken) == nil)
            #expect(try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken) == nil)
            #expect(!stream.isRevoked)
            try await fixture.authentication.tick()
            try await fixture.authentication.tick()
            #expect(stream.isRevoked && !closed.isRevoked)
            var count = 0
            for await _ in notices { count += 1 }
            #expect(count == 1)
            #expect(fixture.authentication.revocations.count == 0)
        }
    }
}
