package import Catalog
import Foundation
import GRDB
package import Journal
package import Moderation
package import Primitives

/// Withdrawn music in SQLite.
package struct SQLiteWithdrawalStore: WithdrawalStore {
    private static let mostAtOnce = 200
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func withdrawals(
        _ list: WithdrawalList, matching text: String, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<Withdrawal> {
        let part = try KeysetList(name: "withdrawals.\(list.rawValue)", columns: [.integer, .text]).part(page)
        return try await database.read { db in
            let rows = try db.rows(
                WithdrawalReader.page(list, scope, isFirst: part.isFirst),
                part.arguments + ["words": FoldedText.fold(text)] + scope.arguments)
            return part.page(rows.compactMap(WithdrawalReader.withdrawal)) { ($0.at, $0.id) }
        }
    }

    package func withdrawal(_ id: ID<Withdrawal>, in scope: LibraryScope) async throws -> Withdrawal {
        try await database.read { try WithdrawalReader.one(id, in: scope, $0) }
    }

    package func withdrawals(_ ids: [ID<Withdrawal>], in scope: LibraryScope) async throws -> [Withdrawal] {
        try await database.read { db in try ids.map { try WithdrawalReader.one($0, in: scope, db) } }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any WithdrawalState, WithdrawalWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.catalogue, and: [.shelf], WithdrawalTable.self, decide)
    }

    package func underway() async throws -> [WithdrawnFile] {
        try await database.read { db in
            try db.rows(WithdrawalReader.files("w.state IN ('leaving', 'returning')"), ["limit": Self.mostAtOnce])
                .compactMap(WithdrawalReader.file)
        }
    }

    package func settle(_ file: WithdrawnFile, in state: Withdrawal.State, failure: String?) async throws {
        try await database.write(.catalogue) { db in
            try db.run(
                """
                UPDATE withdrawal SET state = :state, failure = :failure
                WHERE id = :id AND ended_at IS NULL AND state = :expected
                  AND (state IS NOT :state OR failure IS NOT :failure)
                """, ["id": file.id, "expected": file.state.rawValue, "state": state.rawValue, "failure": failure])
            if db.changesCount > 0 { try WithdrawalEvents.event(file.id).append(to: db) }
        }
    }

    package func retarget(_ id: ID<Withdrawal>, to path: LibraryPath) async throws {
        try await database.write(.catalogue) { db in
            try db.run(
                "UPDATE withdrawal SET folder = ?, name = ? WHERE id = ? AND state = 'returning'",
                [Data(path.folder), Data(path.name), id])
        }
    }

    package func returning(_ ids: [ID<Withdrawal>]) async throws -> [ID<Withdrawal>] {
        try await database.read { db in
            try db.values(
                """
                SELECT w.id FROM json_each(?) j CROSS JOIN withdrawal w ON w.id = j.value WHERE w.state = 'returning'
                """, [JSONList(ids)])
        }
    }

    package func expired(before instant: Timestamp) async throws -> ExpiredWithdrawals {
        try await database.read { db in
            ExpiredWithdrawals(
                owners: try db.owners(
                    """
                    SELECT id, moderator FROM withdrawal
                    WHERE ended_at IS NULL AND state <> 'returning' AND at < ? ORDER BY at, id
                    """, [instant]),
                total: try db.value("SELECT count(*) FROM withdrawal WHERE ended_at IS NULL") ?? 0)
        }
    }

    package func beginRemoval(_ ids: [ID<Withdrawal>], before instant: Timestamp) async throws -> [WithdrawnFile] {
        try await database.write(.catalogue) { db in
            try db.run(
                """
                UPDATE withdrawal SET state = 'removing' WHERE id IN (SELECT value FROM json_each(?))
                  AND ended_at IS NULL AND state <> 'returning' AND at < ?
                """, [JSONList(ids), instant])
            return try db.rows(WithdrawalReader.files("w.state = 'removing'"), ["limit": Cleanup.mostPerRun])
                .compactMap(WithdrawalReader.file)
        }
    }
}

/// Reads withdrawals and their files.
enum WithdrawalReader {
    /// Throws `notFound` for a withdrawal in a library outside of the scope.
    static func one(_ id: ID<Withdrawal>, in scope: LibraryScope, _ db: Database) throws -> Withdrawal {
        let row = try db.row("\(columns) WHERE w.id = :id\(scope.and("w.library"))", ["id": id] + scope.arguments)
        guard let found = row.flatMap(withdrawal) else { throw DomainError.noWithdrawal }
        return found
    }

    static func withdrawal(_ row: Row) -> Withdrawal? {
        guard let state = Withdrawal.State(rawValue: row["state"]) else { return nil }
        return Withdrawal(
            id: row["id"], track: row["track"], title: row["title"], artist: row["artist"], album: row["album"],
            cover: row.blobKey("cover"), reason: row["reason"], state: state, at: row["at"],
            moderator: row.person(inRole: "moderator"), submitter: row.person(inRole: "giver"), failure: row["failure"])
    }

    static func file(_ row: Row) -> WithdrawnFile? {
        guard let path = KnownFolderReader.path(row), let state = Withdrawal.State(rawValue: row["state"]) else {
            return nil
        }
        return WithdrawnFile(
            id: row["id"], state: state, library: row["library"], root: [UInt8](row["root"] as Data? ?? Data()),
            path: path, size: row["size"], modifiedNanoseconds: row["modified_ns"])
    }

    static func page(_ list: WithdrawalList, _ scope: LibraryScope, isFirst: Bool) -> String {
        """
        \(columns) WHERE w.ended_at IS \(list == .bin ? "NULL" : "NOT NULL") AND instr(w.words, :words) > 0\(scope.and("w.library"))
        \(isFirst ? "" : "AND (w.at, w.id) < (:after0, :after1)") ORDER BY w.at DESC, w.id DESC LIMIT :limit
        """
    }

    /// The files of withdrawals. If a library was removed, its bin stays in place until the library's folder is added
    /// again.
    static func files(_ condition: String) -> String {
        """
        SELECT w.id, w.state, l.id AS library, l.path AS root, w.folder, w.name, w.size, w.modified_ns
        FROM withdrawal w JOIN library l ON l.id = w.library AND l.removed_at IS NULL
        WHERE w.ended_at IS NULL AND \(condition) ORDER BY w.at, w.id LIMIT :limit
        """
    }

    private static let columns = """
        SELECT w.id, w.track, w.title, w.artist, w.album, w.cover, w.reason, w.state, w.at, w.failure, w.moderator,
          w.giver, m.display_name AS moderator_name, m.picture AS moderator_picture, g.display_name AS giver_name,
          g.picture AS giver_picture
        FROM withdrawal w LEFT JOIN account m ON m.id = w.moderator LEFT JOIN account g ON g.id = w.giver
        """
}
