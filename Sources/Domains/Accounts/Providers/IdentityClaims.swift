import Foundation
package import Primitives

/// The claims of a token whose signature was verified, or of the provider's answer about a user (RFC 7519 §4).
package struct TokenClaims: Sendable, Equatable {
    /// A JSON value.
    package indirect enum Value: Sendable, Equatable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case list([Value])
        case object([String: Value])
        case null
    }

    private static let longestText = 1024
    private static let mostTexts = 1000

    package let values: [String: Value]

    package init(_ values: [String: Value]) {
        self.values = values
    }

    /// A text of at most 1,024 bytes that is not empty.
    func text(_ name: String) -> String? {
        guard case .text(let text) = values[name], (1...Self.longestText).contains(text.utf8.count) else { return nil }
        return text
    }

    /// A time in seconds since 1970 (RFC 7519 §2, NumericDate).
    func time(_ name: String) -> Timestamp? {
        guard case .number(let seconds) = values[name], (0...1e11).contains(seconds) else { return nil }
        return Timestamp(milliseconds: Int64(seconds * 1000))
    }

    /// True also for the text `true`, which some providers write.
    func flag(_ name: String) -> Bool {
        values[name] == .flag(true) || values[name] == .text("true")
    }

    /// The texts of a list, or one text. A dot in the name leads into an object.
    func texts(_ path: String) -> Set<String> {
        var value = values[path]
        if value == nil {
            value = path.split(separator: ".").reduce(.object(values)) { found, name in
                guard case .object(let members) = found else { return nil }
                return members[String(name)]
            }
        }
        switch value {
        case .text(let text): return [text]
        case .list(let list):
            return Set(list.prefix(Self.mostTexts).compactMap { if case .text(let text) = $0 { text } else { nil } })
        default: return []
        }
    }

    func hasObject(_ name: String, in parent: String) -> Bool {
        guard case .object(let members) = values[parent], case .object = members[name] else { return false }
        return true
    }

    /// The address, where the provider has confirmed it.
    var confirmedEmail: EmailAddress? {
        flag("email_verified") ? text("email").flatMap { try? EmailAddress($0) } : nil
    }

    /// These claims, with those of `others` that are missing.
    func adding(_ others: TokenClaims) -> TokenClaims {
        TokenClaims(values.merging(others.values) { own, _ in own })
    }
}

/// A user as the provider knows them. Issuer and subject name them for ever (OpenID Connect Core 1.0 §5.7).
struct Identity: Sendable, Equatable {
    let issuer: String
    let subject: String
    /// The user's session at the provider (`sid`).
    let session: String?
    /// Only an address that the provider has confirmed.
    let email: EmailAddress?
    let username: String?
    let displayName: String?
    let groups: Set<String>
    /// The time when the user last typed something at the provider to prove who they are.
    let authenticatedAt: Timestamp?
    /// Whether the provider asked for a second factor (`amr`, RFC 8176 §2).
    let hasSecondFactor: Bool

    /// - Parameters:
    ///   - token: the claims of the ID token. It alone speaks of the sign-in itself.
    ///   - info: the provider's answer about the user.
    init(issuer: String, subject: String, token: TokenClaims, info: TokenClaims?, groupsClaim: String) {
        self.issuer = issuer
        self.subject = subject
        session = token.text("sid")
        // An address counts only with the word of the same document.
        email = token.confirmedEmail ?? info?.confirmedEmail
        let claims = info.map(token.adding) ?? token
        username = claims.text("preferred_username") ?? claims.text("nickname")
        displayName = claims.text("name")
        groups = claims.texts(groupsClaim)
        authenticatedAt = token.time("auth_time")
        hasSecondFactor = token.texts("amr").contains("mfa")
    }
}
