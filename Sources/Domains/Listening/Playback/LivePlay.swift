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
    package internal(set) var heardAt: Duration
    /// How fast the player plays; 1 as a rule.
    package internal(set) var rate = 1.0
    /// For a player that does not report while it plays: until when, on the monotonic clock, it is taken to be playing.
    var shownUntil: Duration?

    /// Where in the track the player is by now, if it has gone on as it last said.
    package func position(at now: Duration) -> Duration {
        guard credit.state == .playing else { return credit.position }
        return credit.reached(after: max(now - heardAt, .zero) * rate)
    }
}
