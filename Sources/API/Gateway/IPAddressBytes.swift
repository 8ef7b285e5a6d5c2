import Glibc

/// An IPv4 or IPv6 address as the 4 or 16 bytes that a certificate holds.
struct IPAddressBytes {
    let bytes: [UInt8]

    /// Nil when `text` is not an address in the usual notation.
    init?(_ text: String) {
        var buffer = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &buffer) == 1 {
            bytes = Array(buffer.prefix(4))
        } else if inet_pton(AF_INET6, text, &buffer) == 1 {
            bytes = buffer
        } else {
            return nil
        }
    }
}
