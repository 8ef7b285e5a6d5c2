/// The tags of one file, cleaned (trimmed, no control characters, each text at most 64 KiB of UTF-8) but not
/// interpreted: the scan groups and matches them.
package struct TrackTags: Sendable, Equatable {
    /// Increases when more is read of a file than before: the next scan then reads known files again.
    package static let version = 3

    package var title: String?
    package var titleSort: String?
    /// Multi-value tags as in the file; never split at "/" or "&" by guess.
    package var artists: [String] = []
    /// The credit in one line ("A feat. B"), if the file has one beside the list.
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
    /// All other credits, in the order of the tags.
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

    package var extendedTags = ExtendedTags()

    package init() {}

    /// The extended tags to store: `extendedTags`, and those of the other tags that are stored with them.
    package var storedExtendedTags: ExtendedTags {
        var kept = extendedTags
        kept.titleSort = titleSort
        kept.artistCredit = artistCredit
        return kept
    }

    /// A credit in a role that has no list of its own above.
    package struct Contribution: Sendable, Equatable {
        package var role: ArtistRole
        package var name: String
        /// The instrument or voice of a musician, in lower case.
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

    /// Decibels and linear peaks (1.0 = full scale), as in ReplayGain 2.0 tags; R128 tags are converted.
    package struct ReplayGain: Sendable, Equatable {
        package var trackGain: Double?
        package var trackPeak: Double?
        package var albumGain: Double?
        package var albumPeak: Double?

        package init() {}
    }
}

/// Lyrics in a file's tags, plain or with times in LRC form.
package struct TagLyrics: Sendable, Equatable {
    /// The ISO 639-2 code as in ID3v2, in lower case; nil if the file states none.
    package var language: String?
    package var text: String

    package init(language: String? = nil, text: String) {
        self.language = language
        self.text = text
    }
}
