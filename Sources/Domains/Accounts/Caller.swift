package import Journal
package import Primitives

/// The caller of a service and the origin of the call: a user whom a request's credential proves, or the operator at
/// the machine's command line.
package struct Caller: Sendable, Equatable {
    /// Nil for the operator.
    package let principal: Principal?
    /// The credential of the user's request.
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

    /// The operator. Access to the data folder permits everything; only commands use this.
    package static let commandLine = Caller(actor: .commandLine)

    /// Throws `forbidden` unless the caller has `permission`.
    func require(_ permission: Permission) throws(DomainError) {
        try principal?.require(permission)
    }

    /// The user, for actions that only a user can perform on their own account. Throws `forbidden` for the operator.
    package func requirePerson() throws(DomainError) -> Principal {
        guard let principal else { throw DomainError(.forbidden, "Only the user can do this, not the command line") }
        try principal.require(.manageOwnAccount)
        return principal
    }

    /// As `require`, for actions that make, change or release credentials.
    func requireCredentials(_ permission: Permission) throws(DomainError) {
        try require(permission)
        try principal?.require([.credentials])
    }

    /// As `requireCredentials`, for accounts. An admin's device key may make and change them within `DeviceKeyRules`.
    func requireAccounts() throws(DomainError) {
        try require(.manageUsers)
        guard !isDeviceKey else { return }
        try principal?.require([.credentials])
    }

    /// Throws `forbidden` with reason `confirmation_required` unless the caller is the operator, or a session whose
    /// user typed the password recently.
    func requireConfirmation(by authentication: Authentication) async throws {
        guard let principal else { return }
        guard let session = principal.session, try await authentication.isConfirmed(session) else {
            throw DomainError.confirmationRequired
        }
    }

    /// As `requirePerson`, for actions that make, change or release the user's own credentials.
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
        actor.entry(action, on: user, at: now, details: details.merging(provenance) { stated, _ in stated })
    }

    /// The bearer token of the call; nil for any other credential.
    package var token: ID<AccessToken>? { credential?.tokenID }

    var isDeviceKey: Bool { credential?.deviceKeyID != nil }

    /// The name under which the throttle counts this credential's failures.
    var device: String { "\(credential as Any)" }

    /// The maker of everything that this caller makes.
    package var maker: Maker { Maker(user: principal?.user, credential: credential) }

    /// Journal details of an action by a token, by which the token's products are found.
    var provenance: [String: String] {
        token.map { ["byToken": $0.rawValue] } ?? [:]
    }
}

extension JournalEntry.Actor {
    /// An entry about a user's account.
    func entry(
        _ action: String, on user: ID<Person>, at now: Timestamp, details: [String: String] = [:]
    ) -> JournalEntry {
        JournalEntry(at: now, by: self, action, .init("user", user), details: details)
    }
}
