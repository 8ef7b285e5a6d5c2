package import Accounts
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
                    invitation: try AccountRows.invitation(row), madeBy: row["made_by_name"],
                    usedBy: row["used_by_name"], planName: row["plan_name"])
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
        try await database.read { db in
            let accounts = AccountTable(db: db)
            return try accounts.invitation(hash).map { invitation in
                (invitation, try invitation.maker.flatMap { try accounts.user($0) })
            }
        }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any AccountState) throws -> (Changes<AccountWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.administration) { db in try AccountTable(db: db).edit(decide) }
    }
}
