import Foundation
import RouterSupport
import Support
import Testing

/// Streams of music whose library is removed.
@Suite("Streams from a removed library", .timeLimit(.minutes(10))) struct RemovedLibraryTests {
    @Test("files, conversions, remote players and share visitors are cut, and get nothing more")
    func silence() async throws {
        let gateway = try await MusicServer(frames: 1_300_000)
        let bob = try await gateway.person("bob", role: "listener")
        let secret = try await gateway.deviceKey(of: "bob")
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
        var readers: [StreamedReply] = []
        for (path, token) in paths { readers.append(try await gateway.stalledReader(as: token, path: path)) }
        let libraries = try await gateway.request("GET", "/api/v1/libraries").json?["items"] as? [[String: Any]]
        let library = try #require(libraries?.first?["id"] as? String)
        #expect(try await gateway.request("DELETE", "/api/v1/libraries/\(library)").status == 204)
        for reader in readers { try await reader.waitUntilCut() }
        try await gateway.waitUntilClosed(gateway.file)
        for (path, token) in paths {
            let status = try await gateway.request("GET", path, as: token).status
            #expect(status == 404 || path.hasPrefix("/rest"), "\(path)")
        }
    }
}
