import Synchronization

/// The state of the running scan, which the steps count up and the broadcaster shows.
final class ScanProgress: Sendable {
    private let scan: Mutex<Scan>
    private let broadcaster: ScanBroadcaster
    /// Whether how far it has come is written down.
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
