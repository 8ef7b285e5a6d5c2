import Accounts
import Journal
import Primitives
import Testing

@Suite("Creations of a bearer token") struct TokenProductTests {
    @Test("a revocation lists them and ends accounts, passwords, links, invitations and sessions")
    func ending() async throws {
        try await Gateway.run { gateway in
            let scene = try await TokenScene(gateway)
            let bob = try await gateway.add("bob")
            let own = try await gateway.users.create(
                UserDraft(username: "eve", role: .admin, password: Gateway.password), as: scene.script
            ).user
            let eve = try await gateway.enter("eve").signedIn
            let invited = try await scene.accept(scene.invite(), as: "friend")
            let open = try await scene.invite()
            let link = try await gateway.users.createLink(for: bob.id, as: scene.script)
            let stolen = try await gateway.links.choosePassword(
                token: link.token, password: "another lengthy sekret", in: gateway.browser("203.0.113.9")
            ).opened()
            let unused = try await gateway.users.createLink(for: bob.id, as: scene.script)
            #expect(
                try await scene.kinds()
                    == [.account: 2, .password: 1, .link: 1, .invitation: 1, .session: 2])

            let revoked = try await gateway.credentials.revokeToken(scene.token.token.id, as: scene.root)
            #expect(revoked.ended.count == 7 && revoked.kept.isEmpty)
            for token in [eve.sessionToken, invited.sessionToken, stolen.sessionToken] {
                #expect(try await gateway.authentication.authenticate(sessionToken: token) == nil)
            }
            await expectRefusal(.notFound, reason: "link_expired") {
                _ = try await gateway.links.check(token: unused.token)
            }
            await expectRefusal(.notFound, reason: "link_expired") {
                _ = try await gateway.invitations.check(token: open)
            }
            for (name, password) in [
                ("eve", Gateway.password), ("friend", Gateway.password), ("bob", "another lengthy sekret"),
            ] {
                await expectRefusal(.unauthenticated) { _ = try await gateway.enter(name, password: password) }
            }
            #expect(try await gateway.store.user(own.id)?.disabled == true)
            #expect(try await gateway.store.user(bob.id)?.passwordHash == nil)
            let entry = try #require(try await gateway.journal().first { $0.action == "token.revoke" })
            #expect(entry.details["account"] == "2" && entry.details["session"] == "2")
            await expectRefusal(.notFound) {
                _ = try await gateway.credentials.revokeToken(scene.token.token.id, as: scene.root)
            }
        }
    }

    @Test("accounts stay when the admin says so, and the journal names the token that created them")
    func keeping() async throws {
        try await Gateway.run { gateway in
            let scene = try await TokenScene(gateway)
            let (eve, link) = try await gateway.users.create(UserDraft(username: "eve"), as: scene.script)
            let signedIn = try await gateway.links.choosePassword(
                token: try #require(link).token, password: Gateway.password, in: gateway.browser()
            ).opened()
            let revoked = try await gateway.credentials.revokeToken(
                scene.token.token.id, keepingAccounts: true, as: scene.root)
            #expect(revoked.kept.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.account, .password])
            #expect(try await gateway.authentication.authenticate(sessionToken: signedIn.sessionToken) == nil)
            try await gateway.enter("eve")
            let made = try await gateway.journal().first {
                $0.action == "user.create" && $0.subject?.id == eve.id.rawValue
            }
            #expect(made?.details["byToken"] == scene.token.token.id.rawValue)
        }
    }

    @Test("other users' tokens cannot be shown or revoked, and used or ended creations are not listed")
    func ownership() async throws {
        try await Gateway.run { gateway in
            let scene = try await TokenScene(gateway)
            let (invitation, _) = try await gateway.invitations.create(InvitationDraft(), as: scene.script)
            try await gateway.invitations.revoke(invitation.id, as: scene.root)
            #expect(try await scene.kinds().isEmpty)
            try await gateway.add("ada", role: .admin)
            let ada = try await gateway.enter("ada").caller
            await expectRefusal(.notFound) {
                _ = try await gateway.credentials.products(of: scene.token.token.id, as: ada)
            }
            await expectRefusal(.notFound) {
                _ = try await gateway.credentials.revokeToken(scene.token.token.id, as: ada)
            }
        }
    }

    @Test("the last admin and the revoking user are spared")
    func lastAdmin() async throws {
        try await Gateway.run { gateway in
            let scene = try await TokenScene(gateway)
            _ = try await gateway.users.create(
                UserDraft(username: "eve", role: .admin, password: Gateway.password), as: scene.script)
            let id = scene.token.token.id
            let root = try #require(scene.root.principal?.user)
            _ = try await gateway.users.edit(root, UserChange(disabled: true), as: .commandLine)
            await expectRefusal(.conflict, reason: "last_admin") {
                try await gateway.credentials.revokeToken(id, of: root, keepingAccounts: false, as: .commandLine)
            }
            #expect(try await gateway.credentials.products(of: id, of: root, as: .commandLine).count == 1)
            try await gateway.credentials.revokeToken(id, of: root, keepingAccounts: true, as: .commandLine)
            try await gateway.enter("eve")
        }
    }

    @Test("its owner's new password ends sessions that a token opened, and keeps accounts")
    func passwordChange() async throws {
        try await Gateway.run { gateway in
            let scene = try await TokenScene(gateway)
            let friend = try await scene.accept(scene.invite(), as: "friend")
            let open = try await scene.invite()
            let link = try await gateway.users.createLink(for: friend.user.id, as: scene.script)
            _ = try await gateway.account.changePassword(
                current: Gateway.password, to: "another lengthy sekret", as: scene.root)
            await expectRefusal(.notFound) { _ = try await gateway.invitations.check(token: open) }
            await expectRefusal(.notFound) { _ = try await gateway.links.check(token: link.token) }
            try await gateway.enter("friend")
        }
    }
}
