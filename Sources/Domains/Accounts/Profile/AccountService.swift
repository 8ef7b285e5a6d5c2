package import Primitives

/// Reads and changes the caller's own account: profile, picture, password.
package struct AccountService: Sendable {
    private let store: any AccountStore
    private let pictures: PictureUploads
    private let passwords: Passwords
    private let authentication: Authentication
    private let clock: any WallClock
    private let undos: (any EmailUndoSealer)?

    /// - Parameter undos: nil when the server sends no email.
    package init(
        store: any AccountStore, pictures: PictureUploads, passwords: Passwords, authentication: Authentication,
        clock: any WallClock, undos: (any EmailUndoSealer)? = nil
    ) {
        self.store = store
        self.pictures = pictures
        self.passwords = passwords
        self.authentication = authentication
        self.clock = clock
        self.undos = undos
    }

    package func get(as caller: Caller) async throws -> User {
        try await store.account(of: caller.requirePerson())
    }

    /// Changes the profile. Another address or user name requires a session whose user typed the password recently, or
    /// a token with the scope for it.
    package func edit(_ change: ProfileChange, as caller: Caller) async throws -> User {
        let profile = try ProfileEdit(change)
        let refusal = change.email == nil && change.username == nil ? nil : try await credentialRefusal(of: caller)
        let message = change.email == nil ? nil : try EmailUndoMessage.make(undos, at: clock.now())
        return try await edit(as: caller) { edit, now in
            let before = edit.user
            let changed = profile.apply(to: &edit.user)
            guard !changed.isEmpty else { return }
            // With another address one can have a new password sent there, and the name is part of the sign-in.
            if edit.user.email != before.email || edit.user.username != before.username, let refusal { throw refusal }
            edit.maker = caller.maker
            edit.emailUndo = message
            edit.record("user.edit", by: caller, at: now, ["fields": changed.joined(separator: ",")])
        }
    }

    /// Sets the picture. `bytes` is a whole JPEG, PNG or WebP file, whatever its declared type is. Only a square made
    /// from it is stored.
    package func setPicture(_ bytes: [UInt8], as caller: Caller) async throws -> User {
        let key = try await pictures.store(bytes, as: caller.requirePerson())
        return try await edit(as: caller) { edit, now in
            guard edit.user.picture != key else { return }
            edit.user.picture = key
            edit.user.pictureChangedAt = now
            edit.record("picture.set", by: caller, at: now)
        }
    }

    /// The name and picture of any user, which every user may see. Throws `notFound`.
    package func person(_ id: ID<Person>, as caller: Principal) async throws -> (name: String, picture: BlobKey?) {
        try caller.require(.browse)
        let user = try await store.existing(id)
        return (user.displayName, user.picture)
    }

    /// The same, by user name.
    package func person(
        named name: String, as caller: Principal
    ) async throws -> (name: String, picture: BlobKey?) {
        try caller.require(.browse)
        let user = try await store.existing(named: name)
        return (user.displayName, user.picture)
    }

    /// Removes the picture from the account. The image itself stays until the sweep finds that nothing refers to it.
    package func removePicture(as caller: Caller) async throws -> User {
        try await edit(as: caller) { edit, now in
            guard edit.user.picture != nil else { return }
            edit.user.picture = nil
            edit.user.pictureChangedAt = now
            edit.record("picture.remove", by: caller, at: now)
        }
    }

    /// Changes the password, ends the user's other sessions and access tokens, and replaces this session's token by the
    /// one that it returns; nil when the caller has a bearer token. Device keys end only on request: they do not depend
    /// on the password, and each would have to be entered into a player again. Throws `invalid` with reason
    /// `wrong_password` for a wrong current password.
    package func changePassword(
        current: String, to new: String, endingDeviceKeys: Bool = false, as caller: Caller
    ) async throws -> RotatedSession? {
        let user = try await store.account(of: caller.requirePersonForCredentials())
        let verified = try await passwords.verify(
            current, field: "currentPassword", of: user, as: caller, by: authentication)
        let hash = try await passwords.hash(
            new, username: user.username.text, displayName: user.displayName, field: "newPassword")
        let now = clock.now()
        let token = RandomToken.make()
        let session = caller.principal?.session
        try await store.edit(user.id, else: .signedOut) { edit in
            try edit.requirePassword(verified, field: "currentPassword")
            edit.setPassword(hash, at: now, endingDeviceKeys: endingDeviceKeys, keeping: caller.credential)
            if let session { edit.additions.append(.rotateSession(session, to: TokenHash(of: token), of: user.id)) }
            edit.record("user.password", by: caller, at: now)
        }
        authentication.ended(user: user.id, except: caller.credential, sparingDeviceKeys: !endingDeviceKeys)
        guard let session, let stored = try await store.sessions([session]).first else { return nil }
        return RotatedSession(sessionToken: token, expiresAt: stored.session.expiresAt)
    }

    /// Notes that the session's user has just typed the password, for actions that require it
    /// (`Authentication.requireConfirmed`). Throws `invalid` with reason `wrong_password` for a wrong one, and
    /// `conflict` for a caller without a session.
    package func confirm(password: String, as caller: Caller) async throws {
        guard let session = try caller.requirePerson().session else {
            throw DomainError(.conflict, "A bearer token needs no confirmation")
        }
        let user = try await store.account(of: caller.requirePerson())
        // Without a password there is nothing that could be proved here.
        guard user.passwordHash != nil else { throw DomainError.confirmationRequired }
        let verified = try await passwords.verify(password, of: user, as: caller, by: authentication)
        let now = clock.now()
        try await store.edit(user.id, else: .signedOut) { edit in
            try edit.requirePassword(verified)
            try edit.requirePasswordAccepted()
            edit.confirm(session, by: caller, at: now)
        }
        authentication.invalidate(user: user.id)
    }

    /// The reason why the caller may not change credentials at the moment; nil when the caller may. No token counts as
    /// confirmed, but a token with the scope for it may.
    private func credentialRefusal(of caller: Caller) async throws -> DomainError? {
        let principal = try caller.requirePerson()
        guard let session = principal.session else {
            guard principal.scopes != nil else { return .confirmationRequired }
            do throws(DomainError) { try principal.require([.credentials]) } catch { return error }
            return nil
        }
        return try await authentication.isConfirmed(session) ? nil : .confirmationRequired
    }

    private func edit(
        as caller: Caller, _ change: @escaping @Sendable (inout AccountEdit, Timestamp) throws -> Void
    ) async throws -> User {
        let principal = try caller.requirePerson()
        let now = clock.now()
        return try await store.edit(principal.user, else: .signedOut) { edit in
            try change(&edit, now)
            return edit.user
        }
    }
}

/// The new token of a session that continues.
package struct RotatedSession: Sendable {
    package let sessionToken: String
    /// The session's absolute end, which use does not extend.
    package let expiresAt: Timestamp
}
