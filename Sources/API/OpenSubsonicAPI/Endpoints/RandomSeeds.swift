import Primitives
import Synchronization

/// Remembers which random order a client is paging through, so that its pages do not overlap. A first page begins another one.
final class RandomSeeds: Sendable {
    private static let most = 1024

    private struct Key: Hashable {
        let user: ID<Person>
        let client: String
    }

    private let seeds = Mutex<[Key: Int64]>([:])

    func seed(for user: ID<Person>, _ client: String?, isFirst: Bool) -> Int64 {
        let key = Key(user: user, client: String((client ?? "").prefix(64)))
        return seeds.withLock { seeds in
            if !isFirst, let seed = seeds[key] { return seed }
            if seeds.count >= Self.most { seeds.removeAll() }
            let seed = Int64(UInt32.random(in: 0...UInt32.max))
            seeds[key] = seed
            return seed
        }
    }
}
