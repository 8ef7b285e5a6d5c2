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
    /// The authority that devices trust it by; nil for a certificate that the server did not make itself.
    package let authority: AuthorityState?
    /// Why the certificate in the files is not in use, as a sentence; nil where it is.
    package let problem: String?
    /// Why no public certificate could be obtained, as a sentence; nil where none is wanted, or nothing is wrong.
    package let orderProblem: String?

    package init(
        subject: String, issuer: String, names: [String], from: Timestamp, until: Timestamp, fingerprint: String,
        isOwn: Bool, authority: AuthorityState? = nil, problem: String? = nil,
        orderProblem: String? = nil
    ) {
        self.subject = subject
        self.issuer = issuer
        self.names = names
        self.from = from
        self.until = until
        self.fingerprint = fingerprint
        self.isOwn = isOwn
        self.authority = authority
        self.problem = problem
        self.orderProblem = orderProblem
    }
}

/// The authority that the server made for itself.
package struct AuthorityState: Sendable, Equatable {
    /// The file that people import.
    package let path: String
    package let until: Timestamp
    /// Whether it can vouch for this site's names alone.
    package let isConstrained: Bool

    package init(path: String, until: Timestamp, isConstrained: Bool) {
        self.path = path
        self.until = until
        self.isConstrained = isConstrained
    }
}
