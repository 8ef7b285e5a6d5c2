import Foundation
package import Primitives

/// Where letters are handed in, and how.
package struct SMTPSettings: Sendable, Equatable {
    package enum Security: Sendable, Equatable {
        /// TLS from the first byte (RFC 8314).
        case implicit
        /// TLS after STARTTLS (RFC 3207), without which nothing is said.
        case startTLS
        /// To this machine alone: STARTTLS where it is offered.
        case ifOffered
    }

    package let host: String
    package let port: Int
    package let security: Security
    package let user: String?
    package let password: String?
    /// A PEM file of authorities to trust beside the system's; for servers with a certificate of one's own making.
    package let authority: String?
    /// For all that is said about one letter.
    package let deadline: Duration

    /// - Parameter url: `smtps://host[:465]` or `smtp://host[:587]`.
    package init(
        url: String, user: String?, password: String?, authority: String? = nil, deadline: Duration = .seconds(60)
    ) throws(DomainError) {
        let failure = DomainError.invalid(
            "mail.server must be smtp://HOST[:PORT] or smtps://HOST[:PORT]", field: "mail.server")
        guard let parts = URLComponents(string: url), let scheme = parts.scheme, let named = parts.host, !named.isEmpty,
            parts.user == nil, parts.password == nil, parts.path.isEmpty || parts.path == "/", parts.query == nil
        else { throw failure }
        // An IPv6 address stands in brackets.
        host = named.hasPrefix("[") ? String(named.dropFirst().dropLast()) : named
        switch scheme {
        case "smtps": (security, port) = (.implicit, parts.port ?? 465)
        case "smtp":
            let isHere = host == "localhost" || host == "::1" || host.hasPrefix("127.")
            (security, port) = (isHere ? .ifOffered : .startTLS, parts.port ?? 587)
        default: throw failure
        }
        guard (1...65_535).contains(port) else { throw failure }
        guard (user == nil) == (password == nil) else {
            throw .invalid("mail.user and mail.password-file belong together", field: "mail.user")
        }
        self.user = user
        self.password = password
        self.authority = authority
        self.deadline = deadline
    }
}
