package import Primitives

/// A link by which somebody makes an account for themselves, once. Its token is known to whoever holds the link and to nobody else.
package struct Invitation: Sendable, Equatable {
    package let id: ID<Invitation>
    package let hash: TokenHash
    /// For whom it is meant, in the admin's words.
    package let label: String
    package let role: Role
    /// Nil for the default plan.
    package let plan: ID<Plan>?
    package var libraries: LibraryScope
    /// Nil for the operator's.
    package let maker: ID<Person>?
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    package var usedAt: Timestamp?

    package init(
        id: ID<Invitation>, hash: TokenHash, label: String, role: Role, plan: ID<Plan>?, libraries: LibraryScope,
        maker: ID<Person>?, createdAt: Timestamp, expiresAt: Timestamp, usedAt: Timestamp? = nil
    ) {
        self.id = id
        self.hash = hash
        self.label = label
        self.role = role
        self.plan = plan
        self.libraries = libraries
        self.maker = maker
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.usedAt = usedAt
    }

    package func isOpen(at now: Timestamp) -> Bool { usedAt == nil && now < expiresAt }

    /// As `isOpen`; an admin's invitation ends with their office.
    ///
    /// - Parameter author: the account of `maker`.
    func isOpen(at now: Timestamp, madeBy author: User?) -> Bool {
        isOpen(at: now) && (maker == nil || author?.mayLetIn == true)
    }
}
