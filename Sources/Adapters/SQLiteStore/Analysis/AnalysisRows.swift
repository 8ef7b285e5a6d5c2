import Analysis
import Catalog
import Fingerprints
import Foundation
import GRDB
import Primitives

/// Writes the rows of an analysis, within a transaction.
struct AnalysisWriter: TransactionScoped {
    let db: Database

    /// Replaces the analysis of the pending track, and its fingerprint. Does nothing if its file has changed.
    func write(_ pending: PendingAnalysis, _ sound: AnalyzedSound, at instant: Timestamp) throws {
        guard let (seq, duration) = try file(of: pending) else { return }
        try write(sound, nil, of: pending, seq, at: instant)
        try db.run(
            "UPDATE track SET tempo = ? WHERE seq = ?",
            [sound.sound.tempo.flatMap { $0.isCertain ? Int($0.beatsPerMinute.rounded()) : nil }, seq])
        try db.run(Self.sound, [seq, Data(sound.with(peaks: [], fingerprint: nil).bytes), Data(sound.peaks)])
        try db.run(
            Self.fingerprint, [seq, Data(pending.signature), duration, sound.fingerprint.map { Data($0.bytes) }])
        if let fingerprint = sound.fingerprint {
            try SubmissionSoundTable(db).compare(fingerprint, of: pending.track, duration: duration)
        }
    }

    /// Records that the pending track's file cannot be analyzed.
    func write(_ pending: PendingAnalysis, _ problem: AnalysisProblem, at instant: Timestamp) throws {
        guard let (seq, _) = try file(of: pending) else { return }
        try db.run("DELETE FROM track_sound WHERE track = ?", [seq])
        try db.run("UPDATE track SET tempo = NULL WHERE seq = ?", [seq])
        try write(nil, problem, of: pending, seq, at: instant)
    }

    private func write(
        _ analyzed: AnalyzedSound?, _ problem: AnalysisProblem?, of pending: PendingAnalysis, _ seq: Int64,
        at instant: Timestamp
    ) throws {
        let (loudness, sound) = (analyzed?.loudness, analyzed?.sound)
        try db.run(
            Self.analysis,
            [
                "track": seq, "signature": Data(pending.signature), "version": AnalyzedSound.version, "at": instant,
                "problem": problem?.rawValue, "loudness": loudness?.integrated, "range": loudness?.range,
                "sample_peak": loudness?.samplePeak, "true_peak": loudness?.truePeak,
                "tempo": sound?.tempo?.beatsPerMinute, "tempo_confidence": sound?.tempo?.confidence,
                "tonic": sound?.key?.tonic, "is_minor": sound?.key.map { $0.mode == .minor },
                "key_confidence": sound?.key?.confidence, "energy": sound?.energy,
                "histogram": loudness.map { Data($0.histogram.bytes) },
                "features": sound.map { Data($0.features.bytes) },
            ])
    }

    /// The pending track's number and duration; it is not pending any more.
    private func file(of pending: PendingAnalysis) throws -> (seq: Int64, duration: Int64)? {
        guard
            let row = try db.row(
                "SELECT seq, duration_ms FROM track WHERE id = ? AND signature = ?",
                [pending.track, Data(pending.signature)])
        else { return nil }
        let seq: Int64 = row["seq"]
        try db.run("DELETE FROM analysis_pending WHERE track = ?", [seq])
        try db.run("UPDATE analysis_sequence SET value = value + 1")
        try db.run(
            """
            DELETE FROM album_analysis
            WHERE album = (SELECT al.seq FROM track t JOIN album al ON al.id = t.album WHERE t.seq = ?)
            """, [seq])
        return (seq, row["duration_ms"])
    }

    /// Measures an album by what is stored of its tracks.
    func measure(_ album: ID<Album>) throws {
        let rows = try db.cursor(Self.album, [album])
        var (histogram, peak) = (LoudnessHistogram(), 0.0)
        while let row = try rows.next() {
            if let bytes = row["histogram"] as Data?, let one = LoudnessHistogram(bytes: bytes) { histogram.add(one) }
            peak = max(peak, row["true_peak"] ?? 0)
        }
        try db.run(
            """
            INSERT OR REPLACE INTO album_analysis (album, tracks, loudness, peak)
            SELECT seq, track_count, ?, ? FROM album WHERE id = ?
            """, [histogram.integrated, peak, album])
    }

