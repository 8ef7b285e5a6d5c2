import Crypto
import Foundation
import Primitives
import Support
import SwiftASN1
import Testing
import X509

@testable import Gateway

@Suite("The development authority") struct DevelopmentAuthorityTests {
    @Test("the first start makes an authority and a certificate; the second finds them") func start() throws {
        let fixture = try CertificateFixture()
        let authority = fixture.authority(["music.example", "192.0.2.7"])
        #expect(try authority.prepare() == .replaced(.missing))
        #expect(try authority.prepare() == .unchanged)
        for path in [authority.files.key, authority.files.authorityKey] { #expect(try fixture.mode(path) == 0o600) }
    }

    @Test("openssl refuses the authority's signature for another name, and accepts it for the site")
    func constrained() async throws {
        let fixture = try CertificateFixture()
        let authority = fixture.authority(["music.example", "192.0.2.7"])
        try authority.prepare()
        let good = try await fixture.verify(authority.files.certificate, under: authority.files.authority)
        #expect(good.status == 0, "\(good.output)\(good.error)")
        let certificate = try #require(AuthorityFiles.certificates(in: authority.files.authority).first)
        let key = try P256.Signing.PrivateKey(pemRepresentation: try #require(try authority.authorityKey()))
        for (name, isGood) in [
            (GeneralName.dnsName("bank.example"), false), (.dnsName("example"), false),
            (.dnsName("notmusic.example"), false), (.ipAddress(.init(contentBytes: [192, 0, 2, 8])), false),
            (.dnsName("music.example"), true), (.ipAddress(.init(contentBytes: [127, 0, 0, 1])), true),
        ] {
            let own = P256.Signing.PrivateKey()
            let leaf = try Certificate(
                version: .v3, serialNumber: .init(), publicKey: .init(own.publicKey), notValidBefore: Date() - 60,
                notValidAfter: Date() + 86400, issuer: certificate.subject,
                subject: try DistinguishedName { OrganizationName("Stranger") }, signatureAlgorithm: .ecdsaWithSHA256,
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true))
                    Critical(SubjectAlternativeNames([name]))
                    SubjectKeyIdentifier(hash: Certificate.PublicKey(own.publicKey))
                    AuthorityKeyIdentifier(
                        keyIdentifier: try certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
                }, issuerPrivateKey: .init(key))
            let path = fixture.folder.path + "/forged.pem"
            try PrivateFile.write(Array(try leaf.serializeAsPEM().pemString.utf8), to: path)
            let result = try await fixture.verify(path, under: authority.files.authority)
            #expect((result.status == 0) == isGood, "\(name): \(result.output)\(result.error)")
            if !isGood { #expect("\(result.output)\(result.error)".contains("permitted subtree violation")) }
        }
    }

    @Test("neither the authority nor its certificates are valid for more than 825 days") func lifetimes() throws {
        let fixture = try CertificateFixture()
        let authority = fixture.authority()
        try authority.prepare()
        for path in [authority.files.authority, authority.files.certificate] {
            let certificate = try #require(AuthorityFiles.certificates(in: path).first)
            #expect(
                certificate.notValidAfter.timeIntervalSince(certificate.notValidBefore) <= 825 * CertificateFixture.day)
        }
        // Close to the authority's end, its certificates end with it.
        let late = Date() + 790 * CertificateFixture.day
        #expect(try authority.prepare(now: late) == .renewed)
        let until = try #require(AuthorityFiles.certificates(in: authority.files.certificate).first?.notValidAfter)
        #expect(until == AuthorityFiles.certificates(in: authority.files.authority).first?.notValidAfter)
    }

