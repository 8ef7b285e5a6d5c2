/// The time limits of a download.
package struct LinkLimits: Sendable, Equatable {
    /// The time for resolving, connecting and the handshake. Every failure is reported after this time, whatever its
    /// cause.
    package var reach: Duration
    /// The time for connecting to one of several addresses; nil for all that is left of `reach`.
    package var connect: Duration?
    /// The period in which at least `paceBytes` must arrive.
    package var pace: Duration
    package var paceBytes: Int
    /// The time for the whole download, including redirects.
    package var whole: Duration

    package init(
        reach: Duration = .seconds(8), connect: Duration? = nil, pace: Duration = .seconds(20),
        paceBytes: Int = 64 * 1024, whole: Duration = .seconds(3600)
    ) {
        self.reach = reach
        self.connect = connect
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
