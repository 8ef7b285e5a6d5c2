package import Primitives

/// The OpenID provider that signs users in here (OpenID Connect Core 1.0), as admins have set it up.
package struct IdentityProvider: Sendable, Equatable {
    package static let nameLimit = 60
    /// The characters of the client's id, of its secret, of a scope, a claim and a group.
    package static let textLimit = 400
    package static let mostScopes = 20
    package static let mostGroups = 100

    package var isOn = false
    /// On the button of the sign-in page.
    package var name = ""
    /// The identifier of the provider (`iss`): the address below which its configuration is.
    package var issuer = ""
    /// This server's registration at the provider.
    package var clientID = ""
    /// Sealed together with `issuer`, so that it is sent to no other. Nil for a registration without one.
    package var sealedSecret: [UInt8]?
    /// Asked for beside `openid`.
    package var scopes = ["profile", "email"]
    /// The claim that lists the user's groups; a dot leads into an object, as in `realm_access.roles`.
    package var groupsClaim = "groups"
    /// Whether a first sign-in may make an account.
    package var makesAccounts = false
    /// Whether a first sign-in may link the account that has confirmed the same email address.
    package var linksByEmail = true
    /// Whether the provider's word about a second factor takes the place of this server's own.
    package var trustsSecondFactor = false
    /// The role of a user in none of `groups`; nil refuses their sign-in.
    package var role: Role? = .listener
    package var groups: [GroupRule] = []
    /// The roles whose passwords are refused. Passkeys and device keys stay.
    package var rolesWithoutPassword: Set<Role> = []

    package init() {}
}

/// The role and the libraries for the members of one of the provider's groups.
package struct GroupRule: Sendable, Equatable {
    package let group: String
    /// Nil leaves the role to other rules.
    package let role: Role?
    /// The ids of libraries; nil leaves them to other rules.
    package let libraries: Set<String>?

    package init(group: String, role: Role?, libraries: Set<String>?) {
        self.group = group
        self.role = role
        self.libraries = libraries
    }
}

extension IdentityProvider {
    /// The role and the libraries that the rules give to a user.
    struct Assignment: Sendable, Equatable {
        /// Nil where no rule is about roles: an account keeps its own.
        let role: Role?
        /// Nil where no rule is about libraries.
        let libraries: Set<String>?
    }

    /// The highest of the roles of the user's groups, and all of their libraries. Where a rule is about libraries, a
    /// user in none of its groups gets none. Nil where the user is in no group that gives a role, and `role` is nil.
    func assignment(for memberships: Set<String>) -> Assignment? {
        let own = groups.filter { memberships.contains($0.group) }
        let highest = Role.assignable.last { role in own.contains { $0.role == role } }
        guard let given = highest ?? role else { return nil }
        return Assignment(
            role: groups.contains { $0.role != nil } ? given : nil,
            libraries: groups.contains { $0.libraries != nil }
                ? own.reduce(into: []) { $0.formUnion($1.libraries ?? []) } : nil)
    }

    /// Whether a password is refused to users of this role. While the provider is off, passwords are good for everybody.
    package func refusesPassword(of role: Role) -> Bool { isOn && rolesWithoutPassword.contains(role) }

    /// Throws `forbidden` with reason `password_off` where users of this role do not sign in with a password.
    func requirePasswordAccepted(of role: Role) throws(DomainError) {
        guard refusesPassword(of: role) else { return }
        throw DomainError(.forbidden, "Your account signs in with \(name), not with a password", reason: "password_off")
    }

    /// Asks the provider something. Throws `unavailable` with reason `openid_unavailable` where it does not answer.
    func answer<Answer>(_ question: () async throws -> Answer) async throws -> Answer {
        do {
            return try await question()
        } catch let failure as ServiceFailure {
            throw DomainError(
                .unavailable, "\(name) does not answer as it should. Try again later", reason: "openid_unavailable",
                retryAfter: failure.retryAfter)
        }
    }
}

extension SecretSealer {
    func seal(_ secret: String, of provider: IdentityProvider) throws -> [UInt8] {
        try seal(secret.utf8, for: "openid|\(provider.issuer)|\(provider.clientID)")
    }

    /// Nil where there is none, or it can no longer be read.
    func secret(of provider: IdentityProvider) -> String? {
        provider.sealedSecret.flatMap { text($0, for: "openid|\(provider.issuer)|\(provider.clientID)") }
    }

    /// Whether the secret can no longer be read, because this server's own is another.
    func hasLostSecret(of provider: IdentityProvider) -> Bool {
        provider.sealedSecret != nil && secret(of: provider) == nil
    }
}
