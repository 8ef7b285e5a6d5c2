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
        let statement = try db.cachedStatement(sql: Self.details)
        guard let item = try TrackItemReader(db).items([id.rawValue]).first,
            let row = try Row.fetchOne(statement, arguments: [id.rawValue]),
            var details = details(
                NamedRow(row, NamedRow.places(statement)), item, try contributors([id.rawValue])[id.rawValue])
        else { return nil }
        details.lyrics = row["lyrics"]
        if let (edit, file) = try EditTable(db).edit(of: id) { (details.edit, details.file) = (edit, file) }
        return details
    }

    /// In the order of `ids`, repeated where they repeat, without those that are missing; without lyrics and corrections.
    func tracks(_ ids: [String]) throws -> [TrackDetails] {
        guard !ids.isEmpty else { return [] }
        var items: [String: TrackItem] = [:]
        for item in try TrackItemReader(db).items(Array(Set(ids))) where !item.isMissing {
            items[item.id.rawValue] = item
        }
        let contributors = try contributors(ids)
        let statement = try db.cachedStatement(sql: Self.allDetails)
        let places = NamedRow.places(statement)
        let rows = try Row.fetchCursor(statement, arguments: [JSONList(Set(ids))])
        var found: [String: TrackDetails] = [:]
        while let row = try rows.next() {
            let row = NamedRow(row, places)
            let id: String = row["id"]
            if let item = items[id] { found[id] = details(row, item, contributors[id]) }
        }
        return ids.compactMap { found[$0] }
    }

    private func details(_ row: NamedRow, _ item: TrackItem, _ contributors: [ArtistCredit]?) -> TrackDetails? {
        guard let path = KnownFolderReader.path(row.row) else { return nil }
        let audio = AudioProperties(
            mediaType: row["media_type"], codec: row["codec"], durationMilliseconds: row["duration_ms"],
            bitrate: row["bitrate"], sampleRate: row["sample_rate"], channels: row["channels"],
            bitDepth: row["bit_depth"])
        var gain = TrackTags.ReplayGain()
        gain.trackGain = row["track_gain"]
        gain.trackPeak = row["track_peak"]
        gain.albumGain = row["album_gain"]
        gain.albumPeak = row["album_peak"]
        var details = TrackDetails(
            item: item, contributors: contributors ?? [], isCompilation: row["is_compilation"], audio: audio,
            sizeBytes: row["size"], library: ID(row["library"]), path: path, replayGain: gain,
            modifiedAt: Timestamp(milliseconds: (row["modified_ns"] as Int64) / 1_000_000))
        details.trackTotal = row["track_total"]
        details.discTotal = row["disc_total"]
        details.discSubtitle = row["disc_subtitle"]
        details.date = row["date"]
        details.originalDate = row["original_date"]
        details.comment = row["comment"]
        details.beatsPerMinute = row["bpm"]
        details.isrc = row["isrc"]
        details.musicBrainzRecording = row["recording"]
        details.musicBrainzTrack = row["release_track"]
        details.musicBrainzRelease = row["release"]
        details.musicBrainzReleaseGroup = row["release_group"]
        return details
    }

    /// By track; by role in the order of `ArtistRole`, performers first.
    private func contributors(_ tracks: [String]) throws -> [String: [ArtistCredit]] {
        var credits: [String: [ArtistCredit]] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.credits), arguments: [JSONList(Set(tracks))])
        while let row = try rows.next() {
            guard let role = ArtistRole(rawValue: row[1]) else { continue }
            credits[row[0], default: []].append(
                ArtistCredit(id: ID(row[2]), name: row[3], role: role, musicBrainz: row[4]))
        }
        let roles = [ArtistRole.performer] + ArtistRole.allCases.filter { $0 != .performer }
        return credits.mapValues { credits in
            credits.count == 1 ? credits : roles.flatMap { role in credits.filter { $0.role == role } }
        }
    }

    func source(of track: ID<Track>) throws -> TrackSource? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: Self.source), arguments: [track.rawValue]),
            let path = KnownFolderReader.path(row)
        else { return nil }
        return TrackSource(
            track: track, library: ID(row["library"]), root: KnownFolderReader.bytes(row, "root"), path: path,
            sizeBytes: row["size"], modifiedNanoseconds: row["modified_ns"], mediaType: row["media_type"],
            durationMilliseconds: row["duration_ms"], isMissing: row["missing_since"] != nil)
    }

    private static let details = """
        SELECT t.*, x.comment, x.lyrics FROM track t LEFT JOIN track_text x ON x.track = t.id WHERE t.id = ?
        """
    private static let allDetails = """
        SELECT t.*, x.comment FROM json_each(?) j CROSS JOIN track t ON t.id = j.value
        LEFT JOIN track_text x ON x.track = t.id
        """
    /// The primary key gives the credits of a track by role and position.
    private static let credits = """
        SELECT ta.track, ta.role, ta.artist, a.name, ta.musicbrainz
        FROM json_each(?) j CROSS JOIN track_artist ta ON ta.track = j.value CROSS JOIN artist a ON a.id = ta.artist
        """
    static let source = """
        SELECT t.library, l.path AS root, t.folder, t.name, t.size, t.modified_ns, t.media_type, t.duration_ms,
          t.missing_since
        FROM track t JOIN library l ON l.id = t.library WHERE t.id = ?
        """
}
