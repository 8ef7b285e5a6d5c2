import Catalog
import Foundation
import GRDB
import Journal
import Messaging
import Primitives
import Shelf
import Submissions

/// The rows of submissions as one user sees them.
struct SubmissionReader {
    private let db: Database
    private let caller: Principal

    init(_ db: Database, for caller: Principal) {
        self.db = db
        self.caller = caller
    }

    /// Throws `notFound` if there is no such submission.
    func submission(_ id: ID<Submission>) throws -> Submission {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: Self.one), arguments: [id.rawValue]) else {
            throw DomainError.noSubmission
        }
        var submission = try submission(row)
        guard submission.isSeen(by: caller) else { throw DomainError.noSubmission }
        submission.alike = try SubmissionSoundTable(db).alike([submission], for: caller)[id] ?? []
        return submission
    }

    func page(
        _ query: SubmissionQuery, ofCaller isOwn: Bool, after position: [DatabaseValue]?, limit: Int
    ) throws -> [Submission] {
        var arguments: [String: DatabaseValue] = ["limit": limit.databaseValue]
        if isOwn {
            arguments["submitter"] = caller.user.rawValue.databaseValue
        } else if let submitter = query.submitter {
            arguments["submitter"] = submitter.rawValue.databaseValue
        }
        if let state = query.state { arguments["state"] = state.rawValue.databaseValue }
        if let batch = query.batch { arguments["batch"] = batch.databaseValue }
        let words = SearchText.words(query.text ?? "").split(separator: " ").prefix(SubmissionQuery.mostWords)
        for (index, word) in words.enumerated() { arguments["word\(index)"] = String(word).databaseValue }
        for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
        let sql = Self.page(query, ofCaller: isOwn, isFirst: position == nil, words: words.count)
        var found = try Row.fetchAll(
            db.cachedStatement(sql: sql), arguments: StatementArguments(arguments)
        ).map(submission)
        let alike = try SubmissionSoundTable(db).alike(found, for: caller)
        for index in found.indices { found[index].alike = alike[found[index].id] ?? [] }
        return found
    }

    private func submission(_ row: Row) throws -> Submission {
        let library: String? = row["library"]
        let part: String? = row["part"]
        let isSeen = (part ?? library).map { caller.libraries.admits(library: $0) } ?? false
        let form = try JSONDecoder().decode(SubmissionForm.self, from: Data((row["form"] as String).utf8))
        return Submission(
            id: ID(row["id"]), submitter: Self.party(row, "giver"), batch: row["batch"],
            state: Submission.State(rawValue: row["state"]) ?? .withdrawn, revision: row["revision"],
            fileName: row["file_name"], size: row["size"], digest: [UInt8](row["digest"] as Data),
            audio: AudioProperties(
                mediaType: row["media_type"], codec: row["codec"], durationMilliseconds: row["duration_ms"],
                bitrate: row["bitrate"], sampleRate: row["sample_rate"], channels: row["channels"],
                bitDepth: row["bit_depth"]),
            form: form, cover: row.blobKey("cover") ?? row.blobKey("file_cover"),
            hasCustomCover: (row["cover"] as String?) != nil, note: row["note"],
            wish: (row["wish"] as String?).map { ID($0) }, reason: row["reason"], failure: row["failure"],
            decidedBy: Self.party(row, "decider"),
            decidedAt: (row["decided_at"] as Int64?).map { Timestamp(milliseconds: $0) },
            library: isSeen ? library.map { .init(id: ID($0), name: row["library_name"] ?? "") } : nil,
            path: isSeen ? KnownFolderReader.path(row) : nil,
            track: isSeen ? (row["track"] as String?).map { ID($0) } : nil,
            createdAt: Timestamp(milliseconds: row["created_at"]),
            submittedAt: (row["submitted_at"] as Int64?).map { Timestamp(milliseconds: $0) },
            changedAt: Timestamp(milliseconds: row["changed_at"]))
    }

    private static func party(_ row: Row, _ prefix: String) -> NamedPerson? {
        guard let id: String = row[prefix + "_id"] else { return nil }
        return NamedPerson(
            id: ID(id), name: row[prefix + "_name"] ?? "", picture: row.blobKey(prefix + "_picture"))
    }

    static func text(_ form: SubmissionForm) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(form), as: UTF8.self)
    }

    private static let columns = """
        s.id, s.batch, s.state, s.revision, s.file_name, s.size, s.digest, s.media_type, s.codec, s.duration_ms, s.bitrate,
          s.sample_rate, s.channels, s.bit_depth, s.form, s.cover, s.file_cover, s.note, s.wish, s.reason, s.failure,
          s.decided_at, s.library, t.part, s.folder, s.name, s.track, s.created_at, s.submitted_at, s.changed_at, s.at,
          g.id AS giver_id, g.display_name AS giver_name, g.picture AS giver_picture,
          d.id AS decider_id, d.display_name AS decider_name, d.picture AS decider_picture, l.name AS library_name
        """
    private static let joins = """
        LEFT JOIN account g ON g.id = s.account LEFT JOIN account d ON d.id = s.decided_by
        LEFT JOIN library l ON l.id = s.library LEFT JOIN track t ON t.id = s.track
        """
    static let one = "SELECT \(columns) FROM submission s \(joins) WHERE s.id = ?"

    /// Walks the index of the most selective filter in its order. The other filters are checked on each row.
    static func page(_ query: SubmissionQuery, ofCaller isOwn: Bool, isFirst: Bool, words: Int) -> String {
        let index: String
        var conditions: [String] = []
        let hasSubmitter = isOwn || query.submitter != nil
        if query.batch != nil {
            index = "submission_by_batch"
            conditions.append("s.batch = :batch")
            if hasSubmitter { conditions.append("+s.account = :submitter") }
            if query.state != nil { conditions.append("+s.state = :state") }
        } else if hasSubmitter {
            index = "submission_of_account"
            conditions.append("s.account = :submitter")
            if query.state != nil { conditions.append("+s.state = :state") }
        } else if query.state != nil {
            index = "submission_by_state"
            conditions.append("s.state = :state")
        } else {
            index = "submission_by_date"
        }
        if !isOwn { conditions.append("s.state IN (\(Submission.State.list(Submission.State.seen)))") }
        for word in 0..<words { conditions.append("instr(s.words, :word\(word)) > 0") }
        let descending = query.isDescending ? " DESC" : ""
        if !isFirst { conditions.append("(s.at, s.id) \(query.isDescending ? "<" : ">") (:after0, :after1)") }
        return """
            SELECT \(columns) FROM submission s INDEXED BY \(index) \(joins)
            WHERE \(conditions.isEmpty ? "true" : conditions.joined(separator: " AND "))
            ORDER BY s.at\(descending), s.id\(descending) LIMIT :limit
            """
    }
}
