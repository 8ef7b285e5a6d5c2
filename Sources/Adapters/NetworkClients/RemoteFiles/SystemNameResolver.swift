import Glibc
import NIOCore
package import NIOPosix
package import Primitives

/// The system's resolver (`getaddrinfo`), on threads of its own: a slow name server must not delay file access.
package struct SystemNameResolver: NameResolver {
    private let pool: NIOThreadPool

    /// - Parameter pool: threads that are used for nothing else.
    package init(pool: NIOThreadPool) {
        self.pool = pool
    }

    package func addresses(of host: String) async throws -> [IPAddress] {
        try await pool.runIfActive {
            var hints = addrinfo()
            hints.ai_family = AF_UNSPEC
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var list: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
            defer { freeaddrinfo(list) }
            var found: [IPAddress] = []
            var item = list
            while let entry = item {
                if let address = Self.address(entry.pointee.ai_addr, entry.pointee.ai_addrlen), !found.contains(address)
                {
                    found.append(address)
                }
                item = entry.pointee.ai_next
            }
            return found
        }
    }

    package func own() async throws -> Set<IPAddress> {
        try await NIOThreadPool.singleton.runIfActive {
            Set(try System.enumerateDevices().compactMap { $0.address?.ipAddress.flatMap { IPAddress($0) } })
        }
    }

    /// The address without the interface of a link-local address.
    private static func address(_ socket: UnsafeMutablePointer<sockaddr>?, _ length: socklen_t) -> IPAddress? {
        guard let socket else { return nil }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(socket, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
        return IPAddress(
            String(decoding: text.prefix { $0 != 0 && $0 != 0x25 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
