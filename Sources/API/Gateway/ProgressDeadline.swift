import NIOCore

/// The moment until which a transfer may go on. Every byte that moves buys its share of the window, and no more than one window is saved
/// up: what stands still ends one window after its last byte, what is too slow somewhat later.
struct ProgressDeadline {
    private let window: TimeAmount
    private let nanosecondsPerByte: Double
    private(set) var end = NIODeadline.distantFuture

    /// - Parameter minimum: bytes over each window that just suffice.
    init(window: Duration, minimum: Int) {
        self.window = TimeAmount(window)
        nanosecondsPerByte = Double(self.window.nanoseconds) / Double(max(1, minimum))
    }

    mutating func start(now: NIODeadline) {
        end = now + window
    }

    mutating func moved(_ count: Int, now: NIODeadline) {
        let most = now + window
        let bought = Double(count) * nanosecondsPerByte
        guard bought < Double(window.nanoseconds) else {
            end = most
            return
        }
        end = min(most, max(end, now) + .nanoseconds(Int64(bought)))
    }
}
