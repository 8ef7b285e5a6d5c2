import Foundation
import Synchronization

/// A real `rondo serve` on a port of the system's choice, with a data folder of its own. It ends with its last reference, and with the
/// test process however that ends.
package final class ServerProcess: Sendable {
    package let folder: TemporaryFolder
    package let port: Int
    package let setupToken: String?
    private let process: Process
    private let lifeline: Pipe
    private let log: OutputLog

    package var authority: String { folder.path + "/certs/rondo-ca.pem" }
    package var processIdentifier: Int32 { process.processIdentifier }
    package var isRunning: Bool { process.isRunning }
    package var output: String { log.text }

    private init(
        folder: TemporaryFolder, process: Process, lifeline: Pipe, log: OutputLog, port: Int, setupToken: String?
    ) {
        self.folder = folder
        self.process = process
        self.lifeline = lifeline
        self.log = log
        self.port = port
        self.setupToken = setupToken
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Starts the server and waits until it accepts connections; throws what it printed when it does not.
    ///
    /// - Parameter launcher: a program and its arguments that become the server in the end, like `nsenter …`.
    package static func start(
        _ arguments: [String] = [], in folder: TemporaryFolder? = nil, through launcher: [String] = []
    ) async throws -> ServerProcess {
        let folder = try folder ?? TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/music", withIntermediateDirectories: true)
        let (process, lifeline, log) = (Process(), PrivatePipe.make(), OutputLog())
        let command = launcher + [Program.path]
        process.executableURL = URL(fileURLWithPath: command[0])
        var flags = [
            "serve", "--certs", folder.path + "/certs", "--port", "0", "--public", Program.publicFolder,
            "--password-memory", "7168", "--password-passes", "5",
        ]
        for name in ["data", "music"] where !arguments.contains("--" + name) {
            flags += ["--" + name, folder.path + "/" + name]
        }
        process.arguments = Array(command.dropFirst()) + flags + arguments
        var environment = ProcessInfo.processInfo.environment
        // Started as a supervised child: it ends when its standard input does.
        environment["RONDO_SUPERVISED"] = "1"
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        process.standardInput = lifeline
        let output = PrivatePipe.make()
        process.standardOutput = output
        process.standardError = output
        output.fileHandleForReading.readabilityHandler = { log.append($0.availableData) }
        process.terminationHandler = { _ in log.end() }
        try PrivatePipe.spawning { try process.run() }
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
        kill(process.processIdentifier, signal)
        await log.waitForEnd()
        return process.terminationStatus
    }

    package struct StartFailure: Error {
        package let output: String
    }
}

/// The built program and what lies beside it.
package enum Program {
    /// `rondo` in the folder of the running test program.
    package static var path: String {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("rondo").path
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
        // Files rather than pipes: they end when they end, whoever else holds them open.
        let (folder, process, ending) = (try TemporaryFolder(), Process(), OutputLog())
        let paths = ["input", "output", "error"].map { folder.path + "/" + $0 }
        try Data(input.utf8).write(to: URL(fileURLWithPath: paths[0]))
        for path in paths.dropFirst() { try Data().write(to: URL(fileURLWithPath: path)) }
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle(forReadingAtPath: paths[0])
        process.standardOutput = FileHandle(forWritingAtPath: paths[1])
        process.standardError = FileHandle(forWritingAtPath: paths[2])
        process.terminationHandler = { _ in ending.end() }
        try PrivatePipe.spawning { try process.run() }
        await ending.waitForEnd()
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        }
        return (process.terminationStatus, try text(paths[1]), try text(paths[2]))
    }
}

/// Pipes whose ends no other process inherits: one that did would keep them open after their own process has ended.
enum PrivatePipe {
    private static let gate = Mutex(())

    static func make() -> Pipe {
        gate.withLock { _ in
            let pipe = Pipe()
            for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
            return pipe
        }
    }

    /// Keeps `body`, which starts a process, from coming between a pipe's making and its marking. The process inherits no blocked
    /// signals, as it would from a thread of the cooperative pool.
    static func spawning(_ body: () throws -> Void) rethrows {
        try gate.withLock { _ in
            var (none, before) = (sigset_t(), sigset_t())
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            try body()
        }
    }
}

/// What a process prints, line by line, with somebody waiting for a line.
final class OutputLog: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    func append(_ data: Data) {
        wake { $0.bytes.append(contentsOf: data) }
    }

    func end() {
        wake { $0.isOver = true }
    }

    /// The first complete line with `mark` for which `value` gives something; nil when the process ends before.
    func wait<Value>(for mark: String, _ value: (Substring) -> Value?) async -> Value? {
        while true {
            let (lines, isOver) = state.withLock { state in
                (
                    String(decoding: state.bytes, as: UTF8.self).split(
                        separator: "\n", omittingEmptySubsequences: false
                    ).dropLast(), state.isOver
                )
            }
            for line in lines where line.contains(mark) {
                if let found = value(line) { return found }
            }
            if isOver { return nil }
            await nextChange()
        }
    }

    func waitForEnd() async {
        while !state.withLock({ $0.isOver }) { await nextChange() }
    }

    private func nextChange() async {
        let seen = state.withLock { $0.bytes.count }
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.isOver || state.bytes.count != seen { return true }
                state.waiters.append(continuation)
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }
}
