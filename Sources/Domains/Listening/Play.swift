package import Catalog
package import Primitives

/// One row of a user's listening history.
package struct Play: Sendable, Equatable {
    package let id: ID<Play>
    package let user: ID<Person>
    package let track: ID<Track>
    /// The time at which the play began, by the server's clock.
    package let playedAt: Timestamp
    package let client: String
    /// The player's name for the play. A user has at most one row for each.
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

extension Play {
    /// A play from an import.
    ///
    /// - Parameters:
    ///   - stated: the time that the source states, which may be in the future. The play is named by it, so that a
    ///     further import recognizes it.
    ///   - client: the player's name; nil or empty for the source's.
    ///   - instant: the time of the import.
    package init(
        imported track: ID<Track>, playedAt: Timestamp, stated: Timestamp, client: String?, from source: PlaySource,
        of user: ID<Person>, at instant: Timestamp
    ) {
        self.init(
            id: .make(at: instant), user: user, track: track, playedAt: playedAt,
            client: ClientName.clean(client) ?? source.rawValue, playID: PlayID(of: track, at: stated),
            source: source)
    }

    /// The first and last moment of a second. An import adds no play of a track in a second in which the listener has
    /// one, because other programs store whole seconds.
    package static func second(of instant: Timestamp) -> ClosedRange<Timestamp> {
        let start = instant.milliseconds / 1000 * 1000
        return Timestamp(milliseconds: start)...Timestamp(milliseconds: start + 999)
    }
}

/// The origin of a play in a user's history.
package enum PlaySource: String, Sendable, CaseIterable {
    /// A player of this server.
    case player
    /// Another Rondo server.
    case rondo
    /// ListenBrainz, or a program that hands plays in as it would there.
    case listenbrainz
    case lastfm
    case deezer
}

/// A play that a player counted itself.
package struct SubmittedPlay: Sendable, Equatable {
    package let track: ID<Track>
    /// Nil for the present moment.
    package let playedAt: Timestamp?
    /// The player's name; nil for the one that hands all of them in.
    package let client: String?

    package init(track: ID<Track>, playedAt: Timestamp?, client: String? = nil) {
        self.track = track
        self.playedAt = playedAt
        self.client = client
    }
}

/// A play with its track, which may be missing by now.
package struct HistoryEntry: Sendable {
    package let play: Play
    package let track: TrackItem
}

/// A track with the number of its plays by a user.
package struct MostPlayedItem: Sendable {
    package let track: TrackItem
    package let plays: Int
}
