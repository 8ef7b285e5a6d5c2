import Primitives
import Synchronization

/// Visits that are to be written down a little later and together, so that no visitor waits for the disk, or keeps it busy.
final class VisitTally: Sendable {
    private let visits = Mutex<[ID<Share>: ShareVisits]>([:])

    func add(_ share: ID<Share>, at now: Timestamp) {
        visits.withLock { $0[share] = ShareVisits(count: ($0[share]?.count ?? 0) + 1, last: now) }
    }

    func take() -> [ID<Share>: ShareVisits] {
        visits.withLock { visits in
            defer { visits = [:] }
            return visits
        }
    }

    func putBack(_ taken: [ID<Share>: ShareVisits]) {
        visits.withLock { visits in
            visits.merge(taken) { ShareVisits(count: $0.count + $1.count, last: max($0.last, $1.last)) }
        }
    }
}
