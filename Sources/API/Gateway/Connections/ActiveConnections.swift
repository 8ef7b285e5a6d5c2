package import NIOCore
import Primitives
import Synchronization

/// Counts the open connections, in total and by address, and refuses those beyond the limits.
package final class ActiveConnections: Sendable {
    private struct Counts {
        var total = 0
        var byAddress: [AddressKey: Int] = [:]
        var refused = 0
        /// The highest total since `takeDecline` last returned true.
        var most = 0
    }

    private let limits: ConnectionLimits
    private let isProxy: @Sendable (String) -> Bool
    private let counts = Mutex(Counts())

    /// - Parameter isProxy: whether an IP address is a proxy's that connects for many clients.
    package init(limits: ConnectionLimits, isProxy: @escaping @Sendable (String) -> Bool = { _ in false }) {
        self.limits = limits
        self.isProxy = isProxy
    }

    func key(of address: SocketAddress?) -> AddressKey { AddressKey(address, isProxy: isProxy) }

    /// Counts one new connection. Returns false, without counting it, when there are too many already.
    func admit(_ key: AddressKey) -> Bool {
        counts.withLock { counts in
            let limit = key.isOfMany ? limits.connectionsFromThisMachine : limits.connectionsPerAddress
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

    /// Whether the total is at least `number` below its highest value since this last returned true.
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

/// The limits of time and size for a client's connection.
package struct ConnectionLimits: Sendable, Equatable {
    /// From the TCP accept to the end of the TLS handshake.
    package var handshake: Duration = .seconds(10)
    /// From the handshake to the end of the first request's head, and from the first byte of a later head to its end.
    package var head: Duration = .seconds(10)
    /// Between requests.
    package var idle: Duration = .seconds(60)
    /// The minimum rate of a request body, in bytes in each `progressWindow`.
    package var minimumBodyBytes = 10 * 1024
    /// The minimum rate at which a pending response is read, in bytes in each `stallWindow`.
    package var minimumResponseBytes = 60 * 1024
    package var bodyWindow: Duration = .seconds(10)
    package var stallWindow: Duration = .seconds(60)
    /// The time that a connection with too many frames is left unread before it is closed.
    package var floodPause: Duration = .seconds(5)
    /// The most connections at once, in total.
    package var connections = 12_000
    /// The most connections at once from one IPv4 address or one IPv6 /64.
    package var connectionsPerAddress = 64
    /// The same for the loopback addresses and for trusted proxies, which connect for many clients.
    package var connectionsFromThisMachine = 4_096
    /// The most bytes of long request heads at once, in total.
    package var longHeadBytes = 24 << 20
    /// The same for one address, including its recent use.
    package var longHeadBytesPerAddress = 4 << 20
    /// The part of an address's recent use that is forgotten each second.
    package var longHeadBytesPerSecond = 1 << 20

    package init() {}
}

/// The origin of a connection as limits see it: one IPv4 address or one IPv6 /64, the smallest range of a single
/// customer.
package struct AddressKey: Hashable, Sendable {
    package let text: String
    /// Whether many clients may connect from it: from this machine, or through a trusted proxy.
    package let isOfMany: Bool

    package init(_ address: SocketAddress?, isProxy: (String) -> Bool = { _ in false }) {
        guard let address, let ip = address.ipAddress else {
            text = "unknown"
            isOfMany = false
            return
        }
        let proxy = isProxy(ip)
        if ip.hasPrefix("::ffff:") {
            let mapped = String(ip.dropFirst(7))
            text = mapped
            isOfMany = proxy || mapped.hasPrefix("127.")
        } else if let bytes = IPAddress(ip)?.bytes, bytes.count == 16 {
            isOfMany = proxy || ip == "::1"
            text = isOfMany ? ip : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
        } else {
            text = ip
            isOfMany = proxy || ip.hasPrefix("127.")
        }
    }
}
