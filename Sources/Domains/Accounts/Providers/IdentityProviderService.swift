import Foundation
import Journal
package import Primitives

/// The settings of the provider, for admins. The journal records each change, never the secret.
package struct IdentityProviderService: Sendable {
    private let store: any AccountStore
    private let client: any IdentityProviderClient
    private let sealer: SecretSealer
    /// Whether a text is an address that may be asked.
    private let isAddress: @Sendable (String) -> Bool
    private let clock: any WallClock

    package init(
        store: any AccountStore, client: any IdentityProviderClient, sealer: SecretSealer,
        isAddress: @escaping @Sendable (String) -> Bool, clock: any WallClock
    ) {
        self.store = store
        self.client = client
        self.sealer = sealer
        self.isAddress = isAddress
        self.clock = clock
    }

    /// The name for the button of the sign-in page; nil while it is off.
    package func publicName() async throws -> String? {
        let provider = try await store.read { try $0.identityProvider() }
        return provider.isOn ? provider.name : nil
    }

    package func state(as caller: Caller) async throws -> IdentityProviderState {
        try caller.require(.administer)
        return state(try await store.read { try $0.identityProvider() })
    }

    private func state(_ provider: IdentityProvider) -> IdentityProviderState {
        IdentityProviderState(provider: provider, isSecretLost: sealer.hasLostSecret(of: provider))
    }

    /// Changes the settings. To be switched on, the provider must answer. Throws `invalid` with the field, `conflict`
    /// where another admin has changed them meanwhile, with reason `openid_not_linked` where the caller would be shut
    /// out, and `unavailable` where the provider does not answer.
    package func edit(_ change: IdentityProviderChange, as caller: Caller) async throws -> IdentityProviderState {
        try caller.require(.administer)
        let before = try await store.read { try $0.identityProvider() }
        var changed = try change.applied(to: before, sealer, isAddress)
        if changed.isOn, changed.issuer != before.issuer || !before.isOn {
            do {
                // As the provider writes it: its tokens have the same text.
                let issuer = try await client.configuration(of: changed.issuer).issuer
                if issuer != changed.issuer, let secret = sealer.secret(of: changed) {
                    changed.issuer = issuer
                    changed.sealedSecret = try sealer.seal(secret, of: changed)
                }
                changed.issuer = issuer
            } catch let failure as ServiceFailure {
                throw DomainError.invalid(
                    "There is no OpenID provider at this address (\(failure.reason.rawValue))", field: "issuer",
                    reason: "openid_unavailable")
            }
        }
        let after = changed
        guard after != before else { return state(after) }
        let now = clock.now()
        try await store.edit { accounts in
            guard try accounts.identityProvider() == before else {
                throw DomainError(.conflict, "Another administrator has changed this. Load it again.")
            }
            for library in after.groups.flatMap({ $0.libraries ?? [] }) where try !accounts.hasLibrary(library) {
                throw DomainError.invalid("groups contains an unknown library", field: "groups")
            }
            if let user = caller.principal?.user, after.refusesPassword(of: .admin),
                try !accounts.identityLinks(of: user).contains(where: { $0.issuer == after.issuer })
            {
                throw DomainError(
                    .conflict,
                    "Connect your own account to \(after.name) first. Otherwise no admin could sign in",
                    reason: "openid_not_linked", field: "rolesWithoutPassword")
            }
            let entry = JournalEntry.setting(
                "openid", from: Self.shown(before), to: Self.shown(after), by: caller.actor, at: now)
            return Changes(at: now, .setIdentityProvider(after), journal: [entry])
        }
        return state(after)
    }

    /// The reason why the provider does not answer; nil where it does.
    package func test(as caller: Caller) async throws -> ServiceFailure.Reason? {
        try caller.require(.administer)
        let provider = try await store.read { try $0.identityProvider() }
        guard !provider.issuer.isEmpty else {
            throw DomainError.invalid("Enter the provider's address first", field: "issuer")
        }
        do {
            let configuration = try await client.configuration(of: provider.issuer)
            _ = try await client.claims(of: "", from: configuration)
            return sealer.hasLostSecret(of: provider) ? .keyLost : nil
        } catch let failure as ServiceFailure {
            return failure.reason
        }
    }

    private static func shown(_ provider: IdentityProvider) -> String {
        let groups = provider.groups.map { rule in
            "\(rule.group)=\(rule.role?.rawValue ?? "-")/\(rule.libraries.map { "\($0.count)" } ?? "-")"
        }
        let flags = [
            provider.makesAccounts ? "makes accounts" : "", provider.linksByEmail ? "links by email" : "",
            provider.trustsSecondFactor ? "trusts its second factor" : "",
        ].filter { !$0.isEmpty }
        let roles = Role.assignable.filter(provider.rolesWithoutPassword.contains).map(\.rawValue)
        return [
            provider.isOn ? "on" : "off", provider.issuer, provider.clientID, provider.scopes.joined(separator: "+"),
            provider.groupsClaim, provider.role?.rawValue ?? "no role", groups.joined(separator: ","),
            flags.joined(separator: ", "), "no password: \(roles.joined(separator: ","))",
        ].joined(separator: " | ")
    }
}

/// The provider as admins see it.
package struct IdentityProviderState: Sendable {
    package let provider: IdentityProvider
    /// Whether the secret can no longer be read, because this server's own is another.
    package let isSecretLost: Bool
}

