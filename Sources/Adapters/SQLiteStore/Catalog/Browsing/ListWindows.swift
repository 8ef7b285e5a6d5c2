import Catalog
import GRDB
import Primitives

/// Lists by position. The walk passes over what lies before the window without reading more than the index: some milliseconds for a
/// hundred thousand.
extension FilteredList {
    func ids(_ db: Database, in window: ListWindow) throws -> [String] {
        guard window.count > 0 else { return [] }
        let driver = try Selectivity.driver(of: filters, table: table, limit: window.end, db)
        guard let order else {
            let list = RandomList(table: table, presence: presence, filters: filters, driver: driver)
            let page = try list.page(db, after: nil, limit: window.end, seed: restriction.seed)
            return Array(page.ids.dropFirst(window.offset))
        }
        let statement = try db.cachedStatement(sql: plan(order, driver).sql(isFirstPage: true) + " OFFSET :offset")
        var arguments = arguments
        arguments["limit"] = window.count.databaseValue
        arguments["offset"] = window.offset.databaseValue
        let last = order.columns.count - 1
        var ids: [String] = []
        let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        while let row = try rows.next() { ids.append(row[last]) }
        return ids
    }
}

extension ArtistList {
    func ids(_ db: Database, in window: ListWindow) throws -> [String] {
        guard window.count > 0 else { return [] }
        var arguments = scope.named
        arguments["role"] = role?.rawValue.databaseValue
        arguments["limit"] = window.count.databaseValue
        arguments["offset"] = window.offset.databaseValue
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: windowed), arguments: StatementArguments(arguments))
        return rows.map { $0[1] }
    }

    var windowed: String {
        guard scope == .everything else { return Self.scoped(role, scope, isFirstPage: true) + " OFFSET :offset" }
        return role == nil
            ? "\(Self.wholeListed) LIMIT :limit OFFSET :offset"
            : """
            SELECT sort_key, artist FROM artist_role WHERE role = :role ORDER BY sort_key, artist LIMIT :limit OFFSET :offset
            """
    }
}
