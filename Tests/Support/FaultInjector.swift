import Foundation

/// Makes system calls of a running process fail, by strace(1), from the making of this object until `detach()`.
package final class FaultInjector: Sendable {
    private let tracer: Process
    private let target: Int32

    /// Whether strace is there and may attach to a process that it did not start.
    package static let isAvailable: Bool = {
        let (process, lifeline) = (Process(), PrivatePipe.make())
        process.executableURL = URL(fileURLWithPath: "/bin/cat")
        process.standardInput = lifeline
        guard (try? PrivatePipe.spawning({ try process.run() })) != nil else { return false }
        defer { kill(process.processIdentifier, SIGKILL) }
        guard let injector = try? FaultInjector("fsync:error=EIO:when=1", into: process.processIdentifier) else {
            return false
        }
        injector.detach()
        return true
    }()

    /// - Parameter fault: as strace's `inject=` takes it, with one name: `pwrite64:error=EIO:when=3+`. Each thread counts its own calls.
    package init(_ fault: String, into target: Int32) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/strace")
        process.arguments = [
            "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(fault.prefix { $0 != ":" })", "-e", "inject=\(fault)", "-p",
            "\(target)",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try PrivatePipe.spawning { try process.run() }
        (tracer, self.target) = (process, target)
        let deadline = ContinuousClock.now + .seconds(10)
        while !isAttached {
            guard process.isRunning, ContinuousClock.now < deadline else {
                process.terminate()
                throw NotAttached()
            }
            sched_yield()
        }
    }

    package struct NotAttached: Error {}

    /// The process goes on undisturbed afterwards.
    package func detach() {
        tracer.terminate()
        tracer.waitUntilExit()
    }

    private var isAttached: Bool {
        let tasks = "/proc/\(target)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return !threads.isEmpty
            && threads.allSatisfy { thread in
                let status = (try? Data(contentsOf: URL(fileURLWithPath: "\(tasks)/\(thread)/status"))) ?? Data()
                return !String(decoding: status, as: UTF8.self).contains("TracerPid:\t0\n")
            }
    }
}
