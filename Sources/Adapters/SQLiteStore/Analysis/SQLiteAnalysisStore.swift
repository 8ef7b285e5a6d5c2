package import Analysis
package import Catalog
import Fingerprints
import Foundation
import GRDB
package import Primitives

/// The analyses of the libraries' tracks, in SQLite.
package struct SQLiteAnalysisStore: AnalysisStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func renew(version: Int) async throws {
        try await database.write(.analysis) { try $0.run(Self.renewal, [version]) }
    }

    package func pending(limit: Int) async throws -> [PendingAnalysis] {
        try await database.read { try $0.rows(Self.pending, [limit]).map(Self.pending) }
    }

    package func pending(among tracks: [ID<Track>]) async throws -> [PendingAnalysis] {
        try await database.read { try $0.rows(Self.pendingAmong, [JSONList(tracks)]).map(Self.pending) }
    }

    private static func pending(_ row: Row) -> PendingAnalysis {
        PendingAnalysis(track: row["id"], signature: [UInt8](row["signature"] as Data))
    }

    package func reuse(_ pending: PendingAnalysis, version: Int, at instant: Timestamp) async throws -> Bool {
        let earlier = try await database.read { db in
            try AnalysisReader(db).sound(signature: pending.signature, version: version)
        }
        guard let earlier else { return false }
        try await record(pending, earlier, at: instant)
        return true
    }

    package func record(_ pending: PendingAnalysis, _ sound: AnalyzedSound, at instant: Timestamp) async throws {
        try await database.write(.analysis) { try AnalysisWriter($0).write(pending, sound, at: instant) }
    }

    package func fail(_ pending: PendingAnalysis, _ problem: AnalysisProblem, at instant: Timestamp) async throws {
        try await database.write(.analysis) { try AnalysisWriter($0).write(pending, problem, at: instant) }
    }

    package func unmeasuredAlbums(limit: Int) async throws -> [ID<Album>] {
        try await database.read { try $0.values(AnalysisWriter.unmeasured, [limit]) }
    }

    package func measure(_ album: ID<Album>) async throws {
        try await database.write(.analysis) { db in try AnalysisWriter(db).measure(album) }
    }

    package func skip(_ pending: PendingAnalysis) async throws {
        try await database.write(.analysis) { db in
            try db.run(
                "DELETE FROM analysis_pending WHERE track = (SELECT seq FROM track WHERE id = ?)", [pending.track])
        }
    }

    package func progress() async throws -> AnalysisProgress {
        try await database.read { db in
            AnalysisProgress(
                done: try db.value("SELECT count(*) FROM track_analysis") ?? 0,
                remaining: try db.value("SELECT count(*) FROM analysis_pending") ?? 0,
                failed: try db.value("SELECT count(*) FROM track_analysis WHERE problem IS NOT NULL") ?? 0)
        }
    }

    package func sound(
        of track: ID<Track>, in scope: LibraryScope
    ) async throws -> (revision: Int64, sound: AnalyzedSound)? {
        try await database.read { db in try AnalysisReader(db).sound(of: track, in: scope) }
    }

    package func figures(of tracks: [ID<Track>], in scope: LibraryScope) async throws -> [TrackFigures] {
        guard !tracks.isEmpty else { return [] }
        return try await database.read { db in
            let rows = try db.rows(AnalysisReader.figures(scope), ["ids": JSONList(tracks)] + scope.arguments)
            return rows.map(AnalysisReader.figures)
        }
    }

    package func features(after revision: Int64) async throws -> [TrackFeatures] {
        try await database.read { db in
            let rows = try db.cursor(Self.features, [revision])
            var all: [TrackFeatures] = []
            while let row = try rows.next() {
                let features = (row["features"] as Data?).flatMap { SoundFeatures(bytes: $0) }
                all.append(
                    TrackFeatures(
                        track: row["id"], part: row["part"], features: features ?? .none, revision: row["revision"])
                )
            }
            return all
        }
    }

    package func problems(in scope: LibraryScope, _ page: PageRequest) async throws -> Page<AnalysisFault> {
        let part = try KeysetList(name: "analysis.problems", columns: [.integer, .text]).part(page)
        return try await database.read { db in
            let rows = try db.rows(Self.problems(scope, isFirst: part.isFirst), part.arguments + scope.arguments)
            return part.page(rows.compactMap(AnalysisReader.fault)) { ($0.at, $0.track) }
        }
    }

    static let features = """
        SELECT t.id, t.part, a.features, a.revision FROM track_analysis a JOIN track t ON t.seq = a.track
        WHERE a.revision > ? AND t.missing_since IS NULL
        """
    static let pending = """
        SELECT t.id, t.signature FROM analysis_pending p JOIN track t ON t.seq = p.track
        ORDER BY t.plays DESC, p.track LIMIT ?
        """
    static let pendingAmong = """
        SELECT t.id, t.signature FROM json_each(?) j CROSS JOIN track t ON t.id = j.value
        JOIN analysis_pending p ON p.track = t.seq ORDER BY j.key
        """
    static let renewal = """
        INSERT INTO analysis_pending SELECT a.track FROM track_analysis a JOIN track t ON t.seq = a.track
        WHERE a.version <> ? AND t.missing_since IS NULL
          AND NOT EXISTS (SELECT 1 FROM analysis_pending p WHERE p.track = a.track)
        """

    static func problems(_ scope: LibraryScope, isFirst: Bool) -> String {
        """
        SELECT t.id, t.title, t.folder, t.name, a.problem, a.analyzed_at FROM track_analysis a
        JOIN track t ON t.seq = a.track
        WHERE a.problem IS NOT NULL AND t.missing_since IS NULL\(scope.and("t.library"))
        \(isFirst ? "" : "AND (a.analyzed_at, t.id) < (:after0, :after1)")
        ORDER BY a.analyzed_at DESC, t.id DESC LIMIT :limit
        """
    }
}