    @Test("the authority's key opens only with the secret that sealed it") func sealed() throws {
        let fixture = try CertificateFixture()
        let authority = fixture.authority()
        try authority.prepare()
        let text = try fixture.text(authority.files.authorityKey)
        #expect(text.contains("RONDO SEALED KEY") && !text.contains("BEGIN PRIVATE KEY"))
        let key = try #require(try authority.authorityKey())
        #expect(key.contains("BEGIN PRIVATE KEY") && !text.contains(String(key.split(separator: "\n")[1].prefix(24))))
        let other = fixture.authority(other: true)
        #expect(try other.isForeign() && other.authorityKey() == nil)
        // A valid certificate stays in use. A new one cannot be signed, so it is refused and nothing changes.
        #expect(try other.prepare() == .unchanged)
        let refused = #expect(throws: DomainError.self) {
            try fixture.authority(["music.example"], other: true).prepare()
        }
        #expect(refused?.reason == "authority_foreign")
        #expect(try fixture.text(authority.files.authorityKey) == text)
        #expect(try other.renew(replacingAuthority: true) == .replaced(.requested))
        #expect(try other.authorityKey() != nil)
    }

    @Test("a flipped byte in a sealed key is detected, and so is a key sealed for another purpose")
    func damaged() throws {
        let fixture = try CertificateFixture()
        let path = fixture.folder.path + "/key"
        try fixture.sealer.write("PEM", to: path, for: "one")
        guard case .opened("PEM") = try fixture.sealer.read(path, for: "one") else {
            Issue.record("not opened"); return
        }
        guard case .damaged = try fixture.sealer.read(path, for: "two") else { Issue.record("opened"); return }
        try PrivateFile.write(Array("garbage".utf8), to: path)
        guard case .damaged = try fixture.sealer.read(path, for: "one") else { Issue.record("opened"); return }
    }

    @Test("a new site name replaces the authority at a start, and never while the server runs")
    func names() throws {
        let fixture = try CertificateFixture()
        let before = fixture.authority(["music.example"])
        try before.prepare()
        let authority = try fixture.text(before.files.authority)
        #expect(try fixture.authority(["sub.music.example"]).prepare() == .renewed)
        #expect(try fixture.text(before.files.authority) == authority)
        let other = fixture.authority(["music.example", "other.example"])
        let refused = #expect(throws: DomainError.self) { try other.prepare(replacesForNames: false) }
        #expect(refused?.reason == "authority_names")
        #expect(try other.prepare() == .replaced(.names))
        #expect(try fixture.text(before.files.authority) != authority)
        #expect(try before.prepare(replacesForNames: false) == .renewed)
    }

    @Test("an authority of an earlier version stays until it is replaced, but its key is sealed at once")
    func earlier() throws {
        let fixture = try CertificateFixture()
        try fixture.makeOldAuthority()
        let authority = fixture.authority(["music.example"])
        chmod(authority.files.authorityKey, 0o644)
        #expect(authority.files.facts?.isConstrained == false)
        #expect(try authority.prepare() == .renewed)
        #expect(authority.files.facts?.isConstrained == false)
        #expect(try !fixture.text(authority.files.authorityKey).contains("BEGIN PRIVATE KEY"))
        #expect(try fixture.mode(authority.files.authorityKey) == 0o600)
        #expect(try fixture.authority().renew(replacingAuthority: true) == .replaced(.requested))
        #expect(authority.files.facts?.isConstrained == true)
        // A command that does not know the present certificate's names keeps them.
        #expect(CertificateFacts(path: authority.files.certificate)?.names.contains("music.example") == true)
        #expect(try authority.prepare(replacesForNames: false) == .unchanged)
    }

    @Test("a certificate is renewed thirty days before its end, and so is the authority") func renewal() throws {
        let fixture = try CertificateFixture()
        let authority = fixture.authority()
        try authority.prepare()
        #expect(try authority.prepare(now: Date() + 59 * CertificateFixture.day) == .unchanged)
        #expect(try authority.prepare(now: Date() + 61 * CertificateFixture.day) == .renewed)
        // The clock was ahead and is correct again, so the certificate made meanwhile is not yet valid.
        #expect(try authority.prepare() == .renewed)
        #expect(try authority.prepare(now: Date() + 796 * CertificateFixture.day) == .replaced(.ending))
    }
}
