package import Catalog
package import Primitives

/// A play that the gateway is following.
package struct LivePlay: Sendable, Equatable {
    package let id: PlayID
    package let track: ID<Track>
    package let session: ID<Session>?
    /// When the first report came, by the gateway's clock.
    package let startedAt: Timestamp
    package internal(set) var client: String
    package internal(set) var updatedAt: Timestamp
    package internal(set) var credit: ListeningCredit
    /// Its row is in the history.
    package internal(set) var isCounted = false
    /// The monotonic clock at its last report.
    var heardAt: Duration
}
