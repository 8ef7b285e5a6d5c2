import Foundation

/// The time since the machine's start, which nobody sets, and which start that was.
enum MachineTime {
    private static let start: (instant: ContinuousClock.Instant, uptime: Duration) = {
        let text = try? String(contentsOfFile: "/proc/uptime", encoding: .utf8)
        let seconds = text?.split(separator: " ").first.flatMap { Double($0) }
        return (ContinuousClock.now, .seconds(seconds ?? 0))
    }()

    /// Sleep included: both are `CLOCK_BOOTTIME`.
    @Sendable static func uptime() -> Duration {
        let start = start
        return start.uptime + (ContinuousClock.now - start.instant)
    }

    /// The kernel makes a new one at each start; see random(4).
    static let boot: String = {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }()
}
