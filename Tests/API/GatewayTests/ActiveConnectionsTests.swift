import NIOCore
import Testing

@testable import Gateway

@Suite("Open connections") struct ActiveConnectionsTests {
    @Test("connections of one address are limited; this machine and configured proxies have a higher limit")
    func addresses() throws {
        var limits = ConnectionLimits()
        (limits.connections, limits.connectionsPerAddress, limits.connectionsFromThisMachine) = (100, 2, 5)
        let proxies = ["192.0.2.9", "::ffff:192.0.2.9", "2001:db8::9"]
        let connections = ActiveConnections(limits: limits) { proxies.contains($0) }
        func admitted(_ address: String) throws -> Int {
            let key = connections.key(of: try SocketAddress(ipAddress: address, port: 1))
            let count = (0..<9).count { _ in connections.admit(key) }
            for _ in 0..<count { connections.release(key) }
            return count
        }
        for (address, count) in [
            ("198.51.100.1", 2), ("2001:db8::1", 2), ("127.0.0.1", 5), ("::1", 5), ("192.0.2.9", 5),
            ("::ffff:192.0.2.9", 5), ("2001:db8::9", 5),
        ] {
            #expect(try admitted(address) == count, "\(address)")
        }
        #expect(connections.total == 0)
    }

    @Test("neighbors in one IPv6 network share a limit, and a proxy among them has its own")
    func network() throws {
        var limits = ConnectionLimits()
        limits.connectionsPerAddress = 2
        let connections = ActiveConnections(limits: limits) { $0 == "2001:db8::9" }
        func admit(_ address: String) throws -> Bool {
            connections.admit(connections.key(of: try SocketAddress(ipAddress: address, port: 1)))
        }
        let first = try (admit("2001:db8::1"), admit("2001:db8::2"), admit("2001:db8::3"))
        #expect(first == (true, true, false))
        #expect(try admit("2001:db8::9"))
    }
}
