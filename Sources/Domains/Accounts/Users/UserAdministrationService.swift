import Journal
package import Primitives

/// Manages all accounts, for admins and the command line.
package struct UserAdministrationService: Sendable {
    private let store: any AccountStore
    private let hasher: any PasswordHasher
    private let rules: PasswordRules
    private let signInGuard: SignInGuard
    private let authentication: Authentication
    private let clock: any WallClock
    private let undos: (any EmailUndoSealer)?
    private let deletion: AccountDeletion

    /// - Parameter undos: nil when the server sends no email.
    package init(
        store: any AccountStore, hasher: any PasswordHasher, rules: PasswordRules, guard signInGuard: SignInGuard,
        authentication: Authentication, clock: any WallClock, undos: (any EmailUndoSealer)? = nil
    ) {
        self.store = store
        self.hasher = hasher
        self.rules = rules
        self.signInGuard = signInGuard
        self.authentication = authentication
        self.clock = clock
        self.undos = undos
        deletion = AccountDeletion(store: store, authentication: authentication, signInGuard: signInGuard)
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
        guard let user = try await store.user(id) else { throw Self.noSuchUser }
        return user
    }

    package func get(username: String, as caller: Caller) async throws -> User {
        try caller.require(.manageUsers)
        guard let user = try await store.user(usernameKey: Username(username).key) else { throw Self.noSuchUser }
        return user
    }

    /// Adds an account. Without a password in the draft, returns a link to hand out. Throws `invalid` with the field
    /// `libraries` for an unknown library.
    package func create(_ draft: UserDraft, as caller: Caller) async throws -> (user: User, link: IssuedLink?) {
        try caller.requireAccounts()
        if caller.isDeviceKey { try DeviceKeyRules.checkCreation(as: draft.role) }
        let username = try Username(draft.username)
        let name = try draft.displayName.flatMap { $0.isEmpty ? nil : $0 }.map(DisplayName.checked)
        let email = try draft.email.flatMap { $0.isEmpty ? nil : $0 }.map { try EmailAddress($0) }
        try Self.requireAssignable(draft.role)
        var hash: PHCString?
        if let password = draft.password {
            hash = try await hasher.hash(rules.checked(password, username: username.text, displayName: name))
        }
        let now = clock.now()
        let user = User(
            id: .make(at: now), username: username, displayName: name, email: email, role: draft.role,
            passwordHash: hash, createdAt: now, passwordChangedAt: hash.map { _ in now }, libraries: draft.libraries,
            plan: draft.plan)
        let link = hash == nil ? IssuedLink.password(for: user.id, at: now, by: caller.principal?.user) : nil
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
        if let role = change.role { try Self.requireAssignable(role) }
        if let limit = change.maximumBitrate ?? nil, !User.bitrateLimits.contains(limit) {
            throw DomainError.invalid("A limit is between 32 and 10000 kbit/s", field: "maximumBitrate")
        }
        let profile = try ProfileEdit(ProfileChange(displayName: change.displayName, email: change.email))
        let now = clock.now()
        let message = change.email == nil ? nil : try EmailUndoMessage.make(undos, at: now)
        let edited = try await store.edit(id) { edit in
            let before = edit.user
            let fields = profile.apply(to: &edit.user)
            edit.maker = caller.maker
            edit.notifyFormerEmail(since: before, message)
            if !fields.isEmpty {
                edit.journal.append(
                    caller.entry("user.edit", on: id, at: now, details: ["fields": fields.joined(separator: ",")]))
            }
            if let role = change.role, role != before.role {
                edit.setRole(role)
                edit.journal.append(
                    caller.entry(
                        "user.role", on: id, at: now, details: ["from": before.role.rawValue, "to": role.rawValue]))
            }
            if let disabled = change.disabled, disabled != before.disabled {
                edit.user.disabled = disabled
                edit.endsSessions = edit.endsSessions || disabled
                edit.journal.append(caller.entry(disabled ? "user.disable" : "user.enable", on: id, at: now))
            }
            if let limit = change.maximumBitrate, limit != before.maximumBitrate {
                edit.user.maximumBitrate = limit
                edit.journal.append(
                    caller.entry(
                        "user.bitrate", on: id, at: now, details: ["kbits": limit.map(String.init) ?? "none"]))
            }
            if let libraries = change.libraries, libraries.libraries != before.libraries.libraries {
                edit.user.libraries = libraries.including(explicit: before.libraries.includesExplicit)
                edit.journal.append(
                    caller.entry("user.libraries", on: id, at: now, details: ["libraries": Self.text(libraries)]))
            }
            if let explicit = change.includesExplicit, explicit != before.libraries.includesExplicit {
                edit.user.libraries = edit.user.libraries.including(explicit: explicit)
                edit.journal.append(
                    caller.entry("user.explicit", on: id, at: now, details: ["explicit": "\(explicit)"]))
            }
            if let plan = change.plan, plan != before.plan {
                edit.user.plan = plan
                edit.journal.append(
                    caller.entry("user.plan", on: id, at: now, details: ["plan": plan?.rawValue ?? "default"]))
            }
            if caller.isDeviceKey { try DeviceKeyRules.checkEdit(from: before, to: edit.user) }
            edit.endsInvitations = edit.endsInvitations || before.mayLetIn && !edit.user.mayLetIn
            try edit.requireAnAdminRemains(before: before)
            return (user: edit.user, ended: edit.endsSessions)
        }
        guard let edited else { throw Self.noSuchUser }
        if edited.ended {
            authentication.ended(user: id)
        } else {
            authentication.changed(user: id, scope: edited.user.scope)
        }
        // The terms of the new plan are read with the account.
        return change.plan == nil ? edited.user : try await get(id, as: caller)
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
        let disabled = try await store.edit(id) { edit in
            let before = edit.user
            if caller.isDeviceKey { try DeviceKeyRules.checkTarget(before) }
            try deletion.disable(&edit, at: now, as: caller)
            return before
        }
        guard let user = disabled else { throw Self.noSuchUser }
        deletion.ended(user)
        guard try await deletion.finish(user, keepingShared: keepingShared, at: now, as: caller) else {
            throw Self.noSuchUser
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
        let created: Void? = try await store.edit(id) { edit in
            edit.newLink = issued.link
            edit.maker = caller.maker
            edit.journal.append(caller.entry("link.create", on: id, at: now))
        }
        guard created != nil else { throw Self.noSuchUser }
        return issued
    }

    /// Sets a user's password and ends their sessions, tokens and device keys. Only the command line may; others make a
    /// link.
    package func setPassword(_ password: String, of id: ID<Person>, as caller: Caller) async throws {
        try caller.requireOperator()
        guard let user = try await store.user(id) else { throw Self.noSuchUser }
        let hash = try await hasher.hash(
            rules.checked(password, username: user.username.text, displayName: user.displayName))
        let now = clock.now()
        let changed: Void? = try await store.edit(id) { edit in
            edit.setPassword(hash, at: now)
            edit.endsIdentityLinks = true
            edit.journal.append(caller.entry("user.password", on: id, at: now))
        }
        guard changed != nil else { throw Self.noSuchUser }
        signInGuard.forgive(account: user.username.key)
        authentication.ended(user: id)
    }

    /// Switches off sign-in by the provider, for an operator whose admins cannot sign in. Only the command line may.
    package func switchOffProvider(as caller: Caller) async throws {
        try caller.requireOperator()
        let now = clock.now()
        try await store.edit { accounts -> (Changes<AccountWrite>?, Void) in
            var provider = try accounts.identityProvider()
            guard provider.isOn else { return (nil, ()) }
            provider.isOn = false
            var changes = Changes<AccountWrite>(at: now, .setIdentityProvider(provider))
            changes.journal = [
                JournalEntry(
                    at: now, by: caller.actor, "setting.change",
                    JournalEntry.Subject(kind: "setting", id: "openid"), details: ["from": "on", "to": "off"])
            ]
            return (changes, ())
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
        try? await authentication.writeSignIns()
        let ended = try await store.endSessions(.all, of: id, journal: entry)
        authentication.ended(ended.map(Credential.session))
    }

    /// Ends one of the user's sessions. Throws `notFound` for an unknown session and for another user's.
    package func endSession(_ session: ID<Session>, of id: ID<Person>, as caller: Caller) async throws {
        try caller.requireCredentials(.manageUsers)
        _ = try await get(id, as: caller)
        let entry = caller.entry("session.end", on: id, at: clock.now())
        try? await authentication.writeSignIns()
        let ended = try await store.endSessions(.one(session), of: id, journal: entry)
        guard !ended.isEmpty else { throw DomainError.notFound("There is no such session") }
        authentication.ended(ended.map(Credential.session))
    }

    private static func requireAssignable(_ role: Role) throws(DomainError) {
        guard Role.assignable.contains(role) else {
            throw .invalid("An account cannot have this role", field: "role")
        }
    }

    private static var noSuchUser: DomainError { .notFound("There is no such user") }
}
