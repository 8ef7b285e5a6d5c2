package import Catalog
import Foundation
import GRDB
package import Journal
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

    package func retarget(_ id: ID<Submission>, to path: LibraryPath) async throws -> Bool {
        try await database.write(.submissions) { db in
            guard
                let library = try String.fetchOne(
                    db, sql: "SELECT library FROM submission WHERE id = ? AND state = 'approving'",
                    arguments: [id.rawValue]),
                try Self.isFree(path, of: ID(library), db)
            else { return false }
            try db.execute(
                sql: "UPDATE submission SET folder = ?, name = ? WHERE id = ?",
                arguments: [Data(path.folder), Data(path.name), id.rawValue])
            return true
        }
    }

    package func giveUp(_ id: ID<Submission>, because failure: String, at instant: Timestamp) async throws {
        try await database.write(.submissions) { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    UPDATE submission SET state = 'pending', failure = ?2, decided_by = NULL, decided_at = NULL,
                      library = NULL, folder = NULL, name = NULL, changed_at = max(changed_at, ?3)
                    WHERE id = ?1 AND state = 'approving' RETURNING account
                    """, arguments: [id.rawValue, failure, instant.milliseconds])
            guard let row else { return }
            let submitter = (row["account"] as String?).map { ID<Person>($0) }
            for event in SubmissionEvents.events(id, .pending, of: submitter, forModerators: true) {
                try event.append(to: db)
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
                    WHERE state IN ('draft', 'rejected', 'withdrawn') AND changed_at < ?
                    """, arguments: [instant.milliseconds])
            let owners = rows.map { row -> (ID<Submission>, ID<Person>?) in
                (ID(row["id"]), (row["account"] as String?).map { ID($0) })
            }
            return AbandonedSubmissions(
                owners: Dictionary(uniqueKeysWithValues: owners),
                total: try Int.fetchOne(db, sql: "SELECT count(*) FROM submission") ?? 0)
        }
    }

    package func removeOld(
        _ ids: [ID<Submission>], untouchedSince instant: Timestamp, at: Timestamp
    ) async throws -> [ID<Submission>] {
        try await database.write(.submissions) { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    DELETE FROM submission WHERE id IN (SELECT value FROM json_each(?))
                      AND state IN ('draft', 'rejected', 'withdrawn') AND changed_at < ?
                    RETURNING id, account, state
                    """, arguments: [JSONList(ids.map(\.rawValue)), instant.milliseconds])
            for row in rows {
                let submitter = (row["account"] as String?).map { ID<Person>($0) }
                for event in SubmissionEvents.events(
                    ID(row["id"]), nil, of: submitter, forModerators: row["state"] == "rejected")
                { try event.append(to: db) }
            }
            return rows.map { ID($0["id"]) }
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
