package import Catalog
import Foundation
import GRDB
import Journal
package import Primitives

/// Corrections in SQLite.
package struct SQLiteEditStore: EditStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func targets(_ tracks: [ID<Track>]) async throws -> [EditTarget] {
        try await database.read { db in try tracks.compactMap { try Self.target($0, db) } }
    }

    package func apply(
        _ write: EditWrite, _ change: @escaping @Sendable (TrackEdit) throws -> TrackEdit
    ) async throws -> Bool {
        try await database.write(.catalogue) { db in
            for target in write.targets where try Self.target(target.track, db) != target { return false }
            try BatchWriter.write(write.cover.map { [$0] } ?? [], at: write.entry.at.milliseconds, to: db)
            guard try Self.save(write, change, db) else { return true }
            try write.entry.append(to: db)
            // No counting is deferred: no scan follows that would do it.
            try BatchWriter(db, write.batch, stale: StaleRows(db, above: .max)).write()
            return true
        }
    }

    /// Saves the correction. Returns whether anything differs from before.
    private static func save(
        _ write: EditWrite, _ change: (TrackEdit) throws -> TrackEdit, _ db: Database
    ) throws -> Bool {
        let table = EditTable(db)
        var hasChanged = false
        for track in write.batch.tracks {
            let before = try table.edit(of: track.id)?.edit ?? TrackEdit()
            let after = try change(before)
            guard after != before else { continue }
            hasChanged = true
            let file = TrackEdit(tagsOf: track.grouping)
            try table.save(after, of: track.id, file: file)
            try table.append(
                EditRecord(
                    id: .make(at: write.entry.at), track: track.id, at: write.entry.at, editor: write.editor,
                    editorName: nil, before: before, after: after, file: file, undoes: write.undoes))
        }
        return hasChanged
    }

    package func records(of track: ID<Track>, _ page: PageRequest) async throws -> Page<EditRecord> {
        let part = try KeysetList(name: "edits.newest", columns: [.integer]).part(page)
        let rows = try await database.read { db in
            try db.rows(Self.newest, part.arguments(from: [Int64.max]) + ["track": track]).map { row in
                (seq: row["seq"] as Int64, record: try EditTable.record(row))
            }
        }
        return part.page(rows) { [.integer($0.seq)] }.map(\.record)
    }

    package func record(_ id: ID<EditRecord>, of track: ID<Track>) async throws -> EditRecord? {
        try await database.read { try $0.row(Self.one, [id, track]).map(EditTable.record) }
    }

    package func isUndone(_ id: ID<EditRecord>, of track: ID<Track>) async throws -> Bool {
        try await database.read { db in
            var undoing: [String: [String]] = [:]
            let rows = try db.cursor(Self.undoing, [track])
            while let row = try rows.next() { undoing[row[1], default: []].append(row[0]) }
            // The recursion ends: an edit that undoes another is newer than it.
            func isUndone(_ id: String) -> Bool { undoing[id]?.contains { !isUndone($0) } ?? false }
            return isUndone(id.rawValue)
        }
    }

    private static func target(_ track: ID<Track>, _ db: Database) throws -> EditTarget? {
        guard let row = try db.row(Self.target, [track.rawValue]), let path = KnownFolderReader.path(row)
        else { return nil }
        return EditTarget(
            track: track, library: row["library"], root: KnownFolderReader.bytes(row, "root"), path: path,
            facts: FileFacts(
                size: row["size"], modifiedNanoseconds: row["modified_ns"],
                inode: UInt64(bitPattern: row["inode"] as Int64)),
            signature: KnownFolderReader.bytes(row, "signature"), isMissing: row["missing_since"] != nil)
    }

    private static let target = """
        SELECT t.library, l.path AS root, t.folder, t.name, t.size, t.modified_ns, t.inode, t.signature, t.missing_since
        FROM track t JOIN library l ON l.id = t.library WHERE t.id = ?
        """
    private static let records =
        "SELECT h.*, a.display_name FROM track_edit_history h LEFT JOIN account a ON a.id = h.account"
    static let newest = records + " WHERE h.track = :track AND h.seq < :after0 ORDER BY h.seq DESC LIMIT :limit"
    static let undoing = "SELECT id, undoes FROM track_edit_history WHERE track = ? AND undoes IS NOT NULL"
    private static let one = records + " WHERE h.id = ? AND h.track = ?"
}

/// The corrections of tracks and their history. Runs within a transaction.
struct EditTable: TransactionScoped {
    let db: Database

    /// The values to write for a file that was read. Stores the file's own values beside its corrections.
    func corrected(_ track: ScanBatch.TrackWrite) throws -> ScanBatch.TrackWrite {
        guard track.change != .added, let (edit, noted) = try edit(of: track.id) else { return track }
        let file = TrackEdit(tagsOf: track.grouping)
        if file != noted {
            try db.run("UPDATE track_edit SET file = ? WHERE track = ?", [StoredJSON.text(of: file), track.id])
        }
        return track.corrected(by: edit)
    }

    /// Returns nil if the track has no corrections.
    func edit(of track: ID<Track>) throws -> (edit: TrackEdit, file: TrackEdit)? {
        guard let row = try db.row(Self.find, [track]) else { return nil }
        return (try Self.edit(row, "corrections", cover: "cover"), try Self.edit(row, "file"))
    }

    static let find = "SELECT corrections, cover, file FROM track_edit WHERE track = ?"

    func save(_ edit: TrackEdit, of track: ID<Track>, file: TrackEdit) throws {
        guard !edit.isEmpty else {
            try db.run("DELETE FROM track_edit WHERE track = ?", [track])
            return
        }
        try db.run(
            """
            INSERT INTO track_edit (track, corrections, cover, file) VALUES (?, ?, ?, ?)
            ON CONFLICT (track) DO UPDATE SET corrections = excluded.corrections, cover = excluded.cover,
              file = excluded.file
            """, [track, StoredJSON.text(of: edit), edit.cover?.hex, StoredJSON.text(of: file)])
    }

    /// Copies the corrections of `old` to `new`. Fields that only `new` corrects keep their corrections.
    func carry(from old: ID<Track>, to new: ID<Track>) throws {
        guard let (edit, file) = try edit(of: old) else { return }
        var merged = try self.edit(of: new)?.edit ?? TrackEdit()
        for field in edit.fields { merged.take(field, from: edit) }
        try save(merged, of: new, file: file)
    }

    func append(_ record: EditRecord) throws {
        try db.run(
            """
            INSERT INTO track_edit_history
              (id, track, account, at, before, cover_before, after, cover_after, file, undoes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                record.id, record.track, record.editor, record.at, StoredJSON.text(of: record.before),
                record.before.cover?.hex, StoredJSON.text(of: record.after), record.after.cover?.hex,
                StoredJSON.text(of: record.file), record.undoes,
            ])
    }

    static func record(_ row: Row) throws -> EditRecord {
        EditRecord(
            id: row["id"], track: row["track"], at: row["at"], editor: row["account"], editorName: row["display_name"],
            before: try edit(row, "before", cover: "cover_before"), after: try edit(row, "after", cover: "cover_after"),
            file: try edit(row, "file"), undoes: row["undoes"])
    }

    private static func edit(_ row: Row, _ column: String, cover: String? = nil) throws -> TrackEdit {
        var edit: TrackEdit = try StoredJSON.value(row[column])
        if let cover { edit.cover = row.blobKey(cover) }
        return edit
    }
}
