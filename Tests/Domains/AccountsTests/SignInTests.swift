import Support
import Accounts
import Foundation
import Primitives
import Testing

@Suite struct SignInTests {
    @Test("unknown, wrong, disabled and without password all get the same reply")
    func sameAnswer() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let off = try await fixture.add("grace")
            _ = try await fixture.users.edit(off.id, UserChange(disabled: true), as: .commandLine)
            _ = try await fixture.users.create(UserDraft(username: "pending"), as: .commandLine)
            let cases = [
                ("nobody", AccountsFixture.password), ("ada", "wrong password 1"), ("grace", AccountsFixture.password),
                ("pending", AccountsFixture.password), ("ada", String(repeating: "a", count: 5_000)), ("", ""),
                ("ada\u{0}x", AccountsFixture.password),
                (String(repeating: "%", count: 9_000), "x"), ("ada\u{0}", AccountsFixture.password),
            ]
            var errors: [DomainError?] = []
            for (index, (name, password)) in cases.enumerated() {
                errors.append(
                    await domainError { _ = try await fixture.enter(name, password: password, from: "10.0.\(index).1") }
                )
            }
            let first = errors.first ?? nil
            let isSame = errors.allSatisfy { $0 == first }
            #expect(isSame)
            #expect(first?.code == .unauthenticated && first?.reason == "wrong_credentials")
        }
    }

    @Test("throttled replies are the same for known and unknown names, and no password is checked")
    func throttled() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            var last: [DomainError?] = []
            for (name, address) in [("ada", "10.1.0.1"), ("nobody", "10.2.0.1")] {
                for _ in 0..<6 {
                    _ = await domainError { _ = try await fixture.enter(name, password: "guess", from: address) }
                }
                last.append(await domainError { _ = try await fixture.enter(name, from: address) })
            }
            #expect(last[0]?.code == .rateLimited && last[0]?.reason == "throttled")
            #expect(last[0] == last[1] && last[0]?.retryAfter == .seconds(1))
            fixture.clock.advance(by: .seconds(1))
            _ = try await fixture.enter("ada", from: "10.1.0.1")
        }
    }

    @Test("a browser that has signed in before is not throttled by others' guesses, even from its own network")
    func deviceCookie() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            try await fixture.add("grace")
            let trusted = try await fixture.enter("ada").signedIn.deviceCookie
            for guess in 0..<30 {
                _ = await domainError { _ = try await fixture.enter("ada", password: "guess") }
                _ = await domainError { _ = try await fixture.enter("name\(guess)", password: "guess") }
            }
            await expectRefusal(.rateLimited) { _ = try await fixture.enter("ada") }
            for _ in 0..<100 {
                #expect(try await fixture.enter("ada", device: trusted).signedIn.deviceCookie == trusted)
            }
            let stranger = await domainError { _ = try await fixture.enter("grace", device: trusted) }
            #expect(stranger?.code == .rateLimited)
            let shared = try await fixture.enter("grace", from: "10.9.0.1", device: trusted).signedIn.deviceCookie
            _ = try await fixture.enter("ada", device: shared)
            let forged = String(shared.reversed())
            await expectRefusal(.rateLimited) { _ = try await fixture.enter("grace", device: forged) }
        }
    }

    @Test("a hash of weaker parameters is replaced at the next sign-in, and both sign-ins work")
    func rehash() async throws {
        try await AccountsFixture.run(
            parameters: PasswordHashParameters(memoryKiB: 128, iterations: 2, parallelism: 1)
        ) { fixture in
            let user = try await fixture.add("ada")
            let weak = PasswordHashParameters(memoryKiB: 64, iterations: 1, parallelism: 1)
            let secret = try fixture.secret()
            let weaker = try await fixture.hash(AccountsFixture.password, with: weak, secret: secret)
            _ = try await fixture.store.edit(user.id) { $0.user.passwordHash = weaker }
            _ = try await fixture.enter("ada")
            let upgraded = try #require(await fixture.store.user(user.id)?.passwordHash)
            #expect(upgraded.parameters.memoryKiB == 128 && upgraded.parameters.iterations == 2)
            _ = try await fixture.enter("ada")
            #expect(try await fixture.store.user(user.id)?.passwordHash == upgraded)
            #expect(try await fixture.store.passwordKeyIDs() == [secret.keyID])
        }
    }

    @Test("a new sign-in makes a new session and ends the browser's previous one")
    func fixation() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let first = try await fixture.enter("ada").signedIn
            let second = try await fixture.signIn.signIn(
                username: "ADA", password: AccountsFixture.password, in: fixture.browser(session: first.sessionToken)
            ).opened()
            #expect(first.sessionToken != second.sessionToken)
            #expect(try await fixture.authentication.authenticate(sessionToken: first.sessionToken) == nil)
            #expect(try await fixture.authentication.authenticate(sessionToken: second.sessionToken) != nil)
            let chosen = String(repeating: "A", count: 43)
            let third = try await fixture.signIn.signIn(
                username: "ada", password: AccountsFixture.password, in: fixture.browser(session: chosen)
            ).opened()
            #expect(third.sessionToken != chosen)
            #expect(try await fixture.authentication.authenticate(sessionToken: chosen) == nil)
        }
    }

    @Test("the database's files contain neither passwords nor tokens")
    func noPlaintext() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let (signedIn, caller) = try await fixture.enter("ada")
            let token = try await fixture.credentials.createToken(label: "script", as: caller)
            let link = try await fixture.users.createLink(for: signedIn.user.id, as: .commandLine)
            _ = await domainError {
                _ = try await fixture.enter(AccountsFixture.password, password: "typed in wrong field")
            }
            try await fixture.authentication.tick()
            let bytes = try fixture.databaseBytes()
            let secrets = [
                AccountsFixture.password, signedIn.sessionToken, signedIn.deviceCookie, token.text, link.token,
                "typed in wrong field",
            ]
            for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
            #expect(bytes.range(of: Data("$argon2id$v=19$".utf8)) != nil)
            #expect(bytes.range(of: Data("signin.failed".utf8)) != nil)
        }
    }
}
