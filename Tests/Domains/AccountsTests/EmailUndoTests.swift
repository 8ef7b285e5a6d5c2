import Support
import Accounts
import Foundation
import Journal
import Primitives
import SQLiteStore
import Testing

@testable import Messaging

@Suite("A former email address") struct EmailUndoTests {
    /// The tokens of the undo links sent to an address, oldest first.
    private func links(_ fixture: AccountsFixture, to address: String) async throws -> [String] {
        let emails = try await fixture.outbox.due(at: fixture.clock.now(), limit: 100)
        return try emails.filter { $0.kind == .emailChanged && $0.recipient == address }.map { email in
            let sealed = try #require(email.sealed)
            return try #require(fixture.sealer.open(sealed, of: email.id))
        }
    }

    /// Ada with this address. It is confirmed by email unless `isConfirmed` is false.
    private func ada(_ fixture: AccountsFixture, isConfirmed: Bool = true) async throws -> Caller {
        try await fixture.add("ada")
        let caller = try await fixture.enter("ada").caller
        _ = try await fixture.account.edit(ProfileChange(email: "ada@example.org"), as: caller)
        if isConfirmed { try await confirm(caller, "ada@example.org", fixture) }
        return caller
    }

    private func confirm(_ caller: Caller, _ address: String, _ fixture: AccountsFixture) async throws {
        try await fixture.mail.sendConfirmation(as: caller)
        let emails = try await fixture.outbox.due(at: fixture.clock.now(), limit: 100)
        let email = try #require(emails.last { $0.kind == .emailConfirmation && $0.recipient == address })
        let sealed = try #require(email.sealed)
        let token = try #require(fixture.sealer.open(sealed, of: email.id))
        try await fixture.mail.confirm(token: token, from: "192.0.2.1")
    }

    private func move(_ caller: Caller, to address: String, _ fixture: AccountsFixture) async throws {
        _ = try await fixture.account.edit(ProfileChange(email: address), as: caller)
    }

    @Test("an incomplete confirmation link is reported as such, with the way to get another")
    func incompleteConfirmation() async throws {
        try await AccountsFixture.run { fixture in
            let refusal = await domainError { try await fixture.mail.confirm(token: "cut short", from: "192.0.2.1") }
            #expect(refusal?.reason == "link_expired")
            #expect(refusal?.message.contains("incomplete") == true && refusal?.message.contains("settings") == true)
        }
    }

