import Foundation
import SQLiteStore

/// A real `rondo serve` on a free port with its own data folder. It ends when this object is released, and when the
/// test process ends for any reason.
package final class ServerProcess: Sendable {
    package let folder: TemporaryFolder
    package let port: Int
    package let setupToken: String?
    private let process: ChildProcess
    private let lifeline: PrivatePipe
    private let log: OutputLog

    package var authority: String { folder.path + "/certs/rondo-ca.pem" }
    package var processIdentifier: Int32 { process.processIdentifier }
    package var isRunning: Bool { process.isRunning }
    /// Whether the process ends by this signal within a second.
    package func isEnded(by signal: Int32) -> Bool {
        for _ in 0..<100 where process.status == nil { usleep(10_000) }
        return process.status == signal
    }

    package var output: String { log.text }

    /// The description of an unexpected end: the exit status or the signal, and the whole output.
    package func endDescription() async -> String {
        guard !isRunning else { return "it runs: \(output)" }
        await log.waitForEnd()
        return "ended with \(process.status ?? 0): \(output)"
    }

    private init(
        folder: TemporaryFolder, process: ChildProcess, lifeline: PrivatePipe, log: OutputLog, port: Int,
        setupToken: String?
    ) {
        self.folder = folder
        self.process = process
        self.lifeline = lifeline
        self.log = log
        self.port = port
        self.setupToken = setupToken
    }

    deinit {
        process.signal(SIGKILL)
    }

    /// Starts the server and waits until it accepts connections. If it does not, throws its output.
    ///
    /// - Parameters:
    ///   - launcher: a program and its arguments that finally become the server, such as `nsenter …`.
    ///   - variables: additions to this process's environment.
    ///   - program: replaces the built program with the clone's web client.
    ///   - isSupervised: whether the process is a supervisor that starts the server as its child.
    package static func start(
        _ arguments: [String] = [], in folder: TemporaryFolder? = nil, through launcher: [String] = [],
        variables: [String: String] = [:], program: String? = nil, isSupervised: Bool = false
    ) async throws -> ServerProcess {
        let folder = try folder ?? TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/music", withIntermediateDirectories: true)
        // Otherwise every test would wait for the migrations of a new database. A program started through a launcher
        // may run as another user or see another disk, so it makes its own database.
        if launcher.isEmpty, !arguments.contains("--data") {
            try SQLiteDatabase.begin(dataFolder: folder.path + "/data")
        }
        var flags = [
            "serve", "--certs", folder.path + "/certs", "--port", "0", "--password-memory", "7168",
            "--password-passes", "5",
        ]
        if program == nil { flags += ["--public", Program.publicFolder] }
        for name in ["data", "music"] where !arguments.contains("--" + name) {
            flags += ["--" + name, folder.path + "/" + name]
        }
        var environment = ProcessInfo.processInfo.environment
        // The server is started as a supervised child, so it ends when its standard input closes.
        environment["RONDO_SUPERVISED"] = isSupervised ? nil : "1"
        environment["RONDO_DEBUG_TRACEABLE"] = "1"
        environment.merge(variables) { $1 }
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let (lifeline, output) = (try PrivatePipe(), try PrivatePipe())
        let process = try ChildProcess(
            launcher + [program ?? Program.path] + flags + arguments, environment: environment, input: lifeline.readEnd,
            output: output.writeEnd, error: output.writeEnd)
        output.closeWriteEnd()
        let log = OutputLog(of: process, through: output)
        guard let port = await log.wait(for: "ready https://", { Int($0.split(separator: ":").last ?? "") }) else {
            throw StartFailure(output: log.text)
        }
        let token = log.text.split(separator: "\n").first { $0.contains("/setup#") }?.split(separator: "#").last.map(
            String.init)
        return ServerProcess(
            folder: folder, process: process, lifeline: lifeline, log: log, port: port, setupToken: token)
    }

    package func connect(protocols: [String] = ["http/1.1"]) async throws -> RawConnection {
        try await RawConnection.open(port: port, trusting: authority, protocols: protocols)
    }

    /// Sends `signal` and waits for the end.
    package func stop(_ signal: Int32 = SIGTERM) async -> Int32 {
        process.signal(signal)
        await log.waitForEnd()
        return await process.ended()
    }

    package struct StartFailure: Error {
        package let output: String
    }
}

/// The built program and the files beside it.
package enum Program {
    /// `rondo` in the folder of the running test program, or in that of `OtherPrograms`.
    package static var path: String {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let folder = OtherPrograms.folders.first ?? URL(fileURLWithPath: own).deletingLastPathComponent()
        return folder.appendingPathComponent("rondo").path
    }

    package static var root: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
    }

    package static var publicFolder: String { root + "/public" }
    package static var benchmarks: String { root + "/Tests/Benchmarks" }

    /// Runs a command to its end.
    package static func run(
        _ executable: String = path, _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> (status: Int32, output: String, error: String) {
        // Uses files instead of pipes: a pipe would stay open as long as any other process holds it.
        let folder = try TemporaryFolder()
        let paths = ["input", "output", "error"].map { folder.path + "/" + $0 }
        try Data(input.utf8).write(to: URL(fileURLWithPath: paths[0]))
        let descriptors = [O_RDONLY, O_WRONLY | O_CREAT, O_WRONLY | O_CREAT].enumerated().map { index, flags in
            open(paths[index], flags | O_CLOEXEC, 0o600)
        }
        defer { descriptors.forEach { close($0) } }
        let environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let status = try await ChildProcess(
            [executable] + arguments, environment: environment, input: descriptors[0], output: descriptors[1],
            error: descriptors[2]
        ).ended()
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        }
        return (status, try text(paths[1]), try text(paths[2]))
    }
}
