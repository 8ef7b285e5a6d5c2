package import Catalog
package import Journal
package import Primitives

/// A post of an outside song that the library does not have yet, with the facts that decide what happens when it comes.
package struct AwaitedPost: AwaitedArrival {
    package let id: ID<Post>
    package let day: LocalDay
    package let named: NamedTrack
    /// Whether its author may hear explicit music.
    package let hearsExplicit: Bool

    package init(id: ID<Post>, day: LocalDay, named: NamedTrack, hearsExplicit: Bool) {
        self.id = id
        self.day = day
        self.named = named
        self.hearsExplicit = hearsExplicit
    }

    package var leastCertainty: MatchCertainty { .likely }
}

/// The decision about posts whose songs a scan, an approved submission or a correction brings.
package enum BoardArrivals {
    /// Makes them ordinary posts of the tracks. The rule is that of posting: a track that would have been posted in
    /// place of the outside song had it been there.
    ///
    /// - Parameter arrivals: the tracks, each with the posts whose song it may be; of users who see its library.
    package static func notice(
        _ arrivals: [(ArrivedSong, [AwaitedPost])], at instant: Timestamp
    ) -> Changes<BoardWrite> {
        var changes = Changes<BoardWrite>(at: instant)
        for match in ArrivalMatch.best(of: arrivals).sorted(by: { $0.song.id.rawValue < $1.song.id.rawValue }) {
            changes.writes.append(.becomeTrack(match.song.id, match.track))
            changes.events.append(BoardEvents.event(.arrived, on: match.song.day, post: match.song.id))
        }
        return changes
    }
}
