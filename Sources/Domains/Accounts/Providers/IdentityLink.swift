import Journal
package import Primitives

/// An account's link to a user of the provider, who may sign in to it.
package struct IdentityLink: Sendable, Equatable {
    package let id: ID<IdentityLink>
    package let user: ID<Person>
    package let issuer: String
    package let subject: String
    /// How the provider names the user: a user name or an email address.
    package let label: String
    package let createdAt: Timestamp
    package let lastUsedAt: Timestamp

    package init(
        id: ID<IdentityLink>, user: ID<Person>, issuer: String, subject: String, label: String, createdAt: Timestamp,
        lastUsedAt: Timestamp
    ) {
        self.id = id
        self.user = user
        self.issuer = issuer
        self.subject = subject
        self.label = label
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }

    init(_ identity: Identity, to user: ID<Person>, at now: Timestamp) {
        self.init(
            id: .make(at: now), user: user, issuer: identity.issuer, subject: identity.subject,
            label: VisibleText.clean(identity.username ?? identity.email?.text ?? identity.subject, maximum: 100),
            createdAt: now, lastUsedAt: now)
    }
}

/// The user and session at the provider that a session here was opened by.
package struct SessionIdentity: Sendable, Equatable {
    package let issuer: String
    package let subject: String
    /// The provider's session (`sid`); nil where it does not name it.
    package let session: String?

    package init(issuer: String, subject: String, session: String?) {
        self.issuer = issuer
        self.subject = subject
        self.session = session
    }

    /// Whether a message about these ends this session. A message with a session is about no other.
    package func isMeant(by subject: String?, session named: String?) -> Bool {
        (subject == nil || self.subject == subject) && (named == nil || session == named)
    }
}

extension JournalEntry {
    /// `action` is `identity.link` or `identity.unlink`.
    static func identity(_ action: String, _ link: IdentityLink, by actor: Actor, at now: Timestamp) -> JournalEntry {
        actor.entry(action, on: link.user, at: now, details: ["issuer": link.issuer, "name": link.label])
    }
}
