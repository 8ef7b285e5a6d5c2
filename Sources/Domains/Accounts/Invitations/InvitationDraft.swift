package import Primitives

/// What an admin says about an invitation.
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
