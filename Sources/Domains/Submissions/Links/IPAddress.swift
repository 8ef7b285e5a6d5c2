import Glibc

/// An IPv4 or IPv6 address. An IPv4 address in IPv6's clothes (`::ffff:127.0.0.1`) is that IPv4 address.
package struct IPAddress: Sendable, Hashable {
    /// 4 or 16.
    package let bytes: [UInt8]

    /// Nil unless there are 4 or 16.
    package init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16 where bytes.prefix(10).allSatisfy({ $0 == 0 }) && bytes[10] == 0xFF && bytes[11] == 0xFF:
            self.bytes = Array(bytes[12...])
        case 16: self.bytes = bytes
        default: return nil
        }
    }

    /// In the usual notation alone: `127.1` and `0x7f000001` are names here, which resolving turns into addresses.
    package init?(_ text: String) {
        guard text.utf8.count <= 64, !text.utf8.contains(0) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &buffer) == 1 {
            self.init(buffer.prefix(4))
        } else if inet_pton(AF_INET6, text, &buffer) == 1 {
            self.init(buffer)
        } else {
            return nil
        }
    }

    package var isIPv4: Bool { bytes.count == 4 }

    package var text: String {
        var buffer = [CChar](repeating: 0, count: 64)
        guard inet_ntop(isIPv4 ? AF_INET : AF_INET6, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
