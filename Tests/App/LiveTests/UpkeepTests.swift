import Foundation
import Support
import Testing

@Suite("Cleanup in a running server", .timeLimit(.minutes(10))) struct UpkeepTests {
    /// Puts an unreferenced file among the images.
    private static func leave(_ letter: Character, aged: TimeInterval, in folder: TemporaryFolder) throws -> String {
        let home = folder.path + "/data/images/" + String(repeating: letter, count: 2)
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let path = home + "/" + String(repeating: letter, count: 62)
        try Data([1]).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -aged)], ofItemAtPath: path)
        return path
    }

    /// Requests the server's health over and over until `path` is gone.
    private static func wait(for path: String, of gateway: Gateway) async throws {
        try await waitUntil("\(path) is gone") {
            _ = try await gateway.request("GET", "/health")
            return !FileManager.default.fileExists(atPath: path)
        }
    }

    /// Waits until this many images are marked for removal.
    private static func waitForMarks(_ count: Int, in folder: TemporaryFolder, through clock: SteeredClock) async throws
    {
        try await waitUntil("\(count) images are marked") {
            let command = clock.launcher + [Program.path, "cleanup", "--data", folder.path + "/data"]
            let list = try await Program.run(command[0], Array(command.dropFirst()))
            return list.output.contains { $0.isNewline }
                && list.output.split(separator: "\n").contains {
                    $0.hasPrefix("images") && $0.contains("marked \(count) ")
                }
        }
    }

    @Test(
        "unreferenced images are marked, and removed a day later by a scan or start unless they are young")
    func images() async throws {
        let clock = try await SteeredClock()
        let first = try await Gateway(arguments: [], frames: 1000, through: clock.launcher)
        let folder = first.server.folder
        // The run that creates the database removes nothing.
        #expect(await first.server.stop() == 0)
        let server = try await ServerProcess.start(in: folder, through: clock.launcher)
        let gateway = Gateway(first, on: server)
        let young = try Self.leave("a", aged: 60, in: folder)
        let old = try Self.leave("b", aged: 7200, in: folder)
        func scan() async throws {
            // The scan from the start may still run.
            try await waitUntil("a scan begins") {
                try await gateway.request("POST", "/api/v1/scans", json: "{}").status == 202
            }
        }
        try await scan()
        try await Self.waitForMarks(1, in: folder, through: clock)
        #expect(FileManager.default.fileExists(atPath: old))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 90_000)], ofItemAtPath: young)
        let older = try Self.leave("c", aged: 7200, in: folder)
        try clock.set(.seconds(86_400))
        try await scan()
        try await Self.wait(for: old, of: gateway)
        try await Self.waitForMarks(1, in: folder, through: clock)
        #expect(FileManager.default.fileExists(atPath: young) && FileManager.default.fileExists(atPath: older))
        try await waitUntil("the log tells of it") {
            server.output.contains("Removed data that had been unused for a day")
        }
        #expect(await server.stop() == 0)

        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 190_000)], ofItemAtPath: young)
        try clock.set(.seconds(2 * 86_400))
        let again = try await ServerProcess.start(in: folder, through: clock.launcher)
        try await Self.wait(for: older, of: Gateway(first, on: again))
        #expect(FileManager.default.fileExists(atPath: young))
        #expect(await again.stop() == 0)
    }
}
