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
    /// The further condition that a row's library is in scope, which begins with ` AND`; it reads `arguments`.
    ///
    /// - Parameter column: the library's. The plus keeps SQLite from walking an index of libraries instead of the one that is meant.
    func and(_ column: String) -> String {
        switch self {
        case .everything: ""
        case .only: " AND +\(column) IN \(Self.list)"
        }
    }

    /// The alternative that a row's library is not in scope, which begins with ` OR`.
    func orNot(_ column: String) -> String {
        switch self {
        case .everything: ""
        case .only: " OR +\(column) NOT IN \(Self.list)"
        }
    }

    static let list = "(SELECT value FROM json_each(:scope))"

    var arguments: StatementArguments { StatementArguments(named) }

    var named: [String: DatabaseValue] {
        switch self {
        case .everything: [:]
        case .only(let libraries): ["scope": JSONList(libraries.sorted()).databaseValue]
        }
    }
}
