package import Primitives

/// How long sessions last and how many a person can have.
package struct SessionPolicy: Sendable, Equatable {
    /// Beyond this many the least recently used sessions of a person end.
    package static let maximumPerUser = 100

    package var idle: Duration
    package var adminIdle: Duration
    package var absolute: Duration
    /// How long after the password was typed its session may do what asks for a confirmed person.
    package var confirmation: Duration

    package init(
        idle: Duration = .seconds(30 * 86_400), adminIdle: Duration = .seconds(7 * 86_400),
        absolute: Duration = .seconds(90 * 86_400), confirmation: Duration = .seconds(15 * 60)
    ) {
        self.idle = idle
        self.adminIdle = adminIdle
        self.absolute = absolute
        self.confirmation = confirmation
    }

    /// When `session` ends if it is not used again.
    package func end(of session: SessionRecord, role: Role) -> Timestamp {
        min(session.expiresAt, session.lastUsedAt.advanced(by: role == .admin ? adminIdle : idle))
    }

    /// Whether `confirmedAt` is recent. A wall clock that was set back since then by more than a minute counts as too long ago.
    func isConfirmed(_ confirmedAt: Timestamp, at now: Timestamp) -> Bool {
        now < confirmedAt.advanced(by: confirmation) && confirmedAt < now.advanced(by: .seconds(60))
    }

    func admits(_ held: UserSession, at now: Timestamp) -> Bool {
        !held.user.disabled && now < end(of: held.session, role: held.user.role)
    }
}
