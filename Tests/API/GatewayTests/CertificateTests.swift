import Foundation
import Gateway
import Primitives
import Support
import Testing

@Suite("Certificates") struct CertificateTests {
    @Test("a new certificate is adopted; an invalid file is named and keeps the old one in use") func reload() throws {
        let fixture = try CertificateFixture()
        let authority = fixture.authority()
        try authority.prepare()
        let source = try CertificateSource([authority.files.pair])
        #expect(try !source.reloadIfChanged())
        #expect(try fixture.authority(["music.example"]).prepare() != .unchanged)
        #expect(try source.reloadIfChanged())
        #expect(source.facts.names.contains("music.example"))
        let before = source.context
        try PrivateFile.write(Array("garbage".utf8), to: authority.files.certificate)
        let error = #expect(throws: DomainError.self) { try source.reloadIfChanged() }
        #expect(error?.message.contains("server.pem") == true && source.problem == error?.message)
        try FileManager.default.removeItem(atPath: authority.files.certificate)
        #expect(throws: DomainError.self) { try source.reloadIfChanged() }
        #expect(source.context === before && source.problem?.contains("no file") == true)
    }

    @Test("a key that belongs to another certificate is refused") func mismatch() throws {
        let (one, other) = (try CertificateFixture(), try CertificateFixture())
        try one.authority().prepare()
        try other.authority().prepare()
        #expect(throws: DomainError.self) {
            try CertificateSource([
                CertificateSource.Files(
                    chain: one.authority().files.certificate, key: other.authority().files.key)
            ])
        }
    }

    @Test("a valid certificate is not replaced by one that is expired or not yet valid, until that one is valid")
    func dates()
        throws
    {
        let fixture = try CertificateFixture()
        let (now, day) = (Date(), CertificateFixture.day)
        let files = try fixture.makeCertificate("site", from: now - day, until: now + day)
        let source = try CertificateSource([files])
        #expect(source.problem == nil)
        let before = source.context
        _ = try fixture.makeCertificate("site", from: now - 2 * day, until: now - day)
        let expired = #expect(throws: DomainError.self) { try source.reloadIfChanged(now: now) }
        #expect(expired?.message.contains("expired") == true && source.problem == expired?.message)
        #expect(source.context === before && source.facts.until > now)
        _ = try fixture.makeCertificate("site", from: now + day, until: now + 9 * day)
        #expect(throws: DomainError.self) { try source.reloadIfChanged(now: now) }
        #expect(source.context === before && source.problem?.contains("only good from") == true)
        #expect(try source.reloadIfChanged(now: now + 2 * day))
        #expect(source.problem == nil)
    }

    @Test("a start with an expired certificate is reported, and the next valid one is adopted")
    func expiredStart() throws {
        let fixture = try CertificateFixture()
        let (now, day) = (Date(), CertificateFixture.day)
        let files = try fixture.makeCertificate("site", from: now - 9 * day, until: now - day)
        let source = try CertificateSource([files])
        #expect(source.problem?.contains("expired on") == true)
        #expect(try !source.reloadIfChanged())
        _ = try fixture.makeCertificate("site", from: now - day, until: now + day)
        #expect(try source.reloadIfChanged())
        #expect(source.problem == nil)
    }

    @Test("the first valid of several pairs is used, and one may be missing") func several() throws {
        let fixture = try CertificateFixture()
        let (now, day) = (Date(), CertificateFixture.day)
        let first = CertificateSource.Files(
            chain: fixture.folder.path + "/public.pem", key: fixture.folder.path + "/public.key")
        let second = try fixture.makeCertificate("own", from: now - day, until: now + 9 * day)
        let source = try CertificateSource([first, second])
        #expect(source.files == second && source.problem == nil)
        _ = try fixture.makeCertificate("public", from: now - day, until: now + day)
        #expect(try source.reloadIfChanged())
        #expect(source.files == first)
        #expect(try source.reloadIfChanged(now: now + 2 * day))
        #expect(source.files == second && source.problem?.contains("expired") == true)
    }
}
