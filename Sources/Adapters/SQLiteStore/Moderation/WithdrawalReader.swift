import Primitives
import Catalog
import Foundation
import GRDB
import Moderation

/// Reads withdrawals and their files.
enum WithdrawalReader {
    /// Throws `notFound` for one of a library out of scope.
    static func one(_ id: ID<Withdrawal>, in scope: LibraryScope, _ db: Database) throws -> Withdrawal {
        let arguments: StatementArguments = ["id": id.rawValue]
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "\(columns) WHERE w.id = :id\(scope.and("w.library"))"),
            arguments: arguments + scope.arguments)
        guard let found = row.flatMap(withdrawal) else { throw DomainError.noWithdrawal }
        return found
    }

    static func withdrawal(_ row: Row) -> Withdrawal? {
        guard let state = Withdrawal.State(rawValue: row["state"]) else { return nil }
        return Withdrawal(
            id: ID(row["id"]), track: ID(row["track"]), title: row["title"], artist: row["artist"],
            album: row["album"], cover: row.blobKey("cover"), reason: row["reason"], state: state,
            at: Timestamp(milliseconds: row["at"]), moderator: person(row, "moderator"), giver: person(row, "giver"),
            failure: row["failure"])
    }

    private static func person(_ row: Row, _ role: String) -> NamedPerson? {
        (row[role] as String?).map {
            NamedPerson(id: ID($0), name: row["\(role)_name"], picture: row.blobKey("\(role)_picture"))
        }
    }

    static func file(_ row: Row) -> WithdrawnFile? {
        guard let path = KnownFolderReader.path(row), let state = Withdrawal.State(rawValue: row["state"]) else {
            return nil
        }
        return WithdrawnFile(
            id: ID(row["id"]), state: state, library: (row["library"] as String?).map { ID($0) },
            root: [UInt8](row["root"] as Data? ?? Data()), path: path, size: row["size"],
            modifiedNanoseconds: row["modified_ns"])
    }

    static func page(_ list: WithdrawalList, _ scope: LibraryScope, isFirst: Bool) -> String {
        """
        \(columns) WHERE w.ended_at IS \(list == .bin ? "NULL" : "NOT NULL") AND instr(w.words, :words) > 0\(scope.and("w.library"))
        \(isFirst ? "" : "AND (w.at, w.id) < (:after0, :after1)") ORDER BY w.at DESC, w.id DESC LIMIT :limit
        """
    }

    /// Of a library that was removed the bin stays where it is, until its folder is added again.
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
