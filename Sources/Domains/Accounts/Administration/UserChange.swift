package import Primitives

/// What an admin changes about somebody's account; nil leaves it as it is.
package struct UserChange: Sendable {
    package var role: Role?
    package var disabled: Bool?
    package var displayName: String?
    /// Empty text removes it.
    package var email: String?
    package var libraries: LibraryScope?
    /// Whether the person gets to see what is explicit.
    package var includesExplicit: Bool?
    /// In kbit/s; nil within for none.
    package var maximumBitrate: Int??
    /// Nil within for the default plan.
    package var plan: ID<Plan>??

    package init(
        role: Role? = nil, disabled: Bool? = nil, displayName: String? = nil, email: String? = nil,
        libraries: LibraryScope? = nil, includesExplicit: Bool? = nil, maximumBitrate: Int?? = nil,
        plan: ID<Plan>?? = nil
    ) {
        self.role = role
        self.disabled = disabled
        self.displayName = displayName
        self.email = email
        self.libraries = libraries
        self.includesExplicit = includesExplicit
        self.maximumBitrate = maximumBitrate
        self.plan = plan
    }
}
