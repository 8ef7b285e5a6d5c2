import Backups
import Glibc

/// Keeps a long piece of work from taking the whole disk: so many bytes a second and no more.
struct Pace {
    private let nanosecondsPerByte: Double
    private let start = ContinuousClock.now
    private var done = 0

    /// - Parameter bytesPerSecond: nil for as fast as it goes.
    init(bytesPerSecond: Int?) {
        nanosecondsPerByte = bytesPerSecond.map { 1e9 / Double($0) } ?? 0
    }

    /// Sleeps until as much time has passed as all bytes so far may take. Blocks. Throws when the task that it is done for was cancelled.
    mutating func wait(after bytes: Int) throws {
        done += bytes
        guard nanosecondsPerByte > 0 else { return }
        let ahead = Double(done) * nanosecondsPerByte - (ContinuousClock.now - start) / .nanoseconds(1)
        if ahead > 5_000_000 { usleep(UInt32(min(ahead / 1000, 900_000))) }
    }
}
