import Accounts
import Catalog
import Foundation
import HTTPTypes
import Journal
import Primitives
import RouterSupport
import SQLiteStore
import Support
import Testing

@testable import rondo

/// A composed server with all its jobs after setup: one admin, and one scanned library with a track of noise.
final class MusicServer: TestServer {
    static let adminPassword = "a long-lasting tuning fork"
    let server: ComposedServer
    private let home: TemporaryFolder
    /// The secret of the setup link with which the first admin was made.
    let setupToken: String
    /// The admin's bearer token, with every scope.
    let token: String
    let track: String
    /// The bytes of that track's file.
    let content: [UInt8]

    /// One server for all tests that change nothing other tests read.
    static let shared = Task { try await MusicServer() }

    /// - Parameter arguments: arguments of `rondo serve`.
    init(arguments: [String] = [], frames: Int = 130_000, in folder: TemporaryFolder? = nil) async throws {
        home = try folder ?? TemporaryFolder()
        let album = home.path + "/music/Noise/Album"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        content = WAVFile.noise(frames: frames)
        try Data(content).write(to: URL(fileURLWithPath: album + "/01 Long noise.wav"))
        server = try await Self.start(arguments, in: home)
        setupToken = try #require(try await server.features.accounts.setup.renewLink()).token
        let setup = try await server.request(
            "POST", "/api/v1/setup", [("Origin", "https://localhost")],
            json: #"{"token":"\#(setupToken)","username":"ada","password":"\#(Self.adminPassword)"}"#)
        try #require(setup.status == 201, "\(setup.text)")
        token = try await server.token(of: "ada", labeled: "tests", for: AllScopes.ofAdmins)
        try await server.scan()
        let tracks = try await server.request("GET", "/api/v1/tracks", [("Authorization", "Bearer \(token)")])
        let items = tracks.json?["items"] as? [[String: Any]]
        track = try #require(items?.first?["id"] as? String, "\(tracks.text)")
    }

    /// The same data, served again after `other` was stopped.
    init(again other: MusicServer, arguments: [String] = []) async throws {
        (home, setupToken, token) = (other.home, other.setupToken, other.token)
        (track, content) = (other.track, other.content)
        server = try await Self.start(arguments, in: home)
    }

    private static func start(_ arguments: [String], in home: TemporaryFolder) async throws -> ComposedServer {
        var arguments = arguments
        if !arguments.contains("--scan-on-start") { arguments += ["--scan-on-start", "false"] }
        try SQLiteDatabase.begin(dataFolder: home.path + "/data")
        return try await ComposedServer(
            in: home.path, keeping: home, arguments: ["--music", home.path + "/music"] + arguments,
            running: .everything)
    }

    /// The folder with its music and data.
    var folder: String { home.path }
    var data: String { folder + "/data" }
    /// The file of `track`.
    var file: String { folder + "/music/Noise/Album/01 Long noise.wav" }

    func stop() async { await server.stop() }

    /// Waits until this process, which runs the server, holds the file open.
    func waitUntilOpen(_ file: String) async throws {
        try await waitUntil("the file is open") { Self.isOpen(file) }
    }

    func waitUntilClosed(_ file: String) async throws {
        try await waitUntil("the file is closed") { !Self.isOpen(file) }
    }

    private static func isOpen(_ file: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)) == file
        }
    }

    /// Sends one request as the admin, with another token, or without one where it is empty.
    func request(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], json: String? = nil,
        body: [UInt8]? = nil, as token: String? = nil
    ) async throws -> HTTPReply {
        try await server.request(
            method, path, authorized(fields, as: token), json: json, body: body)
    }

    /// Sends one request with only these header fields.
    func send(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8]? = nil
    ) async throws -> HTTPReply {
        try await server.request(method, path, fields, body: body)
    }

    /// Starts a request whose reply is read incrementally, such as events.
    func open(
        _ path: String, _ fields: [(String, String)] = [], as token: String? = nil
    ) async throws -> StreamedReply {
        let reply = try await server.open("GET", path, authorized(fields, as: token))
        reply.read()
        return reply
    }

    /// A client that has requested the whole track, or `path`, and reads none of it.
    func stalledReader(as token: String? = nil, path: String? = nil) async throws -> StreamedReply {
        let reply = try await server.open(
            "GET", path ?? "/api/v1/tracks/\(track)/stream", authorized([], as: token))
        try #require(reply.status == 200, "\(path ?? track): \(reply.status)")
        reply.read(isStalled: true)
        return reply
    }

    /// Signs in like a browser.
    ///
    /// - Returns: the header fields of the session's requests.
    func session(of name: String = "ada", password: String = adminPassword) async throws -> [(String, String)] {
        let reply = try await request(
            "POST", "/api/v1/session", [("Origin", "https://localhost")],
            json: #"{"username":"\#(name)","password":"\#(password)"}"#, as: "")
        try #require(reply.status == 200, "\(reply.text)")
        return [("Cookie", reply.cookies), ("Origin", "https://localhost")]
    }

    /// Runs a command of the program on the server's data.
    func command(
        _ arguments: [String], input: String = ""
    ) async throws -> (status: Int32, output: String, error: String) {
        try await Program.run(Program.path, arguments + ["--data", data], input: input)
    }

    private func authorized(_ fields: [(String, String)], as token: String?) -> [(String, String)] {
        let token = token ?? self.token
        return token.isEmpty ? fields : fields + [("Authorization", "Bearer \(token)")]
    }

    /// - Parameter scopes: the token's scopes, separated by commas.
    func token(of name: String, labeled label: String, for scopes: String) async throws -> String {
        try await server.token(of: name, labeled: label, for: scopes)
    }

    func deviceKey(of name: String) async throws -> String { try await deviceKey(of: name, labeled: "phone") }

    /// Makes a device key for remote clients.
    func deviceKey(
        of name: String, labeled label: String, for scopes: Set<DeviceKeyScope> = DeviceKeyScope.standard
    ) async throws -> String {
        let accounts = server.features.accounts
        let user = try await accounts.users.get(username: name, as: .commandLine)
        let draft = DeviceKeyDraft(label: label, scopes: scopes, expiresInDays: nil)
        return try await accounts.deviceKeys.create(draft, for: user.id, as: .commandLine).text
    }

    /// Scans all libraries.
    func scan() async throws { try await server.scan() }

    /// Adds a song in a new album, for one test.
    func addSong(_ title: String) async throws -> (id: String, file: String) {
        let album = folder + "/music/\(title)"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        let file = album + "/\(title).wav"
        let seed = title.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
        let tags = [("TIT2", title), ("TPE1", "Singer"), ("TALB", title)]
        try Data(TaggedWAV.file(tags, seed: seed)).write(to: URL(fileURLWithPath: file))
        try await scan()
        let tracks = try await request("GET", "/api/v1/tracks?limit=500")
        let items = tracks.json?["items"] as? [[String: Any]]
        return (
            try #require(items?.first { $0["title"] as? String == title }?["id"] as? String, "\(tracks.text)"), file
        )
    }
}

