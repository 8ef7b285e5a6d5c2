import Messaging
import NIOSSL

/// TLS as it is spoken to the mail server: 1.2 at least, its certificate verified for its name.
struct TLSOffer: Sendable {
    private let context: NIOSSLContext
    private let host: String

    init(_ settings: SMTPSettings) throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.certificateVerification = .fullVerification
        do {
            if let authority = settings.authority {
                configuration.additionalTrustRoots = [
                    .certificates(try NIOSSLCertificate.fromPEMFile(authority))
                ]
            }
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw MailFailure("The authority of the mail server's certificate cannot be read: \(error)")
        }
        host = settings.host
    }

    /// Names in SNI are no addresses (RFC 6066 §3).
    func handler() throws -> NIOSSLClientHandler {
        let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }
}
