import Submissions
import Synchronization

/// Why a connection was closed from this side: an answer whose end is the connection's end would pass for whole otherwise.
final class FetchOutcome: Sendable {
    private let state = Mutex<LinkFailure?>(nil)

    var failure: LinkFailure? { state.withLock { $0 } }

    func note(_ failure: LinkFailure) {
        state.withLock { $0 = $0 ?? failure }
    }
}
