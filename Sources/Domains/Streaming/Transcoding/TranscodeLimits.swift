/// How many conversions there may be.
package struct TranscodeLimits: Sendable {
    /// Encoders at once.
    package var encoders: Int
    /// Of them for one person.
    package var encodersPerUser: Int
    /// Requests that wait for an encoder, all together.
    package var waiting: Int
    package var waitingPerUser: Int
    /// Conversions that one person has begun and somebody listens to, whether the encoder is at work or has long ended: each is on the disk
    /// until it has been heard, and it may be heard slowly.
    package var openPerUser: Int
    /// The longest that a request waits.
    package var timeout: Duration
    /// Bytes that an encoder may be ahead of whoever listens.
    package var lead: Int64

    package init(
        encoders: Int, encodersPerUser: Int, waiting: Int = 64, waitingPerUser: Int = 16,
        openPerUser: Int = 32, timeout: Duration = .seconds(10), lead: Int64 = 128 << 20
    ) {
        self.encoders = max(1, encoders)
        self.encodersPerUser = max(1, encodersPerUser)
        self.waiting = waiting
        self.waitingPerUser = waitingPerUser
        self.openPerUser = openPerUser
        self.timeout = timeout
        self.lead = lead
    }
}
