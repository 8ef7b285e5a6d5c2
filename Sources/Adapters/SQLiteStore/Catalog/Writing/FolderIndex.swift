import Catalog
import Foundation
import GRDB
import Primitives

/// Keeps a row for every folder that a track has been written into, and for those above it.
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

    /// The id of the folder at `path`, made where it has none; empty for the library's top.
    @discardableResult
    func folder(_ path: [UInt8]) throws -> String {
        if let id = known[path] { return id }
        let find = try db.cachedStatement(sql: "SELECT id FROM folder WHERE library = ? AND path = ?")
        if let id = try String.fetchOne(find, arguments: [library, Data(path)]) {
            known[path] = id
            return id
        }
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        let parent = path.isEmpty ? nil : try folder(slash.map { Array(path[..<$0]) } ?? [])
        let name = String(decoding: slash.map { path[($0 + 1)...] } ?? path[...], as: UTF8.self)
        let id = ID<Folder>.make(at: at).rawValue
        let insert = try db.cachedStatement(
            sql: "INSERT INTO folder (id, library, parent, path, name, sort_key) VALUES (?, ?, ?, ?, ?, ?)")
        try insert.execute(arguments: [id, library, parent, Data(path), name, SortKeys.key(name)])
        known[path] = id
        return id
    }

    /// Whether there are tracks and no folders yet: the database is of a version that had none.
    static func isNeeded(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM folder) AND EXISTS (SELECT 1 FROM track)") ?? false
    }

    /// Makes the folders of all tracks.
    static func fill(_ db: Database, at: Timestamp) throws {
        for library in try String.fetchAll(db, sql: "SELECT id FROM library") {
            let index = FolderIndex(db, library: library, at: at)
            let folders = try Data.fetchAll(
                db, sql: "SELECT DISTINCT folder FROM track WHERE library = ?", arguments: [library])
            for folder in folders { try index.folder([UInt8](folder)) }
        }
    }
}
