package import Primitives

/// Facts about the running server and its machine.
package protocol ServerFacts: Sendable {
    var version: String { get }
    var startedAt: Timestamp { get }
    /// The bytes that each part of the data folder takes.
    func storage() async -> [StoragePart]
    /// The disks of the data folder and of the libraries.
    func disks(of libraries: [(name: String, path: String)]) async -> [DiskSpace]
    /// Nil when it cannot be read.
    func certificate() async -> CertificateState?
    /// Warnings about this process and its confinement.
    func warnings() async -> [ServerWarning]
    /// The running and waiting conversions, and whether there is a program that converts.
    func conversions() async -> (running: Int, waiting: Int, arePossible: Bool)
}

/// The certificate that new connections receive.
package struct CertificateState: Sendable, Equatable {
    package let subject: String
    package let issuer: String
    /// The host names and addresses that it is valid for.
    package let names: [String]
    package let from: Timestamp
    package let until: Timestamp
    /// The SHA-256 of the certificate, as 64 hexadecimal digits.
    package let fingerprint: String
    /// Whether the server made the certificate itself, and renews it.
    package let isOwn: Bool
    /// The certificate authority that devices trust; nil for a certificate that the server did not make itself.
    package let authority: AuthorityState?
    /// The reason why the certificate in the files is not in use, as a sentence; nil when it is.
    package let problem: String?
    /// The reason why no public certificate could be obtained, as a sentence; nil when none is wanted, or there is no
    /// problem.
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

/// The certificate authority that the server made for itself.
package struct AuthorityState: Sendable, Equatable {
    /// The file that users import on their devices.
    package let path: String
    package let until: Timestamp
    /// Whether it can sign certificates for this site's names only.
    package let isConstrained: Bool

    package init(path: String, until: Timestamp, isConstrained: Bool) {
        self.path = path
        self.until = until
        self.isConstrained = isConstrained
    }
}
