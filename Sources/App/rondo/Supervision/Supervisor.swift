import CLinux
import Foundation
import Gateway
import Glibc
import Logging
import NIOCore
import NIOPosix
import Subprocess
import Synchronization
import SystemPackage
import UnixSignals

/// Runs the server as a child process and restarts it after a crash: a fault in one request must not interrupt
/// everyone's music for longer than a restart takes.
///
/// The child has one end of a socket whose other end only the supervisor has. When the supervisor dies, however
/// abruptly, the socket closes and the child exits, so that no orphan occupies the port. Through the socket the child
/// receives the shared memory in which its requests are noted. After a crash it shows the supervisor the possible cause
/// (decision 0031).
struct Supervisor {
    static let marker = "RONDO_SUPERVISED"
    let settings: ServeSettings
    /// The places that the server is confined to; nil where it is not.
    let places: ServerPlaces?
    private let notes = RequestNotes()
    let logger: Logger

    /// The port to listen on: the requested one, or a free one that the supervisor chose once for all its children, so
    /// that clients find a restarted server again.
    static func port(for settings: ServeSettings) -> Int {
        let chosen = ProcessEnvironment.variables[marker].flatMap { $0.hasPrefix("port=") ? Int($0.dropFirst(5)) : nil }
        return settings.port == 0 ? chosen ?? 0 : settings.port
    }

    /// Runs until the server ends. Returns the exit code.
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
        // A server that has run once is restarted. One that never started lacks something that only the operator can
        // provide.
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
                if Self.crashSignals.contains(signal) { reportSuspect() }
            }
            try await Task.sleep(for: wait)
        }
    }

    /// The signals of a program's own faults. SIGKILL comes from the system or the operator, and no request is blamed
    /// for it.
    private static let crashSignals: Set<CInt> = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]

    private func reportSuspect() {
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
        let (lifeline, childEnd) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
        defer { try? childEnd.close() }
        if let notes {
            notes.prepareForServer()
            // The descriptor waits in the socket for the server.
            _ = rondo_send_descriptor(childEnd.rawValue, notes.descriptor)
        }
        var options = PlatformOptions()
        // A group of its own: the terminal's Ctrl-C reaches only the supervisor, which passes it on once.
        options.processGroupID = 0
        // The runtime's crash reporter delays a dying server for many seconds, in which nothing is served.
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
            // From here on the supervisor only waits.
            _ = rondo_malloc_trim()
            rondo_release_code()
        }
        child.ended()
        return result.terminationStatus
    }
}

/// The present server process, and whether it was asked to stop.
final class SupervisedChild: Sendable {
    private struct State {
        var process: pid_t?
        var isStopping = false
    }

    private let state = Mutex(State())

    var isStopping: Bool { state.withLock { $0.isStopping } }

    func began(_ process: pid_t) {
        state.withLock { state in
            state.process = process
            if state.isStopping { kill(process, SIGTERM) }
        }
    }

    func ended() {
        state.withLock { $0.process = nil }
    }

    func stop() {
        state.withLock { state in
            state.isStopping = true
            if let process = state.process { kill(process, SIGTERM) }
        }
    }
}

/// The supervisor's socket as standard input: when the supervisor ends, it closes, and this process ends too.
enum Lifeline {
    static func follow() {
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                if count == 0 || (count < 0 && errno != EINTR) { _exit(1) }
            }
        }
    }
}
