import Primitives
import Catalog
import Foundation
import GRDB

/// Writes the row of one track.
struct TrackWriter {
    let db: Database
    let library: String
    let at: Int64

    /// The order of tracks without a number: after those that have one.
    static let unnumbered = 1_000_000

    /// Inserts the row, or replaces all of it except the time when it was added. Returns the row number. The cover is
    /// the corrected one, else the embedded one, else that of its folder, else that of its album's folder.
    func write(_ track: ScanBatch.TrackWrite, album: String) throws -> Int64 {
        let arguments = StatementArguments(file(track) + meaning(track.grouping, album: album) + tags(track.media.tags))
        let sound = StatementArguments(sound(track))
        let seq: Int64? = try db.value(Self.upsert, arguments + sound)
        try ExplicitFlags(db).settle(track.id.rawValue)
        if track.change != .added || track.media.tags.comment != nil {
            try db.run(
                """
                INSERT INTO track_text (track, comment) VALUES (?, ?)
                ON CONFLICT (track) DO UPDATE SET comment = excluded.comment
                """, [track.id, track.media.tags.comment])
        }
        try writeLyrics(track)
        return seq ?? 0
    }

    private func writeLyrics(_ track: ScanBatch.TrackWrite) throws {
        if track.change != .added { try db.run("DELETE FROM track_lyrics WHERE track = ?", [track.id]) }
        guard !track.media.tags.lyrics.isEmpty else { return }
        let insert = try db.cachedStatement(
            sql: "INSERT INTO track_lyrics (track, position, language, text) VALUES (?, ?, ?, ?)")
        for (position, lyrics) in track.media.tags.lyrics.enumerated() where !lyrics.text.isEmpty {
            let language = lyrics.language.flatMap { $0.isEmpty ? nil : $0 }
            try insert.execute(arguments: [track.id, position, language, lyrics.text])
        }
    }

    private func file(_ track: ScanBatch.TrackWrite) -> [(any DatabaseValueConvertible)?] {
        [
            track.id.rawValue, library, Data(track.path.folder), Data(track.path.name), track.facts.size,
            track.facts.modifiedNanoseconds, Int64(bitPattern: track.facts.inode), Data(track.media.signature), at,
        ]
    }

    private func meaning(_ grouping: TrackGrouping, album: String) -> [(any DatabaseValueConvertible)?] {
        [
            grouping.title, grouping.titleKey, SearchText.name(grouping.title), grouping.artistKey, album,
            grouping.albumKey, grouping.albumName, grouping.albumSortName, grouping.albumSortKey,
            Data(grouping.albumFolder), grouping.discNumber, grouping.trackNumber, grouping.discNumber ?? 1,
            grouping.trackNumber ?? Self.unnumbered, grouping.year,
        ]
    }

    private func tags(_ tags: TrackTags) -> [(any DatabaseValueConvertible)?] {
        [
            tags.discTotal, tags.trackTotal, tags.discSubtitle, tags.date, tags.originalDate, tags.beatsPerMinute,
            tags.isCompilation, tags.isrc, tags.musicBrainz.recording, tags.musicBrainz.track, tags.musicBrainz.release,
            tags.musicBrainz.releaseGroup, tags.replayGain.trackGain, tags.replayGain.trackPeak,
            tags.replayGain.albumGain, tags.replayGain.albumPeak,
        ]
    }

    private func sound(_ track: ScanBatch.TrackWrite) -> [(any DatabaseValueConvertible)?] {
        let (media, audio, grouping) = (track.media, track.media.audio, track.grouping)
        return [
            audio.mediaType, audio.codec, audio.durationMilliseconds, audio.bitrate, audio.sampleRate, audio.channels,
            audio.bitDepth, media.cover?.hex, grouping.originalYear ?? grouping.year ?? 0,
            track.correctedCover?.hex, media.tags.storedExtendedTags.text, TrackTags.version,
        ]
    }

    /// All columns of a file but the track's id and the time when it was added.
    private static let columns = """
        library, folder, name, size, modified_ns, inode, signature,
          title, title_key, search_title, artist_key, album, album_key, album_name, album_sort_name, album_sort_key,
          album_folder, disc_number, track_number, disc_order, track_order, year,
          disc_total, track_total, disc_subtitle, date, original_date, bpm, is_compilation, isrc, recording,
          release_track, release, release_group, track_gain, track_peak, album_gain, album_peak,
          media_type, codec, duration_ms, bitrate, sample_rate, channels, bit_depth, embedded_cover, year_order, cover,
          further, tags_version
        """
    private static let upsert = """
        INSERT INTO track (id, added_at, \(columns))
        VALUES (
          ?1, ?9, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24,
          ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35, ?36, ?37, ?38, ?39, ?40, ?41, ?42, ?43, ?44, ?45, ?46,
          ?47, ?48, ?49, coalesce(?50, ?48,
            (SELECT f.image FROM folder_cover f WHERE f.library = ?2 AND f.folder = ?3),
            (SELECT f.image FROM folder_cover f WHERE f.library = ?2 AND f.folder = ?19)),
          ?51, ?52)
        ON CONFLICT (id) DO UPDATE SET missing_since = NULL, \(Database.excluded(columns))
        RETURNING seq
        """
}
