package import Primitives

/// Downloads a link's file. It resolves names itself and checks every address; the fetcher receives addresses only, no
/// names.
package struct LinkReader: Sendable {
    /// The most redirects.
    package static let redirections = 3

    private let resolver: any NameResolver
    private let fetcher: any LinkFetcher
    private let limits: LinkLimits

    package init(resolver: any NameResolver, fetcher: any LinkFetcher, limits: LinkLimits = LinkLimits()) {
        self.resolver = resolver
        self.fetcher = fetcher
        self.limits = limits
    }

    /// Follows redirects from `address`, and downloads the file. Throws `LinkFailure`.
    func read(
        _ address: LinkAddress, by rules: LinkRules, into download: LinkDownload
    ) async throws -> (name: String, received: Int64) {
        try rules.check(address)
        // Only for the link as typed: a redirect to a forbidden address is reported like an unreachable one.
        try rules.checkLiteral(address)
        let deadline = ContinuousClock.now + limits.whole
        var address = address
        for _ in 0...Self.redirections {
            switch try await visit(address, by: rules, until: deadline, into: download) {
            case .taken(let name, let received): return (name, received)
            case .redirected(let location): address = try address.redirected(to: location)
            }
        }
        throw LinkFailure.redirected
    }

    private enum Visit: Sendable {
        case taken(name: String, received: Int64)
        case redirected(String)
    }

    private func visit(
        _ address: LinkAddress, by rules: LinkRules, until deadline: ContinuousClock.Instant,
        into download: LinkDownload
    ) async throws -> Visit {
        let reached = ContinuousClock.now + limits.reach
        do {
            try rules.check(address)
            let own = try await resolver.own()
            let found = try await resolver.addresses(of: address.host, within: limits.reach)
            let peers = try rules.admit(found, for: address, own: own)
            var remaining = limits
            remaining.reach = max(.zero, reached - .now)
            return try await fetcher.fetch(address, from: peers, within: remaining, until: deadline) { reply, next in
                if [301, 302, 303, 307, 308].contains(reply.status) {
                    guard let location = reply.field("location") else { throw LinkFailure.refused }
                    return .redirected(location)
                }
                try LinkContent.check(reply)
                let name = LinkContent.name(reply, at: address)
                let received = try await download.take(
                    name, of: LinkContent.length(reply),
                    check: { rules in
                        try rules.check(address)
                        _ = try rules.admit(peers, for: address, own: own)
                    }, next)
                return .taken(name: name, received: received)
            }
        } catch LinkFailure.unreachable {
            // All failures take the same time, so that timing distinguishes neither closed from filtered ports nor
            // known from unknown names.
            try await ContinuousClock().sleep(until: reached)
            throw LinkFailure.unreachable
        }
    }
}

/// The time limits of a download.
package struct LinkLimits: Sendable, Equatable {
    /// The time for resolving, connecting and the handshake. Every failure is reported after this time, whatever its
    /// cause.
    package var reach: Duration
    /// The period in which at least `paceBytes` must arrive.
    package var pace: Duration
    package var paceBytes: Int
    /// The time for the whole download, including redirects.
    package var whole: Duration

    package init(
        reach: Duration = .seconds(8), pace: Duration = .seconds(20), paceBytes: Int = 64 * 1024,
        whole: Duration = .seconds(3600)
    ) {
        self.reach = reach
        self.pace = pace
        self.paceBytes = paceBytes
        self.whole = whole
    }
}

/// Resolves host names.
package protocol NameResolver: Sendable {
    /// All addresses of a host, the preferred one first; none for an unknown name. It also resolves numbers, in all
    /// forms that the system's resolver accepts as addresses.
    func addresses(of host: String) async throws -> [IPAddress]
    /// The addresses of this machine's own interfaces.
    func own() async throws -> Set<IPAddress>
}

extension NameResolver {
    /// Resolves a host within a time limit. A slower resolver is abandoned. Throws `LinkFailure.unreachable`.
    package func addresses(of host: String, within limit: Duration) async throws -> [IPAddress] {
        let answer = AsyncStream.makeStream(of: [IPAddress].self, bufferingPolicy: .bufferingOldest(1))
        // Detached, because the system's resolver cannot be interrupted.
        let resolving = Task.detached {
            answer.continuation.yield((try? await addresses(of: host)) ?? [])
            answer.continuation.finish()
        }
        let timer = Task.detached {
            try? await Task.sleep(for: limit)
            answer.continuation.finish()
        }
        defer {
            resolving.cancel()
            timer.cancel()
        }
        for await found in answer.stream { return found }
        try Task.checkCancellation()
        throw LinkFailure.unreachable
    }
}

extension LinkAddress {
    /// The address that a reply redirects to. Throws `LinkFailure.redirected` for none, and for one by http from one by
    /// https.
    package func redirected(to location: String) throws(LinkFailure) -> LinkAddress {
        guard let next = try? following(location) else { throw .redirected }
        guard scheme == .http || next.scheme == .https else { throw .redirected }
        return next
    }
}

/// Requests a file from a remote server.
package protocol LinkFetcher: Sendable {
    /// Connects to the first of `peers` that answers, and to nothing else. It sends one GET without personal data, and
    /// passes the response to `take`, with a function that returns the next bytes and nil at the end. Then it closes
    /// the connection.
    ///
    /// Throws `LinkFailure`: `unreachable`, `tooSlow`, `broken`.
    ///
    /// - Parameter deadline: the latest time at which the connection is closed.
    func fetch<Result: Sendable>(
        _ address: LinkAddress, from peers: [IPAddress], within limits: LinkLimits,
        until deadline: ContinuousClock.Instant,
        _ take: (LinkReply, () async throws -> [UInt8]?) async throws -> Result
    ) async throws -> Result
}

/// The status and the header of a remote server's response.
package struct LinkReply: Sendable {
    package let status: Int
    private let fields: [(name: String, value: String)]

    package init(status: Int, fields: [(name: String, value: String)]) {
        self.status = status
        self.fields = fields
    }

    /// All values of a header field, joined; nil where it is absent. The name is in lower case.
    package func field(_ name: String) -> String? {
        let values = fields.filter { $0.name.lowercased() == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
