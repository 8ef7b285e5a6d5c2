import Catalog
import Foundation
import GRDB
import People
import Primitives

/// Reads tracks in full, or where the bytes of one are.
struct TrackDetailsReader {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func track(_ id: ID<Track>) throws -> TrackDetails? {
        guard var details = try details([id.rawValue]).first else { return nil }
        details.lyrics = try String.fetchOne(db.cachedStatement(sql: Self.lyrics), arguments: [id.rawValue])
        if let (edit, file) = try EditTable(db).edit(of: id) { (details.edit, details.file) = (edit, file) }
        details.giver = try Row.fetchOne(db.cachedStatement(sql: Self.giver), arguments: [id.rawValue]).map {
            NamedPerson(id: ID($0["id"]), name: $0["display_name"], picture: $0.blobKey("picture"))
        }
        return details
    }

    /// Without lyrics, corrections and who gave it; in the order of `ids`, repeated where they repeat, without those that are not
    /// there. Six statements however many there are.
    func details(_ ids: [String]) throws -> [TrackDetails] {
        let items = try TrackItemReader(db).items(ids)
        guard !items.isEmpty else { return [] }
        let list = JSONList(Set(items.map(\.id.rawValue)))
        let credits = try credits(list)
        let byID = Dictionary(items.map { ($0.id.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
        var found: [String: TrackDetails] = [:]
        found.reserveCapacity(byID.count)
        // Each row is read where SQLite has it: copies of so many columns take longer than to read them.
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.details), arguments: [list])
        while let row = try rows.next() {
            let id: String = row[0]
            guard let item = byID[id] else { continue }
            found[id] = Self.details(item, row, credits[id] ?? TrackCredits())
        }
        return items.compactMap { found[$0.id.rawValue] }
    }

    /// The columns of `details` by number: to look them up by name takes longer than to read them.
    private static func details(_ item: TrackItem, _ row: Row, _ credits: TrackCredits) -> TrackDetails? {
        let (folder, name): (Data, Data) = (row[1], row[2])
        guard
            let path = LibraryPath(bytes: folder.isEmpty ? [UInt8](name) : [UInt8](folder) + [UInt8(ascii: "/")] + name)
        else { return nil }
        var gain = TrackTags.ReplayGain()
        (gain.trackGain, gain.trackPeak, gain.albumGain, gain.albumPeak) = (row[6], row[7], row[8], row[9])
        var details = TrackDetails(
            item: item, contributors: credits.contributors, isCompilation: row[10],
            audio: AudioProperties(
                mediaType: item.mediaType, codec: row[11], durationMilliseconds: item.durationMilliseconds,
                bitrate: row[12], sampleRate: row[13], channels: row[14], bitDepth: row[15]),
            sizeBytes: row[3], library: ID(row[5]), path: path, replayGain: gain,
            modifiedAt: Timestamp(milliseconds: (row[4] as Int64) / 1_000_000))
        (details.trackTotal, details.discTotal, details.discSubtitle) = (row[16], row[17], row[18])
        (details.date, details.originalDate, details.beatsPerMinute) = (row[19], row[20], row[21])
        (details.isrc, details.musicBrainzRecording, details.musicBrainzTrack) = (row[22], row[23], row[24])
        (details.musicBrainzRelease, details.musicBrainzReleaseGroup) = (row[25], row[26])
        details.further = FurtherTags(text: row[27])
        details.further.artistCredit = details.further.artistCredit ?? credits.said(as: .performer)
        details.further.albumArtistCredit = details.further.albumArtistCredit ?? credits.said(as: .albumArtist)
        details.further.advisory = Advisory(marked: item.isExplicit, said: details.further.advisory)
        details.comment = row[28]
        return details
    }

    private func credits(_ list: JSONList) throws -> [String: TrackCredits] {
        var found: [String: TrackCredits] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.credits), arguments: [list])
        while let row = try rows.next() {
            guard let role = ArtistRole(rawValue: row[1]) else { continue }
            let credit = ArtistCredit(id: ID(row[3]), name: row[4], role: role, part: row[6], musicBrainz: row[5])
            found[row[0], default: TrackCredits()].add(credit, at: row[2], taggedAs: row[7], joint: row[8])
        }
        return found
    }

    func source(of track: ID<Track>) throws -> TrackSource? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: Self.source), arguments: [track.rawValue]),
            let path = KnownFolderReader.path(row)
        else { return nil }
        return TrackSource(
            track: track, library: ID(row["library"]), root: KnownFolderReader.bytes(row, "root"), path: path,
            sizeBytes: row["size"], modifiedNanoseconds: row["modified_ns"], audio: audio(row),
            isMissing: row["missing_since"] != nil, isExplicit: row["is_explicit"])
    }

    private func audio(_ row: Row) -> AudioProperties {
        AudioProperties(
            mediaType: row["media_type"], codec: row["codec"], durationMilliseconds: row["duration_ms"],
            bitrate: row["bitrate"], sampleRate: row["sample_rate"], channels: row["channels"],
            bitDepth: row["bit_depth"])
    }

    static let details = """
        SELECT t.id, t.folder, t.name, t.size, t.modified_ns, t.library, t.track_gain, t.track_peak, t.album_gain,
          t.album_peak, t.is_compilation, t.codec, t.bitrate, t.sample_rate, t.channels, t.bit_depth, t.track_total,
          t.disc_total, t.disc_subtitle, t.date, t.original_date, t.bpm, t.isrc, t.recording, t.release_track,
          t.release, t.release_group, t.further, x.comment
        FROM json_each(?) j CROSS JOIN track t ON t.id = j.value LEFT JOIN track_text x ON x.track = t.id
        """
    static let giver = """
        SELECT a.id, a.display_name, a.picture FROM submission s CROSS JOIN account a ON a.id = s.account
        WHERE s.track = ? AND s.state = 'approved' ORDER BY s.decided_at DESC LIMIT 1
        """
    private static let lyrics = "SELECT text FROM track_lyrics WHERE track = ? ORDER BY position LIMIT 1"
    static let credits = """
        SELECT ta.track, ta.role, ta.position, ta.artist, a.name, ta.musicbrainz, ta.part, ta.name, ta.joint
        FROM json_each(?) j CROSS JOIN track_artist ta ON ta.track = j.value CROSS JOIN artist a ON a.id = ta.artist
        """
    static let source = """
        SELECT t.library, l.path AS root, t.folder, t.name, t.size, t.modified_ns, t.media_type, t.codec, t.duration_ms,
          t.bitrate, t.sample_rate, t.channels, t.bit_depth, t.missing_since, t.is_explicit
        FROM track t JOIN library l ON l.id = t.library WHERE t.id = ?
        """
}
