import Foundation
import Support
import Testing

/// A running server after setup: one admin, and one scanned library with a few files.
final class Gateway: TestServer {
    static let adminPassword = "a long-lasting tuning fork"
    let server: ServerProcess
    /// The admin's bearer token, with every scope.
    let token: String
    let track: String
    /// The bytes of that track's file.
    let content: [UInt8]

    /// One server for all tests that change nothing other tests read.
    static let shared = Task { try await Gateway(arguments: [], frames: 1_300_000) }

    /// - Parameter launcher: the command that starts the server and the commands, see `ServerProcess.start`.
    init(
        arguments: [String] = [], frames: Int = 130_000, in folder: TemporaryFolder? = nil,
        through launcher: [String] = [], trusting authority: String? = nil,
        variables: [String: String] = [:], isSupervised: Bool = false
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        let album = folder.path + "/music/Noise/Album"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        content = WAVFile.noise(frames: frames)
        try Data(content).write(to: URL(fileURLWithPath: album + "/01 Long noise.wav"))
        server = try await ServerProcess.start(
            arguments, in: folder, through: launcher, variables: variables, isSupervised: isSupervised)
        let connection = try await RawConnection.open(port: server.port, trusting: authority ?? server.authority)
        let setup = try await connection.request(
            "POST", "/api/v1/setup", [("Content-Type", "application/json"), ("Origin", "https://localhost")],
            body: Array(
                #"{"token":"\#(server.setupToken ?? "")","username":"ada","password":"\#(Self.adminPassword)"}"#.utf8))
        try #require(setup.status == 201, "\(setup.text)")
        let cookies = setup.cookies
        let made = try await connection.request(
            "POST", "/api/v1/me/tokens",
            [("Content-Type", "application/json"), ("Cookie", cookies), ("Sec-Fetch-Site", "same-origin")],
            body: Array(#"{"label":"tests","scopes":["read","write","administer","credentials"]}"#.utf8))
        token = try #require(made.json?["token"] as? String, "\(made.text)")
        let command = launcher + [Program.path, "scan", "--wait", "--data", folder.path + "/data"]
        let scan = try await Program.run(command[0], Array(command.dropFirst()))
        try #require(scan.status == 0, "\(scan.error)")
        let tracks = try await connection.request("GET", "/api/v1/tracks", [("Authorization", "Bearer \(token)")])
        let items = tracks.json?["items"] as? [[String: Any]]
        track = try #require(items?.first?["id"] as? String, "\(tracks.text)")
        await connection.close()
    }

    /// The same server data, served by another process.
    init(_ other: Gateway, on server: ServerProcess) {
        (self.server, token, track, content) = (server, other.token, other.track, other.content)
    }

    /// Sends one request as the admin, on its own connection.
    func request(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], json: String? = nil,
        body: [UInt8]? = nil, as token: String? = nil
    ) async throws -> HTTPReply {
        let connection = try await server.connect()
        var fields = fields
        let token = token ?? self.token
        if !token.isEmpty { fields.append(("Authorization", "Bearer \(token)")) }
        if json != nil { fields.append(("Content-Type", "application/json")) }
        let reply = try await connection.request(method, path, fields, body: json.map { Array($0.utf8) } ?? body)
        await connection.close()
        return reply
    }

    /// The file of `track`.
    var file: String { server.folder.path + "/music/Noise/Album/01 Long noise.wav" }

    /// A client that has requested the whole track and reads none of it. Its small receive buffer fills at once.
    func stalledReader(as token: String? = nil, path: String? = nil) async throws -> RawConnection {
        let reader = try await RawConnection.open(
            port: server.port, trusting: server.authority, receiveBuffer: 64 * 1024)
        try await reader.pauseReading()
        let path = path ?? "/api/v1/tracks/\(track)/stream"
        try await reader.send(
            "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token ?? self.token)\r\n\r\n"
        )
        return reader
    }

    func tokenOfAdmin(labeled label: String) async throws -> String {
        try await token(of: "ada", labeled: label, for: AllScopes.ofAdmins)
    }

    /// - Parameter scopes: the token's scopes, separated by commas.
    func token(of name: String, labeled label: String, for scopes: String) async throws -> String {
        let result = try await Program.run(
            Program.path,
            [
                "token", "add", "--user", name, "--label", label, "--scopes", scopes, "--data",
                server.folder.path + "/data",
            ])
        try #require(result.status == 0, "\(result.error)")
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func deviceKey(of name: String) async throws -> String {
        let result = try await Program.run(
            Program.path,
            ["device-key", "add", "--user", name, "--label", "phone", "--data", server.folder.path + "/data"])
        try #require(result.status == 0, "\(result.error)")
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
