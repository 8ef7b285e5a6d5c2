import Accounts
import Foundation
import Gateway
import Primitives
import Submissions

/// Who may read `/metrics`.
struct MetricsAccess: Sendable {
    private static let shortest = 20

    private let token: [UInt8]?
    private let networks: [IPNetwork]

    /// - Parameters:
    ///   - tokenFile: absolute.
    ///   - addresses: separated by commas.
    init(tokenFile: String? = nil, addresses: String? = nil) throws(DomainError) {
        token = try tokenFile.map(Self.token)
        var networks: [IPNetwork] = []
        for text in (addresses ?? "").split(separator: ",") {
            guard let network = IPNetwork(text.trimmingCharacters(in: .whitespaces)) else {
                throw DomainError.invalid(
                    "“\(text)” in metrics.addresses is neither an address nor a network like 10.0.0.0/8",
                    field: "metrics.addresses")
            }
            networks.append(network)
        }
        self.networks = networks
    }

    private static func token(in file: String) throws(DomainError) -> [UInt8] {
        guard let bytes = try PrivateFile.read(file) else {
            throw DomainError.invalid("There is no file \(file)", field: "metrics.token-file")
        }
        try PrivateFile.requirePrivate(file, what: "The metrics token", field: "metrics.token-file")
        let token = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard token.utf8.count >= shortest, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw DomainError.invalid(
                "\(file) must hold one word of at least \(shortest) characters, as openssl rand -hex 32 makes one",
                field: "metrics.token-file")
        }
        return Array(token.utf8)
    }

    enum Verdict {
        case granted
        /// There is a token that was not shown.
        case asksForToken
        /// As if there were no such address.
        case hidden
    }

    /// - Parameters:
    ///   - address: the peer's, as text.
    ///   - authorization: the field of that name.
    func verdict(for address: String, _ authorization: String?) -> Verdict {
        if let address = IPAddress(address), networks.contains(where: { $0.contains(address) }) { return .granted }
        guard let token else { return .hidden }
        guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return .asksForToken }
        let shown = authorization.dropFirst(7).trimmingCharacters(in: .whitespaces)
        return SecretBytes.areEqual(Array(shown.utf8), token) ? .granted : .asksForToken
    }
}
