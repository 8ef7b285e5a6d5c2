import Accounts
import Primitives
import Testing

@Suite struct SetupTests {
    @Test("of 50 parallel setups exactly one makes an admin, and the link no longer works")
    func parallel() async throws {
        try await AccountsFixture.run { fixture in
            #expect(try await fixture.setup.isRequired())
            let link = try #require(await fixture.setup.renewLink())
            #expect(try await fixture.links.check(token: link.token).purpose == .setup)
            let outcomes = await withTaskGroup(of: SignedIn?.self) { group in
                for index in 0..<50 {
                    group.addTask {
                        try? await fixture.setup.finish(
                            token: link.token, username: "root\(index)", displayName: nil,
                            password: AccountsFixture.password, in: fixture.browser("10.0.\(index).1"))
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.compactMap(\.self).count == 1)
            #expect(try await fixture.store.read { try $0.ableAdmins().count } == 1)
            #expect(try await fixture.users.list(.first(10), as: .commandLine).items.count == 1)
            #expect(try await !fixture.setup.isRequired())
            #expect(try await fixture.setup.renewLink() == nil)
            let signedIn = try #require(outcomes.compactMap(\.self).first)
            let found = try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken)
            #expect(found?.principal.role == .admin)
            let again = await domainError {
                _ = try await fixture.setup.finish(
                    token: link.token, username: "late", displayName: nil, password: AccountsFixture.password,
                    in: fixture.browser())
            }
            #expect(again?.code == .notFound)
            await expectRefusal(.notFound) { _ = try await fixture.links.check(token: link.token) }
        }
    }

    @Test("every start makes a new link, and only the newest works")
    func renewal() async throws {
        try await AccountsFixture.run { fixture in
            let old = try #require(await fixture.setup.renewLink())
            let new = try #require(await fixture.setup.renewLink())
            for (token, reason) in [(old.token, "link_expired"), ("wrong", "link_expired")] {
                let error = await domainError {
                    _ = try await fixture.setup.finish(
                        token: token, username: "root", displayName: nil, password: AccountsFixture.password,
                        in: fixture.browser())
                }
                #expect(error?.code == .notFound && error?.reason == reason)
            }
            let weak = await domainError {
                _ = try await fixture.setup.finish(
                    token: new.token, username: "root", displayName: nil, password: "password1234",
                    in: fixture.browser())
            }
            #expect(weak?.reason == "password_common")
            let signedIn = try await fixture.setup.finish(
                token: new.token, username: "root", displayName: "The Admin", password: AccountsFixture.password,
                in: fixture.browser())
            #expect(signedIn.user.displayName == "The Admin" && signedIn.user.role == .admin)
        }
    }

    @Test("a setup link cannot set a user's password")
    func purpose() async throws {
        try await AccountsFixture.run { fixture in
            let link = try #require(await fixture.setup.renewLink())
            let error = await domainError {
                _ = try await fixture.links.choosePassword(
                    token: link.token, password: AccountsFixture.password, in: fixture.browser())
            }
            #expect(error?.code == .notFound)
        }
    }
}
