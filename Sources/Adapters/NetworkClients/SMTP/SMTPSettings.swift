import Foundation
import Messaging
import NIOSSL
package import Primitives

/// The mail server for outgoing email, and how to connect to it.
package struct SMTPSettings: Sendable, Equatable {
    package enum Security: Sendable, Equatable {
        /// TLS from the first byte (RFC 8314).
        case implicit
        /// TLS after STARTTLS (RFC 3207), before anything else is sent.
        case startTLS
        /// For this machine only: STARTTLS where it is offered.
        case ifOffered
    }

    package let host: String
    package let port: Int
    package let security: Security
    package let user: String?
    package let password: String?
    /// A PEM file of certificate authorities to trust beside the system's; for servers with a self-signed certificate.
    package let authority: String?
    /// The time limit of the whole dialog about one email.
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
        // An IPv6 address has brackets in a URL.
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

/// TLS for the mail server: version 1.2 or later, with the certificate verified for the server's name.
struct TLSOffer: Sendable {
    private let context: NIOSSLContext
    private let host: String

    init(_ settings: SMTPSettings) throws {
        do {
            context = try NIOSSLContext(configuration: .client(trusting: settings.authority))
        } catch {
            throw MailFailure("The authority of the mail server's certificate cannot be read: \(error)")
        }
        host = settings.host
    }

    /// SNI does not allow IP addresses (RFC 6066 §3).
    func handler() throws -> NIOSSLClientHandler {
        let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }
}
