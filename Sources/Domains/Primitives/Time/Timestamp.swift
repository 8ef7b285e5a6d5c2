/// An instant in milliseconds since 1970-01-01T00:00:00Z, the only form in which times are stored and compared.
package struct Timestamp: Hashable, Comparable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }

    package func advanced(by duration: Duration) -> Self {
        Self(milliseconds: milliseconds.addingReportingOverflow(duration.wholeMilliseconds).partialValue)
    }

    /// The time from `earlier` to this instant; negative when `earlier` is later.
    package func since(_ earlier: Timestamp) -> Duration {
        .milliseconds(milliseconds - earlier.milliseconds)
    }
}

extension Duration {
    /// Rounded towards zero.
    package var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// Seconds, rounded up, at least one: what a `Retry-After` field holds.
    package var retryAfterSeconds: Int {
        max(1, Int((wholeMilliseconds + 999) / 1000))
    }
}

/// Where the time of day comes from, so that tests can hold it still.
package protocol WallClock: Sendable {
    func now() -> Timestamp
}
