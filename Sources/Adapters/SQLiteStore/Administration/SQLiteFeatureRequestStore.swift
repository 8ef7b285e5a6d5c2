package import Administration
import GRDB
package import Journal
import Messaging
package import Primitives

/// Feature requests in SQLite.
package struct SQLiteFeatureRequestStore: FeatureRequestStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func requests(
        of person: ID<Person>?, in state: FeatureRequest.State?, _ page: PageRequest
    ) async throws -> Page<FeatureRequest> {
        let list = "requests.newest"
        var before = (at: Int64.max, id: "\u{10FFFF}")
        if let values = try page.cursor?.values(of: list, count: 2) {
            guard case .integer(let at) = values[0], case .text(let id) = values[1] else {
                throw DomainError.invalid("This cursor belongs to another list or order", field: "cursor")
            }
            before = (at, id)
        }
        var arguments: StatementArguments = ["at": before.at, "id": before.id, "limit": page.limit + 1]
        if let person { arguments += ["person": person.rawValue] }
        if let state { arguments += ["state": state.rawValue] }
        let bound = arguments
        let found = try await database.read { db in
            try Row.fetchAll(
                db, sql: Self.page(ofPerson: person != nil, inState: state != nil), arguments: bound
            ).map(Self.request)
        }
        let items = Array(found.prefix(page.limit))
        let next = found.count > page.limit ? items.last : nil
        return Page(
            items: items,
            next: next.map {
                Cursor(list: list, values: [.integer($0.at.milliseconds), .text($0.id.rawValue)])
            })
    }

    package func openCount() async throws -> Int {
        try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM feature_request WHERE state = 'open'") ?? 0
        }
    }

    package func add(
        _ id: ID<FeatureRequest>, _ text: String, by person: ID<Person>, at now: Timestamp, journal entry: JournalEntry
    ) async throws -> FeatureRequest {
        try await database.write(.administration) { db in
            let open =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM feature_request WHERE account = ? AND state = 'open'",
                    arguments: [person.rawValue]) ?? 0
            guard open < FeatureRequest.openLimit else {
                throw DomainError(
                    .conflict, "You have \(open) requests that wait for an answer; that is enough for now",
                    reason: "too_many_open")
            }
            try db.execute(
                sql: """
                    INSERT INTO feature_request (id, account, text, at, state, answer)
                    VALUES (?, ?, ?, ?, 'open', '')
                    """,
                arguments: [id.rawValue, person.rawValue, text, now.milliseconds])
            try AdminNotifications.requestArrived(id, text, by: person, db, at: now)
            try entry.append(to: db)
            return try Self.one(id, db)
        }
    }

    package func answer(
        _ id: ID<FeatureRequest>, _ answer: String, _ state: FeatureRequest.State, by admin: ID<Person>?,
        at now: Timestamp, journal entry: JournalEntry
    ) async throws -> FeatureRequest? {
        try await database.write(.administration) { db in
            try db.execute(
                sql: """
                    UPDATE feature_request SET answer = ?, state = ?, answered_by = ?, answered_at = ? WHERE id = ?
                    """,
                arguments: [answer, state.rawValue, admin?.rawValue, now.milliseconds, id.rawValue])
            guard db.changesCount == 1 else { return nil }
            try AdminNotifications.takeBack(id, db)
            let answered = try Self.one(id, db)
            try NotificationDraft(
                to: answered.person, .requestAnswered, by: admin, about: nil,
                title: String(answered.text.prefix(200)), text: answer
            ).deliver(in: db, at: now)
            // This detail notifies the requester (`JournalUpdate`).
            try entry.adding("person", answered.person.rawValue).append(to: db)
            return answered
        }
    }

    package func withdraw(
        _ id: ID<FeatureRequest>, of person: ID<Person>, journal entry: JournalEntry
    ) async throws -> Bool {
        try await database.write(.administration) { db in
            try db.execute(
                sql: "DELETE FROM feature_request WHERE id = ? AND account = ? AND state = 'open'",
                arguments: [id.rawValue, person.rawValue])
            guard db.changesCount == 1 else {
                guard try Bool.fetchOne(db, sql: Self.isOwn, arguments: [id.rawValue, person.rawValue]) == true else {
                    return false
                }
                throw DomainError(.conflict, "It was answered, and stays", reason: "request_answered")
            }
            try AdminNotifications.takeBack(id, db)
            try entry.append(to: db)
            return true
        }
    }

    private static let isOwn = "SELECT EXISTS (SELECT 1 FROM feature_request WHERE id = ? AND account = ?)"
    private static let columns = """
        SELECT r.id, r.account, r.text, r.at, r.state, r.answer, r.answered_at,
          (SELECT display_name FROM account WHERE account.id = r.account) AS name,
          (SELECT display_name FROM account WHERE account.id = r.answered_by) AS answered_by_name
        FROM feature_request r
        """

    static func page(ofPerson: Bool, inState: Bool) -> String {
        let conditions =
            (ofPerson ? ["r.account = :person"] : []) + (inState ? ["r.state = :state"] : [])
            + ["(r.at, r.id) < (:at, :id)"]
        return "\(columns) WHERE \(conditions.joined(separator: " AND ")) ORDER BY r.at DESC, r.id DESC LIMIT :limit"
    }

    private static func one(_ id: ID<FeatureRequest>, _ db: Database) throws -> FeatureRequest {
        guard let row = try Row.fetchOne(db, sql: "\(columns) WHERE r.id = ?", arguments: [id.rawValue]) else {
            throw DomainError.notFound("There is no such request")
        }
        return try request(row)
    }

    private static func request(_ row: Row) throws -> FeatureRequest {
        guard let state = FeatureRequest.State(rawValue: row["state"]) else {
            throw AccountRows.damaged("feature_request")
        }
        return FeatureRequest(
            id: ID(row["id"]), person: ID(row["account"]), personName: row["name"] ?? "", text: row["text"],
            at: Timestamp(milliseconds: row["at"]), state: state, answer: row["answer"],
            answeredBy: row["answered_by_name"],
            answeredAt: (row["answered_at"] as Int64?).map(Timestamp.init(milliseconds:)))
    }
}
