/// The key by which another service knows this server.
package enum ServiceKey {
    /// The greatest length in bytes.
    private static let longest = 256

    /// Throws `invalid` for a key that is empty, too long or not of visible ASCII characters.
    package static func check(_ key: String) throws(DomainError) {
        guard (1...longest).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalid("A key has 1 to \(longest) letters, digits and signs", field: "key")
        }
    }
}

extension SecretSealer {
    /// Opens the key of a service; nil for none. Throws `keyLost` where it was sealed by another secret.
    package func key(_ sealed: [UInt8]?, of service: String) throws(ServiceFailure) -> String? {
        guard let sealed else { return nil }
        guard let key = text(sealed, for: service) else { throw ServiceFailure(.keyLost) }
        return key
    }
}
