/// How long a supervisor waits before it starts a server again. One that had been ready is back at once, since it may have been one request's
/// doing; one that never was gets time for what it lacks, and one that crashes all the time does not take the machine.
package struct RestartPacing {
    private static let soonest = Duration.milliseconds(50)
    private static let longest = Duration.seconds(5)
    private static let window = Duration.seconds(60)
    /// As many crashes in a minute are followed by a start at once.
    private static let free = 30

    private var crashes: [ContinuousClock.Instant] = []
    private var unready = 0

    package init() {}

    package mutating func wait(afterReady wasReady: Bool, at now: ContinuousClock.Instant) -> Duration {
        crashes = crashes.filter { now - $0 < Self.window } + [now]
        unready = wasReady ? 0 : unready + 1
        if unready > 0 { return min(Self.longest, .milliseconds(100) * (1 << min(unready, 6))) }
        return crashes.count <= Self.free ? Self.soonest : Self.longest
    }
}
