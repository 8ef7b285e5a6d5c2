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

    package func tracks(
        like fingerprint: Fingerprint, duration: Int64, in scope: LibraryScope, limit: Int
    ) async throws -> [SoundMatch<ID<Track>>] {
        try await database.read { db in
            let rows = try db.cursor(Self.candidates(scope), StoredSounds.arguments(near: duration) + scope.arguments)
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

    static func candidates(_ scope: LibraryScope) -> String {
        """
        SELECT t.id, f.sound FROM track_fingerprint f JOIN track t ON t.seq = f.track
        WHERE f.sound IS NOT NULL AND f.duration_ms BETWEEN :from AND :to AND t.missing_since IS NULL\(scope.and("t.library"))
        """
    }
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
