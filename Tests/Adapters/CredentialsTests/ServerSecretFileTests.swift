import Accounts
import Foundation
import Credentials
import Primitives
import Testing

@Suite struct ServerSecretFileTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rondo-key-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test("the key is made once, readable by its owner alone, and stays the same")
    func made() throws {
        try inFolder { folder in
            let path = folder + "/secret"
            let first = try ServerSecretFile.loadOrCreate(at: path)
            let second = try ServerSecretFile.loadOrCreate(at: path)
            #expect(first.derive("x") == second.derive("x") && first.keyID == second.keyID)
            #expect(first.derive("x") != first.derive("y"))
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["secret"])
        }
    }

    @Test("a key file that others can read, or that is damaged or missing, is refused")
    func refused() throws {
        try inFolder { folder in
            let path = folder + "/secret"
            #expect(throws: DomainError.self) { try ServerSecretFile.load(at: path) }
            _ = try ServerSecretFile.loadOrCreate(at: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(throws: DomainError.self) { try ServerSecretFile.loadOrCreate(at: path) }
            try Data("short\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            #expect(throws: DomainError.self) { try ServerSecretFile.loadOrCreate(at: path) }
        }
    }
}
