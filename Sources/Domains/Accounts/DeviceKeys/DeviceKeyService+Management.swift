package import Journal
package import Primitives

extension DeviceKeyService {
    // MARK: The caller's own keys, or another user's for admins and the command line

    /// Newest first.
    ///
    /// - Parameter user: nil for the caller.
    package func list(of user: ID<Person>? = nil, as caller: Caller) async throws -> [ListedDeviceKey] {
        guard let user else { return try await listed(store.deviceKeys(of: caller.requirePerson().user)) }
        try caller.require(.manageUsers)
        return try await listed(store.deviceKeys(of: store.existing(user).id))
    }

    /// Makes a key; for another user only the command line may. A bearer token cannot: a stolen one could extend its
    /// access beyond its own end. Throws `forbidden` for the scope `admin` unless the user is an admin, and `conflict`
    /// with reason `too_many_keys` for more than `DeviceKey.maximumPerUser` keys.
    ///
    /// - Parameter user: nil for the caller.
    package func create(
        _ draft: DeviceKeyDraft, for user: ID<Person>? = nil, as caller: Caller
    ) async throws -> IssuedDeviceKey {
        let owner: ID<Person>
        if let user {
            try caller.requireOperator()
            owner = user
        } else {
            owner = try caller.requirePerson().user
            guard caller.principal?.session != nil else {
                throw DomainError(
                    .forbidden, "A token cannot make device keys. Sign in with the password",
                    reason: "session_required")
            }
        }
        let label = try Self.checked(draft.label)
        guard !draft.scopes.isEmpty else {
            throw DomainError.invalid("A device key needs a scope", field: "scopes")
        }
        if let days = draft.expiresInDays, !(1...3650).contains(days) {
            throw DomainError.invalid("A device key lives for 1 to 3650 days", field: "expiresInDays")
        }
        let now = clock.now()
        let id = ID<DeviceKey>.make(at: now)
        let text = DeviceKeyText.make()
        let key = DeviceKey(
            id: id, user: owner, label: label, scopes: draft.scopes,
            secret: try await rings.load().seal(Array(text.utf8), of: id, for: owner), createdAt: now,
            expiresAt: draft.expiresInDays.map { now.advanced(by: .seconds($0 * 86_400)) })
        let username = try await store.edit(owner, else: .noSuchUser) { edit in
            guard edit.stored.deviceKeyCount < DeviceKey.maximumPerUser else {
                throw DomainError(
                    .conflict, "An account has at most \(DeviceKey.maximumPerUser) device keys. Revoke one first",
                    reason: "too_many_keys")
            }
            guard !key.scopes.contains(.admin) || edit.user.role.permissions.contains(.administer) else {
                throw DomainError(
                    .forbidden, "Only an admin's key can have the scope admin", reason: "admin_scope", field: "scopes")
            }
            edit.additions.append(.addDeviceKey(key))
            let scopes = key.scopes.map(\.rawValue).sorted().joined(separator: ",")
            edit.record(
                "devicekey.create", by: caller, at: now, ["key": id.rawValue, "label": label, "scopes": scopes])
            return edit.user.username.text
        }
        authentication.invalidate(user: owner)
        return IssuedDeviceKey(key: key, text: text, username: username)
    }

    /// Renames a key of the caller's.
    package func rename(_ id: ID<DeviceKey>, to label: String, as caller: Caller) async throws -> ListedDeviceKey {
        let principal = try caller.requirePersonForCredentials()
        let label = try Self.checked(label)
        let now = clock.now()
        let entry = caller.entry(
            "devicekey.edit", on: principal.user, at: now, details: ["key": id.rawValue, "label": label])
        guard let key = try await store.renameDeviceKey(id, of: principal.user, to: label, journal: entry) else {
            throw Self.noSuchKey
        }
        return try await listed([key])[0]
    }

    /// Revokes the key and its products, as `CredentialService.revokeToken` does, but never disables the last admin.
    ///
    /// - Parameter user: nil for the caller.
    package func revoke(
        _ id: ID<DeviceKey>, of user: ID<Person>? = nil, keepingAccounts: Bool = false, as caller: Caller
    ) async throws {
        guard try await end(.one(id), of: user, keepingAccounts: keepingAccounts, as: caller) > 0 else {
            throw Self.noSuchKey
        }
    }

    /// Revokes all keys. Returns their number.
    ///
    /// - Parameter user: nil for the caller.
    @discardableResult
    package func revokeAll(
        of user: ID<Person>? = nil, keepingAccounts: Bool = false, as caller: Caller
    ) async throws -> Int {
        try await end(.all, of: user, keepingAccounts: keepingAccounts, as: caller)
    }

