import Foundation
import Support
import Testing

/// The command line beside a running server.
@Suite("Commands", .timeLimit(.minutes(2))) struct CommandTests {
    @Test("a link that a command prints opens on the port that the server really has")
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

    @Test("an album that is dropped into the music folder is there without anybody asking for a scan")
    func watch() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        let album = gateway.server.folder.path + "/music/Someone/Dropped"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        for number in 1...3 {
            try Data(WAVFile.noise(frames: 1000, seed: UInt64(number)))
                .write(to: URL(fileURLWithPath: album + "/\(number).wav"))
        }
        let deadline = ContinuousClock.now + .seconds(60)
        var count = 0
        while count != 4, ContinuousClock.now < deadline {
            let tracks = try await gateway.request("GET", "/api/v1/tracks")
            count = (tracks.json?["items"] as? [Any])?.count ?? 0
        }
        #expect(count == 4)
    }

    @Test("what a command does not understand is an error in the form that was asked for, with nothing done")
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
}
