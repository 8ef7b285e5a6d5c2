import Accounts
import Foundation
import GRDB
import Primitives
import Shelf

/// The stored playlists within one transaction.
struct PlaylistTable: PlaylistState, TransactionScoped {
    let db: Database

    func playlist(_ id: ID<Playlist>, for caller: Principal) throws -> Playlist {
        try PlaylistReader(db: db, caller: caller).playlist(id)
    }

    func isSmart(_ id: ID<Playlist>, for caller: Principal) throws -> Bool? {
        try db.value(Self.smart, ["id": id, "reader": caller.user])
    }

    func access(to id: ID<Playlist>) throws -> PlaylistAccess? {
        let row = try db.row("SELECT owner, visibility, hidden_at FROM playlist WHERE id = ?", [id])
        guard let row else { return nil }
        let invited: Set<ID<Person>> = try db.valueSet("SELECT account FROM playlist_editor WHERE playlist = ?", [id])
        return PlaylistAccess(
            owner: row["owner"], visibility: PlaylistVisibility(rawValue: row["visibility"]) ?? .private,
            isHidden: (row["hidden_at"] as Int64?) != nil, invited: invited)
    }

    /// The users who receive events about the playlist; nobody if there is none.
    func readers(of id: ID<Playlist>) throws -> PlaylistChange.Readers {
        try access(to: id)?.readers ?? .people([])
    }

    func count(of person: ID<Person>) throws -> Int {
        try db.value("SELECT count(*) FROM playlist WHERE owner = ?", [person]) ?? 0
    }

    func person(named username: String) throws -> ID<Person>? {
        try db.value("SELECT id FROM account WHERE username_key = ? AND disabled = 0", [Username.key(of: username)])
    }

    func hasLibrary(_ id: String) throws -> Bool {
        try db.exists("SELECT 1 FROM library WHERE id = ?", [id])
    }

    /// - Returns: the entries that the write has added and removed.
    func execute(_ write: PlaylistWrite) throws -> EntryChanges {
        switch write {
        case .add(let id, let draft, let owner, let instant):
            try db.run(
                """
                INSERT INTO playlist (id, owner, name, name_key, description, visibility, revision, created_at, changed_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?7)
                """,
                [
                    id, owner, draft.name, FoldedText.sortKey(draft.name), draft.description, draft.visibility.rawValue,
                    instant,
                ])
        case .describe(let id, let edit): try describe(id, edit)
        case .setRules(let rules, let id):
            try db.run(
                """
                INSERT INTO smart_playlist (playlist, rules) VALUES (?1, ?2)
                ON CONFLICT (playlist) DO UPDATE SET rules = ?2
                """, [id, String(decoding: try JSONEncoder().encode(rules.node), as: UTF8.self)])
        case .setEditors(let editors, let id):
            try db.run("DELETE FROM playlist_editor WHERE playlist = ?", [id])
            for editor in editors {
                try db.run("INSERT INTO playlist_editor (playlist, account) VALUES (?, ?)", [id, editor])
            }
        case .rearrange(let operations, let id, let caller, let instant):
            return try rearrange(operations, PlaylistEntries(db, of: id, for: caller), at: instant)
        case .raiseRevision(let id, let instant):
            try db.run(
                "UPDATE playlist SET revision = revision + 1, changed_at = max(changed_at, ?) WHERE id = ?",
                [instant, id])
        case .remove(let id): try db.run("DELETE FROM playlist WHERE id = ?", [id])
        }
        return EntryChanges()
    }

    private func describe(_ id: ID<Playlist>, _ edit: PlaylistEdit) throws {
        try db.run(
            """
            UPDATE playlist SET name = coalesce(:name, name), name_key = coalesce(:key, name_key),
              description = coalesce(:description, description), visibility = coalesce(:visibility, visibility),
              cover = iif(:setsCover, :cover, cover)
            WHERE id = :id
            """,
            [
                "name": edit.name, "key": edit.name.map { FoldedText.sortKey($0) }, "description": edit.description,
                "visibility": edit.visibility?.rawValue, "setsCover": edit.cover != nil,
                "cover": edit.cover.flatMap { $0?.hex }, "id": id,
            ])
    }

    private func rearrange(
        _ operations: [PlaylistEdit.Operation], _ entries: PlaylistEntries, at instant: Timestamp
    ) throws -> EntryChanges {
        // Places refer to the state before the change, whatever order the operations have.
        var places: [Bool: [PlaylistEntry]] = [:]
        for case .removePlaces(_, let amongMissing) in operations where places[amongMissing] == nil {
            places[amongMissing] = try entries.visible(amongMissing: amongMissing)
        }
        var changes = EntryChanges()
        for operation in operations {
            switch operation {
            case .append(let tracks): changes.added += try entries.append(tracks, at: instant)
            case .insert(let tracks, let anchor):
                changes.added += try entries.insert(tracks, after: anchor, at: instant)
            case .remove(let ids): changes.removed += try entries.remove(ids)
            case .removePlaces(let indices, let amongMissing):
                let all = places[amongMissing] ?? []
                guard indices.allSatisfy(all.indices.contains) else {
                    throw DomainError.invalid("There is no such place in the playlist", field: "indices")
                }
                changes.removed += try entries.remove(indices.map { all[$0].id })
            case .move(let ids, let anchor): try entries.move(ids, after: anchor)
            case .replace(let tracks, let keepsMissing):
                let replaced = try entries.replace(with: tracks, keepsMissing: keepsMissing, at: instant)
                changes.added += replaced.added
                changes.removed += replaced.removed
            }
        }
        if !changes.added.isEmpty { try entries.checkLength() }
        return changes
    }

    private static let smart = """
        SELECT EXISTS (SELECT 1 FROM smart_playlist s WHERE s.playlist = p.id) FROM playlist p
        WHERE p.id = :id AND \(PlaylistReader.isReadable)
        """
}
