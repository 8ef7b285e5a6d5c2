package import Catalog
package import Primitives

/// What a player says that names no plays, only tracks: remote clients of other protocols. There is at most one play of each such
/// player at a time, and players of the same name are one.
package struct PlayerReport: Sendable {
    package enum State: String, Sendable, CaseIterable {
        case starting, playing, paused, stopped
    }

    package let track: ID<Track>
    package let state: State
    package let position: Duration
    /// As in `PlaybackReport`.
    package let client: String
    package let rate: Double
    /// Whether the play counts once enough of it has been heard; a player that hands in its plays itself says no.
    package let counts: Bool
    /// How long after the planned end the player is still taken to be playing.
    package let timeout: Duration

    /// - Parameter rate: how fast it plays, from a tenth to ten times.
    package init(
        track: ID<Track>, state: State, position: Duration = .zero, client: String?, rate: Double = 1, counts: Bool,
        timeout: Duration
    ) throws(DomainError) {
        guard position >= .zero else { throw .invalid("The position is not negative", field: "positionMs") }
        guard (0.1...10).contains(rate) else {
            throw .invalid("The playback rate is between 0.1 and 10", field: "playbackRate")
        }
        self.track = track
        self.state = state
        self.position = position
        self.client = ClientName.clean(client) ?? "Unknown player"
        self.rate = rate
        self.counts = counts
        self.timeout = timeout
    }

    /// What has happened to a play that was in `before`.
    func event(after before: ListeningCredit.State) -> PlaybackEvent {
        switch state {
        case .starting: .start
        case .playing: before == .playing ? .progress : .resume
        case .paused: .pause
        case .stopped: .stop
        }
    }
}
