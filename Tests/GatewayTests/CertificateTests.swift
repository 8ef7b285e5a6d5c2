import Foundation
import Gateway
import Primitives
import Testing

@Suite("Certificates") struct CertificateTests {
    private func folder() throws -> String {
        let path =
            FileManager.default.temporaryDirectory.path + "/rondo-tests-"
            + ID<Person>.make(at: SystemWallClock().now()).rawValue
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    @Test("a first start makes an authority and a certificate, a second one finds them, a new name renews")
    func development() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let authority = DevelopmentAuthority(folder: folder, names: ["music.example", "192.0.2.7"])
        #expect(try authority.prepare())
        #expect(try !authority.prepare())
        let source = try CertificateSource(chainPath: authority.certificatePath, keyPath: authority.keyPath)
        #expect(try !source.reloadIfChanged())
        let ca = try PrivateFile.read(authority.authorityPath)
        #expect(try DevelopmentAuthority(folder: folder, names: ["other.example"]).prepare())
        #expect(try PrivateFile.read(authority.authorityPath) == ca)
        #expect(try source.reloadIfChanged())
        let mode = try FileManager.default.attributesOfItem(atPath: authority.keyPath)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("a certificate is renewed thirty days before its end")
    func renewal() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let authority = DevelopmentAuthority(folder: folder, names: [])
        try authority.prepare()
        #expect(try !authority.prepare(now: Date().addingTimeInterval(59 * 86400)))
        #expect(try authority.prepare(now: Date().addingTimeInterval(61 * 86400)))
    }

    @Test("a bad new file keeps the old certificate in use and names the file")
    func badReload() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let authority = DevelopmentAuthority(folder: folder, names: [])
        try authority.prepare()
        let source = try CertificateSource(chainPath: authority.certificatePath, keyPath: authority.keyPath)
        let before = source.context
        try PrivateFile.write(Array("garbage".utf8), to: authority.certificatePath)
        let error = #expect(throws: DomainError.self) { try source.reloadIfChanged() }
        #expect(error?.message.contains("server.pem") == true)
        #expect(source.context === before)
    }

    @Test("a key that belongs to another certificate is refused")
    func mismatch() throws {
        let (first, second) = (try folder(), try folder())
        defer { [first, second].forEach { try? FileManager.default.removeItem(atPath: $0) } }
        let (one, other) = (
            DevelopmentAuthority(folder: first, names: []), DevelopmentAuthority(folder: second, names: [])
        )
        try one.prepare()
        try other.prepare()
        #expect(throws: DomainError.self) {
            try CertificateSource(chainPath: one.certificatePath, keyPath: other.keyPath)
        }
    }
}
