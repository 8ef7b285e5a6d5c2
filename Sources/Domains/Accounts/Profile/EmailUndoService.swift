import Journal
package import Primitives

/// Undoes a change of an account's address by the link that the former address was sent.
package struct EmailUndoService: Sendable {
    private let store: any AccountStore
    private let hasher: any PasswordHasher
    private let authentication: Authentication
    private let clock: any WallClock

    package init(
        store: any AccountStore, hasher: any PasswordHasher, authentication: Authentication, clock: any WallClock
    ) {
        self.store = store
        self.hasher = hasher
        self.authentication = authentication
        self.clock = clock
    }

    /// Puts the former address back and ends the person's sessions, tokens, device keys, invitations and open links. The password and a second
    /// factor that was set up since are taken from whoever changed it, and the token of a link to choose a new password comes back; nil for
    /// an account that has no password. It works once; what was changed before it can still be undone, what was changed after it not.
    ///
    /// Throws `notFound` with reason `link_expired`.
    package func undo(token: String, from origin: String) async throws -> String? {
        let hash = TokenHash(of: token)
        guard let found = try await store.emailUndo(hash: hash), clock.now() < found.expiresAt else {
            throw AccountLink.gone
        }
        let unknown = try await hasher.hash(RandomToken.make())
        let now = clock.now()
        let link = IssuedLink.password(for: found.user, at: now)
        let actor = JournalEntry.Actor(user: found.user, origin: origin)
        let subject = JournalEntry.Subject(kind: "user", id: found.user.rawValue)
        let hasLink = try await store.undoEmail(hash) { edit, undo -> Bool in
            guard now < undo.expiresAt, !edit.user.disabled else { throw AccountLink.gone }
            edit.user.email = undo.email
            edit.endsSessions = true
            edit.endsTokens = true
            edit.endsDeviceKeys = true
            edit.endsInvitations = true
            edit.journal.append(JournalEntry(at: now, by: actor, "email.undo", subject))
            guard edit.user.passwordHash != nil else { return false }
            edit.setPassword(unknown, at: now)
            if let factor = edit.twoFactor, undo.createdAt <= factor.enabledAt { edit.twoFactor = nil }
            edit.newLink = link.link
            edit.journal += [
                JournalEntry(at: now, by: actor, "user.password", subject, details: ["reason": "email.undo"]),
                JournalEntry(at: now, by: actor, "link.create", subject, details: ["reason": "email.undo"]),
            ]
            return true
        }
        guard let hasLink else { throw AccountLink.gone }
        authentication.ended(user: found.user)
        return hasLink ? link.token : nil
    }
}
