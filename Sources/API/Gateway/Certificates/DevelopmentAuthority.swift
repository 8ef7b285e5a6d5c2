import Crypto
package import Foundation
import Primitives
import SwiftASN1
import X509

/// A certificate authority of the server's own, for a first start without an operator's certificate.
///
/// It makes `rondo-ca.pem` (imported once into a browser or phone) and, signed by it, `server.pem` for this machine's
/// names, valid for 90 days and renewed 30 days before its end. The authority is constrained to those names and is
/// valid for 825 days. Its key is sealed with the server's secret. Keys are ECDSA P-256 in files that only the server's
/// user can read.
package struct DevelopmentAuthority: Sendable {
    /// The reason why an authority was made.
    package enum Reason: Sendable {
        /// There was none, or its key was missing.
        case missing
        /// The previous one may not certify a present name of the site.
        case names
        /// The previous one was about to expire.
        case ending
        case requested
    }

    package enum Outcome: Sendable, Equatable {
        case unchanged
        /// The same authority signed a new certificate.
        case renewed
        /// There is a new authority, which every device has to import.
        case replaced(Reason)
    }

    package static let purpose = "development authority"
    /// The longest validity that browsers and phones accept of a server's certificate; also used for the authority
    /// itself.
    static let authorityLifetime: TimeInterval = 825 * 86400
    private static let lifetime: TimeInterval = 90 * 86400
    /// The remaining validity below which a certificate is renewed.
    private static let margin: TimeInterval = 30 * 86400

    package let files: AuthorityFiles
    private let names: [String]
    /// The names and addresses that the authority may certify: the site's, and the loopback addresses for later use.
    private let permitted: [String]
    private let sealer: KeySealer

    /// - Parameter names: the DNS names and IP addresses of the certificate, besides `localhost`. Only addresses that
    ///   people use are included: BoringSSL refuses a certificate with any address where its authority is constrained
    ///   to some (crypto/x509/v3_ncons.cc, 2026-11).
    package init(folder: String, names: [String], sealer: KeySealer) {
        files = AuthorityFiles(folder: folder)
        self.names = Self.unique(["localhost"] + names)
        permitted = Self.unique(self.names + ["127.0.0.1", "::1"])
        self.sealer = sealer
    }

    private static func unique(_ names: [String]) -> [String] {
        names.reduce(into: []) { known, name in if !known.contains(name) { known.append(name) } }
    }

    /// Makes missing certificates, and renews those that are about to expire or lack a requested name.
    ///
    /// Throws `conflict` with reason `authority_foreign` when something must be signed and the authority's key was
    /// sealed with another server's secret.
    ///
    /// - Parameter replacesForNames: whether names that the authority may not certify cause a new authority; otherwise
    ///   they are a `conflict` with reason `authority_names`.
    @discardableResult
    package func prepare(now: Date = Date(), replacesForNames: Bool = true) throws -> Outcome {
        try files.prepare()
        return try files.alone {
            let certificate = AuthorityFiles.certificates(in: files.authority).first
            if let certificate, isGood(certificate, at: now), holds(certificate, at: now) {
                try sealKey()
                return .unchanged
            }
            switch try load(certificate, at: now) {
            case .usable(let authority):
                try makeServerCertificate(authority, now: now)
                return .renewed
            case .unusable(.names) where !replacesForNames:
                throw DomainError(
                    .conflict,
                    "The authority in \(files.authority) may not certify all names of this site; a restart makes a new one",
                    reason: "authority_names")
            case .unusable(let reason):
                try makeServerCertificate(try makeAuthority(now: now), now: now)
                return .replaced(reason)
            }
        }
    }

    /// Makes a new certificate for the requested names and those of the present one.
    ///
    /// - Parameter replacingAuthority: whether a new authority is made too, whatever the state of the present one.
    package func renew(replacingAuthority: Bool, now: Date = Date()) throws -> Outcome {
        try files.prepare()
        return try files.alone {
            let present = CertificateFacts(path: files.certificate)?.names ?? []
            let wider = DevelopmentAuthority(folder: files.folder, names: names + present, sealer: sealer)
            let certificate = AuthorityFiles.certificates(in: files.authority).first
            if !replacingAuthority, case .usable(let authority) = try wider.load(certificate, at: now) {
                try wider.makeServerCertificate(authority, now: now)
                return .renewed
            }
            try wider.makeServerCertificate(try wider.makeAuthority(now: now), now: now)
            return .replaced(.requested)
        }
    }

    /// Whether the authority's key is sealed with another server's secret.
    package func isForeign() throws -> Bool {
        if case .foreign = try sealer.read(files.authorityKey, for: Self.purpose) { return true }
        return false
    }

    /// The authority's key in PEM, for tests of its forbidden uses.
    func authorityKey() throws -> String? {
        guard case .opened(let pem) = try sealer.read(files.authorityKey, for: Self.purpose) else { return nil }
        return pem
    }

    private struct Authority {
        let certificate: Certificate
        let key: P256.Signing.PrivateKey
    }

    private enum Loaded {
        case usable(Authority)
        case unusable(Reason)
    }

    private func isGood(_ authority: Certificate, at now: Date) -> Bool {
        authority.notValidBefore <= now && authority.notValidAfter > now.addingTimeInterval(Self.margin)
    }

    /// Whether the present certificate is signed by the authority, is for these names, and is valid for long enough.
    private func holds(_ authority: Certificate, at now: Date) -> Bool {
        guard let leaf = AuthorityFiles.certificates(in: files.certificate).first,
            ((try? PrivateFile.read(files.key)) ?? nil) != nil, leaf.issuer == authority.subject,
            authority.publicKey.isValidSignature(leaf.signature, for: leaf), leaf.notValidBefore <= now,
            leaf.notValidAfter > now.addingTimeInterval(Self.margin),
            let alternatives = (try? leaf.extensions.subjectAlternativeNames) ?? nil
        else { return false }
        return Set(alternatives) == Set(AuthorityNames(names: names).alternatives)
    }

    private func load(_ certificate: Certificate?, at now: Date) throws -> Loaded {
        guard let certificate else { return .unusable(.missing) }
        guard isGood(certificate, at: now) else { return .unusable(.ending) }
        let pem: String
        switch try sealer.read(files.authorityKey, for: Self.purpose) {
        case .missing, .damaged: return .unusable(.missing)
        case .foreign:
            throw DomainError(
                .conflict,
                "The authority in \(files.folder) belongs to another data folder: its key is sealed with that one's secret. Name another "
                    + "folder with --certs, or make a new authority there by rondo certificate renew --authority",
                reason: "authority_foreign")
        case .plain(let text):
            try sealKey()
            pem = text
        case .opened(let text): pem = text
        }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem),
            Certificate.PublicKey(key.publicKey) == certificate.publicKey
        else { return .unusable(.missing) }
        // An authority of an earlier version has no constraints; it remains in use until an administrator replaces it.
        if let constraints = try certificate.extensions.nameConstraints,
            !AuthorityNames(names: names).arePermitted(by: constraints)
        {
            return .unusable(.names)
        }
        return .usable(Authority(certificate: certificate, key: key))
    }

    /// Seals a key that an earlier version stored unencrypted.
    private func sealKey() throws {
        guard case .plain(let pem) = try sealer.read(files.authorityKey, for: Self.purpose),
            (try? P256.Signing.PrivateKey(pemRepresentation: pem)) != nil
        else { return }
        try sealer.write(pem, to: files.authorityKey, for: Self.purpose)
    }

    private func makeAuthority(now: Date) throws -> Authority {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName {
            OrganizationName("Rondo")
            CommonName(
                "Rondo development CA \(key.publicKey.x963Representation.suffix(4).hex)"
            )
        }
        let start = now.addingTimeInterval(-3600)
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: start,
            notValidAfter: start.addingTimeInterval(Self.authorityLifetime), issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                // For servers only: no email, code signing or clients.
                try ExtendedKeyUsage([.serverAuth])
                Critical(AuthorityNames(names: permitted).constraints)
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
            },
            issuerPrivateKey: .init(key))
        try sealer.write(key.pemRepresentation, to: files.authorityKey, for: Self.purpose)
        try PrivateFile.write(Array(try certificate.serializeAsPEM().pemString.utf8), to: files.authority)
        return Authority(certificate: certificate, key: key)
    }

    private func makeServerCertificate(_ authority: Authority, now: Date) throws {
        let key = P256.Signing.PrivateKey()
        let start = now.addingTimeInterval(-3600)
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: start,
            notValidAfter: min(start.addingTimeInterval(Self.lifetime), authority.certificate.notValidAfter),
            issuer: authority.certificate.subject,
            subject: try DistinguishedName {
                OrganizationName("Rondo")
                CommonName(names[0])
            },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(AuthorityNames(names: names).alternatives)
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
                AuthorityKeyIdentifier(
                    keyIdentifier: try authority.certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
            },
            issuerPrivateKey: .init(authority.key))
        let chain =
            try certificate.serializeAsPEM().pemString + "\n" + authority.certificate.serializeAsPEM().pemString + "\n"
        // The key is written first: a reader between the two writes finds a pair that does not match and keeps its old
        // one.
        try PrivateFile.write(Array(key.pemRepresentation.utf8), to: files.key)
        try PrivateFile.write(Array(chain.utf8), to: files.certificate)
    }
}
