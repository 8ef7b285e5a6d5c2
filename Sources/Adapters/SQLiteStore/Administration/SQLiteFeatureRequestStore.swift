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
        let part = try KeysetList(name: "requests.newest", columns: [.integer, .text]).part(page)
        var arguments = part.newest
        if let person { arguments += ["person": person] }
        if let state { arguments += ["state": state.rawValue] }
        return try await database.read { [arguments] db in
            let found = try db.rows(Self.page(ofPerson: person != nil, inState: state != nil), arguments)
            return part.page(try found.map(Self.request)) { ($0.at, $0.id) }
        }
    }

    package func openCount() async throws -> Int {
        try await database.read { try $0.value("SELECT count(*) FROM feature_request WHERE state = 'open'") ?? 0 }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any FeatureRequestState, FeatureRequestWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.administration, FeatureRequestTable.self, decide)
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
            + ["(r.at, r.id) < (:after0, :after1)"]
        return "\(columns) WHERE \(conditions.joined(separator: " AND ")) ORDER BY r.at DESC, r.id DESC LIMIT :limit"
    }

    static let one = "\(columns) WHERE r.id = ?"

    static func request(_ row: Row) throws -> FeatureRequest {
        guard let state = FeatureRequest.State(rawValue: row["state"]) else {
            throw AccountRows.damaged("feature_request")
        }
        return FeatureRequest(
            id: row["id"], person: row["account"], personName: row["name"] ?? "", text: row["text"], at: row["at"],
            state: state, answer: row["answer"], answeredBy: row["answered_by_name"], answeredAt: row["answered_at"])
    }
}

/// The stored requests within one transaction.
private struct FeatureRequestTable: FeatureRequestState, EditedTable {
    let db: Database

    func request(_ id: ID<FeatureRequest>) throws -> FeatureRequest {
        guard let row = try db.row(SQLiteFeatureRequestStore.one, [id]) else { throw DomainError.noRequest }
        return try SQLiteFeatureRequestStore.request(row)
    }

    func openCount(of person: ID<Person>) throws -> Int {
        try db.value("SELECT count(*) FROM feature_request WHERE account = ? AND state = 'open'", [person]) ?? 0
    }

    func admins() throws -> [ID<Person>] { try AccountTable(db: db).admins() }

    func name(of person: ID<Person>) throws -> String? {
        try db.value("SELECT display_name FROM account WHERE id = ?", [person])
    }

    func execute(_ write: FeatureRequestWrite) throws {
        switch write {
        case .add(let id, let text, let person, let instant):
            try db.run(
                """
                INSERT INTO feature_request (id, account, text, at, state, answer) VALUES (?, ?, ?, ?, 'open', '')
                """, [id, person, text, instant])
        case .answer(let id, let answer, let state, let admin, let instant):
            try db.run(
                """
                UPDATE feature_request SET answer = ?, state = ?, answered_by = ?, answered_at = ? WHERE id = ?
                """, [answer, state.rawValue, admin, instant, id])
        case .remove(let id): try db.run("DELETE FROM feature_request WHERE id = ?", [id])
        }
    }
}
