import Foundation

/// Makes system calls of a running process fail, with strace(1), from the creation of this object until `detach()`.
package final class FaultInjector: Sendable {
    private let tracer: ChildProcess
    private let target: Int32

    /// Whether strace is available and may attach to a process that it did not start.
    package static let isAvailable: Bool = {
        guard let lifeline = try? PrivatePipe(),
            let process = try? ChildProcess(["/bin/cat"], input: lifeline.readEnd)
        else { return false }
        defer {
            process.signal(SIGKILL)
            lifeline.closeWriteEnd()
        }
        guard let injector = try? FaultInjector("fsync:error=EIO:when=1", into: process.processIdentifier) else {
            return false
        }
        injector.detach()
        return true
    }()

    /// - Parameter fault: an expression for strace's `inject=` with one call name, such as
    ///   `pwrite64:error=EIO:when=3+`. Each thread counts its own calls.
    package init(_ fault: String, into target: Int32) throws {
        let process = try ChildProcess([
            "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(fault.prefix { $0 != ":" })", "-e",
            "inject=\(fault)", "-p", "\(target)",
        ])
        (tracer, self.target) = (process, target)
        let deadline = ContinuousClock.now + .seconds(60)
        while !isAttached {
            guard process.isRunning, ContinuousClock.now < deadline else {
                process.signal(SIGTERM)
                throw NotAttached()
            }
            sched_yield()
        }
    }

    package struct NotAttached: Error {}

    /// The process continues normally afterwards.
    package func detach() {
        tracer.signal(SIGTERM)
        tracer.waitUntilEnded()
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
