/// A request from the notes of a crashed server.
struct NotedRequest: Equatable {
    let fingerprint: RequestFingerprint
    let label: String
    /// The connection's number; 0 where it is unknown.
    let connection: UInt64
    /// Milliseconds of the monotonic clock.
    let begun: Int64
    /// Whether the head of the response had been sent and the rest was under way.
    let isAnswering: Bool
}

/// The end of a server that crashed.
struct Crash {
    /// The connection that the crashing thread worked for; 0 for none or where it is unknown.
    let connection: UInt64
    /// Milliseconds of the monotonic clock.
    let at: Int64

    /// The highest age of a request that is blamed for a crash on another thread.
    static let moment: Int64 = 1000

    /// The requests that may have caused the crash. If the crashing thread worked for a known connection, they are that
    /// connection's: the unanswered ones, else the ones whose response had just begun, else all. Otherwise they are all
    /// recent requests without an answer: streams that had been running for longer are not among them.
    func suspects(among notes: [NotedRequest]) -> [NotedRequest] {
        let own = connection == 0 ? [] : notes.filter { $0.connection == connection }
        guard !own.isEmpty else { return notes.filter { !$0.isAnswering && isRecent($0) } }
        let handled = own.filter { !$0.isAnswering }
        if !handled.isEmpty { return handled }
        let recent = own.filter(isRecent)
        return recent.isEmpty ? own : recent
    }

    private func isRecent(_ note: NotedRequest) -> Bool {
        at - note.begun <= Self.moment
    }
}

/// The pause of a supervisor before it restarts a server. A server that had been ready restarts at once, since a single
/// request may have crashed it. A server that never was ready gets time for whatever it lacks, and one that keeps
/// crashing does not take the whole machine.
package struct RestartPacing {
    private static let soonest = Duration.milliseconds(50)
    private static let longest = Duration.seconds(5)
    private static let window = Duration.seconds(60)
    /// The number of crashes in a minute after which a restart is still immediate.
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
