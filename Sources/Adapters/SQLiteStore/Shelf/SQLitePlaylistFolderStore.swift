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
            let reader: StatementArguments = ["reader": caller.user.rawValue]
            var playlists: [String: [ID<Playlist>]] = [:]
            for row in try Row.fetchAll(db.cachedStatement(sql: Self.playlists), arguments: reader) {
                playlists[row["folder"], default: []].append(ID(row["playlist"]))
            }
            return try Row.fetchAll(db.cachedStatement(sql: Self.folders), arguments: reader).map { row in
                let (id, parent): (String, String?) = (row["id"], row["parent"])
                return PlaylistFolder(
                    id: ID(id), name: row["name"], parent: parent.map { ID($0) }, playlists: playlists[id] ?? [],
                    createdAt: Timestamp(milliseconds: row["created_at"]),
                    changedAt: Timestamp(milliseconds: row["changed_at"]))
            }
        }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any PlaylistFolderState) throws -> (Changes<PlaylistFolderWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.shelf) { db in
            let folders = PlaylistFolderTable(db)
            let (changes, outcome) = try decide(folders)
            try changes?.write(to: db, folders.execute)
            return outcome
        }
    }

    static func hasFolder(_ id: ID<PlaylistFolder>, of person: ID<Person>, _ db: Database) throws -> Bool {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM playlist_folder WHERE id = ? AND account = ?"),
            arguments: [id.rawValue, person.rawValue]) != nil
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
struct PlaylistFolderTable: PlaylistFolderState {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func tree(of person: ID<Person>) throws -> PlaylistFolderTree {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT id, parent FROM playlist_folder WHERE account = ?"),
            arguments: [person.rawValue])
        let parents = rows.map { row in
            let parent: String? = row["parent"]
            return (ID<PlaylistFolder>(row["id"]), parent.map { ID<PlaylistFolder>($0) })
        }
        return PlaylistFolderTree(Dictionary(uniqueKeysWithValues: parents))
    }

    func folder(holding playlist: ID<Playlist>, of person: ID<Person>) throws -> ID<PlaylistFolder>? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT folder FROM playlist_in_folder WHERE account = ? AND playlist = ?"),
            arguments: [person.rawValue, playlist.rawValue]
        ).map { ID($0) }
    }

    /// The user's folder of that name, however it is written, in `parent`; nil for none.
    func folder(
        named name: String, in parent: ID<PlaylistFolder>?, of person: ID<Person>
    ) throws -> ID<PlaylistFolder>? {
        try String.fetchOne(
            db.cachedStatement(
                sql: "SELECT id FROM playlist_folder WHERE account = ? AND name_key = ? AND parent IS ? ORDER BY id"),
            arguments: [person.rawValue, FoldedText.sortKey(name), parent?.rawValue]
        ).map { ID($0) }
    }

    func reads(_ playlist: ID<Playlist>, _ caller: Principal) throws -> Bool {
        try PlaylistTable(db).isSmart(playlist, for: caller) != nil
    }

    func execute(_ write: PlaylistFolderWrite) throws {
        switch write {
        case .add(let id, let draft, let person, let instant):
            try run(
                """
                INSERT INTO playlist_folder (id, account, parent, name, name_key, created_at, changed_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
                """,
                [
                    id.rawValue, person.rawValue, draft.parent?.rawValue, draft.name, FoldedText.sortKey(draft.name),
                    instant.milliseconds,
                ])
        case .edit(let id, let change, let instant):
            try run(
                """
                UPDATE playlist_folder SET name = coalesce(:name, name), name_key = coalesce(:key, name_key),
                  parent = iif(:moves, :parent, parent), changed_at = max(changed_at, :at)
                WHERE id = :id
                """,
                [
                    "name": change.name, "key": change.name.map { FoldedText.sortKey($0) },
                    "moves": change.parent != nil, "parent": change.parent.flatMap { $0?.rawValue },
                    "at": instant.milliseconds, "id": id.rawValue,
                ])
        case .empty(let id, let target):
            try run(
                "UPDATE playlist_folder SET parent = ? WHERE parent = ?", [target?.rawValue, id.rawValue])
            if let target {
                try run(
                    "UPDATE playlist_in_folder SET folder = ? WHERE folder = ?", [target.rawValue, id.rawValue])
            } else {
                try run("DELETE FROM playlist_in_folder WHERE folder = ?", [id.rawValue])
            }
        case .remove(let id):
            try run("DELETE FROM playlist_folder WHERE id = ?", [id.rawValue])
        case .put(let playlist, let folder?, let person):
            try run(
                """
                INSERT INTO playlist_in_folder (account, playlist, folder) VALUES (?1, ?2, ?3)
                ON CONFLICT (account, playlist) DO UPDATE SET folder = ?3
                """, [person.rawValue, playlist.rawValue, folder.rawValue])
        case .put(let playlist, nil, let person):
            try run(
                "DELETE FROM playlist_in_folder WHERE account = ? AND playlist = ?",
                [person.rawValue, playlist.rawValue])
        }
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
