import Foundation
import Primitives
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

    /// A server's whole answer.
    struct Document: Sendable {
        let status: Int
        let reply: LinkReply
        let content: [UInt8]
    }

    private let resolver: any NameResolver
    private let fetcher: PinnedFetcher
    private let networks: @Sendable () async throws -> [LinkNetworkRule]
    private let limits: Limits

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

    /// Throws `LinkFailure`, `tooLarge` included.
    ///
    /// - Parameters:
    ///   - secrets: fields that are sent to the address itself, and after a redirect only to the same server.
    ///   - body: posted; nil to read. What is posted follows no redirect.
    func read(
        _ address: LinkAddress, secrets: [(name: String, value: String)] = [], posting body: PostedBody? = nil
    ) async throws -> Document {
        let own = try await resolver.own()
        // The admin has named this server and its port. Others are reached at the usual ports only.
        let rules = LinkRules(
            hosts: [try LinkHostRule(address.authority)], networks: try await networks())
        try rules.checkLiteral(address)
        let deadline = ContinuousClock.now + limits.time.whole
        var next = address
        for _ in 0...LinkReader.redirections {
            let fields = next.origin == address.origin ? secrets : []
            switch try await visit(next, rules, own, until: deadline, fields, body) {
            case .document(let document): return document
            case .redirect where body != nil: throw LinkFailure.redirected
            case .redirect(let location): next = try next.redirected(to: location)
            }
        }
        throw LinkFailure.redirected
    }

    private enum Visit: Sendable {
        case document(Document)
        case redirect(String)
    }

    private func visit(
        _ address: LinkAddress, _ rules: LinkRules, _ own: Set<IPAddress>, until deadline: ContinuousClock.Instant,
        _ fields: [(name: String, value: String)], _ body: PostedBody?
    ) async throws -> Visit {
        let reached = ContinuousClock.now + limits.time.reach
        let found = try await resolver.addresses(of: address.host, within: limits.time.reach)
        let peers = try rules.admit(found, for: address, own: own)
        var remaining = limits.time
        remaining.reach = max(.zero, reached - .now)
        let most = limits.bytes
        let fetcher = fetcher.sending(accept: "application/json", fields: fields, body: body)
        return try await fetcher.fetch(address, from: peers, within: remaining, until: deadline) { reply, next in
            if [301, 302, 303, 307, 308].contains(reply.status) {
                guard let location = reply.field("location") else { throw LinkFailure.refused }
                return .redirect(location)
            }
            if let encoding = reply.field("content-encoding"), encoding.lowercased() != "identity" {
                throw LinkFailure.compressed
            }
            if let length = reply.field("content-length").flatMap({ Int64($0) }), length > Int64(most) {
                throw LinkFailure.tooLarge
            }
            var content: [UInt8] = []
            while let bytes = try await next() {
                guard content.count + bytes.count <= most else { throw LinkFailure.tooLarge }
                content += bytes
            }
            return .document(Document(status: reply.status, reply: reply, content: content))
        }
    }
}

/// The content of a request.
struct PostedBody: Sendable {
    let bytes: [UInt8]
    let type: String

    static func json(_ bytes: [UInt8]) -> Self { Self(bytes: bytes, type: "application/json") }

    /// A form of names and values (WHATWG URL, application/x-www-form-urlencoded).
    static func form(_ fields: [(name: String, value: String)]) -> Self {
        let text = fields.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
        return Self(bytes: Array(text.utf8), type: "application/x-www-form-urlencoded")
    }
}

extension String {
    /// For a part of an address or of a form: the unreserved characters of RFC 3986 §2.3 stay, and every other byte is
    /// written as `%XX`.
    var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "" }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension LinkAddress {
    /// The part that all addresses of one server share.
    fileprivate var origin: String { "\(scheme.rawValue)://\(host) \(port)" }
}

extension LinkReply {
    /// The time that a field like `Retry-After` asks for, in seconds or as a date (RFC 9110 §10.2.3), at most a day; nil
    /// for what cannot be read.
    static func wait(_ field: String) -> Duration? {
        let text = field.trimmingCharacters(in: .whitespaces)
        if let seconds = Int64(text), seconds >= 0 { return .seconds(min(seconds, 86_400)) }
        guard let date = HTTPDate(text) else { return nil }
        let wait = Timestamp(milliseconds: date.seconds * 1000).since(SystemWallClock().now())
        return min(max(wait, .seconds(1)), .seconds(86_400))
    }
}
