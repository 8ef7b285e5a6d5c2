package import Catalog
package import Primitives

/// One row of a person's listening history.
package struct Play: Sendable, Equatable {
    package let id: ID<Play>
    package let user: ID<Person>
    package let track: ID<Track>
    /// When the play began, by the gateway's clock.
    package let playedAt: Timestamp
    package let client: String
    /// The player's name for it. A person has at most one row for each.
    package let playID: PlayID
    package let source: PlaySource

    package init(
        id: ID<Play>, user: ID<Person>, track: ID<Track>, playedAt: Timestamp, client: String, playID: PlayID,
        source: PlaySource = .player
    ) {
        self.id = id
        self.user = user
        self.track = track
        self.playedAt = playedAt
        self.client = client
        self.playID = playID
        self.source = source
    }
}
