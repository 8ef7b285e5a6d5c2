import GRDB
import Primitives

/// A list in the random order of a seed, page by page, without sorting.
///
/// `Shuffle` permutes the row numbers up to the greatest one. A page looks up the rows at the next places and skips
/// numbers whose row is gone, not present or filtered out. The cursor has the seed, the bound and the place, so rows
/// that are added meanwhile do not disturb the order. If a filter drives, the places of its rows are computed and
/// sorted instead, which gives the same order.
struct RandomList {
    /// The greatest accepted row number: a cursor cannot request more work than a very large library needs.
    private static let mostRows: Int64 = 1 << 31
    private static let longestRun: Int64 = 8192

    let table: String
    let presence: String
    let filters: [ListFilter]
    let driver: ListFilter?

    static func keyset(_ table: String) -> KeysetList {
        KeysetList(name: "\(table)s.random", columns: [.integer, .integer, .integer])
    }

    func page(_ db: Database, _ part: ListPart, seed: Int64?) throws -> (ids: [String], next: Primitives.Cursor?) {
        let stored = (part.position ?? []).compactMap { Int64.fromDatabaseValue($0) }
        let seed = stored.first ?? seed ?? Int64(UInt32.random(in: 0...UInt32.max))
        let highest: Int64 = try db.value("SELECT max(seq) FROM \(table)") ?? 0
        let bound = min(stored.count == 3 ? stored[1] : highest + 1, highest + 1, Self.mostRows)
        let shuffle = Shuffle(seed: seed, bound: bound)
        let start = max(0, stored.count == 3 ? stored[2] : 0)
        let found =
            try driver?.links == nil
            ? walk(db, shuffle, from: start, to: bound, atLeast: part.limit + 1)
            : sorted(db, shuffle, from: start, below: bound)
        let page = part.page(found) { [.integer(seed), .integer(bound), .integer($0.place + 1)] }
        return (page.items.map(\.id), page.next)
    }

    private typealias Found = (place: Int64, id: String)

    private func walk(
        _ db: Database, _ shuffle: Shuffle, from start: Int64, to bound: Int64, atLeast count: Int
    ) throws -> [Found] {
        var found: [Found] = []
        var place = start
        var run = Int64(count) + 16
        let (sql, arguments) = (walking, arguments)
        while found.count < count, place < bound {
            let places = place..<min(place + run, bound)
            let numbers = "[" + places.map { String(shuffle.number(at: $0)) }.joined(separator: ",") + "]"
            let rows = try db.rows(sql, arguments + ["numbers": numbers])
            found += rows.map { (place + $0["key"], $0["id"]) }.sorted { $0.0 < $1.0 }
            place = places.upperBound
            run = min(run * 2, Self.longestRun)
        }
        return found
    }

    private func sorted(_ db: Database, _ shuffle: Shuffle, from start: Int64, below bound: Int64) throws -> [Found] {
        let rows = try db.rows(driven, arguments)
        return rows.compactMap { row -> Found? in
            let number: Int64 = row["seq"]
            guard number < bound else { return nil }
            let place = shuffle.place(of: number)
            return place < start ? nil : (place, row["id"])
        }.sorted { $0.place < $1.place }
    }

    private var arguments: StatementArguments {
        StatementArguments(filters.reduce(into: [:]) { $0.merge($1.arguments) { first, _ in first } })
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

/// A permutation of the numbers below a bound, chosen by a seed and computed number by number: random order without
/// sorting.
///
/// It is a Feistel network of four rounds over the smallest even number of bits that covers the bound. A number outside
/// of the bound is permuted again until it is inside (cycle walking: Black and Rogaway, "Ciphers with Arbitrary Finite
/// Domains", 2002), which takes fewer than four rounds on average. It mixes well but is not cryptographically secure.
struct Shuffle {
    private static let rounds: UInt64 = 4
    private let bound: UInt64
    private let seed: UInt64
    private let half: UInt64
    private let mask: UInt64

    init(seed: Int64, bound: Int64) {
        self.seed = UInt64(bitPattern: seed)
        self.bound = UInt64(max(1, bound))
        let bits = UInt64(64 - (self.bound - 1).leadingZeroBitCount)
        half = max(1, (bits + 1) / 2)
        mask = (1 << half) - 1
    }

    /// The number at `place`, which must be below the bound.
    func number(at place: Int64) -> Int64 {
        var value = UInt64(bitPattern: place)
        repeat { value = forwards(value) } while value >= bound
        return Int64(bitPattern: value)
    }

    /// The place of `number`, which must be below the bound.
    func place(of number: Int64) -> Int64 {
        var value = UInt64(bitPattern: number)
        repeat { value = backwards(value) } while value >= bound
        return Int64(bitPattern: value)
    }

    private func forwards(_ value: UInt64) -> UInt64 {
        var (left, right) = (value >> half, value & mask)
        for round in 0..<Self.rounds { (left, right) = (right, left ^ mix(right, round)) }
        return left << half | right
    }

    private func backwards(_ value: UInt64) -> UInt64 {
        var (left, right) = (value >> half, value & mask)
        for round in (0..<Self.rounds).reversed() { (left, right) = (right ^ mix(left, round), left) }
        return left << half | right
    }

    /// SplitMix64's finalizer (Steele, Lea, Flood 2014).
    private func mix(_ value: UInt64, _ round: UInt64) -> UInt64 {
        var mixed = seed &+ (value << 2 | round) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ mixed >> 31) & mask
    }
}
