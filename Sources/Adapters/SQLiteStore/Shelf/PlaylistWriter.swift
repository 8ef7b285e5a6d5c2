import Accounts
import Primitives
import Foundation
import GRDB
import Shelf

/// Makes one change to a playlist within a transaction.
struct PlaylistWriter {
    private let db: Database
    private let id: ID<Playlist>
    private let caller: Principal
    private let instant: Timestamp

    init(_ db: Database, _ id: ID<Playlist>, for caller: Principal, at instant: Timestamp) {
        self.db = db
        self.id = id
        self.caller = caller
        self.instant = instant
    }

    func apply(_ edit: PlaylistEdit) throws -> PlaylistChange {
        let playlist = try PlaylistReader(db, for: caller).playlist(id)
        guard playlist.isOwn || (playlist.mayEdit || playlist.rules != nil) && !edit.concernsOwner else {
            throw DomainError.notYourPlaylist
        }
        guard playlist.rules == nil || edit.operations.isEmpty else { throw DomainError.smartPlaylist }
        guard playlist.rules != nil || edit.rules == nil else { throw DomainError.notSmart }
        if let expected = edit.expected, expected != playlist.revision { throw DomainError.playlistChanged }
        let before = try Self.readers(of: id, db)
        guard !edit.isEmpty else {
            return PlaylistChange(
                revision: playlist.revision, added: [], removed: 0, before: before, after: before)
        }
        try describe(edit)
        if let rules = edit.rules { try Self.write(rules, of: id, for: caller, db) }
        if let editors = edit.editors { try invite(editors, owner: playlist.owner.id) }
        let (added, removed) = try rearrange(edit.operations)
        try db.execute(
            sql: "UPDATE playlist SET revision = revision + 1, changed_at = max(changed_at, ?) WHERE id = ?",
            arguments: [instant.milliseconds, id.rawValue])
        return PlaylistChange(
            revision: playlist.revision + 1, added: added, removed: removed, before: before,
            after: try Self.readers(of: id, db))
    }

    /// Throws `invalid` if the rules name a library or playlist that the caller does not see, or a smart playlist:
    /// rules may not depend on rules.
    static func write(_ rules: SmartRules, of id: ID<Playlist>, for caller: Principal, _ db: Database) throws {
        try check(rules, for: caller, db)
        let text = String(decoding: try JSONEncoder().encode(rules.node), as: UTF8.self)
        try db.execute(
            sql: """
                INSERT INTO smart_playlist (playlist, rules) VALUES (?1, ?2)
                ON CONFLICT (playlist) DO UPDATE SET rules = ?2
                """, arguments: [id.rawValue, text])
    }

    static func check(_ rules: SmartRules, for caller: Principal, _ db: Database) throws {
        for rule in rules.group.rules {
            guard case .text(let named) = rule.value else { continue }
            switch rule.field.kind {
            case .library:
                let isThere = try Bool.fetchOne(db, sql: "SELECT 1 FROM library WHERE id = ?", arguments: [named])
                guard isThere != nil, caller.libraries.admits(library: named) else {
                    throw DomainError.invalid("There is no such library", field: rule.place + ".value")
                }
            case .playlist:
                let found = try Row.fetchOne(
                    db.cachedStatement(sql: PlaylistReader.one),
                    arguments: ["id": named, "reader": caller.user.rawValue])
                guard let found else {
                    throw DomainError.invalid("There is no such playlist", field: rule.place + ".value")
                }
                guard (found["rules"] as String?) == nil else {
                    throw DomainError.invalid(
                        "Rules name playlists that people fill, not smart ones", field: rule.place + ".value")
                }
            default: break
            }
        }
    }

    private func describe(_ edit: PlaylistEdit) throws {
        try db.execute(
            sql: """
                UPDATE playlist SET name = coalesce(:name, name), name_key = coalesce(:key, name_key),
                  description = coalesce(:description, description), visibility = coalesce(:visibility, visibility),
                  cover = iif(:setsCover, :cover, cover)
                WHERE id = :id
                """,
            arguments: [
                "name": edit.name, "key": edit.name.map { FoldedText.sortKey($0) }, "description": edit.description,
                "visibility": edit.visibility?.rawValue, "setsCover": edit.cover != nil,
                "cover": edit.cover.flatMap { $0?.hex }, "id": id.rawValue,
            ])
    }

    private func invite(_ usernames: [String], owner: ID<Person>) throws {
        try db.execute(sql: "DELETE FROM playlist_editor WHERE playlist = ?", arguments: [id.rawValue])
        for username in Set(usernames) {
            let account = try String.fetchOne(
                db, sql: "SELECT id FROM account WHERE username_key = ? AND disabled = 0",
                arguments: [Username.key(of: username)])
            guard let account else {
                throw DomainError.invalid("There is nobody called \(username.prefix(64))", field: "editors")
            }
            guard account != owner.rawValue else { continue }
            try db.execute(
                sql: "INSERT OR IGNORE INTO playlist_editor (playlist, account) VALUES (?, ?)",
                arguments: [id.rawValue, account])
        }
    }

    private func rearrange(
        _ operations: [PlaylistEdit.Operation]
    ) throws -> (added: [ID<PlaylistEntry>], removed: Int) {
        let entries = PlaylistEntries(db, of: id, for: caller)
        // Places refer to the state before the change, whatever order the operations have.
        var places: [Bool: [PlaylistEntry]] = [:]
        for case .removePlaces(_, let amongMissing) in operations where places[amongMissing] == nil {
            places[amongMissing] = try entries.visible(amongMissing: amongMissing)
        }
        var (added, removed) = ([ID<PlaylistEntry>](), 0)
        for operation in operations {
            switch operation {
            case .append(let tracks): added += try entries.append(tracks, at: instant)
            case .insert(let tracks, let anchor): added += try entries.insert(tracks, after: anchor, at: instant)
            case .remove(let ids): removed += try entries.remove(ids)
            case .removePlaces(let indices, let amongMissing):
                let all = places[amongMissing] ?? []
                guard indices.allSatisfy(all.indices.contains) else {
                    throw DomainError.invalid("There is no such place in the playlist", field: "indices")
                }
                removed += try entries.remove(indices.map { all[$0].id })
            case .move(let ids, let anchor): try entries.move(ids, after: anchor)
            case .replace(let tracks, let keepsMissing):
                let replaced = try entries.replace(with: tracks, keepsMissing: keepsMissing, at: instant)
                added += replaced.added
                removed += replaced.removed
            }
        }
        if !added.isEmpty { try entries.checkLength() }
        return (added, removed)
    }

    static func readers(of id: ID<Playlist>, _ db: Database) throws -> PlaylistChange.Readers {
        let row = try Row.fetchOne(
            db, sql: "SELECT owner, visibility, hidden_at FROM playlist WHERE id = ?", arguments: [id.rawValue])
        guard let row else { return .people([]) }
        var people: Set<ID<Person>> = [ID(row["owner"])]
        guard (row["hidden_at"] as Int64?) == nil else { return .people(people) }
        switch PlaylistVisibility(rawValue: row["visibility"]) {
        case .public: return .everybody
        case .collaborative:
            let editors = try String.fetchAll(
                db, sql: "SELECT account FROM playlist_editor WHERE playlist = ?", arguments: [id.rawValue])
            people.formUnion(editors.map { ID($0) })
        case .private, nil: break
        }
        return .people(people)
    }
}
