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
            let arguments: StatementArguments = [
                "from": duration - SoundTolerance.milliseconds, "to": duration + SoundTolerance.milliseconds,
            ]
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: Self.candidates(scope)), arguments: arguments + scope.arguments)
            return try SoundTolerance.matches(of: fingerprint, rows).prefix(limit).map {
                SoundMatch(subject: ID($0.subject), similarity: $0.similarity)
            }
        }
    }

    package func matches(
        _ fingerprint: Fingerprint, duration: Int64
    ) async throws -> [SoundMatch<SoundAlike.Subject>] {
        let tracks = try await tracks(like: fingerprint, duration: duration, in: .everything, limit: 20)
        let given = try await database.read {
            try SubmissionSoundTable($0).submissions(like: fingerprint, duration: duration).prefix(20)
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

/// The fingerprints of submitted files and their matches. A match is found when the later of the two arrives: a
/// submission searches when it is made (`keep`), a track when it was analyzed (`compare`).
struct SubmissionSoundTable {
    /// The maximum number of matches shown for one submission.
    private static let most = 5

    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func keep(_ sound: SubmissionSound, of id: ID<Submission>, duration: Int64) throws {
        try db.execute(
            sql: "INSERT INTO submission_sound (submission, duration_ms, sound) VALUES (?, ?, ?)",
            arguments: [id.rawValue, duration, Data(sound.fingerprint.bytes)])
        for match in sound.matches {
            switch match.subject {
            case .track(let track): try link(id, toTrack: track, match.similarity)
            case .submission(let other):
                try link(id, to: other, match.similarity)
                try link(other, to: id, match.similarity)
            }
        }
    }

    /// Compares a newly analyzed track with the undecided submissions.
    func compare(_ fingerprint: Fingerprint, of track: ID<Track>, duration: Int64) throws {
        try db.execute(
            sql: "DELETE FROM submission_alike WHERE track = (SELECT seq FROM track WHERE id = ?)",
            arguments: [track.rawValue])
        for match in try submissions(like: fingerprint, duration: duration) {
            try link(match.subject, toTrack: track, match.similarity)
        }
    }

    /// The submissions that match and are in progress or may be submitted again.
    func submissions(like fingerprint: Fingerprint, duration: Int64) throws -> [SoundMatch<ID<Submission>>] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: Self.candidates),
            arguments: [
                "from": duration - SoundTolerance.milliseconds, "to": duration + SoundTolerance.milliseconds,
            ])
        return try SoundTolerance.matches(of: fingerprint, rows).map {
            SoundMatch(subject: ID($0.subject), similarity: $0.similarity)
        }
    }

    private func link(_ id: ID<Submission>, toTrack track: ID<Track>, _ similarity: Double) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO submission_alike (submission, track, similarity)
                SELECT ?, seq, ? FROM track WHERE id = ?
                """
        ).execute(arguments: [id.rawValue, similarity, track.rawValue])
    }

    private func link(_ id: ID<Submission>, to other: ID<Submission>, _ similarity: Double) throws {
        // The other submission may have been deleted meanwhile.
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO submission_alike (submission, other, similarity)
                SELECT a.id, b.id, ?3 FROM submission a JOIN submission b ON b.id = ?2 WHERE a.id = ?1
                """
        ).execute(arguments: [id.rawValue, other.rawValue, similarity])
    }

    /// The matches of each of `submissions` that `caller` may see, the most similar first.
    func alike(_ submissions: [Submission], for caller: Principal) throws -> [ID<Submission>: [SoundAlike]] {
        guard !submissions.isEmpty else { return [:] }
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.alike), arguments: [JSONList(submissions.map(\.id.rawValue))])
        let seen = rows.filter { Self.mayKnow($0, caller) }
        let tracks = try TrackItemReader(db).items(seen.compactMap { $0["track"] as String? })
        let items = Dictionary(tracks.map { ($0.id.rawValue, $0) }) { first, _ in first }
        var found: [ID<Submission>: [SoundAlike]] = [:]
        for row in seen {
            let id = ID<Submission>(row["submission"] as String)
            guard found[id, default: []].count < Self.most, let alike = try Self.alike(row, items) else { continue }
            found[id, default: []].append(alike)
        }
        return found
    }

    private static func mayKnow(_ row: Row, _ caller: Principal) -> Bool {
        if let library = row["library"] as String? { return caller.libraries.admits(library: library) }
        if (row["account"] as String?) == caller.user.rawValue { return true }
        let state = Submission.State(rawValue: row["state"] ?? "")
        return caller.may(.moderate) && (state == .pending || state == .approving)
    }

    private static func alike(_ row: Row, _ items: [String: TrackItem]) throws -> SoundAlike? {
        if let track = row["track"] as String? {
            return items[track].map {
                SoundAlike(
                    .track($0.id), title: $0.title, artists: $0.artists.map(\.name), similarity: row["similarity"])
            }
        }
        let form = try JSONDecoder().decode(SubmissionForm.self, from: Data((row["form"] as String).utf8))
        return SoundAlike(
            .submission(ID(row["other"] as String)), title: form.title, artists: form.artists,
            similarity: row["similarity"])
    }

    static let candidates = """
        SELECT s.id, f.sound FROM submission_sound f JOIN submission s ON s.id = f.submission
        WHERE f.duration_ms BETWEEN :from AND :to AND s.state IN ('draft', 'pending', 'rejected', 'withdrawn')
        """
    static let alike = """
        SELECT a.submission, a.similarity, t.id AS track, t.part AS library, o.id AS other, o.state, o.account, o.form
        FROM json_each(?) j CROSS JOIN submission_alike a ON a.submission = j.value
        LEFT JOIN track t ON t.seq = a.track LEFT JOIN submission o ON o.id = a.other
        WHERE (a.track IS NULL OR t.missing_since IS NULL) AND (a.other IS NULL OR o.state <> 'approved')
        ORDER BY a.submission, a.similarity DESC
        """
}

/// The comparison of stored fingerprints.
enum SoundTolerance {
    static let milliseconds = SoundMatch<String>.lengthTolerance

    /// - Parameter rows: have an id and a fingerprint.
    static func matches(of fingerprint: Fingerprint, _ rows: RowCursor) throws -> [SoundMatch<String>] {
        let comparison = FingerprintComparison(fingerprint)
        var matches: [SoundMatch<String>] = []
        while let row = try rows.next() {
            guard let other = Fingerprint(bytes: row["sound"] as Data) else { continue }
            let similarity = comparison.similarity(to: other)
            guard similarity >= SoundMatch<String>.threshold else { continue }
            matches.append(SoundMatch(subject: row["id"], similarity: similarity))
        }
        return matches.sorted { $0.similarity > $1.similarity }
    }
}
