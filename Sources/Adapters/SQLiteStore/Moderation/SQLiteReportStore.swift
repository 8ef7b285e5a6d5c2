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
        try await database.edit(area, ReportTable.self) { (try decide($0), ()) }
    }

    package func report(_ id: ID<Report>, in scope: LibraryScope) async throws -> Report {
        try await database.read { db in try Self.one(id, in: scope, db) }
    }

    package func reports(
        isOpen: Bool, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> (page: Page<Report>, open: Int) {
        let list = KeysetList(name: isOpen ? "reports.open" : "reports.closed", columns: [.integer, .text])
        let part = try list.part(page)
        return try await database.read { db in
            let rows = try db.rows(
                Self.page(isOpen: isOpen, scope, isFirst: part.isFirst), part.arguments + scope.arguments)
            let open: Int? = try db.value(
                "SELECT count(*) FROM report r WHERE r.closed_at IS NULL AND \(Self.isSeen(scope))", scope.arguments)
            return (part.page(rows.compactMap(Self.report)) { ($0.at, $0.id) }, open ?? 0)
        }
    }

    static func one(_ id: ID<Report>, in scope: LibraryScope, _ db: Database) throws -> Report {
        let row = try db.row("\(columns) WHERE r.id = :id AND \(isSeen(scope))", ["id": id] + scope.arguments)
        guard let report = row.flatMap(report) else { throw DomainError.noReport }
        return report
    }

    /// Returns nil for a kind that only a later version knows.
    private static func report(_ row: Row) -> Report? {
        guard let kind = Report.Kind(rawValue: row["kind"]), let state = Report.State(rawValue: row["state"]),
            let reporter = row.person(inRole: "reporter")
        else { return nil }
        return Report(
            id: row["id"], kind: kind, subject: row["subject"], day: row["day"], track: row["track"],
            title: row["title"], owner: row.person(inRole: "owner"), text: row["text"], at: row["at"],
            reporter: reporter, state: state, moderator: row.person(inRole: "moderator"), answer: row["answer"],
            count: row["count"])
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
