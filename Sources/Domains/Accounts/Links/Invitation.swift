package import Journal
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

/// An admin's input for an invitation.
package struct InvitationDraft: Sendable {
    package static let days = 1...90

    package var label: String
    package var role: Role
    package var plan: ID<Plan>?
    package var libraries: LibraryScope
    package var expiresInDays: Int

    package init(
        label: String = "", role: Role = .contributor, plan: ID<Plan>? = nil, libraries: LibraryScope = .everything,
        expiresInDays: Int = 7
    ) {
        self.label = label
        self.role = role
        self.plan = plan
        self.libraries = libraries
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

/// The storage of invitations. Every method is one transaction.
package protocol InvitationStore: Sendable {
    /// Newest first.
    func invitations(_ page: PageRequest) async throws -> Page<ListedInvitation>
    /// The invitation, used or not, with the user who made it.
    func invitation(hash: TokenHash) async throws -> (invitation: Invitation, maker: User?)?
    /// Throws `invalid` with the field `plan` for an unknown plan.
    ///
    /// - Parameter check: receives the account of the invitation's maker inside the transaction.
    func create(
        _ invitation: Invitation, by maker: Maker, journal entry: JournalEntry,
        _ check: @escaping @Sendable (User?) throws -> Void
    ) async throws
    /// Returns false when there is none.
    func delete(_ id: ID<Invitation>, journal entry: JournalEntry) async throws -> Bool
    /// Adds the account that `decide` makes, and marks the invitation as used by it. `decide` runs inside the transaction and
    /// receives the invitation with its maker, or nil when there is no such invitation. Libraries that no longer exist are left
    /// out. Throws `conflict` as `UserStore.create`.
    func accept(
        _ hash: TokenHash, at now: Timestamp,
        _ decide: @escaping @Sendable ((invitation: Invitation, maker: User?)?) throws -> NewAccount
    ) async throws
}
