import Foundation
import Logging
import Media
import Support

/// A worker pool over the small program that only calls `MediaWorker.run()`.
enum WorkerFixture {
    /// The path of that program: the build puts it beside the tests.
    static var executable: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let folders =
                OtherPrograms.folders + [URL(filePath: tests).deletingLastPathComponent()]
                + CommandLine.arguments.map { URL(filePath: $0).deletingLastPathComponent() }
            for folder in folders {
                let candidate = folder.appending(path: "media-worker-fixture").path
                if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
            }
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "media-worker-fixture"])
        }
    }

    static func withPool<Result: Sendable>(
        workers: Int = 1, deadline: Duration = .seconds(20), idleTime: Duration = .seconds(10),
        executable: String? = nil,
        _ body: (MediaWorkerPool) async throws -> Result
    ) async throws -> Result {
        let pool = MediaWorkerPool(
            MediaWorkerSettings(
                executable: try executable ?? Self.executable, arguments: [], workersPerRoot: workers,
                deadline: deadline,
                idleTime: idleTime),
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        return try await withThrowingTaskGroup { group in
            group.addTask { await pool.run() }
            defer { group.cancelAll() }
            return try await body(pool)
        }
    }
}
