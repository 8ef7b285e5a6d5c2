import Foundation
import RouterSupport
import Support
import Testing

/// A user loses access to a library while streaming from it.
@Suite("Lost access to libraries", .timeLimit(.minutes(10))) struct LostAccessTests {
    @Test("revoking access cuts running streams, and the command line shows who has access") func cut() async throws {
        let gateway = try await MusicServer()
        let folder = gateway.folder
        let file = folder + "/hidden/long.wav"
        try FileManager.default.createDirectory(atPath: folder + "/hidden", withIntermediateDirectories: true)
        try Data(WAVFile.noise(frames: 100_000)).write(to: URL(fileURLWithPath: file))
        let added = try await gateway.request(
            "POST", "/api/v1/libraries", json: #"{"name":"Hidden","path":"\#(folder)/hidden"}"#)
        try #require(added.status == 201, "\(added.text)")
        try await gateway.scan()
        let items = try await gateway.request("GET", "/api/v1/tracks?limit=9").json?["items"] as? [[String: Any]]
        let long = try #require(items?.first { $0["title"] as? String == "long" }?["id"] as? String)
        let libraries = try await gateway.request("GET", "/api/v1/libraries").json?["items"] as? [[String: Any]]
        let open = try #require(libraries?.first { $0["name"] as? String != "Hidden" }?["id"] as? String)
        let token = try await gateway.person("cleo", role: "moderator")
        let users = try await gateway.request("GET", "/api/v1/users?q=cleo").json?["items"] as? [[String: Any]]
        let person = try #require(users?.first?["id"] as? String)
        for isCommand in [false, true] {
            let reader = try await gateway.stalledReader(as: token, path: "/api/v1/tracks/\(long)/stream")
            try await gateway.waitUntilOpen(file)
            if isCommand {
                // The command is another process: the running server notices the change by itself.
                let said = try await gateway.command(["user", "libraries", "cleo", "--only", "Music"])
                #expect(said.status == 0 && said.output.contains("only Music"), "\(said.output)\(said.error)")
            } else {
                let given = try await gateway.request(
                    "PATCH", "/api/v1/users/\(person)", json: #"{"libraries":["\#(open)"]}"#)
                #expect(given.status == 200, "\(given.text)")
            }
            try await reader.waitUntilCut()
            try await gateway.waitUntilClosed(file)
            let listed = try await gateway.command(["user", "list"])
            #expect(listed.output.contains("cleo  moderator  only Music"), "\(listed.output)")
            let back = try await gateway.command(["user", "libraries", "cleo", "--all", "--json"])
            #expect(back.status == 0 && back.output.contains(#""libraries":null"#), "\(back.output)\(back.error)")
            try await waitUntil("it is open again") {
                try await gateway.request("HEAD", "/api/v1/tracks/\(long)/stream", as: token).status == 200
            }
        }
        let misuse = try await gateway.command(["user", "libraries", "cleo"])
        #expect(misuse.status == 64)
    }
}
