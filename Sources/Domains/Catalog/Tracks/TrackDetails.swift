package import Primitives

/// Everything known about one track.
package struct TrackDetails: Sendable, Equatable {
    package var item: TrackItem
    package var trackTotal: Int?
    package var discTotal: Int?
    package var discSubtitle: String?
    package var date: String?
    package var originalDate: String?
    /// The part of its library that a listener's scope is asked about.
    package var part: String { LibraryScope.part(of: library.rawValue, isExplicit: item.isExplicit) }
    /// Everyone credited, with their roles, performers first.
    package var contributors: [ArtistCredit]
    package var comment: String?
    package var lyrics: String?
    package var beatsPerMinute: Int?
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
    package var further = ExtendedTags()
    /// When the file was last changed.
    package var modifiedAt: Timestamp
    /// What moderators have corrected.
    package var edit = TrackEdit()
    /// What the file itself says, where something is corrected.
    package var file: TrackEdit?
    /// Who gave the file to the library.
    package var giver: NamedPerson?

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
