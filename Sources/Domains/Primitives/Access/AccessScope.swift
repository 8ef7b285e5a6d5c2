/// What a bearer token was made for (decision 0027). Each row of the endpoint table says which of them it needs.
package enum AccessScope: String, Sendable, CaseIterable, Codable {
    /// See what the person sees, outside the console.
    case read
    /// Change what is the person's own, as far as a listener, contributor or moderator may.
    case write
    /// Use the console, for an admin's token.
    case administer
    /// Make, change and free credentials: addresses, passwords, second factors, keys, tokens, sessions, links, invitations, accounts, and
    /// backups, which hold them all. No other scope includes it.
    case credentials

    /// What a token gets when nobody says otherwise.
    package static let standard: Set<AccessScope> = [.read]

    /// Permissions that need the scope `administer`.
    package static let administrative = Role.admin.permissions.subtracting(Role.moderator.permissions)

    /// Sorted, in the order of the cases.
    package static func names(_ scopes: Set<AccessScope>) -> [String] {
        allCases.filter(scopes.contains).map(\.rawValue)
    }

    /// Throws `invalid` with the field `scopes` for a name that is none, and for no name at all.
    package static func named(_ names: some Sequence<String>) throws(DomainError) -> Set<AccessScope> {
        var scopes: Set<AccessScope> = []
        for name in names {
            guard let scope = AccessScope(rawValue: name) else {
                throw .invalid("Scopes are \(allCases.map(\.rawValue).joined(separator: ", "))", field: "scopes")
            }
            scopes.insert(scope)
        }
        guard !scopes.isEmpty else { throw .invalid("A token needs a scope", field: "scopes") }
        return scopes
    }
}
