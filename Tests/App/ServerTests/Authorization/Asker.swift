import Accounts
import HTTPTypes
import Primitives

/// The users who own things in the walk, and a stranger whose things nobody else may reach.
enum Account: String, CaseIterable, Sendable {
    case listener, contributor, moderator, admin, stranger

    static let password = "seven quiet violas at dawn"

    var role: Role {
        switch self {
        case .stranger: .contributor
        default: Role(rawValue: rawValue) ?? .listener
        }
    }
}

/// A request's caller and their credential.
struct Asker: Sendable {
    enum Proof: Sendable {
        case nothing
        /// - Parameter isConfirmed: whether the password was confirmed recently.
        case session(cookie: String, isConfirmed: Bool)
        /// - Parameter scopes: nil where a token has all of the user's rights.
        case token(String, scopes: Set<String>?)
        case deviceKey(String, scopes: Set<DeviceKeyScope>)
        /// A visitor with a share link, whose secret is tried everywhere.
        case share(String)
    }

    let name: String
    /// Nil for a caller without an account.
    let account: Account?
    let proof: Proof

    var role: Role { account?.role ?? .anonymous }

    /// Whether a browser session would have to confirm the password again.
    var isUnconfirmed: Bool {
        if case .session(_, isConfirmed: false) = proof { true } else { false }
    }

    /// The header fields of a request to the native API.
    func fields(isShare: Bool) -> HTTPFields {
        switch proof {
        case .nothing: [:]
        case .session(let cookie, _): [.cookie: cookie, .secFetchSite: "same-origin"]
        case .token(let text, _), .deviceKey(let text, _): [.authorization: "Bearer \(text)"]
        case .share(let secret): isShare ? [:] : [.authorization: "Bearer \(secret)"]
        }
    }

    /// The query parameters that carry the credential in a call to `/rest`.
    var remoteParameters: [(String, String)] {
        switch proof {
        case .deviceKey(let text, _): [("apiKey", text)]
        case .share(let secret): [("apiKey", secret)]
        case .token(let text, _): [("apiKey", text)]
        case .nothing, .session: []
        }
    }
}

extension Role {
    static func >= (left: Role, right: Role) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) >= (allCases.firstIndex(of: right) ?? 0)
    }
}

extension HTTPField.Name {
    static let secFetchSite = Self("Sec-Fetch-Site") ?? .origin
    static let tusResumable = Self("Tus-Resumable") ?? .origin
    static let uploadLength = Self("Upload-Length") ?? .origin
    static let uploadOffset = Self("Upload-Offset") ?? .origin
    static let uploadMetadata = Self("Upload-Metadata") ?? .origin
}
