import Crypto
import Primitives
package import Foundation
import SwiftASN1
import X509

/// A certificate authority of the gateway's own, for a first start without an operator's certificate.
///
/// It makes `rondo-ca.pem` (import that one into a browser or phone once) and, signed by it, `server.pem` for this machine's names,
/// valid for 90 days and renewed 30 days before its end. Keys are ECDSA P-256 in files that only the gateway's user can read.
package struct DevelopmentAuthority: Sendable {
    package let folder: String
    private let names: [String]

    package var certificatePath: String { folder + "/server.pem" }
    package var keyPath: String { folder + "/server.key" }
    package var authorityPath: String { folder + "/rondo-ca.pem" }
    private var authorityKeyPath: String { folder + "/rondo-ca.key" }

    /// - Parameter names: DNS names and IP addresses that the certificate is for, besides `localhost` and the loopback addresses.
    package init(folder: String, names: [String]) {
        self.folder = folder
        var unique: [String] = []
        for name in ["localhost", "127.0.0.1", "::1"] + names where !unique.contains(name) { unique.append(name) }
        self.names = unique
    }

    /// Makes what is missing and renews what is about to end or does not hold the names asked for. True when a file was written.
    @discardableResult
    package func prepare(now: Date = Date()) throws -> Bool {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DomainError(.unavailable, "The folder \(folder) cannot be made: set tls.folder to one that can")
        }
        let authority = try loadAuthority() ?? makeAuthority(now: now)
        if let current = try PrivateFile.read(certificatePath), try PrivateFile.read(keyPath) != nil,
            let first = try? PEMDocument.parseMultiple(pemString: String(decoding: current, as: UTF8.self)).first,
            let leaf = try? Certificate(pemDocument: first),
            leaf.issuer == authority.certificate.subject,
            authority.certificate.publicKey.isValidSignature(leaf.signature, for: leaf),
            leaf.notValidAfter > now.addingTimeInterval(30 * 86400),
            try leaf.extensions.subjectAlternativeNames.map({ Set($0) }) == Set(subjectAlternativeNames())
        {
            return false
        }
        try makeServerCertificate(authority, now: now)
        return true
    }

    private struct Authority {
        let certificate: Certificate
        let key: P256.Signing.PrivateKey
    }

    private func loadAuthority() throws -> Authority? {
        guard let certificate = try PrivateFile.read(authorityPath), let key = try PrivateFile.read(authorityKeyPath)
        else {
            return nil
        }
        return Authority(
            certificate: try Certificate(pemEncoded: String(decoding: certificate, as: UTF8.self)),
            key: try P256.Signing.PrivateKey(pemRepresentation: String(decoding: key, as: UTF8.self)))
    }

    private func makeAuthority(now: Date) throws -> Authority {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName {
            OrganizationName("Rondo")
            CommonName(
                "Rondo development CA \(key.publicKey.x963Representation.suffix(4).map { String($0, radix: 16) }.joined())"
            )
        }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
            notValidBefore: now.addingTimeInterval(-3600),
            notValidAfter: now.addingTimeInterval(3650 * 86400), issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
            },
            issuerPrivateKey: .init(key))
        try PrivateFile.write(Array(key.pemRepresentation.utf8), to: authorityKeyPath)
        try PrivateFile.write(Array(try certificate.serializeAsPEM().pemString.utf8), to: authorityPath)
        return Authority(certificate: certificate, key: key)
    }

    private func makeServerCertificate(_ authority: Authority, now: Date) throws {
        let key = P256.Signing.PrivateKey()
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
            notValidBefore: now.addingTimeInterval(-3600),
            notValidAfter: now.addingTimeInterval(90 * 86400), issuer: authority.certificate.subject,
            subject: try DistinguishedName {
                OrganizationName("Rondo")
                CommonName(names[0])
            },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(try subjectAlternativeNames())
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
                AuthorityKeyIdentifier(
                    keyIdentifier: try authority.certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
            },
            issuerPrivateKey: .init(authority.key))
        let chain =
            try certificate.serializeAsPEM().pemString + "\n" + authority.certificate.serializeAsPEM().pemString + "\n"
        // The key first: a reader that comes between the two writes finds a pair that does not match and keeps its old one.
        try PrivateFile.write(Array(key.pemRepresentation.utf8), to: keyPath)
        try PrivateFile.write(Array(chain.utf8), to: certificatePath)
    }

    private func subjectAlternativeNames() throws -> [GeneralName] {
        names.map { name in
            if let address = IPAddressBytes(name) {
                .ipAddress(ASN1OctetString(contentBytes: address.bytes[...]))
            } else {
                .dnsName(name)
            }
        }
    }
}
