package import Foundation
import Glibc
import Primitives
import SwiftASN1
import X509

/// The files of the development authority and of the certificate that it signed.
package struct AuthorityFiles: Sendable {
    package let folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// The server's certificate and the authority's, for clients.
    package var certificate: String { folder + "/server.pem" }
    package var key: String { folder + "/server.key" }
    /// The authority's certificate, for import on devices.
    package var authority: String { folder + "/rondo-ca.pem" }
    /// The authority's key, sealed by `KeySealer`.
    package var authorityKey: String { folder + "/rondo-ca.key" }

    package var pair: CertificateSource.Files { CertificateSource.Files(chain: certificate, key: key) }

    /// The facts of the authority's certificate; nil when there is no readable one.
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

    /// Makes the folder if it is missing, and removes other users' access to its keys.
    func prepare() throws {
        try PrivateFolder.make(folder, remedy: ": set tls.folder to one that can")
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

/// The facts of the development authority's certificate.
package struct AuthorityFacts: Sendable {
    package let path: String
    package let until: Date
    /// Whether it can certify only this site's names. An authority of an earlier version can certify any name.
    package let isConstrained: Bool
}

/// The DNS names and IP addresses that the development authority may certify (RFC 5280 §4.2.1.10).
struct AuthorityNames {
    let names: [String]

    /// The subject alternative names of a server's certificate.
    var alternatives: [GeneralName] {
        names.map { name in
            if let address = IPAddress(name) {
                .ipAddress(ASN1OctetString(contentBytes: address.bytes[...]))
            } else {
                .dnsName(name)
            }
        }
    }

    /// Permits each name with its subdomains, and each single address. There is always a name and an address, so that
    /// neither kind is unconstrained.
    var constraints: NameConstraints {
        NameConstraints(
            permittedDNSDomains: names.filter { IPAddress($0) == nil },
            permittedIPRanges: names.compactMap { IPAddress($0) }.map { address in
                let mask = [UInt8](repeating: 255, count: address.bytes.count)
                return ASN1OctetString(contentBytes: (address.bytes + mask)[...])
            })
    }

    /// Whether `constraints` permit every one of the names.
    func arePermitted(by constraints: NameConstraints) -> Bool {
        names.allSatisfy { name in
            guard let address = IPAddress(name) else {
                return constraints.permittedDNSDomains.contains { Self.lies(name, within: $0) }
            }
            return constraints.permittedIPRanges.contains { Self.lies(address.bytes, within: Array($0.bytes)) }
        }
    }

    private static func lies(_ name: String, within domain: String) -> Bool {
        let (name, domain) = (name.lowercased(), domain.lowercased())
        return name == domain || name.hasSuffix("." + domain)
    }

    private static func lies(_ address: [UInt8], within range: [UInt8]) -> Bool {
        range.count == 2 * address.count
            && address.indices.allSatisfy { place in
                let mask = range[address.count + place]
                return address[place] & mask == range[place] & mask
            }
    }
}
