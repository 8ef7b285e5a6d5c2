import Foundation
import Glibc

/// Runs long work on a thread of its own, at a lower priority than everything else on the machine.
package enum LowPriorityThread {
    package static func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                // On Linux a thread has a niceness of its own (setpriority(2), "C library/kernel differences").
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
                continuation.resume(with: Result(catching: body))
            }
            thread.stackSize = 2 << 20
            thread.start()
        }
    }
}
