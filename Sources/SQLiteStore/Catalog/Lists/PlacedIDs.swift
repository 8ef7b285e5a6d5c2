import GRDB

/// The ids of what belongs to each thing of a list, such as its artists or genres, in the order of their positions.
///
/// Names are looked up once for every id, not once for every place that it has: a page of tracks names few artists and fewer genres.
struct PlacedIDs {
    /// By the place of the thing in the list.
    let ids: [[String]]

    /// - Parameters:
    ///   - sql: gives place, position and id of those that belong to what is in the list.
    ///   - count: how many things the list has.
    init(_ sql: String, _ list: JSONList, count: Int, _ db: Database) throws {
        var found: [[(position: Int, id: String)]] = Array(repeating: [], count: count)
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [list])
        while let row = try rows.next() { found[row[0]].append((row[1], row[2])) }
        ids = found.map { placed in
            placed.count == 1 ? [placed[0].id] : placed.sorted { $0.position < $1.position }.map(\.id)
        }
    }

    var distinct: Set<String> { Set(ids.joined()) }
}
