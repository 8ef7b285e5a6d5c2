/// The person in an account; the record itself is `Accounts.User`'s business.
package enum Person {}
/// A signed-in browser.
package enum Session {}

/// Who is asking. A surface builds it from what the request proved; services check it.
package struct Principal: Sendable, Equatable {
    package let user: ID<Person>
    package let role: Role
    /// The browser session, nil for a bearer token or the command line.
    package let session: ID<Session>?
    /// Whose music the caller gets to see.
    package let libraries: LibraryScope

    package init(
        user: ID<Person>, role: Role, session: ID<Session>? = nil, libraries: LibraryScope = .everything
    ) {
        self.user = user
        self.role = role
        self.session = session
        self.libraries = libraries
    }

    package func may(_ permission: Permission) -> Bool {
        role.permissions.contains(permission)
    }

    /// Throws `forbidden` unless the caller's role has `permission`.
    package func require(_ permission: Permission) throws(DomainError) {
        guard may(permission) else {
            throw DomainError(.forbidden, "Your role does not allow this")
        }
    }
}
