package import Primitives

/// A line of the admin's list of hosts: `example.org`, `*.example.org`, and either with `:8443`.
package struct LinkHostRule: Sendable, Hashable {
    package let host: String
    /// Whether it means what is below the host too, and not the host itself.
    package let isWildcard: Bool
    /// Nil for the usual ones.
    package let port: Int?

    /// Throws `invalid` with the field.
    package init(_ text: String) throws(DomainError) {
        let isWildcard = text.hasPrefix("*.")
        let rest = isWildcard ? String(text.dropFirst(2)) : text
        let hasPort = rest.hasPrefix("[") ? rest.contains("]:") : rest.contains(":")
        guard !rest.contains(where: { "/?#@".contains($0) }), let address = try? LinkAddress("http://\(rest)/"),
            !isWildcard || IPAddress(address.host) == nil
        else {
            throw .invalid("“\(text)” is neither a host nor *.domain", field: "linkHosts")
        }
        host = address.host
        self.isWildcard = isWildcard
        port = hasPort ? address.port : nil
    }

    package var text: String {
        (isWildcard ? "*." : "") + (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
    }

    func matches(_ address: LinkAddress) -> Bool {
        guard port.map({ $0 == address.port }) ?? LinkRules.ports.contains(address.port) else { return false }
        return isWildcard ? address.host.hasSuffix("." + host) : address.host == host
    }
}
