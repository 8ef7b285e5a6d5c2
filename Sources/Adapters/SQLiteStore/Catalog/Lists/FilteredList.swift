import Catalog
import GRDB
import Primitives

/// A list of tracks or albums with its order and filters, read page by page as ids.
struct FilteredList: Sendable {
    let keyset: KeysetList
    let table: String
    let presence: String
    let isDescending: Bool
    /// Nil for random order.
    let order: ListPlan.Order?
    let filters: [ListFilter]
    let restriction: ListRestriction

    init(
        name: String, table: String, presence: String, isDescending: Bool, order: ListPlan.Order?,
        filters: [ListFilter],
        restriction: ListRestriction
    ) {
        keyset = order.map { KeysetList(name: name, columns: $0.columns.map(\.kind)) } ?? RandomList.keyset(table)
        self.table = table
        self.presence = presence
        self.isDescending = isDescending
        self.order = order
        self.filters = filters
        self.restriction = restriction
    }

    func page(
        _ db: Database, after position: [DatabaseValue]?, limit: Int
    ) throws -> (ids: [String], next: Primitives.Cursor?) {
        let driver = try Selectivity.driver(of: filters, table: table, limit: limit, db)
        guard let order else {
            let list = RandomList(table: table, presence: presence, filters: filters, driver: driver)
            return try list.page(db, after: position, limit: limit, seed: restriction.seed)
        }
        let plan = plan(order, driver)
        let keys = try plan.keys(db, after: position, limit: limit, arguments)
        return plan.cut(keys, limit: limit, keyset)
    }

    /// Throws `invalid` for random order, which has no outline.
    ///
    /// - Parameter isByName: whether the order is by a name first.
    func outline(_ db: Database, step: Int, isByName: Bool) throws -> ListOutline {
        guard let order else { throw DomainError.invalid("A random order has no outline", field: "sort") }
        let driver = try Selectivity.driver(of: filters, table: table, limit: Self.everything, db)
        var arguments = arguments
        arguments["limit"] = (-1).databaseValue
        return try OutlineWalk(keyset: keyset, step: step, isByName: isByName)
            .outline(db, sql: plan(order, driver).sql(isFirstPage: true), StatementArguments(arguments))
    }

    /// As a limit: more than any list holds.
    private static let everything = 1_000_000_000

    /// - Parameter driver: see `ListPlan`.
    func plan(_ order: ListPlan.Order, _ driver: ListFilter?) -> ListPlan {
        ListPlan(
            table: table, order: order, isDescending: isDescending, presence: presence, driver: driver, filters: filters
        )
    }

    var arguments: [String: DatabaseValue] {
        var arguments: [String: DatabaseValue] = [:]
        if let order, !order.conditions.isEmpty {
            arguments["listener"] = (restriction.listener?.rawValue ?? "").databaseValue
        }
        return filters.reduce(into: arguments) { $0.merge($1.arguments) { first, _ in first } }
    }
}
