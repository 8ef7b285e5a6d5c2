package import Primitives

/// What an admin says about a new account.
package struct UserDraft: Sendable {
    package var username: String
    package var displayName: String?
    package var email: String?
    package var role: Role
    /// Nil to hand out a link by which the person chooses one.
    package var password: String?
    /// What the person sees from the first moment on.
    package var libraries: LibraryScope
    /// Nil for the default plan.
    package var plan: ID<Plan>?

    package init(
        username: String, displayName: String? = nil, email: String? = nil, role: Role = .contributor,
        password: String? = nil, libraries: LibraryScope = .everything,
        plan: ID<Plan>? = nil
    ) {
        self.username = username
        self.displayName = displayName
        self.email = email
        self.role = role
        self.password = password
        self.libraries = libraries
        self.plan = plan
    }
}
