import Journal
package import Primitives

/// Manages all accounts, for admins and the command line.
package struct UserAdministrationService: Sendable {
    private let store: any AccountStore
    private let passwords: Passwords
    private let authentication: Authentication
    private let clock: any WallClock
    private let undos: (any EmailUndoSealer)?
    private let deletion: AccountDeletion

    /// - Parameter undos: nil when the server sends no email.
    package init(
        store: any AccountStore, passwords: Passwords, authentication: Authentication, clock: any WallClock,
        undos: (any EmailUndoSealer)? = nil
    ) {
        self.store = store
        self.passwords = passwords
        self.authentication = authentication
        self.clock = clock
        self.undos = undos
        deletion = AccountDeletion(
            store: store, authentication: authentication, signInGuard: passwords.signInGuard)
    }

    /// By user name. `search` is matched against user name, display name and email address.
    package func list(
        matching search: String? = nil, _ page: PageRequest, as caller: Caller
    ) async throws -> Page<User> {
        try caller.require(.manageUsers)
        guard (search?.utf8.count ?? 0) <= 400 else {
            throw DomainError.invalid("The search is too long", field: "q")
        }
        let folded = search.map(FoldedText.fold) ?? ""
        return try await store.users(matching: folded.isEmpty ? nil : folded, page)
    }

    package func get(_ id: ID<Person>, as caller: Caller) async throws -> User {
        try caller.require(.manageUsers)
        return try await store.existing(id)
    }

    package func get(username: String, as caller: Caller) async throws -> User {
        try caller.require(.manageUsers)
        return try await store.existing(named: username)
    }

    /// Adds an account. Without a password in the draft, returns a link to hand out. Throws `invalid` with the field
    /// `libraries` for an unknown library.
    package func create(_ draft: UserDraft, as caller: Caller) async throws -> (user: User, link: IssuedLink?) {
        try caller.requireAccounts()
        if caller.isDeviceKey { try DeviceKeyRules.checkCreation(as: draft.role) }
        let now = clock.now()
        var user = try await passwords.newUser(
            named: draft.username, displayName: draft.displayName, email: draft.email, password: draft.password,
            role: draft.role, isHere: false, at: now)
        user.libraries = draft.libraries
        user.plan = draft.plan
        let link = draft.password == nil ? IssuedLink.password(for: user.id, at: now, by: caller.principal?.user) : nil
        var new = NewAccount(user, journal: [.userCreated(user, by: caller.actor, at: now, caller.provenance)])
        new.maker = caller.maker
        if draft.libraries != .everything {
            new.journal.append(
                caller.entry(
                    "user.libraries", on: user.id, at: now, details: ["libraries": Self.text(draft.libraries)]))
        }
        if let link {
            new.link = link.link
            new.journal.append(caller.entry("link.create", on: user.id, at: now))
        }
        let account = new
        try await store.create(presenting: nil) { _ in account }
        return (user, link)
    }

    /// Changes an account. Another role and disabling end the user's sessions; removing libraries ends the streams from
    /// them. Throws `conflict` with reason `last_admin`, and `invalid` with the field `libraries` for an unknown
    /// library.
    package func edit(_ id: ID<Person>, _ change: UserChange, as caller: Caller) async throws -> User {
        try caller.requireAccounts()
        try change.role?.requireAssignable(field: "role")
        try User.checkBitrate(change.maximumBitrate ?? nil)
        let profile = try ProfileEdit(ProfileChange(displayName: change.displayName, email: change.email))
        let now = clock.now()
        let message = change.email == nil ? nil : try EmailUndoMessage.make(undos, at: now)
        let (user, isSignedOut) = try await store.edit(id, else: .noSuchUser) { edit in
            let before = edit.user
            let fields = profile.apply(to: &edit.user)
            edit.maker = caller.maker
            edit.emailUndo = message
            if !fields.isEmpty {
                edit.record("user.edit", by: caller, at: now, ["fields": fields.joined(separator: ",")])
            }
            if let role = change.role, role != before.role {
                edit.setRole(role)
                edit.record("user.role", by: caller, at: now, ["from": before.role.rawValue, "to": role.rawValue])
            }
            if let disabled = change.disabled, disabled != before.disabled {
                edit.user.disabled = disabled
                if disabled { edit.end(.sessions) }
                edit.record(disabled ? "user.disable" : "user.enable", by: caller, at: now)
            }
            if let limit = change.maximumBitrate, limit != before.maximumBitrate {
                edit.user.maximumBitrate = limit
                edit.record("user.bitrate", by: caller, at: now, ["kbits": limit.map(String.init) ?? "none"])
            }
            if let libraries = change.libraries, libraries.libraries != before.libraries.libraries {
                edit.user.libraries = libraries.including(explicit: before.libraries.includesExplicit)
                edit.record("user.libraries", by: caller, at: now, ["libraries": Self.text(libraries)])
            }
            if let explicit = change.includesExplicit, explicit != before.libraries.includesExplicit {
                edit.user.libraries = edit.user.libraries.including(explicit: explicit)
                edit.record("user.explicit", by: caller, at: now, ["explicit": "\(explicit)"])
            }
            if let plan = change.plan, plan != before.plan {
                edit.user.plan = plan
                edit.record("user.plan", by: caller, at: now, ["plan": plan?.rawValue ?? "default"])
            }
            if caller.isDeviceKey { try DeviceKeyRules.checkEdit(from: before, to: edit.user) }
            edit.endInvitationsIfBarred()
            try edit.requireAnAdminRemains()
            return (edit.user, edit.endings.contains(.sessions))
        }
        if isSignedOut {
            authentication.ended(user: id)
        } else {
            authentication.changed(user: id, scope: user.scope)
        }
        // The terms of the new plan are read with the account.
        return change.plan == nil ? user : try await get(id, as: caller)
    }

    /// Deletes another user's account with everything that is theirs: history, queue, likes, ratings, playlists,
    /// shares, posts and comments. Their additions to others' playlists stay. With `keepingShared` the content that
    /// others see stays too; see `UserStore.delete`. Throws `conflict` with reason `last_admin`, and `forbidden` for
    /// one's own account.
    package func delete(_ id: ID<Person>, keepingShared: Bool = false, as caller: Caller) async throws {
        try caller.requireAccounts()
        guard caller.principal?.user != id else {
            throw DomainError(.forbidden, "Your own account can only be deleted by another administrator")
        }
        let now = clock.now()
        let user = try await store.edit(id, else: .noSuchUser) { edit in
            if caller.isDeviceKey { try DeviceKeyRules.checkTarget(edit.user) }
            try deletion.disable(&edit, at: now, as: caller)
            return edit.stored.user
        }
        authentication.ended(user: id)
        guard try await deletion.finish(user, keepingShared: keepingShared, at: now, as: caller) else {
            throw DomainError.noSuchUser
        }
    }

    private static func text(_ libraries: LibraryScope) -> String {
        libraries.libraries?.sorted().joined(separator: ",") ?? "all"
    }

    /// Makes a link to choose a new password. It replaces earlier ones; nothing else changes until it is used.
    package func createLink(for id: ID<Person>, as caller: Caller) async throws -> IssuedLink {
        try caller.requireCredentials(.manageUsers)
        let now = clock.now()
        let issued = IssuedLink.password(for: id, at: now, by: caller.principal?.user)
        try await store.edit(id, else: .noSuchUser) { edit in
            edit.newLink = issued.link
            edit.maker = caller.maker
            edit.record("link.create", by: caller, at: now)
        }
        return issued
    }

    /// Sets a user's password and ends their sessions, tokens and device keys. Only the command line may; others make a
    /// link.
    package func setPassword(_ password: String, of id: ID<Person>, as caller: Caller) async throws {
        try caller.requireOperator()
        let user = try await store.existing(id)
        let hash = try await passwords.hash(
            password, username: user.username.text, displayName: user.displayName)
        let now = clock.now()
        try await store.edit(id, else: .noSuchUser) { edit in
            edit.setPassword(hash, at: now)
            edit.end(.identityLinks)
            edit.record("user.password", by: caller, at: now)
        }
        passwords.signInGuard.forgive(account: user.username.key)
        authentication.ended(user: id)
    }

    /// Switches off sign-in by the provider, for an operator whose admins cannot sign in. Only the command line may.
    package func switchOffProvider(as caller: Caller) async throws {
        try caller.requireOperator()
        let now = clock.now()
        let entry = JournalEntry.setting("openid", from: "on", to: "off", by: caller.actor, at: now)
        try await store.edit { accounts in
            var provider = try accounts.identityProvider()
            guard provider.isOn else { return nil }
            provider.isOn = false
            return Changes(at: now, .setIdentityProvider(provider), journal: [entry])
        }
    }

    package func sessions(of id: ID<Person>, as caller: Caller) async throws -> [ListedSession] {
        let user = try await get(id, as: caller)
        return try await authentication.liveSessions(of: id, role: user.role, current: caller.principal?.session)
    }

    package func endSessions(of id: ID<Person>, as caller: Caller) async throws {
        try caller.requireCredentials(.manageUsers)
        _ = try await get(id, as: caller)
        let entry = caller.entry("session.end", on: id, at: clock.now())
        try await authentication.endSessions(.all, of: id, journal: entry)
    }

    /// Ends one of the user's sessions. Throws `notFound` for an unknown session and for another user's.
    package func endSession(_ session: ID<Session>, of id: ID<Person>, as caller: Caller) async throws {
        try caller.requireCredentials(.manageUsers)
        _ = try await get(id, as: caller)
        let entry = caller.entry("session.end", on: id, at: clock.now())
        guard try await authentication.endSessions(.one(session), of: id, journal: entry) else {
            throw DomainError.noSuchSession
        }
    }
}
