import Accounts
import Primitives
import Testing

@Suite struct SetupTests {
    @Test("of 50 parallel setups exactly one makes an admin, and the link is gone afterwards")
    func parallel() async throws {
        try await Gateway.run { gateway in
            #expect(try await gateway.setup.isRequired())
            let link = try #require(await gateway.setup.renewLink())
            #expect(try await gateway.links.check(token: link.token).purpose == .setup)
            let outcomes = await withTaskGroup(of: SignedIn?.self) { group in
                for index in 0..<50 {
                    group.addTask {
                        try? await gateway.setup.finish(
                            token: link.token, username: "root\(index)", displayName: nil,
                            password: Gateway.password, in: gateway.browser("10.0.\(index).1"))
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.compactMap(\.self).count == 1)
            #expect(try await gateway.store.read { try $0.ableAdmins().count } == 1)
            #expect(try await gateway.users.list(.first(10), as: .commandLine).items.count == 1)
            #expect(try await !gateway.setup.isRequired())
            #expect(try await gateway.setup.renewLink() == nil)
            let signedIn = try #require(outcomes.compactMap(\.self).first)
            let found = try await gateway.authentication.authenticate(sessionToken: signedIn.sessionToken)
            #expect(found?.principal.role == .admin)
            let again = await domainError {
                _ = try await gateway.setup.finish(
                    token: link.token, username: "late", displayName: nil, password: Gateway.password,
                    in: gateway.browser())
            }
            #expect(again?.code == .notFound)
            await expectRefusal(.notFound) { _ = try await gateway.links.check(token: link.token) }
        }
    }

    @Test("every start makes a new link, and only the newest works")
    func renewal() async throws {
        try await Gateway.run { gateway in
            let old = try #require(await gateway.setup.renewLink())
            let new = try #require(await gateway.setup.renewLink())
            for (token, reason) in [(old.token, "link_expired"), ("wrong", "link_expired")] {
                let error = await domainError {
                    _ = try await gateway.setup.finish(
                        token: token, username: "root", displayName: nil, password: Gateway.password,
                        in: gateway.browser())
                }
                #expect(error?.code == .notFound && error?.reason == reason)
            }
            let weak = await domainError {
                _ = try await gateway.setup.finish(
                    token: new.token, username: "root", displayName: nil, password: "password1234",
                    in: gateway.browser())
            }
            #expect(weak?.reason == "password_common")
            let signedIn = try await gateway.setup.finish(
                token: new.token, username: "root", displayName: "The Admin", password: Gateway.password,
                in: gateway.browser())
            #expect(signedIn.user.displayName == "The Admin" && signedIn.user.role == .admin)
        }
    }

    @Test("a setup link chooses nobody's password")
    func purpose() async throws {
        try await Gateway.run { gateway in
            let link = try #require(await gateway.setup.renewLink())
            let error = await domainError {
                _ = try await gateway.links.choosePassword(
                    token: link.token, password: Gateway.password, in: gateway.browser())
            }
            #expect(error?.code == .notFound)
        }
    }
}