    static let unmeasured = """
        SELECT al.id FROM album al LEFT JOIN album_analysis m ON m.album = al.seq
        WHERE al.track_count > 0 AND (m.album IS NULL OR m.tracks <> al.track_count) AND NOT EXISTS (
          SELECT 1 FROM track t WHERE t.album = al.id AND t.missing_since IS NULL
            AND NOT EXISTS (SELECT 1 FROM track_analysis a WHERE a.track = t.seq)) LIMIT ?
        """
    static let album = """
        SELECT a.histogram, a.true_peak FROM track t JOIN track_analysis a ON a.track = t.seq
        WHERE t.album = ? AND t.missing_since IS NULL
        """
    private static let columns = """
        revision, signature, version, analyzed_at, problem, loudness, loudness_range, sample_peak, true_peak, tempo,
          tempo_confidence, tonic, is_minor, key_confidence, energy, histogram, features
        """
    private static let analysis = """
        INSERT INTO track_analysis (track, \(columns))
        VALUES (:track, (SELECT value FROM analysis_sequence), :signature, :version, :at, :problem,
          :loudness, :range, :sample_peak, :true_peak, :tempo, :tempo_confidence, :tonic, :is_minor,
          :key_confidence, :energy, :histogram, :features)
        ON CONFLICT (track) DO UPDATE SET \(Database.excluded(columns))
        """
    private static let sound = """
        INSERT INTO track_sound (track, sound, peaks) VALUES (?, ?, ?)
        ON CONFLICT (track) DO UPDATE SET sound = excluded.sound, peaks = excluded.peaks
        """
    private static let fingerprint = """
        INSERT INTO track_fingerprint (track, signature, duration_ms, sound) VALUES (?, ?, ?, ?)
        ON CONFLICT (track) DO UPDATE SET signature = excluded.signature, duration_ms = excluded.duration_ms,
          sound = excluded.sound
        """
}

/// Reads the rows of analyses.
struct AnalysisReader: TransactionScoped {
    let db: Database

    static func fault(_ row: Row) -> AnalysisFault? {
        guard let path = KnownFolderReader.path(row), let problem = AnalysisProblem(rawValue: row["problem"]) else {
            return nil
        }
        return AnalysisFault(
            track: row["id"], title: row["title"], path: path.display, problem: problem, at: row["analyzed_at"])
    }

    /// The whole analysis of a track that the scope includes.
    func sound(of track: ID<Track>, in scope: LibraryScope) throws -> (revision: Int64, sound: AnalyzedSound)? {
        guard
            let row = try db.row(Self.sound(scope), ["track": track] + scope.arguments),
            let sound = Self.whole(row)
        else { return nil }
        return (row["revision"], sound)
    }

    /// The analysis of any track or submission with this file.
    func sound(signature: [UInt8], version: Int) throws -> AnalyzedSound? {
        let arguments: StatementArguments = [Data(signature), version]
        if let row = try db.row(Self.sameTrack, arguments) {
            return Self.whole(row)
        }
        let sound: Data? = try db.value(Self.sameSubmission, arguments)
        return sound.flatMap { AnalyzedSound(bytes: $0) }
    }

    private static func whole(_ row: Row) -> AnalyzedSound? {
        AnalyzedSound(bytes: row["sound"] as Data)?.with(
            peaks: [UInt8](row["peaks"] as Data),
            fingerprint: (row["fingerprint"] as Data?).flatMap { Fingerprint(bytes: $0) })
    }

    static func figures(_ row: Row) -> TrackFigures {
        let tonic: Int? = row["tonic"]
        return TrackFigures(
            track: row["id"], tempo: row["tempo"], tempoConfidence: row["tempo_confidence"] ?? 0,
            key: tonic.map {
                MusicalKey(tonic: $0, mode: row["is_minor"] ? .minor : .major, confidence: row["key_confidence"] ?? 0)
            }, energy: row["energy"] ?? 0)
    }

    static func figures(_ scope: LibraryScope) -> String {
        """
        SELECT t.id, a.tempo, a.tempo_confidence, a.tonic, a.is_minor, a.key_confidence, a.energy
        FROM json_each(:ids) j CROSS JOIN track t ON t.id = j.value JOIN track_analysis a ON a.track = t.seq
        WHERE a.problem IS NULL AND t.missing_since IS NULL\(scope.and("t.library"))
        """
    }

    static func sound(_ scope: LibraryScope) -> String {
        """
        SELECT a.revision, s.sound, s.peaks, f.sound AS fingerprint FROM track t
        JOIN track_analysis a ON a.track = t.seq JOIN track_sound s ON s.track = t.seq
        LEFT JOIN track_fingerprint f ON f.track = t.seq
        WHERE t.id = :track AND t.missing_since IS NULL\(scope.and("t.library"))
        """
    }

    static let sameTrack = """
        SELECT s.sound, s.peaks, f.sound AS fingerprint FROM track_analysis a JOIN track_sound s ON s.track = a.track
        LEFT JOIN track_fingerprint f ON f.track = a.track AND f.signature = a.signature
        WHERE a.signature = ? AND a.version = ? LIMIT 1
        """
    static let sameSubmission = "SELECT sound FROM submission_analysis WHERE signature = ? AND version = ? LIMIT 1"
}
