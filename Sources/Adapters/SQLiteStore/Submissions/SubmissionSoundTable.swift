import Catalog
import Fingerprints
import Foundation
import GRDB
import Primitives
import Submissions

/// The fingerprints of submitted files and their matches. A match is found when the later of the two arrives: a
/// submission searches when it is made (`store`), a track when it was analyzed (`compare`).
struct SubmissionSoundTable: TransactionScoped {
    let db: Database

    func store(_ sound: SubmissionSound, of id: ID<Submission>, duration: Int64) throws {
        try db.run(
            "INSERT INTO submission_sound (submission, duration_ms, sound) VALUES (?, ?, ?)",
            [id, duration, Data(sound.fingerprint.bytes)])
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
        try db.run("DELETE FROM submission_alike WHERE track = (SELECT seq FROM track WHERE id = ?)", [track])
        for match in try submissions(like: fingerprint, duration: duration) {
            try link(match.subject, toTrack: track, match.similarity)
        }
    }

    /// The submissions that match and are in progress or may be submitted again.
    func submissions(like fingerprint: Fingerprint, duration: Int64) throws -> [SoundMatch<ID<Submission>>] {
        let rows = try db.cursor(Self.candidates, StoredSounds.arguments(near: duration))
        return try StoredSounds.matches(of: fingerprint, rows)
    }

    private func link(_ id: ID<Submission>, toTrack track: ID<Track>, _ similarity: Double) throws {
        try db.run(
            """
            INSERT OR REPLACE INTO submission_alike (submission, track, similarity)
            SELECT ?, seq, ? FROM track WHERE id = ?
            """, [id, similarity, track])
    }

    private func link(_ id: ID<Submission>, to other: ID<Submission>, _ similarity: Double) throws {
        // The other submission may have been deleted meanwhile.
        try db.run(
            """
            INSERT OR REPLACE INTO submission_alike (submission, other, similarity)
            SELECT a.id, b.id, ?3 FROM submission a JOIN submission b ON b.id = ?2 WHERE a.id = ?1
            """, [id, other, similarity])
    }

    /// The matches of each of `submissions` that `caller` may see, the most similar first.
    func alike(_ submissions: [Submission], for caller: Principal) throws -> [ID<Submission>: [SoundAlike]] {
        guard !submissions.isEmpty else { return [:] }
        let rows = try db.rows(Self.alike, [JSONList(submissions.map(\.id))])
        let seen = rows.filter { Self.isMentioned($0, to: caller) }
        let tracks = try TrackItemReader(db).items(seen.compactMap { $0["track"] as String? })
        let items = Dictionary(tracks.map { ($0.id.rawValue, $0) }) { first, _ in first }
        var found: [ID<Submission>: [SoundAlike]] = [:]
        for row in seen {
            let id = ID<Submission>(row["submission"] as String)
            guard found[id, default: []].count < SoundAlike.mostShown,
                let alike = try Self.alike(row, items)
            else { continue }
            found[id, default: []].append(alike)
        }
        return found
    }

    private static func isMentioned(_ row: Row, to caller: Principal) -> Bool {
        if let library = row["library"] as String? { return caller.libraries.admits(library: library) }
        return Submission.isMentioned(Submission.State(rawValue: row["state"] ?? ""), of: row["account"], to: caller)
    }

    private static func alike(_ row: Row, _ items: [String: TrackItem]) throws -> SoundAlike? {
        if let track = row["track"] as String? {
            return items[track].map {
                SoundAlike(
                    .track($0.id), title: $0.title, artists: $0.artists.map(\.name), similarity: row["similarity"])
            }
        }
        let form: SubmissionForm = try StoredJSON.value(row["form"])
        return SoundAlike(
            .submission(ID(row["other"] as String)), title: form.title, artists: form.artists,
            similarity: row["similarity"])
    }

    static let candidates = """
        SELECT s.id, f.sound FROM submission_sound f JOIN submission s ON s.id = f.submission
        WHERE f.duration_ms BETWEEN :from AND :to AND s.state IN (\(Submission.State.list(Submission.State.compared)))
        """
    static let alike = """
        SELECT a.submission, a.similarity, t.id AS track, t.part AS library, o.id AS other, o.state, o.account, o.form
        FROM json_each(?) j CROSS JOIN submission_alike a ON a.submission = j.value
        LEFT JOIN track t ON t.seq = a.track LEFT JOIN submission o ON o.id = a.other
        WHERE (a.track IS NULL OR t.missing_since IS NULL) AND (a.other IS NULL OR o.state <> 'approved')
        ORDER BY a.submission, a.similarity DESC
        """
}
