import Foundation
import Support
import Testing

@Suite("A running gateway looks after itself", .timeLimit(.minutes(10))) struct UpkeepTests {
    /// Puts a file among the images that nothing refers to.
    private static func leave(_ letter: Character, aged: TimeInterval, in folder: TemporaryFolder) throws -> String {
        let home = folder.path + "/data/images/" + String(repeating: letter, count: 2)
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let path = home + "/" + String(repeating: letter, count: 62)
        try Data([1]).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -aged)], ofItemAtPath: path)
        return path
    }

    /// Asks the gateway for its health, over and over, until `path` is gone.
    private static func wait(for path: String, of gateway: Gateway) async throws {
        try await waitUntil("\(path) is gone") {
            _ = try await gateway.request("GET", "/health")
            return !FileManager.default.fileExists(atPath: path)
        }
    }

    @Test("images that nothing refers to are swept after a scan and at the start, but for young ones")
    func images() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        let folder = gateway.server.folder
        let young = try Self.leave("a", aged: 60, in: folder)
        let old = try Self.leave("b", aged: 7200, in: folder)
        let scan = try await gateway.request("POST", "/api/v1/scans", json: "{}")
        #expect(scan.status == 202, "\(scan.text)")
        try await Self.wait(for: old, of: gateway)
        #expect(FileManager.default.fileExists(atPath: young))
        #expect(await gateway.server.stop() == 0)

        let older = try Self.leave("c", aged: 7200, in: folder)
        let again = try await ServerProcess.start(in: folder)
        let deadline = ContinuousClock.now + .seconds(30)
        while FileManager.default.fileExists(atPath: older), ContinuousClock.now < deadline {
            let connection = try await again.connect()
            _ = try await connection.request("GET", "/health")
            await connection.close()
        }
        #expect(!FileManager.default.fileExists(atPath: older))
        #expect(FileManager.default.fileExists(atPath: young))
        #expect(await again.stop() == 0)
    }
}
