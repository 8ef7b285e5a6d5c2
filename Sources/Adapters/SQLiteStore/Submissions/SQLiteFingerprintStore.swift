package import Catalog
package import Fingerprints
import Foundation
import GRDB
package import Primitives
package import Submissions

/// The fingerprints of the libraries' tracks, in SQLite.
package struct SQLiteFingerprintStore: FingerprintStore, SubmissionSounds {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func due(limit: Int) async throws -> [PendingFingerprint] {
        try await database.read { db in
            try Row.fetchAll(db.cachedStatement(sql: Self.due), arguments: [limit]).map { row in
                PendingFingerprint(track: ID(row["id"]), signature: [UInt8](row["signature"] as Data))
            }
        }
    }

    package func record(_ finding: FingerprintFinding) async throws {
        try await database.write(.fingerprints) { db in
            let signature = Data(finding.due.signature)
            guard
                let row = try Row.fetchOne(
                    db.cachedStatement(sql: "SELECT seq, duration_ms FROM track WHERE id = ? AND signature = ?"),
                    arguments: [finding.due.track.rawValue, signature])
            else { return }
            let (seq, duration): (Int64, Int64) = (row["seq"], row["duration_ms"])
            try db.cachedStatement(sql: Self.upsert).execute(
                arguments: [seq, signature, duration, finding.fingerprint.map { Data($0.bytes) }])
            try db.cachedStatement(sql: "DELETE FROM fingerprint_due WHERE track = ?").execute(arguments: [seq])
            if let fingerprint = finding.fingerprint {
                try SubmissionSoundTable(db).compare(fingerprint, of: finding.due.track, duration: duration)
            }
        }
    }

    package func skip(_ due: PendingFingerprint) async throws {
        try await database.write(.fingerprints) { db in
            try db.execute(
                sql: "DELETE FROM fingerprint_due WHERE track = (SELECT seq FROM track WHERE id = ?)",
                arguments: [due.track.rawValue])
        }
    }

    package func progress() async throws -> FingerprintProgress {
        try await database.read { db in
            FingerprintProgress(
                done: try Int.fetchOne(db, sql: "SELECT count(*) FROM track_fingerprint") ?? 0,
                remaining: try Int.fetchOne(db, sql: "SELECT count(*) FROM fingerprint_due") ?? 0)
        }
    }

    package func tracks(
        like fingerprint: Fingerprint, duration: Int64, in scope: LibraryScope, limit: Int
    ) async throws -> [SoundMatch<ID<Track>>] {
        try await database.read { db in
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: Self.candidates(scope)),
                arguments: StoredSounds.arguments(near: duration) + scope.arguments)
            let matches: [SoundMatch<ID<Track>>] = try StoredSounds.matches(of: fingerprint, rows)
            return Array(matches.prefix(limit))
        }
    }

    package func matches(
        _ fingerprint: Fingerprint, duration: Int64, limit: Int
    ) async throws -> [SoundMatch<SoundAlike.Subject>] {
        let tracks = try await tracks(like: fingerprint, duration: duration, in: .everything, limit: limit)
        let given = try await database.read {
            try SubmissionSoundTable($0).submissions(like: fingerprint, duration: duration).prefix(limit)
        }
        return tracks.map { SoundMatch(subject: .track($0.subject), similarity: $0.similarity) }
            + given.map { SoundMatch(subject: .submission($0.subject), similarity: $0.similarity) }
    }

    static let due = """
        SELECT t.id, t.signature FROM fingerprint_due d JOIN track t ON t.seq = d.track ORDER BY d.track LIMIT ?
        """

    static func candidates(_ scope: LibraryScope) -> String {
        """
        SELECT t.id, f.sound FROM track_fingerprint f JOIN track t ON t.seq = f.track
        WHERE f.sound IS NOT NULL AND f.duration_ms BETWEEN :from AND :to AND t.missing_since IS NULL\(scope.and("t.library"))
        """
    }

    private static let upsert = """
        INSERT INTO track_fingerprint (track, signature, duration_ms, sound) VALUES (?, ?, ?, ?)
        ON CONFLICT (track) DO UPDATE SET signature = excluded.signature, duration_ms = excluded.duration_ms,
          sound = excluded.sound
        """
}

/// The comparison of stored fingerprints.
enum StoredSounds {
    /// The bounds `:from` and `:to` of the durations to compare.
    static func arguments(near duration: Int64) -> StatementArguments {
        let durations = SoundMatch<String>.durations(near: duration)
        return ["from": durations.lowerBound, "to": durations.upperBound]
    }

    /// The matches, the most similar first.
    ///
    /// - Parameter rows: have an id and a fingerprint.
    static func matches<Subject>(of fingerprint: Fingerprint, _ rows: RowCursor) throws -> [SoundMatch<ID<Subject>>] {
        let comparison = FingerprintComparison(fingerprint)
        var matches: [SoundMatch<ID<Subject>>] = []
        while let row = try rows.next() {
            guard let other = Fingerprint(bytes: row["sound"] as Data),
                let match = comparison.match(ID<Subject>(row["id"] as String), other)
            else { continue }
            matches.append(match)
        }
        return matches.sorted { $0.similarity > $1.similarity }
    }
}
