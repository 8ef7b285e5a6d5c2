package import Primitives

/// A link by which a visitor makes an account, once. Only the link's holder knows its token.
package struct Invitation: Sendable, Equatable {
    package let id: ID<Invitation>
    package let hash: TokenHash
    /// The admin's note about who it is for.
    package let label: String
    package let role: Role
    /// Nil for the default plan.
    package let plan: ID<Plan>?
    package var libraries: LibraryScope
    /// Nil for the operator's invitations.
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

    /// As `isOpen`. An admin's invitation ends when that account is no longer an admin's.
    ///
    /// - Parameter author: the account of `maker`.
    func isOpen(at now: Timestamp, madeBy author: User?) -> Bool {
        isOpen(at: now) && (maker == nil || author?.mayLetIn == true)
    }
}

extension AccountState {
    /// Whether the invitation can be used now.
    func isOpen(_ invitation: Invitation, at now: Timestamp) throws -> Bool {
        invitation.isOpen(at: now, madeBy: try invitation.maker.flatMap { try user($0) })
    }

    /// Nil for an invitation that is unknown, used, or expired.
    func openInvitation(_ hash: TokenHash, at now: Timestamp) throws -> Invitation? {
        guard let invitation = try invitation(hash), try isOpen(invitation, at: now) else { return nil }
        return invitation
    }
}

/// An admin's input for an invitation.
package struct InvitationDraft: Sendable {
    package static let days = 1...90

    package var label: String
    package var role: Role
    package var plan: ID<Plan>?
    package var libraries = LibraryScope.everything
    package var expiresInDays: Int

    package init(label: String = "", role: Role = .contributor, expiresInDays: Int = 7) {
        self.label = label
        self.role = role
        self.expiresInDays = expiresInDays
    }
}

/// An invitation with the names of its maker, its user and its plan.
package struct ListedInvitation: Sendable {
    package let invitation: Invitation
    /// Nil for the command line, and when the account was deleted.
    package let madeBy: String?
    package let usedBy: String?
    package let planName: String?

    package init(invitation: Invitation, madeBy: String?, usedBy: String?, planName: String?) {
        self.invitation = invitation
        self.madeBy = madeBy
        self.usedBy = usedBy
        self.planName = planName
    }
}
