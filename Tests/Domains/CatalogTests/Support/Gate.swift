import Dispatch

/// Something that is waited for, by a blocking call or a task, until it opens.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() {
        semaphore.signal()
    }

    /// At most a minute: a test that waits longer has failed.
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
