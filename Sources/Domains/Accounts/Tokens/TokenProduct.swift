package import Primitives

/// The user and credential that made something; `nobody` for the operator and for the server itself.
package struct Maker: Sendable, Equatable {
    package static let nobody = Maker(user: nil, credential: nil)

    package let user: ID<Person>?
    package let credential: Credential?

    package init(user: ID<Person>?, credential: Credential?) {
        self.user = user
        self.credential = credential
    }
}

/// A product of a bearer token or device key: anything that it made or changed, anything opened by that, and anything
/// made in turn by the accounts that it made.
package struct TokenProduct: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// An account made by the token, or with its invitation.
        case account
        /// An account's password, chosen by its link.
        case password
        /// An unused link to choose a password.
        case link
        /// An unused invitation.
        case invitation
        /// A browser that was signed in by its link or invitation.
        case session
        /// Music that it shared by a link.
        case share
        /// A higher role of an account that existed before.
        case role
        /// An account that it enabled.
        case enabled
        /// Another email address of an account.
        case email

        /// Whether the product is a state of an account, which an admin may want to leave as it is.
        package var isOfAccount: Bool {
            switch self {
            case .account, .password, .role, .enabled, .email: true
            case .link, .invitation, .session, .share: false
            }
        }
    }

    package let kind: Kind
    /// The id of the account, link, invitation, session or share.
    package let id: String
    /// The account's user name, the invitation's note about who it is for, or the share's description.
    package let name: String
    package let at: Timestamp

    package init(kind: Kind, id: String, name: String, at: Timestamp) {
        self.kind = kind
        self.id = id
        self.name = name
        self.at = at
    }
}
