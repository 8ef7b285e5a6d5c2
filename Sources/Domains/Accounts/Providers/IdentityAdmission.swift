import Foundation
import Journal
import Primitives

/// Decides which account a user of the provider enters.
struct IdentityAdmission: Sendable {
    let provider: IdentityProvider
    let identity: Identity
    /// The IP address of the browser.
    let origin: String

    /// Throws `forbidden` with reason `openid_no_group`.
    func assignment() throws(DomainError) -> IdentityProvider.Assignment {
        try provider.assignment(for: identity.groups).orThrow(
            DomainError(
                .forbidden, "You are in none of the groups of \(provider.name) that may sign in here",
                reason: "openid_no_group"))
    }

    /// The linked account; else the one with the same confirmed address, which is linked; else a new one. Throws
    /// `forbidden` with reason `openid_no_account` where no account is made, and with `openid_email_unconfirmed` where
    /// an account has the address that may not be linked by it.
    func admit(in accounts: any AccountState, at now: Timestamp) throws -> (Changes<AccountWrite>?, ID<Person>) {
        if let link = try accounts.identityLink(issuer: identity.issuer, subject: identity.subject) {
            return (nil, link.user)
        }
        if let email = identity.email, let holder = try accounts.holder(of: email) {
            guard provider.linksByEmail, try accounts.isConfirmed(email, by: holder) else {
                throw DomainError(
                    .forbidden,
                    "An account here has your email address. Sign in to it with its password, and connect \(provider.name) in the settings",
                    reason: "openid_email_unconfirmed")
            }
            let link = IdentityLink(identity, to: holder, at: now)
            return (try link.additions(by: JournalEntry.Actor(user: holder, origin: origin), in: accounts), holder)
        }
        // The first account is the admin's, made by the setup link.
        guard provider.makesAccounts, try !accounts.ableAdmins().isEmpty else {
            throw DomainError(
                .forbidden, "You have no account here. Ask an admin for an invitation", reason: "openid_no_account")
        }
        return try make(in: accounts, at: now)
    }

    private func make(in accounts: any AccountState, at now: Timestamp) throws -> (Changes<AccountWrite>?, ID<Person>) {
        let assignment = try assignment()
        guard let role = assignment.role ?? provider.role else { throw DomainError.signedOut }
        let names = try NewcomerName(identity, in: accounts)
        let user = User(
            id: .make(at: now), username: names.username, displayName: names.displayName, email: identity.email,
            role: role, createdAt: now, lastSeenAt: now,
            libraries: assignment.libraries.map(LibraryScope.only) ?? .everything)
        let actor = JournalEntry.Actor(user: user.id, origin: origin)
        let link = IdentityLink(identity, to: user.id, at: now)
        var account = NewAccount(
            user,
            journal: [
                .userCreated(user, by: actor, at: now), .identity("identity.link", link, by: actor, at: now),
            ])
        account.isSelfMade = true
        var changes = try account.changes(presenting: nil, in: accounts)
        changes.writes.append(.addIdentityLink(link))
        if let email = identity.email { changes.writes.append(.confirmEmail(email, of: user.id, at: now)) }
        return (changes, user.id)
    }
}

/// The names of a new account: the provider's, changed where another user has them.
private struct NewcomerName {
    let username: Username
    let displayName: String

    init(_ identity: Identity, in accounts: any AccountState) throws {
        var taken: Set<String> = []
        try accounts.forEachName(besides: ID("")) { username, displayName in
            taken.formUnion([ConfusableNames.of(username), ConfusableNames.of(displayName)])
        }
        let local = identity.email?.text.prefix { $0 != "@" }
        let dotted = identity.displayName?.lowercased().split(separator: " ").joined(separator: ".")
        let wanted = [identity.username?.prefix { $0 != "@" }.description, local?.description, dotted, "member"]
            .compactMap(\.self)
        let free = wanted.lazy.compactMap { Self.free($0, besides: taken) }.first
        guard let free else { throw DomainError.usernameTaken }
        username = free
        let name = identity.displayName.flatMap { try? DisplayName.checked($0) }
        displayName = name.flatMap { taken.contains(ConfusableNames.of($0)) ? nil : $0 } ?? free.text
    }

    /// The name itself, or with the lowest number that makes it free. Nil for what is no user name.
    private static func free(_ text: String, besides taken: Set<String>) -> Username? {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines).prefix(Username.maximumLength - 6)
        for number in 1...9999 {
            guard let username = try? Username(number == 1 ? String(name) : "\(name)\(number)"),
                (try? NameRules.checkForm(of: username)) != nil
            else { return nil }
            if !taken.contains(ConfusableNames.of(username.text)) { return username }
        }
        return nil
    }
}

extension IdentityLink {
    /// The changes that add this link to an existing account. Throws `conflict` with reason `openid_linked` where the
    /// account or the provider's user has another.
    func additions(by actor: JournalEntry.Actor, in accounts: any AccountState) throws -> Changes<AccountWrite> {
        guard try accounts.identityLink(issuer: issuer, subject: subject) == nil,
            try !accounts.identityLinks(of: user).contains(where: { $0.issuer == issuer })
        else {
            throw DomainError(
                .conflict, "This account is connected to another user already", reason: "openid_linked")
        }
        return Changes(
            at: createdAt, .addIdentityLink(self),
            journal: [.identity("identity.link", self, by: actor, at: createdAt)],
            notifications: [AccountNotifications.identityLinked(self)])
    }
}

/// A user who has just come from the provider, on the way into an account.
struct ProviderVisit: Sendable, Equatable {
    let provider: IdentityProvider
    let identity: Identity
    let assignment: IdentityProvider.Assignment
    /// Whether the user has proved at the provider in this very sign-in to be there.
    let isConfirmed: Bool

    /// The provider's user, for the session that the visit opens.
    var session: SessionIdentity {
        SessionIdentity(issuer: identity.issuer, subject: identity.subject, session: identity.session)
    }

    /// Whether this server asks for no second factor of its own.
    var hasSecondFactor: Bool { provider.trustsSecondFactor && identity.hasSecondFactor }

    /// Gives the account the role and the libraries that the provider's groups are for. The last admin stays one.
    func assign(to edit: inout AccountEdit, by actor: JournalEntry.Actor, at now: Timestamp) {
        let before = edit.user
        if let role = assignment.role, role != before.role, edit.setRoleUnlessLastAdmin(role) {
            edit.record(
                "user.role", by: actor, at: now,
                ["from": before.role.rawValue, "to": role.rawValue, "reason": "provider"])
        }
        if let libraries = assignment.libraries, libraries != before.libraries.libraries {
            edit.user.libraries = .only(libraries).including(explicit: before.libraries.includesExplicit)
            edit.record(
                "user.libraries", by: actor, at: now,
                ["libraries": libraries.sorted().joined(separator: ","), "reason": "provider"])
        }
    }

    /// Notes at the account's link that the provider's user has entered it.
    func recordUse(in edit: inout AccountEdit) {
        guard let now = edit.user.lastSeenAt else { return }
        edit.additions.append(.useIdentityLink(issuer: identity.issuer, subject: identity.subject, at: now))
    }
}
