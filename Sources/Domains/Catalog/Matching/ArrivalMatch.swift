package import Primitives

/// A track that a scan, an approved submission or a correction has written.
package struct ArrivedTrack: Sendable {
    package let id: ID<Track>
    /// The names of its performers and of its album's artists.
    package let artists: [String]
    /// The part of its library that a user must see to see it.
    package let part: String
    package let isExplicit: Bool

    package init(id: ID<Track>, artists: [String], part: String, isExplicit: Bool) {
        self.id = id
        self.artists = artists
        self.part = part
        self.isExplicit = isExplicit
    }
}

/// A track that may be an awaited song.
package struct ArrivedSong: Sendable {
    package let track: ArrivedTrack
    package let facts: MatchFacts

    package init(track: ArrivedTrack, facts: MatchFacts) {
        self.track = track
        self.facts = facts
    }
}

/// A song that the library does not have yet, with the facts that decide which track it becomes.
package protocol AwaitedArrival: Identifiable, Sendable {
    var named: NamedTrack { get }
    /// Whether the user who awaits it may hear explicit music.
    var hearsExplicit: Bool { get }
    /// The least certainty with which it takes a track.
    var leastCertainty: MatchCertainty { get }
}

/// The track that an awaited song becomes.
package struct ArrivalMatch<Song: AwaitedArrival>: Sendable {
    package let song: Song
    package let track: ID<Track>
    package let certainty: MatchCertainty

    /// The best match of each song that one of the tracks is certain enough to be, in no order.
    ///
    /// - Parameter arrivals: the tracks, each with the songs that it may be; of users who see its library.
    package static func best(of arrivals: [(ArrivedSong, [Song])]) -> [ArrivalMatch] {
        var best: [Song.ID: (match: ArrivalMatch, score: Int)] = [:]
        for (arrived, songs) in arrivals {
            for song in songs {
                // The clean version may still come.
                if arrived.track.isExplicit, !song.hearsExplicit { continue }
                let matching = SongMatching(song.named)
                guard let certainty = matching.certainty(of: arrived.facts), certainty >= song.leastCertainty
                else { continue }
                let score = matching.score(of: arrived.facts)
                if let before = best[song.id], (before.match.certainty, before.score) >= (certainty, score) { continue }
                best[song.id] = (ArrivalMatch(song: song, track: arrived.track.id, certainty: certainty), score)
            }
        }
        return best.values.map(\.match)
    }
}
