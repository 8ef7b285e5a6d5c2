package import Primitives

/// Who makes something and what they proved it with; nobody for the operator and for what the gateway does by itself.
package struct Maker: Sendable, Equatable {
    package static let nobody = Maker(user: nil, credential: nil)

    package let user: ID<Person>?
    package let credential: Credential?

    package init(user: ID<Person>?, credential: Credential?) {
        self.user = user
        self.credential = credential
    }
}

/// Something that came of a bearer token or a device key: what it made or changed, what was opened by that, and what the accounts that came
/// of it made in their turn.
package struct TokenProduct: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// An account that it made, or that was made by its invitation.
        case account
        /// The password of an account, chosen by its link.
        case password
        /// A link to choose a password that nobody has used yet.
        case link
        /// An invitation that nobody has taken yet.
        case invitation
        /// A browser that was signed in by its link or invitation.
        case session
        /// Music that it gave to whoever has the link.
        case share
        /// A higher role of an account that was there before.
        case role
        /// An account that was disabled before.
        case enabled
        /// Another e-mail address of an account.
        case email

        /// Whether it is about an account's standing, which an admin may want to keep.
        package var isOfAccount: Bool {
            switch self {
            case .account, .password, .role, .enabled, .email: true
            case .link, .invitation, .session, .share: false
            }
        }
    }

    package let kind: Kind
    /// Of the account, link, invitation, session or share.
    package let id: String
    /// Whose account it is, by user name; of an invitation for whom it is meant, and of a share what is written about it.
    package let name: String
    package let at: Timestamp

    package init(kind: Kind, id: String, name: String, at: Timestamp) {
        self.kind = kind
        self.id = id
        self.name = name
        self.at = at
    }
}

/// The person's choice of what ends with a revoked token or device key.
package struct TokenRevocation: Sendable, Equatable {
    /// Whether accounts stay as they are: their passwords, roles and addresses too.
    package let keepsAccounts: Bool
    /// Whether the revoker has authority over others' accounts.
    package let managesAccounts: Bool
    /// The user who revokes it, whose own account is spared but for its address.
    package let revoker: ID<Person>?
    /// Whether the last admin stays, where it would be a conflict otherwise.
    package let sparesLastAdmin: Bool

    package init(
        keepsAccounts: Bool, managesAccounts: Bool = true, revoker: ID<Person>?, sparesLastAdmin: Bool = false
    ) {
        self.keepsAccounts = keepsAccounts
        self.managesAccounts = managesAccounts
        self.revoker = revoker
        self.sparesLastAdmin = sparesLastAdmin
    }

    init(keepsAccounts: Bool, by caller: Caller, sparesLastAdmin: Bool = false) {
        self.init(
            keepsAccounts: keepsAccounts,
            managesAccounts: caller.principal?.role.permissions.contains(.manageUsers) ?? true,
            revoker: caller.principal?.user, sparesLastAdmin: sparesLastAdmin)
    }

    package func keeps(_ product: TokenProduct) -> Bool {
        guard product.kind.isOfAccount else { return false }
        // Whoever found a token may have had the owner's letters sent elsewhere.
        if product.id == revoker?.rawValue { return keepsAccounts || product.kind != .email }
        return keepsAccounts || !managesAccounts
    }
}

/// The things that ended with a token.
package struct RevokedToken: Sendable {
    package let ended: [TokenProduct]
    package let kept: [TokenProduct]

    package init(ended: [TokenProduct], kept: [TokenProduct]) {
        self.ended = ended
        self.kept = kept
    }
}
