import Catalog
import Foundation
import GRDB
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
    /// there or that moderators have withdrawn. Four statements however many there are.
    func details(_ ids: [String]) throws -> [TrackDetails] {
        guard !ids.isEmpty else { return [] }
        let page = DistinctIDs(ids)
        let items = TrackItemReader(db)
        let credits = try credits(page)
        let genres = try items.genres(page)
        var found: [TrackDetails?] = Array(repeating: nil, count: page.count)
        // Each row is read where SQLite has it: copies of so many columns take longer than to read them.
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.details), arguments: [page.list])
        while let row = try rows.next() {
            let place: Int = row[0]
            let item = TrackItemReader.item(row, genres: genres[place], artists: credits[place].performers)
            found[place] = Self.details(item, row, credits[place])
        }
        let artists = try items.albumArtists(found.lazy.compactMap { $0?.item.album })
        for place in found.indices {
            if let album = found[place]?.item.album { found[place]?.item.albumArtists = artists[album] ?? [] }
        }
        return page.inOrder(found)
    }

    /// A row that goes on, after the columns of `item`, with those of `details`.
    private static func details(_ item: TrackItem, _ row: Row, _ credits: TrackCredits) -> TrackDetails? {
        let first = TrackItemReader.width
        let (folder, name): (Data, Data) = (row[first], row[first + 1])
        guard
            let path = LibraryPath(bytes: folder.isEmpty ? [UInt8](name) : [UInt8](folder) + [UInt8(ascii: "/")] + name)
        else { return nil }
        var gain = TrackTags.ReplayGain()
        (gain.trackGain, gain.trackPeak) = (row[first + 5], row[first + 6])
        (gain.albumGain, gain.albumPeak) = (row[first + 7], row[first + 8])
        var details = TrackDetails(
            item: item, contributors: credits.contributors, isCompilation: row[first + 9],
            audio: AudioProperties(
                mediaType: item.mediaType, codec: row[first + 10], durationMilliseconds: item.durationMilliseconds,
                bitrate: row[first + 11], sampleRate: row[first + 12], channels: row[first + 13],
                bitDepth: row[first + 14]),
            sizeBytes: row[first + 2], library: ID(row[first + 4]), path: path, replayGain: gain,
            modifiedAt: Timestamp(milliseconds: (row[first + 3] as Int64) / 1_000_000))
        (details.trackTotal, details.discTotal) = (row[first + 15], row[first + 16])
        details.discSubtitle = row[first + 17]
        (details.date, details.originalDate) = (row[first + 18], row[first + 19])
        (details.beatsPerMinute, details.isrc) = (row[first + 20], row[first + 21])
        (details.musicBrainzRecording, details.musicBrainzTrack) = (row[first + 22], row[first + 23])
        (details.musicBrainzRelease, details.musicBrainzReleaseGroup) = (row[first + 24], row[first + 25])
        details.further = ExtendedTags(text: row[first + 26])
        details.further.artistCredit = details.further.artistCredit ?? credits.said(as: .performer)
        details.further.albumArtistCredit = details.further.albumArtistCredit ?? credits.said(as: .albumArtist)
        details.further.advisory = Advisory(marked: item.isExplicit, said: details.further.advisory)
        details.comment = row[first + 27]
        return details
    }

    /// By place.
    private func credits(_ page: DistinctIDs) throws -> [TrackCredits] {
        var found = Array(repeating: TrackCredits(), count: page.count)
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.credits), arguments: [page.list])
        while let row = try rows.next() {
            guard let role = ArtistRole(rawValue: row[1]) else { continue }
            let credit = ArtistCredit(id: ID(row[3]), name: row[4], role: role, part: row[6], musicBrainz: row[5])
            found[row[0]].add(credit, at: row[2], taggedAs: row[7], joint: row[8])
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
        SELECT \(TrackItemReader.columns),
          t.folder, t.name, t.size, t.modified_ns, t.library, t.track_gain, t.track_peak, t.album_gain, t.album_peak,
          t.is_compilation, t.codec, t.bitrate, t.sample_rate, t.channels, t.bit_depth, t.track_total, t.disc_total,
          t.disc_subtitle, t.date, t.original_date, t.bpm, t.isrc, t.recording, t.release_track, t.release,
          t.release_group, t.further, x.comment
        \(TrackItemReader.source) LEFT JOIN track_text x ON x.track = t.id
        """
    static let giver = """
        SELECT a.id, a.display_name, a.picture FROM submission s CROSS JOIN account a ON a.id = s.account
        WHERE s.track = ? AND s.state = 'approved' ORDER BY s.decided_at DESC LIMIT 1
        """
    private static let lyrics = "SELECT text FROM track_lyrics WHERE track = ? ORDER BY position LIMIT 1"
    static let credits = """
        SELECT j.key, ta.role, ta.position, ta.artist, a.name, ta.musicbrainz, ta.part, ta.name, ta.joint
        FROM json_each(?) j CROSS JOIN track_artist ta ON ta.track = j.value CROSS JOIN artist a ON a.id = ta.artist
        """
    static let source = """
        SELECT t.library, l.path AS root, t.folder, t.name, t.size, t.modified_ns, t.media_type, t.codec, t.duration_ms,
          t.bitrate, t.sample_rate, t.channels, t.bit_depth, t.missing_since, t.is_explicit
        FROM track t JOIN library l ON l.id = t.library WHERE t.id = ?
        """
}
