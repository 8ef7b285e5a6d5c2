import Journal
package import Primitives

/// A link by which a user restores a confirmed address that the account has given up. It is sent to that address, and
/// its token's hash is stored.
package struct EmailUndo: Sendable, Equatable {
    package static let lifetime = Duration.seconds(7 * 86_400)
    /// An account with so many undo links within a week cannot change its address again.
    package static let maximumPerUser = 10

    package let hash: TokenHash
    package let user: ID<Person>
    package let email: EmailAddress
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    package init(
        hash: TokenHash, user: ID<Person>, email: EmailAddress, createdAt: Timestamp, expiresAt: Timestamp
    ) {
        self.hash = hash
        self.user = user
        self.email = email
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// Seals the token of an undo link for its email.
package protocol EmailUndoSealer: Sendable {
    /// - Returns: the email's id and the sealed token; nil when the server sends no email.
    func seal(_ token: String, at now: Timestamp) throws -> (emailID: String, sealed: [UInt8])?
}

/// Undoes a change of an account's address by the link that was sent to the former address.
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

    /// Restores the former address and ends the user's sessions, tokens, device keys, invitations and open links.
    /// Invalidates the password, and removes a second factor and passkeys that were set up since. Returns the token of a
    /// link to choose a new password; nil for an account that has no password. The link works once. Earlier changes of
    /// the address can still be undone, later ones cannot.
    ///
    /// Throws `notFound` with reason `link_expired`.
    package func undo(token: String, from origin: String) async throws -> String? {
        let hash = TokenHash(of: token)
        guard let found = try await store.read({ try $0.emailUndo(hash) }), clock.now() < found.expiresAt else {
            throw AccountLink.gone
        }
        let unknown = try await hasher.hash(RandomToken.make())
        let now = clock.now()
        let link = IssuedLink.password(for: found.user, at: now)
        let actor = JournalEntry.Actor(user: found.user, origin: origin)
        let hasLink = try await store.undoEmail(hash) { edit, undo -> Bool in
            guard now < undo.expiresAt, !edit.user.disabled else { throw AccountLink.gone }
            edit.user.email = undo.email
            edit.end(.sessions, .tokens, .deviceKeys, .invitations, .identityLinks)
            edit.passkeys.removeAll { undo.createdAt <= $0.createdAt }
            edit.record("email.undo", by: actor, at: now)
            guard edit.user.passwordHash != nil else { return false }
            edit.setPassword(unknown, at: now)
            if let factor = edit.twoFactor, undo.createdAt <= factor.enabledAt { edit.twoFactor = nil }
            edit.newLink = link.link
            edit.record("user.password", by: actor, at: now, ["reason": "email.undo"])
            edit.record("link.create", by: actor, at: now, ["reason": "email.undo"])
            return true
        }
        guard let hasLink else { throw AccountLink.gone }
        authentication.ended(user: found.user)
        return hasLink ? link.token : nil
    }
}
