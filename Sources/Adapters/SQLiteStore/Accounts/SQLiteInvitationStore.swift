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

    package func invitation(hash: TokenHash) async throws -> (invitation: Invitation, maker: User?)? {
        try await database.read { db in try Self.load(hash, db) }
    }

    package func create(
        _ invitation: Invitation, by maker: Maker, journal entry: JournalEntry,
        _ check: @escaping @Sendable (User?) throws -> Void
    ) async throws {
        let libraries = invitation.libraries.libraries?.sorted().joined(separator: " ")
        try await database.write(.administration) { db in
            try check(invitation.maker.flatMap { try SQLiteAccountStore.loadUser($0, db) })
            if let ids = invitation.libraries.libraries {
                for id in ids {
                    guard try Bool.fetchOne(db, sql: "SELECT 1 FROM library WHERE id = ?", arguments: [id]) == true
                    else { throw DomainError.invalid("libraries holds one that is not known", field: "libraries") }
                }
            }
            do {
                try db.execute(
                    sql: """
                        INSERT INTO invitation (id, hash, label, role, plan, libraries, hears_explicit, created_by, created_at, expires_at)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        invitation.id.rawValue, Data(invitation.hash.bytes), invitation.label,
                        invitation.role.rawValue, invitation.plan?.rawValue, libraries,
                        invitation.libraries.includesExplicit, invitation.maker?.rawValue,
                        invitation.createdAt.milliseconds, invitation.expiresAt.milliseconds,
                    ])
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
                throw DomainError.invalid("There is no such plan", field: "plan")
            }
            try TokenProducts.record(
                .invitation, invitation.id.rawValue, by: TokenProducts.sources(of: maker, db),
                at: invitation.createdAt, db)
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
        _ hash: TokenHash, at now: Timestamp,
        _ decide: @escaping @Sendable ((invitation: Invitation, maker: User?)?) throws -> NewAccount
    ) async throws {
        try await database.write(.accounts) { db in
            let found = try Self.load(hash, db)
            let new = try decide(found)
            try AccountWrites.insert(new.user, db)
            if let session = new.session { try AccountWrites.insert(session, db) }
            if let id = found?.invitation.id.rawValue {
                let sources = try TokenProducts.sources(of: .invitation, id, db)
                try TokenProducts.record(.account, new.user.id.rawValue, by: sources, at: now, db)
                if let session = new.session?.id.rawValue {
                    try TokenProducts.record(.session, session, by: sources, at: now, db)
                }
            }
            try db.execute(
                sql: "UPDATE invitation SET used_at = ?, used_by = ? WHERE hash = ? AND used_at IS NULL",
                arguments: [now.milliseconds, new.user.id.rawValue, Data(hash.bytes)])
            for entry in new.journal { try entry.append(to: db) }
        }
    }

    /// Loads an invitation with those of its libraries that still exist.
    private static func load(_ hash: TokenHash, _ db: Database) throws -> (invitation: Invitation, maker: User?)? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM invitation WHERE hash = ?", arguments: [Data(hash.bytes)])
        else { return nil }
        var invitation = try invitation(row)
        let maker = try invitation.maker.flatMap { try SQLiteAccountStore.loadUser($0, db) }
        if let ids = invitation.libraries.libraries {
            let known = try Set(String.fetchAll(db, sql: "SELECT id FROM library"))
            invitation.libraries = LibraryScope(
                libraries: ids.intersection(known), includesExplicit: invitation.libraries.includesExplicit)
        }
        return (invitation, maker)
    }

    private static func invitation(_ row: Row) throws -> Invitation {
        guard let role = Role(rawValue: row["role"]), let hash = TokenHash(bytes: Array(row["hash"] as Data)) else {
            throw AccountRows.damaged("invitation")
        }
        let libraries = LibraryScope(
            libraries: (row["libraries"] as String?).map { Set($0.split(separator: " ").map(String.init)) },
            includesExplicit: row["hears_explicit"])
        return Invitation(
            id: ID(row["id"]), hash: hash, label: row["label"], role: role,
            plan: (row["plan"] as String?).map { ID($0) }, libraries: libraries,
            maker: (row["created_by"] as String?).map { ID($0) }, createdAt: Timestamp(milliseconds: row["created_at"]),
            expiresAt: Timestamp(milliseconds: row["expires_at"]),
            usedAt: (row["used_at"] as Int64?).map(Timestamp.init(milliseconds:)))
    }
}
