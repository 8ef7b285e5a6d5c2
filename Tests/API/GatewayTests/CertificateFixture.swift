import Crypto
import Foundation
import Gateway
import Support
import SwiftASN1
import X509

/// Folders of certificates, the secrets of two servers, and an authority like those of earlier versions.
struct CertificateFixture {
    static let day: TimeInterval = 86400
    let folder: TemporaryFolder
    let sealer = KeySealer(key: [UInt8](repeating: 1, count: 32))
    let otherSealer = KeySealer(key: [UInt8](repeating: 2, count: 32))

    init() throws {
        folder = try TemporaryFolder()
    }

    func authority(_ names: [String] = [], other: Bool = false) -> DevelopmentAuthority {
        DevelopmentAuthority(folder: folder.path, names: names, sealer: other ? otherSealer : sealer)
    }

    func text(_ path: String) throws -> String {
        String(decoding: try PrivateFile.read(path) ?? [], as: UTF8.self)
    }

    func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// The result of verifying `leaf` with openssl under `authority`.
    func verify(_ leaf: String, under authority: String) async throws -> (status: Int32, output: String, error: String)
    {
        try await Program.run("/usr/bin/openssl", ["verify", "-x509_strict", "-CAfile", authority, leaf])
    }

    /// An authority valid for ten years and any name, with an unencrypted key.
    func makeOldAuthority() throws {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("Rondo development CA old") }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: Date() - Self.day,
            notValidAfter: Date() + 3650 * Self.day, issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
            }, issuerPrivateKey: .init(key))
        let files = AuthorityFiles(folder: folder.path)
        try Data(key.pemRepresentation.utf8).write(to: URL(fileURLWithPath: files.authorityKey))
        try Data(try certificate.serializeAsPEM().pemString.utf8).write(to: URL(fileURLWithPath: files.authority))
    }

    /// Writes a self-signed certificate for `localhost` into `server.pem` and `server.key` of `name`.
    func makeCertificate(_ name: String, from start: Date, until end: Date) throws -> CertificateSource.Files {
        let key = P256.Signing.PrivateKey()
        let subject = try DistinguishedName { CommonName(name) }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: start,
            notValidAfter: end, issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions { SubjectAlternativeNames([.dnsName("localhost")]) },
            issuerPrivateKey: .init(key))
        let files = CertificateSource.Files(chain: "\(folder.path)/\(name).pem", key: "\(folder.path)/\(name).key")
        try PrivateFile.write(Array(try certificate.serializeAsPEM().pemString.utf8), to: files.chain)
        try PrivateFile.write(Array(key.pemRepresentation.utf8), to: files.key)
        return files
    }
}
