import CLinux
import Gateway
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
/// The child holds one end of a socket whose other end only the supervisor has. When the supervisor dies, however abruptly, the
/// socket ends and so does the child, so that no orphan keeps the port. Through it the child is given the memory that its requests are
/// noted in, which tells the supervisor after a crash what may have been the cause (decision 0031).
struct Supervisor {
    static let marker = "RONDO_SUPERVISED"
    private let settings: ServeSettings
    private let places: ServerPlaces?
    private let notes = RequestNotes()
    private let logger: Logger

    /// - Parameter places: what the server is held to; nil where it is not.
    init(settings: ServeSettings, places: ServerPlaces?, logger: Logger) {
        self.settings = settings
        self.places = places
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
        var pacing = RestartPacing()
        // What has served once is to serve again: a start that never succeeded lacks something that only a person can give it.
        var hasServed = false
        while true {
            let end = try await runOnce(child, marker)
            let wasReady = notes?.wasServerReady ?? false
            hasServed = hasServed || wasReady
            let wait = pacing.wait(afterReady: wasReady, at: .now)
            switch end {
            case .exited(let code):
                guard hasServed, !child.isStopping else { return code }
                logger.critical(
                    code == ListenerWatch.exitStatus
                        ? "The server has lost its listener and is started again"
                        : "The server has ended by itself and is started again",
                    metadata: ["status": "\(code)", "restart.wait": "\(wait)"])
            case .signaled(let signal):
                if child.isStopping { return 0 }
                logger.critical(
                    "The server crashed and is started again",
                    metadata: ["signal": "\(signal)", "restart.wait": "\(wait)"])
                if Self.crashSignals.contains(signal) { blame() }
            }
            try await Task.sleep(for: wait)
        }
    }

    /// What a program does to itself. SIGKILL is the system's or the operator's doing, and no request is blamed for it.
    private static let crashSignals: Set<CInt> = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]

    private func blame() {
        for suspect in notes?.blame() ?? [] {
            logger.error(
                suspect.crashes > 1
                    ? "A request has crashed the server again and is refused from now on"
                    : "A request may have crashed the server",
                metadata: ["request": "\(suspect.label)", "crashes": "\(suspect.crashes)"])
        }
    }

    private func runOnce(_ child: SupervisedChild, _ marker: String) async throws -> TerminationStatus {
        var ends: [CInt] = [-1, -1]
        guard rondo_socket_pair(&ends) == 0 else { throw Errno(rawValue: errno) }
        let (lifeline, held) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
        defer { try? held.close() }
        if let notes {
            notes.prepareForServer()
            // It waits there for the server.
            _ = rondo_send_descriptor(held.rawValue, notes.descriptor)
        }
        var options = PlatformOptions()
        // A group of its own: the terminal's Ctrl-C reaches the supervisor alone, which passes it on once.
        options.processGroupID = 0
        // The runtime's crash reporter keeps a dying server for many seconds, in which nothing is served.
        var environment = Environment.inherit.updating([
            Environment.Key(stringLiteral: Self.marker): marker, "SWIFT_BACKTRACE": "enable=no",
        ])
        if let places = places?.encoded {
            environment = environment.updating([Environment.Key(stringLiteral: ServerPlaces.variable): places])
        }
        let result = try await Subprocess.run(
            .path(FilePath(CommandLine.programPath)), arguments: Arguments(Array(CommandLine.arguments.dropFirst())),
            environment: environment, platformOptions: options,
            input: .fileDescriptor(lifeline, closeAfterSpawningProcess: true),
            output: .fileDescriptor(.standardOutput, closeAfterSpawningProcess: false),
            error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
        ) { execution in
            child.began(execution.processIdentifier.value)
            // All that is left to do is to wait.
            _ = rondo_malloc_trim()
            rondo_release_code()
        }
        child.ended()
        return result.terminationStatus
    }
}
