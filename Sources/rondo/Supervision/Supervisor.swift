import Glibc
import Logging
import NIOCore
import NIOPosix
import Subprocess
import SystemPackage
import UnixSignals

/// Runs the server as a child process and starts it again should it ever crash: a fault in one request must not end everybody's music
/// for longer than a restart takes.
///
/// The child holds the reading end of a pipe whose other end only the supervisor has. When the supervisor dies, however abruptly, the
/// pipe ends and so does the child, so that no orphan keeps the port.
struct Supervisor {
    static let marker = "RONDO_SUPERVISED"
    private let settings: ServeSettings
    private let logger: Logger

    init(settings: ServeSettings, logger: Logger) {
        self.settings = settings
        self.logger = logger
    }

    /// The port to listen on: the one asked for, or the free one that the supervisor chose once for all its children, so that a restart
    /// comes back where people are.
    static func port(for settings: ServeSettings) -> Int {
        let chosen = ProcessEnvironment.variables[marker].flatMap { $0.hasPrefix("port=") ? Int($0.dropFirst(5)) : nil }
        return settings.port == 0 ? chosen ?? 0 : settings.port
    }

    /// Returns the exit code to end with.
    func run() async throws -> Int32 {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let child = SupervisedChild()
        let marker = settings.port == 0 ? "port=\(try await freePort())" : "1"
        return try await withThrowingTaskGroup(of: Int32?.self) { group in
            group.addTask {
                for await _ in signals { child.stop() }
                return nil
            }
            group.addTask { try await keepRunning(child, marker) }
            defer { group.cancelAll() }
            while let code = try await group.next() {
                if let code { return code }
            }
            return 0
        }
    }

    private func freePort() async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: settings.host, port: 0).get()
        defer { channel.close(promise: nil) }
        return channel.localAddress?.port ?? 0
    }

    private func keepRunning(_ child: SupervisedChild, _ marker: String) async throws -> Int32 {
        var delay = Duration.milliseconds(100)
        while true {
            let started = ContinuousClock.now
            switch try await runOnce(child, marker) {
            case .exited(let code):
                guard code == ListenerWatch.exitStatus, !child.isStopping else { return code }
                logger.critical("The server has lost its listener and is started again")
            case .signaled(let signal):
                if child.isStopping { return 0 }
                logger.critical("The server crashed and is started again", metadata: ["signal": "\(signal)"])
            }
            let lived = ContinuousClock.now - started
            delay = lived > .seconds(60) ? .milliseconds(100) : min(delay * 2, .seconds(5))
            try await Task.sleep(for: delay)
        }
    }

    private func runOnce(_ child: SupervisedChild, _ marker: String) async throws -> TerminationStatus {
        let (lifeline, held) = try FileDescriptor.pipe()
        defer { try? held.close() }
        _ = fcntl(held.rawValue, F_SETFD, FD_CLOEXEC)
        var options = PlatformOptions()
        // A group of its own: the terminal's Ctrl-C reaches the supervisor alone, which passes it on once.
        options.processGroupID = 0
        // The runtime's crash reporter keeps a dying server for many seconds, in which nothing is served.
        let environment = Environment.inherit.updating([
            Environment.Key(stringLiteral: Self.marker): marker, "SWIFT_BACKTRACE": "enable=no",
        ])
        let result = try await Subprocess.run(
            .path(FilePath(CommandLine.programPath)), arguments: Arguments(Array(CommandLine.arguments.dropFirst())),
            environment: environment, platformOptions: options,
            input: .fileDescriptor(lifeline, closeAfterSpawningProcess: true),
            output: .fileDescriptor(.standardOutput, closeAfterSpawningProcess: false),
            error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
        ) { execution in
            child.began(execution.processIdentifier.value)
        }
        child.ended()
        return result.terminationStatus
    }
}
