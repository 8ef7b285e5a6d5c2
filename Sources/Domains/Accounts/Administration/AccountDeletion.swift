import Journal
import Primitives

/// Deletes an account in two steps: it is disabled and nothing of it works any more, then what is theirs goes.
struct AccountDeletion: Sendable {
    let store: any AccountStore
    let authentication: Authentication
    let signInGuard: SignInGuard

    /// The first step, within the transaction. Throws `conflict` with reason `last_admin`.
    func disable(_ edit: inout AccountEdit, at now: Timestamp, as caller: Caller) throws {
        let before = edit.user
        edit.user.disabled = true
        edit.endsSessions = true
        edit.endsTokens = true
        edit.endsDeviceKeys = true
        edit.endsInvitations = true
        try edit.requireAnAdminRemains(before: before)
        if !before.disabled { edit.journal.append(caller.entry("user.disable", on: before.id, at: now)) }
    }

    /// Call it when the first step is written.
    func ended(_ user: User) {
        authentication.ended(user: user.id)
    }

    /// The second step. False when the account is gone already.
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
