/// Reads what a link leads to: names are resolved here, every address is checked, and what connects is given addresses and no names.
package struct LinkReader: Sendable {
    /// What a server may send on to.
    package static let redirections = 3

    private let resolver: any NameResolver
    private let fetcher: any LinkFetcher
    private let limits: LinkLimits

    package init(resolver: any NameResolver, fetcher: any LinkFetcher, limits: LinkLimits = LinkLimits()) {
        self.resolver = resolver
        self.fetcher = fetcher
        self.limits = limits
    }

    /// Throws `LinkFailure`.
    func read(
        _ address: LinkAddress, by rules: LinkRules, into taking: LinkDownload
    ) async throws -> (name: String, received: Int64) {
        try rules.check(address)
        // Of what was typed alone: where servers lead on to is told as what cannot be reached is.
        try rules.checkLiteral(address)
        let deadline = ContinuousClock.now + limits.whole
        var address = address
        for _ in 0...Self.redirections {
            switch try await visit(address, by: rules, until: deadline, into: taking) {
            case .taken(let name, let received): return (name, received)
            case .redirected(let location): address = try Self.follow(location, from: address)
            }
        }
        throw LinkFailure.redirected
    }

    private enum Visit: Sendable {
        case taken(name: String, received: Int64)
        case redirected(String)
    }

    private func visit(
        _ address: LinkAddress, by rules: LinkRules, until deadline: ContinuousClock.Instant, into taking: LinkDownload
    ) async throws -> Visit {
        let reached = ContinuousClock.now + limits.reach
        do {
            try rules.check(address)
            let own = try await resolver.own()
            let peers = try rules.admit(try await addresses(of: address.host), for: address, own: own)
            var left = limits
            left.reach = max(.zero, reached - .now)
            return try await fetcher.fetch(address, from: peers, within: left, until: deadline) { reply, next in
                if [301, 302, 303, 307, 308].contains(reply.status) {
                    guard let location = reply.field("location") else { throw LinkFailure.refused }
                    return .redirected(location)
                }
                try LinkContent.check(reply)
                let name = LinkContent.name(reply, at: address)
                let received = try await taking.take(
                    name, of: LinkContent.length(reply),
                    check: { rules in
                        try rules.check(address)
                        _ = try rules.admit(peers, for: address, own: own)
                    }, next)
                return .taken(name: name, received: received)
            }
        } catch LinkFailure.unreachable {
            // As late whatever it was: how long it takes shall not tell closed ports from filtered ones, nor names from no names.
            try await ContinuousClock().sleep(until: reached)
            throw LinkFailure.unreachable
        }
    }

    /// Within the time to reach it; a resolver that answers later is not waited for.
    private func addresses(of host: String) async throws -> [IPAddress] {
        let (resolver, reach) = (resolver, limits.reach)
        let answer = AsyncStream.makeStream(of: [IPAddress].self, bufferingPolicy: .bufferingOldest(1))
        // Detached, because the system's resolver cannot be interrupted.
        let resolving = Task.detached {
            answer.continuation.yield((try? await resolver.addresses(of: host)) ?? [])
            answer.continuation.finish()
        }
        let alarm = Task.detached {
            try? await Task.sleep(for: reach)
            answer.continuation.finish()
        }
        defer {
            resolving.cancel()
            alarm.cancel()
        }
        for await found in answer.stream { return found }
        try Task.checkCancellation()
        throw LinkFailure.unreachable
    }

    private static func follow(_ location: String, from address: LinkAddress) throws(LinkFailure) -> LinkAddress {
        guard let next = try? address.following(location) else { throw .redirected }
        guard address.scheme == .http || next.scheme == .https else { throw .redirected }
        return next
    }
}
