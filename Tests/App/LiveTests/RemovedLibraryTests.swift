import Foundation
import Support
import Testing

/// Streams of music whose library is removed.
@Suite("Streams from a removed library", .timeLimit(.minutes(10))) struct RemovedLibraryTests {
    private func reader(_ gateway: Gateway, _ path: String, as token: String) async throws -> RawConnection {
        let reader = try await RawConnection.open(
            port: gateway.server.port, trusting: gateway.server.authority, receiveBuffer: 64 * 1024)
        let field = token.isEmpty ? "" : "Authorization: Bearer \(token)\r\n"
        try await reader.pauseReading()
        try await reader.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n")
        let head = String(decoding: await reader.readHeadAlone(), as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 200"), "\(path): \(head)")
        return reader
    }

    @Test("files, conversions, remote players and visitors of shares fall silent within seconds, and get nothing more")
    func silence() async throws {
        let gateway = try await Gateway(arguments: [], frames: 12_000_000)
        let bob = try await gateway.person("bob", role: "listener")
        let key = try await Program.run(
            Program.path,
            ["device-key", "add", "--user", "bob", "--label", "phone", "--data", gateway.server.folder.path + "/data"])
        let secret = key.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let made = try await gateway.request(
            "POST", "/api/v1/shares", json: #"{"items":[{"kind":"track","id":"\#(gateway.track)"}]}"#)
        let share = try #require(URL(string: made.json?["url"] as? String ?? ""), "\(made.text)").path
        let rest = "/rest/stream?v=1.16.1&c=test&apiKey=\(secret)&id=tr-\(gateway.track)"
        let paths: [(path: String, token: String)] = [
            ("/api/v1/tracks/\(gateway.track)/stream", bob),
            ("/api/v1/tracks/\(gateway.track)/stream?format=flac", gateway.token),
            (rest, ""), (rest + "&format=flac", ""),
            ("\(share)/tracks/\(gateway.track)/stream", ""),
        ]
        var readers: [(path: String, connection: RawConnection)] = []
        for (path, token) in paths { readers.append((path, try await reader(gateway, path, as: token))) }
        let libraries = try await gateway.request("GET", "/api/v1/libraries").json?["items"] as? [[String: Any]]
        let library = try #require(libraries?.first?["id"] as? String)
        #expect(try await gateway.request("DELETE", "/api/v1/libraries/\(library)").status == 204)
        // Sooner than anybody who reads nothing is cut off.
        try await gateway.server.waitUntilClosed(gateway.file, within: .seconds(40))
        for (path, connection) in readers {
            await connection.resumeReading()
            let bytes = await connection.readToEnd()
            #expect(bytes.count < gateway.content.count / 2 && !bytes.ends(with: "0\r\n\r\n"), "\(path)")
        }
        for (path, token) in paths {
            let status = try await gateway.request("GET", path, as: token).status
            #expect(status == 404 || path.hasPrefix("/rest"), "\(path)")
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
