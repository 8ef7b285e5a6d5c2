import GRDB
import Primitives

/// Keeps, of some ids, those that belong to a library of the scope.
struct ScopeReader {
    private let db: Database
    private let scope: LibraryScope

    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    func tracks(_ ids: [String]) throws -> [String] { try kept(ids, of: "track") }

    func albums(_ ids: [String]) throws -> [String] { try kept(ids, of: "album") }

    private func kept(_ ids: [String], of table: String) throws -> [String] {
        guard scope != .everything, !ids.isEmpty else { return ids }
        let arguments: StatementArguments = ["ids": JSONList(Set(ids))]
        let kept = try String.fetchSet(
            db.cachedStatement(sql: Self.kept(of: table, scope)), arguments: arguments + scope.arguments)
        return ids.filter(kept.contains)
    }

    static func kept(of table: String, _ scope: LibraryScope) -> String {
        """
        SELECT item.id FROM json_each(:ids) j CROSS JOIN \(table) item ON item.id = j.value
        WHERE true\(scope.and("item.library"))
        """
    }
}

/// A scope as SQL has it. Where everything is in scope there is nothing to add, and nothing it could cost.
extension LibraryScope {
    /// The further condition that a row's part of a library is in scope, which begins with ` AND`; it reads `arguments`.
    ///
    /// - Parameter column: the library's. In its place the column `part` is asked for those who see nothing explicit; the others' parts
    ///   are named in full, so that their lists read the indexes that hold the library. The plus keeps SQLite from walking an index of
    ///   libraries instead of the one that is meant.
    func and(_ column: String) -> String {
        condition(column).map { " AND " + $0 } ?? ""
    }

    /// The alternative that a row's part of a library is not in scope, which begins with ` OR`.
    func orNot(_ column: String) -> String {
        condition(column).map { " OR NOT (\($0))" } ?? ""
    }

    /// The further condition that a track or album is in scope as far as only what is explicit is in question.
    ///
    /// - Parameter row: what the statement calls it.
    func andShown(_ row: String) -> String {
        includesExplicit ? "" : " AND +\(row).is_explicit = 0"
    }

    static let list = "(SELECT value FROM json_each(:scope))"

    var arguments: StatementArguments { StatementArguments(named) }

    var named: [String: DatabaseValue] {
        parts.map { ["scope": JSONList($0).databaseValue] } ?? [:]
    }

    /// Nil where everything is in scope.
    private func condition(_ column: String) -> String? {
        let part = String(column.dropLast("library".count)) + "part"
        guard libraries == nil else { return "+\(includesExplicit ? column : part) IN \(Self.list)" }
        return includesExplicit ? nil : "substr(+\(part), -1) <> '!'"
    }
}
