package import Catalog
package import Primitives

/// One message from a player about a play.
package struct PlaybackReport: Sendable {
    package let play: PlayID
    package let track: ID<Track>
    package let event: PlaybackEvent
    package let position: Duration
    /// The player's name for itself, like `Chrome on Linux`.
    package let client: String

    /// - Parameter client: shortened and stripped of control characters; empty or nil becomes `Unknown player`.
    package init(play: PlayID, track: ID<Track>, event: PlaybackEvent, position: Duration, client: String?) {
        self.play = play
        self.track = track
        self.event = event
        self.position = position
        self.client = ClientName.clean(client) ?? "Unknown player"
    }
}
