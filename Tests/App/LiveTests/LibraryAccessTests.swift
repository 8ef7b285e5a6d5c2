import Foundation
import Support
import Testing

/// A person loses access to a library while something of it is streaming to them.
@Suite("Access to libraries over TLS", .timeLimit(.minutes(10))) struct LibraryAccessTests {
    @Test("access taken away cuts what is streaming, and the command line says who sees what") func cut() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        let folder = gateway.server.folder.path
        let file = folder + "/hidden/long.wav"
        try FileManager.default.createDirectory(atPath: folder + "/hidden", withIntermediateDirectories: true)
        try Data(WAVFile.noise(frames: 6_000_000)).write(to: URL(fileURLWithPath: file))
        let added = try await gateway.request(
            "POST", "/api/v1/libraries", json: #"{"name":"Hidden","path":"\#(folder)/hidden"}"#)
        try #require(added.status == 201, "\(added.text)")
        let data = ["--data", folder + "/data"]
        let scan = try await Program.run(Program.path, ["scan", "--wait"] + data)
        try #require(scan.status == 0, "\(scan.error)")
        let items = try await gateway.request("GET", "/api/v1/tracks?limit=9").json?["items"] as? [[String: Any]]
        let long = try #require(items?.first { $0["title"] as? String == "long" }?["id"] as? String)
        let libraries = try await gateway.request("GET", "/api/v1/libraries").json?["items"] as? [[String: Any]]
        let open = try #require(libraries?.first { $0["name"] as? String != "Hidden" }?["id"] as? String)
        let token = try await gateway.person("cleo", role: "moderator")
        let users = try await gateway.request("GET", "/api/v1/users?q=cleo").json?["items"] as? [[String: Any]]
        let person = try #require(users?.first?["id"] as? String)
        func streaming() async throws -> RawConnection {
            let connection = try await RawConnection.open(
                port: gateway.server.port, trusting: gateway.server.authority, receiveBuffer: 64 * 1024)
            try await connection.pauseReading()
            try await connection.send(
                "GET /api/v1/tracks/\(long)/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n"
            )
            try await gateway.server.waitUntilOpen(file)
            return connection
        }
        for isCommand in [false, true] {
            let connection = try await streaming()
            if isCommand {
                // Another process: the running server notices by itself.
                let said = try await Program.run(
                    Program.path, ["user", "libraries", "cleo", "--only", "Music"] + data)
                #expect(said.status == 0 && said.output.contains("only Music"), "\(said.output)\(said.error)")
            } else {
                let given = try await gateway.request(
                    "PATCH", "/api/v1/users/\(person)", json: #"{"libraries":["\#(open)"]}"#)
                #expect(given.status == 200, "\(given.text)")
            }
            // A client that reads nothing keeps the connection's farewell waiting for some seconds more.
            if isCommand { try await gateway.server.waitUntilClosed(file) }
            let began = ContinuousClock.now
            await connection.resumeReading()
            #expect(await connection.readToEnd().count < 20_000_000)
            #expect(ContinuousClock.now - began < .seconds(5))
            try await gateway.server.waitUntilClosed(file)
            let listed = try await Program.run(Program.path, ["user", "list"] + data)
            #expect(listed.output.contains("cleo  moderator  only Music"), "\(listed.output)")
            let back = try await Program.run(Program.path, ["user", "libraries", "cleo", "--all", "--json"] + data)
            #expect(back.status == 0 && back.output.contains(#""libraries":null"#), "\(back.output)\(back.error)")
            try await waitUntil("it is open again") {
                try await gateway.request("HEAD", "/api/v1/tracks/\(long)/stream", as: token).status == 200
            }
        }
        let misuse = try await Program.run(Program.path, ["user", "libraries", "cleo"] + data)
        #expect(misuse.status == 64)
    }
}
