import GRDB
import Primitives

/// A list in the random order that a seed chooses, page by page, without sorting it.
///
/// `Shuffle` permutes the row numbers up to the greatest one; a page looks up the rows at the next places and passes over numbers
/// whose row is gone, not present or filtered out. The cursor holds the seed, the bound and the place, so what is added on the way
/// does not disturb the order. Where a filter drives, the places of the rows it finds are computed and sorted instead, which gives
/// the same order.
struct RandomList {
    /// Row numbers beyond this are not known to exist: a cursor cannot ask for more work than a great library takes.
    private static let mostRows: Int64 = 1 << 31
    private static let longestRun: Int64 = 8192

    let table: String
    let presence: String
    let filters: [ListFilter]
    let driver: ListFilter?

    static func keyset(_ table: String) -> KeysetList {
        KeysetList(name: "\(table)s.random", columns: [.integer, .integer, .integer])
    }

    func page(
        _ db: Database, after position: [DatabaseValue]?, limit: Int, seed: Int64?
    ) throws -> (ids: [String], next: Primitives.Cursor?) {
        let stored = (position ?? []).compactMap { Int64.fromDatabaseValue($0) }
        let seed = stored.first ?? seed ?? Int64(UInt32.random(in: 0...UInt32.max))
        let highest = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(seq) FROM \(table)")) ?? 0
        let bound = min(stored.count == 3 ? stored[1] : highest + 1, highest + 1, Self.mostRows)
        let shuffle = Shuffle(seed: seed, bound: bound)
        let start = max(0, stored.count == 3 ? stored[2] : 0)
        let found =
            try driver?.links == nil
            ? walk(db, shuffle, from: start, to: bound, atLeast: limit + 1)
            : sorted(db, shuffle, from: start, below: bound)
        let page = Self.keyset(table).page(found, limit: limit) {
            [.integer(seed), .integer(bound), .integer($0.place + 1)]
        }
        return (page.items.map(\.id), page.next)
    }

    private typealias Found = (place: Int64, id: String)

    private func walk(
        _ db: Database, _ shuffle: Shuffle, from start: Int64, to bound: Int64, atLeast count: Int
    ) throws -> [Found] {
        var found: [Found] = []
        var place = start
        var run = Int64(count) + 16
        let statement = try db.cachedStatement(sql: walking)
        while found.count < count, place < bound {
            let places = place..<min(place + run, bound)
            let numbers = "[" + places.map { String(shuffle.number(at: $0)) }.joined(separator: ",") + "]"
            let rows = try Row.fetchAll(statement, arguments: arguments(["numbers": numbers.databaseValue]))
            found += rows.map { (place + $0["key"], $0["id"]) }.sorted { $0.0 < $1.0 }
            place = places.upperBound
            run = min(run * 2, Self.longestRun)
        }
        return found
    }

    private func sorted(_ db: Database, _ shuffle: Shuffle, from start: Int64, below bound: Int64) throws -> [Found] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: driven), arguments: arguments([:]))
        return rows.compactMap { row -> Found? in
            let number: Int64 = row["seq"]
            guard number < bound else { return nil }
            let place = shuffle.place(of: number)
            return place < start ? nil : (place, row["id"])
        }.sorted { $0.place < $1.place }
    }

    private func arguments(_ own: [String: DatabaseValue]) -> StatementArguments {
        StatementArguments(filters.reduce(into: own) { $0.merge($1.arguments) { first, _ in first } })
    }

    private var conditions: String {
        ([presence] + filters.map(\.condition)).joined(separator: " AND ")
    }

    var walking: String {
        """
        SELECT number.key, item.id FROM json_each(:numbers) number CROSS JOIN \(table) item ON item.seq = number.value
        WHERE \(conditions)
        """
    }

    var driven: String {
        """
        SELECT item.seq, item.id FROM \(driver?.join(table) ?? table)
        WHERE \(conditions)
        """
    }
}
