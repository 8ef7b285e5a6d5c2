package import Primitives

/// An artist in a list.
package struct ArtistItem: Sendable, Equatable {
    package let id: ID<Artist>
    package let name: String
    /// The number of albums with this album artist.
    package let albumCount: Int
    /// The number of tracks on which this artist performs.
    package let trackCount: Int
    /// The cover of one of their albums.
    package let cover: BlobKey?
    /// The artist's own picture, from their folder.
    package let image: BlobKey?
    /// The main color of `picture`; nil until it is known.
    package var color: ImageColor?

    /// The picture to show: the artist's own, else the cover of an album.
    package var picture: BlobKey? { image ?? cover }

    package init(id: ID<Artist>, name: String, albumCount: Int, trackCount: Int, cover: BlobKey?, image: BlobKey? = nil)
    {
        self.id = id
        self.name = name
        self.albumCount = albumCount
        self.trackCount = trackCount
        self.cover = cover
        self.image = image
    }
}

/// The identity of an artist, for `ID<Artist>`: a person or group that is credited on a track.
package enum Artist {}

/// An artist's name and id, as a link beside another item.
package struct ArtistReference: Sendable, Equatable {
    package let id: ID<Artist>
    package let name: String

    package init(id: ID<Artist>, name: String) {
        self.id = id
        self.name = name
    }
}

/// One artist's role on one track.
package struct ArtistCredit: Sendable, Equatable {
    package let id: ID<Artist>
    package let name: String
    package let role: ArtistRole
    /// The instrument or voice of a musician, in lower case.
    package let part: String?
    /// The artist's MusicBrainz id in the track's tags.
    package let musicBrainz: String?

    package init(id: ID<Artist>, name: String, role: ArtistRole, part: String? = nil, musicBrainz: String? = nil) {
        self.id = id
        self.name = name
        self.role = role
        self.part = part
        self.musicBrainz = musicBrainz
    }
}

/// The role of an artist on a track or album. The performers are the artists that the track is by. A musician is
/// credited with an instrument or voice.
package enum ArtistRole: String, Sendable, CaseIterable {
    case albumArtist, performer, composer, conductor, lyricist, remixer, producer
    case arranger, engineer, mixer, djMixer, director, writer, musician
}

/// The details of an artist beyond those that lists show.
package struct ArtistFacts: Sendable, Equatable {
    package let sortName: String?
    package let musicBrainzID: String?
    /// The artist's roles, in the order of `ArtistRole`.
    package let roles: [ArtistRole]

    package init(sortName: String?, musicBrainzID: String?, roles: [ArtistRole]) {
        self.sortName = sortName
        self.musicBrainzID = musicBrainzID
        self.roles = roles
    }
}

/// An artist with all the details that lists of whole libraries show.
package struct ArtistProfile: Sendable, Equatable {
    package let item: ArtistItem
    /// The sort key of artist lists. `IndexLetter.of` gives its index letter.
    package let sortKey: String
    package let facts: ArtistFacts

    package init(item: ArtistItem, sortKey: String, facts: ArtistFacts) {
        self.item = item
        self.sortKey = sortKey
        self.facts = facts
    }
}

/// One artist with their albums.
package struct ArtistDetails: Sendable, Equatable {
    package let item: ArtistItem
    package let facts: ArtistFacts
    /// The albums with this album artist, newest first, at most 500.
    package let albums: [AlbumItem]
    /// Albums of other artists with a credit for this one, newest first, at most 500.
    package let appearsOn: [AlbumItem]
    /// The plays of all users together of the tracks that the artist performs.
    package let listenings: Int

    package init(
        item: ArtistItem, facts: ArtistFacts, albums: [AlbumItem], appearsOn: [AlbumItem], listenings: Int = 0
    ) {
        self.item = item
        self.facts = facts
        self.albums = albums
        self.appearsOn = appearsOn
        self.listenings = listenings
    }
}

/// An artist with their albums, each with all details.
package struct ArtistContents: Sendable, Equatable {
    package let profile: ArtistProfile
    /// The albums with this album artist, newest first, then those of other artists with a credit for this one; at most
    /// 500 of each.
    package let albums: [AlbumProfile]

    package init(profile: ArtistProfile, albums: [AlbumProfile]) {
        self.profile = profile
        self.albums = albums
    }
}

/// The filters and the order of an artist list.
package struct ArtistQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case name
        /// The time at which the caller liked the artist, and the caller's rating. Artists that they did not like, or
        /// did not rate, are not in the list.
        case liked, rating
    }

    package var sort: Sort
    package var order: ListOrder
    /// Nil for album artists and performers together.
    package var role: ArtistRole?
    package var isLiked: Bool?
    package var minimumRating: Rating?
    /// The user whose likes and ratings apply. `CatalogService` sets the caller.
    package var listener: ID<Person>?
    package var scope: LibraryScope

    package init(
        sort: Sort = .name, order: ListOrder = .ascending, role: ArtistRole? = nil, isLiked: Bool? = nil,
        minimumRating: Rating? = nil, listener: ID<Person>? = nil, scope: LibraryScope = .everything
    ) {
        self.sort = sort
        self.order = order
        self.role = role
        self.isLiked = isLiked
        self.minimumRating = minimumRating
        self.listener = listener
        self.scope = scope
    }

    /// Whether it is the plain list by sort name, which depends on no user's annotations.
    package var isPlain: Bool {
        sort == .name && order == .ascending && isLiked == nil && minimumRating == nil
    }

    /// The list's name in cursors: a cursor is valid for one role, sort and direction only.
    package var list: String { "artists.\(role?.rawValue ?? "listed").\(sort.rawValue).\(order.rawValue)" }

    func seen(by caller: Principal) -> ArtistQuery {
        var own = self
        own.listener = caller.user
        own.scope = caller.libraries
        return own
    }
}
