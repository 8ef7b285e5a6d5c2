/// The tags of one file, cleaned (trimmed, no control characters, each text at most 64 KiB of UTF-8) but not
/// interpreted: grouping and matching are the scan's business.
package struct TrackTags: Sendable, Equatable {
    /// Grows when more is read of a file than before: the next scan then reads known files once more.
    package static let version = 3

    package var title: String?
    package var titleSort: String?
    /// Multi-value tags as the file holds them; never split at "/" or "&" by guess.
    package var artists: [String] = []
    /// As credited in one line ("A feat. B") when the file holds a line beside the list.
    package var artistCredit: String?
    package var artistSorts: [String] = []
    package var album: String?
    package var albumSort: String?
    package var albumArtists: [String] = []
    package var albumArtistSorts: [String] = []
    package var composers: [String] = []
    package var conductors: [String] = []
    package var lyricists: [String] = []
    package var remixers: [String] = []
    package var producers: [String] = []
    package var composerSorts: [String] = []
    /// Everyone else, in the order of the tags.
    package var contributions: [Contribution] = []
    package var genres: [String] = []
    package var trackNumber: Int?
    package var trackTotal: Int?
    package var discNumber: Int?
    package var discTotal: Int?
    package var discSubtitle: String?
    /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    package var date: String?
    package var originalDate: String?
    package var comment: String?
    package var lyrics: [TagLyrics] = []
    package var beatsPerMinute: Int?
    package var isCompilation = false
    package var isrc: String?
    package var musicBrainz = MusicBrainzIDs()
    package var replayGain = ReplayGain()

    package var further = ExtendedTags()

    package init() {}

    /// `further` with those of the other tags that are kept in it.
    package var kept: ExtendedTags {
        var kept = further
        kept.titleSort = titleSort
        kept.artistCredit = artistCredit
        return kept
    }

    /// Somebody's part in a track, of the roles that have no list of their own above.
    package struct Contribution: Sendable, Equatable {
        package var role: ArtistRole
        package var name: String
        /// What a musician played or sang, in lower case.
        package var part: String?

        package init(role: ArtistRole, name: String, part: String? = nil) {
            self.role = role
            self.name = name
            self.part = part
        }
    }

    package struct MusicBrainzIDs: Sendable, Equatable {
        package var recording: String?
        package var track: String?
        package var release: String?
        package var releaseGroup: String?
        package var artists: [String] = []
        package var albumArtists: [String] = []

        package init() {}
    }

    /// Decibels and linear peaks (1.0 = full scale), as ReplayGain 2.0 tags hold them; R128 tags are converted.
    package struct ReplayGain: Sendable, Equatable {
        package var trackGain: Double?
        package var trackPeak: Double?
        package var albumGain: Double?
        package var albumPeak: Double?

        package init() {}
    }
}
