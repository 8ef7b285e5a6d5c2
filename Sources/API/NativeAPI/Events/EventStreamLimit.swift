import Primitives
import Synchronization

/// How many event streams a person may hold open at a time.
final class EventStreamLimit: Sendable {
    /// A place that is given back when it is released, whether its stream ever began or not.
    final class Place: Sendable {
        private let limit: EventStreamLimit
        private let user: ID<Person>

        fileprivate init(_ limit: EventStreamLimit, _ user: ID<Person>) {
            self.limit = limit
            self.user = user
        }

        deinit {
            limit.giveBack(user)
        }
    }

    private let perUser: Int
    private let open = Mutex<[ID<Person>: Int]>([:])

    init(perUser: Int) {
        self.perUser = perUser
    }

    func take(for user: ID<Person>) throws(DomainError) -> Place {
        let isFree = open.withLock { open in
            guard open[user, default: 0] < perUser else { return false }
            open[user, default: 0] += 1
            return true
        }
        guard isFree else {
            throw DomainError(.rateLimited, "Too many event streams are open", retryAfter: .seconds(10))
        }
        return Place(self, user)
    }

    private func giveBack(_ user: ID<Person>) {
        open.withLock { open in
            let left = open[user, default: 1] - 1
            open[user] = left > 0 ? left : nil
        }
    }
}
