import Foundation
import Support
import Testing

/// The addresses that a server's processes try to connect to, taken from their system calls.
@Suite("Outgoing connections", .timeLimit(.minutes(10)), .needs(.tracing))
struct OutgoingTests {
    private static let calls = "connect,sendto,sendmsg,sendmmsg"

    @Test("no action connects outside while all outside services are off; an enabled service does")
    func none() async throws {
        let folder = try TemporaryFolder()
        let log = folder.path + "/calls"
        let gateway = try await Gateway(
            arguments: ["--analysis-rest", "1"], in: folder,
            through: ["/usr/bin/strace", "-f", "--seccomp-bpf", "-qq", "-A", "-o", log, "-e", "trace=" + Self.calls])
        let key = try await gateway.deviceKey(of: "ada")
        // An import by link connects to an address that the user chooses, so this setting is on by default.
        let off = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"linksOpen":false}"#)
        try #require(off.status == 200, "\(off.text)")
        for path in try await Self.pages(gateway) {
            let reply = try await gateway.request("GET", path)
            #expect(reply.status < 500, "\(path): \(reply.text)")
        }
        for call in ["getArtists?", "getAlbumList2?type=newest&", "getInternetRadioStations?", "getRandomSongs?"] {
            let reply = try await gateway.request("GET", "/rest/\(call)apiKey=\(key)&c=t&v=1.16.1&f=json")
            #expect(reply.text.contains(#""status":"ok""#), "\(call): \(reply.text)")
        }
        for (path, json) in [
            ("/api/v1/tracks/\(gateway.track)/lyrics/lookup", nil), ("/api/v1/history", Self.play(gateway.track)),
            ("/api/v1/imports", #"{"url":"https://music.example/song.mp3"}"#),
            ("/api/v1/users", #"{"username":"bea","role":"listener","password":"violet harbour lantern 42"}"#),
        ] as [(String, String?)] {
            let reply = try await gateway.request("POST", path, json: json)
            #expect(reply.status < 500, "\(path): \(reply.text)")
        }
        try await waitUntil("the song is analyzed") {
            try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)/analysis").status == 200
        }
        let tried = try Self.outgoing(log)
        #expect(tried.isEmpty, "\(tried)")

        // The same trace shows the connections of a service that is switched on.
        let port = gateway.server.port
        let settings = try await gateway.request(
            "PATCH", "/api/v1/settings", json: #"{"linkNetworks":["127.0.0.1:\#(port)","[::1]:\#(port)"]}"#)
        try #require(settings.status == 200, "\(settings.text)")
        let provider =
            #"{"kind":"lrclib","name":"own","url":"https://localhost:\#(port)/lrclib","key":"\#(key)","enabled":true}"#
        let made = try await gateway.request("POST", "/api/v1/lyrics/providers", json: provider)
        let id = try #require(made.json?["id"] as? String, "\(made.text)")
        _ = try await gateway.request("POST", "/api/v1/lyrics/providers/\(id)/test")
        #expect(try Self.outgoing(log).contains { $0.contains("htons(\(port))") })
    }

    /// All paths that the API's own description lists for GET without parameters.
    private static func pages(_ gateway: Gateway) async throws -> [String] {
        let document = try await gateway.request("GET", "/api/v1/openapi.json").json
        let paths = try #require(document?["paths"] as? [String: [String: Any]])
        let streams = ["/api/v1/events", "/api/v1/me/export"]
        let pages = paths.filter { path, operations in
            operations["get"] != nil && !path.contains("{") && path.hasPrefix("/api/v1/") && !streams.contains(path)
        }.keys.sorted()
        try #require(pages.count > 50, "\(pages.count)")
        return pages + ["/", "/api/v1/search?q=noise", "/api/v1/tracks/\(gateway.track)/lyrics"]
    }

    private static func play(_ track: String) -> String {
        let hourAgo = Date.now.addingTimeInterval(-3600).formatted(.iso8601)
        return #"{"plays":[{"trackId":"\#(track)","playedAt":"\#(hourAgo)"}]}"#
    }

    /// The system calls that name an internet address.
    private static func outgoing(_ log: String) throws -> [Substring] {
        try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").filter { $0.contains("AF_INET") }
    }
}
