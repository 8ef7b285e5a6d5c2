import GRDB
import Primitives

/// The SQL of one page of an ordered, filtered list. Every part of its text comes from the enums of the query; values
/// are bound.
struct ListPlan: Sendable {
    struct Column: Sendable {
        let name: String
        let kind: KeysetList.Column

        static func text(_ name: String) -> Self { Self(name: name, kind: .text) }
        static func integer(_ name: String) -> Self { Self(name: name, kind: .integer) }
    }

    enum Source: Sendable, Equatable {
        /// Walks the index that has the order.
        case index(String)
        /// Reads all that a narrow filter finds, and sorts.
        case links(String)
    }

    let table: String
    let columns: [Column]
    let isDescending: Bool
    /// What every row must meet, as the partial indexes say it.
    let presence: String
    var source: Source
    var conditions: [String]

    func sql(isFirstPage: Bool) -> String {
        let from =
            switch source {
            case .index(let index): "\(table) item INDEXED BY \(index)"
            case .links(let links): "\(links) CROSS JOIN \(table) item ON item.id = link.listed"
            }
        let names = columns.map { "item.\($0.name)" }
        var conditions = [presence] + conditions
        if !isFirstPage {
            let values = columns.indices.map { ":after\($0)" }.joined(separator: ", ")
            conditions.append("(\(names.joined(separator: ", "))) \(isDescending ? "<" : ">") (\(values))")
        }
        let order = names.map { $0 + (isDescending ? " DESC" : "") }.joined(separator: ", ")
        return """
            SELECT \(names.joined(separator: ", ")) FROM \(from)
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order) LIMIT :limit
            """
    }

    /// The sort keys of a page's rows, and of one more where there is a next page. The last column is the id.
    func keys(
        _ db: Database, after position: [DatabaseValue]?, limit: Int, _ filters: [String: String]
    ) throws -> [[DatabaseValue]] {
        let statement = try db.cachedStatement(sql: sql(isFirstPage: position == nil))
        var arguments: [String: (any DatabaseValueConvertible)?] = filters
        arguments["limit"] = limit + 1
        for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map { row in
            columns.indices.map { row[$0] }
        }
    }

    /// Cuts `keys` to a page and gives the ids on it and the cursor of the next.
    func cut(
        _ keys: [[DatabaseValue]], limit: Int, _ list: KeysetList
    ) -> (ids: [String], next: Primitives.Cursor?) {
        let page = list.page(keys, limit: limit) { key in
            zip(key, columns).map { value, column in
                switch column.kind {
                case .text: .text(String.fromDatabaseValue(value) ?? "")
                case .integer: .integer(Int64.fromDatabaseValue(value) ?? 0)
                }
            }
        }
        return (page.items.compactMap { $0.last.flatMap { String.fromDatabaseValue($0) } }, page.next)
    }
}
