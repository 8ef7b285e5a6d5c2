package import Primitives

/// An album in a list.
package struct AlbumItem: Sendable, Equatable {
    package let id: ID<Album>
    package let name: String
    package let artists: [ArtistReference]
    /// The year of the first issue, else of the release. Lists sort and filter by it.
    package let year: Int?
    package let originalYear: Int?
    package let trackCount: Int
    package let durationMilliseconds: Int64
    package let cover: BlobKey?
    /// Nil until the cover has been analyzed.
    package let coverFacts: ImageFacts?
    package let isCompilation: Bool
    /// The time at which its newest track was found.
    package let addedAt: Timestamp
    /// Whether any track of the album is explicit.
    package let isExplicit: Bool

    package init(
        id: ID<Album>, name: String, artists: [ArtistReference], year: Int?, originalYear: Int?, trackCount: Int,
        durationMilliseconds: Int64, cover: BlobKey?, coverFacts: ImageFacts? = nil, isCompilation: Bool,
        addedAt: Timestamp, isExplicit: Bool = false
    ) {
        self.id = id
        self.name = name
        self.artists = artists
        self.year = year
        self.originalYear = originalYear
        self.trackCount = trackCount
        self.durationMilliseconds = durationMilliseconds
        self.cover = cover
        self.coverFacts = coverFacts
        self.isCompilation = isCompilation
        self.addedAt = addedAt
        self.isExplicit = isExplicit
    }
}

/// The identity of an album, for `ID<Album>`: the tracks that were released together.
package enum Album {}

/// The details of an album beyond those that lists show.
package struct AlbumFacts: Sendable, Equatable {
    /// As in the files: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    package var date: String?
    /// The date of the first issue.
    package var originalDate: String?
    /// The genres of its tracks, ordered by name.
    package var genres: [String] = []
    package var discTotal = 1
    package var musicBrainzRelease: String?
    package var musicBrainzReleaseGroup: String?
    /// The release tags of its tracks, combined.
    package var release = ReleaseTags()

    package init() {}

    /// The date on which this edition was released.
    package var releaseDate: String? { release.date ?? date }
}

/// An album with all the details that lists of whole libraries show.
package struct AlbumProfile: Sendable, Equatable {
    package let item: AlbumItem
    package let facts: AlbumFacts

    package init(item: AlbumItem, facts: AlbumFacts) {
        self.item = item
        self.facts = facts
    }
}

/// One album with its tracks.
package struct AlbumDetails: Sendable, Equatable {
    package let item: AlbumItem
    package let facts: AlbumFacts
    /// Ordered by disc and number, at most 2000.
    package let tracks: [TrackItem]

    package init(item: AlbumItem, facts: AlbumFacts, tracks: [TrackItem]) {
        self.item = item
        self.facts = facts
        self.tracks = tracks
    }
}

/// An album and its tracks, each with all stored details.
package struct AlbumContents: Sendable, Equatable {
    package let profile: AlbumProfile
    /// Ordered by disc and number, at most 2000. Without lyrics and corrections.
    package let tracks: [TrackDetails]

    package init(profile: AlbumProfile, tracks: [TrackDetails]) {
        self.profile = profile
        self.tracks = tracks
    }
}

/// The filters and the order of an album list.
package struct AlbumQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case name, added, year, artist
        /// The time of the caller's last play, and the number of their plays. Albums that they never played are not in
        /// the list.
        case played, plays
        /// The time at which the caller liked the album, and the caller's rating. Albums that they did not like, or did
        /// not rate, are not in the list.
        case liked, rating
        case random
    }

    package var sort: Sort
    package var order: ListOrder
    /// Only albums of this album artist.
    package var artist: ID<Artist>?
    /// Only albums with a track of this genre.
    package var genre: ID<Genre>?
    package var filter: ListRestriction

    package init(
        sort: Sort = .name, order: ListOrder = .ascending, artist: ID<Artist>? = nil, genre: ID<Genre>? = nil,
        filter: ListRestriction = ListRestriction()
    ) {
        self.sort = sort
        self.order = order
        self.artist = artist
        self.genre = genre
        self.filter = filter
    }

    /// The list's name in cursors: a cursor is valid for one sort and direction only.
    package var list: String { "albums.\(sort.rawValue).\(order.rawValue)" }

    func seen(by caller: Principal) -> AlbumQuery {
        var own = self
        own.filter = filter.seen(by: caller)
        return own
    }
}
