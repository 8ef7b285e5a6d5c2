package import Journal
package import Primitives

/// The user's choice of the products that end with a revoked token or device key.
package struct TokenRevocation: Sendable, Equatable {
    /// Whether accounts stay as they are, with their passwords, roles and addresses.
    package let keepsAccounts: Bool
    /// Whether the revoking user may manage other users' accounts.
    package internal(set) var managesAccounts = true
    /// The user who revokes it. This user's own account stays as it is, except for its address.
    package let revoker: ID<Person>?
    /// Whether the last admin stays as it is. Otherwise there is a conflict.
    package internal(set) var sparesLastAdmin = false

    package func keeps(_ product: TokenProduct) -> Bool {
        guard product.kind.isOfAccount else { return false }
        // The holder of a stolen token may have had the owner's emails sent elsewhere.
        if product.id == revoker?.rawValue { return keepsAccounts || product.kind != .email }
        return keepsAccounts || !managesAccounts
    }
}

/// The products that ended with a token, and those that did not.
package struct RevokedToken: Sendable {
    package let ended: [TokenProduct]
    package let kept: [TokenProduct]
}

extension TokenRevocation {
    init(keepsAccounts: Bool, by caller: Caller, sparesLastAdmin: Bool = false) {
        self.init(
            keepsAccounts: keepsAccounts,
            managesAccounts: caller.principal?.role.permissions.contains(.manageUsers) ?? true,
            revoker: caller.principal?.user, sparesLastAdmin: sparesLastAdmin)
    }

    /// Ends a token with its products, as far as this revocation says, and adds their numbers to `entry`. Throws
    /// `conflict` with reason `last_admin` if no admin would remain, unless this revocation spares the last admin.
    func revoke(
        _ token: ID<AccessToken>, journal entry: JournalEntry, in accounts: some AccountState
    ) throws -> (changes: Changes<AccountWrite>, revoked: RevokedToken) {
        var changes = Changes<AccountWrite>(at: entry.at, .endToken(token))
        let (ending, revoked) = try end(productsOf: token.rawValue, journal: entry, in: accounts)
        changes.append(ending) { $0 }
        var counted = entry
        for kind in TokenProduct.Kind.allCases {
            let count = revoked.ended.count { $0.kind == kind }
            if count > 0 { counted = counted.adding(kind.rawValue, "\(count)") }
        }
        if !revoked.kept.isEmpty { counted = counted.adding("kept", "\(revoked.kept.count)") }
        changes.journal.append(counted)
        return (changes, revoked)
    }

    /// As for a token. `entry` is appended by the caller, once for all keys.
    package func revoke(
        _ key: ID<DeviceKey>, journal entry: JournalEntry, in accounts: some AccountState
    ) throws -> (changes: Changes<AccountWrite>, ended: [TokenProduct]) {
        var changes = Changes<AccountWrite>(at: entry.at, .endDeviceKey(key))
        let (ending, revoked) = try end(productsOf: key.rawValue, journal: entry, in: accounts)
        changes.append(ending) { $0 }
        return (changes, revoked.ended)
    }

    /// The entry with the number of revoked device keys and of the products that ended with them.
    package static func entry(
        _ entry: JournalEntry, keys: [ID<DeviceKey>], ended: [TokenProduct]
    ) -> JournalEntry {
        let counted = entry.adding("count", "\(keys.count)")
        return ended.isEmpty ? counted : counted.adding("ended", "\(ended.count)")
    }

    private func end(
        productsOf source: String, journal entry: JournalEntry, in accounts: some AccountState
    ) throws -> (changes: Changes<AccountWrite>, revoked: RevokedToken) {
        var (ended, kept): ([TokenProduct], [TokenProduct]) = ([], [])
        var ending = TokenProductEnding(
            source: source, entry: entry, accounts: accounts, ableAdmins: try accounts.ableAdmins(),
            changes: Changes(at: entry.at))
        let hadAdmin = !ending.ableAdmins.isEmpty
        for product in try accounts.products(of: source) {
            let isSpared =
                sparesLastAdmin && product.kind.isOfAccount && hadAdmin
                && ending.ableAdmins.subtracting([ID(product.id)]).isEmpty
            if keeps(product) || isSpared {
                kept.append(product)
                continue
            }
            try ending.end(product)
            ended.append(product)
        }
        guard !ending.ableAdmins.isEmpty || !hadAdmin else {
            throw DomainError(
                .conflict, "No admin would remain. Keep the accounts that this token made",
                reason: "last_admin")
        }
        ending.changes.writes.append(.forgetProducts(of: source))
        return (ending.changes, RevokedToken(ended: ended, kept: kept))
    }
}
