import Accounts
import Board
import GRDB
package import Journal
package import Primitives
import Shelf

/// Deletes accounts. Foreign keys remove the dependent rows. Rows that may be numerous, or that others are viewing, are
/// removed first.
extension SQLiteAccountStore {
    package func delete(_ id: ID<Person>, keepingShared: Bool, journal entry: JournalEntry) async throws -> Bool {
        if keepingShared { try await leaveShared(of: id, at: entry.at) }
        while try await deletePlays(of: id) {}
        while try await deletePlaylist(of: id) {}
        try await deleteToday(of: id)
        return try await database.write(.accounts) { db in
            guard try Self.mayDelete(id, db) else { return false }
            // Published lyrics stay, without a name; what nobody else reads goes.
            try db.run("DELETE FROM lyrics_version WHERE author = ? AND state <> 'published'", [id])
            try db.run("DELETE FROM account WHERE id = ?", [id])
            try entry.append(to: db)
            // The deleted ratings no longer count in any average.
            try SharedActivity(db).publishToEverybody()
            try MomentEvents.sharing.append(to: db)
            return true
        }
    }

    /// Moves the content that others see to a former member.
    private func leaveShared(of id: ID<Person>, at now: Timestamp) async throws {
        try await database.write(.accounts) { db in
            guard try Self.mayDelete(id, db) else { return }
            let former = FormerMember(at: now)
            try db.run(
                Self.formerMember,
                [
                    "id": former.id, "username": former.username, "name": former.displayName,
                    "role": former.role.rawValue, "at": former.createdAt,
                ])
            var moved = 0
            for content in SharedContent.allCases {
                try db.run(Self.handingOver(content), ["id": id, "former": former.id])
                moved += db.changesCount
            }
            if moved == 0 { try db.run("DELETE FROM account WHERE id = ?", [former.id]) }
        }
    }

    private static let formerMember = """
        INSERT INTO account (id, username, username_key, display_name, search_text, role, disabled, locale, theme, created_at,
          former) VALUES (:id, :username, :username, :name, '', :role, 1, 'en', 'system', :at, 1)
        """

    private static func handingOver(_ content: SharedContent) -> String {
        switch content {
        case .posts: "UPDATE board_post SET account = :former WHERE account = :id"
        case .comments: "UPDATE board_comment SET account = :former WHERE account = :id"
        case .reactions: "UPDATE board_reaction SET account = :former WHERE account = :id"
        case .sharedPlaylists: "UPDATE playlist SET owner = :former WHERE owner = :id AND visibility <> 'private'"
        case .backedWishes: "UPDATE wish SET account = :former WHERE account = :id AND backers > 0"
        }
    }

    /// Deletes one portion of the plays. Returns false when none are left.
    private func deletePlays(of id: ID<Person>) async throws -> Bool {
        try await database.write(.listening) { db in
            guard try Self.mayDelete(id, db) else { return false }
            for (table, key) in [("play", "id"), ("play_count", "track")] {
                try db.run(
                    """
                    DELETE FROM \(table) WHERE account = :account
                      AND \(key) IN (SELECT \(key) FROM \(table) WHERE account = :account LIMIT 1000)
                    """, ["account": id])
                if db.changesCount > 0 { return true }
            }
            return false
        }
    }

    /// Deletes one playlist and notifies its readers. Returns false when none is left.
    private func deletePlaylist(of id: ID<Person>) async throws -> Bool {
        try await database.write(.shelf) { db in
            guard try Self.mayDelete(id, db),
                let playlist: ID<Playlist> = try db.value("SELECT id FROM playlist WHERE owner = ? LIMIT 1", [id])
            else { return false }
            let readers = try PlaylistTable(db).readers(of: playlist)
            try db.run("DELETE FROM playlist WHERE id = ?", [playlist])
            for event in PlaylistEvents.events(playlist, revision: nil, to: readers) { try event.append(to: db) }
            return true
        }
    }

    /// Deletes the posts and comments on the board's open day, which others may be viewing.
    private func deleteToday(of id: ID<Person>) async throws {
        try await database.write(.board) { db in
            guard try Self.mayDelete(id, db), let day = try BoardTable(db).latestDay(before: nil) else { return }
            let comments = try db.rows(
                "DELETE FROM board_comment WHERE day = ? AND account = ? RETURNING id, post", [day, id])
            for row in comments {
                try BoardEvents.event(.commentRemoved, on: day, post: row["post"], comment: row["id"]).append(to: db)
            }
            let post: ID<Post>? = try db.value(
                "DELETE FROM board_post WHERE day = ? AND account = ? RETURNING id", [day, id])
            if let post { try BoardEvents.event(.removed, on: day, post: post).append(to: db) }
        }
    }

    private static func mayDelete(_ id: ID<Person>, _ db: Database) throws -> Bool {
        try DeletionRules.mayDelete(AccountTable(db: db).user(id))
    }
}
