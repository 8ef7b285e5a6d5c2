import GRDB
package import Journal
package import Primitives
package import Shelf

/// Folders of playlists in SQLite.
package struct SQLitePlaylistFolderStore: PlaylistFolderStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func folders(of caller: Principal) async throws -> [PlaylistFolder] {
        try await database.read { db in
            let reader: StatementArguments = ["reader": caller.user]
            var playlists: [String: [ID<Playlist>]] = [:]
            for row in try db.rows(Self.playlists, reader) {
                playlists[row["folder"], default: []].append(ID(row["playlist"]))
            }
            return try db.rows(Self.folders, reader).map { row in
                let id: String = row["id"]
                return PlaylistFolder(
                    id: ID(id), name: row["name"], parent: row["parent"], playlists: playlists[id] ?? [],
                    createdAt: row["created_at"], changedAt: row["changed_at"])
            }
        }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any PlaylistFolderState, PlaylistFolderWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.shelf, PlaylistFolderTable.self, decide)
    }

    static func hasFolder(_ id: ID<PlaylistFolder>, of person: ID<Person>, _ db: Database) throws -> Bool {
        try db.exists("SELECT 1 FROM playlist_folder WHERE id = ? AND account = ?", [id, person])
    }

    static let folders = """
        SELECT id, parent, name, created_at, changed_at FROM playlist_folder
        WHERE account = :reader ORDER BY name_key, id
        """
    static let playlists = """
        SELECT i.folder, i.playlist FROM playlist_in_folder i CROSS JOIN playlist p ON p.id = i.playlist
        WHERE i.account = :reader AND \(PlaylistReader.isReadable) ORDER BY p.name_key, p.id
        """
}

/// The stored folders within one transaction.
struct PlaylistFolderTable: PlaylistFolderState, EditedTable {
    let db: Database

    func tree(of person: ID<Person>) throws -> PlaylistFolderTree {
        let rows = try db.rows("SELECT id, parent FROM playlist_folder WHERE account = ?", [person])
        let parents = rows.map { row in
            let parent: String? = row["parent"]
            return (ID<PlaylistFolder>(row["id"]), parent.map { ID<PlaylistFolder>($0) })
        }
        return PlaylistFolderTree(Dictionary(uniqueKeysWithValues: parents))
    }

    func folder(holding playlist: ID<Playlist>, of person: ID<Person>) throws -> ID<PlaylistFolder>? {
        try db.value("SELECT folder FROM playlist_in_folder WHERE account = ? AND playlist = ?", [person, playlist])
    }

    /// The user's folder of that name, however it is written, in `parent`; nil for none.
    func folder(
        named name: String, in parent: ID<PlaylistFolder>?, of person: ID<Person>
    ) throws -> ID<PlaylistFolder>? {
        try db.value(
            "SELECT id FROM playlist_folder WHERE account = ? AND name_key = ? AND parent IS ? ORDER BY id",
            [person, FoldedText.sortKey(name), parent])
    }

    func reads(_ playlist: ID<Playlist>, _ caller: Principal) throws -> Bool {
        try PlaylistTable(db).isSmart(playlist, for: caller) != nil
    }

    func execute(_ write: PlaylistFolderWrite) throws {
        switch write {
        case .add(let id, let draft, let person, let instant):
            try db.run(
                """
                INSERT INTO playlist_folder (id, account, parent, name, name_key, created_at, changed_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
                """, [id, person, draft.parent, draft.name, FoldedText.sortKey(draft.name), instant])
        case .edit(let id, let change, let instant):
            try db.run(
                """
                UPDATE playlist_folder SET name = coalesce(:name, name), name_key = coalesce(:key, name_key),
                  parent = iif(:moves, :parent, parent), changed_at = max(changed_at, :at)
                WHERE id = :id
                """,
                [
                    "name": change.name, "key": change.name.map { FoldedText.sortKey($0) },
                    "moves": change.parent != nil, "parent": change.parent.flatMap { $0?.rawValue }, "at": instant,
                    "id": id,
                ])
        case .empty(let id, let target):
            try db.run("UPDATE playlist_folder SET parent = ? WHERE parent = ?", [target, id])
            if let target {
                try db.run("UPDATE playlist_in_folder SET folder = ? WHERE folder = ?", [target, id])
            } else {
                try db.run("DELETE FROM playlist_in_folder WHERE folder = ?", [id])
            }
        case .remove(let id): try db.run("DELETE FROM playlist_folder WHERE id = ?", [id])
        case .put(let playlist, let folder?, let person):
            try db.run(
                """
                INSERT INTO playlist_in_folder (account, playlist, folder) VALUES (?1, ?2, ?3)
                ON CONFLICT (account, playlist) DO UPDATE SET folder = ?3
                """, [person, playlist, folder])
        case .put(let playlist, nil, let person):
            try db.run("DELETE FROM playlist_in_folder WHERE account = ? AND playlist = ?", [person, playlist])
        }
    }
}
