package import Primitives

/// The certificate that new connections get.
package struct CertificateState: Sendable, Equatable {
    package let subject: String
    package let issuer: String
    /// The host names and addresses that it is for.
    package let names: [String]
    package let from: Timestamp
    package let until: Timestamp
    /// SHA-256 of the certificate, as 64 hexadecimal digits.
    package let fingerprint: String
    /// Whether the gateway made it itself, and renews it.
    package let isOwn: Bool

    package init(
        subject: String, issuer: String, names: [String], from: Timestamp, until: Timestamp, fingerprint: String,
        isOwn: Bool
    ) {
        self.subject = subject
        self.issuer = issuer
        self.names = names
        self.from = from
        self.until = until
        self.fingerprint = fingerprint
        self.isOwn = isOwn
    }
}
