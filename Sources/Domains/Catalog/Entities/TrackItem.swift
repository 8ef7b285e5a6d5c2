package import Primitives

/// A track in a list.
package struct TrackItem: Sendable, Equatable {
    package let id: ID<Track>
    package var title: String
    /// The performers, in the order of the credit.
    package var artists: [ArtistReference]
    package var album: ID<Album>
    package var albumName: String
    package var albumArtists: [ArtistReference]
    package var trackNumber: Int?
    package var discNumber: Int?
    package var durationMilliseconds: Int64
    package var year: Int?
    package var genres: [String]
    package var cover: BlobKey?
    /// Nil until the cover has been analyzed.
    package var coverFacts: ImageFacts?
    package var mediaType: String
    package var addedAt: Timestamp
    /// Whether its file is missing. A missing track is shown in histories and queues only.
    package var isMissing: Bool
    package var isExplicit: Bool
    /// The tempo of the tags, or of the analysis where these have none.
    package var beatsPerMinute: Int?

    package init(
        id: ID<Track>, title: String, artists: [ArtistReference], album: ID<Album>, albumName: String,
        albumArtists: [ArtistReference], trackNumber: Int?, discNumber: Int?, durationMilliseconds: Int64, year: Int?,
        genres: [String], cover: BlobKey?, coverFacts: ImageFacts? = nil, mediaType: String, addedAt: Timestamp,
        isMissing: Bool, isExplicit: Bool = false, beatsPerMinute: Int? = nil
    ) {
        self.id = id
        self.title = title
        self.artists = artists
        self.album = album
        self.albumName = albumName
        self.albumArtists = albumArtists
        self.trackNumber = trackNumber
        self.discNumber = discNumber
        self.durationMilliseconds = durationMilliseconds
        self.year = year
        self.genres = genres
        self.cover = cover
        self.coverFacts = coverFacts
        self.mediaType = mediaType
        self.addedAt = addedAt
        self.isMissing = isMissing
        self.isExplicit = isExplicit
        self.beatsPerMinute = beatsPerMinute
    }
}

/// The identity of a track, for `ID<Track>`: one audio file that the scanner found, through every move and change of
/// it.
package enum Track {}

/// All stored details of one track.
package struct TrackDetails: Sendable, Equatable {
    package var item: TrackItem
    package var trackTotal: Int?
    package var discTotal: Int?
    package var discSubtitle: String?
    package var date: String?
    package var originalDate: String?
    /// The part of its library that a listener's scope must include.
    package var part: String { LibraryScope.part(of: library.rawValue, isExplicit: item.isExplicit) }
    /// All credits with their roles, performers first.
    package var contributors: [ArtistCredit]
    package var comment: String?
    package var lyrics: String?
    package var isCompilation: Bool
    package var isrc: String?
    package var audio: AudioProperties
    package var sizeBytes: Int64
    package var library: ID<Library>
    package var path: LibraryPath
    package var musicBrainzRecording: String?
    package var musicBrainzTrack: String?
    package var musicBrainzRelease: String?
    package var musicBrainzReleaseGroup: String?
    package var replayGain: TrackTags.ReplayGain
    package var extendedTags = ExtendedTags()
    /// The time of the file's last change.
    package var modifiedAt: Timestamp
    /// The moderators' corrections.
    package var edit = TrackEdit()
    /// The file's own values, if any field is corrected.
    package var file: TrackEdit?
    /// The user who submitted the file.
    package var submitter: NamedPerson?

    package init(
        item: TrackItem, contributors: [ArtistCredit], isCompilation: Bool, audio: AudioProperties, sizeBytes: Int64,
        library: ID<Library>, path: LibraryPath, replayGain: TrackTags.ReplayGain,
        modifiedAt: Timestamp
    ) {
        self.item = item
        self.contributors = contributors
        self.isCompilation = isCompilation
        self.audio = audio
        self.sizeBytes = sizeBytes
        self.library = library
        self.path = path
        self.replayGain = replayGain
        self.modifiedAt = modifiedAt
    }
}

/// The filters and the order of a track list.
package struct TrackQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case title, added, artist, album, duration, year
        /// The time of the caller's last play, and the number of their plays. Tracks that they never played are not in
        /// the list.
        case played, plays
        /// The time at which the caller liked the track, and the caller's rating. Tracks that they did not like, or did
        /// not rate, are not in the list.
        case liked, rating
        /// The number of plays of all users together. Tracks that nobody played are not in the list.
        case popular
        /// Beats per minute, by tags or analysis. Tracks whose tempo is unknown are not in the list.
        case tempo
        case random
    }

    package var sort: Sort
    package var order: ListOrder
    package var album: ID<Album>?
    /// Only tracks that credit this artist in any role.
    package var artist: ID<Artist>?
    package var genre: ID<Genre>?
    package var filter: ListRestriction

    package init(
        sort: Sort = .title, order: ListOrder = .ascending, album: ID<Album>? = nil, artist: ID<Artist>? = nil,
        genre: ID<Genre>? = nil, filter: ListRestriction = ListRestriction()
    ) {
        self.sort = sort
        self.order = order
        self.album = album
        self.artist = artist
        self.genre = genre
        self.filter = filter
    }

    /// The list's name in cursors: a cursor is valid for one sort and direction only.
    package var list: String { "tracks.\(sort.rawValue).\(order.rawValue)" }

    func seen(by caller: Principal) -> TrackQuery {
        var own = self
        own.filter = filter.seen(by: caller)
        return own
    }
}
