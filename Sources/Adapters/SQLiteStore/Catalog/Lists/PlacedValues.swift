import GRDB

/// What belongs to each thing of a page, such as its artists or genres, in the order of their positions.
struct PlacedValues<Value> {
    private let values: [[Value]]

    /// - Parameters:
    ///   - sql: gives place and position of those that belong to what is in the list, and further columns.
    ///   - value: reads those further columns.
    init(_ sql: String, _ page: DistinctIDs, _ db: Database, _ value: (Row) -> Value) throws {
        var found: [[(position: Int, value: Value)]] = Array(repeating: [], count: page.count)
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [page.list])
        while let row = try rows.next() { found[row[0]].append((row[1], value(row))) }
        values = found.map { placed in
            placed.count == 1 ? [placed[0].value] : placed.sorted { $0.position < $1.position }.map(\.value)
        }
    }

    /// - Parameter place: of the thing in the page.
    subscript(place: Int) -> [Value] { values[place] }
}
