package import Accounts
import Foundation
import Journal
package import Primitives

/// Queues the emails that users and admins request. Nothing here waits for a mail server.
package struct MailService: Sendable {
    private static let confirmationLifetime = Duration.seconds(48 * 3600)

    /// Whether there is a mail server. Without one, admins pass links on themselves.
    package let isEnabled: Bool
    private let outbox: any Outbox
    private let users: any UserStore
    private let links: LinkMaker
    private let sealer: EmailTokenSealer
    private let clock: any WallClock
    private let requests: AsyncStream<(identity: String, origin: String)>
    private let request: AsyncStream<(identity: String, origin: String)>.Continuation

    package init(
        isEnabled: Bool, outbox: any Outbox, users: any UserStore, links: LinkMaker, sealer: EmailTokenSealer,
        clock: any WallClock
    ) {
        self.isEnabled = isEnabled
        self.outbox = outbox
        self.users = users
        self.links = links
        self.sealer = sealer
        self.clock = clock
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(200))
    }

    // MARK: Forgotten passwords

    /// Queues the request and returns at once, the same for every name: only the mailbox shows the outcome. Requests
    /// beyond those that wait already are dropped.
    package func requestReset(of identity: String, from origin: String) throws {
        try requireEnabled()
        guard identity.utf8.count <= 320 else {
            throw DomainError.invalid("This is neither a user name nor an email address", field: "identity")
        }
        request.yield((identity, origin))
    }

    /// Without a mail server, gives up waiting emails at the age at which undeliverable ones are given up. Otherwise,
    /// if there is a mail server again, users would receive links that have long expired.
    package func giveUpOld() async throws {
        guard !isEnabled else { return }
        let latest = Timestamp(
            milliseconds: clock.now().milliseconds - Email.timeout.wholeMilliseconds)
        try await outbox.giveUp(writtenBefore: latest, because: "There is no mail server anymore")
    }

    /// Handles the requests one after the other; must run.
    package func work() async {
        for await (identity, origin) in requests {
            // A busy database must not end this: the user asks again.
            try? await reset(identity, from: origin)
        }
    }

    private func reset(_ identity: String, from origin: String) async throws {
        let user: User
        if let email = try? EmailAddress(identity) {
            guard let found = try await outbox.account(emailKey: email.key), found.isConfirmed else { return }
            user = found.user
        } else {
            guard let name = try? Username(identity.filter { !$0.isWhitespace }),
                let found = try await users.user(usernameKey: name.key), try await outbox.isConfirmed(found)
            else { return }
            user = found
        }
        // A user who was invited and has no password yet has a link already, which a stranger's request must not
        // replace.
        guard !user.disabled, user.passwordHash != nil, let email = user.email else { return }
        let actor = JournalEntry.Actor(user: nil, origin: origin)
        guard let token = try await links.makeReset(of: user.id, by: actor) else { return }
        try await add(.passwordReset, to: user, email.text, token: token)
    }

    // MARK: The caller's own address

    /// Sends a link to the caller's address that confirms it. Throws `conflict` without an address.
    package func sendConfirmation(as caller: Caller) async throws {
        try caller.principal?.require([.credentials])
        try requireEnabled()
        let user = try await current(caller)
        guard let email = user.email else {
            throw DomainError(.conflict, "The account has no email address", reason: "email_missing", field: "email")
        }
        let token = links.token()
        let now = clock.now()
        try await outbox.begin(
            confirmation: TokenHash(of: token), of: user, until: now.advanced(by: Self.confirmationLifetime))
        try await add(.emailConfirmation, to: user, email.text, token: token)
    }

    /// Confirms the address that the link was sent to. Throws `notFound` with reason `link_expired`.
    package func confirm(token: String, from origin: String) async throws {
        let now = clock.now()
        try await outbox.confirm(TokenHash(of: token)) { confirmation in
            guard let confirmation, confirmation.isOfPresentAddress, now < confirmation.expiresAt else {
                throw DomainError(
                    .notFound,
                    """
                    This link is incomplete, has been used or has expired. Open it as it was sent, or send a new one \
                    from your settings
                    """,
                    reason: "link_expired", field: "token")
            }
            return JournalEntry(
                at: now, by: .init(user: confirmation.user, origin: origin), "email.confirm",
                .init("user", confirmation.user))
        }
    }

    /// Whether the caller's address is confirmed, and the kinds of notifications that are sent there.
    package func settings(as caller: Caller) async throws -> (isConfirmed: Bool, kinds: Set<String>) {
        let user = try await current(caller)
        return (try await outbox.isConfirmed(user), try await outbox.mailed(to: user.id))
    }

    package func mail(_ kinds: Set<String>, as caller: Caller) async throws {
        let user = try await current(caller)
        try await outbox.mail(kinds, to: user.id)
    }

    // MARK: For admins

    /// Sends a user a link to choose a first or a new password, in place of earlier links.
    package func sendLink(to id: ID<Person>, as caller: Caller, using administration: UserAdministrationService)
        async throws
    {
        try requireEnabled()
        let user = try await administration.get(id, as: caller)
        guard let email = user.email else {
            throw DomainError(.conflict, "The account has no email address", reason: "email_missing")
        }
        let link = try await administration.createLink(for: id, as: caller)
        guard user.passwordHash != nil else {
            return try await add(.invitation, to: user, email.text, token: link.token)
        }
        let hours = AccountLink.passwordLifetime.components.seconds / 3600
        try await add(.passwordReset, to: user, email.text, token: link.token, additional: ["hours": "\(hours)"])
    }

    /// Makes an invitation and sends its link to `address`. Makes nothing without a mail server or with an invalid
    /// address.
    package func invite(
        _ draft: InvitationDraft, to address: String, as caller: Caller, using invitations: InvitationService
    ) async throws -> (invitation: Invitation, token: String) {
        try caller.principal?.require(.manageUsers)
        try caller.principal?.require([.credentials])
        let email = try EmailAddress(address)
        guard isEnabled else {
            throw DomainError(
                .conflict, "This server sends no email. Leave out the address, and pass the link on yourself",
                reason: "mail_absent", field: "email")
        }
        // The operator at the command line has no name and no language.
        let inviter = caller.principal == nil ? nil : try await current(caller)
        let made = try await invitations.create(draft, as: caller)
        let now = clock.now()
        let id = ID<Email>.make(at: now)
        var parameters = ["until": Self.text(of: made.invitation.expiresAt)]
        parameters["by"] = inviter?.displayName
        try await outbox.add(
            Email(
                id: id, user: nil, recipient: email.text, kind: .joining, locale: inviter?.locale.language ?? .english,
                parameters: parameters, sealed: try sealer.seal(made.token, of: id),
                topic: "\(EmailKind.joining.rawValue):\(id.rawValue)", createdAt: now))
        return made
    }

    package func sendTest(as caller: Caller) async throws {
        try Self.requireAdmin(caller)
        try requireEnabled()
        let user = try await current(caller)
        guard let email = user.email else {
            throw DomainError(.conflict, "The account has no email address", reason: "email_missing")
        }
        try await add(.test, to: user, email.text, token: nil)
    }

    package func emails(_ page: PageRequest, as caller: Caller) async throws -> Page<Email> {
        try Self.requireAdmin(caller)
        return try await outbox.emails(page)
    }

    package func counts(as caller: Caller) async throws -> (waiting: Int, failed: Int) {
        try Self.requireAdmin(caller)
        return try await outbox.counts()
    }

    package func retry(_ id: ID<Email>, as caller: Caller) async throws {
        try Self.requireAdmin(caller)
        let now = clock.now()
        guard try await outbox.retry(id, at: now, journal: Self.entry("mail.retry", id, caller, now)) else {
            throw DomainError.notFound("There is no such email")
        }
    }

    package func delete(_ id: ID<Email>, as caller: Caller) async throws {
        try Self.requireAdmin(caller)
        // The email may be the one that lets a user undo a change of address.
        try caller.principal?.require([.credentials])
        let now = clock.now()
        guard try await outbox.delete(id, journal: Self.entry("mail.delete", id, caller, now)) else {
            throw DomainError.notFound("There is no such email")
        }
    }

    /// To the minute, in a form for every language.
    private static func text(of instant: Timestamp) -> String {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space).year().month().day()
            .dateSeparator(.dash).time(includingFractionalSeconds: false)
        return date.formatted(style).prefix(16) + " UTC"
    }

    private func add(
        _ kind: EmailKind, to user: User, _ address: String, token: String?, additional: [String: String] = [:]
    ) async throws {
        let now = clock.now()
        let id = ID<Email>.make(at: now)
        try await outbox.add(
            Email(
                id: id, user: user.id, recipient: address, kind: kind, locale: user.locale.language,
                parameters: ["name": user.displayName, "username": user.username.text].merging(additional) { $1 },
                sealed: try token.map { try sealer.seal($0, of: id) },
                // Each email has a link of its own, which replaces the one before, so only the latest email counts.
                topic: "\(kind.rawValue):\(id.rawValue)", createdAt: now))
    }

    private func current(_ caller: Caller) async throws -> User {
        guard let principal = caller.principal, let user = try await users.user(principal.user), !user.disabled else {
            throw DomainError.signedOut
        }
        return user
    }

    private func requireEnabled() throws {
        guard isEnabled else {
            throw DomainError(.conflict, "This server sends no email. Ask an administrator", reason: "mail_absent")
        }
    }

    private static func requireAdmin(_ caller: Caller) throws(DomainError) {
        try caller.principal?.require(.administer)
    }

    private static func entry(
        _ action: String, _ id: ID<Email>, _ caller: Caller, _ now: Timestamp
    ) -> JournalEntry {
        JournalEntry(at: now, by: caller.actor, action, JournalEntry.Subject(kind: "letter", id: id.rawValue))
    }
}