/// An admin's changes; nil leaves a setting as it is.
package struct IdentityProviderChange: Sendable {
    package var isOn: Bool?
    package var name: String?
    package var issuer: String?
    package var clientID: String?
    /// Nil within removes it.
    package var secret: String??
    package var scopes: [String]?
    package var groupsClaim: String?
    package var makesAccounts: Bool?
    package var linksByEmail: Bool?
    package var trustsSecondFactor: Bool?
    /// Nil within refuses users without a group.
    package var role: Role??
    package var groups: [GroupRule]?
    package var rolesWithoutPassword: Set<Role>?

    package init(isOn: Bool? = nil) {
        self.isOn = isOn
    }

    /// Throws `invalid` with the field.
    func applied(
        to before: IdentityProvider, _ sealer: SecretSealer, _ isAddress: (String) -> Bool
    ) throws -> IdentityProvider {
        var after = before
        if let name { after.name = try VisibleText.line(name, maximum: IdentityProvider.nameLimit, field: "name") }
        if let issuer { after.issuer = try Self.issuer(issuer, isAddress) }
        if let clientID { after.clientID = try Self.text(clientID, field: "clientId") }
        if let scopes { after.scopes = try Self.scopes(scopes) }
        if let groupsClaim { after.groupsClaim = try Self.text(groupsClaim, field: "groupsClaim") }
        after.makesAccounts = makesAccounts ?? before.makesAccounts
        after.linksByEmail = linksByEmail ?? before.linksByEmail
        after.trustsSecondFactor = trustsSecondFactor ?? before.trustsSecondFactor
        if let role {
            try role?.requireAssignable(field: "role")
            after.role = role
        }
        if let groups { after.groups = try Self.groups(groups) }
        if let roles = rolesWithoutPassword {
            for role in roles { try role.requireAssignable(field: "rolesWithoutPassword") }
            after.rolesWithoutPassword = roles
        }
        if let secret {
            after.sealedSecret = try secret.flatMap { $0.isEmpty ? nil : $0 }
                .map { try sealer.seal(Self.text($0, field: "secret"), of: after) }
        } else if before.sealedSecret != nil, (after.issuer, after.clientID) != (before.issuer, before.clientID) {
            throw DomainError.invalid("Enter the secret again for the new registration", field: "secret")
        }
        after.isOn = isOn ?? before.isOn
        guard after.isOn else { return after }
        if after.name.isEmpty { throw DomainError.invalid("Enter a name for the button", field: "name") }
        if after.issuer.isEmpty { throw DomainError.invalid("Enter the provider's address", field: "issuer") }
        if after.clientID.isEmpty { throw DomainError.invalid("Enter the client's id", field: "clientId") }
        if after.role == nil, after.rolesWithoutPassword.contains(.admin) {
            throw DomainError.invalid(
                "Choose a role for users without a group. Otherwise a wrong group would shut all admins out",
                field: "role")
        }
        if after.role == nil, !after.groups.contains(where: { $0.role != nil }) {
            throw DomainError.invalid("Choose a role, or a group that gives one", field: "role")
        }
        return after
    }

    /// An address without its ending below which the configuration is. Without TLS only on this machine itself.
    private static func issuer(_ text: String, _ isAddress: (String) -> Bool) throws(DomainError) -> String {
        var text = text.trimmingCharacters(in: .whitespaces)
        let ending = "/.well-known/openid-configuration"
        if text.hasSuffix(ending) { text.removeLast(ending.count) }
        let isLocal = ["http://localhost", "http://127.0.0.1", "http://[::1]"].contains { start in
            text.hasPrefix(start) && [nil, ":", "/"].contains(text.dropFirst(start.count).first)
        }
        guard text.utf8.count <= IdentityProvider.textLimit, text.hasPrefix("https://") || isLocal,
            !text.contains(where: { "?#".contains($0) }), isAddress(text)
        else { throw .invalid("Enter an address like https://id.example.org", field: "issuer") }
        return text
    }

    /// A text of visible ASCII characters.
    private static func text(_ text: String, field: String) throws(DomainError) -> String {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty, text.utf8.count <= IdentityProvider.textLimit,
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { throw .invalid("Enter 1 to \(IdentityProvider.textLimit) plain characters", field: field) }
        return text
    }

    private static func scopes(_ scopes: [String]) throws(DomainError) -> [String] {
        guard scopes.count <= IdentityProvider.mostScopes, Set(scopes).count == scopes.count,
            scopes.allSatisfy({ !$0.isEmpty && !$0.contains(" ") })
        else { throw .invalid("Enter at most \(IdentityProvider.mostScopes) scopes", field: "scopes") }
        var checked: [String] = []
        for scope in scopes { checked.append(try text(scope, field: "scopes")) }
        return checked
    }

    private static func groups(_ rules: [GroupRule]) throws(DomainError) -> [GroupRule] {
        guard rules.count <= IdentityProvider.mostGroups, Set(rules.map(\.group)).count == rules.count else {
            throw .invalid("Name at most \(IdentityProvider.mostGroups) groups, each once", field: "groups")
        }
        for rule in rules {
            _ = try VisibleText.line(rule.group, maximum: IdentityProvider.textLimit, field: "groups")
            try rule.role?.requireAssignable(field: "groups")
        }
        return rules
    }
}
