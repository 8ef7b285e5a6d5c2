package import Accounts
import GRDB
package import Journal
package import Primitives

extension SQLiteAccountStore {
    package func twoFactor(of id: ID<Person>) async throws -> TwoFactor? {
        try await database.read { db in try TwoFactorRows.load(of: id, db) }
    }

    package func rolesRequiringTwoFactor() async throws -> Set<Role> {
        try await database.read(TwoFactorRows.requiredRoles)
    }

    package func requireTwoFactor(for roles: Set<Role>, journal entry: JournalEntry) async throws {
        try await database.write(.accounts) { db in
            try db.execute(sql: "DELETE FROM two_factor_role")
            for role in roles {
                try db.execute(sql: "INSERT INTO two_factor_role (role) VALUES (?)", arguments: [role.rawValue])
            }
            try entry.append(to: db)
        }
    }
}
