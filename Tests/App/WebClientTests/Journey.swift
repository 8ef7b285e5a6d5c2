import Foundation
import Support
import Testing

extension WebClientTests {
    /// The password of every user of a journey.
    static let password = "violet harbour lantern 42"

    /// Runs a journey on a server with the music in `folder`, as its admin `ada`.
    ///
    /// - Parameters:
    ///   - settings: additional settings of the server.
    ///   - environment: additional variables for the journey.
    ///   - users: additional users by name, with their roles.
    ///   - other: the user whose name and password the journey also gets.
    static func run(
        _ journey: String, _ settings: [String] = [], environment: [String: String] = [:], in folder: TemporaryFolder,
        users: KeyValuePairs<String, String> = [:], other: String = ""
    ) async throws {
        let server = try await serve(settings, in: folder, users: users)
        try await walk(journey, through: server, environment: ["RONDO_OTHER": other].merging(environment) { $1 })
    }

    /// A server with these users and a scanned library.
    ///
    /// - Parameter users: users beside the admin `ada`.
    static func serve(
        _ settings: [String] = [], in folder: TemporaryFolder, users: KeyValuePairs<String, String> = [:]
    ) async throws -> ServerProcess {
        let server = try await ServerProcess.start(["--no-scan-on-start"] + settings, in: folder)
        let data = ["--data", folder.path + "/data"]
        for (name, role) in [("ada", "admin")] + users.map({ ($0.key, $0.value) }) {
            let added = try await Program.run(
                Program.path, ["user", "add", name, "--role", role, "--password-stdin"] + data, input: password)
            try #require(added.status == 0, "\(added.output)\(added.error)")
        }
        let scanned = try await Program.run(Program.path, ["scan", "--wait"] + data)
        try #require(scanned.status == 0, "\(scanned.output)\(scanned.error)")
        return server
    }

    /// Runs a journey. If one of its steps fails, the whole journey fails and all steps are printed.
    static func walk(
        _ journey: String, through server: ServerProcess, environment: [String: String] = [:]
    ) async throws {
        let result = try await Program.run(
            "/usr/bin/env", ["node", Self.folder + "/journeys/" + journey],
            environment: [
                "RONDO_URL": "https://localhost:\(server.port)", "RONDO_USER": "ada", "RONDO_PASSWORD": password,
                "RONDO_OTHER_PASSWORD": password, "RONDO_AXE": Requirement.axeScript ?? "",
                "RONDO_SHOTS": ProcessInfo.processInfo.environment["RONDO_SHOTS"] ?? "",
            ].merging(environment) { $1 })
        #expect(result.status == 0, "\(result.output)\n\(result.error)\n\(server.output)")
    }

    /// Writes a file with ffmpeg.
    static func encode(_ path: String, _ arguments: [String], tags: [String] = []) async throws {
        let made = try await Program.run(
            "/usr/bin/env",
            ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments + tags.flatMap { ["-metadata", $0] } + [path])
        try #require(made.status == 0, "\(made.error)")
    }
}
