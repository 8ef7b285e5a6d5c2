import Catalog
import Foundation
import GRDB
import Primitives

/// Reads tracks as list items: four statements, however many tracks there are.
struct TrackItemReader: TransactionScoped {
    let db: Database

    /// The tracks in the order of `ids`, with repetitions, without those that do not exist or that moderators have
    /// withdrawn.
    func items(_ ids: [String]) throws -> [TrackItem] {
        guard !ids.isEmpty else { return [] }
        let page = DistinctIDs(ids)
        let genres = try genres(page)
        let performers = try PlacedValues(Self.performers, page, db, AlbumReader.reference)
        var items: [TrackItem?] = Array(repeating: nil, count: page.count)
        let rows = try db.cursor(Self.tracks, [page.list])
        while let row = try rows.next() {
            let place: Int = row[0]
            items[place] = Self.item(row, genres: genres[place], artists: performers[place])
        }
        let artists = try albumArtists(items.lazy.compactMap { $0?.album })
        for place in items.indices {
            if let album = items[place]?.album { items[place]?.albumArtists = artists[album] ?? [] }
        }
        return page.inOrder(items)
    }

    func genres(_ page: DistinctIDs) throws -> PlacedValues<String> {
        try PlacedValues(Self.genres, page, db) { $0[2] }
    }

    func albumArtists(_ albums: some Sequence<ID<Album>>) throws -> [ID<Album>: [ArtistReference]] {
        let albums = Array(Set(albums))
        let page = DistinctIDs(albums.map(\.rawValue))
        let artists = try PlacedValues(AlbumReader.artists, page, db, AlbumReader.reference)
        return Dictionary(uniqueKeysWithValues: zip(albums, page.inOrder((0..<page.count).map { artists[$0] })))
    }

    /// Reads a row that begins with `columns` by number: finding a column by name takes longer than reading it. Leaves
    /// out the album's artists.
    static func item(_ row: Row, genres: [String], artists: [ArtistReference]) -> TrackItem {
        TrackItem(
            id: ID(row[1]), title: row[2], artists: artists, album: ID(row[3]), albumName: row[4], albumArtists: [],
            trackNumber: row[5], discNumber: row[6], durationMilliseconds: row[7], year: row[8], genres: genres,
            cover: (row[9] as String?).flatMap { BlobKey(hex: $0) }, coverFacts: ImageFactsRecord.facts(row, from: 14),
            mediaType: row[10], addedAt: Timestamp(milliseconds: row[11]), isMissing: (row[12] as Int64?) != nil,
            isExplicit: row[13], beatsPerMinute: row[17])
    }

    /// The number of `columns`.
    static let width = 18

    /// A track's place and the columns of `item`. If all tracks of the album are missing, the album's name is the
    /// track's own. The year and the tempo are those that lists sort and filter by.
    static let columns = """
        j.key, t.id, t.title, t.album, CASE a.name WHEN '' THEN t.album_name ELSE a.name END AS album_name,
          t.track_number, t.disc_number, t.duration_ms, nullif(t.year_order, 0), t.cover, t.media_type, t.added_at, t.missing_since,
          t.is_explicit,
          \(ImageFactsRecord.columns), t.shown_tempo
        """
    /// The tables of `columns`.
    static let source = """
        FROM json_each(?) j CROSS JOIN track t ON t.id = j.value AND \(WithdrawnTracks.isListed("t"))
        CROSS JOIN album a ON a.id = t.album LEFT JOIN image_facts f ON f.key = t.cover
        """
    private static let tracks = "SELECT \(columns) \(source)"
    private static let performers = """
        SELECT j.key, ta.position, a.id, a.name
        FROM json_each(?) j CROSS JOIN track_artist ta ON ta.track = j.value AND ta.role = 'performer'
        CROSS JOIN artist a ON a.id = ta.artist
        """
    private static let genres = """
        SELECT j.key, tg.position, g.name
        FROM json_each(?) j CROSS JOIN track_genre tg ON tg.track = j.value CROSS JOIN genre g ON g.id = tg.genre
        """
}

/// Reads tracks in full, or the location of a track's bytes.
struct TrackDetailsReader: TransactionScoped {
    let db: Database

    func track(_ id: ID<Track>) throws -> TrackDetails? {
        guard var details = try details([id.rawValue]).first else { return nil }
        details.lyrics = try db.value(Self.lyrics, [id])
        if let (edit, file) = try EditTable(db).edit(of: id) { (details.edit, details.file) = (edit, file) }
        details.submitter = try db.row(Self.submitter, [id]).map { $0.person("id") }
        return details
    }

