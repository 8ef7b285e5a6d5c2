package import Catalog
package import Primitives

/// A play that a program reports by the names of its track, as it does not know this server's ids.
package struct NamedPlay: Sendable, Equatable {
    package let track: NamedTrack
    package let playedAt: Timestamp
    /// The player's name; nil where the program does not say it.
    package let client: String?

    package init(track: NamedTrack, playedAt: Timestamp, client: String?) {
        self.track = track
        self.playedAt = playedAt
        self.client = client
    }
}

/// A play with the names of its track.
package struct DescribedPlay: Sendable {
    package let play: Play
    package let track: TrackDetails
}

/// The part of a history that is read: times are whole seconds since 1970, and the bounds themselves are left out.
package struct PlayRange: Sendable, Equatable {
    package static let longest = 1000

    package let after: Int64?
    package let before: Int64?
    package let limit: Int

    /// Throws `invalid` for a limit outside of `1...longest`, and where nothing can lie between the bounds.
    package init(after: Int64?, before: Int64?, limit: Int) throws(DomainError) {
        guard (1...Self.longest).contains(limit) else {
            throw .invalid("count is a whole number from 1 to \(Self.longest)", field: "count")
        }
        if let after, let before, after >= before {
            throw .invalid("max_ts must be greater than min_ts", field: "max_ts")
        }
        (self.after, self.before, self.limit) = (after, before, limit)
    }

    var instants: Range<Timestamp> {
        let first = after.map { min(max($0, -1), Self.latest - 1) + 1 } ?? 0
        let end = max(first, before.map { min(max($0, 0), Self.latest) } ?? Self.latest)
        return Timestamp(milliseconds: first * 1000)..<Timestamp(milliseconds: end * 1000)
    }

    /// The year 10000, in seconds since 1970.
    private static let latest: Int64 = 253_402_300_800
}
