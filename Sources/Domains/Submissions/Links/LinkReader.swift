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
