package import Accounts
import Foundation
import GRDB
package import Journal
package import Primitives

/// Invitations in SQLite.
package struct SQLiteInvitationStore: InvitationStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func invitations(_ page: PageRequest) async throws -> Page<ListedInvitation> {
        let list = "invitations.newest"
        var before = (at: Int64.max, id: "\u{10FFFF}")
        if let values = try page.cursor?.values(of: list, count: 2) {
            guard case .integer(let at) = values[0], case .text(let id) = values[1] else {
                throw DomainError.invalid("This cursor belongs to another list or order", field: "cursor")
            }
            before = (at, id)
        }
        let (at, id) = before
        let found = try await database.read { db in
            try Row.fetchAll(db, sql: Self.page, arguments: [at, id, page.limit + 1]).map { row in
                ListedInvitation(
                    invitation: try Self.invitation(row), madeBy: row["made_by_name"], usedBy: row["used_by_name"],
                    planName: row["plan_name"])
            }
        }
        let items = Array(found.prefix(page.limit))
        let next = found.count > page.limit ? items.last?.invitation : nil
        return Page(
            items: items,
            next: next.map {
                Cursor(list: list, values: [.integer($0.createdAt.milliseconds), .text($0.id.rawValue)])
            })
    }

    static let page = """
        SELECT i.*, (SELECT display_name FROM account WHERE account.id = i.created_by) AS made_by_name,
          (SELECT display_name FROM account WHERE account.id = i.used_by) AS used_by_name,
          (SELECT name FROM plan WHERE plan.id = i.plan) AS plan_name
        FROM invitation i WHERE (i.created_at, i.id) < (?, ?) ORDER BY i.created_at DESC, i.id DESC LIMIT ?
        """

    package func invitation(hash: TokenHash) async throws -> Invitation? {
        try await database.read { db in try Self.load(hash, db) }
    }

    package func create(
        _ invitation: Invitation, by maker: ID<Person>?, journal entry: JournalEntry
    ) async throws {
        let libraries: String? =
            switch invitation.libraries {
            case .everything: nil
            case .only(let ids): ids.sorted().joined(separator: " ")
            }
        try await database.write(.administration) { db in
            if case .only(let ids) = invitation.libraries {
                for id in ids {
                    guard try Bool.fetchOne(db, sql: "SELECT 1 FROM library WHERE id = ?", arguments: [id]) == true
                    else { throw DomainError.invalid("libraries holds one that is not known", field: "libraries") }
                }
            }
            do {
                try db.execute(
                    sql: """
                        INSERT INTO invitation (id, hash, label, role, plan, libraries, created_by, created_at, expires_at)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        invitation.id.rawValue, Data(invitation.hash.bytes), invitation.label,
                        invitation.role.rawValue, invitation.plan?.rawValue, libraries, maker?.rawValue,
                        invitation.createdAt.milliseconds, invitation.expiresAt.milliseconds,
                    ])
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
                throw DomainError.invalid("There is no such plan", field: "plan")
            }
            try entry.append(to: db)
        }
    }

    package func delete(_ id: ID<Invitation>, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.administration) { db in
            try db.execute(sql: "DELETE FROM invitation WHERE id = ?", arguments: [id.rawValue])
            guard db.changesCount == 1 else { return false }
            try entry.append(to: db)
            return true
        }
    }

    package func accept(
        _ hash: TokenHash, at now: Timestamp, _ decide: @escaping @Sendable (Invitation?) throws -> NewAccount
    ) async throws {
        try await database.write(.accounts) { db in
            let new = try decide(try Self.load(hash, db))
            try AccountWrites.insert(new.user, db)
            if let session = new.session { try AccountWrites.insert(session, db) }
            try db.execute(
                sql: "UPDATE invitation SET used_at = ?, used_by = ? WHERE hash = ? AND used_at IS NULL",
                arguments: [now.milliseconds, new.user.id.rawValue, Data(hash.bytes)])
            for entry in new.journal { try entry.append(to: db) }
        }
    }

    /// Its libraries are those that are there still.
    private static func load(_ hash: TokenHash, _ db: Database) throws -> Invitation? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM invitation WHERE hash = ?", arguments: [Data(hash.bytes)])
        else { return nil }
        let invitation = try invitation(row)
        guard case .only(let ids) = invitation.libraries else { return invitation }
        let known = try Set(String.fetchAll(db, sql: "SELECT id FROM library"))
        return Invitation(
            id: invitation.id, hash: invitation.hash, label: invitation.label, role: invitation.role,
            plan: invitation.plan, libraries: .only(ids.intersection(known)), createdAt: invitation.createdAt,
            expiresAt: invitation.expiresAt, usedAt: invitation.usedAt)
    }

    private static func invitation(_ row: Row) throws -> Invitation {
        guard let role = Role(rawValue: row["role"]), let hash = TokenHash(bytes: Array(row["hash"] as Data)) else {
            throw AccountRows.damaged("invitation")
        }
        let libraries = (row["libraries"] as String?).map {
            LibraryScope.only(Set($0.split(separator: " ").map(String.init)))
        }
        return Invitation(
            id: ID(row["id"]), hash: hash, label: row["label"], role: role,
            plan: (row["plan"] as String?).map { ID($0) }, libraries: libraries ?? .everything,
            createdAt: Timestamp(milliseconds: row["created_at"]),
            expiresAt: Timestamp(milliseconds: row["expires_at"]),
            usedAt: (row["used_at"] as Int64?).map(Timestamp.init(milliseconds:)))
    }
}
