import GRDB
import Primitives

/// The SQL of one page of an ordered, filtered list. All parts of its text come from the query's enums; values are
/// bound.
struct ListPlan: Sendable {
    struct Column: Sendable {
        let name: String
        let kind: KeysetList.Column

        /// A column of the listed table, unless `name` has an alias of another.
        static func text(_ name: String) -> Self { Self(name: name, kind: .text) }
        static func integer(_ name: String) -> Self { Self(name: name, kind: .integer) }

        var qualified: String { name.contains(".") ? name : "item." + name }
    }

    /// The listed table, how it is joined and in which order its rows come.
    struct Order: Sendable {
        let columns: [Column]
        /// The clause that walks the order's index.
        let walk: String
        /// The join to `item` that the order needs when a filter drives.
        let join: String
        let conditions: [String]

        /// - Parameter conditions: the partial index's conditions besides presence.
        static func index(_ index: String, of table: String, _ columns: [Column], conditions: [String] = []) -> Self {
            Self(columns: columns, walk: "\(table) item INDEXED BY \(index)", join: "", conditions: conditions)
        }

        /// The order by the listener's own plays, likes or ratings, which `table` stores by `item`.
        static func own(_ table: String, of item: String, by index: String, _ columns: [String]) -> Self {
            Self(
                columns: columns.map { .integer("own.\($0)") } + [.text("own.\(item)")],
                walk: "\(table) own INDEXED BY \(index) CROSS JOIN \(item) item ON item.id = own.\(item)",
                join: " CROSS JOIN \(table) own ON own.account = :listener AND own.\(item) = item.id",
                conditions: ["own.account = :listener"])
        }
    }

    let table: String
    let order: Order
    let isDescending: Bool
    /// The condition that every row must meet, as the partial indexes state it.
    let presence: String
    /// The filter whose rows are read and sorted; nil if the order's index is walked.
    let driver: ListFilter?
    let filters: [ListFilter]

    func sql(isFirstPage: Bool) -> String {
        let from = driver?.join(table).map { $0 + order.join } ?? order.walk
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

    /// The ids of a page, and the cursor of the next one. The last column of the order is the id.
    func page(
        _ db: Database, _ part: ListPart, _ arguments: StatementArguments
    ) throws -> (ids: [String], next: Primitives.Cursor?) {
        let rows = try db.rows(sql(isFirstPage: part.isFirst), part.arguments + arguments)
        let keys = rows.map { row in order.columns.indices.map { row[$0] as DatabaseValue } }
        let page = part.page(keys, key: part.list.key)
        return (page.items.compactMap { $0.last.flatMap { String.fromDatabaseValue($0) } }, page.next)
    }
}

/// Chooses the plan of a filtered page: see `ListFilter`.
struct Selectivity {
    /// Limits for counting a filter's rows. The second applies only if the walk would be long. A filter that finds more
    /// does not drive.
    private static let most = [4000, 20_000]
    /// A walk of at most this many rows is chosen without further counting.
    private static let shortWalk = 4000.0
    /// Finding a row by a filter's index and sorting it costs this many steps of a walk.
    private static let costOfSorting = 2.0

    /// The filter whose rows are read and sorted; nil if the list's own order is walked.
    ///
    /// If filters are independent, a walk passes `limit` rows divided by the share of rows that all filters together
    /// let through.
    ///
    /// - Parameter table: its greatest `seq` is a sufficient estimate of its number of rows.
    static func driver(of filters: [ListFilter], table: String, limit: Int, _ db: Database) throws -> ListFilter? {
        guard !filters.isEmpty else { return nil }
        let total = Double(max(1, try db.value("SELECT max(seq) FROM \(table)") ?? 1))
        for most in Self.most {
            var share = 1.0
            var least: (filter: ListFilter, count: Int)?
            for filter in filters {
                let count = try filter.number(db, most: most)
                share *= filter.excludes ? max(0, 1 - Double(count) / total) : min(1, Double(count) / total)
                if filter.links != nil, count < most, count < least?.count ?? .max { least = (filter, count) }
            }
            let walk = share > 0 ? min(total, Double(limit) / share) : total
            if let least, Double(least.count) * costOfSorting <= walk { return least.filter }
            if walk <= shortWalk { return nil }
        }
        return nil
    }
}
