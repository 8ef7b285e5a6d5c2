import Foundation
import Support
import Testing

/// The command line beside a running server.
@Suite("Commands", .timeLimit(.minutes(10))) struct CommandTests {
    @Test("a link printed by a command uses the server's actual port")
    func link() async throws {
        let gateway = try await Gateway.shared.value
        let data = gateway.server.folder.path + "/data"
        let added = try await Program.run(
            Program.path, ["user", "add", "linked", "--role", "listener", "--json", "--data", data])
        try #require(added.status == 0, "\(added.error)")
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(added.output.utf8)) as? [String: Any])
        let link = try #require((answer["link"] as? String).flatMap(URL.init(string:)))
        #expect(link.scheme == "https" && link.port == gateway.server.port && link.path == "/welcome")
        let reply = try await gateway.request(
            "POST", "/api/v1/links/check", json: #"{"token":"\#(link.fragment ?? "")"}"#, as: "")
        #expect(reply.status == 200 && reply.json?["username"] as? String == "linked")
    }

    @Test("a command shows the server's certificate, and every command takes a data folder")
    func certificate() async throws {
        let folder = try TemporaryFolder()
        let (data, certs) = (folder.path + "/data", folder.path + "/certs")
        let none = try await Program.run(Program.path, ["certificate", "--data", data, "--certs", certs, "--json"])
        #expect(none.status != 0 && none.error.contains("yet"), "\(none.error)")
        let gateway = try await Gateway.shared.value
        let there = gateway.server.folder.path
        let told = try await Program.run(
            Program.path,
            [
                "certificate", "--data", there + "/data", "--certs", there + "/certs", "--json",
            ])
        let facts = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
        let shown = try await gateway.request("GET", "/api/v1/overview").json?["certificate"] as? [String: Any]
        #expect(told.status == 0 && facts?["fingerprint"] as? String == shown?["fingerprint"] as? String)
        #expect((facts?["names"] as? [String])?.contains("localhost") == true, "\(told.output) \(told.error)")
        let made = try await Program.run(Program.path, ["backup", "--data", there + "/data"])
        #expect(made.status == 0, "\(made.error)")
        let name = try #require(made.output.split(separator: " ").first?.split(separator: "/").last)
        let verified = try await Program.run(
            Program.path, ["backup", "verify", String(name), "--data", there + "/data", "--json"])
        #expect(verified.status == 0 && verified.output.contains("rows"), "\(verified.error)")
        let nameless = try await Program.run(
            Program.path, ["library", "add", "", "--name", "x", "--data", there + "/data"])
        #expect(nameless.status != 0 && nameless.error.contains("The folder is missing"), "\(nameless.error)")
    }

    @Test("invalid usage is an error in the requested format and changes nothing")
    func misuse() async throws {
        let folder = try TemporaryFolder()
        let data = ["--data", folder.path + "/data"]
        let plain = try await Program.run(Program.path, ["user", "add", "eve", "--rôle", "x"] + data)
        #expect(plain.status == 64 && plain.output.isEmpty && plain.error.contains("Unknown option"))
        let json = try await Program.run(Program.path, ["user", "add", "--json"] + data)
        let problem = try JSONSerialization.jsonObject(with: Data(json.error.utf8)) as? [String: Any]
        #expect(json.status == 64 && json.output.isEmpty && problem?["reason"] as? String == "usage")
        let bytes = try await Program.run(
            "/bin/sh", ["-c", #"exec "$0" user add "$(printf 'a\377b')" --data "$1""#, Program.path, data[1]])
        #expect(bytes.status == 2 && bytes.error.contains("user name"))
        let help = try await Program.run(Program.path, ["user", "add", "--help", "--json"])
        #expect(help.status == 0 && help.output.contains("USAGE"))
    }

    @Test("an unknown time zone stops the start, and the error names it")
    func badZone() async throws {
        let folder = try TemporaryFolder()
        let result = try await Program.run(
            Program.path, ["serve", "--data", folder.path, "--supervise", "false", "--time-zone", "Europe/Atlantis"])
        #expect(result.status != 0 && (result.error + result.output).contains("Europe/Atlantis"))
    }
}
