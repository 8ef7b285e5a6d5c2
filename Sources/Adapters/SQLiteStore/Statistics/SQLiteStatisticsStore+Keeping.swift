package import Foundation
import GRDB
package import Journal
package import Primitives
package import Listening

/// Who takes part in the group, and that the sums are right.
extension SQLiteStatisticsStore {
    package func sharingPeople() async throws -> Int {
        try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM listening_shared") ?? 0 }
    }

    package func sharing(of user: ID<Person>) async throws -> ListeningSharing {
        try await database.read { db in
            let shares = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM listening_shared WHERE account = ?)", arguments: [user.rawValue])
            return shares == true ? .gateway : .nobody
        }
    }

    package func setSharing(
        _ sharing: ListeningSharing, of user: ID<Person>, at instant: Timestamp, journal entry: JournalEntry
    ) async throws {
        try await database.write(.listening) { db in
            switch sharing {
            case .gateway:
                try db.execute(
                    sql: "INSERT INTO listening_shared (account, since) VALUES (?, ?) ON CONFLICT (account) DO NOTHING",
                    arguments: [user.rawValue, instant.milliseconds])
            case .nobody:
                try db.execute(sql: "DELETE FROM listening_shared WHERE account = ?", arguments: [user.rawValue])
            }
            if db.changesCount > 0 { try entry.append(to: db) }
        }
    }

    package func use(_ zone: TimeZone) async throws -> Bool {
        guard try await !database.read({ try ListeningZone.holds(zone, $0) }) else { return false }
        try await database.write(.listening) { db in
            try ListeningZone.set(zone, db)
            try ListeningSums.rebuild(db)
        }
        return true
    }

    package func recount() async throws -> Int {
        try await database.write(.listening) { try ListeningSums.correct($0) }
    }
}
