import Catalog
import Foundation
import GRDB

/// Writes the texts that a scan has found beside the music.
struct FolderTexts {
    private let db: Database
    private let library: String

    init(_ db: Database, library: String) {
        self.db = db
        self.library = library
    }

    func write(_ batch: ScanBatch) throws {
        guard !batch.texts.isEmpty || !batch.lostTexts.isEmpty else { return }
        let delete = try db.cachedStatement(
            sql: "DELETE FROM folder_text WHERE library = ? AND folder = ? AND name = ?")
        for (folder, name) in batch.lostTexts {
            try delete.execute(arguments: [library, Data(folder), Data(name)])
        }
        let upsert = try db.cachedStatement(
            sql: """
                INSERT INTO folder_text (library, folder, name, size, modified_ns, inode, purpose, stem, language, text)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (library, folder, name) DO UPDATE SET size = excluded.size,
                  modified_ns = excluded.modified_ns, inode = excluded.inode, purpose = excluded.purpose,
                  stem = excluded.stem, language = excluded.language, text = excluded.text
                """)
        for text in batch.texts {
            try upsert.execute(arguments: [
                library, Data(text.folder), Data(text.name), text.facts.size, text.facts.modifiedNanoseconds,
                Int64(bitPattern: text.facts.inode), text.meaning.purpose.rawValue, Data(text.meaning.stem),
                text.meaning.language, text.text,
            ])
        }
    }
}
