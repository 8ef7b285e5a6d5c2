import GRDB
package import Journal
package import Moderation
import Messaging
package import Primitives

/// Reports in SQLite.
package struct SQLiteReportStore: ReportStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func edit(
        _ subject: ReportEditSubject,
        _ decide: @escaping @Sendable (any ReportState) throws -> Changes<ReportWrite>
    ) async throws {
        let area: ChangeSignal.Area =
            switch subject {
            case .reports: .administration
            case .accounts: .accounts
            }
        try await database.write(area) { db in
            let reports = ReportTable(db)
            try decide(reports).write(to: db, reports.execute)
        }
    }

    package func report(_ id: ID<Report>, in scope: LibraryScope) async throws -> Report {
        try await database.read { db in try Self.one(id, in: scope, db) }
    }

    package func reports(
        isOpen: Bool, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> (page: Page<Report>, open: Int) {
        let list = KeysetList(name: isOpen ? "reports.open" : "reports.closed", columns: [.integer, .text])
        let position = try list.position(page.cursor)
        return try await database.read { db in
            var arguments = scope.named
            arguments["limit"] = (page.limit + 1).databaseValue
            for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
            let sql = Self.page(isOpen: isOpen, scope, isFirst: position == nil)
            let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
            let reports = list.page(rows.compactMap(Self.report), limit: page.limit) {
                [.integer($0.at.milliseconds), .text($0.id.rawValue)]
            }
            let open = try Int.fetchOne(
                db.cachedStatement(
                    sql: "SELECT count(*) FROM report r WHERE r.closed_at IS NULL AND \(Self.isSeen(scope))"),
                arguments: scope.arguments)
            return (reports, open ?? 0)
        }
    }

    static func one(_ id: ID<Report>, in scope: LibraryScope, _ db: Database) throws -> Report {
        let arguments: StatementArguments = ["id": id.rawValue]
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "\(columns) WHERE r.id = :id AND \(isSeen(scope))"),
            arguments: arguments + scope.arguments)
        guard let report = row.flatMap(report) else { throw DomainError.noReport }
        return report
    }

    /// Returns nil for a kind that only a later version knows.
    private static func report(_ row: Row) -> Report? {
        guard let kind = Report.Kind(rawValue: row["kind"]), let state = Report.State(rawValue: row["state"]),
            let reporter = person(row, "reporter")
        else { return nil }
        return Report(
            id: ID(row["id"]), kind: kind, subject: row["subject"], day: row["day"], track: row["track"],
            title: row["title"], owner: person(row, "owner"), text: row["text"], at: Timestamp(milliseconds: row["at"]),
            reporter: reporter, state: state, moderator: person(row, "moderator"), answer: row["answer"],
            count: row["count"])
    }

    private static func person(_ row: Row, _ role: String) -> NamedPerson? {
        (row[role] as String?).map {
            NamedPerson(id: ID($0), name: row["\(role)_name"], picture: row.blobKey("\(role)_picture"))
        }
    }

    private static func isSeen(_ scope: LibraryScope) -> String {
        "(r.library IS NULL OR true\(scope.and("r.library")))"
    }

    static func page(isOpen: Bool, _ scope: LibraryScope, isFirst: Bool) -> String {
        """
        \(columns) WHERE r.closed_at IS \(isOpen ? "NULL" : "NOT NULL") AND \(isSeen(scope))
        \(isFirst ? "" : "AND (r.at, r.id) < (:after0, :after1)") ORDER BY r.at DESC, r.id DESC LIMIT :limit
        """
    }

    private static let columns = """
        SELECT r.id, r.kind, r.subject, r.day, r.title, r.text, r.at, r.state, r.answer, r.reporter, r.owner, r.moderator,
          (SELECT x.track FROM moment x WHERE r.kind = 'moment' AND x.id = r.subject) AS track,
          p.display_name AS reporter_name, p.picture AS reporter_picture, o.display_name AS owner_name,
          o.picture AS owner_picture, m.display_name AS moderator_name, m.picture AS moderator_picture,
          (SELECT count(*) FROM report s WHERE s.kind = r.kind AND s.subject = r.subject AND s.closed_at IS NULL) AS count
        FROM report r JOIN account p ON p.id = r.reporter LEFT JOIN account o ON o.id = r.owner
        LEFT JOIN account m ON m.id = r.moderator
        """
}
