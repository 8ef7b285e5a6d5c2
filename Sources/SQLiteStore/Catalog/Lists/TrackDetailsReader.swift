import Catalog
import Foundation
import GRDB
import Primitives

/// Reads one track in full, or where its bytes are.
struct TrackDetailsReader {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func track(_ id: ID<Track>) throws -> TrackDetails? {
        guard let item = try TrackItemReader(db).items([id.rawValue]).first,
            let row = try Row.fetchOne(db.cachedStatement(sql: Self.details), arguments: [id.rawValue]),
            let path = KnownFolderReader.path(row)
        else { return nil }
        var gain = TrackTags.ReplayGain()
        gain.trackGain = row["track_gain"]
        gain.trackPeak = row["track_peak"]
        gain.albumGain = row["album_gain"]
        gain.albumPeak = row["album_peak"]
        var details = TrackDetails(
            item: item, contributors: try contributors(id), isCompilation: row["is_compilation"], audio: audio(row),
            sizeBytes: row["size"], library: ID(row["library"]), path: path, replayGain: gain,
            modifiedAt: Timestamp(milliseconds: (row["modified_ns"] as Int64) / 1_000_000))
        details.trackTotal = row["track_total"]
        details.discTotal = row["disc_total"]
        details.discSubtitle = row["disc_subtitle"]
        details.date = row["date"]
        details.originalDate = row["original_date"]
        details.comment = row["comment"]
        details.lyrics = row["lyrics"]
        details.beatsPerMinute = row["bpm"]
        details.isrc = row["isrc"]
        details.musicBrainzRecording = row["recording"]
        details.musicBrainzTrack = row["release_track"]
        details.musicBrainzRelease = row["release"]
        details.musicBrainzReleaseGroup = row["release_group"]
        if let (edit, file) = try EditTable(db).edit(of: id) { (details.edit, details.file) = (edit, file) }
        return details
    }

    /// By role in the order of `ArtistRole`, performers first.
    private func contributors(_ id: ID<Track>) throws -> [ArtistCredit] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: Self.credits), arguments: [id.rawValue])
        let credits = rows.compactMap { row in
            ArtistRole(rawValue: row["role"]).map {
                ArtistCredit(id: ID(row["artist"]), name: row["name"], role: $0, musicBrainz: row["musicbrainz"])
            }
        }
        let roles = [ArtistRole.performer] + ArtistRole.allCases.filter { $0 != .performer }
        return roles.flatMap { role in credits.filter { $0.role == role } }
    }

    func source(of track: ID<Track>) throws -> TrackSource? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: Self.source), arguments: [track.rawValue]),
            let path = KnownFolderReader.path(row)
        else { return nil }
        return TrackSource(
            track: track, library: ID(row["library"]), root: KnownFolderReader.bytes(row, "root"), path: path,
            sizeBytes: row["size"], modifiedNanoseconds: row["modified_ns"], audio: audio(row),
            isMissing: row["missing_since"] != nil)
    }

    private func audio(_ row: Row) -> AudioProperties {
        AudioProperties(
            mediaType: row["media_type"], codec: row["codec"], durationMilliseconds: row["duration_ms"],
            bitrate: row["bitrate"], sampleRate: row["sample_rate"], channels: row["channels"],
            bitDepth: row["bit_depth"])
    }

    private static let details = """
        SELECT t.*, x.comment, x.lyrics FROM track t LEFT JOIN track_text x ON x.track = t.id WHERE t.id = ?
        """
    private static let credits = """
        SELECT ta.role, ta.artist, a.name, ta.musicbrainz FROM track_artist ta JOIN artist a ON a.id = ta.artist
        WHERE ta.track = ? ORDER BY ta.role, ta.position
        """
    static let source = """
        SELECT t.library, l.path AS root, t.folder, t.name, t.size, t.modified_ns, t.media_type, t.codec, t.duration_ms,
          t.bitrate, t.sample_rate, t.channels, t.bit_depth, t.missing_since
        FROM track t JOIN library l ON l.id = t.library WHERE t.id = ?
        """
}