    private func end(
        _ selection: DeviceKeySelection, of user: ID<Person>?, keepingAccounts: Bool, as caller: Caller
    ) async throws -> Int {
        let owner: ID<Person>
        if let user {
            try caller.requireCredentials(.manageUsers)
            owner = user
        } else {
            owner = try caller.requirePersonForCredentials().user
        }
        if keepingAccounts { try await caller.requireConfirmation(by: authentication) }
        if user != nil { _ = try await store.existing(owner) }
        var details: [String: String] = [:]
        if case .one(let id) = selection { details["key"] = id.rawValue }
        let entry = caller.entry("devicekey.revoke", on: owner, at: clock.now(), details: details)
        let revocation = TokenRevocation(keepsAccounts: keepingAccounts, by: caller, sparesLastAdmin: true)
        let (keys, products) = try await store.revokeDeviceKeys(selection, of: owner, revocation, journal: entry)
        authentication.ended(keys.map(Credential.deviceKey))
        let accounts = products.filter(\.kind.isOfAccount)
        for account in Set(accounts.map(\.id)) { authentication.ended(user: ID(account)) }
        return keys.count
    }

    // MARK: The server's own key

    /// Makes a new current server key and seals every device key with it; returns their number. The device keys
    /// themselves stay valid. The file retains the previous server key until the next rotation, because another process
    /// may still use it.
    package func rotate(as caller: Caller) async throws -> Int {
        try caller.requireOperator()
        _ = try await rings.rotate(keeping: Set(store.deviceKeyRingUse().keys))
        return try await reseal(by: caller.actor)
    }

    /// Seals with the current server key the device keys that were sealed with an earlier one. Runs at every start.
    @discardableResult
    package func reseal(by actor: JournalEntry.Actor) async throws -> Int {
        let ring = try await rings.load()
        guard try await store.deviceKeyRingUse().keys.contains(where: { $0 != ring.currentKeyID }) else { return 0 }
        let entry = JournalEntry(at: clock.now(), by: actor, "devicekey.reseal", details: ["by": ring.currentKeyID])
        let count = try await store.resealDeviceKeys(current: ring.currentKeyID, journal: entry) { key in
            guard let text = ring.open(key.secret, of: key.id, for: key.user) else { return nil }
            return try ring.seal(text, of: key.id, for: key.user)
        }
        authentication.invalidateAll()
        return count
    }

    /// The number of device keys that can never work again, because their server key is missing in the file.
    package func lostCount() async throws -> Int {
        let known = Set(try await rings.load().keyIDs)
        return try await store.deviceKeyRingUse().reduce(0) { known.contains($1.key) ? $0 : $0 + $1.value }
    }

    // MARK: Shared steps

    private func listed(_ keys: [DeviceKey]) async throws -> [ListedDeviceKey] {
        let known = Set(try await rings.load().keyIDs)
        let now = clock.now()
        let products = try await store.read { accounts in
            try keys.map { $0.scopes.contains(.admin) ? try accounts.products(of: $0.id.rawValue) : [] }
        }
        return zip(keys, products).map { key, products in
            ListedDeviceKey(
                key: key, isUsable: key.isLive(at: now) && known.contains(key.secret.keyID), products: products)
        }
    }

    private static func checked(_ label: String) throws(DomainError) -> String {
        try VisibleText.line(label, maximum: DeviceKey.maximumLabelLength, field: "label")
    }

    private static var noSuchKey: DomainError { .notFound("There is no such device key") }
}

/// A user's input for a new device key.
package struct DeviceKeyDraft: Sendable {
    package var label: String
    package var scopes: Set<DeviceKeyScope>
    /// 1 to 3650 days from now; nil for never.
    package var expiresInDays: Int?

    package init(
        label: String, scopes: Set<DeviceKeyScope> = DeviceKeyScope.standard, expiresInDays: Int? = nil
    ) {
        self.label = label
        self.scopes = scopes
        self.expiresInDays = expiresInDays
    }
}

/// A new device key with its text, which is shown only this once, and the user name to enter with it.
package struct IssuedDeviceKey: Sendable {
    package let key: DeviceKey
    package let text: String
    package let username: String
}

/// A device key as lists show it.
package struct ListedDeviceKey: Sendable {
    package let key: DeviceKey
    /// False when it has expired, or the server key that it was made with is missing.
    package let isUsable: Bool
    /// The products that end with the key, oldest first.
    package let products: [TokenProduct]

    package init(key: DeviceKey, isUsable: Bool, products: [TokenProduct] = []) {
        self.key = key
        self.isUsable = isUsable
        self.products = products
    }
}
