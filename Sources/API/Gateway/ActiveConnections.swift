import NIOCore
import Synchronization

/// Counts the open connections, all together and by address, and says who has to wait outside.
package final class ActiveConnections: Sendable {
    private struct Counts {
        var total = 0
        var byAddress: [AddressKey: Int] = [:]
        var refused = 0
        /// The most at once since `takeDecline` said yes.
        var most = 0
    }

    private let limits: ConnectionLimits
    private let counts = Mutex(Counts())

    package init(limits: ConnectionLimits) {
        self.limits = limits
    }

    /// Counts one connection in; false, and nothing counted, when there are too many already.
    func admit(_ key: AddressKey) -> Bool {
        counts.withLock { counts in
            let limit = key.isLoopback ? limits.connectionsFromThisMachine : limits.connectionsPerAddress
            let present = counts.byAddress[key, default: 0]
            guard counts.total < limits.connections, present < limit else {
                counts.refused += 1
                return false
            }
            counts.total += 1
            counts.most = max(counts.most, counts.total)
            counts.byAddress[key] = present + 1
            return true
        }
    }

    func release(_ key: AddressKey) {
        counts.withLock { counts in
            counts.total -= 1
            let left = counts.byAddress[key, default: 1] - 1
            counts.byAddress[key] = left > 0 ? left : nil
        }
    }

    /// Whether there are so many fewer than there were since it said yes the last time.
    func takeDecline(of number: Int) -> Bool {
        counts.withLock { counts in
            guard counts.most - counts.total >= number else { return false }
            counts.most = counts.total
            return true
        }
    }

    package var total: Int { counts.withLock { $0.total } }
    package var refused: Int { counts.withLock { $0.refused } }
}
