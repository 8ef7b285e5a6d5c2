package import Primitives
import Synchronization

/// One run of the scanner and its progress.
package struct Scan: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case running, finished, cancelled, failed
    }

    /// The current step. The steps from `discover` to `artwork` repeat for every batch of files.
    package enum Step: String, Sendable, CaseIterable {
        case discover, readTags, match, artwork, prune, index
    }

    package struct Counts: Sendable, Equatable {
        package var filesFound = 0
        package var filesRead = 0
        /// The total number of files; known during a library's first scan only.
        package var filesTotal: Int?
        package var added = 0
        package var updated = 0
        package var moved = 0
        package var removed = 0
        package var restored = 0
        package var unchanged = 0
        package var problems = 0

        /// Whether the scan has changed the catalog.
        package var changedAnything: Bool { added + updated + moved + removed + restored > 0 }
    }

    package let id: ID<Scan>
    /// Nil for a scan of all libraries.
    package let library: ID<Library>?
    package let startedAt: Timestamp
    package var state = State.running
    package var step = Step.discover
    package var finishedAt: Timestamp?
    package var counts = Counts()
    /// The reason why it failed.
    package var detail: String?

    package init(id: ID<Scan>, library: ID<Library>?, startedAt: Timestamp) {
        self.id = id
        self.library = library
        self.startedAt = startedAt
    }
}

/// The event for library managers about the start and end of a scan, in whichever process it runs. Its progress is not
/// stored.
package enum ScanEvents {
    package static func changed(_ scan: Scan) -> Event {
        var data: [String: Event.Value] = ["id": .text(scan.id.rawValue), "state": .text(scan.state.rawValue)]
        data["library"] = scan.library.map { .text($0.rawValue) }
        return Event(.scans, to: .may(.manageLibraries), data)
    }
}

/// The state of the running scan. The steps update it and the broadcaster publishes it.
final class ScanProgress: Sendable {
    private let scan: Mutex<Scan>
    private let broadcaster: ScanBroadcaster
    /// Whether the progress is stored.
    let isStored: Bool

    init(_ scan: Scan, broadcaster: ScanBroadcaster, isStored: Bool = true) {
        self.scan = Mutex(scan)
        self.broadcaster = broadcaster
        self.isStored = isStored
        broadcaster.publish(scan)
    }

    var current: Scan {
        scan.withLock { $0 }
    }

    func enter(_ step: Scan.Step) {
        change { $0.step = step }
    }

    func count(_ change: (inout Scan.Counts) -> Void) {
        self.change { change(&$0.counts) }
    }

    func change(_ change: (inout Scan) -> Void) {
        let current = scan.withLock { scan in
            change(&scan)
            return scan
        }
        broadcaster.publish(current)
    }
}

/// Publishes a scan's progress to its subscribers: the latest state only, at most every 100 ms, but every start and
/// end.
package final class ScanBroadcaster: Sendable {
    private let latestScan = Mutex<(scan: Scan, sentAt: ContinuousClock.Instant)?>(nil)
    private let broadcast = Broadcast<Scan>(.latest(1))
    private let interval: Duration

    package init(interval: Duration = .milliseconds(100)) {
        self.interval = interval
    }

    /// The scan that runs, or the last one that ran in this process.
    package var latest: Scan? {
        latestScan.withLock { $0?.scan }
    }

    /// States from now on, beginning with the running scan's if there is one; a slow reader misses some.
    package func updates() -> AsyncStream<Scan> {
        // Under the lock of `publish`: no state is missed in between.
        latestScan.withLock { latest in
            broadcast.listen(first: latest.flatMap { $0.scan.state == .running ? $0.scan : nil })
        }
    }

    func publish(_ scan: Scan) {
        let now = ContinuousClock.now
        latestScan.withLock { latest in
            let isChangeOfState = latest?.scan.id != scan.id || latest?.scan.state != scan.state
            if let sentAt = latest?.sentAt, !isChangeOfState, now - sentAt < interval {
                latest = (scan, sentAt)
            } else {
                latest = (scan, now)
                broadcast.send(scan)
            }
        }
    }
}
