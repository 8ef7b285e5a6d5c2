import Catalog
import Foundation
import GRDB
package import Journal
import Messaging
package import Primitives
import Shelf
package import Submissions

/// Uploads in SQLite.
package struct SQLiteUploadStore: UploadStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func create(
        _ draft: UploadDraft, _ id: ID<Submission>, for caller: Principal, within bounds: UploadBounds,
        at instant: Timestamp
    ) async throws -> Upload {
        try await database.write(.submissions) { db in
            let open = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM upload WHERE account = ? AND state <> 'refused'",
                arguments: [caller.user.rawValue])
            guard open ?? 0 < UploadRules.mostOpen else {
                throw DomainError(
                    .conflict, "At most \(UploadRules.mostOpen) files are sent at once", reason: "too_many_uploads")
            }
            let used = try Int64.fetchOne(db, sql: UploadTable.used, arguments: [caller.user.rawValue]) ?? 0
            guard draft.length <= bounds.person - used else {
                throw DomainError(
                    .tooLarge,
                    "What you have given and nobody has decided about may take \(ByteCount(bounds.person)) in all; \(ByteCount(used)) are taken, and this file needs \(ByteCount(draft.length))",
                    reason: "quota_exceeded", field: "Upload-Length")
            }
            let all = try Int64.fetchOne(db, sql: UploadTable.usedByAll) ?? 0
            guard draft.length <= bounds.everybody - all else { throw DomainError.noRoom }
            if let wish = draft.wish {
                let isThere = try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM wish WHERE id = ?)", arguments: [wish.rawValue])
                guard isThere == true else { throw DomainError.noSuchWish }
            }
            try db.execute(
                sql: """
                    INSERT INTO upload (id, account, name, length, state, batch, submits, wish, created_at, touched_at)
                    VALUES (?1, ?2, ?3, ?4, 'receiving', ?5, ?6, ?7, ?8, ?8)
                    """,
                arguments: [
                    id.rawValue, caller.user.rawValue, draft.name, draft.length, draft.batch, draft.isSubmitted,
                    draft.wish?.rawValue, instant.milliseconds,
                ])
            return try Self.upload(id, caller.user, db)
        }
    }

    package func upload(_ id: ID<Submission>, for caller: Principal) async throws -> Upload {
        try await database.read { try Self.upload(id, caller.user, $0) }
    }

    package func uploads(for caller: Principal) async throws -> [Upload] {
        try await database.read { db in
            try Row.fetchAll(db, sql: UploadTable.own, arguments: [caller.user.rawValue]).map(UploadTable.upload)
        }
    }

    package func record(_ received: Int64, of id: ID<Submission>, at instant: Timestamp) async throws -> Upload? {
        try await database.write(.submissions) { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    UPDATE upload SET received = ?2, touched_at = ?3, state = iif(?2 = length, 'checking', state)
                    WHERE id = ?1 AND state = 'receiving' RETURNING *
                    """, arguments: [id.rawValue, received, instant.milliseconds])
            guard let row else {
                return try Row.fetchOne(db, sql: "SELECT * FROM upload WHERE id = ?", arguments: [id.rawValue])
                    .map(UploadTable.upload)
            }
            let upload = UploadTable.upload(row)
            if upload.state == .checking {
                try SubmissionEvents.upload(id, "checking", of: upload.account).append(to: db)
            }
            return upload
        }
    }

    package func remove(_ id: ID<Submission>, for caller: Principal) async throws -> Bool {
        try await database.write(.submissions) { db in
            try db.execute(
                sql: "DELETE FROM upload WHERE id = ? AND account = ?", arguments: [id.rawValue, caller.user.rawValue])
            guard db.changesCount > 0 else { return false }
            try SubmissionEvents.upload(id, "removed", of: caller.user).append(to: db)
            return true
        }
    }

    package func used(by caller: Principal) async throws -> Int64 {
        try await database.read {
            try Int64.fetchOne($0, sql: UploadTable.used, arguments: [caller.user.rawValue]) ?? 0
        }
    }

    package func outstanding() async throws -> Int64 {
        try await database.read { db in
            try Int64.fetchOne(db, sql: UploadTable.outstanding) ?? 0
        }
    }

    package func waitingCount() async throws -> Int {
        try await database.read { try Int.fetchOne($0, sql: UploadTable.checking) ?? 0 }
    }

    package func nextToCheck(after last: ID<Submission>?) async throws -> Upload? {
        try await database.read { db in
            try Row.fetchOne(db, sql: UploadTable.nextToCheck, arguments: [last?.rawValue ?? ""])
                .map(UploadTable.upload)
        }
    }

    package func accept(
        _ upload: Upload, _ finding: UploadFinding, at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> Bool {
        try await database.write(.submissions) { db in
            try db.execute(
                sql: "DELETE FROM upload WHERE id = ? AND state = 'checking'", arguments: [upload.id.rawValue])
            guard db.changesCount > 0 else { return false }
            let audio = finding.audio
            let wish = try Row.fetchOne(
                db, sql: "SELECT title, artist FROM wish WHERE id = ?", arguments: [upload.wish?.rawValue])
            let form = wish.map { finding.form(wished: $0["title"], by: $0["artist"]) } ?? finding.form
            try db.execute(
                sql: """
                    INSERT INTO submission (id, account, batch, state, file_name, size, digest, media_type, codec, duration_ms,
                      bitrate, sample_rate, channels, bit_depth, form, words, file_cover, note, wish, created_at, changed_at, at)
                    VALUES (:id, :account, :batch, 'draft', :fileName, :size, :digest, :mediaType, :codec, :duration,
                      :bitrate, :sampleRate, :channels, :bitDepth, :form, :words, :cover, '',
                      (SELECT id FROM wish WHERE id = :wish), :at, :at, :at)
                    """,
                arguments: [
                    "id": upload.id.rawValue, "account": upload.account.rawValue, "batch": upload.batch,
                    "fileName": upload.name, "size": upload.length, "digest": Data(finding.digest),
                    "mediaType": audio.mediaType, "codec": audio.codec, "duration": audio.durationMilliseconds,
                    "bitrate": audio.bitrate, "sampleRate": audio.sampleRate, "channels": audio.channels,
                    "bitDepth": audio.bitDepth, "form": try SubmissionReader.text(form), "words": form.words,
                    "cover": finding.cover?.hex, "wish": upload.wish?.rawValue, "at": instant.milliseconds,
                ])
            if let sound = finding.sound {
                try SubmissionSoundTable(db).keep(sound, of: upload.id, duration: audio.durationMilliseconds)
            }
            try entry.append(to: db)
            try SubmissionEvents.upload(upload.id, "received", of: upload.account).append(to: db)
            if upload.isSubmitted {
                let submissions = SubmissionTable(db)
                try SubmissionService.submit(
                    upload.id, form, batch: upload.batch, of: upload.account, at: instant, submissions
                ).write(to: db, submissions.execute)
            } else {
                for event in SubmissionEvents.events(upload.id, .draft, of: upload.account, forModerators: false) {
                    try event.append(to: db)
                }
            }
            return true
        }
    }

    package func refuse(_ upload: Upload, reason: String, detail: String, at instant: Timestamp) async throws {
        try await database.write(.submissions) { db in
            try db.execute(
                sql: """
                    UPDATE upload SET state = 'refused', reason = ?, detail = ?, touched_at = ?
                    WHERE id = ? AND state = 'checking'
                    """, arguments: [reason, detail, instant.milliseconds, upload.id.rawValue])
            guard db.changesCount > 0 else { return }
            try SubmissionEvents.upload(upload.id, "refused", of: upload.account).append(to: db)
        }
    }

    package func abandoned(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, account FROM upload
                    WHERE state <> 'checking' AND touched_at < ?
                    """, arguments: [instant.milliseconds])
            let owners = rows.map { row -> (ID<Submission>, ID<Person>?) in
                (ID(row["id"]), (row["account"] as String?).map { ID($0) })
            }
            return AbandonedSubmissions(
                owners: Dictionary(uniqueKeysWithValues: owners),
                total: try Int.fetchOne(db, sql: "SELECT count(*) FROM upload") ?? 0)
        }
    }

    package func remove(
        _ ids: [ID<Submission>], untouchedSince instant: Timestamp
    ) async throws -> [ID<Submission>] {
        try await database.write(.submissions) { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    DELETE FROM upload WHERE id IN (SELECT value FROM json_each(?)) AND state <> 'checking'
                      AND touched_at < ? RETURNING id, account
                    """, arguments: [JSONList(ids.map(\.rawValue)), instant.milliseconds])
            for row in rows {
                try SubmissionEvents.upload(ID(row["id"]), "removed", of: ID(row["account"])).append(to: db)
            }
            return rows.map { ID($0["id"]) }
        }
    }

    private static func upload(_ id: ID<Submission>, _ person: ID<Person>, _ db: Database) throws -> Upload {
        let row = try Row.fetchOne(db, sql: UploadTable.one, arguments: [id.rawValue, person.rawValue])
        guard let row else { throw DomainError.noUpload }
        return UploadTable.upload(row)
    }
}

/// The rows of uploads.
enum UploadTable {
    static func upload(_ row: Row) -> Upload {
        Upload(
            id: ID(row["id"]), account: ID(row["account"]), name: row["name"], length: row["length"],
            received: row["received"], state: Upload.State(rawValue: row["state"]) ?? .refused, batch: row["batch"],
            isSubmitted: row["submits"], wish: (row["wish"] as String?).map { ID($0) }, reason: row["reason"],
            detail: row["detail"], createdAt: Timestamp(milliseconds: row["created_at"]),
            touchedAt: Timestamp(milliseconds: row["touched_at"]))
    }

    static let one = "SELECT * FROM upload WHERE id = ? AND account = ?"
    static let own = "SELECT * FROM upload WHERE account = ? ORDER BY created_at, id"
    static let checking = "SELECT count(*) FROM upload WHERE state = 'checking'"
    static let nextToCheck = "SELECT * FROM upload WHERE state = 'checking' AND id > ? ORDER BY id LIMIT 1"
    /// Announced or downloading bytes that have not arrived yet.
    static let outstanding = """
        SELECT (SELECT ifnull(sum(length - received), 0) FROM upload WHERE state = 'receiving')
          + (SELECT ifnull(sum(max(reserved - received, 0)), 0) FROM link_import WHERE state = 'fetching')
        """
    /// The bytes used by one user or by all users: announced, downloading, or not yet in a library.
    static let used = """
        SELECT (SELECT ifnull(sum(length), 0) FROM upload WHERE state <> 'refused' AND account = ?1)
          + (SELECT ifnull(sum(size), 0) FROM submission WHERE is_kept = 1 AND account = ?1)
          + (SELECT ifnull(sum(reserved), 0) FROM link_import WHERE state = 'fetching' AND account = ?1)
        """
    static let usedByAll = """
        SELECT (SELECT ifnull(sum(length), 0) FROM upload WHERE state <> 'refused')
          + (SELECT ifnull(sum(size), 0) FROM submission WHERE is_kept = 1)
          + (SELECT ifnull(sum(reserved), 0) FROM link_import WHERE state = 'fetching')
        """
}
