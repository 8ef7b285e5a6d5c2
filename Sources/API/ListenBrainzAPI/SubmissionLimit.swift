import Primitives
import Synchronization

/// Limits the number of large submissions that are read at a time: one of each user, and a few of all together.
final class SubmissionLimit: Sendable {
    private static let most = 3
    private let users = Mutex<Set<ID<Person>>>([])

    /// The user's place, which is free again when it is dropped. Throws `rateLimited` where there is none.
    func take(for user: ID<Person>) throws(DomainError) -> Place {
        let isFree = users.withLock { $0.count < Self.most && $0.insert(user).inserted }
        guard isFree else {
            throw DomainError(
                .rateLimited, "Many plays are being handed in at the moment; try again", retryAfter: .seconds(1))
        }
        return Place { [self] in _ = users.withLock { $0.remove(user) } }
    }

    final class Place: Sendable {
        private let free: @Sendable () -> Void

        fileprivate init(free: @escaping @Sendable () -> Void) {
            self.free = free
        }

        deinit { free() }
    }
}