    @Test("the link sent to the old address restores it once, and locks out whoever changed it")
    func undo() async throws {
        try await AccountsFixture.run { fixture in
            let caller = try await ada(fixture)
            let token = try await fixture.credentials.createToken(label: "script", as: caller)
            let key = try await fixture.deviceKeys.create(DeviceKeyDraft(label: "phone"), as: caller)
            let ada = try #require(try await fixture.store.user(usernameKey: "ada"))
            let own = PasskeyScene(
                fixture: fixture, user: ada, caller: caller, authenticator: try PasskeyAuthenticator())
            let passkey = try await own.add()
            fixture.clock.advance(by: .seconds(60))
            let thief = try await fixture.enter("ada", from: "203.0.113.9")
            try await move(thief.caller, to: "eve@evil.example", fixture)
            let sent = try await links(fixture, to: "ada@example.org")
            #expect(sent.count == 1)
            let thiefs = PasskeyScene(
                fixture: fixture, user: ada, caller: thief.caller, authenticator: try PasskeyAuthenticator())
            try await thiefs.add()

            let next = try #require(try await fixture.emailUndos.undo(token: sent[0], from: "192.0.2.1"))
            let user = try await fixture.users.get(username: "ada", as: .commandLine)
            #expect(user.email?.text == "ada@example.org")
            #expect(try await fixture.outbox.isConfirmed(user))
            let authentication = fixture.authentication
            #expect(try await authentication.authenticate(sessionToken: thief.signedIn.sessionToken) == nil)
            #expect(try await authentication.authenticate(bearerToken: token.text, from: "192.0.2.1") == nil)
            #expect(try await fixture.admit(.apiKey(key.text)) == nil)
            #expect(try await fixture.store.read { try $0.passkeys(of: ada.id) } == [passkey])
            // A thief who knows the password is locked out too, until the owner has chosen another.
            await expectRefusal(.unauthenticated) { _ = try await fixture.enter("ada") }
            _ = try await fixture.links.choosePassword(
                token: next, password: "another lengthy sekret", in: fixture.browser())
            try await fixture.enter("ada", password: "another lengthy sekret")
            await expectRefusal(.notFound, reason: "link_expired") {
                _ = try await fixture.emailUndos.undo(token: sent[0], from: "192.0.2.1")
            }
            #expect(
                try await fixture.journal().contains { $0.action == "email.undo" && $0.actor.origin == "192.0.2.1" })
            #expect(try fixture.databaseBytes().range(of: Data(sent[0].utf8)) == nil)
        }
    }

    @Test("a link survives further changes within the week, and voids the later ones")
    func furtherChanges() async throws {
        try await AccountsFixture.run { fixture in
            let caller = try await ada(fixture)
            for address in ["eve@evil.example", "eve2@evil.example", "eve3@evil.example"] {
                try await move(caller, to: address, fixture)
                try await confirm(caller, address, fixture)
            }
            let first = try await links(fixture, to: "ada@example.org")[0]
            let second = try await links(fixture, to: "eve@evil.example")[0]
            let third = try await links(fixture, to: "eve2@evil.example")[0]
            // The thief's own link restores the thief's address, and the owner's link still works.
            #expect(try await fixture.emailUndos.undo(token: third, from: "203.0.113.9") != nil)
            #expect(try await fixture.emailUndos.undo(token: first, from: "192.0.2.1") != nil)
            await expectRefusal(.notFound) { _ = try await fixture.emailUndos.undo(token: second, from: "203.0.113.9") }
            let user = try await fixture.users.get(username: "ada", as: .commandLine)
            #expect(user.email?.text == "ada@example.org")
        }
    }

    @Test("nobody can take the old address for a week; then it is free and the link expires")
    func week() async throws {
        try await AccountsFixture.run { fixture in
            let caller = try await ada(fixture)
            try await move(caller, to: "", fixture)
            let link = try await links(fixture, to: "ada@example.org")[0]
            try await fixture.add("eve")
            let eve = try await fixture.enter("eve").caller
            await expectRefusal(.conflict, reason: "email_taken", field: "email") {
                try await move(eve, to: "ADA@example.org", fixture)
            }
            await expectRefusal(.conflict, reason: "email_taken") {
                _ = try await fixture.users.create(UserDraft(username: "x", email: "ada@example.org"), as: .commandLine)
            }
            fixture.clock.advance(by: .seconds(7 * 86_400))
            await expectRefusal(.notFound, reason: "link_expired") {
                _ = try await fixture.emailUndos.undo(token: link, from: "192.0.2.1")
            }
            try await fixture.store.releaseExpired(at: fixture.clock.now())
            try await fixture.account.confirm(password: AccountsFixture.password, as: eve)
            try await move(eve, to: "ada@example.org", fixture)
        }
    }

    @Test("an unconfirmed address gets no email, and is free for others at once")
    func unconfirmed() async throws {
        try await AccountsFixture.run { fixture in
            let caller = try await ada(fixture, isConfirmed: false)
            for number in 1...EmailUndo.maximumPerUser + 2 {
                try await move(caller, to: "boss\(number)@example.org", fixture)
            }
            #expect(try await links(fixture, to: "ada@example.org").isEmpty)
            let boss = try await fixture.users.create(
                UserDraft(username: "boss", email: "boss1@example.org"), as: .commandLine
            ).user
            #expect(boss.email?.text == "boss1@example.org")
            try await fixture.add("bob")
            try await move(try await fixture.enter("bob").caller, to: "ada@example.org", fixture)
        }
    }

    @Test("an admin's change is announced too, a mere change of letter case is not")
    func others() async throws {
        try await AccountsFixture.run { fixture in
            let caller = try await ada(fixture)
            try await move(caller, to: "Ada@Example.org", fixture)
            #expect(try await links(fixture, to: "ada@example.org").isEmpty)
            let user = try #require(caller.principal?.user)
            _ = try await fixture.users.edit(user, UserChange(email: "other@example.org"), as: .commandLine)
            #expect(try await links(fixture, to: "Ada@Example.org").count == 1)
        }
    }

    @Test("a confirmed address can be replaced at most ten times a week")
    func often() async throws {
        try await AccountsFixture.run { fixture in
            let caller = try await ada(fixture)
            for number in 1...EmailUndo.maximumPerUser {
                try await move(caller, to: "a\(number)@example.org", fixture)
                try await confirm(caller, "a\(number)@example.org", fixture)
            }
            await expectRefusal(.conflict, reason: "email_changed_often", field: "email") {
                try await move(caller, to: "a11@example.org", fixture)
            }
        }
    }

    @Test("without a mail server no email is sent, and the change is journaled")
    func withoutMail() async throws {
        try await AccountsFixture.run { fixture in
            let caller = try await ada(fixture)
            let account = AccountService(
                store: fixture.store, pictures: fixture.pictures,
                passwords: Passwords(
                    hasher: fixture.hasher, rules: PasswordRules(), guard: fixture.signInGuard),
                authentication: fixture.authentication, clock: fixture.clock)
            _ = try await account.edit(ProfileChange(email: "ada@example.net"), as: caller)
            #expect(try await links(fixture, to: "ada@example.org").isEmpty)
            #expect(try await fixture.journal().first?.details["fields"] == "email")
        }
    }
}
