import Dispatch

/// Blocks a call or a task until the gate opens.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() {
        semaphore.signal()
    }

    /// Waits at most a minute: a test that waits longer has failed.
    func wait() {
        _ = semaphore.wait(timeout: .now() + 60)
        semaphore.signal()
    }

    func opened() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.wait()
                continuation.resume()
            }
        }
    }
}
