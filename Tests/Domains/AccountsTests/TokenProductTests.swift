import Accounts
import Journal
import Primitives
import Testing

@Suite("Creations of a bearer token") struct TokenProductTests {
    @Test("a revocation lists them and ends accounts, passwords, links, invitations and sessions")
    func ending() async throws {
        try await AccountsFixture.run { fixture in
            let scene = try await TokenScene(fixture)
            let bob = try await fixture.add("bob")
            let own = try await fixture.users.create(
                UserDraft(username: "eve", role: .admin, password: AccountsFixture.password), as: scene.script
            ).user
            let eve = try await fixture.enter("eve").signedIn
            let invited = try await scene.accept(scene.invite(), as: "friend")
            let open = try await scene.invite()
            let link = try await fixture.users.createLink(for: bob.id, as: scene.script)
            let stolen = try await fixture.links.choosePassword(
                token: link.token, password: "another lengthy sekret", in: fixture.browser("203.0.113.9")
            ).opened()
            let unused = try await fixture.users.createLink(for: bob.id, as: scene.script)
            #expect(
                try await scene.kinds()
                    == [.account: 2, .password: 1, .link: 1, .invitation: 1, .session: 2])

            let revoked = try await fixture.credentials.revokeToken(scene.token.token.id, as: scene.root)
            #expect(revoked.ended.count == 7 && revoked.kept.isEmpty)
            for token in [eve.sessionToken, invited.sessionToken, stolen.sessionToken] {
                #expect(try await fixture.authentication.authenticate(sessionToken: token) == nil)
            }
            await expectRefusal(.notFound, reason: "link_expired") {
                _ = try await fixture.links.check(token: unused.token)
            }
            await expectRefusal(.notFound, reason: "link_expired") {
                _ = try await fixture.invitations.check(token: open)
            }
            for (name, password) in [
                ("eve", AccountsFixture.password), ("friend", AccountsFixture.password),
                ("bob", "another lengthy sekret"),
            ] {
                await expectRefusal(.unauthenticated) { _ = try await fixture.enter(name, password: password) }
            }
            #expect(try await fixture.store.user(own.id)?.disabled == true)
            #expect(try await fixture.store.user(bob.id)?.passwordHash == nil)
            let entry = try #require(try await fixture.journal().first { $0.action == "token.revoke" })
            #expect(entry.details["account"] == "2" && entry.details["session"] == "2")
            await expectRefusal(.notFound) {
                _ = try await fixture.credentials.revokeToken(scene.token.token.id, as: scene.root)
            }
        }
    }

    @Test("accounts stay when the admin says so, and the journal names the token that created them")
    func keeping() async throws {
        try await AccountsFixture.run { fixture in
            let scene = try await TokenScene(fixture)
            let (eve, link) = try await fixture.users.create(UserDraft(username: "eve"), as: scene.script)
            let signedIn = try await fixture.links.choosePassword(
                token: try #require(link).token, password: AccountsFixture.password, in: fixture.browser()
            ).opened()
            let revoked = try await fixture.credentials.revokeToken(
                scene.token.token.id, keepingAccounts: true, as: scene.root)
            #expect(revoked.kept.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.account, .password])
            #expect(try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken) == nil)
            try await fixture.enter("eve")
            let made = try await fixture.journal().first {
                $0.action == "user.create" && $0.subject?.id == eve.id.rawValue
            }
            #expect(made?.details["byToken"] == scene.token.token.id.rawValue)
        }
    }

    @Test("other users' tokens cannot be shown or revoked, and used or ended creations are not listed")
    func ownership() async throws {
        try await AccountsFixture.run { fixture in
            let scene = try await TokenScene(fixture)
            let (invitation, _) = try await fixture.invitations.create(InvitationDraft(), as: scene.script)
            try await fixture.invitations.revoke(invitation.id, as: scene.root)
            #expect(try await scene.kinds().isEmpty)
            try await fixture.add("ada", role: .admin)
            let ada = try await fixture.enter("ada").caller
            await expectRefusal(.notFound) {
                _ = try await fixture.credentials.products(of: scene.token.token.id, as: ada)
            }
            await expectRefusal(.notFound) {
                _ = try await fixture.credentials.revokeToken(scene.token.token.id, as: ada)
            }
        }
    }

    @Test("the last admin and the revoking user are spared")
    func lastAdmin() async throws {
        try await AccountsFixture.run { fixture in
            let scene = try await TokenScene(fixture)
            _ = try await fixture.users.create(
                UserDraft(username: "eve", role: .admin, password: AccountsFixture.password), as: scene.script)
            let id = scene.token.token.id
            let root = try #require(scene.root.principal?.user)
            _ = try await fixture.users.edit(root, UserChange(disabled: true), as: .commandLine)
            await expectRefusal(.conflict, reason: "last_admin") {
                try await fixture.credentials.revokeToken(id, of: root, keepingAccounts: false, as: .commandLine)
            }
            #expect(try await fixture.credentials.products(of: id, of: root, as: .commandLine).count == 1)
            try await fixture.credentials.revokeToken(id, of: root, keepingAccounts: true, as: .commandLine)
            try await fixture.enter("eve")
        }
    }

    @Test("its owner's new password ends sessions that a token opened, and keeps accounts")
    func passwordChange() async throws {
        try await AccountsFixture.run { fixture in
            let scene = try await TokenScene(fixture)
            let friend = try await scene.accept(scene.invite(), as: "friend")
            let open = try await scene.invite()
            let link = try await fixture.users.createLink(for: friend.user.id, as: scene.script)
            _ = try await fixture.account.changePassword(
                current: AccountsFixture.password, to: "another lengthy sekret", as: scene.root)
            await expectRefusal(.notFound) { _ = try await fixture.invitations.check(token: open) }
            await expectRefusal(.notFound) { _ = try await fixture.links.check(token: link.token) }
            try await fixture.enter("friend")
        }
    }
}
