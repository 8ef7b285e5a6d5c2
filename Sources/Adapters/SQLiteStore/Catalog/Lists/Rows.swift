import Catalog
import GRDB
import Primitives

extension Row {
    /// The image key in a column.
    func blobKey(_ column: String) -> BlobKey? {
        let hex: String? = self[column]
        return hex.flatMap { BlobKey(hex: $0) }
    }

    /// The user whose id is in `column`, with the name and picture of the account.
    func person(_ column: String) -> NamedPerson {
        NamedPerson(id: self[column], name: self["display_name"], picture: blobKey("picture"))
    }

    /// The user in a role, such as `moderator`, `moderator_name` and `moderator_picture`; nil if there is none.
    func person(inRole role: String) -> NamedPerson? {
        guard let id: ID<Person> = self[role] else { return nil }
        return NamedPerson(id: id, name: self["\(role)_name"], picture: blobKey("\(role)_picture"))
    }

    var audio: AudioProperties {
        AudioProperties(
            mediaType: self["media_type"], codec: self["codec"], durationMilliseconds: self["duration_ms"],
            bitrate: self["bitrate"], sampleRate: self["sample_rate"], channels: self["channels"],
            bitDepth: self["bit_depth"])
    }

    /// When and why a moderator has hidden the row; nil if it is visible.
    var hiding: Hiding? {
        guard let at: Timestamp = self["hidden_at"], let reason: String = self["hidden_reason"] else { return nil }
        return Hiding(at: at, reason: reason)
    }
}

extension Database {
    /// The owner of each thing, from the columns of the thing and the owner.
    func owners<Thing>(_ sql: String, _ arguments: StatementArguments) throws -> [ID<Thing>: ID<Person>?] {
        Dictionary(uniqueKeysWithValues: try rows(sql, arguments).map { ($0[0], $0[1]) })
    }

    /// Writes the columns of `Row.hiding`, and who has hidden the row.
    func hide(_ table: String, _ id: String, _ hiding: Hiding?, by moderator: ID<Person>) throws {
        try run(
            "UPDATE \(table) SET hidden_at = ?, hidden_by = ?, hidden_reason = ? WHERE id = ?",
            [hiding?.at, hiding.map { _ in moderator }, hiding?.reason, id])
    }

    func blobKeys(_ sql: String) throws -> Set<BlobKey> {
        let keys: [String] = try values(sql)
        return Set(keys.compactMap(BlobKey.init(hex:)))
    }

    /// The first four different covers of a query, which is null for what has none.
    func firstCovers(_ sql: String, _ arguments: StatementArguments) throws -> [BlobKey] {
        let rows = try cursor(sql, arguments)
        var covers: [BlobKey] = []
        while covers.count < 4, let row = try rows.next() {
            if let hex: String = row[0], let key = BlobKey(hex: hex), !covers.contains(key) { covers.append(key) }
        }
        return covers
    }
}

extension Array {
    /// Chunks of at most `count` elements.
    func chunks(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}

/// A JSON array of strings, bound as one value, which `json_each` expands into rows.
struct JSONList: DatabaseValueConvertible, Sendable {
    fileprivate let text: String

    init<Entity>(_ ids: some Sequence<ID<Entity>>) {
        self.init(ids.lazy.map(\.rawValue))
    }

    init(_ values: some Sequence<String>) {
        var bytes = [UInt8(ascii: "[")]
        for value in values {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "\""))
            JSONText.append(value, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "]"))
        text = String(decoding: bytes, as: UTF8.self)
    }

    var databaseValue: DatabaseValue { text.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> JSONList? { nil }
}

/// A JSON array of arrays of strings: rows for `json_each`.
struct JSONRows: DatabaseValueConvertible {
    private let text: String

    init(_ rows: some Sequence<[String]>) {
        text = "[" + rows.map { JSONList($0).text }.joined(separator: ",") + "]"
    }

    var databaseValue: DatabaseValue { text.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> JSONRows? { nil }
}

/// The values of each item on a page, such as its artists or genres, in the order of their positions.
struct PlacedValues<Value> {
    private let values: [[Value]]

    /// - Parameters:
    ///   - sql: returns the place and position of each value, followed by its own columns.
    ///   - value: reads those columns.
    init(_ sql: String, _ page: DistinctIDs, _ db: Database, _ value: (Row) -> Value) throws {
        var found: [[(position: Int, value: Value)]] = Array(repeating: [], count: page.count)
        let rows = try db.cursor(sql, [page.list])
        while let row = try rows.next() { found[row[0]].append((row[1], value(row))) }
        values = found.map { placed in
            placed.count == 1 ? [placed[0].value] : placed.sorted { $0.position < $1.position }.map(\.value)
        }
    }

    /// - Parameter place: the item's place on the page.
    subscript(place: Int) -> [Value] { values[place] }
}

/// The distinct ids of a page, sorted, so that neighbors share pages of the indexes.
struct DistinctIDs {
    /// By place.
    let ids: [String]
    /// The bound value of a statement: `key` is the place of an id, `value` the id.
    let list: JSONList
    /// The place of each id of the page.
    private let places: [Int]

    init(_ ids: [String]) {
        var distinct: [String] = []
        var places = Array(repeating: 0, count: ids.count)
        for index in ids.indices.sorted(by: { ids[$0] < ids[$1] }) {
            if distinct.last != ids[index] { distinct.append(ids[index]) }
            places[index] = distinct.count - 1
        }
        self.places = places
        list = JSONList(distinct)
        self.ids = distinct
    }

    var count: Int { ids.count }

    /// The items in the order of the page, with repetitions, without those that were not found.
    func inOrder<Thing>(_ found: [Thing?]) -> [Thing] {
        places.compactMap { found[$0] }
    }
}
