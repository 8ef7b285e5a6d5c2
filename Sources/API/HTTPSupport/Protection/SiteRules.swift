/// The host names that the gateway answers to.
package struct SiteRules: Sendable {
    private let names: Set<String>
    private let acceptsAnyAddress: Bool

    /// - Parameters:
    ///   - names: DNS names and bracketed or plain IP addresses, without ports, in any case.
    ///   - acceptsAnyAddress: IP addresses that are not listed are taken too. An address in `Host` cannot be rebound to another machine,
    ///     so this is safe where names are closed.
    package init(names: [String], acceptsAnyAddress: Bool = true) {
        self.names = Set(names.map { $0.lowercased() })
        self.acceptsAnyAddress = acceptsAnyAddress
    }

    /// - Parameter name: lower case, without a port.
    package func accepts(_ name: String) -> Bool {
        if names.contains(name) { return true }
        guard acceptsAnyAddress else { return false }
        return name.hasPrefix("[") || name.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }
}
