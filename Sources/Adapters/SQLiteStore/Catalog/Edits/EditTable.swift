import Primitives
import Catalog
import Foundation
import GRDB
import Journal

/// The corrections of tracks and their history, within a transaction.
struct EditTable {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// What to write for a file that was read. What the file says is noted beside its corrections.
    func corrected(_ track: ScanBatch.TrackWrite) throws -> ScanBatch.TrackWrite {
        guard track.change != .added, let (edit, noted) = try edit(of: track.id) else { return track }
        let file = TrackEdit(saidBy: track.grouping)
        if file != noted {
            try db.cachedStatement(sql: "UPDATE track_edit SET file = ? WHERE track = ?")
                .execute(arguments: [Self.text(file), track.id.rawValue])
        }
        return track.corrected(by: edit)
    }

    /// Nil where nothing is corrected.
    func edit(of track: ID<Track>) throws -> (edit: TrackEdit, file: TrackEdit)? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: Self.find), arguments: [track.rawValue]) else {
            return nil
        }
        return (try Self.edit(row, "corrections", cover: "cover"), try Self.edit(row, "file"))
    }

    static let find = "SELECT corrections, cover, file FROM track_edit WHERE track = ?"

    func save(_ edit: TrackEdit, of track: ID<Track>, file: TrackEdit) throws {
        guard !edit.isEmpty else {
            try db.cachedStatement(sql: "DELETE FROM track_edit WHERE track = ?").execute(arguments: [track.rawValue])
            return
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO track_edit (track, corrections, cover, file) VALUES (?, ?, ?, ?)
                ON CONFLICT (track) DO UPDATE SET corrections = excluded.corrections, cover = excluded.cover,
                  file = excluded.file
                """
        ).execute(arguments: [track.rawValue, Self.text(edit), edit.cover?.hex, Self.text(file)])
    }

    /// Corrects `new` as `old` is corrected; what only `new` has corrected stays so.
    func carry(from old: ID<Track>, to new: ID<Track>) throws {
        guard let (edit, file) = try edit(of: old) else { return }
        var merged = try self.edit(of: new)?.edit ?? TrackEdit()
        for field in edit.fields { merged.take(field, from: edit) }
        try save(merged, of: new, file: file)
    }

    func append(_ record: EditRecord) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO track_edit_history
                  (id, track, account, at, before, cover_before, after, cover_after, file, undoes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            record.id.rawValue, record.track.rawValue, record.editor?.rawValue, record.at.milliseconds,
            Self.text(record.before), record.before.cover?.hex, Self.text(record.after), record.after.cover?.hex,
            Self.text(record.file), record.undoes?.rawValue,
        ])
    }

    static func record(_ row: Row) throws -> EditRecord {
        let editor: String? = row["account"]
        let undoes: String? = row["undoes"]
        return EditRecord(
            id: ID(row["id"]), track: ID(row["track"]), at: Timestamp(milliseconds: row["at"]),
            editor: editor.map { ID($0) }, editorName: row["display_name"],
            before: try edit(row, "before", cover: "cover_before"), after: try edit(row, "after", cover: "cover_after"),
            file: try edit(row, "file"), undoes: undoes.map { ID($0) })
    }

    private static func edit(_ row: Row, _ column: String, cover: String? = nil) throws -> TrackEdit {
        let text: String = row[column]
        var edit = try JSONDecoder().decode(TrackEdit.self, from: Data(text.utf8))
        if let cover { edit.cover = (row[cover] as String?).flatMap { BlobKey(hex: $0) } }
        return edit
    }

    private static func text(_ edit: TrackEdit) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(edit), as: UTF8.self)
    }
}
