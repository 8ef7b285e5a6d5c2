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
        static func index(
            _ index: String, of table: String, _ columns: [Column], conditions: [String] = []
        ) -> Self {
            Self(columns: columns, walk: "\(table) item INDEXED BY \(index)", join: "", conditions: conditions)
        }

        /// The order by the listener's own plays, likes or ratings, which `table` stores by `listed`.
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
    /// The condition that every row must meet, as the partial indexes state it.
    let presence: String
    /// The filter whose rows are read and sorted; nil if the order's index is walked.
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

    /// The sort keys of a page's rows, and one more if there is a next page. The last column is the id.
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

    /// Cuts `keys` to a page. Returns its ids and the cursor of the next page.
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
        let total = Double(max(1, try Int.fetchOne(db.cachedStatement(sql: "SELECT max(seq) FROM \(table)")) ?? 1))
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

/// The paging of one ordered list: the kinds of the values in its sort key, the last of which is unique.
struct KeysetList: Sendable {
    enum Column: Sendable {
        case text, integer
    }

    let name: String
    let columns: [Column]

    /// The values after which the page begins, ready to bind; nil at the start of the list. Throws `invalid` for a
    /// cursor of another list.
    func position(_ cursor: Primitives.Cursor?) throws(DomainError) -> [DatabaseValue]? {
        guard let cursor else { return nil }
        var position: [DatabaseValue] = []
        for (value, column) in zip(try cursor.values(of: name, count: columns.count), columns) {
            switch (value, column) {
            case (.text(let text), .text): position.append(text.databaseValue)
            case (.integer(let integer), .integer): position.append(integer.databaseValue)
            case (.text, .integer), (.integer, .text):
                throw .invalid("This cursor belongs to another list or order", field: "cursor")
            }
        }
        return position
    }

    /// A page of `found`, which has one item more than `limit` if there is a next page.
    func page<Item: Sendable>(_ found: [Item], limit: Int, key: (Item) -> [Primitives.Cursor.Value]) -> Page<Item> {
        let items = Array(found.prefix(limit))
        guard found.count > limit, let last = items.last else { return Page(items: items, next: nil) }
        return Page(items: items, next: Primitives.Cursor(list: name, values: key(last)))
    }
}
