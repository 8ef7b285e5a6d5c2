package import Administration
import GRDB
package import Journal
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

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any FeatureRequestState) throws -> (Changes<FeatureRequestWrite>, Outcome)
    ) async throws -> Outcome {
        try await database.write(.administration) { db in
            let requests = FeatureRequestTable(db)
            let (changes, outcome) = try decide(requests)
            try changes.write(to: db, requests.execute)
            return outcome
        }
    }

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

    static let one = "\(columns) WHERE r.id = ?"

    static func request(_ row: Row) throws -> FeatureRequest {
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

/// The stored requests within one transaction.
private struct FeatureRequestTable: FeatureRequestState {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func request(_ id: ID<FeatureRequest>) throws -> FeatureRequest {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: SQLiteFeatureRequestStore.one), arguments: [id.rawValue])
        guard let row else { throw DomainError.noRequest }
        return try SQLiteFeatureRequestStore.request(row)
    }

    func openCount(of person: ID<Person>) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM feature_request WHERE account = ? AND state = 'open'",
            arguments: [person.rawValue]) ?? 0
    }

    func admins() throws -> [ID<Person>] { try AccountTable(db: db).admins() }

    func name(of person: ID<Person>) throws -> String? {
        try String.fetchOne(db, sql: "SELECT display_name FROM account WHERE id = ?", arguments: [person.rawValue])
    }

    func execute(_ write: FeatureRequestWrite) throws {
        switch write {
        case .add(let id, let text, let person, let instant):
            try db.execute(
                sql: """
                    INSERT INTO feature_request (id, account, text, at, state, answer) VALUES (?, ?, ?, ?, 'open', '')
                    """,
                arguments: [id.rawValue, person.rawValue, text, instant.milliseconds])
        case .answer(let id, let answer, let state, let admin, let instant):
            try db.execute(
                sql: """
                    UPDATE feature_request SET answer = ?, state = ?, answered_by = ?, answered_at = ? WHERE id = ?
                    """,
                arguments: [answer, state.rawValue, admin?.rawValue, instant.milliseconds, id.rawValue])
        case .remove(let id):
            try db.execute(sql: "DELETE FROM feature_request WHERE id = ?", arguments: [id.rawValue])
        }
    }
}
