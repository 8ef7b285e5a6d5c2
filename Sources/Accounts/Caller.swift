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

    func requireOperator() throws(DomainError) {
        guard principal == nil else { throw DomainError(.forbidden, "This is done at the command line only") }
    }

    func entry(
        _ action: String, on user: ID<Person>, at now: Timestamp, details: [String: String] = [:]
    ) -> JournalEntry {
        JournalEntry(
            at: now, by: actor, action, JournalEntry.Subject(kind: "user", id: user.rawValue), details: details)
    }
}
