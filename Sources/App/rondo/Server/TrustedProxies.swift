import Foundation
import HTTPSupport
import HTTPTypes
import Primitives

/// The reverse proxies whose word about clients is believed: the client's address (`X-Forwarded-For`), and, where the
/// operator wants it, the name of the user whom the proxy has signed in.
struct TrustedProxies: Sendable {
    /// The most addresses of `X-Forwarded-For` that are read, from its end.
    private static let mostHops = 20
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    /// Fields that carry something else already.
    private static let reserved: Set<String> = [
        "authorization", "connection", "content-length", "content-type", "cookie", "forwarded", "host", "origin",
        "range", "transfer-encoding", "user-agent", "x-forwarded-for",
    ]

    private let networks: [IPNetwork]
    private let userField: HTTPField.Name?

    /// Throws `invalid` with the name of the setting for a text that is no address or network, for a name that cannot
    /// be a field's, and for a field without proxies.
    ///
    /// - Parameters:
    ///   - addresses: addresses and networks, separated by commas.
    ///   - userField: the name of the field in which the proxy names the user; nil where it names none.
    init(addresses: String? = nil, userField: String? = nil) throws(DomainError) {
        var networks: [IPNetwork] = []
        for text in (addresses ?? "").split(separator: ",") {
            guard let network = IPNetwork(text.trimmingCharacters(in: .whitespaces)) else {
                throw DomainError.invalid(
                    "“\(text)” in proxies.addresses is neither an address nor a network like 10.0.0.0/8",
                    field: "proxies.addresses")
            }
            guard network.bits > 0 else {
                throw DomainError.invalid(
                    "“\(text)” in proxies.addresses is every address. Name those of the proxies alone",
                    field: "proxies.addresses")
            }
            networks.append(network)
        }
        self.networks = networks
        self.userField = try userField.map { name throws(DomainError) in
            guard let field = HTTPField.Name(name), !Self.reserved.contains(field.canonicalName) else {
                throw DomainError.invalid(
                    "proxies.user-header is the name of a header of its own, such as Remote-User",
                    field: "proxies.user-header")
            }
            guard !networks.isEmpty else {
                throw DomainError.invalid(
                    "proxies.addresses is missing. Set it to the addresses of the proxies that may send proxies.user-header",
                    field: "proxies.addresses")
            }
            return field
        }
    }

    var isEmpty: Bool { networks.isEmpty }

    func contains(_ address: String) -> Bool {
        IPAddress(address).map(contains) ?? false
    }

    private func contains(_ address: IPAddress) -> Bool {
        networks.contains { $0.contains(address) }
    }

    /// The origin of a request on a connection from `peer`. From another peer than a proxy it is the peer itself,
    /// whatever the fields say.
    ///
    /// Each proxy appends the address that it sees to `X-Forwarded-For`. So the client is the last one that is no
    /// proxy's; what stands before it was written by the client. A text that is no address ends the search.
    func origin(of peer: String, _ fields: HTTPFields) -> RequestOrigin {
        guard let address = IPAddress(peer), contains(address) else { return RequestOrigin(address: peer) }
        return RequestOrigin(address: client(behind: address, fields).text, proxyUser: user(in: fields))
    }

    private func client(behind proxy: IPAddress, _ fields: HTTPFields) -> IPAddress {
        guard let name = Self.forwardedFor else { return proxy }
        var client = proxy
        let hops = fields[values: name].flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        for hop in hops.suffix(Self.mostHops).reversed() {
            guard let address = Self.address(in: hop) else { break }
            client = address
            guard contains(address) else { break }
        }
        return client
    }

    /// The user whom the proxy names; nil where the field is missing, empty, or there more than once, as it would be
    /// where the proxy appends to what the client has sent.
    private func user(in fields: HTTPFields) -> String? {
        guard let userField else { return nil }
        let values = fields[values: userField]
        guard values.count == 1, let name = values.first?.trimmingCharacters(in: .whitespaces), !name.isEmpty else {
            return nil
        }
        return name
    }

    /// An address as proxies write it: `192.0.2.1`, `2001:db8::1`, and both with a port: `192.0.2.1:80`,
    /// `[2001:db8::1]:80`.
    private static func address(in hop: some StringProtocol) -> IPAddress? {
        let text = hop.trimmingCharacters(in: .whitespaces)
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            return IPAddress(String(text[text.index(after: text.startIndex)..<end]))
        }
        if let address = IPAddress(text) { return address }
        guard let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") else { return nil }
        return IPAddress(String(text[..<colon]))
    }
}
