import Primitives
import Synchronization

/// The ids of tokens that were used, for as long as the tokens would be accepted again.
final class SeenTokens: Sendable {
    private static let capacity = 10_000

    private let ends = Mutex<[String: Timestamp]>([:])

    /// The token is good again: what it was used for has failed.
    func forget(_ id: String) {
        ends.withLock { $0[id] = nil }
    }

    /// Whether the id is new. It is known from now on.
    func isFirst(_ id: String, at now: Timestamp) -> Bool {
        ends.withLock { ends in
            guard ends[id].map({ $0 <= now }) ?? true else { return false }
            if ends.count >= Self.capacity { ends = ends.filter { now < $0.value } }
            ends[id] = now.advanced(by: TokenChecks.oldest + TokenChecks.skew)
            return true
        }
    }
}
