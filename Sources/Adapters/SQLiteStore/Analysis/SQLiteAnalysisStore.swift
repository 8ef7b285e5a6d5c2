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
        try await database.write(.analysis) { db in
            try db.execute(sql: Self.renewal, arguments: [version])
        }
    }

    package func pending(limit: Int) async throws -> [PendingAnalysis] {
        try await database.read { db in
            try Row.fetchAll(db.cachedStatement(sql: Self.pending), arguments: [limit]).map(Self.pending)
        }
    }

    package func pending(among tracks: [ID<Track>]) async throws -> [PendingAnalysis] {
        try await database.read { db in
            try Row.fetchAll(
                db.cachedStatement(sql: Self.pendingAmong), arguments: [JSONList(tracks.map(\.rawValue))]
            ).map(Self.pending)
        }
    }

    private static func pending(_ row: Row) -> PendingAnalysis {
        PendingAnalysis(track: ID(row["id"]), signature: [UInt8](row["signature"] as Data))
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
        try await database.write(.analysis) { db in
            try AnalysisWriter(db).write(pending, sound, at: instant)
        }
    }

    package func fail(_ pending: PendingAnalysis, _ problem: AnalysisProblem, at instant: Timestamp) async throws {
        try await database.write(.analysis) { db in
            try AnalysisWriter(db).write(pending, problem, at: instant)
        }
    }

    package func unmeasuredAlbums(limit: Int) async throws -> [ID<Album>] {
        try await database.read { db in
            try String.fetchAll(db.cachedStatement(sql: AnalysisWriter.unmeasured), arguments: [limit]).map { ID($0) }
        }
    }

    package func measure(_ album: ID<Album>) async throws {
        try await database.write(.analysis) { db in try AnalysisWriter(db).measure(album) }
    }

    package func skip(_ pending: PendingAnalysis) async throws {
        try await database.write(.analysis) { db in
            try db.execute(
                sql: "DELETE FROM analysis_pending WHERE track = (SELECT seq FROM track WHERE id = ?)",
                arguments: [pending.track.rawValue])
        }
    }

    package func progress() async throws -> AnalysisProgress {
        try await database.read { db in
            AnalysisProgress(
                done: try Int.fetchOne(db, sql: "SELECT count(*) FROM track_analysis") ?? 0,
                remaining: try Int.fetchOne(db, sql: "SELECT count(*) FROM analysis_pending") ?? 0,
                failed: try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM track_analysis WHERE problem IS NOT NULL") ?? 0)
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
            try Row.fetchAll(
                db.cachedStatement(sql: AnalysisReader.figures(scope)),
                arguments: ["ids": JSONList(tracks.map(\.rawValue))] + scope.arguments
            ).map(AnalysisReader.figures)
        }
    }

    package func features(after revision: Int64) async throws -> [TrackFeatures] {
        try await database.read { db in
            let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.features), arguments: [revision])
            var all: [TrackFeatures] = []
            while let row = try rows.next() {
                let features = (row["features"] as Data?).flatMap { SoundFeatures(bytes: $0) }
                all.append(
                    TrackFeatures(
                        track: ID(row["id"]), part: row["part"], features: features ?? .none, revision: row["revision"])
                )
            }
            return all
        }
    }

    package func problems(in scope: LibraryScope, _ page: PageRequest) async throws -> Page<AnalysisFault> {
        let keyset = KeysetList(name: "analysis.problems", columns: [.integer, .text])
        let position = try keyset.position(page.cursor)
        return try await database.read { db in
            var arguments = scope.named
            arguments["limit"] = (page.limit + 1).databaseValue
            for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: Self.problems(scope, isFirst: position == nil)),
                arguments: StatementArguments(arguments))
            return keyset.page(rows.compactMap(AnalysisReader.fault), limit: page.limit) {
                [.integer($0.at.milliseconds), .text($0.track.rawValue)]
            }
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
