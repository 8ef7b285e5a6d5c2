import Catalog
import Foundation
import GRDB
package import Primitives
package import Submissions

/// Publishes submissions from quarantine into a library.
extension SQLiteSubmissionStore {
    package func publications() async throws -> [Publication] {
        try await database.read { db in
            try Row.fetchAll(db, sql: Self.underway).compactMap { row in
                guard let path = KnownFolderReader.path(row) else { return nil }
                return Publication(
                    id: ID(row["id"]), library: (row["library"] as String?).map { ID($0) },
                    root: [UInt8](row["root"] as Data? ?? Data()), path: path, size: row["size"],
                    digest: [UInt8](row["digest"] as Data))
            }
        }
    }

    package func published() async throws -> [ID<Submission>] {
        try await database.read { db in
            try String.fetchAll(
                db, sql: "SELECT id FROM submission WHERE state = 'approved' AND is_kept = 1 LIMIT 1000"
            ).map { ID($0) }
        }
    }

    package func forgetFile(of id: ID<Submission>) async throws {
        try await database.write(.submissions) { db in
            try db.execute(
                sql: "UPDATE submission SET is_kept = 0 WHERE id = ? AND state = 'approved'", arguments: [id.rawValue])
        }
    }

    package func old(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, account FROM submission
                    WHERE state IN (\(Submission.State.list(Submission.State.dormant))) AND changed_at < ?
                    """, arguments: [instant.milliseconds])
            let owners = rows.map { row -> (ID<Submission>, ID<Person>?) in
                (ID(row["id"]), (row["account"] as String?).map { ID($0) })
            }
            return AbandonedSubmissions(
                owners: Dictionary(uniqueKeysWithValues: owners),
                total: try Int.fetchOne(db, sql: "SELECT count(*) FROM submission") ?? 0)
        }
    }

    package func needed(_ ids: [ID<Submission>]) async throws -> Set<ID<Submission>> {
        try await database.read { db in
            let list = JSONList(ids.map(\.rawValue))
            let found = try String.fetchAll(
                db,
                sql: """
                    SELECT u.id FROM json_each(?1) j CROSS JOIN upload u ON u.id = j.value WHERE u.state <> 'refused'
                    UNION SELECT s.id FROM json_each(?1) j CROSS JOIN submission s ON s.id = j.value WHERE s.is_kept = 1
                    UNION SELECT l.id FROM json_each(?1) j CROSS JOIN link_import l ON l.id = j.value WHERE l.state = 'fetching'
                    """, arguments: [list])
            return Set(found.map { ID($0) })
        }
    }

    static let underway = """
        SELECT s.id, l.id AS library, s.folder, s.name, s.size, s.digest, l.path AS root
        FROM submission s LEFT JOIN library l ON l.id = s.library AND l.removed_at IS NULL
        WHERE s.state = 'approving' ORDER BY s.at, s.id LIMIT 500
        """
}
