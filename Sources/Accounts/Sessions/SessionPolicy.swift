package import Primitives

/// How long sessions last and how many a person can have.
package struct SessionPolicy: Sendable, Equatable {
    /// Beyond this many the least recently used sessions of a person end.
    package static let maximumPerUser = 100

    package var idle: Duration
    package var adminIdle: Duration
    package var absolute: Duration

    package init(
        idle: Duration = .seconds(30 * 86_400), adminIdle: Duration = .seconds(7 * 86_400),
        absolute: Duration = .seconds(90 * 86_400)
    ) {
        self.idle = idle
        self.adminIdle = adminIdle
        self.absolute = absolute
    }

    /// When `session` ends if it is not used again.
    package func end(of session: SessionRecord, role: Role) -> Timestamp {
        min(session.expiresAt, session.lastUsedAt.advanced(by: role == .admin ? adminIdle : idle))
    }

    func admits(_ held: HeldSession, at now: Timestamp) -> Bool {
        !held.user.disabled && now < end(of: held.session, role: held.user.role)
    }
}
