import Journal
package import Primitives

/// Deletes an account in two steps: the account is disabled with all its credentials, then the user's data is deleted.
struct AccountDeletion: Sendable {
    let store: any AccountStore
    let authentication: Authentication
    let signInGuard: SignInGuard

    /// The first step, within the transaction. Throws `conflict` with reason `last_admin`.
    func disable(_ edit: inout AccountEdit, at now: Timestamp, as caller: Caller) throws {
        edit.user.disabled = true
        edit.end(.sessions, .tokens, .deviceKeys, .invitations)
        try edit.requireAnAdminRemains()
        if !edit.stored.user.disabled { edit.record("user.disable", by: caller, at: now) }
    }

    /// The second step, after the first is stored. False when the account was deleted already.
    func finish(_ user: User, keepingShared: Bool, at now: Timestamp, as caller: Caller) async throws -> Bool {
        let entry = caller.entry(
            "user.delete", on: user.id, at: now,
            details: [
                "username": user.username.text, "role": user.role.rawValue,
                "shared": keepingShared ? "kept" : "deleted",
            ])
        guard try await store.delete(user.id, keepingShared: keepingShared, journal: entry) else { return false }
        signInGuard.forgive(account: user.username.key)
        authentication.ended(user: user.id)
        return true
    }
}

/// The rules of the second step, for the many transactions that delete a user's data.
package enum DeletionRules {
    /// False when there is no such account. Throws `conflict` with reason `enabled_again` unless it is disabled.
    package static func mayDelete(_ user: User?) throws(DomainError) -> Bool {
        guard let user else { return false }
        guard user.disabled else {
            throw DomainError(
                .conflict, "The account was enabled again and is not deleted. Disable it first", reason: "enabled_again"
            )
        }
        return true
    }
}

/// The account that takes over the shared content of a deleted user. Nobody can use it, and no list shows it.
package struct FormerMember: Sendable {
    package let id: ID<Person>
    package let createdAt: Timestamp
    package let displayName = "A former member"
    package let role = Role.listener

    package init(at now: Timestamp) {
        id = .make(at: now)
        createdAt = now
    }

    /// Unique, and shown to nobody.
    package var username: String { "former \(id)" }
}

/// The content of a deleted user that others see, and that a former member takes over.
package enum SharedContent: Sendable, CaseIterable {
    case posts, comments, reactions
    /// Playlists that are not private.
    case sharedPlaylists
    /// Wishes that others back.
    case backedWishes
}
