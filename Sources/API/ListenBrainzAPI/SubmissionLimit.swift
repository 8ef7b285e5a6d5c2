import Primitives
import Synchronization

/// Limits the number of large submissions that are read at a time.
final class SubmissionLimit: Sendable {
    private static let most = 3
    private let taken = Mutex(0)

    /// A place, which is free again when it is dropped. Throws `rateLimited` where there is none.
    func take() throws(DomainError) -> Place {
        let isFree = taken.withLock { taken in
            guard taken < Self.most else { return false }
            taken += 1
            return true
        }
        guard isFree else {
            throw DomainError(
                .rateLimited, "Many plays are being handed in at the moment; try again", retryAfter: .seconds(1))
        }
        return Place { [self] in taken.withLock { $0 -= 1 } }
    }

    final class Place: Sendable {
        private let free: @Sendable () -> Void

        fileprivate init(free: @escaping @Sendable () -> Void) {
            self.free = free
        }

        deinit { free() }
    }
}
