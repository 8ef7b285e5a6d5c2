import Analysis
import Catalog
import Foundation
import GRDB
import Primitives
import Shelf
import Submissions

/// The stored uploads within one transaction.
struct UploadTable: UploadState, EditedTable {
    let db: Database

    func upload(_ id: ID<Submission>) throws -> Upload? {
        try db.row(Self.one, [id]).map(Self.upload)
    }

    func uploads(_ ids: [ID<Submission>]) throws -> [Upload] {
        try db.rows(Self.several, [JSONList(ids)]).map(Self.upload)
    }

    func openCount(of person: ID<Person>) throws -> Int {
        try db.value(Self.open, [person]) ?? 0
    }

    func used(by person: ID<Person>) throws -> Int64 {
        try db.value(Self.used, [person]) ?? 0
    }

    func usedByAll() throws -> Int64 {
        try db.value(Self.usedByAll) ?? 0
    }

    func wished(_ id: ID<Wish>) throws -> (title: String, artist: String)? {
        try db.row("SELECT title, artist FROM wish WHERE id = ?", [id]).map { ($0["title"], $0["artist"]) }
    }

    var submissions: any SubmissionState { SubmissionTable(db) }

    static func upload(_ row: Row) -> Upload {
        Upload(
            id: row["id"], account: row["account"], name: row["name"], length: row["length"], received: row["received"],
            state: Upload.State(rawValue: row["state"]) ?? .refused, batch: row["batch"], isSubmitted: row["submits"],
            wish: row["wish"], reason: row["reason"], detail: row["detail"], createdAt: row["created_at"],
            touchedAt: row["touched_at"])
    }

    static let one = "SELECT * FROM upload WHERE id = ?"
    static let several = "SELECT u.* FROM json_each(?) j CROSS JOIN upload u ON u.id = j.value"
    static let own = "SELECT * FROM upload WHERE account = ? ORDER BY created_at, id"
    static let open = "SELECT count(*) FROM upload WHERE account = ? AND state <> 'refused'"
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

extension UploadTable {
    func execute(_ write: UploadWrite) throws {
        switch write {
        case .add(let upload):
            try db.run(
                """
                INSERT INTO upload (id, account, name, length, received, state, batch, submits, wish, created_at,
                  touched_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    upload.id, upload.account, upload.name, upload.length, upload.received, upload.state.rawValue,
                    upload.batch, upload.isSubmitted, upload.wish, upload.createdAt, upload.touchedAt,
                ])
        case .record(let received, let id, let state, let instant):
            try db.run(
                "UPDATE upload SET received = ?2, state = ?3, touched_at = ?4 WHERE id = ?1",
                [id, received, state.rawValue, instant])
        case .refuse(let id, let reason, let detail, let instant):
            try db.run(
                "UPDATE upload SET state = 'refused', reason = ?2, detail = ?3, touched_at = ?4 WHERE id = ?1",
                [id, reason, detail, instant])
        case .remove(let ids):
            try db.run("DELETE FROM upload WHERE id IN (SELECT value FROM json_each(?))", [JSONList(ids)])
        case .addDraft(let inspected): try add(inspected)
        case .submission(let write): try SubmissionTable(db).execute(write)
        }
    }

    private func add(_ inspected: InspectedUpload) throws {
        let (upload, finding) = (inspected.upload, inspected.finding)
        let audio = finding.audio
        try db.run(
            """
            INSERT INTO submission (id, account, batch, state, file_name, size, digest, media_type, codec, duration_ms,
              bitrate, sample_rate, channels, bit_depth, form, words, file_cover, note, wish, created_at, changed_at,
              at)
            VALUES (:id, :account, :batch, 'draft', :fileName, :size, :digest, :mediaType, :codec, :duration,
              :bitrate, :sampleRate, :channels, :bitDepth, :form, :words, :cover, '', :wish, :at, :at, :at)
            """,
            [
                "id": upload.id, "account": upload.account, "batch": upload.batch, "fileName": upload.name,
                "size": upload.length, "digest": Data(finding.digest), "mediaType": audio.mediaType,
                "codec": audio.codec, "duration": audio.durationMilliseconds, "bitrate": audio.bitrate,
                "sampleRate": audio.sampleRate, "channels": audio.channels, "bitDepth": audio.bitDepth,
                "form": try StoredJSON.text(of: inspected.form), "words": inspected.form.words,
                "cover": finding.cover?.hex, "wish": inspected.wish, "at": inspected.instant,
            ])
        if let analysis = finding.analysis {
            try db.run(
                "INSERT INTO submission_analysis (submission, signature, version, sound) VALUES (?, ?, ?, ?)",
                [upload.id, Data(finding.signature), AnalyzedSound.version, Data(analysis.bytes)])
        }
        if let sound = finding.sound {
            try SubmissionSoundTable(db).store(sound, of: upload.id, duration: audio.durationMilliseconds)
        }
    }
}
