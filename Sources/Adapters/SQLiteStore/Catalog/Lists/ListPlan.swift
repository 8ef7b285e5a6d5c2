import GRDB
import Primitives

/// The SQL of one page of an ordered, filtered list. Every part of its text comes from the enums of the query; values
/// are bound.
struct ListPlan: Sendable {
    struct Column: Sendable {
        let name: String
        let kind: KeysetList.Column

        /// Columns of the listed thing itself unless `name` says of what.
        static func text(_ name: String) -> Self { Self(name: name, kind: .text) }
        static func integer(_ name: String) -> Self { Self(name: name, kind: .integer) }

        var qualified: String { name.contains(".") ? name : "item." + name }
    }

    /// What is listed, how it is found and in which order it comes.
    struct Order: Sendable {
        let columns: [Column]
        /// The clause that walks the index with the order.
        let walk: String
        /// What is joined to `item` for the order's sake when a filter drives.
        let join: String
        let conditions: [String]

        /// - Parameter conditions: what a partial index asks for beside that the thing is there.
        static func index(
            _ index: String, of table: String, _ columns: [Column], conditions: [String] = []
        ) -> Self {
            Self(columns: columns, walk: "\(table) item INDEXED BY \(index)", join: "", conditions: conditions)
        }

        /// By what `table` keeps of the listener's own plays, likes or ratings, by `listed`.
        static func own(_ table: String, listed: String, of item: String, by index: String, _ columns: [String])
            -> Self
        {
            Self(
                columns: columns.map { .integer("own.\($0)") } + [.text("own.\(listed)")],
                walk: "\(table) own INDEXED BY \(index) CROSS JOIN \(item) item ON item.id = own.\(listed)",
                join: " CROSS JOIN \(table) own ON own.account = :listener AND own.\(listed) = item.id",
                conditions: ["own.account = :listener"])
        }
    }

    let table: String
    let order: Order
    let isDescending: Bool
    /// What every row must meet, as the partial indexes say it.
    let presence: String
    /// The filter whose rows are read and sorted; nil when the order is walked.
    let driver: ListFilter?
    let filters: [ListFilter]

    func sql(isFirstPage: Bool) -> String {
        let from =
            driver?.join(table).map { $0 + order.join } ?? order.walk
        let names = order.columns.map(\.qualified)
        var conditions = [presence] + order.conditions + filters.map(\.condition)
        if !isFirstPage {
            let values = names.indices.map { ":after\($0)" }.joined(separator: ", ")
            conditions.append("(\(names.joined(separator: ", "))) \(isDescending ? "<" : ">") (\(values))")
        }
        let sorting = names.map { $0 + (isDescending ? " DESC" : "") }.joined(separator: ", ")
        return """
            SELECT \(names.joined(separator: ", ")) FROM \(from)
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(sorting) LIMIT :limit
            """
    }

    /// The sort keys of a page's rows, and of one more where there is a next page. The last column is the id.
    func keys(
        _ db: Database, after position: [DatabaseValue]?, limit: Int, _ arguments: [String: DatabaseValue]
    ) throws -> [[DatabaseValue]] {
        let statement = try db.cachedStatement(sql: sql(isFirstPage: position == nil))
        var arguments = arguments
        arguments["limit"] = (limit + 1).databaseValue
        for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map { row in
            order.columns.indices.map { row[$0] }
        }
    }

    /// Cuts `keys` to a page and gives the ids on it and the cursor of the next.
    func cut(
        _ keys: [[DatabaseValue]], limit: Int, _ list: KeysetList
    ) -> (ids: [String], next: Primitives.Cursor?) {
        let page = list.page(keys, limit: limit) { key in
            zip(key, order.columns).map { value, column in
                switch column.kind {
                case .text: .text(String.fromDatabaseValue(value) ?? "")
                case .integer: .integer(Int64.fromDatabaseValue(value) ?? 0)
                }
            }
        }
        return (page.items.compactMap { $0.last.flatMap { String.fromDatabaseValue($0) } }, page.next)
    }
}
