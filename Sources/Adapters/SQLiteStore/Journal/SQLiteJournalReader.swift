import GRDB
package import Journal
package import Primitives

/// Reads the journal, page by page, either way.
package struct SQLiteJournalReader: Sendable {
    private static let list = "journal.newest"
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// Newest first.
    package func entries(
        _ request: PageRequest, matching filter: JournalFilter = .everything
    ) async throws -> Page<JournalRecord> {
        var before = (at: filter.until?.milliseconds ?? .max, number: Int64.min)
        if let cursor = request.cursor {
            let values = try cursor.values(of: Self.list, count: 2)
            guard case .integer(let at) = values[0], case .integer(let number) = values[1] else {
                throw DomainError.invalid("This cursor belongs to another list or order", field: "cursor")
            }
            before = (min(at, before.at), at < before.at ? number : before.number)
        }
        let (at, number) = before
        let limit = request.limit
        let found = try await database.read { db in
            try Row.fetchAll(
                db, sql: Self.page(filter, isNewestFirst: true),
                arguments: Self.arguments(
                    filter, at: at, number: number, bound: filter.from?.milliseconds ?? .min, limit: limit + 1)
            ).map(JournalRows.record)
        }
        let items = Array(found.prefix(limit))
        let next = found.count > limit ? items.last : nil
        return Page(
            items: items,
            next: next.map { Cursor(list: Self.list, values: [.integer($0.at.milliseconds), .integer($0.number)]) })
    }

    /// Oldest first.
    func entries(_ filter: JournalFilter, after last: JournalRecord?, limit: Int) async throws -> [JournalRecord] {
        let at = last?.at.milliseconds ?? filter.from?.milliseconds ?? .min
        let number = last?.number ?? .min
        return try await database.read { db in
            try Row.fetchAll(
                db, sql: Self.page(filter, isNewestFirst: false),
                arguments: Self.arguments(
                    filter, at: at, number: number, bound: filter.until?.milliseconds ?? .max, limit: limit)
            ).map(JournalRows.record)
        }
    }

    func actions() async throws -> [String] {
        try await database.read { db in try String.fetchAll(db, sql: Self.actions) }
    }

    /// One step along the index for each action.
    static let actions = """
        WITH RECURSIVE known (action) AS (
          SELECT min(action) FROM journal
          UNION ALL
          SELECT (SELECT min(action) FROM journal WHERE action > known.action) FROM known WHERE known.action IS NOT NULL
        )
        SELECT action FROM known WHERE action IS NOT NULL
        """

    static func page(_ filter: JournalFilter, isNewestFirst: Bool) -> String {
        var conditions = [
            isNewestFirst ? "(j.at, j.number) < (:at, :number)" : "(j.at, j.number) > (:at, :number)",
            isNewestFirst ? "j.at >= :bound" : "j.at < :bound",
        ]
        if filter.person != nil { conditions.append("j.actor = :person") }
        if filter.action != nil { conditions.append("j.action = :action") }
        if filter.kind != nil { conditions.append("j.subject_kind = :kind") }
        // As the indexes have it, so that nothing is read of the plays.
        if filter.excludesPlays { conditions.append("j.action <> 'play.record'") }
        let direction = isNewestFirst ? "DESC" : "ASC"
        return """
            SELECT j.number, j.id, j.at, j.actor, j.origin, j.action, j.subject_kind, j.subject_id, j.details, j.seal,
              (SELECT a.display_name FROM account a WHERE a.id = j.actor) AS actor_name
            FROM journal j WHERE \(conditions.joined(separator: " AND "))
            ORDER BY j.at \(direction), j.number \(direction) LIMIT :limit
            """
    }

    /// `at` and `number` are where the walk begins, `bound` is where it ends.
    private static func arguments(
        _ filter: JournalFilter, at: Int64, number: Int64, bound: Int64, limit: Int
    ) -> StatementArguments {
        var arguments: StatementArguments = ["at": at, "number": number, "bound": bound, "limit": limit]
        if let person = filter.person { arguments += ["person": person.rawValue] }
        if let action = filter.action { arguments += ["action": action] }
        if let kind = filter.kind { arguments += ["kind": kind] }
        return arguments
    }
}
