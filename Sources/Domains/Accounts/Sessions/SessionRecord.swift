package import Primitives

/// A signed-in browser, as it is stored: its token's hash, never the token.
package struct SessionRecord: Sendable, Equatable {
    package let id: ID<Session>
    package let user: ID<Person>
    package let hash: TokenHash
    /// Like `Firefox on Linux`.
    package let client: String
    /// The IP address it was opened from.
    package let address: String
    package let createdAt: Timestamp
    package let lastUsedAt: Timestamp
    /// The time of the user's last sign-in or confirmation with the password.
    package let confirmedAt: Timestamp
    /// The absolute end, which use does not extend; idleness may end the session earlier.
    package let expiresAt: Timestamp
    /// The provider's user who signed in; nil where the session was opened otherwise.
    package let identity: SessionIdentity?

    package init(
        id: ID<Session>, user: ID<Person>, hash: TokenHash, client: String, address: String, createdAt: Timestamp,
        lastUsedAt: Timestamp, confirmedAt: Timestamp, expiresAt: Timestamp, identity: SessionIdentity? = nil
    ) {
        self.id = id
        self.user = user
        self.hash = hash
        self.client = client
        self.address = address
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.confirmedAt = confirmedAt
        self.expiresAt = expiresAt
        self.identity = identity
    }
}

/// The lifetimes of sessions and their number for each user.
package struct SessionPolicy: Sendable, Equatable {
    /// The number of a user's sessions. Beyond it the least recently used ones end.
    package static let maximumPerUser = 100

    package let idle = Duration.seconds(30 * 86_400)
    package let adminIdle = Duration.seconds(7 * 86_400)
    package let absolute = Duration.seconds(90 * 86_400)
    /// The time after the password was typed in which a session counts as confirmed.
    package let confirmation: Duration

    package init(confirmation: Duration = .seconds(15 * 60)) {
        self.confirmation = confirmation
    }

    /// The end of `session` if it is not used again.
    package func end(of session: SessionRecord, role: Role) -> Timestamp {
        min(session.expiresAt, session.lastUsedAt.advanced(by: role == .admin ? adminIdle : idle))
    }

    /// Whether `confirmedAt` is recent. When the wall clock was set back since then by more than a minute, it is not.
    func isConfirmed(_ confirmedAt: Timestamp, at now: Timestamp) -> Bool {
        now < confirmedAt.advanced(by: confirmation) && confirmedAt < now.advanced(by: .seconds(60))
    }

    func admits(_ session: SessionRecord, of user: User, at now: Timestamp) -> Bool {
        !user.disabled && now < end(of: session, role: user.role)
    }
}

/// A session as lists show it.
package struct ListedSession: Sendable {
    package let session: SessionRecord
    package let isCurrent: Bool
    /// The end if it is not used again.
    package let endsAt: Timestamp
}
