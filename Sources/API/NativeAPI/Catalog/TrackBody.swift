package import Catalog
import HTTPSupport
import Listening
import Primitives
package import Shelf

/// All details of one track.
struct TrackBody: ObjectBody {
    static let component: String? = "Track"
    static let fields = Fields<Self> {
        Field(allOf: TrackItemBody.self) { TrackItemBody($0.track.item, $0.annotations) }
        Field("trackTotal") { $0.track.trackTotal }
        Field("discTotal") { $0.track.discTotal }
        Field("discSubtitle") { $0.track.discSubtitle }
        Field("date") { $0.track.date }
        Field("originalDate") { $0.track.originalDate }
        Field("contributors") { $0.track.contributors }
        Field("comment") { $0.track.comment }
        Field("lyrics") { $0.track.lyrics }
        Field("compilation") { $0.track.isCompilation }
        Field("isrc") { $0.track.isrc }
        Field(allOf: ExtendedTags.self) { $0.track.extendedTags }
        Field("codec") { $0.track.audio.codec }
        Field("bitrateKbps") { $0.track.audio.bitrate.unlessZero }
        Field("sampleRateHz") { $0.track.audio.sampleRate.unlessZero }
        Field("channels") { $0.track.audio.channels.unlessZero }
        Field("bitDepth") { $0.track.audio.bitDepth.unlessZero }
        Field("sizeBytes") { $0.track.sizeBytes }
        Field("fileName") { String(decoding: $0.track.path.name, as: UTF8.self) }
        Field("path") { $0.showsPath ? $0.track.path.display : nil }
        Field("modifiedAt") { $0.track.modifiedAt }
        Field("musicBrainz", of: { $0.track }) {
            Field("recordingId") { $0.musicBrainzRecording }
            Field("trackId") { $0.musicBrainzTrack }
            Field("releaseId") { $0.musicBrainzRelease }
            Field("releaseGroupId") { $0.musicBrainzReleaseGroup }
        }
        Field("replayGain", of: { $0.track }) {
            Field("trackGain") { $0.replayGain.trackGain }
            Field("trackPeak") { $0.replayGain.trackPeak }
            Field("albumGain") { $0.replayGain.albumGain }
            Field("albumPeak") { $0.replayGain.albumPeak }
            Field("baseGain") { $0.extendedTags.baseGain }
        }
        Field("visual") { $0.track.edit.visual }
        Field("edited") { Array($0.track.edit.fields) }
        Field("file", .anything) { $0.fileValues }
        Field("givenBy") { $0.track.submitter }
        Field("playCount") { $0.plays.plays }
        Field("lastPlayedAt") { $0.plays.lastPlayedAt }
    }

    let track: TrackDetails
    /// The caller's own plays of the track.
    let plays: PlayCount
    let annotations: Annotations
    /// Whether the file's path is included; only users who manage libraries see it.
    let showsPath: Bool

    /// The file's own values of the corrected fields; a value is absent where the file has none.
    private var fileValues: JSONObject<TrackEdit.Value>? {
        track.file.map { file in
            JSONObject(track.edit.fields.compactMap { field in file[field].map { (field.rawValue, $0) } })
        }
    }

    /// A track as `caller` sees it.
    init(
        of id: ID<Track>, _ catalog: CatalogService, _ listening: ListeningService, _ lookup: AnnotationLookup,
        as caller: Principal
    ) async throws {
        track = try await catalog.track(id, as: caller)
        plays = try await listening.playCount(of: id, as: caller)
        annotations = try await lookup.of(tracks: [track.item], as: caller)
        showsPath = caller.may(.manageLibraries)
    }
}

extension Int {
    /// Nil for a property of audio that is not known.
    var unlessZero: Int? { self > 0 ? self : nil }
}

extension ArtistCredit: ObjectBody {
    package static let component: String? = "Contributor"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("name") { $0.name }
        Field("role") { $0.role }
        Field("part") { $0.part }
        Field("musicBrainzId") { $0.musicBrainz }
    }
}

/// A track in a list: the contract's `TrackItem`.
package struct TrackItemBody: ObjectBody {
    package static let component: String? = "TrackItem"
    package static let fields = Fields<Self> {
        Field("id") { $0.item.id }
        Field("title") { $0.item.title }
        Field("artists", each: { $0.item.artists }) {
            Field("id") { $0.id }
            Field("name") { $0.name }
            Field("role") { _ in "performer" }
        }
        Field("albumId") { $0.item.album }
        Field("album") { $0.item.albumName }
        Field("albumArtists") { $0.item.albumArtists }
        Field("trackNumber") { $0.item.trackNumber }
        Field("discNumber") { $0.item.discNumber }
        Field("durationMs") { $0.item.durationMilliseconds }
        Field("bpm") { $0.item.beatsPerMinute }
        Field("year") { $0.item.year }
        Field("genres") { $0.item.genres }
        Field("cover") { $0.item.cover.map(ImagePath.text) }
        Field(allOf: ImageFacts.self) { $0.item.coverFacts }
        Field(allOf: Annotation.self) { $0.annotation }
        Field("mediaType") { $0.item.mediaType }
        Field("addedAt") { $0.item.addedAt }
        Field("missing") { $0.item.isMissing ? true : nil }
        Field("explicit") { $0.item.isExplicit ? true : nil }
    }

    private let item: TrackItem
    private let annotation: Annotation

    package init(_ item: TrackItem, _ annotations: Annotations) {
        self.item = item
        annotation = annotations[item.id]
    }

    var title: String { item.title }
}

/// The extended tags of a track, beyond those in lists, as members of its body.
extension ExtendedTags: ObjectBody {
    package static let fields = Fields<Self> {
        Field("sortTitle") { $0.titleSort }
        Field("artistCredit") { $0.artistCredit }
        Field("albumArtistCredit") { $0.albumArtistCredit }
        Field("moods") { $0.moods }
        Field("groupings") { $0.groupings }
        Field("works", each: { $0.works }) {
            Field("name") { $0.name }
            Field("musicBrainzId") { $0.musicBrainz }
        }
        Field("movements", each: { $0.movements }) {
            Field("name") { $0.name }
            Field("number") { $0.number }
            Field("count") { $0.count }
        }
        Field("isrcs") { $0.isrcs }
        Field("advisory") { $0.advisory }
        Field("recordLabels") { $0.recordLabels }
        Field("releaseTypes") { $0.releaseTypes }
        Field("releaseDate") { $0.releaseDate }
        Field("albumVersion") { $0.albumVersion }
    }
}
