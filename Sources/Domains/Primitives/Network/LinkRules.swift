/// The administrators' rules for imports by link.
package struct LinkRules: Sendable, Equatable {
    /// The ports that are allowed without a rule.
    package static let ports = [80, 443]
    /// The most lines of each list.
    package static let longest = 200

    package var isEnabled: Bool
    /// The allowed hosts; empty allows all.
    package var hosts: [LinkHostRule]
    /// Networks that are allowed although they are not public.
    package var networks: [LinkNetworkRule]

    package init(isEnabled: Bool = true, hosts: [LinkHostRule] = [], networks: [LinkNetworkRule] = []) {
        self.isEnabled = isEnabled
        self.hosts = hosts
        self.networks = networks
    }

    /// Throws `LinkFailure.notListed` where the administrators have listed hosts and none matches.
    package func check(_ address: LinkAddress) throws(LinkFailure) {
        guard hosts.isEmpty || hosts.contains(where: { $0.matches(address) }) else { throw .notListed }
    }

    /// Throws `LinkFailure.forbidden` where the link itself contains an address of a private or special network that
    /// the administrators have not allowed. This reveals only the administrators' list, not the network: nothing is
    /// contacted.
    package func checkLiteral(_ address: LinkAddress) throws(LinkFailure) {
        guard let literal = IPAddress(address.host), SpecialNetworks.contain(literal),
            !networks.contains(where: { $0.covers(literal, port: address.port) })
        else { return }
        throw .forbidden
    }

    /// The addresses that may be connected to: all of `found`, or none.
    ///
    /// One forbidden address refuses them all. A name with both a public and a private address is more likely an
    /// attack, which hopes for the private one, than a mistake.
    ///
    /// - Parameter own: the addresses of this machine.
    package func admit(
        _ found: [IPAddress], for address: LinkAddress, own: Set<IPAddress>
    ) throws(LinkFailure) -> [IPAddress] {
        let isUsual = Self.ports.contains(address.port) || hosts.contains { $0.port != nil && $0.matches(address) }
        guard !found.isEmpty,
            found.allSatisfy({ candidate in
                networks.contains { $0.covers(candidate, port: address.port) }
                    || isUsual && !SpecialNetworks.contain(candidate) && !own.contains(candidate)
            })
        else { throw .unreachable }
        return found
    }
}

/// A line of the administrators' list of hosts: `example.org`, `*.example.org`, and either with `:8443`.
package struct LinkHostRule: Sendable, Hashable {
    package let host: String
    /// Whether it matches the host's subdomains, and not the host itself.
    package let isWildcard: Bool
    /// Nil for the default ports.
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

/// A line of the administrators' list of allowed private networks: `192.168.1.0/24`, `192.168.1.5:8080`,
/// `[fd00::5]:8080`. It contains addresses only, because the owner of a name decides where the name leads.
package struct LinkNetworkRule: Sendable, Hashable {
    package let network: IPNetwork
    /// Nil for the default ports.
    package let port: Int?

    /// Throws `invalid` with the field.
    package init(_ text: String) throws(DomainError) {
        var (network, port) = (text, String?.none)
        if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
            network = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw Self.invalid(text) }
            if !rest.isEmpty { port = String(rest.dropFirst()) }
        } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
            network = String(text[..<colon])
            port = String(text[text.index(after: colon)...])
        }
        guard let parsed = IPNetwork(network) else { throw Self.invalid(text) }
        if let port {
            guard let number = UInt16(port), number > 0 else { throw Self.invalid(text) }
            self.port = Int(number)
        } else {
            self.port = nil
        }
        self.network = parsed
    }

    package var text: String {
        guard let port else { return network.text }
        return network.address.isIPv4 ? "\(network.text):\(port)" : "[\(network.text)]:\(port)"
    }

    func covers(_ address: IPAddress, port: Int) -> Bool {
        network.contains(address) && (self.port.map { $0 == port } ?? LinkRules.ports.contains(port))
    }

    private static func invalid(_ text: String) -> DomainError {
        .invalid("“\(text)” is neither an address nor a network like 192.168.1.0/24", field: "linkNetworks")
    }
}
