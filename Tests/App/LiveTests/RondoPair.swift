import Foundation
import Support
import Testing

/// Two servers with the same songs. One trusts the other's certificate and is allowed to query it.
struct RondoPair {
    /// Titles of songs. The other server has lyrics for those in `worded`.
    static let played = "Sea noise"
    static let worded = ["Wind noise", "Rain noise"]
    static let shared = Task { try await RondoPair() }

    let gateway: Gateway
    let other: Gateway
    /// A device key of the other server's admin.
    let key: String

    private init() async throws {
        other = try await Gateway(in: Self.folder(seed: 5, withWords: true))
        key = try await other.deviceKey(of: "ada")
        gateway = try await Gateway(
            arguments: ["--link-authority", other.server.authority], in: Self.folder(seed: 15, withWords: false))
        let port = other.server.port
        let settings = try await gateway.request(
            "PATCH", "/api/v1/settings", json: #"{"linkNetworks":["127.0.0.1:\#(port)","[::1]:\#(port)"]}"#)
        try #require(settings.status == 200, "\(settings.text)")
    }

    /// The address of a path on the other server.
    func address(_ path: String) -> String { "https://localhost:\(other.server.port)/\(path)" }

    func track(_ title: String, of server: Gateway? = nil) async throws -> String {
        let reply = try await (server ?? gateway).request("GET", "/api/v1/tracks")
        let items = reply.json?["items"] as? [[String: Any]]
        return try #require(items?.first { $0["title"] as? String == title }?["id"] as? String, "\(reply.text)")
    }

    private static func folder(seed: UInt64, withWords hasWords: Bool) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let album = folder.path + "/music/Noise/Album"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        for (number, title) in ([played] + worded).enumerated() {
            let tags = [("TIT2", title), ("TPE1", "Waves"), ("TALB", "Shore")]
            let file = TaggedWAV.file(tags, seed: seed + UInt64(number), frames: 200_000)
            try Data(file).write(to: URL(fileURLWithPath: album + "/0\(number) Song.wav"))
            guard hasWords, title != played else { continue }
            try Data("[00:00.50]\(title) of the sea\n[00:01.50]\(title) of the land\n".utf8)
                .write(to: URL(fileURLWithPath: album + "/0\(number) Song.lrc"))
        }
        return folder
    }
}
