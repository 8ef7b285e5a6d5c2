import Foundation
package import Primitives
package import Submissions

/// Fetches small documents from servers that an admin has set up, or posts some there, under the same guard as imports
/// by link: it resolves names once, checks every address, connects to these addresses alone, and checks each redirect
/// anew.
package struct GuardedReader: Sendable {
    /// The bounds of one document.
    package struct Limits: Sendable {
        package var bytes: Int
        package var time: LinkLimits

        package init(
            bytes: Int = 1 << 20,
            time: LinkLimits = LinkLimits(reach: .seconds(4), pace: .seconds(4), paceBytes: 1, whole: .seconds(6))
        ) {
            self.bytes = bytes
            self.time = time
        }
    }

    private let resolver: any NameResolver
    private let fetcher: PinnedFetcher
    private let networks: @Sendable () async throws -> [LinkNetworkRule]
    let limits: Limits

    /// - Parameter networks: the private networks that the administrators allow at present.
    package init(
        resolver: any NameResolver, fetcher: PinnedFetcher, limits: Limits = Limits(),
        networks: @escaping @Sendable () async throws -> [LinkNetworkRule]
    ) {
        self.resolver = resolver
        self.fetcher = fetcher
        self.limits = limits
        self.networks = networks
    }

    /// Passes the reply that stands at the end of all redirects to `take`, with a function that returns the next bytes
    /// and nil at the end. Throws `LinkFailure`, and what `take` throws.
    func follow<Result: Sendable>(
        _ address: LinkAddress, _ request: GuardedRequest,
        _ take: (GuardedReply, () async throws -> [UInt8]?) async throws -> Result
    ) async throws -> Result {
        let own = try await resolver.own()
        let rules = LinkRules(
            hosts: request.isFromAdmin ? [try LinkHostRule(address.authority)] : [], networks: try await networks())
        try rules.checkLiteral(address)
        let deadline = ContinuousClock.now + request.time.whole
        var (next, isMoved) = (address, true)
        for _ in 0...request.redirections {
            let fields = request.fields + (next.origin == address.origin ? request.secrets : [])
            let fetcher = fetcher.sending(accept: request.accept, fields: fields, body: request.body)
            let peers = try await peers(of: next, rules, own, within: request.time.reach)
            let time = request.time.until(peers.reached)
            // The compiler allows no parameter that is a function to be given another one.
            let visit = try await withoutActuallyEscaping(take) { take in
                try await fetcher.fetch(next, from: peers.addresses, within: time, until: deadline) {
                    [next, isMoved] reply, bytes -> Visit<Result> in
                    guard [301, 302, 303, 307, 308].contains(reply.status) else {
                        let moved = isMoved && next != address
                        return .taken(
                            try await take(GuardedReply(address: next, isMoved: moved, reply: reply), bytes))
                    }
                    guard let location = reply.field("location") else { throw LinkFailure.refused }
                    return .redirect(location, isPermanent: reply.status == 301 || reply.status == 308)
                }
            }
            switch visit {
            case .taken(let result): return result
            case .redirect(let location, let isPermanent):
                next = try next.redirected(to: location)
                isMoved = isMoved && isPermanent
            }
        }
        throw LinkFailure.redirected
    }

    private enum Visit<Result: Sendable>: Sendable {
        case taken(Result)
        case redirect(String, isPermanent: Bool)
    }

    /// The addresses that may be connected to, and the time until which one must have been reached.
    private func peers(
        of address: LinkAddress, _ rules: LinkRules, _ own: Set<IPAddress>, within limit: Duration
    ) async throws -> (addresses: [IPAddress], reached: ContinuousClock.Instant) {
        let reached = ContinuousClock.now + limit
        let found = try await resolver.addresses(of: address.host, within: limit)
        return (try rules.admit(found, for: address, own: own), reached)
    }
}

/// A request to a server that is not trusted.
struct GuardedRequest {
    var accept: String
    /// Fields that every server on the way receives.
    var fields: [(name: String, value: String)] = []
    /// Fields that only the server of the first address receives.
    var secrets: [(name: String, value: String)] = []
    /// Posted; nil to read.
    var body: RequestBody?
    var time: LinkLimits
    /// Whether an admin has named this server and its port. Others are reached at the usual ports only.
    var isFromAdmin = false
    var redirections: Int
}

/// The reply at the end of all redirects.
struct GuardedReply: Sendable {
    /// The address that has replied.
    let address: LinkAddress
    /// Whether there were redirects, all of them permanent (RFC 9110 §15.4.2 and §15.4.9).
    let isMoved: Bool
    let reply: LinkReply
}

extension LinkLimits {
    /// The same with what is left of the time for reaching the server.
    fileprivate func until(_ reached: ContinuousClock.Instant) -> LinkLimits {
        var limits = self
        limits.reach = max(.zero, reached - .now)
        return limits
    }
}

extension RequestBody {
    static func json(_ bytes: [UInt8]) -> Self { Self(bytes: bytes, type: "application/json") }

    /// A form of names and values (WHATWG URL, application/x-www-form-urlencoded).
    static func form(_ fields: [(name: String, value: String)]) -> Self {
        let text = fields.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
        return Self(bytes: Array(text.utf8), type: "application/x-www-form-urlencoded")
    }
}

extension LinkAddress {
    /// The part that all addresses of one server share.
    fileprivate var origin: String { "\(scheme.rawValue)://\(host) \(port)" }
}

extension LinkReply {
    /// The whole content, uncompressed. Throws `compressed` and `tooLarge`.
    func content(upTo most: Int, _ next: () async throws -> [UInt8]?) async throws -> [UInt8] {
        if let encoding = field("content-encoding"), encoding.lowercased() != "identity" {
            throw LinkFailure.compressed
        }
        if let length = field("content-length").flatMap({ Int64($0) }), length > Int64(most) {
            throw LinkFailure.tooLarge
        }
        var content: [UInt8] = []
        while let bytes = try await next() {
            guard content.count + bytes.count <= most else { throw LinkFailure.tooLarge }
            content += bytes
        }
        return content
    }
}
