/// Asks a server for a file.
package protocol LinkFetcher: Sendable {
    /// Connects to one of `peers` and to nothing else, the first that answers; sends one GET without anything that tells of the person; and
    /// gives the answer to `take`, with a function that gives the next bytes and nil at the end. The connection is closed after that.
    ///
    /// Throws `LinkFailure`: `unreachable`, `tooSlow`, `broken`.
    ///
    /// - Parameter deadline: when the connection is closed at the latest.
    func fetch<Result: Sendable>(
        _ address: LinkAddress, from peers: [IPAddress], within limits: LinkLimits,
        until deadline: ContinuousClock.Instant,
        _ take: (LinkReply, () async throws -> [UInt8]?) async throws -> Result
    ) async throws -> Result
}
