import Accounts
import Journal
import Primitives
import Testing

@Suite("Invitations and links of former admins") struct InvitationTests {
    /// Names of the actions that end an admin's role or renew their password.
    private static let ways = ["disabled", "demoted", "deleted", "password", "reset"]

    private func end(_ user: User, _ how: String, _ gateway: Gateway) async throws {
        switch how {
        case "disabled": _ = try await gateway.users.edit(user.id, UserChange(disabled: true), as: .commandLine)
        case "demoted": _ = try await gateway.users.edit(user.id, UserChange(role: .listener), as: .commandLine)
        case "deleted": try await gateway.users.delete(user.id, as: .commandLine)
        case "password":
            let owner = try await gateway.enter(user.username.text).caller
            _ = try await gateway.account.changePassword(
                current: Gateway.password, to: "another lengthy sekret", as: owner)
        default:
            let link = try await gateway.users.createLink(for: user.id, as: .commandLine)
            _ = try await gateway.links.choosePassword(
                token: link.token, password: "another lengthy sekret", in: gateway.browser())
        }
    }

    @Test("end when their creator is disabled, demoted or deleted, or gets a new password", arguments: ways)
    func ends(how: String) async throws {
        try await Gateway.run { gateway in
            try await gateway.add("root", role: .admin)
            let eve = try await gateway.add("eve", role: .admin)
            let bob = try await gateway.add("bob")
            let session = try await gateway.enter("eve").caller
            let token = try await gateway.credentials.createToken(
                label: "script", scopes: [.administer, .credentials], as: session)
            let found = try await gateway.authentication.authenticate(bearerToken: token.text, from: "203.0.113.9")
            let script = Caller(try #require(found), from: "203.0.113.9")
            var invitations: [String] = []
            for caller in [session, script] {
                invitations.append(
                    try await gateway.invitations.create(InvitationDraft(role: .admin), as: caller).token)
            }
            let link = try await gateway.users.createLink(for: bob.id, as: session).token
            let own = try await gateway.users.createLink(for: eve.id, as: session).token
            let (_, operators) = try await gateway.invitations.create(InvitationDraft(), as: .commandLine)
            _ = try await gateway.links.check(token: link)

            try await end(eve, how, gateway)
            for invitation in invitations {
                await expectRefusal(.notFound, reason: "link_expired") {
                    _ = try await gateway.invitations.check(token: invitation)
                }
                await expectRefusal(.notFound, reason: "link_expired") {
                    _ = try await gateway.invitations.accept(
                        token: invitation,
                        Registration(username: "thief", displayName: nil, email: nil, password: Gateway.password),
                        in: gateway.browser())
                }
            }
            for token in [link, own] {
                await expectRefusal(.notFound, reason: "link_expired") {
                    _ = try await gateway.links.choosePassword(
                        token: token, password: "a stolen lengthy sekret", in: gateway.browser())
                }
            }
            _ = try await gateway.invitations.check(token: operators)
        }
    }

    @Test("are refused when their creator lost the right in any way, and cannot be created without it")
    func withinTheTransaction() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("root", role: .admin)
            try await gateway.add("eve", role: .admin)
            let bob = try await gateway.add("bob")
            let eve = try await gateway.enter("eve").caller
            let (_, invitation) = try await gateway.invitations.create(InvitationDraft(role: .admin), as: eve)
            let link = try await gateway.users.createLink(for: bob.id, as: eve)
            try gateway.execute("UPDATE account SET role = 'listener' WHERE username = 'eve'")
            await expectRefusal(.notFound) { _ = try await gateway.invitations.check(token: invitation) }
            await expectRefusal(.notFound) { _ = try await gateway.links.check(token: link.token) }
            // The request of a caller who was admitted before.
            await expectRefusal(.unauthenticated) {
                _ = try await gateway.invitations.create(InvitationDraft(role: .admin), as: eve)
            }
        }
    }

    @Test("a requested link to choose a password ends with another new password")
    func ownLinks() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            let caller = try await gateway.enter("ada").caller
            let links = LinkMaker(store: gateway.store, clock: gateway.clock)
            let mailed = try #require(try await links.makeReset(of: ada.id, by: .gateway))
            _ = try await gateway.links.check(token: mailed)
            _ = try await gateway.account.changePassword(
                current: Gateway.password, to: "another lengthy sekret", as: caller)
            await expectRefusal(.notFound) { _ = try await gateway.links.check(token: mailed) }
        }
    }
}
