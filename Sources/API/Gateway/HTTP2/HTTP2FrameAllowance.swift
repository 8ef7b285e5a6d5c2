import NIOCore

/// The number of frames of each kind that one connection may still send. The allowances grow with time, and with events
/// that make a client send such frames.
///
/// A client acknowledges received bytes by WINDOW_UPDATE, as often as it likes: every frame and every KiB that it is
/// sent allows some. A request allows its own frames: one priority or cancellation, and its windows. Data counts by the
/// smallness of its frames: an upload in frames of a KiB and more is free.
struct HTTP2FrameAllowance {
    enum Kind: Int, CaseIterable {
        case data, headers, priority, reset, settings, ping, goAway, windowUpdate, continuation, unknown

        init(_ type: UInt8) {
            self =
                switch type {
                case 0x0: .data
                case 0x1: .headers
                case 0x2: .priority
                case 0x3: .reset
                case 0x4: .settings
                case 0x6: .ping
                case 0x7: .goAway
                case 0x8: .windowUpdate
                case 0x9: .continuation
                // A client may not send PUSH_PROMISE; the rest are extensions.
                default: .unknown
                }
        }
    }

    private struct Bucket {
        /// The frames allowed at once, and the number added each second.
        let burst: Double
        let perSecond: Double
        /// Added for each request head.
        var perRequest = 0.0
        /// Added for each frame of data that the client is sent, and for each KiB.
        var perFrameSent = 0.0
        var perKibibyteSent = 0.0
        /// The most that is saved up.
        var limit: Double { max(burst, perFrameSent > 0 ? 4_096 : perRequest > 0 ? burst * 4 : burst) }
    }

    private static let buckets: [Bucket] = Kind.allCases.map { kind in
        switch kind {
        case .data: Bucket(burst: 200, perSecond: 100, perRequest: 1)
        case .headers: Bucket(burst: 1_000, perSecond: 500)
        case .priority: Bucket(burst: 100, perSecond: 10, perRequest: 1)
        case .reset: Bucket(burst: 200, perSecond: 10, perRequest: 1)
        case .settings: Bucket(burst: 20, perSecond: 1)
        case .ping: Bucket(burst: 50, perSecond: 5, perFrameSent: 1)
        case .goAway: Bucket(burst: 4, perSecond: 0.1)
        case .windowUpdate: Bucket(burst: 200, perSecond: 20, perRequest: 2, perFrameSent: 4, perKibibyteSent: 1)
        case .continuation: Bucket(burst: 20, perSecond: 5)
        case .unknown: Bucket(burst: 100, perSecond: 10, perRequest: 1)
        }
    }
    /// The payload of a CONTINUATION frame that counts as a quarter: a head of 256 KiB has sixteen full ones.
    private static let longContinuation = 8 * 1_024
    /// The payload of a frame that is free.
    private static let fullPayload = 1_024.0

    private var left: [Double] = buckets.map(\.burst)
    private var filledAt: NIODeadline

    init(now: NIODeadline) {
        filledAt = now
    }

    /// Adds the allowance of the time since the last call.
    mutating func fill(now: NIODeadline) {
        let seconds = Double((now - filledAt).nanoseconds) / 1e9
        guard seconds > 0 else { return }
        filledAt = now
        for kind in Kind.allCases {
            let bucket = Self.buckets[kind.rawValue]
            // An allowance saved up beyond the burst stays.
            guard left[kind.rawValue] < bucket.burst else { continue }
            left[kind.rawValue] = min(bucket.burst, left[kind.rawValue] + seconds * bucket.perSecond)
        }
    }

    /// Counts a frame of the client; returns false when it is one too many.
    mutating func take(_ frame: HTTP2FrameWalk.Frame) -> Bool {
        let kind = Kind(frame.kind)
        let cost =
            switch kind {
            case .data: max(0, 1 - Double(frame.length) / Self.fullPayload)
            case .continuation where frame.length >= Self.longContinuation: 0.25
            default: 1.0
            }
        left[kind.rawValue] -= cost
        guard left[kind.rawValue] >= 0 else { return false }
        if kind == .headers { add { $0.perRequest } }
        return true
    }

    /// Counts a frame that is sent to the client.
    mutating func sent(_ frame: HTTP2FrameWalk.Frame) {
        guard Kind(frame.kind) == .data else { return }
        let kibibytes = Double(frame.length) / 1_024
        add { $0.perFrameSent + $0.perKibibyteSent * kibibytes }
    }

    private mutating func add(_ amount: (Bucket) -> Double) {
        for (index, bucket) in Self.buckets.enumerated() {
            let gain = amount(bucket)
            if gain > 0 { left[index] = min(bucket.limit, left[index] + gain) }
        }
    }
}
