package import Catalog
package import Primitives

/// One row of a ranking. Its name is available even if its files are gone.
package struct RankedItem: Sendable, Equatable {
    package let id: String
    package let name: String
    /// The artists of a track or an album.
    package let artists: [ArtistReference]
    /// The album of a track.
    package let album: ArtistReference?
    package let cover: BlobKey?
    package let score: RankedScore

    package init(
        id: String, name: String, artists: [ArtistReference], album: ArtistReference?, cover: BlobKey?,
        score: RankedScore
    ) {
        self.id = id
        self.name = name
        self.artists = artists
        self.album = album
        self.cover = cover
        self.score = score
    }
}

/// The score of a ranked item.
package enum RankedScore: Sendable, Equatable {
    case heard(ListeningTotal)
    /// The average in half stars, and the number of ratings.
    case rated(halfStars: Double, ratings: Int)
}

/// The kind of items that a ranking contains.
package enum RankedKind: String, Sendable, CaseIterable {
    case track, album, artist, genre
}

/// The criterion of a ranking.
package enum RankingOrder: String, Sendable, CaseIterable {
    /// The number of plays; of equals, the one heard longer comes first, then the one that has been in the catalog
    /// longer.
    case plays
    /// The average of the ratings given in the period, the user's own or those of all users; of equals, the one rated
    /// more often comes first, then the one that has been in the catalog longer. A genre has the ratings of its tracks.
    case rating
}

/// A candidate for a user's favorite genre.
package struct FavoriteGenre: Sendable, Equatable {
    package let id: String
    package let name: String
    package let total: ListeningTotal
    package let lastHeardAt: Timestamp

    package init(id: String, name: String, total: ListeningTotal, lastHeardAt: Timestamp) {
        self.id = id
        self.name = name
        self.total = total
        self.lastHeardAt = lastHeardAt
    }

    /// The mode: the genre with the most plays. Of equals, the one that was heard for longer; then the one that was
    /// heard last; then the first by name.
    package static func mode(of candidates: [FavoriteGenre]) -> FavoriteGenre? {
        candidates.max { left, right in
            let ranks = [left, right].map { ($0.total.plays, $0.total.milliseconds, $0.lastHeardAt) }
            return ranks[0] == ranks[1] ? (left.name, left.id) > (right.name, right.id) : ranks[0] < ranks[1]
        }
    }
}
