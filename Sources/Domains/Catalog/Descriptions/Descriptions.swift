package import Primitives

/// The facts about an artist that came from outside. What people set, in tags, in folders or in an edit, is shown
/// instead wherever there is some.
package struct ArtistDescription: Sendable, Equatable {
    package let artist: ID<Artist>
    /// The artist's MusicBrainz id, from the tags or found by one of the albums; nil where none is known for sure.
    package var musicBrainz: String?
    /// Plain text with line breaks.
    package var biography: String?
    package var biographyCredit: DescriptionCredit?
    package var picture: DescriptionPicture?

    package init(
        artist: ID<Artist>, musicBrainz: String? = nil, biography: String? = nil,
        biographyCredit: DescriptionCredit? = nil, picture: DescriptionPicture? = nil
    ) {
        self.artist = artist
        self.musicBrainz = musicBrainz
        self.biography = biography
        self.biographyCredit = biographyCredit
        self.picture = picture
    }
}

/// The facts about an album that came from outside.
package struct AlbumDescription: Sendable, Equatable {
    package let album: ID<Album>
    /// From the tags, or found by the album's names.
    package var ids: ReleaseIDs
    /// The day of the first release: `1999`, `1999-04` or `1999-04-12`.
    package var firstReleased: String?
    package var picture: DescriptionPicture?

    /// Where the day comes from.
    package var dateCredit: DescriptionCredit? {
        guard firstReleased != nil else { return nil }
        let path = ids.group.map { "release-group/\($0)" } ?? ids.release.map { "release/\($0)" }
        return DescriptionCredit(.musicBrainz, page: path.map { "https://musicbrainz.org/\($0)" })
    }

    package init(
        album: ID<Album>, ids: ReleaseIDs = ReleaseIDs(), firstReleased: String? = nil,
        picture: DescriptionPicture? = nil
    ) {
        self.album = album
        self.ids = ids
        self.firstReleased = firstReleased
        self.picture = picture
    }
}

/// The MusicBrainz ids of an album: of this release of it, and of the group of all its releases.
package struct ReleaseIDs: Sendable, Equatable {
    package let release: String?
    package let group: String?

    package init(release: String? = nil, group: String? = nil) {
        self.release = release
        self.group = group
    }

    package var isEmpty: Bool { release == nil && group == nil }
}

/// A stored picture that came from outside.
package struct DescriptionPicture: Sendable, Equatable {
    package let image: BlobKey
    package let kind: ImageKind
    /// In bytes.
    package let size: Int
    package let credit: DescriptionCredit

    package init(image: BlobKey, kind: ImageKind, size: Int, credit: DescriptionCredit) {
        self.image = image
        self.kind = kind
        self.size = size
        self.credit = credit
    }
}

/// An artist or album that the sources are asked about.
package enum DescriptionSubject: Sendable, Equatable {
    package struct Artist: Sendable, Equatable {
        package let id: ID<Catalog.Artist>
        /// The artist's name and id in one text: when they change, the artist is looked up again.
        package let question: String
        package let name: String
        /// The id of the tags.
        package let musicBrainz: String?
        /// One of the artist's albums, by which an id is found where the tags have none.
        package let album: AlbumNames?
        /// Whether no folder of the library describes the artist.
        package let wantsBiography: Bool
        /// Whether no folder of the library has a picture of the artist.
        package let wantsPicture: Bool

        package init(
            id: ID<Catalog.Artist>, question: String, name: String, musicBrainz: String?, album: AlbumNames?,
            wantsBiography: Bool, wantsPicture: Bool
        ) {
            self.id = id
            self.question = question
            self.name = name
            self.musicBrainz = musicBrainz
            self.album = album
            self.wantsBiography = wantsBiography
            self.wantsPicture = wantsPicture
        }
    }

    package struct Album: Sendable, Equatable {
        package let id: ID<Catalog.Album>
        /// The album's name and ids in one text: when they change, the album is looked up again.
        package let question: String
        package let names: AlbumNames
        /// Those of the tags.
        package let ids: ReleaseIDs
        /// Whether no track of the album says when it was first released.
        package let wantsDate: Bool
        /// Whether no track of the album has a cover.
        package let wantsCover: Bool

        package init(
            id: ID<Catalog.Album>, question: String, names: AlbumNames, ids: ReleaseIDs, wantsDate: Bool,
            wantsCover: Bool
        ) {
            self.id = id
            self.question = question
            self.names = names
            self.ids = ids
            self.wantsDate = wantsDate
            self.wantsCover = wantsCover
        }
    }

    case artist(Artist)
    case album(Album)
}

/// The names by which an album is found.
package struct AlbumNames: Sendable, Equatable {
    package let title: String
    package let artist: String
    package let trackCount: Int

    package init(title: String, artist: String, trackCount: Int) {
        self.title = title
        self.artist = artist
        self.trackCount = trackCount
    }

    /// Whether a release that was found is this album. Another edition, with other tracks, has its own cover and date.
    package func isSame(as found: FoundRelease) -> Bool {
        TitleForm(title) == TitleForm(found.title) && trackCount == found.trackCount
            && found.artists.contains { FoldedText.fold($0.name) == FoldedText.fold(artist) }
    }
}

/// A release that MusicBrainz knows.
package struct FoundRelease: Sendable, Equatable {
    package struct Artist: Sendable, Equatable {
        package let id: String
        package let name: String

        package init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    package let id: String
    package let releaseGroup: String?
    package let title: String
    package let artists: [Artist]
    package let trackCount: Int

    package init(id: String, releaseGroup: String?, title: String, artists: [Artist], trackCount: Int) {
        self.id = id
        self.releaseGroup = releaseGroup
        self.title = title
        self.artists = artists
        self.trackCount = trackCount
    }
}
