/// What the admins allow to be imported by link.
package struct LinkRules: Sendable, Equatable {
    /// What a link may name by itself.
    package static let ports = [80, 443]
    /// Lines of each list.
    package static let longest = 200

    package var isEnabled: Bool
    /// If there are any, only these.
    package var hosts: [LinkHostRule]
    /// What is reached although it is not public.
    package var networks: [LinkNetworkRule]

    package init(isEnabled: Bool = true, hosts: [LinkHostRule] = [], networks: [LinkNetworkRule] = []) {
        self.isEnabled = isEnabled
        self.hosts = hosts
        self.networks = networks
    }

    /// Throws `LinkFailure.notListed` where the admins have listed hosts and this is none of them.
    package func check(_ address: LinkAddress) throws(LinkFailure) {
        guard hosts.isEmpty || hosts.contains(where: { $0.matches(address) }) else { throw .notListed }
    }

    /// Throws `LinkFailure.forbidden` where the link itself spells out an address of a private or special network that the admins have not
    /// allowed. This tells of the admins' list and nothing of the network: nothing is asked.
    package func checkLiteral(_ address: LinkAddress) throws(LinkFailure) {
        guard let literal = IPAddress(address.host), SpecialNetworks.contain(literal),
            !networks.contains(where: { $0.covers(literal, port: address.port) })
        else { return }
        throw .forbidden
    }

    /// Which of `found` may be connected to: all, or none.
    ///
    /// A name with one public and one private address is no host of the public with a mistake in it, but somebody who hopes that the other
    /// one is taken: a single forbidden address refuses them all.
    ///
    /// - Parameter own: addresses of this machine.
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