extension ComposedServer {
    /// Sends one request from this machine, and reads the whole reply.
    func request(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], json: String? = nil, body: [UInt8]? = nil
    ) async throws -> HTTPReply {
        let fields = json == nil ? fields : fields + [("Content-Type", "application/json")]
        return try await open(method, path, fields, body: json.map { Array($0.utf8) } ?? body).whole()
    }

    func open(
        _ method: String, _ path: String, _ fields: [(String, String)], body: [UInt8]? = nil
    ) async throws -> StreamedReply {
        var all = HTTPFields()
        for (name, value) in fields {
            all.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return try await open(
            try #require(HTTPRequest.Method(rawValue: method)), path, all, body: body, from: "127.0.0.1")
    }

    func token(of name: String, labeled label: String, for scopes: String) async throws -> String {
        let user = try await features.accounts.users.get(username: name, as: .commandLine)
        return try await features.accounts.credentials.createToken(
            for: user.id, label: label, scopes: AccessScope.named(scopes.split(separator: ",").map(String.init)),
            as: .commandLine
        ).text
    }

    /// Scans all libraries, waiting for a running scan first: the libraries are watched.
    func scan() async throws {
        let runner = features.libraries.runner
        let scan = try await waitFor("no other scan runs") {
            do {
                return try await runner.scan(nil, by: .commandLine) as Scan?
            } catch let error as DomainError where error.reason == "scan_running" {
                return nil
            }
        }
        #expect(scan.state == .finished)
    }
}
