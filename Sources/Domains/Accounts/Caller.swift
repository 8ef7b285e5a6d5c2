package import Journal
package import Primitives

/// Who asks and from where: a person whom a request proved, or the operator at the machine's command line.
package struct Caller: Sendable, Equatable {
    /// Nil for the operator.
    package let principal: Principal?
    /// What the person proved it with.
    package let credential: Credential?
    package let actor: JournalEntry.Actor

    package init(_ authenticated: Authenticated, from origin: String) {
        principal = authenticated.principal
        credential = authenticated.credential
        actor = JournalEntry.Actor(user: authenticated.principal.user, origin: origin)
    }

    private init(actor: JournalEntry.Actor) {
        principal = nil
        credential = nil
        self.actor = actor
    }

    /// Somebody with access to the data folder may do everything; only commands use this.
    package static let commandLine = Caller(actor: .commandLine)

    /// Throws `forbidden` unless the caller has `permission`.
    func require(_ permission: Permission) throws(DomainError) {
        try principal?.require(permission)
    }

    /// The person, for what only a person can do about the own account.
    func requirePerson() throws(DomainError) -> Principal {
        guard let principal else { throw DomainError(.forbidden, "This is done by the person, not the command line") }
        try principal.require(.manageOwnAccount)
        return principal
    }

    /// As `require`, for what makes, changes or frees credentials.
    func requireCredentials(_ permission: Permission) throws(DomainError) {
        try require(permission)
        try principal?.require([.credentials])
    }

    /// As `requireCredentials`, for accounts: a device key that administers makes and changes them within `DeviceKeyRules`.
    func requireAccounts() throws(DomainError) {
        try require(.manageUsers)
        guard !isDeviceKey else { return }
        try principal?.require([.credentials])
    }

    /// Throws `forbidden` with reason `confirmation_required` unless this is the operator, or a session whose person typed the password
    /// lately.
    func requireConfirmation(by authentication: Authentication) async throws {
        guard let principal else { return }
        guard let session = principal.session else { throw DomainError.confirmationRequired }
        guard let held = try await authentication.store.sessions([session]).first else { throw DomainError.signedOut }
        guard authentication.policy.isConfirmed(held.session.confirmedAt, at: authentication.wallClock.now()) else {
            throw DomainError.confirmationRequired
        }
    }

    /// As `requirePerson`, for what makes, changes or frees the person's own credentials.
    func requirePersonForCredentials() throws(DomainError) -> Principal {
        let principal = try requirePerson()
        try principal.require([.credentials])
        return principal
    }

    func requireOperator() throws(DomainError) {
        guard principal == nil else { throw DomainError(.forbidden, "This is done at the command line only") }
    }

    func entry(
        _ action: String, on user: ID<Person>, at now: Timestamp, details: [String: String] = [:]
    ) -> JournalEntry {
        JournalEntry(
            at: now, by: actor, action, JournalEntry.Subject(kind: "user", id: user.rawValue),
            details: details.merging(provenance) { stated, _ in stated })
    }

    /// The bearer token that asks; nil for anything else.
    package var token: ID<AccessToken>? {
        if case .token(let id) = credential { id } else { nil }
    }

    var isDeviceKey: Bool {
        if case .deviceKey = credential { true } else { false }
    }

    /// What the caller makes is put down to this.
    package var maker: Maker { Maker(user: principal?.user, credential: credential) }

    /// The journal's details of an act by a token, by which its products are found.
    var provenance: [String: String] {
        token.map { ["byToken": $0.rawValue] } ?? [:]
    }
}
