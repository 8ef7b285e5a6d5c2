import Catalog
import Foundation
import GRDB
import Primitives

/// Maintains a row for every folder with tracks, and for the folders above it.
final class FolderIndex {
    private let db: Database
    private let library: String
    private let at: Timestamp
    private var known: [[UInt8]: String] = [:]

    init(_ db: Database, library: String, at: Timestamp) {
        self.db = db
        self.library = library
        self.at = at
    }

    /// The id of the folder at `path`, which is created if necessary; empty for the library's top.
    @discardableResult
    func folder(_ path: [UInt8]) throws -> String {
        if let id = known[path] { return id }
        if let id: String = try db.value("SELECT id FROM folder WHERE library = ? AND path = ?", [library, Data(path)])
        {
            known[path] = id
            return id
        }
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        let parent = path.isEmpty ? nil : try folder(slash.map { Array(path[..<$0]) } ?? [])
        let name = String(decoding: slash.map { path[($0 + 1)...] } ?? path[...], as: UTF8.self)
        let id = ID<Folder>.make(at: at).rawValue
        try db.run(
            "INSERT INTO folder (id, library, parent, path, name, sort_key) VALUES (?, ?, ?, ?, ?, ?)",
            [id, library, parent, Data(path), name, SortKeys.key(name)])
        known[path] = id
        return id
    }

    /// Whether there are tracks but no folders: then the database is from a version without folders.
    static func isNeeded(_ db: Database) throws -> Bool {
        try db.value("SELECT NOT EXISTS (SELECT 1 FROM folder) AND EXISTS (SELECT 1 FROM track)") ?? false
    }

    /// Creates the folders of all tracks.
    static func fill(_ db: Database, at: Timestamp) throws {
        for library: String in try db.values("SELECT id FROM library") {
            let index = FolderIndex(db, library: library, at: at)
            let folders: [Data] = try db.values("SELECT DISTINCT folder FROM track WHERE library = ?", [library])
            for folder in folders { try index.folder([UInt8](folder)) }
        }
    }
}

/// The owner of a folder: the artist who made more than half of the albums in it and directly below it. A library's top
/// has no owner.
struct FolderOwner: TransactionScoped {
    let db: Database

    func artist(of folder: Data, in library: String) throws -> String? {
        guard !folder.isEmpty else { return nil }
        let prefix = folder + [UInt8(ascii: "/")]
        let end = folder + [UInt8(ascii: "/") + 1]
        var counts: [String: Int] = [:]
        var total = 0
        var seen: Set<String> = []
        for row in try db.rows(Self.albums, [library, folder, prefix, end]) {
            let (albumFolder, album): (Data, String) = (row["album_folder"], row["album"])
            let isHere = albumFolder == folder || !albumFolder.dropFirst(prefix.count).contains(UInt8(ascii: "/"))
            guard isHere, seen.insert(album).inserted else { continue }
            total += 1
            if let artist: String = row["artist"] { counts[artist, default: 0] += 1 }
        }
        guard let (artist, count) = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), count * 2 > total
        else { return nil }
        return artist
    }

    static let albums = """
        SELECT DISTINCT t.album_folder, t.album, aa.artist
        FROM track t INDEXED BY track_by_album_folder
        LEFT JOIN album_artist aa ON aa.album = t.album AND aa.position = 0
        WHERE t.library = ?1 AND t.missing_since IS NULL
          AND (t.album_folder = ?2 OR (t.album_folder >= ?3 AND t.album_folder < ?4))
        """
}

/// Writes the texts that a scan found beside the music.
struct FolderTexts {
    let db: Database
    let library: String

    func write(_ batch: ScanBatch) throws {
        guard !batch.texts.isEmpty || !batch.lostTexts.isEmpty else { return }
        let delete = try db.cachedStatement(
            sql: "DELETE FROM folder_text WHERE library = ? AND folder = ? AND name = ?")
        for (folder, name) in batch.lostTexts {
            try delete.execute(arguments: [library, Data(folder), Data(name)])
        }
        let upsert = try db.cachedStatement(
            sql: """
                INSERT INTO folder_text
                  (library, folder, name, size, modified_ns, inode, purpose, stem, language, text, bytes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (library, folder, name) DO UPDATE SET size = excluded.size,
                  modified_ns = excluded.modified_ns, inode = excluded.inode, purpose = excluded.purpose,
                  stem = excluded.stem, language = excluded.language, text = excluded.text, bytes = excluded.bytes
                """)
        for text in batch.texts {
            try upsert.execute(arguments: [
                library, Data(text.folder), Data(text.name), text.facts.size, text.facts.modifiedNanoseconds,
                Int64(bitPattern: text.facts.inode), text.meaning.purpose.rawValue, Data(text.meaning.stem),
                text.meaning.language, text.text, text.bytes.map { Data($0) },
            ])
        }
    }
}
