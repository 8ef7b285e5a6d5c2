import Foundation
import Support
import Testing

/// Secret files that other users of the machine could read.
@Suite("Keys that others could read", .timeLimit(.minutes(5))) struct PrivateKeyTests {
    private static func mode(_ path: String) throws -> Int {
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        return (facts[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }

    private static func open(_ path: String, to mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private static func refusal(_ arguments: [String], in folder: TemporaryFolder) async throws -> String? {
        do {
            _ = try await ServerProcess.start(arguments, in: folder).stop()
            return nil
        } catch let failure as ServerProcess.StartFailure {
            return failure.output
        }
    }

    @Test(
        "readable server secrets and mail passwords are refused, certificate keys are made private, each with a message"
    )
    func keys() async throws {
        let folder = try TemporaryFolder()
        _ = try await ServerProcess.start(in: folder).stop()
        for name in ["secret.key", "device-keys.key"] {
            let path = folder.path + "/data/keys/" + name
            try Self.open(path, to: 0o644)
            let refusal = try #require(try await Self.refusal([], in: folder), "\(name)")
            #expect(refusal.contains("can be read by others") && refusal.contains("0600"), "\(refusal)")
            try Self.open(path, to: 0o600)
        }

        let password = folder.path + "/password"
        try Data("s3cret\n".utf8).write(to: URL(fileURLWithPath: password))
        let mail = ["--mail-server", "smtp://127.0.0.1:9", "--mail-user", "rondo", "--mail-password-file", password]
        try Self.open(password, to: 0o644)
        let refusal = try #require(try await Self.refusal(mail, in: folder))
        #expect(refusal.contains("chmod 600 \(password)"), "\(refusal)")

        let keys = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/certs").filter {
            $0.hasSuffix(".key")
        }
        #expect(!keys.isEmpty)
        for key in keys { try Self.open(folder.path + "/certs/" + key, to: 0o644) }
        let server = try await ServerProcess.start(in: folder)
        #expect(server.output.contains("A key was readable by others and is private now"))
        for key in keys { #expect(try Self.mode(folder.path + "/certs/" + key) == 0o600, "\(key)") }
        #expect(await server.stop() == 0)
    }
}
