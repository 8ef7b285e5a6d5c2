import Foundation
import Support
import Testing

/// Backups that are encrypted to a public key.
@Suite("Encrypted backups by command and console", .timeLimit(.minutes(10))) struct EncryptedBackupTests {
    private static func json(_ arguments: [String]) async throws -> [String: Any] {
        let result = try await Program.run(Program.path, arguments + ["--json"])
        try #require(result.status == 0, "\(arguments): \(result.output)\(result.error)")
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    @Test("a key is made; a backup encrypted to it is made, verified, and restored only with the private part")
    func commands() async throws {
        let gateway = try await MusicServer()
        let (folder, data) = (gateway.folder, gateway.data)
        let identity = folder + "/identity.txt"
        let made = try await Self.json(["backup", "key", "--output", identity])
        let recipient = try #require(made["public"] as? String)
        #expect(made["private"] == nil)
        #expect(try FileManager.default.attributesOfItem(atPath: identity)[.posixPermissions] as? Int == 0o600)
        #expect(try await Program.run(Program.path, ["backup", "key", "--output", identity]).status == 1)
        let signer = try #require(try await Self.json(["backup", "signer", "--data", data])["signer"] as? String)
        let overview = try await gateway.request("GET", "/api/v1/overview").json
        #expect(overview?["backupSigner"] as? String == signer)
        let head = try #require(overview?["journalHead"] as? String)

        let typo = try await Program.run(
            Program.path, ["backup", "--recipient", recipient.replacing("A", with: "B") + "x", "--data", data])
        #expect(typo.status == 2 && typo.error.contains("no public key"), "\(typo.error)")
        let backup = try await Self.json(["backup", "--recipient", recipient, "--verify", "--data", data])
        let file = try #require(backup["file"] as? String)
        #expect(file.hasSuffix(".tar.sealed") && backup["encrypted"] as? Bool == true)

        let outside = try await Self.json(["backup", "verify", file, "--signer", signer])
        #expect(outside["complete"] as? Bool == false && outside["rows"] == nil)
        let inside = try await Self.json([
            "backup", "verify", file, "--signer", signer, "--identity", identity, "--noted", head,
        ])
        #expect(inside["complete"] as? Bool == true && inside["recipients"] as? [String] == [recipient])
        #expect((inside["journal"] as? String)?.contains(":") == true)

        let refused = try await Program.run(Program.path, ["restore", file, "--data", folder + "/new"])
        #expect(refused.status == 1 && refused.error.contains("--identity"), "\(refused.error)")
        let restored = try await Self.json([
            "restore", file, "--data", folder + "/new", "--identity", identity, "--signer", signer,
        ])
        #expect(restored["journal"] as? String == inside["journal"] as? String)
        // It remains the same server: it signs with the same key, and its journal continues.
        #expect(try await Self.json(["backup", "signer", "--data", folder + "/new"])["signer"] as? String == signer)
        let verified = try await Program.run(
            Program.path, ["journal", "verify", "--noted", head, "--data", folder + "/new"])
        #expect(verified.status == 0, "\(verified.output)")
    }

    @Test("a backup signed by another server replaces a server only where its signer is named")
    func foreignSigner() async throws {
        let (own, other) = (try await MusicServer(), try await MusicServer())
        let (folder, data) = (own.folder, own.data)
        let identity = folder + "/identity.txt"
        let recipient = try #require(
            try await Self.json(["backup", "key", "--output", identity])["public"] as? String)
        let signer = try await Self.json(["backup", "signer", "--data", data])["signer"] as? String
        let file = try #require(
            try await Self.json(["backup", "--recipient", recipient, "--data", data])["file"] as? String)
        let otherData = other.data
        let otherSigner = try #require(
            try await Self.json(["backup", "signer", "--data", otherData])["signer"] as? String)
        let foreign = try #require(
            try await Self.json(["backup", "--recipient", recipient, "--data", otherData])["file"] as? String)
        let new = folder + "/new"
        let first = try await Self.json(["restore", file, "--data", new, "--identity", identity])
        #expect(first["signer"] as? String == signer)

        let replace = ["restore", foreign, "--data", new, "--replace", "--identity", identity]
        let refused = try await Program.run(Program.path, replace)
        #expect(
            refused.status == 1 && refused.error.contains(otherSigner) && refused.error.contains("--signer"),
            "\(refused.error)")
        #expect(try await Self.json(["backup", "signer", "--data", new])["signer"] as? String == signer)
        let again = try await Self.json(["restore", file, "--data", new, "--replace", "--identity", identity])
        #expect(again["signer"] as? String == signer)
        let named = try await Program.run(Program.path, replace + ["--signer", otherSigner])
        #expect(named.status == 0 && named.output.contains("signed by \(otherSigner)"), "\(named.error)")
    }

    @Test(
        "a configured key is the default, an encrypted backup is listed as such, and --unencrypted makes a plain one"
    )
    func configured() async throws {
        let made = try await Self.json(["backup", "key"])
        let recipient = try #require(made["public"] as? String)
        let gateway = try await MusicServer(arguments: ["--backup-recipients", recipient])
        let data = gateway.data
        let settings = try JSONSerialization.data(withJSONObject: ["backup": ["recipients": recipient]])
        try settings.write(to: URL(fileURLWithPath: data + "/rondo.json"))
        let backup = try await Self.json(["backup", "--data", data])
        let name = try #require((backup["file"] as? String)?.split(separator: "/").last.map(String.init))
        let list = try await gateway.request("GET", "/api/v1/backups").json?["items"] as? [[String: Any]]
        #expect(list?.first?["name"] as? String == name && list?.first?["encrypted"] as? Bool == true)
        let plain = try await Self.json(["backup", "--unencrypted", "--output", data + "/..", "--data", data])
        #expect((plain["file"] as? String)?.hasSuffix(".tar") == true && plain["encrypted"] as? Bool == false)
    }
}
