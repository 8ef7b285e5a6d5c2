package import Primitives

/// An admin's input for a new account.
package struct UserDraft: Sendable {
    package var username: String
    package var displayName: String?
    package var email: String?
    package var role: Role
    /// Nil to make a link by which the user chooses one.
    package var password: String?
    /// The libraries that the user sees from the beginning.
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

/// An admin's changes to an account; nil leaves a field as it is.
package struct UserChange: Sendable {
    package var role: Role?
    package var disabled: Bool?
    package var displayName: String?
    /// Empty text removes the address.
    package var email: String?
    package var libraries: LibraryScope?
    /// Whether the user sees explicit music.
    package var includesExplicit: Bool?
    /// In kbit/s; the inner nil is no limit.
    package var maximumBitrate: Int??
    /// The inner nil is the default plan.
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

extension Role {
    /// Throws `invalid` for a role that no account can have.
    func requireAssignable(field: String) throws(DomainError) {
        guard Role.assignable.contains(self) else { throw .invalid("An account cannot have this role", field: field) }
    }
}

/// The limits of an admin's device key: it is on a phone, is transmitted with each request, and no password was typed
/// for its requests.
enum DeviceKeyRules {
    /// Throws `forbidden` for a role above contributor.
    static func checkCreation(as role: Role) throws(DomainError) {
        guard role.permissions.isSubset(of: Role.contributor.permissions) else {
            throw refusal("give a role above contributor")
        }
    }

    /// Throws `forbidden` for another address, a role above contributor, enabling an account, and any change to an
    /// admin.
    static func checkEdit(from before: User, to after: User) throws(DomainError) {
        try checkTarget(before)
        guard after.email == before.email else { throw refusal("change an email address") }
        if after.role != before.role { try checkCreation(as: after.role) }
        guard after.disabled || !before.disabled else { throw refusal("enable an account") }
    }

    /// Throws `forbidden` when the user is an admin.
    static func checkTarget(_ user: User) throws(DomainError) {
        guard !user.role.permissions.contains(.manageUsers) else { throw refusal("change an admin's account") }
    }

    private static func refusal(_ act: String) -> DomainError {
        DomainError(.forbidden, "A device key cannot \(act). Do this in the web client", reason: "device_key")
    }
}
