package import Foundation
import Glibc
import Primitives
import SwiftASN1
import X509

/// Where the development authority and the certificate that it signed are stored.
package struct AuthorityFiles: Sendable {
    package let folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// The server's certificate and the authority's, for clients.
    package var certificate: String { folder + "/server.pem" }
    package var key: String { folder + "/server.key" }
    /// What people import.
    package var authority: String { folder + "/rondo-ca.pem" }
    /// Sealed by `KeySealer`.
    package var authorityKey: String { folder + "/rondo-ca.key" }

    package var pair: CertificateSource.Files { CertificateSource.Files(chain: certificate, key: key) }

    /// What the authority's certificate says; nil where there is none that can be read.
    package var facts: AuthorityFacts? {
        guard let certificate = Self.certificates(in: authority).first else { return nil }
        let constraints = (try? certificate.extensions.nameConstraints) ?? nil
        return AuthorityFacts(
            path: authority, until: certificate.notValidAfter,
            isConstrained: constraints.map { !$0.permittedDNSDomains.isEmpty && !$0.permittedIPRanges.isEmpty } ?? false
        )
    }

    static func certificates(in path: String) -> [Certificate] {
        guard let bytes = try? PrivateFile.read(path),
            let documents = try? PEMDocument.parseMultiple(pemString: String(decoding: bytes, as: UTF8.self))
        else { return [] }
        return documents.compactMap { try? Certificate(pemDocument: $0) }
    }

    /// Makes the folder where it is missing, and takes from others what they may have of the keys in it.
    func prepare() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DomainError(.unavailable, "The folder \(folder) cannot be made: set tls.folder to one that can")
        }
        for path in [key, authorityKey] { _ = try PrivateFile.makePrivate(path, ofGroup: true) }
    }

    /// Runs `body` while no other process changes the files.
    func alone<Result>(_ body: () throws -> Result) throws -> Result {
        let lock = open(folder + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else {
            throw DomainError(.unavailable, "The folder \(folder) cannot be written: set tls.folder to one that can")
        }
        defer { close(lock) }
        guard flock(lock, LOCK_EX) == 0 else {
            throw DomainError(.unavailable, "The folder \(folder) cannot be locked")
        }
        return try body()
    }
}

/// What the development authority's certificate says about itself.
package struct AuthorityFacts: Sendable {
    package let path: String
    package let until: Date
    /// Whether it can vouch for this site's names alone. One made by an earlier version can for any name.
    package let isConstrained: Bool
}
