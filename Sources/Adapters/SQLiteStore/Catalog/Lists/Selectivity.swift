import GRDB

/// Chooses by which road a filtered page is read: see `ListFilter`.
struct Selectivity {
    /// No filter is counted further than the last of these, and so far only where a walk would be long: what finds more does not drive.
    private static let most = [4000, 20_000]
    /// A walk of so many rows is taken without counting further.
    private static let shortWalk = 4000.0
    /// To find a row by a filter's index and to sort it costs this many steps of a walk.
    private static let costOfSorting = 2.0

    /// The filter whose rows are read and sorted; nil when the list's own order is walked.
    ///
    /// With filters that know nothing of each other a walk passes `limit` rows for each that all of them together let through.
    ///
    /// - Parameter table: whose greatest `seq` says, well enough, how many rows there are.
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