    /// The details in the order of `ids`, with repetitions, without tracks that do not exist or that moderators have
    /// withdrawn. Lyrics, corrections and the submitter are left out. Four statements, however many tracks there are.
    func details(_ ids: [String]) throws -> [TrackDetails] {
        guard !ids.isEmpty else { return [] }
        let page = DistinctIDs(ids)
        let items = TrackItemReader(db)
        let credits = try credits(page)
        let genres = try items.genres(page)
        var found: [TrackDetails?] = Array(repeating: nil, count: page.count)
        // Each row is read from SQLite's own buffer: copying so many columns takes longer than reading them.
        let rows = try db.cursor(Self.details, [page.list])
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

    /// Reads a row that has the columns of `details` after those of `item`.
    private static func details(_ item: TrackItem, _ row: Row, _ credits: TrackCredits) -> TrackDetails? {
        let first = TrackItemReader.width
        let (folder, name): (Data, Data) = (row[first], row[first + 1])
        guard let path = LibraryPath([UInt8](name), in: [UInt8](folder)) else { return nil }
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
        details.isrc = row[first + 20]
        (details.musicBrainzRecording, details.musicBrainzTrack) = (row[first + 21], row[first + 22])
        (details.musicBrainzRelease, details.musicBrainzReleaseGroup) = (row[first + 23], row[first + 24])
        details.extendedTags = ExtendedTags(text: row[first + 25])
        details.extendedTags.artistCredit = details.extendedTags.artistCredit ?? credits.said(as: .performer)
        details.extendedTags.albumArtistCredit =
            details.extendedTags.albumArtistCredit ?? credits.said(as: .albumArtist)
        details.extendedTags.advisory = Advisory(marked: item.isExplicit, said: details.extendedTags.advisory)
        details.comment = row[first + 26]
        return details
    }

    /// The credits by place.
    private func credits(_ page: DistinctIDs) throws -> [TrackCredits] {
        var found = Array(repeating: TrackCredits(), count: page.count)
        let rows = try db.cursor(Self.credits, [page.list])
        while let row = try rows.next() {
            guard let role = ArtistRole(rawValue: row[1]) else { continue }
            let credit = ArtistCredit(id: ID(row[3]), name: row[4], role: role, part: row[6], musicBrainz: row[5])
            found[row[0]].add(credit, at: row[2], taggedAs: row[7], joint: row[8])
        }
        return found
    }

    func source(of track: ID<Track>) throws -> TrackSource? {
        guard let row = try db.row(Self.source, [track]), let path = KnownFolderReader.path(row) else { return nil }
        return TrackSource(
            track: track, library: ID(row["library"]), root: KnownFolderReader.bytes(row, "root"), path: path,
            sizeBytes: row["size"], modifiedNanoseconds: row["modified_ns"], audio: row.audio,
            isMissing: row["missing_since"] != nil, isExplicit: row["is_explicit"])
    }

    /// Gains and tempo that the tags lack are those of the analysis: ReplayGain 2.0 levels to -18 LUFS.
    static let details = """
        SELECT \(TrackItemReader.columns),
          t.folder, t.name, t.size, t.modified_ns, t.library, ifnull(t.track_gain, -18 - n.loudness),
          ifnull(t.track_peak, n.true_peak), ifnull(t.album_gain, -18 - m.loudness), ifnull(t.album_peak, m.peak),
          t.is_compilation, t.codec, t.bitrate, t.sample_rate, t.channels, t.bit_depth, t.track_total, t.disc_total,
          t.disc_subtitle, t.date, t.original_date, t.isrc, t.recording, t.release_track, t.release,
          t.release_group, t.further, x.comment
        \(TrackItemReader.source) LEFT JOIN track_text x ON x.track = t.id
        LEFT JOIN track_analysis n ON n.track = t.seq LEFT JOIN album ga ON ga.id = t.album
        LEFT JOIN album_analysis m ON m.album = ga.seq AND m.tracks = ga.track_count
        """
    static let submitter = """
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

/// The credits of one track, collected row by row.
struct TrackCredits {
    fileprivate struct Entry {
        let position: Int
        let credit: ArtistCredit
        /// The artist's name as the tag spells it.
        let name: String
        let joint: String?
    }

    private var entries: [Entry] = []

    mutating func add(_ credit: ArtistCredit, at position: Int, taggedAs name: String, joint: String?) {
        entries.append(Entry(position: position, credit: credit, name: name, joint: joint))
    }

    /// The credits by role in the order of `ArtistRole`, with performers first.
    var contributors: [ArtistCredit] {
        entries.sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }.map(\.credit)
    }

    /// The performers in the order of their places.
    var performers: [ArtistReference] {
        entries.lazy.filter { $0.credit.role == .performer }.sorted { $0.position < $1.position }.map {
            ArtistReference(id: $0.credit.id, name: $0.credit.name)
        }
    }

    /// The tag's text if a name in it stands for several artists; nil otherwise.
    func said(as role: ArtistRole) -> String? {
        guard entries.contains(where: { $0.joint != nil && $0.credit.role == role }) else { return nil }
        return JointCredits.text(
            entries.filter { $0.credit.role == role }.sorted { $0.position < $1.position }.map { ($0.name, $0.joint) })
    }
}

extension TrackCredits.Entry {
    fileprivate var rank: Int { Self.ranks[credit.role] ?? 0 }

    private static let ranks: [ArtistRole: Int] = {
        let roles = [ArtistRole.performer] + ArtistRole.allCases.filter { $0 != .performer }
        return Dictionary(uniqueKeysWithValues: roles.enumerated().map { ($1, $0) })
    }()
}
