import Catalog
import Fingerprints
import Foundation
import GRDB
import Primitives
import Submissions

/// What given files sound like, and what sounds like them. A match is found when the later of the two comes: a submission asks when it is made
/// (`keep`), a track when it has been listened to (`compare`).
struct SubmissionSoundTable {
    /// Shown of one submission.
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

    /// Compares a track that was just listened to with what has not been decided about.
    func compare(_ fingerprint: Fingerprint, of track: ID<Track>, duration: Int64) throws {
        try db.execute(
            sql: "DELETE FROM submission_alike WHERE track = (SELECT seq FROM track WHERE id = ?)",
            arguments: [track.rawValue])
        for match in try submissions(like: fingerprint, duration: duration) {
            try link(match.subject, toTrack: track, match.similarity)
        }
    }

    /// Those that are on their way, or may be handed in again.
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
        // The other one may be gone by now.
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO submission_alike (submission, other, similarity)
                SELECT a.id, b.id, ?3 FROM submission a JOIN submission b ON b.id = ?2 WHERE a.id = ?1
                """
        ).execute(arguments: [id.rawValue, other.rawValue, similarity])
    }

    /// What sounds like each of `submissions` as far as `caller` may know of it, the most alike first.
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

/// How stored fingerprints are compared.
enum SoundTolerance {
    static let milliseconds = SoundMatch<String>.lengthTolerance

    /// - Parameter rows: of an id and a fingerprint.
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
